"""Simulated Doge players for the auditor, with habits that make rare situations likely, and starting positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, TypeVar

from companion.choices import Choice, Sheet
from companion.steps import Decision
from tests.games.doge.naive import (
    ADVISORS,
    AREAS,
    DISTRICTS,
    PALACES,
    QUARANTIA,
    RINGS,
    SITES,
    ends_game,
    home_of,
    stack_from,
)

Option = TypeVar("Option")


class Player:
    """Answers for all seats at random. The classes below add habits."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def answer(self, decision: Decision) -> Any:
        choice, at = decision.choice, decision.at
        if not isinstance(choice, Sheet):
            return self.cell(decision.seat, decision.key, at, choice, decision.facts.get("area"))
        keys = {"laid": {"area": "area", "ballots": "number"}, "turned": {"ballots": "ballots"}}
        return {
            row: {
                column: self.cell(int(row), keys[decision.key][column], at, cell, None)
                for column, cell in cells.items()
            }
            for row, cells in choice.rows.items()
        }

    def cell(self, seat: int, key: str, at: str, choice: Choice, area: str | None) -> Any:
        options = list(choice.legal())
        if key == "area":
            return self.card(seat, at, options)
        if key == "number":
            return self.number(seat, at, options)
        if key == "ballots":
            return self.stack(seat, at, sorted(options, key=lambda stack: sum(stack_from(stack))))
        return self.other(seat, key, area, options)

    def card(self, seat: int, at: str, options: Sequence[str]) -> str:
        return self.rng.choice(options)

    def number(self, seat: int, at: str, options: Sequence[int]) -> int:
        return self.rng.choice(options)

    def stack(self, seat: int, at: str, options: Sequence[Any]) -> Any:
        """Choose one of these stacks of ballots, which are sorted by strength."""
        return self.rng.choice(options)

    def other(self, seat: int, key: str, area: str | None, options: Sequence[Any]) -> Any:
        return self.rng.choice(options)


class Eager(Player):
    """Places what it can and builds where it can."""

    def other(self, seat: int, key: str, area: str | None, options: Sequence[Any]) -> Any:
        if key == "houses":
            return max(options)
        if key == "build":
            return "palace"
        return super().other(seat, key, area, options)


class Hoarder(Player):
    """Places what it can and seldom builds at the first opportunity."""

    def other(self, seat: int, key: str, area: str | None, options: Sequence[Any]) -> Any:
        if key == "houses":
            return max(options)
        if key == "build" and self.rng.random() < 0.7:
            return "no"
        return super().other(seat, key, area, options)


class Mirror(Eager):
    """All seats lay the same, so that all are tied, and nobody moves. `slip` is how often one differs."""

    slip = 0.0

    def card(self, seat: int, at: str, options: Sequence[str]) -> str:
        return self.alike(at, options)

    def number(self, seat: int, at: str, options: Sequence[int]) -> int:
        return self.alike(at, options)

    def stack(self, seat: int, at: str, options: Sequence[Any]) -> Any:
        return self.alike(at, options)

    def alike(self, at: str, options: Sequence[Option]) -> Option:
        return (self.rng if self.rng.random() < self.slip else Random(at)).choice(options)

    def other(self, seat: int, key: str, area: str | None, options: Sequence[Any]) -> Any:
        return "nowhere" if key == "move-from" else super().other(seat, key, area, options)


class Rival(Mirror):
    """Mostly lays the same, moves houses to where the others go, and mostly builds."""

    slip = 0.15

    def other(self, seat: int, key: str, area: str | None, options: Sequence[Any]) -> Any:
        if key == "build":
            return "palace" if self.rng.random() < 0.8 else "no"
        if key == "move-from":
            return self.rng.choice(options[1:])
        if key == "move-to":
            return self.rng.choice(options[:2])
        return super().other(seat, key, area, options)


class Crowder(Rival):
    """A rival interested in two districts and the Quarantia only, who moves everything else there."""

    slip = 0.05
    places = (*DISTRICTS[:2], QUARANTIA)

    def card(self, seat: int, at: str, options: Sequence[str]) -> str:
        return self.alike(at, [area for area in options if area in self.places] or options)

    def stack(self, seat: int, at: str, options: Sequence[Any]) -> Any:
        """Choose a small stack, to have ballots left for the third place."""
        return self.alike(at, [one for one in options if len(stack_from(one)) <= 2] or options)

    def number(self, seat: int, at: str, options: Sequence[int]) -> int:
        return self.alike(at, options[:2])

    def other(self, seat: int, key: str, area: str | None, options: Sequence[Any]) -> Any:
        away = [option for option in options if option not in (*self.places, "nowhere")]
        if key == "move-from" and away:
            return self.rng.choice(away)
        return super().other(seat, key, area, options)


