"""Draws that are fair and can be verified.

The urn holds a secret of 32 bytes. Its SHA-256, the *commitment*, is shown before the first draw; then
the table stirs in words or keys of its own choosing. A draw is

    HMAC-SHA256(secret, SHA-256(what was stirred in) + id of the draw + "/" + attempt)

read as eight-byte numbers, the first that is below the largest multiple of the number of outcomes; its
remainder picks the outcome. The id names the draw, not the moment: undoing and playing on finds the
same result again. At the end the secret is shown and anyone can do the sum.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from companion.choices import Item

SECRET_LENGTH = 32
"""In bytes."""

_SPAN = 1 << 64
_BLOCK = 64
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
"""SHA-256's block and HMAC's two pads, as tables that turn a key's bytes into its padded ones (RFC 2104)."""


class Urn:
    """The source of chance of one game.

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

    def stir(self, word: str) -> None:
        """Mix in something that the box could not know when it committed itself."""
        self.stirred.append(word)
        self._settle()

    def _settle(self) -> None:
        """Begin the two hashes of an HMAC: the key and the mix are the same for every draw."""
        lengths_and_words = b"".join(
            len(word).to_bytes(4, "big") + word for word in (text.encode() for text in self.stirred)
        )
        key = self.secret if len(self.secret) <= _BLOCK else hashlib.sha256(self.secret).digest()
        key = key.ljust(_BLOCK, b"\0")
        self._inner = hashlib.sha256(key.translate(_INNER) + hashlib.sha256(lengths_and_words).digest())
        self._outer = hashlib.sha256(key.translate(_OUTER))

    def _hmac(self, message: bytes) -> bytes:
        inner = self._inner.copy()
        inner.update(message)
        outer = self._outer.copy()
        outer.update(inner.digest())
        return outer.digest()

    def draw(self, draw_id: str, outcomes: Sequence[Item]) -> Item:
        """The outcome of this draw: always the same for the same urn, id and outcomes."""
        fair = _SPAN - _SPAN % len(outcomes)
        attempt = 0
        while True:
            digest = self._hmac(f"{draw_id}/{attempt}".encode())
            for start in (0, 8, 16, 24):
                number = int.from_bytes(digest[start : start + 8], "big")
                if number < fair:
                    return outcomes[number % len(outcomes)]
            attempt += 1
