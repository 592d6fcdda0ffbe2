"""Doge: guess the ballots that lie face down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from companion.choices import Several
from companion.players.knowledge import HIDDEN, Act, Guessing, Knowledge, Told, Unfit
from companion.steps import Decision

COUNTED = ("wins", "tied", "nobody")


def openly(acts: Sequence[Act], index: int) -> Any:
    """Return nothing: areas and numbers of ballots are told lap by lap, and their values when they are counted."""
    return HIDDEN


class Guess:
    """A guess at what the others have laid."""

    def __init__(self, knowledge: Knowledge, rng: Random) -> None:
        self.knowledge = knowledge
        self.rng = rng

    def answer(self, decision: Decision, heard: int) -> Any:
        ahead = this_year(self.knowledge.told[heard:])
        laying = [facts for key, _, facts in ahead if key == "laid" and facts["seat"] == decision.seat]
        if not laying:
            return decision.choice.sample(self.rng)
        laid = laying[0]
        if decision.key == "area":
            return laid["area"]
        turned = {
            facts["area"]: facts["ballots"][decision.seat]
            for key, _, facts in ahead
            if key in COUNTED and decision.seat in facts["ballots"]
        }
        if laid["area"] in turned:
            return list(turned[laid["area"]])
        assert isinstance(decision.choice, Several)
        seen_later = Counter(value for later in laying for value in turned.get(later["area"], ()))
        hand = list((Counter(decision.choice.items) - seen_later).elements())
        if len(hand) < laid["n"]:
            raise Unfit(decision.id)
        return self.rng.sample(hand, laid["n"])


def this_year(told: Sequence[Told]) -> Sequence[Told]:
    """Return the tellings before the next year begins."""
    years = (at for at, (key, *_) in enumerate(told) if key == "year")
    return told[: next(years, len(told))]


GUESSING = Guessing(openly, Guess)
