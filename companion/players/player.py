"""A player: the same answer for the same view, question and chance, whatever the others hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from companion.players.advice import Advice, Adviser, Question, View, in_parts
from companion.players.search import Thought, Worlds, always
from companion.vocabulary import named

GENTLE, STEADY, SHARP = STRENGTHS = named("player", "gentle", "steady", "sharp")
RANDOM = "random"
"""Answers anything legal: what the others are measured by."""

SLIPS = {GENTLE: 1.5, STEADY: 1.0, SHARP: 0.0}
"""The spread of a player's misjudgement, in its game's doubts. Set by tournaments, see PLAYERS.md."""

RIVALS = "rivals"
"""The number of a game's table by which it weighs what the others lose, where it does."""


_WITH_BUDGET = re.compile(rf"{SHARP}:([1-9]\d{{0,2}})")


class Player:
    """Plays a seat with one of three strengths, all by the same advice.

    A sharp player takes the best answer; with a budget of `playouts` it thinks further before it does. A steady one
    misjudges a little what each is worth: so a great blunder is rare and a small slip common, as with people. A
    gentle one plays for fun, by a table of its own: it likes what is big and a place of its own, looks at nobody else
    and not at the end. It slips more, but never hurts anyone for nothing.
    """

    def __init__(self, adviser: Adviser | None, strength: str, playouts: int = 0) -> None:
        self.adviser = adviser if strength != RANDOM else None
        self.strength = strength
        self.playouts = playouts if strength == SHARP else 0

    @classmethod
    def named(cls, name: str, adviser: Adviser | None) -> Player | None:
        """Return the player of this name: a strength, `random`, or a sharp one with its budget, `sharp:40`.

        >>> player = Player.named("sharp:40", None)
        >>> player.name, player.playouts, Player.named("steady:40", None)
        ('sharp:40', 40, None)
        """
        if name in (*STRENGTHS, RANDOM):
            return cls(adviser, name)
        found = _WITH_BUDGET.fullmatch(name)
        return cls(adviser, SHARP, int(found[1])) if found else None

    @property
    def name(self) -> str:
        """The strength, and the budget if there is one: `sharp:40`."""
        return f"{self.strength}:{self.playouts}" if self.playouts else self.strength

    def thinks_about(self, question: Question) -> bool:
        """Return whether this player tries answers out, for which it needs worlds that fit what its seat has seen."""
        search = self.adviser.search if self.adviser else None
        return self.playouts > 0 and search is not None and question.key in search.questions

    def answer(
        self,
        view: View,
        question: Question,
        chance: Random,
        worlds: Worlds | None = None,
        is_wanted: Callable[[], bool] = always,
    ) -> Any:
        """Return the answer that this player gives, by judgement alone if it is given no worlds.

        A long thought ends with `Abandoned` once the answer is no longer wanted.
        """
        weighed = self.weigh(view, question)
        if not weighed:
            return question.choice.sample(chance)
        if worlds is not None and self.adviser and self.adviser.search:
            thought = Thought(self.adviser, self.adviser.search, worlds, chance, is_wanted)
            return thought.best_of(weighed, self.playouts)
        if self.strength == GENTLE:
            weighed = self.without_spite(view, question, weighed)
        slip = SLIPS[self.strength] * self.adviser.doubt if self.adviser else 0.0
        return max(weighed, key=lambda one: (in_parts(one.worth + slip * chance.gauss(0, 1)), chance.random())).answer

    def weigh(self, view: View, question: Question) -> Sequence[Advice]:
        """Return the answers that come into question, each with its worth; none where there is no advice."""
        return self.adviser.advise(view, question, self.numbers) if self.adviser else ()

    @property
    def numbers(self) -> Any:
        """The table of numbers by which this player judges."""
        adviser = self.adviser
        if adviser is None:
            return None
        return adviser.gentle if self.strength == GENTLE and adviser.gentle else adviser.numbers

    def without_spite(self, view: View, question: Question, weighed: Sequence[Advice]) -> Sequence[Advice]:
        """Leave out answers that cost others something, where one that does not serves this seat as well.

        They were weighed by a table that is blind to the others.
        """
        if self.adviser is None or not hasattr(self.numbers, RIVALS) or len(weighed) < 2:
            return weighed
        seeing = self.adviser.advise(view, question, self.numbers._replace(**{RIVALS: 1.0}))
        if [one.answer for one in seeing] != [one.answer for one in weighed]:  # plans that were made by each table
            return weighed
        hurts = [
            in_parts(with_them.worth) > in_parts(one.worth) for with_them, one in zip(seeing, weighed, strict=True)
        ]
        harmless = [in_parts(one.worth) for one, hurt in zip(weighed, hurts, strict=True) if not hurt]
        best = max(harmless, default=None)
        return [
            one
            for one, hurt in zip(weighed, hurts, strict=True)
            if not hurt or best is None or in_parts(one.worth) > best
        ]
