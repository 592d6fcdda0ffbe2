"""One urn at several tables, as in duplicate bridge: the luck is the same, and what people made of it is compared.

A hall makes the secret, shows its seal and has people stir; then it hands the urn to each box by a topic that only
that box may read. A box plays from it once, and holds its record back until the hall says that every table is done.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from companion import games
from companion.club.messages import VERSION
from companion.durable import write_whole
from companion.game import Table
from companion.ledger import Ledger, Listed
from companion.ledger.beginning import Beginning
from companion.ledger.lock import alone_in
from companion.options import settle
from companion.players import check_can_play
from companion.referee import Referee
from companion.referee.urn import SECRET_LENGTH, Urn
from companion.refusal import Malformed, NotFound, NotSaved, Refusal
from companion.seats import Seat
from companion.vocabulary import named

ROOT = f"ballottino-urns/{VERSION}"
"""Apart from what boxes say, so that whoever may read all of that can't read this."""
WAITING, PLAYING, OVER, OPENED = named("shared", "waiting", "playing", "over", "opened")
"""The states of a table with an urn, in this order."""
LARGEST = 40_000
"""Bytes of a message that a box reads."""
MOST = 50
"""The most urns in one message to a box."""
MOST_STIRRED = 12
LONGEST_WORD = 40
DIGEST = re.compile(r"[0-9a-f]{64}")
OURS_ALONE = 0o600
FILE = "shared-urns.json"
"""The file in which a box keeps its urns, beside its games."""


def urns_topic(box: str) -> str:
    """Return the topic by which a box is handed urns.

    >>> urns_topic("table-7")
    'ballottino-urns/1/table-7'
    """
    return f"{ROOT}/{box}"


@dataclass(frozen=True)
class SharedUrn:
    """An urn as a box is handed it: for which game and how many players."""

    game: str
    players: int
    seal: str
    stirred: tuple[str, ...]
    secret: str = ""
    """In hexadecimal digits; empty once it need not be sent or kept here any more."""
    opened: bool = False
    """Whether every table is done, so that records may be given out."""

    @classmethod
    def read(cls, data: Any) -> SharedUrn:
        """Return what a hall said; refuse what is unsound, also a secret of another seal."""
        match data:
            case {
                "game": str(game),
                "players": int(players),
                "seal": str(seal),
                "stirred": [*stirred],
                "secret": str(secret),
                "opened": bool(opened),
            } if game in games.names() and players in games.find(game).game.players and DIGEST.fullmatch(seal):
                are_words = all(isinstance(word, str) and len(word) <= LONGEST_WORD for word in stirred)
                urn = cls(game, players, seal, tuple(stirred), secret, opened)
                if are_words and len(stirred) <= MOST_STIRRED and urn.is_true():
                    return urn
        raise Malformed("bad-shared-urn")

    def is_true(self) -> bool:
        """Return whether the secret, if there is one, has this seal."""
        if not self.secret:
            return True
        return bool(DIGEST.fullmatch(self.secret)) and self.urn().commitment == self.seal

    def urn(self) -> Urn:
        """Return the urn itself, stirred."""
        secret = bytes.fromhex(self.secret)
        assert len(secret) == SECRET_LENGTH
        return Urn(secret, self.stirred)

    def beginning(self, seats: Sequence[Seat], boxed: Mapping[int, str], *, taught: bool = False) -> Beginning:
        """Return the game about to begin from it, with the seats that the box plays."""
        if len(seats) != self.players:
            raise Refusal("wrong-players", count=len(seats), known=[self.players])
        kind, table = games.find(self.game).game, same_table(self.game, seats)
        if boxed:
            check_can_play(kind.adviser, table.options)
        return Beginning(kind, table, self.urn(), boxed, taught, shared=True)


def same_table(game: str, seats: Sequence[Seat], options: Collection[str] = (), word: str = "") -> Table:
    """Return a table that plays from a shared urn: all but who sits where is the same at every one.

    Options or a word to stir in are refused. The board is ours, since one that the owner of a box has corrected
    would be another than elsewhere.
    """
    if options or word:
        raise Refusal("same-everywhere")
    kit = games.find(game)
    settled = settle(kit.game.all_options(), {})
    return kit.game.set_table(list(seats), settled, kit.layout(None, settled))


