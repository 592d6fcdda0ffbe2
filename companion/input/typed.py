"""Reading leniently what a person typed."""

from __future__ import annotations

import unicodedata

LONGEST = 40
"""The most digits read of a number. No answer has as many, so these are enough to refuse it."""


def read_number(text: str) -> int | str:
    """Return a whole number, or the text unchanged if it is not one.

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
    """Drop what people leave out in a hurry: capitals, accents, typographic signs, extra spaces.

    >>> folded("  Perché\N{NO-BREAK SPACE}l\N{RIGHT SINGLE QUOTATION MARK}Arsenale ") == folded("perche l'arsenale")
    True
    """
    parts = unicodedata.normalize("NFKD", text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    return " ".join("".join(part for part in parts if not unicodedata.combining(part)).casefold().split())
