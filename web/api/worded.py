"""A view as the API sends it: data, and beside every question, option, telling and receipt what it says in words.

So a client needs none of our dictionaries, and can still tell things apart by their keys.
"""

from __future__ import annotations

from typing import Any

from companion.choices import Choice, Pick, Several, Sheet, Spread
from companion.game import Outcome
from companion.referee.consent import Proposal
from companion.referee.views import SeatView
from companion.words import Words
from companion.words.answers import receipt_text, step_text

Json = dict[str, Any]


def worded_view(seen: SeatView, words: Words) -> Json:
    """Return a view with its words."""
    asked = {decision.seat: decision for decision in seen.asked}
    view = {**seen.to_json(), "boxed": {str(seat): strength for seat, strength in seen.boxed.items()}}
    for question in view["asked"]:
        decision = asked.get(question["seat"])
        if decision is not None:
            question["text"] = words.ask(decision)
            question["brief"] = words.brief(decision)
            question["why"] = words(decision.rule) if decision.rule else ""
            question["choice"] = worded_choice(decision.choice, words)
    for said, tell in zip(view["tells"], seen.tells, strict=True):
        said["text"] = words.tell(tell)
    view["receipts"] = [
        {**receipt.to_json(), "text": receipt_text(words, receipt, has_name=False)} for receipt in seen.receipts
    ]
    view["ending"] = _ending(seen.outcome, words)
    view["taken_back"] = [step_text(words, entry) for entry in seen.taken_back]
    view["may_redo"] = seen.may_redo
    return view


def worded_choice(choice: Choice, words: Words) -> Json:
    """Return a choice with the words of its options, places, rows or columns."""
    described = choice.to_json()
    if isinstance(choice, Sheet):
        columns = dict.fromkeys(column for cells in choice.rows.values() for column in cells)
        described["texts"] = {row: words.thing(choice.of, row) for row in choice.rows}
        described["columns"] = {column: words.column(column) for column in columns}
        described["rows"] = {
            row: {column: worded_choice(cell, words) for column, cell in cells.items()}
            for row, cells in choice.rows.items()
        }
        return described
    described["texts"] = {str(item): words.thing(described["of"], item) for item in _items(choice)}
    if isinstance(choice, Pick):
        for (_, refused), refusal in zip(described["barred"], choice.barred.values(), strict=True):
            refused["text"] = words.refusal(refusal)
    return described


def _items(choice: Choice) -> list[Any]:
    """Return whatever a choice offers that has a name."""
    if isinstance(choice, Pick):
        return [*choice.options, *choice.barred]
    if isinstance(choice, Several):
        return list(dict.fromkeys(choice.items))
    return list(choice.most) if isinstance(choice, Spread) else []


def _ending(outcome: Outcome | None, words: Words) -> str:
    """Return why a game that is over ended as it did; empty while it goes on."""
    return words(outcome.rule) if outcome is not None and outcome.rule else ""


def worded_proposal(proposal: Proposal | None, words: Words) -> Json | None:
    """Return what somebody would like to take back, and whose word is still wanted."""
    if proposal is None:
        return None
    return {
        "by": proposal.by,
        "text": step_text(words, proposal.touched),
        "missing": proposal.missing,
        "entries": proposal.entries,
    }
