"""The reason for a player's answer, by the same judgement: what the answer is worth, and what else there was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.players.advice import Question, View
from companion.players.player import Player


@dataclass(frozen=True)
class Reason:
    """The worth of an answer to its seat, and the best of the others that came into question, if any.

    `unit` is what the game's worth is counted in. `thought` says that it was thought over further than that.
    """

    weighed: int
    worth: float
    other: Any
    other_worth: float
    unit: str
    thought: bool = False

    @property
    def is_against_judgement(self) -> bool:
        """Whether the judgement itself would have preferred another answer, by more than a hair."""
        return self.weighed > 1 and self.other_worth - self.worth > 0.005

    @property
    def is_slip(self) -> bool:
        """Whether the player overlooked the better answer, and did not think its way to another."""
        return self.is_against_judgement and not self.thought


def reason_for(player: Player, view: View, question: Question, answer: Any) -> Reason | None:
    """Return why a player gave an answer; none where the game has no advice on the question or on this answer."""
    weighed = player.weigh(view, question)
    chosen = next((one for one in weighed if one.answer == answer), None)
    if chosen is None:
        return None
    others = [one for one in weighed if one.answer != answer]
    best = max(others, key=lambda one: one.worth, default=chosen)
    unit = player.adviser.unit if player.adviser else ""
    return Reason(len(weighed), chosen.worth, best.answer, best.worth, unit, player.thinks_about(question))
