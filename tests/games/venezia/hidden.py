"""Venezia's secrets: each part of a plan until it is revealed (VEZ.P1, P2, Z1, X1, X5)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.games.venezia.game import Venezia
from companion.games.venezia.rules.pieces import ZONES
from companion.referee import Referee
from companion.referee.entries import Answer
from tests.twins import Change, sealed

MODES: list[tuple[int, dict[str, str]]] = [(2, {"piazza": "counted"}), (4, {})]
SECRETIVE = ("plates",)


def hidden(judge: Referee, rng: Random) -> Iterator[Change]:
    yield from sealed(judge, rng)
    now = judge.game.round
    for seat in judge.game.seats if now else ():
        for number in range(max(1, now - 1), now + 1):
            secrets = Secrets(judge, seat, number)
            fresh = secrets.other(rng) if secrets.answers else {}
            if any(value != secrets.value(key) for key, value in fresh.items()):
                yield Change(seat, {secrets.answers[key]: value for key, value in fresh.items()})


class Secrets:
    """One seat's plan for one round as answered so far, and which parts of it are still hidden."""

    def __init__(self, judge: Referee, seat: int, number: int) -> None:
        game = judge.game
        assert isinstance(game, Venezia)
        self.judge, self.game, self.seat = judge, game, seat
        self.answers = {
            entry.question.partition("@")[0]: index
            for index, entry in enumerate(judge.entries)
            if isinstance(entry, Answer)
            and entry.secret
            and entry.seat == seat
            and entry.question.partition("@")[2] == str(number)
        }
        self.now = number == game.round_number
        self.sealed = any(index >= judge.run.sealed_from for index in self.answers.values())

    def value(self, key: str) -> Any:
        entry = self.judge.entries[self.answers[key]]
        assert isinstance(entry, Answer)
        return entry.value

    def other(self, rng: Random) -> dict[str, Any]:
        """Return other values for the hidden parts; of numbers, only which card they lie on, unless all is sealed."""
        fresh: dict[str, Any] = {}
        if "action" in self.answers and self.now and (self.sealed or self.game.phase == "piazza"):
            entry = self.judge.entries[self.answers["action"]]
            assert isinstance(entry, Answer)
            assert entry.decision is not None
            fresh["action"] = entry.decision.choice.sample(rng)
        if "first" in self.answers and self.is_first_hidden():
            fresh["first"] = rng.choice(["piazza", "feint"])
        if "zones" in self.answers:
            fresh |= self.other_zones(rng, fresh.get("first") or self.value("first"))
        return fresh

    def is_first_hidden(self) -> bool:
        """VEZ.Z1: hidden until it is turned up; an empty one never is."""
        if self.sealed:
            return True
        if "spread" not in self.answers or self.value("spread")[self.value("first")] == 0:
            return True
        revealed = any(tell.key == "reveals" and tell.facts["seat"] == self.seat for tell in self.told_this_round())
        return self.now and not revealed

    def told_this_round(self) -> list[Any]:
        tells = self.game.tells
        start = max(index for index, tell in enumerate(tells) if tell.key == "round")
        return tells[start:]

    def other_zones(self, rng: Random, first: str) -> dict[str, Any]:
        """VEZ.X5: other zone cards under the same numbers; once revealed, only where no pigeon lies."""
        old = self.value("zones")
        numbers = self.value("spread") if "spread" in self.answers else dict.fromkeys(old, 0)
        more = self.value("feint") if "feint" in self.answers else dict.fromkeys(old, 0)
        shown = [] if self.now and self.game.phase != "count" else [z for z in old if numbers[z] + more[z]]
        free = [zone for zone in ZONES if zone not in shown]
        renamed = dict(
            zip([zone for zone in old if zone not in shown], rng.sample(free, 3 - len(shown)), strict=True)
        )
        renamed |= {zone: zone for zone in shown}
        fresh: dict[str, Any] = {"zones": list(renamed.values())}
        if "spread" in self.answers:
            fresh["spread"] = {first: numbers[self.value("first")]}
            fresh["spread"] |= {renamed[zone]: numbers[zone] for zone in old}
        if "feint" in self.answers:
            fresh["feint"] = {renamed[zone]: more[zone] for zone in old}
        return fresh
