"""Draws that are fair and can be verified.

The urn holds a secret of 32 bytes. Its SHA-256, the *commitment* or first seal, is shown before anything else; then
every player stirs in a word or a key of their own choosing, and the second seal (`companion.referee.seals`) binds
what was stirred. A draw is

    HMAC-SHA256(secret, SHA-256(what was stirred in) + id of the draw + "/" + attempt)

read as eight-byte numbers. The first one below the largest multiple of the number of outcomes counts; its
remainder picks the outcome. The id names the draw, not the moment, so that undoing and playing on gives the
same result again. At the end the secret is shown, and anyone can recompute every draw.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct
import time
from collections.abc import Sequence

from companion.choices import Item

SECRET_LENGTH = 32
"""In bytes."""

_SPAN = 1 << 64
_NUMBERS = struct.Struct(">4Q").unpack
_BLOCK = 64
"""The block of SHA-256, in bytes, to which HMAC fills its key up."""


def moment() -> str:
    """Return four digits of the clock, for a player who stirs without choosing a word or a key."""
    return f"{time.perf_counter_ns() % 10_000:04}"


class Urn:
    """The source of chance in one game.

    >>> urn = Urn(bytes(32), ["a word from Anna"])
    >>> urn.draw("order@1.1", ["castello", "quarantia"])
    'quarantia'
    """

    def __init__(self, secret: bytes, stirred: Sequence[str] = ()) -> None:
        self.secret = secret
        self.stirred = list(stirred)
        self._settle()

    @classmethod
    def fresh(cls) -> Urn:
        return cls(secrets.token_bytes(SECRET_LENGTH))

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.secret).hexdigest()

    @property
    def mark(self) -> str:
        """Return another fingerprint of the secret, which the commitment does not tell.

        A club calls a game by it: whoever has only seen the seal can't speak of the game.
        """
        return hmac.new(self.secret, b"club", hashlib.sha256).hexdigest()

    @property
    def mixed(self) -> bytes:
        """Return the SHA-256 of what was stirred in, with the length of each word before it."""
        words = [word.encode() for word in self.stirred]
        return hashlib.sha256(b"".join(len(word).to_bytes(4, "big") + word for word in words)).digest()

    def stir(self, word: str) -> None:
        """Mix in something that the box could not know when it committed itself."""
        self.stirred.append(word)
        self._settle()

    def _settle(self) -> None:
        """Prepare the HMAC: its key and the beginning of its message are the same for every draw.

        Its two hashes are begun here as RFC 2104 says: copying them costs half of what copying an `hmac` object does.
        """
        key = self.secret if len(self.secret) <= _BLOCK else hashlib.sha256(self.secret).digest()
        key = key.ljust(_BLOCK, b"\0")
        self._inner = hashlib.sha256(key.translate(hmac.trans_36) + self.mixed)
        self._outer = hashlib.sha256(key.translate(hmac.trans_5C))

    def _hmac(self, message: bytes) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()

    def draw(self, draw_id: str, outcomes: Sequence[Item]) -> Item:
        """Return the outcome of this draw, always the same for the same urn, id and outcomes."""
        fair = _SPAN - _SPAN % len(outcomes)
        attempt = 0
        while True:
            numbers: tuple[int, ...] = _NUMBERS(self._hmac(f"{draw_id}/{attempt}".encode()))
            for number in numbers:
                if number < fair:
                    return outcomes[number % len(outcomes)]
            attempt += 1
