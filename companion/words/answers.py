"""Answers in words, for the box, the terminal and the pages."""

from __future__ import annotations

from typing import Any

from companion.choices import Choice, Pick, Several, Sheet, Spread
from companion.words import Words


def answer_text(words: Words, choice: Choice, value: Any) -> str:
    """Put an answer into words."""
    if isinstance(choice, Sheet):
        rows = []
        for row, cells in value.items():
            inside = ", ".join(answer_text(words, choice.rows[row][column], cell) for column, cell in cells.items())
            rows.append(f"{words.thing(choice.of, row)} {inside}")
        return "; ".join(rows)
    if isinstance(choice, Pick | Several):
        return words.thing(choice.of, value) or "–"
    if isinstance(choice, Spread):
        return words.thing(choice.of, {place: number for place, number in value.items() if number}) or "–"
    return words.thing("", value)
