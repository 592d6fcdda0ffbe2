"""Players for audited games, random or with habits that provoke rare situations; and positions to start from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from companion.choices import Sheet
from companion.referee import Referee
from companion.steps import Decision
from tests.games.venezia.naive import CELLS, DISTRICTS, ZONES
from tests.games.venezia.piazza import spot


class Player:
    """Answers for all seats, at random. The classes below add habits, named after the questions."""

    def __init__(self, rng: Random, referee: Referee) -> None:
        self.rng = rng
        self.referee = referee

    def answer(self, decision: Decision) -> Any:
        habit = getattr(self, decision.key.replace("-", "_"), None)
        chosen = habit(decision) if habit else None
        return decision.choice.sample(self.rng) if chosen is None else chosen

    def view(self) -> dict[str, Any]:
        return self.referee.game.view(0)

    def target(self, decision: Decision) -> Any:
        """Rarely put the pigeon back."""
        goals = [goal for goal in decision.choice.legal() if goal != "other"]
        return self.rng.choice(goals) if goals and self.rng.random() < 0.9 else None

    def draw(self, decision: Decision) -> Any:
        """Let the table's dials often stop where something stands already."""
        piazza = self.view()["piazza"]
        known = [*piazza["tourists"], *piazza["hunters"], *piazza["blocked"], *list(piazza["cells"])[:3]]
        return self.rng.choice(known) if known and self.rng.random() < 0.3 else None


class Breeder(Player):
    """Fills the Piazza and goes to tourists."""

    def first(self, decision: Decision) -> Any:
        return "piazza"

    def reveal(self, decision: Decision) -> Any:
        return next(iter(decision.choice.legal()))

    def spread(self, decision: Decision) -> Any:
        """Place as many as possible on the first card, the rest at random."""
        most = decision.choice.to_json()["most"]
        first, *zones = most
        left = decision.facts["n"] - most[first]
        numbers = {first: most[first]} | dict.fromkeys(zones, 0)
        for _ in range(self.rng.randint(0, left)):
            numbers[self.rng.choice(zones)] += 1
        return numbers

    def plate(self, decision: Decision) -> Any:
        first, *cards = decision.choice.to_json()["most"]
        return {first: min(decision.facts["n"], self.rng.randint(4, 12))} | dict.fromkeys(cards, 0)

    def mover(self, decision: Decision) -> Any:
        cells = [one for one in decision.choice.legal() if one != "done"]
        return self.rng.choice(cells) if self.rng.random() < 0.9 else "done"

    def target(self, decision: Decision) -> Any:
        goals = [goal for goal in decision.choice.legal() if goal != "other"]
        tourists = [spot(one) for one in self.view()["piazza"]["tourists"]]

        def away(goal: str) -> int:
            row, column = spot(goal)
            return min(max(abs(row - r), abs(column - c)) for r, c in tourists)

        return min(goals, key=away) if goals else None

    def on(self, decision: Decision) -> Any:
        return max(decision.choice.legal())

    beside = on
    beside_only = on


class Catcher(Breeder):
    """Lands next to others and moves to catch them."""

    def land(self, decision: Decision) -> Any:
        n = decision.facts["n"]
        cells = self.view()["piazza"]["cells"]
        rows = {one[0] for one in cells} or {"C", "D"}
        near = [one for one in decision.choice.to_json()["items"] if one[0] in rows]
        return sorted(self.rng.sample(near, n), key=CELLS.index) if len(near) >= n else None

    def target(self, decision: Decision) -> Any:
        ways = self.view()["piazza"]["targets"]
        most = max(len(way["catches"]) for way in ways.values()) if ways else 0
        goals = [goal for goal, way in ways.items() if len(way["catches"]) == most]
        return self.rng.choice(goals) if goals else None


class Actor(Player):
    """Plays an action whenever possible, often the same as everyone else."""

    alike = 0.5

    def action(self, decision: Decision) -> Any:
        return self.card(decision.at, [card for card in decision.choice.legal() if card != "none"])

    def card(self, at: str, cards: Sequence[Any]) -> Any:
        if not cards:
            return "none"
        return (Random(at) if self.rng.random() < self.alike else self.rng).choice(cards)

    def actions(self, decision: Decision) -> Any:
        """With real plates, answer for the whole table."""
        assert isinstance(decision.choice, Sheet)
        rows = decision.choice.rows
        return {
            row: {"action": self.card(decision.at, [c for c in cells["action"].legal() if c != "none"])}
            for row, cells in rows.items()
        }

    def grey_from(self, decision: Decision) -> Any:
        return self.rng.choice([one for one in decision.choice.legal() if one != "enough"])

    def bird(self, decision: Decision) -> Any:
        """Pick the fullest zone."""
        zones = self.view()["zones"]
        return max(ZONES, key=lambda zone: sum(zones[zone]["pigeons"].values()))

    def purge(self, decision: Decision) -> Any:
        zones = self.view()["zones"]
        return max(
            DISTRICTS,
            key=lambda zone: (zones[zone]["grey"] * self.rng.choice((0, 9)), *zones[zone]["pigeons"].values()),
        )

    def takeover(self, decision: Decision) -> Any:
        zones = self.view()["zones"]
        return max(DISTRICTS, key=lambda zone: sum(zones[zone]["pigeons"].values()))

    def take_back(self, decision: Decision) -> Any:
        return next(card for card in decision.choice.legal() if card != "none")


