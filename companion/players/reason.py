"""Why a player answered as it did, by the same judgement: what its answer is worth, and what else there was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.players.advice import Adviser, Question, View


@dataclass(frozen=True)
class Reason:
    """What an answer is worth to its seat, and the best of the others that came into question, if any.

    `unit` is what the game's worth is counted in.
    """

    weighed: int
    worth: float
    other: Any
    other_worth: float
    unit: str

    @property
    def is_slip(self) -> bool:
        """Whether the judgement itself would have preferred another answer, by more than a hair."""
        return self.weighed > 1 and self.other_worth - self.worth > 0.005


def reason_for(adviser: Adviser, view: View, question: Question, answer: Any) -> Reason | None:
    """Return why an answer was given; none where the game has no advice on the question, or none on this answer."""
    weighed = adviser.advise(view, question, adviser.numbers)
    chosen = next((one for one in weighed if one.answer == answer), None)
    if chosen is None:
        return None
    others = [one for one in weighed if one.answer != answer]
    best = max(others, key=lambda one: one.worth, default=chosen)
    return Reason(len(weighed), chosen.worth, best.answer, best.worth, adviser.unit)
