"""Answers, corrections and receipts in words, for every face and for the pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.choices import Choice, Pick, Several, Sheet, Spread
from companion.game import Correction, Game, Receipt
from companion.players import Reason
from companion.referee.automatic import Explained
from companion.referee.entries import Answer, Corrected, Drawn, Entry
from companion.steps import TABLE, Decision
from companion.teaching.practice import Hint
from companion.words import Words


def answer_text(words: Words, choice: Choice, value: Any) -> str:
    """Return an answer in words."""
    if isinstance(choice, Sheet):
        rows = []
        for row, cells in value.items():
            inside = ", ".join(answer_text(words, choice.rows[row][column], cell) for column, cell in cells.items())
            rows.append(f"{words.thing(choice.of, row)} {inside}")
        return words.joined(rows)
    if isinstance(choice, Pick | Several):
        return words.thing(choice.of, value) or "–"
    if isinstance(choice, Spread):
        return words.thing(choice.of, {place: number for place, number in value.items() if number}) or "–"
    return words.thing("", value)


def correction_label(words: Words, correction: Correction) -> str:
    """Return what a correction is about in the fewest words: its facts alone, worded as in its sentence."""
    sentence = words.template(f"correct.{correction.key}") or ""
    of = {name: vocabulary for _, name, vocabulary, _ in words.parse(sentence) if name and vocabulary}
    return " ".join(words.thing(of.get(name, name), fact) for name, fact in correction.facts.items())


def place_text(words: Words, correction: Correction) -> str:
    """Return what a correction is about by name: what it is, then whose or where."""
    kind = words(f"thing.{correction.key}")
    where = correction_label(words, correction)
    return f"{kind}, {where}" if where else kind


def corrected_text(words: Words, game: Game, entry: Corrected) -> tuple[str, str]:
    """Return what the table corrected, and its new value; for a place that no longer exists, only its kind."""
    correction = game.all_corrections().get(entry.place)
    if correction is None:
        return words(f"thing.{entry.place.partition('.')[0]}"), words.thing("", entry.value)
    return place_text(words, correction), answer_text(words, correction.choice, entry.value)


def step_text(words: Words, entry: Entry) -> str:
    """Return what an entry was, without its value: who answered what. Of a secret only whose it was."""
    if not isinstance(entry, Answer):
        return words("step.corrected")
    name = words.thing("seat", entry.seat)
    if entry.secret or entry.decision is None:
        return f"{name}, {words('step.sealed')}"
    asked = _asked(words, entry.decision)
    return asked if entry.seat == TABLE else f"{name}, {asked}"


def _asked(words: Words, decision: Decision) -> str:
    """Return a question in brief as it stands within a sentence: without its marks."""
    return words.brief(decision).strip("¿? \u00a0\u202f")


def reason_text(words: Words, explained: Explained) -> str:
    """Return why the box answered as it did: what that is worth, and what else there was."""
    decision = explained.answer.decision
    assert decision is not None
    return _reason_text(words, decision, explained.answer.value, explained.reason)


def hint_text(words: Words, hint: Hint) -> str:
    """Return what a player of the box would answer, and why."""
    said = words("teach.hint", answer=answer_text(words, hint.decision.choice, hint.answer))
    why = _reason_text(words, hint.decision, hint.answer, hint.reason) if hint.reason is not None else ""
    return f"{said} {why}".rstrip()


def _reason_text(words: Words, decision: Decision, answer: Any, reason: Reason) -> str:
    choice = decision.choice
    facts = {
        "seat": decision.seat,
        "what": _asked(words, decision),
        "answer": answer_text(words, choice, answer),
        "worth": words.decimal(reason.worth),
        "unit": reason.unit,
    }
    if reason.weighed == 1:
        return _with_grounds(words, words("reason.only", **facts), reason)
    other = {"other": answer_text(words, choice, reason.other), "other_worth": words.decimal(reason.other_worth)}
    if reason.is_against_judgement and reason.thought:
        return words("reason.thought", **facts, **other)
    if reason.is_slip:
        return words("reason.slip", **facts, **other)
    if reason.worth < 0:  # a price that is still to pay says little, by how much it is lower says more
        lead = words.decimal(reason.worth - reason.other_worth)
        return _with_grounds(words, words("reason.better", lead=lead, **facts, **other), reason)
    return _with_grounds(words, words("reason.best", **facts, **other), reason)


def _with_grounds(words: Words, text: str, reason: Reason) -> str:
    """Add what speaks for an answer, if it can be told in a few words."""
    why = words.joined([words(f"because.{ground.name}", **ground.facts) for ground in reason.grounds])
    return words("reason.why", text=text, why=why) if why else text


def changed_draws_text(words: Words, draws: Sequence[Drawn]) -> str:
    """Return how many draws an amendment would change, without a word on what would be drawn; empty if none."""
    return words("step.changes-draws", n=len(draws)) if draws else ""


def receipt_text(words: Words, receipt: Receipt, *, has_name: bool = True) -> str:
    """Return a receipt in words, without the player's name if that stands above it."""
    name = f"{words.thing('seat', receipt.seat)} " if has_name else ""
    reason = f"{words.receipt(receipt)}" + (f" ({receipt.rule})" if receipt.rule else "")
    return words.pair(f"{name}{receipt.amount:+d} {words(f'tally.{receipt.tally}', n=abs(receipt.amount))}", reason)
