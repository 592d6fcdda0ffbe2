"""Answers and receipts in words, for every face of the box."""

from __future__ import annotations

from typing import Any

from companion.choices import Choice, Pick, Several, Sheet
from companion.game import Receipt
from companion.words import Words


def answer_text(words: Words, choice: Choice, value: Any) -> str:
    """An answer in words."""
    if isinstance(choice, Sheet):
        rows = []
        for row, cells in value.items():
            inside = ", ".join(answer_text(words, choice.rows[row][column], cell) for column, cell in cells.items())
            rows.append(f"{words.thing(choice.of, row)} {inside}")
        return "; ".join(rows)
    if isinstance(choice, Pick | Several):
        return words.thing(choice.of, value)
    return words.thing("", value)


def receipt_text(words: Words, receipt: Receipt) -> str:
    name = words.thing("seat", receipt.seat)
    reason = f"{words.receipt(receipt)}" + (f" ({receipt.rule})" if receipt.rule else "")
    return words.pair(f"{name} {receipt.amount:+d} {words(f'tally.{receipt.tally}')}", reason)