class Collector(Player):
    """Seat 1 wins what it can and takes every advisor; the others hardly vote and take none."""

    def stack(self, seat: int, at: str, options: Sequence[Any]) -> Any:
        return options[-1] if seat == 1 else options[0]

    def number(self, seat: int, at: str, options: Sequence[int]) -> int:
        return min(2, max(options)) if seat == 1 else min(options)

    def other(self, seat: int, key: str, area: str | None, options: Sequence[Any]) -> Any:
        if key != "advisor":
            return super().other(seat, key, area, options)
        return "abstain" if seat != 1 else self.rng.choice([one for one in options if one != "abstain"])


Start = Callable[[Random, Sequence[int]], Iterator[tuple[str, Any]]]
"""A starting position: corrections made before the first answer."""


def empty(rng: Random, seats: Sequence[int]) -> Iterator[tuple[str, Any]]:
    """Start as the rules say."""
    yield from ()


def midway(rng: Random, seats: Sequence[int]) -> Iterator[tuple[str, Any]]:
    """Start with palaces of everyone, houses crowded into a few districts, and advisors controlled."""
    free = dict.fromkeys(DISTRICTS, SITES)
    crowded = rng.sample(DISTRICTS, 3)
    for seat in seats:
        for place, number in Counter(rng.choices(crowded, k=rng.choice((0, 3, 6, 7)))).items():
            built = min(number, free[place])
            free[place] -= built
            yield f"palaces.{seat}.{place}", built
        heaps = Counter(rng.choices(crowded, k=rng.choice((10, 13, 14, 15))))
        for place, number in heaps.items():
            yield f"houses.{seat}.{place}", number
    yield from advisors_out(rng, seats)


def advisors_out(rng: Random, seats: Sequence[int]) -> Iterator[tuple[str, Any]]:
    """Post most advisors somewhere away from home, mostly for seat 1."""
    controlled: Counter[int] = Counter()
    for advisor in rng.sample(ADVISORS, 7):
        seat = rng.choice((1, 1, *seats))
        if controlled[seat] < RINGS:
            controlled[seat] += 1
            yield f"advisor.{advisor}", f"{seat}.{rng.choice([x for x in AREAS if x != home_of(advisor)])}"


def nearly_full(rng: Random, seats: Sequence[int]) -> Iterator[tuple[str, Any]]:
    """Start with few free sites and nobody at an end, so that often nobody can reach one."""
    while True:
        palaces = crowd(rng, seats)
        if not any(ends_game(own) for own in palaces.values()):
            break
    for seat, own in palaces.items():
        for place, number in own.items():
            yield f"palaces.{seat}.{place}", number
            yield f"houses.{seat}.{place}", rng.choice((0, 1, 2))


def crowd(rng: Random, seats: Sequence[int]) -> dict[int, dict[str, int]]:
    """Place palaces at random, each player's in at most four districts."""
    palaces = {seat: dict.fromkeys(DISTRICTS, 0) for seat in seats}
    own = {seat: rng.sample(DISTRICTS, rng.choice((2, 3, 4))) for seat in seats}
    for _ in range(60):
        seat = rng.choice(seats)
        place = rng.choice(own[seat])
        built = sum(palaces[other][place] for other in seats)
        if built < SITES and sum(palaces[seat].values()) < PALACES:
            palaces[seat][place] += 1
    return palaces


def brink(rng: Random, seats: Sequence[int]) -> Iterator[tuple[str, Any]]:
    """Start with most players about to build in two districts with few sites left; seat 1 has one palace left."""
    built: Counter[tuple[int, str]] = Counter()
    for place in DISTRICTS[:2]:
        built.update((seat, place) for seat in rng.choices(seats, k=rng.choice((3, 4))))
        price = 3 + sum(built[seat, place] for seat in seats)
        for seat in seats:
            yield f"houses.{seat}.{place}", price - rng.choice((1, 1, 2))
    built[1, DISTRICTS[3]] = max(0, 7 - 4 - sum(built[1, place] for place in DISTRICTS[:2]))
    built[1, DISTRICTS[2]] = max(0, 7 - sum(number for (seat, _), number in built.items() if seat == 1))
    for (seat, place), number in built.items():
        yield f"palaces.{seat}.{place}", number
    for seat in seats:
        yield f"houses.{seat}.{DISTRICTS[4]}", 1
        yield f"houses.{seat}.{DISTRICTS[5]}", 1


def photo_finish(rng: Random, seats: Sequence[int]) -> Iterator[tuple[str, Any]]:
    """Start with two players at an end already, so that the year decides between them."""
    for seat in seats[:2]:
        for place in DISTRICTS[: rng.choice((5, 6))]:
            yield f"palaces.{seat}.{place}", 1
        for place in rng.sample(DISTRICTS[:5], 2):
            yield f"palaces.{seat}.{place}", rng.choice((1, 2))
