"""Answers, corrections and receipts in words, for every face of the box."""

from __future__ import annotations

from companion.game import Correction, Game, Receipt
from companion.referee.entries import Corrected
from companion.words import Words
from companion.words.answers import answer_text

__all__ = ["answer_text", "corrected_text", "correction_label", "place_text", "receipt_text"]


def correction_label(words: Words, correction: Correction) -> str:
    """What would be set right, in the fewest words: its facts alone, worded as in its sentence."""
    sentence = words.template(f"correct.{correction.key}") or ""
    of = {name: vocabulary for _, name, vocabulary, _ in words.parse(sentence) if name and vocabulary}
    return " ".join(words.thing(of.get(name, name), fact) for name, fact in correction.facts.items())


def place_text(words: Words, correction: Correction) -> str:
    """What may be set right, by name: what it is, then whose or where."""
    kind = words(f"thing.{correction.key}")
    where = correction_label(words, correction)
    return f"{kind}, {where}" if where else kind


def corrected_text(words: Words, game: Game, entry: Corrected) -> tuple[str, str]:
    """What the table has set right, and to what; of a place that is no more, only what it was."""
    correction = game.corrections().get(entry.place)
    if correction is None:
        return words(f"thing.{entry.place.partition('.')[0]}"), words.thing("", entry.value)
    return place_text(words, correction), answer_text(words, correction.choice, entry.value)


def receipt_text(words: Words, receipt: Receipt, *, has_name: bool = True) -> str:
    """A receipt in words; without its name where that stands above it."""
    name = f"{words.thing('seat', receipt.seat)} " if has_name else ""
    reason = f"{words.receipt(receipt)}" + (f" ({receipt.rule})" if receipt.rule else "")
    return words.pair(f"{name}{receipt.amount:+d} {words(f'tally.{receipt.tally}', n=abs(receipt.amount))}", reason)