class Settler(Actor):
    """Places everything on zone cards, San Giorgio's always among them."""

    def first(self, decision: Decision) -> Any:
        return "feint"

    def zones(self, decision: Decision) -> Any:
        others = self.rng.sample(DISTRICTS, 2)
        return sorted([*others, "san-giorgio"], key=ZONES.index)

    def spread(self, decision: Decision) -> Any:
        most = decision.choice.to_json()["most"]
        numbers = dict.fromkeys(most, 0)
        for _ in range(decision.facts["n"]):
            numbers[self.rng.choice(list(most))] += 1
        return numbers


class Idler(Player):
    """Places little, so that the Piazza, nests and zones run dry."""

    def spread(self, decision: Decision) -> Any:
        first, *rest = decision.choice.to_json()["most"]
        if decision.facts["n"] > 2:
            return None
        return {first: 0, rest[0]: decision.facts["n"]} | dict.fromkeys(rest[1:], 0)

    def zones(self, decision: Decision) -> Any:
        return list(ZONES[:3])

    def recover(self, decision: Decision) -> Any:
        return "no" if self.rng.random() < 0.8 else None

    def action(self, decision: Decision) -> Any:
        """Waste San Michele early, so that it is gone later."""
        return "san-michele" if "san-michele" in decision.choice.legal() and self.rng.random() < 0.5 else None

    def actions(self, decision: Decision) -> Any:
        """With real plates, answer for the whole table."""
        assert isinstance(decision.choice, Sheet)
        rows = decision.choice.rows.items()
        own = {row: [card for card in cells["action"].legal() if card != "none"] for row, cells in rows}
        return {
            row: {"action": self.rng.choice(["san-michele" if "san-michele" in cards else "none", "none"])}
            for row, cards in own.items()
        }


Start = Callable[[Random, Sequence[int], bool], Iterator[tuple[str, Any]]]
"""A starting position: the corrections made before the first round."""


def empty(rng: Random, seats: Sequence[int], mapped: bool) -> Iterator[tuple[str, Any]]:
    """Start as the rules say."""
    yield from ()


def midway(rng: Random, seats: Sequence[int], mapped: bool) -> Iterator[tuple[str, Any]]:
    """Start with pigeons everywhere, scores close together, and grey pigeons on the board."""
    free = rng.sample(CELLS, len(CELLS))
    for seat in seats:
        yield f"points.{seat}", rng.choice((6, 9))
        number = rng.randint(0, 7)
        yield f"piazza.{seat}", sorted(free[:number], key=CELLS.index) if mapped else number
        del free[:number]
        for zone in rng.sample(ZONES, 4):
            yield f"zone.{seat}.{zone}", rng.randint(0, 3)
        yield f"dead.{seat}", rng.randint(0, 3)
    for zone in rng.sample(DISTRICTS, 3):
        yield f"grey.{zone}", rng.randint(0, 2)


def short(rng: Random, seats: Sequence[int], mapped: bool) -> Iterator[tuple[str, Any]]:
    """Start with nearly empty stocks."""
    for seat in seats:
        for zone in DISTRICTS:
            yield f"zone.{seat}.{zone}", rng.choice((2, 3))
        yield f"dead.{seat}", rng.randint(0, 7)


def brink(rng: Random, seats: Sequence[int], mapped: bool) -> Iterator[tuple[str, Any]]:
    """Start with nearly fifty points for everyone and nearly five districts for seat 1."""
    for seat in seats:
        yield f"points.{seat}", rng.choice((38, 44, 44, 47))
    wide = rng.choice((4, 7, 7))
    for zone in rng.sample(DISTRICTS, wide):
        yield f"zone.1.{zone}", 28 // wide
    for seat in seats[1:]:
        yield f"zone.{seat}.{rng.choice(DISTRICTS)}", 8


def dying(rng: Random, seats: Sequence[int], mapped: bool) -> Iterator[tuple[str, Any]]:
    """Start with nearly all pigeons in the stocks and equally many dead, so that soon nobody can play."""
    dead = rng.choice((0, 0, 2))
    for seat in seats:
        yield f"dead.{seat}", dead
        yield f"reserve.{seat}", rng.randint(0, 2)
        yield f"points.{seat}", rng.choice((3, 3, 3, 6))