def write_urns(urns: Iterable[SharedUrn]) -> bytes:
    """Return the message that tells a box of its urns, all of them each time; of too many the first ones that fit."""
    told = [asdict(urn) for urn in urns][:MOST]
    while len(said := _message(told)) > LARGEST:
        told.pop()
    return said


def _message(told: Sequence[Mapping[str, Any]]) -> bytes:
    return json.dumps({"version": VERSION, "urns": told}, ensure_ascii=False, separators=(",", ":")).encode()


def read_urns(data: bytes) -> list[SharedUrn]:
    """Return the urns in a hall's message; refuse one that is too large or unsound."""
    try:
        said = json.loads(data) if len(data) <= LARGEST else None
    except (ValueError, RecursionError):
        said = None
    match said:
        case {"version": 1, "urns": [*urns]} if len(urns) <= MOST:
            return [SharedUrn.read(one) for one in urns]
    raise Malformed("bad-shared-urn")


class UrnsOfBox:
    """The shared urns that a box was handed, in a file that nobody else can read.

    Any thread may ask, and any program: a box and a command that start a game at once play from an urn once.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._urns: dict[str, SharedUrn] = {}
        self._begun: set[str] = set()
        self._seen: tuple[int, ...] = ()
        """The stamp of the file as it was read last."""

    @classmethod
    def of(cls, ledger: Ledger) -> UrnsOfBox:
        """Return the urns that were handed to the box with these games."""
        return cls(ledger.folder / FILE)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other threads and programs out, and go by what was written last."""
        with self._lock, alone_in(self._path.parent):
            if (seen := self._version()) != self._seen:
                self._seen = seen
                self._urns, self._begun = self._load()
            yield

    def _version(self) -> tuple[int, ...]:
        try:
            found = self._path.stat()
        except OSError:
            return ()
        return found.st_ino, found.st_mtime_ns, found.st_size

    def _load(self) -> tuple[dict[str, SharedUrn], set[str]]:
        """Read the file; without a sound one there are no urns, and the hall hands out again what was not begun."""
        try:
            kept = json.loads(self._path.read_text("utf-8"))
            return {one["seal"]: SharedUrn.read(one) for one in kept["urns"]}, set(kept["begun"])
        except (OSError, ValueError, LookupError, TypeError, Refusal):
            return {}, set()

    def _keep(self, urns: dict[str, SharedUrn], begun: set[str]) -> None:
        """Write the urns down, and only then go by them; refuse if the card is full."""
        said = {"version": VERSION, "urns": [asdict(urn) for urn in urns.values()], "begun": sorted(begun)}
        try:
            write_whole(self._path, json.dumps(said, ensure_ascii=False))
        except OSError as error:
            raise NotSaved.because(error) from error
        with suppress(OSError):
            self._path.chmod(OURS_ALONE)
        self._urns, self._begun, self._seen = urns, begun, self._version()

    def take(self, told: Sequence[SharedUrn]) -> bool:
        """Take what the hall said: new urns come, those not begun may go. Return whether anything changed.

        An urn that comes without its secret is of use only if it is here, or opened; one that is here keeps its own.
        """
        with self._alone():
            known = {urn.seal: urn for urn in told if urn.secret or urn.opened or urn.seal in self._urns}
            kept = {seal: urn for seal, urn in self._urns.items() if seal in self._begun and not urn.opened}
            found = {
                seal: replace(urn, secret=self._secret_of(urn), opened=urn.opened or self._is_opened(seal))
                for seal, urn in (kept | known).items()
            }
            if found == self._urns:
                return False
            self._keep(found, self._begun & found.keys())
            return True

    def _secret_of(self, urn: SharedUrn) -> str:
        """Return the secret to keep: none once the game has it, or has no use for it."""
        if urn.seal in self._begun or urn.opened:
            return ""
        known = self._urns.get(urn.seal)
        return known.secret if known is not None and known.secret else urn.secret

    def _is_opened(self, seal: str) -> bool:
        return seal in self._urns and self._urns[seal].opened

    def waiting(self, kept: Iterable[Listed] = ()) -> list[SharedUrn]:
        """Return the urns that this table may still play from, also if a file was lost: none of the `kept` games'."""
        played = {game.seal for game in kept}
        with self._alone():
            return [urn for urn in self._urns.values() if urn.secret and urn.seal not in played]

    def play(self, beginning: Beginning, ledger: Ledger) -> Referee:
        """Begin a game from an urn that waits. It is played from once; if the game can't begin, it waits again."""
        self.begin(beginning.urn.commitment)
        try:
            return beginning.begin(ledger)
        except Refusal:
            self.put_back(beginning.urn)
            raise

    def begin(self, seal: str) -> SharedUrn:
        """Return an urn to play from, once: noted before the game begins, so that no power cut undoes it."""
        with self._alone():
            urn = self._urns.get(seal)
            if urn is None or not urn.secret:
                raise NotFound("no-shared-urn")
            self._keep(self._urns | {seal: replace(urn, secret="")}, self._begun | {seal})
            return urn

    def put_back(self, urn: Urn) -> None:
        """Have an urn wait again: no game could begin from it. On a full card that holds until a restart."""
        seal = urn.commitment
        with self._alone():
            known = self._urns.get(seal)
            if known is not None and seal in self._begun and not known.opened:
                urns, begun = self._urns | {seal: replace(known, secret=urn.secret.hex())}, self._begun - {seal}
                with suppress(NotSaved):
                    self._keep(urns, begun)
                self._urns, self._begun = urns, begun

    def opened(self) -> set[str]:
        """Return the seals of the urns whose tables are all done."""
        with self._alone():
            return {seal for seal, urn in self._urns.items() if urn.opened}

    def states(self, kept: Iterable[Listed]) -> dict[str, str]:
        """Return how this table is doing with each urn. A game that was deleted counts as being played.

        One that was brought back from a backup counts too, though its urn is not here any more.
        """
        shared = [game for game in kept if game.shared]
        over = {game.seal for game in shared if game.over}
        brought_back = {game.seal: OVER if game.over else PLAYING for game in shared if game.held}
        with self._alone():
            return brought_back | {seal: self._state(urn, over) for seal, urn in self._urns.items()}

    def _state(self, urn: SharedUrn, over: set[str]) -> str:
        if urn.opened:
            return OPENED
        if urn.seal not in self._begun:
            return WAITING
        return OVER if urn.seal in over else PLAYING


