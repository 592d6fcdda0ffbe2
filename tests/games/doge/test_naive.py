"""Games of Doge by random players, every step of each held against the naive auditor.

Some answer at random; others have habits that bring about what is rare: ties, full districts, empty
reserves, the last ring. Some games begin in the middle. That each rare thing did come up is asserted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from random import Random
from typing import Any, NamedTuple, TypeVar

import pytest

from companion import games
from companion.choices import Choice, Sheet
from companion.referee import Referee
from companion.seats import seat_table
from companion.simulate import random_urn
from companion.steps import Decision
from tests.games.auditing import Disagreement
from tests.games.doge.naive import (
    ADVISORS,
    AREAS,
    DISTRICTS,
    PALACES,
    QUARANTIA,
    RINGS,
    SITES,
    Auditor,
    ends_game,
    home_of,
    stack_from,
)

Option = TypeVar("Option")

# Who plays.


class Player:
    """Answers for all seats, at random. Habits are in the classes below."""

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
        """One of these stacks of ballots, the weakest first."""
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
    """All seats lay the same, so that all are tied; nobody moves. `slip` is how often one lays another."""

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
    """A rival who cares for two districts and the Quarantia only, and moves what is elsewhere there."""

    slip = 0.05
    places = (*DISTRICTS[:2], QUARANTIA)

    def card(self, seat: int, at: str, options: Sequence[str]) -> str:
        return self.alike(at, [area for area in options if area in self.places] or options)

    def stack(self, seat: int, at: str, options: Sequence[Any]) -> Any:
        """A small one, to have some left for the third place."""
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


# Where a game begins: what is set right before the first answer.

Start = Callable[[Random, Sequence[int]], Iterator[tuple[str, Any]]]


def empty(rng: Random, seats: Sequence[int]) -> Iterator[tuple[str, Any]]:
    """As the rules say."""
    yield from ()


def midway(rng: Random, seats: Sequence[int]) -> Iterator[tuple[str, Any]]:
    """Palaces of all, houses heaped up in a few districts, advisors controlled."""
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
    """Most advisors with a controller, somewhere away from home; mostly seat 1's."""
    controlled: Counter[int] = Counter()
    for advisor in rng.sample(ADVISORS, 7):
        seat = rng.choice((1, 1, *seats))
        if controlled[seat] < RINGS:
            controlled[seat] += 1
            yield f"advisor.{advisor}", f"{seat}.{rng.choice([x for x in AREAS if x != home_of(advisor)])}"


def nearly_full(rng: Random, seats: Sequence[int]) -> Iterator[tuple[str, Any]]:
    """Few free sites, and nobody at an end: often nobody can reach one."""
    while True:
        palaces = crowd(rng, seats)
        if not any(ends_game(own) for own in palaces.values()):
            break
    for seat, own in palaces.items():
        for place, number in own.items():
            yield f"palaces.{seat}.{place}", number
            yield f"houses.{seat}.{place}", rng.choice((0, 1, 2))


def crowd(rng: Random, seats: Sequence[int]) -> dict[int, dict[str, int]]:
    """Palaces at random, each player's in at most four districts."""
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
    """In two districts nearly everyone can nearly build, with few sites left; seat 1 has a last palace."""
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
    """Two at an end already: the year decides between them."""
    for seat in seats[:2]:
        for place in DISTRICTS[: rng.choice((5, 6))]:
            yield f"palaces.{seat}.{place}", 1
        for place in rng.sample(DISTRICTS[:5], 2):
            yield f"palaces.{seat}.{place}", rng.choice((1, 2))


# The games.


class Season(NamedTuple):
    """So many games by players of a habit, each of so many answers at most."""

    habit: type[Player]
    start: Start
    games: int
    most: int


SEASONS = {
    "random": Season(Player, empty, 1, 400),
    "eager": Season(Eager, empty, 1, 400),
    "hoarding": Season(Hoarder, midway, 4, 120),
    "mirrored": Season(Mirror, empty, 1, 200),
    "rivals": Season(Rival, midway, 2, 150),
    "brink": Season(Crowder, brink, 10, 50),
    "collecting": Season(Collector, empty, 1, 300),
    "nearly-full": Season(Eager, nearly_full, 12, 60),
    "photo-finish": Season(Eager, photo_finish, 5, 60),
}
TABLES = list(product((3, 4), ("device", "table"), ("nobody", "seat-order")))
NAMES = ["Anna", "Ben", "Cleo", "Dan"]


def new_game(players: int, ballots: str, full_district: str, rng: Random) -> Referee:
    """A table; at every other kind of table the players shuffle and draw themselves."""
    drawn = "table" if (players == 3) == (full_district == "nobody") else "device"
    options = {
        "ballots": ballots,
        "full_district": full_district,
        "draw.order": drawn,
        "draw.first": rng.choice(("device", "table")),
    }
    kit = games.find("doge")
    seats = seat_table(NAMES[:players], kit.game.colours)
    return Referee(kit.game, kit.game.set_table(seats, options, kit.layout()), random_urn(rng))


def play(auditor: Auditor, season: Season, rng: Random) -> None:
    """Play one game, every step of it audited."""
    referee, player = auditor.referee, season.habit(rng)
    while not auditor.naive.year:
        auditor.answer(0, player.answer(referee.open[0]))
    for place, value in season.start(rng, auditor.naive.seats):
        auditor.correct(place, value)
    begun = len(referee.entries)
    while referee.open and len(referee.entries) - begun < season.most:
        seat = rng.choice(list(referee.open))
        auditor.answer(seat, player.answer(referee.open[seat]))


