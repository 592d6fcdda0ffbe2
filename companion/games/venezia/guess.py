"""Venezia: guess the plans that others have made, as far as they have not been turned up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.choices import Spread
from companion.games.venezia.rules.pieces import FEINT, NONE, ZONES
from companion.players.knowledge import HIDDEN, Act, Guessing, Knowledge, Unfit
from companion.steps import Decision

TRIES = 60
"""Ways to lay the numbers on the cards that are tried; there are six at most."""

Told = Mapping[str, Mapping[str, Any]]
"""The facts that were told of one player in this round, by the key of the telling."""


def openly(acts: Sequence[Act], index: int) -> Any:
    """Return nothing: a card is told when it is turned up, and one without pigeons never is."""
    return HIDDEN


class Guess:
    """A guess at the others' plates."""

    def __init__(self, knowledge: Knowledge, rng: Random) -> None:
        self.knowledge = knowledge
        self.rng = rng
        self.numbers: dict[int, dict[str, int]] = {}
        """The pigeons on each player's zone cards, as guessed."""

    def answer(self, decision: Decision, heard: int) -> Any:
        told = self.knowledge.told[heard:]
        end = next((at for at, (key, *_) in enumerate(told) if key == "round"), len(told))
        phase = "over" if end < len(told) else str(self.knowledge.view["phase"])
        of_seat = {key: facts for key, _, facts in reversed(told[:end]) if facts.get("seat") == decision.seat}
        guesses = {
            "action": self.action,
            "first": self.first,
            "zones": self.zones,
            "spread": self.spread,
            "feint": self.feint,
        }
        return guesses[decision.key](decision, of_seat, phase)

    def action(self, decision: Decision, told: Told, phase: str) -> Any:
        for key in ("plays", "takes-back"):
            if key in told:
                return told[key]["action"]
        return NONE if phase in ("zones", "count", "over") else decision.choice.sample(self.rng)

    def first(self, decision: Decision, told: Told, phase: str) -> Any:
        return told["reveals"]["zone"] if "reveals" in told else decision.choice.sample(self.rng)

    def zones(self, decision: Decision, told: Told, phase: str) -> Any:
        flown = list(told["settled"]["flown"]) if "settled" in told else []
        others = [zone for zone in ZONES if zone not in flown]
        return [*flown, *self.rng.sample(others, 3 - len(flown))]

    def spread(self, decision: Decision, told: Told, phase: str) -> Any:
        assert isinstance(decision.choice, Spread)
        first, *zones = decision.choice.most
        if "planned" not in told:
            return decision.choice.sample(self.rng) if phase == "planning" else {}
        flown = told["settled"]["flown"] if "settled" in told else None
        numbers = [*told["planned"]["numbers"]]
        for _ in range(TRIES):
            self.rng.shuffle(numbers)
            guess = dict(zip(zones, numbers, strict=True))
            added = [0] if flown is None else [flown.get(zone, 0) - number for zone, number in guess.items()]
            if min(added) >= 0 and (first == FEINT or not any(added)):
                self.numbers[decision.seat] = guess
                return {first: told["planned"]["n"], **guess}
        raise Unfit(decision.id)

    def feint(self, decision: Decision, told: Told, phase: str) -> Any:
        before = self.numbers[decision.seat]
        if "settled" in told:
            flown = told["settled"]["flown"]
            return {zone: flown.get(zone, 0) - number for zone, number in before.items()}
        if "feinted" not in told:
            return decision.choice.sample(self.rng)
        after = [*told["feinted"]["numbers"]]
        for _ in range(TRIES):
            self.rng.shuffle(after)
            added = {zone: number - before[zone] for zone, number in zip(before, after, strict=True)}
            if min(added.values()) >= 0:
                return added
        raise Unfit(decision.id)


GUESSING = Guessing(openly, Guess)