@dataclass(frozen=True)
class Shared:
    """An urn as a hall keeps it: which tables play from it, and how far that has come."""

    number: int
    at: int
    game: str
    players: int
    boxes: tuple[str, ...]
    seal: str
    secret: str
    """Empty once every box has it: then not even the hall can look up a draw."""
    stirred: tuple[str, ...] = ()
    handed_out: bool = False
    given_up: tuple[str, ...] = ()
    opened: bool = False

    @classmethod
    def from_line(cls, line: Mapping[str, Any]) -> Shared:
        """Return an urn as it was kept in JSON."""
        facts: dict[str, Any] = {key: tuple(fact) if isinstance(fact, list) else fact for key, fact in line.items()}
        return cls(**facts)

    @property
    def playing(self) -> tuple[str, ...]:
        """Return the tables that were not given up."""
        return tuple(box for box in self.boxes if box not in self.given_up)

    def for_box(self, box: str, *, has_it: bool) -> SharedUrn | None:
        """Return the message about this urn to a box; nothing before it is handed out, or if it need not play."""
        if not self.handed_out or box not in self.boxes or (box in self.given_up and not has_it):
            return None
        secret = "" if has_it or self.opened else self.secret
        return SharedUrn(self.game, self.players, self.seal, self.stirred, secret, self.opened)

    def is_everywhere(self, states: Mapping[str, Mapping[str, str]]) -> bool:
        """Return whether every box that plays from it has it, by what each says of its urns."""
        return self.handed_out and all(self.seal in states.get(box, {}) for box in self.playing)

    def unfinished(self, states: Mapping[str, Mapping[str, str]]) -> list[str]:
        """Return the tables that are not done, by what each box says of its urns."""
        return [box for box in self.playing if states.get(box, {}).get(self.seal) not in (OVER, OPENED)]
