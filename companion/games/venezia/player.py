"""Venezia, as one who plays it well would advise.

Majorities score every round, so hold many districts by one pigeon rather than one by many; the fullest zone is
emptied anyway. The others' homes score double. A handful of pigeons on the Piazza, well apart, always finds a
tourist: that is where the next flock comes from. An action card is worth playing for two districts
or so; the last ones are as good as the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from math import exp
from typing import Any, NamedTuple

from companion.choices import Sheet
from companion.games.venezia.guess import GUESSING
from companion.games.venezia.rules.actions import EDGE, ENOUGH, GREY_ONES, MOST_GREY, MOST_POISONED
from companion.games.venezia.rules.count import YES
from companion.games.venezia.rules.grid import AROUND, CELLS, broods, caught, targets
from companion.games.venezia.rules.piazza import DONE, OTHER
from companion.games.venezia.rules.pieces import (
    BIRD,
    DISTRICTS,
    FEUD,
    NOBODY,
    NONE,
    PIAZZA,
    POISON,
    PURGE,
    REUNION,
    SAN_GIORGIO,
    SAN_MICHELE,
    TAKEOVER,
    VATICAN,
    ZONES,
)
from companion.games.venezia.rules.scoring import FOREIGN, MAJORITY, born
from companion.players.advice import Advice, Adviser, Question, View, favourite, in_parts, weighed
from companion.players.terms import about
from companion.vocabulary import counted, named

Flocks = dict[str, dict[int, int]]
"""The pigeons in each zone, by seat."""


class Numbers(NamedTuple):
    """The worth of things, in points. Set by judgement; PLAYERS.md says how well they play.

    `rivals` is what a point of another player weighs beside one of mine; `favourite` is for fun: a player may like
    one of the districts.
    """

    pigeon: float = 0.35
    on_piazza: float = 1.1
    enough_there: float = 6.0
    later: float = 0.8
    doubt: float = 1.3
    crowd: float = 1.2
    card: float = 1.5
    young: float = 0.5
    catch: float = 0.7
    san_giorgio: float = 0.6
    fifth: float = 12.0
    rivals: float = 1.0
    majority: float = 1.0
    poison: float = 0.25
    favourite: float = 0.0


GENTLE = Numbers(on_piazza=1.6, doubt=0.5, crowd=0.0, young=1.0, fifth=0.0, rivals=0.0, poison=0.0, favourite=2.0)
"""Loves its flock on the Piazza and one of the districts, thinks that nobody else will come, forgets the hunt and the
end."""


def advise(view: View, question: Question, numbers: Numbers) -> Sequence[Advice]:
    city = City(view, numbers)
    if question.key == "spread":
        return city.plans(question)
    if question.key == "land":
        return [Advice(list(city.landing(question)), 0.0)]
    if question.key == "poison":
        return [Advice(city.poisoned(), 0.0)]
    if question.key == "feud":
        return [Advice(city.feud(question), 0.0)]
    return weighed(question, city.weighs(question))


class City:
    """Venice as a seat sees it: who holds which zone, and what a change of that is worth to this seat."""

    def __init__(self, view: View, numbers: Numbers) -> None:
        self.pieces = view.pieces
        self.options = view.options
        self.numbers = numbers
        self.me = view.seat
        self.seats = [seat.number for seat in view.seats]
        self.others = [seat for seat in self.seats if seat != view.seat]
        self.mine: dict[str, Any] = self.pieces["seats"][str(view.seat)]
        self.favourite = favourite(view, DISTRICTS)
        self.homes = {zone: int(seat) for seat, zone in self.pieces["homes"].items()}
        self.score = {seat: tallies["points"] for seat, tallies in view.score.items()}
        self.flocks: Flocks = {
            zone: {int(seat): number for seat, number in one["pigeons"].items()}
            for zone, one in self.pieces["zones"].items()
        }
        self.grey = {zone: int(one["grey"]) for zone, one in self.pieces["zones"].items()}
        for zone, number in self.pieces["own"].get("laid", {}).items():
            if zone in self.flocks:
                self.flocks[zone][self.me] += number
        self.shares: dict[tuple[Any, ...], tuple[float, float]] = {}
        """The worth of zones as found so far, by who is there, and how likely they are mine."""

    def weighs(self, question: Question) -> Callable[[Any], float] | None:
        facts = question.facts
        match question.key:
            case "home":
                return lambda zone: 0.0
            case "action":
                return self.action
            case "first":
                return lambda card: self.room_on_piazza() if card == PIAZZA else 0.5
            case "zones":
                return self.three_zones
            case "feint":
                return self.with_flown
            case "mover":
                return lambda cell: 0.05 if cell == DONE else self.best_move(cell)
            case "target":
                return lambda cell: -9.0 if cell == OTHER else self.move(facts["cell"], cell)
            case "homing":
                return lambda number: self.with_flown({facts["zone"]: number}) - self.numbers.pigeon * number
            case "reunion":
                return self.reunion
            case "grey-from":
                return lambda zone: 0.3 if zone == ENOUGH else self.best_grey(zone)
            case "grey-to":
                return lambda zone: self.grey_move(facts["zone"], zone)
            case "bird":
                return self.bird
            case "purge":
                return lambda zone: max(self.purge(zone, str(seat)) for seat in self.others)
            case "purge-colour":
                return lambda victim: self.purge(facts["zone"], victim)
            case "takeover":
                return self.takeover
            case "take-back":
                return lambda card: self.action(card) if card != NONE else -1.0
            case "recover":
                return lambda answer: float(answer == YES)
        return None

    # Who holds what

    def leads(self, seat: int, flock: Mapping[int, int], grey: int, unsure: float) -> float:
        """Return how likely a seat will have most pigeons in a zone, as long as others may still come."""
        count = flock[seat] + (grey if self.pieces["vatican"] == seat else 0)
        if not count:
            return 0.0
        best = max(
            flock[other] + (grey if self.pieces["vatican"] == other else 0) for other in self.seats if other != seat
        )
        return 1 / (1 + exp(-(count - best - 0.5) / unsure))

    @cached_property
    def unsure(self) -> float:
        """Return how much may still change: much while everyone plans, little once the zone cards are known."""
        unseen = sum(sum(self.pieces["seats"][str(other)]["on_zones"]) for other in self.others)
        planning = self.pieces["phase"] in ("planning", "set-up")
        return self.numbers.doubt if planning else 0.25 + min(1.0, 0.06 * unseen)

    def standing(self, flocks: Flocks, grey: Mapping[str, int], bird: str | None = None) -> float:
        """Return what I may expect to score this round above the others' average, and a little for those after."""
        total = held = 0.0
        for zone in DISTRICTS:
            if zone != bird:
                share, mine = self.share_of(zone, flocks[zone], grey[zone])
                total += share
                held += mine
        total += self.numbers.fifth * max(0.0, held - 4.0)
        total += self.numbers.san_giorgio * self.leads(self.me, flocks[SAN_GIORGIO], 0, self.unsure)
        return total - self.numbers.pigeon * self.hunted(flocks, grey)

    def share_of(self, zone: str, flock: Mapping[int, int], grey: int) -> tuple[float, float]:
        """Return what this flock in a zone is worth above the others' average, and how likely I hold it."""
        there = (zone, grey, *map(flock.__getitem__, self.seats))
        if there not in self.shares:
            total = mine = 0.0
            for seat in self.seats:
                likely = self.leads(seat, flock, grey, self.unsure)
                points = MAJORITY if self.homes.get(zone, seat) == seat else FOREIGN
                if seat == self.me:
                    total += about(self.numbers.majority * (likely * points), zone=zone)
                    mine = likely
                else:
                    total -= about(self.numbers.rivals * (likely * points / len(self.others)), seat=seat, zone=zone)
            if zone == self.favourite:
                total += about(self.numbers.favourite * mine, zone=zone)
            self.shares[there] = total, mine
        return self.shares[there]

    @cached_property
    def as_it_stands(self) -> float:
        return self.standing(self.flocks, self.grey)

    def hunted(self, flocks: Flocks, grey: Mapping[str, int]) -> float:
        """Return how many pigeons the hunt will cost me more than the others."""
        totals = [sum(flocks[zone].values()) + grey[zone] for zone in ZONES]
        most = max(totals)
        fullest = [flocks[zone] for zone, number in zip(ZONES, totals, strict=True) if number == most > 0]
        lost = sum(flock[self.me] for flock in fullest)
        theirs = sum(map(sum, map(dict.values, fullest))) - lost
        return self.numbers.crowd * (lost - theirs / len(self.others))

    def changed(self, zone: str, flock: Mapping[int, int]) -> float:
        """Return what it is worth if this zone had these pigeons instead."""
        after = {**self.flocks, zone: dict(flock)}
        return self.standing(after, self.grey) - self.as_it_stands

    def with_flown(self, flown: Mapping[str, int]) -> float:
        """Return what it is worth if my pigeons flew to these zones."""
        after = dict(self.flocks)
        for zone, number in flown.items():
            if number and zone in after:
                after[zone] = {**after[zone], self.me: after[zone][self.me] + number}
        return self.standing(after, self.grey) - self.as_it_stands

    # Planning

    def room_on_piazza(self) -> float:
        return self.numbers.on_piazza * (float(self.numbers.enough_there - self.mine["piazza"]) / 4)

    def needed(self, zone: str) -> int:
        """Return how many pigeons it takes to lead a zone, one of them in case somebody comes."""
        flock = self.flocks[zone]
        return max(0, max(flock[other] for other in self.others) + 2 - flock[self.me])

    def zone_worth(self, zone: str) -> float:
        number = min(max(1, self.needed(zone)), max(1, self.mine["reserve"]))
        return self.with_flown({zone: number}) - self.numbers.pigeon * float(number)

    def three_zones(self, zones: Iterable[str]) -> float:
        return sum(self.worths[zone] for zone in zones)

    @cached_property
    def worths(self) -> dict[str, float]:
        return {zone: self.zone_worth(zone) for zone in ZONES}

    def plans(self, question: Question) -> list[Advice]:
        """Return a plan for every number on the first card; the rest goes where one more pigeon gains the most."""
        most = question.choice.to_json()["most"]
        first, *zones = most
        at_hand = question.facts["n"]
        found = []
        for number in range(min(most[first], at_hand) + 1):
            flown = dict.fromkeys(zones, 0)
            worth = self.on_first(first, number)
            for _ in range(at_hand - number):
                now = self.with_flown(flown)
                steps = {zone: self.step(flown, zone, now) for zone in zones}
                best = max(steps, key=steps.__getitem__)
                if steps[best] <= in_parts(self.numbers.pigeon):
                    break
                flown[best] += 1
            worth += self.with_flown(flown) - self.numbers.pigeon * (number + sum(flown.values()))
            found.append(Advice({first: number, **flown}, worth))
        return found

    def step(self, flown: Mapping[str, int], zone: str, now: float) -> int:
        """Return what more pigeons in a zone are worth, each, one or three of them: one alone often only ties."""
        one = self.with_flown({**flown, zone: flown[zone] + 1}) - now
        three = (self.with_flown({**flown, zone: flown[zone] + 3}) - now) / 3
        return in_parts(max(one, three))

    def on_first(self, card: str, number: int) -> float:
        if card != PIAZZA:
            return number * self.numbers.pigeon * 1.2
        there = self.mine["piazza"]
        wanted = self.numbers.enough_there
        return sum(self.numbers.on_piazza * (1.0 if there + one < wanted else 0.2) for one in range(number))

    # The Piazza

    @property
    def cells(self) -> dict[str, int]:
        return {cell: int(seat) for cell, seat in self.pieces["piazza"]["cells"].items()}

    @cached_property
    def tourists(self) -> list[str]:
        return list(self.pieces["piazza"]["tourists"])

    @cached_property
    def barred(self) -> frozenset[str]:
        piazza = self.pieces["piazza"]
        return frozenset(piazza["ground"]) | frozenset(piazza["blocked"])

    def landing(self, question: Question) -> list[str]:
        """Land where no pigeon of yours is near, away from the edge: so some tourist is always within reach."""
        free: list[str] = list(question.choice.to_json()["items"])
        own = [cell for cell, seat in self.cells.items() if seat == self.me]
        reached = {near for cell in own for near in REACH[cell]}
        chosen: list[str] = []
        for _ in range(question.facts["n"]):
            best = max((cell for cell in free if cell not in chosen), key=lambda cell: len(REACH[cell] - reached))
            chosen.append(best)
            reached |= REACH[best]
        return sorted(chosen, key=free.index)

    @cached_property
    def flock_as_it_is(self) -> float:
        return self.flock_worth(self.cells)

    def flock_worth(self, cells: Mapping[str, int]) -> float:
        """Return what my pigeons on the Piazza bring when my turn ends here: young, and catches."""
        gone = caught(cells, self.me, self.options["pincer"])
        young = sum(born(one, self.options["births"]) for one in broods(cells, self.me, self.tourists))
        young = min(young, int(self.mine["stock"]))
        return self.numbers.young * young + self.numbers.catch * len(gone)

    def move(self, start: str, goal: str) -> float:
        cells, before = self.cells, self.flock_as_it_is
        del cells[start]
        cells[goal] = self.me
        near = 0.01 * len(REACH[goal]) if before == 0 else 0.0
        return self.flock_worth(cells) - before + 0.1 * near

    def best_move(self, start: str) -> float:
        reached = targets(start, self.cells, self.tourists, self.barred)
        return max((self.move(start, goal) for goal in reached), default=-1.0)

    # Action cards

    def action(self, card: str) -> float:
        """Return what an action card would bring now, less what it may bring later."""
        if card == NONE:
            return 0.0
        gains: dict[str, Callable[[], float]] = {
            VATICAN: self.vatican,
            REUNION: lambda: max(self.reunion(zone) for zone in DISTRICTS),
            FEUD: lambda: sum(
                max(0.0, self.one_less(zone, other)) for zone in DISTRICTS for other in self.others[:1]
            ),
            POISON: lambda: (
                self.numbers.poison * sum(self.pieces["seats"][str(other)]["piazza"] for other in self.others)
            ),
            SAN_MICHELE: lambda: self.numbers.pigeon * 1.6 * int(self.mine["dead"]),
            BIRD: lambda: max(self.bird(zone) for zone in ZONES),
            PURGE: lambda: max(self.purge(zone, str(other)) for zone in DISTRICTS for other in self.others),
            TAKEOVER: lambda: max(self.takeover(zone) for zone in DISTRICTS),
        }
        return gains[card]() - self.numbers.card

    def reunion(self, zone: str) -> float:
        nests = {seat: self.pieces["seats"][str(seat)]["nest"] for seat in self.seats}
        after = {seat: number + nests[seat] for seat, number in self.flocks[zone].items()}
        return self.changed(zone, after)

    def one_less(self, zone: str, other: int) -> float:
        flock = self.flocks[zone]
        return self.changed(zone, {**flock, other: flock[other] - 1}) if flock[other] else 0.0

    def feud(self, question: Question) -> dict[str, dict[str, str]]:
        """In each district chase whoever stands most in my way."""
        assert isinstance(question.choice, Sheet)
        chosen = {}
        for zone in question.choice.rows:
            victims = [other for other in self.others if self.flocks[zone][other]]
            worths = {other: in_parts(self.one_less(zone, other)) for other in victims}
            best = max(worths, key=worths.__getitem__)
            chosen[zone] = {"victim": str(best) if worths[best] > 0 else NOBODY}
        return chosen

    def poisoned(self) -> list[str]:
        """Poison pigeons of whoever is ahead, those next to tourists first."""

        def danger(cell: str) -> tuple[int, int]:
            return self.score[self.cells[cell]], sum(near in self.tourists for near in AROUND[cell])

        theirs = [cell for cell, seat in self.cells.items() if seat != self.me]
        return sorted(theirs, key=danger, reverse=True)[:MOST_POISONED]

    def bird(self, zone: str) -> float:
        return self.standing(self.flocks, self.grey, zone) - self.as_it_stands

    def purge(self, zone: str, victim: str) -> float:
        if victim == GREY_ONES:
            return 0.0
        return self.changed(zone, {**self.flocks[zone], int(victim): 0})

    def takeover(self, zone: str) -> float:
        flock = self.flocks[zone]
        gone = sum(flock[other] for other in self.others)
        own = min(gone, self.mine["nest"] + self.mine["reserve"])
        after = dict.fromkeys(self.others, 0) | {self.me: flock[self.me] + own}
        return self.changed(zone, after) - self.numbers.pigeon * float(own) * 0.5

    def vatican(self) -> float:
        """Return what three grey pigeons more are worth where they tip the balance."""
        gains = sorted((self.with_flown({zone: self.grey[zone] + 1}) for zone in DISTRICTS), reverse=True)
        three = max(self.with_flown({zone: self.grey[zone] + MOST_GREY}) for zone in DISTRICTS)
        return max(three, sum(gains[:MOST_GREY]))

    def grey_move(self, start: str, goal: str) -> float:
        after = dict(self.grey)
        if start != EDGE:
            after[start] -= 1
        after[goal] += 1
        return self.standing(self.flocks, after) - self.as_it_stands + 0.31

    def best_grey(self, start: str) -> float:
        return max(self.grey_move(start, zone) for zone in DISTRICTS if zone != start)


def within(cell: str, steps: int) -> frozenset[str]:
    near = {cell}
    for _ in range(steps):
        near |= {other for one in near for other in AROUND[one]}
    return frozenset(near)


REACH = {cell: within(cell, 2) for cell in CELLS}
"""The cells on which a tourist may stand so that a pigeon here gets next to it in one step."""

IN_THE_OPEN = frozenset({"home", "mover", "target"})
"""Questions on which advice looks only at the Piazza."""

GROUNDS = frozenset(
    (
        *named("because", "card-spared", "catch", "crowd", "crowd-spared", "favourite", "fifth", "majority"),
        *named("because", "majority-spared", "on_piazza", "on_piazza-spared", "poison", "rivals", "rivals-spared"),
        *named("because", "san_giorgio", "young"),
        *counted("because", "pigeon-spared"),
    )
)

ADVISER = Adviser(
    advise,
    Numbers(),
    doubt=0.9,
    gentle=GENTLE,
    needs={"plates": "device", "piazza": "mapped"},
    version=4,
    in_the_open=IN_THE_OPEN,
    grounds=GROUNDS,
    guessing=GUESSING,
)
