"""Fingerprints that the box shows and players note, so that nobody can pass off another game as theirs.

The *first seal* is the SHA-256 of the urn's secret: it is shown before anyone stirs. The *second seal* is the SHA-256
of the table, the first seal and all that was stirred, shown before the first draw. The *end* is the SHA-256 of the
whole record. People read a seal as six short words, which stand for its first 72 bits.
"""

from __future__ import annotations

import hashlib
import json
import string
from collections.abc import Mapping
from functools import cache
from typing import Any

from companion.game import Game, Table
from companion.referee.urn import Urn
from companion.refusal import Malformed, quoted

CONSONANTS = "bdfgklmnprstv"
"""Letters that are spelled and said much alike in all our languages."""
VOWELS = "aeiou"
RUDE = """
    bite dago dike dope figa fika fuka kike kulo lube nega negi nego nude paki pede pedo pene puke puta pute puto rape
    sega sego suka teta
"""
"""Words that nobody should have to read aloud."""

WORDS = 4096
BITS = 12
"""The bits that a word stands for."""
SHOWN = 6
"""Words of a seal that are shown."""
DIGITS = SHOWN * BITS // 4
"""Hexadecimal digits that the words of a seal stand for."""

SEALED = ("commitment", "game", "layout", "options", "seats", "stirred")
"""The facts that the second seal binds, as a record's header names them."""


def facts_before_play(kind: type[Game], table: Table, urn: Urn) -> dict[str, Any]:
    """Return all that was agreed before the first draw; the secret is not among it."""
    return {
        "game": kind.name,
        "seats": [seat.to_json() for seat in table.seats],
        "options": dict(table.options),
        "layout": table.layout.to_json(),
        "commitment": urn.commitment,
        "stirred": list(urn.stirred),
    }


def second_seal(facts: Mapping[str, Any]) -> str:
    """Return the seal over the table, the first seal and what was stirred.

    Anyone can compute it from a record.
    """
    return seal_over({key: facts[key] for key in SEALED})


def seal_over(facts: Mapping[str, Any]) -> str:
    """Return the seal over facts: of their JSON with sorted keys and without spaces."""
    text = json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def word_list() -> tuple[str, ...]:
    """Return the words of seals: pairs of different syllables in the order of the alphabet, without the rude ones."""
    syllables = [consonant + vowel for consonant in CONSONANTS for vowel in VOWELS]
    pairs = (first + second for first in syllables for second in syllables if first != second)
    return tuple(word for word in pairs if word not in RUDE.split())[:WORDS]


def seal_words(digest: str) -> str:
    """Return a seal as people read it.

    >>> seal_words("000001002003004fff")
    'babe babi babo babu bada vule'
    """
    step = BITS // 4
    return " ".join(word_list()[int(digest[start : start + step], 16)] for start in range(0, DIGITS, step))


def seal_digits(noted: str) -> str:
    """Return the hexadecimal digits that a noted seal stands for: six words, or at least as many digits.

    >>> seal_digits("Babe babi babo  babu bada vule")
    '000001002003004fff'
    """
    words = noted.lower().split()
    places = {word: place for place, word in enumerate(word_list())}
    if len(words) == SHOWN and all(word in places for word in words):
        return "".join(f"{places[word]:03x}" for word in words)
    digits = "".join(words)
    if DIGITS <= len(digits) <= 64 and set(digits) <= set(string.hexdigits):
        return digits
    raise Malformed("not-a-seal", value=quoted(noted))


def fits(noted: str, digest: str) -> bool:
    """Return whether a seal, as a player noted it in words or digits, is the one with this digest."""
    return digest.startswith(seal_digits(noted))
