"""Answers and receipts in words, for every face of the box."""

from __future__ import annotations

from typing import Any

from companion.choices import Choice, Pick, Several, Sheet, Spread
from companion.game import Correction, Receipt
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
        return words.thing(choice.of, value) or "–"
    if isinstance(choice, Spread):
        return words.thing(choice.of, {place: number for place, number in value.items() if number}) or "–"
    return words.thing("", value)


def correction_label(words: Words, correction: Correction) -> str:
    """What would be set right, in the fewest words: its facts alone, worded as in its sentence."""
    sentence = words.template(f"correct.{correction.key}") or ""
    of = {name: vocabulary for _, name, vocabulary, _ in words.parse(sentence) if name and vocabulary}
    return " ".join(words.thing(of.get(name, name), fact) for name, fact in correction.facts.items())


def receipt_text(words: Words, receipt: Receipt) -> str:
    name = words.thing("seat", receipt.seat)
    reason = f"{words.receipt(receipt)}" + (f" ({receipt.rule})" if receipt.rule else "")
    return words.pair(f"{name} {receipt.amount:+d} {words(f'tally.{receipt.tally}')}", reason)