@cache
def audited(name: str, players: int, ballots: str, full_district: str) -> tuple[Counter[str], list[str]]:
    """Play a season at such a table: the situations that came up, and where we disagreed."""
    season = SEASONS[name]
    seen: Counter[str] = Counter()
    wrong = []
    for game in range(season.games):
        rng = Random(f"{name} {players} {ballots} {full_district} {game}")
        auditor = Auditor(new_game(players, ballots, full_district, rng))
        try:
            play(auditor, season, rng)
        except Disagreement as disagreement:
            wrong.append(f"game {game}: {disagreement}")
        seen += auditor.seen
    return seen, wrong


@pytest.mark.rule(
    *("DOG.K1", "DOG.K2", "DOG.K3", "DOG.K4", "DOG.K5", "DOG.S1", "DOG.S2", "DOG.B2", "DOG.B3", "DOG.B4"),
    *("DOG.V1", "DOG.V2", "DOG.V4", "DOG.D5", "DOG.A1", "DOG.A4", "DOG.Q6", "DOG.P2", "DOG.E4"),
)
@pytest.mark.parametrize("table", TABLES, ids=lambda table: "-".join(map(str, table)))
@pytest.mark.parametrize("name", SEASONS)
def test_every_step_is_by_the_rules(name: str, table: tuple[int, str, str]) -> None:
    _, wrong = audited(name, *table)
    assert not wrong, "\n".join(wrong)


SITUATIONS = {
    "DOG.B1": ("B1 3 laps", "B1 4 laps"),
    "DOG.B5": ("B5 without ballots",),
    "DOG.B6": ("B6 dead ballots",),
    "DOG.V1": ("draw.order by the table",),
    "DOG.V2": ("V2 advisor votes",),
    "DOG.V3": ("V3 a bluff of 0", "V3 advisor without ballot"),
    "DOG.V5": ("V5 nobody",),
    "DOG.D1": ("D1 takes control", "D1 abstains"),
    "DOG.D2": ("D2 runner-up",),
    "DOG.D3": ("D3 tie for first", "D3 advisor lost"),
    "DOG.D4": ("D4 tie for second",),
    "DOG.D5": ("D5 a third gets nothing", "D5 places none"),
    "DOG.K4": ("K4 reserve empty", "K4 reserve short"),
    "DOG.A1": ("A1 taken from another",),
    "DOG.A2": ("A2 no ring", "A2 has it, no ring needed"),
    "DOG.A3": ("A3 stays where it stood", "A3 to the Quarantia", "A3 to an area counted already"),
    "DOG.A5": ("A5 in", "A5 out", "A5 no house"),
    "DOG.Q1": ("Q1 winner and runner-up", "Q1 chooses which"),
    "DOG.Q2": ("Q2 may move",),
    "DOG.Q3": ("Q3 tie for first", "Q3 moves two"),
    "DOG.Q4": ("Q4 tie for second", "Q4 left over and lost"),
    "DOG.Q5": ("Q5 no runner-up", "Q5 left over and lost"),
    "DOG.P1": ("P1 built", "P1 built in another district"),
    "DOG.P2": ("P2 surplus stays", "P2 no palace left", "P2 district full"),
    "DOG.P3": ("P3 build between", "P3 house paid is placed again", "P3 one palace for one house"),
    "DOG.P4": (
        "P4 built together",
        "P4 built together by moves",
        "P4 one player, two districts",
        "P4 two districts, the last palace",
    ),
    "DOG.P5": ("P5 nobody builds", "P5 in seat order", "P5 few enough want to", "P5 in the Quarantia"),
    "DOG.P6": ("P6 declines", "P6 right again"),
    "DOG.E1": ("E1 next year",),
    "DOG.E2": ("E2 six districts", "E2 seven over five", "E2 eight over four"),
    "DOG.E3": ("E3 by palaces", "E3 by houses", "E3 draw"),
    "DOG.E4": ("E4 not from the first chair", "draw.first by the table"),
    "DOG.E5": ("E5 nobody can end it", "E5 few sites left, it goes on"),
}
"""What must have come up, by the rule that it is about."""


@pytest.mark.parametrize(
    "situations",
    [pytest.param(each, marks=pytest.mark.rule(rule), id=rule) for rule, each in SITUATIONS.items()],
)
def test_rare_situations_came_up(situations: tuple[str, ...]) -> None:
    seen = sum((audited(name, *table)[0] for name in SEASONS for table in TABLES), Counter())
    assert not [situation for situation in situations if not seen[situation]]


@pytest.mark.rule("DOG.P3")
def test_houses_are_asked_at_once_when_no_palace_is_left() -> None:
    """Two houses of his stand there at price 3, but his eight palaces are built: none can come between."""
    rng = Random(1)
    auditor = Auditor(new_game(4, "table", "nobody", rng))
    while not auditor.naive.year:
        auditor.answer(0, Player(rng).answer(auditor.referee.open[0]))
    for place, number in {"palaces.1.castello": 5, "palaces.1.dorsoduro": 3, "houses.1.san-polo": 2}.items():
        auditor.correct(place, number)
    others = {2: "castello", 3: "dorsoduro", 4: "san-marco"}
    sheet = {str(seat): {"area": area, "ballots": 4} for seat, area in others.items()}
    auditor.answer(0, {"1": {"area": "san-polo", "ballots": 4}, **sheet})
    while auditor.naive.area != "san-polo" or auditor.open[min(auditor.open)].key != "houses":
        seat = min(auditor.referee.open)
        auditor.answer(seat, Player(rng).answer(auditor.referee.open[seat]))
    assert auditor.open[1].legal == frozenset({0, 1, 2})
