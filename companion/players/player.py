"""A player: the same answer for the same view, question and chance, whatever the others hold."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from companion.players.advice import Advice, Adviser, Question, View
from companion.vocabulary import named

GENTLE, STEADY, SHARP = STRENGTHS = named("player", "gentle", "steady", "sharp")
RANDOM = "random"
"""Answers anything legal: what the others are measured by."""

SLIPS = {GENTLE: 2.5, STEADY: 1.0, SHARP: 0.0}
"""How far a player's eye is off, in its game's doubts. Set by tournaments, see PLAYERS.md."""


class Player:
    """Plays a seat with one of three strengths, all by the same advice.

    A sharp player takes the best answer. The others misjudge what each is worth, a steady one a little, a gentle
    one by much: so a great blunder is rare and a small slip common, as with people.
    """

    def __init__(self, adviser: Adviser | None, strength: str) -> None:
        self.adviser = adviser if strength != RANDOM else None
        self.strength = strength

    def answer(self, view: View, question: Question, chance: Random) -> Any:
        """Return the answer that this player gives."""
        weighed = self.weigh(view, question)
        if not weighed:
            return question.choice.sample(chance)
        slip = SLIPS[self.strength] * self.adviser.doubt if self.adviser else 0.0
        return max(weighed, key=lambda one: (one.worth + slip * chance.gauss(0, 1), chance.random())).answer

    def weigh(self, view: View, question: Question) -> Sequence[Advice]:
        """Return the answers that come into question, each with its worth; none where there is no advice."""
        if self.adviser is None:
            return ()
        return self.adviser.advise(view, question, self.adviser.numbers)
