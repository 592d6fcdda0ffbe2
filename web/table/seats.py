"""Seats and the phones that hold them: each has a secret cookie, given to whoever can read the code on the box."""

from __future__ import annotations

import hashlib
import hmac
import logging
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from companion.refusal import Forbidden, NotSaved, OfOtherVersion, Refusal, TooManyTries
from companion.versioned import read_mapping, write_mapping

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters of a code, without I, O, 0 and 1, which are misread across a table."""
LENGTH = 4
LIFETIME = 240.0
TRIES = 12
TRY_WINDOW = 60.0
ADDRESSES = 500
"""Number of addresses whose wrong guesses are remembered."""
VERSION = 1
"""Version of the file."""
GAMES = 20
"""Number of games whose seats are remembered."""


class Codes:
    """The short code on the box: it serves all free seats and changes every few minutes.

    Wrong guesses are counted per address, so that nobody can lock others out by guessing.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._tries: dict[str, list[float]] = {}
        self._renew()

    def _renew(self) -> None:
        self._code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        self._since = self._clock()

    @property
    def code(self) -> str:
        with self._lock:
            return self._present()

    def _present(self) -> str:
        if self._clock() - self._since > LIFETIME:
            self._renew()
        return self._code

    def check(self, said: str, address: str) -> None:
        """Refuse a wrong code, and any code after too many wrong ones from the same address."""
        with self._lock:
            now = self._clock()
            tries = [when for when in self._tries.get(address, ()) if now - when < TRY_WINDOW]
            if len(tries) >= TRIES:
                raise TooManyTries("too-many-tries", seconds=int(TRY_WINDOW))
            if not hmac.compare_digest(said.strip().upper().encode(), self._present().encode()):
                self._tries.pop(address, None)  # move the latest guesser to the end: the oldest is forgotten first
                self._tries = dict([*self._tries.items(), (address, [*tries, now])][-ADDRESSES:])
                raise Forbidden("wrong-code")


class Seats:
    """The seats of each game by cookie. Only fingerprints of cookies are kept, in memory and on disk."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._held: dict[str, dict[str, str]] = self._read()
        self._expected: tuple[str, int, str] | None = None

    def _read(self) -> dict[str, dict[str, str]]:
        try:
            return read_mapping(self._path, VERSION)
        except OfOtherVersion:
            logging.getLogger("ballottino").warning("%s is of a newer version and left as it is", self._path.name)
            return {}

    def _adopt(self, game: str, seats: dict[str, str]) -> None:
        """Set who holds the seats of a game: on disk first, so that a full disk changes nothing."""
        held = {other: its for other, its in self._held.items() if other != game} | {game: seats}
        held = dict(list(held.items())[-GAMES:])
        try:
            write_mapping(self._path, VERSION, held)
        except OfOtherVersion:
            pass  # seats are held until the box is switched off
        except OSError as error:
            raise NotSaved.because(error) from error
        self._held = held

    def take(self, game: str, seat: int) -> str:
        """Return a fresh cookie for a free seat."""
        token = secrets.token_urlsafe(24)
        with self._lock:
            seats = self._held.get(game, {})
            if str(seat) in seats:
                raise Refusal("seat-taken", seat=seat)
            self._adopt(game, {**seats, str(seat): _fingerprint(token)})
        return token

    def expect(self, seal: str, seat: int, token: str) -> None:
        """Have this cookie hold a seat of the game that is about to begin, known by the first seal of its urn."""
        self._expected = (seal, seat, _fingerprint(token))

    def is_expected(self, token: str | None) -> bool:
        return bool(token and self._expected and hmac.compare_digest(self._expected[2], _fingerprint(token)))

    def welcome(self, seal: str, game: str) -> None:
        """Give the phone that started a game the seat that it asked for, now that the game has begun."""
        if self._expected is None or self._expected[0] != seal:
            return
        (_, seat, fingerprint), self._expected = self._expected, None
        with self._lock:
            self._adopt(game, {**self._held.get(game, {}), str(seat): fingerprint})

    def free(self, game: str, seat: int) -> None:
        with self._lock:
            seats = self._held.get(game, {})
            if str(seat) in seats:
                self._adopt(game, {other: its for other, its in seats.items() if other != str(seat)})

    def carry(self, game: str, to: str, seats: Mapping[int, int]) -> None:
        """Let the phones of one game hold seats in the next, each seat of the first by its number in the second."""
        with self._lock:
            held = self._held.get(game, {})
            moved = {str(seats[int(seat)]): token for seat, token in held.items() if int(seat) in seats}
            if moved:
                self._adopt(to, moved)

    def seat_of(self, game: str, token: str | None) -> int | None:
        """Return the seat that this cookie holds in this game."""
        if not token:
            return None
        its_fingerprint = _fingerprint(token)
        for seat, fingerprint in self._holders(game):
            if hmac.compare_digest(fingerprint, its_fingerprint):
                return int(seat)
        return None

    def is_held_by(self, token: str | None) -> bool:
        """Return whether this cookie holds a seat in any game that is remembered."""
        with self._lock:
            games = list(self._held)
        return any(self.seat_of(game, token) is not None for game in games)

    def taken(self, game: str) -> set[int]:
        return {int(seat) for seat, _ in self._holders(game)}

    def _holders(self, game: str) -> list[tuple[str, str]]:
        """Return a copy: another phone may be taking a seat right now."""
        with self._lock:
            return list(self._held.get(game, {}).items())


def _fingerprint(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
