"""What a person typed, read with forgiveness."""

from __future__ import annotations

import unicodedata

LONGEST = 40
"""No question is about a number with more digits: of a longer one, the first tell enough to refuse it."""


def read_number(text: str) -> int | str:
    """A whole number, or the text as it is.

    >>> read_number(" 12 "), read_number("-3"), read_number("\N{MINUS SIGN}3"), read_number("x")
    (12, -3, -3, 'x')
    """
    short = text.strip().replace("\N{MINUS SIGN}", "-")
    digits = short.removeprefix("-")
    if not digits.isdecimal():
        return text
    number = int(digits.lstrip("0")[:LONGEST] or "0")
    return -number if short.startswith("-") else number


def folded(text: str) -> str:
    """A text without what a hurried hand leaves out: capitals, accents, typographic signs, spaces too many.

    >>> folded("  Perché\N{NO-BREAK SPACE}l\N{RIGHT SINGLE QUOTATION MARK}Arsenale ") == folded("perche l'arsenale")
    True
    """
    parts = unicodedata.normalize("NFKD", text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    return " ".join("".join(part for part in parts if not unicodedata.combining(part)).casefold().split())
