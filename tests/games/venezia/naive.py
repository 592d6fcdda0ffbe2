"""A second, naive Venezia: the whole game in dicts and loops, written from the numbered rules alone.

At every moment it says who must be asked what, with every legal answer, what must have been told, and how the table
must look. Whatever can be derived is not stored: a stock is what is nowhere else, so pigeons can't get lost here. A
question is asked only if it has more than one legal answer.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tests.games.auditing import Chance, Steps
from tests.games.venezia import piazza
from tests.games.venezia.piazza import SPOTS, Spot, cell, spot, spots

TABLE = 0
DISTRICTS = ("cannaregio", "castello", "dorsoduro", "giudecca", "san-marco", "san-polo", "santa-croce")
SAN_GIORGIO = "san-giorgio"
ZONES = (*DISTRICTS, SAN_GIORGIO)
ACTIONS = ("vatican", "reunion", "feud", "poison", "san-michele", "bird", "purge", "takeover")
CELLS = tuple(cell(place) for place in SPOTS)

Legal = dict[str, Any]
"""The legal answers to a question: its kind and bounds, as plain values."""


def pick(options: Iterable[Any]) -> Legal:
    return {"kind": "pick", "options": set(options)}


def count(low: int, high: int) -> Legal:
    return {"kind": "count", "low": low, "high": high}


def several(items: Iterable[Any], low: int, high: int) -> Legal:
    items = set(items)
    return {"kind": "several", "items": items, "low": low, "high": min(high, len(items))}


def spread(most: Mapping[str, int], low: int, high: int) -> Legal:
    return {"kind": "spread", "most": dict(most), "low": low, "high": min(high, sum(most.values()))}


def sheet(rows: Mapping[str, Mapping[str, Legal]]) -> Legal:
    return {"kind": "sheet", "rows": {row: dict(cells) for row, cells in rows.items()}}


def only_answer(legal: Legal) -> list[Any]:
    """Return a list with the only legal answer, or an empty list if there are more."""
    match legal["kind"]:
        case "pick":
            return list(legal["options"]) if len(legal["options"]) == 1 else []
        case "count":
            return [legal["low"]] if legal["low"] == legal["high"] else []
        case "several":
            if legal["high"] == 0:
                return [[]]
            return [sorted(legal["items"])] if legal["low"] == len(legal["items"]) else []
        case "spread":
            return [dict.fromkeys(legal["most"], 0)] if legal["high"] == 0 else []
        case _:
            rows = {
                row: {column: only_answer(one) for column, one in cells.items()}
                for row, cells in legal["rows"].items()
            }
            if not all(one for cells in rows.values() for one in cells.values()):
                return []
            return [{row: {column: one[0] for column, one in cells.items()} for row, cells in rows.items()}]


@dataclass(frozen=True)
class Ask:
    """A question that must be open now. `offer` and `say` are called again after a correction."""

    key: str
    seat: int
    offer: Callable[[], Legal]
    say: Callable[[], Mapping[str, Any]] = dict
    secret: bool = False

    @property
    def facts(self) -> Mapping[str, Any]:
        return self.say()


@dataclass
class Plan:
    """One player's plate. On a real plate the cards are unknown until revealed."""

    first: str | None = None
    on_first: int = 0
    action: str | None = None
    zones: list[str | None] = field(default_factory=lambda: [None, None, None])
    numbers: list[int] = field(default_factory=lambda: [0, 0, 0])

    @property
    def total(self) -> int:
        return self.on_first + sum(self.numbers)

    @property
    def shown(self) -> list[int]:
        """VEZ.P2: the numbers on the zone cards, but not which card has which."""
        return sorted(self.numbers, reverse=True)


def alone_ahead(numbers: Mapping[int, int]) -> int | None:
    """Return the seat that has more than each of the others, if any."""
    for seat, number in numbers.items():
        if all(number > other for rival, other in numbers.items() if rival != seat):
            return seat
    return None


def by_points(points: Mapping[int, int]) -> list[list[int]]:
    return [
        [seat for seat in points if points[seat] == number] for number in sorted(set(points.values()), reverse=True)
    ]


class Naive:
    """The whole game of Venezia with nothing clever in it. `seen` counts the situations that came up."""

    def __init__(self, seats: Sequence[int], options: Mapping[str, str], blocked: Iterable[str]) -> None:
        self.seats = list(seats)
        self.options = options
        self.blocked = set(spots(blocked))
        self.seen: Counter[str] = Counter()
        self.tells: list[tuple[str, dict[str, Any]]] = []
        self.order = list(seats)
        self.homes: dict[int, str] = {}
        self.round = 0
        self.phase = "set-up"
        self.points = dict.fromkeys(seats, 0)
        self.reserve = dict.fromkeys(seats, 12)
        self.nest = dict.fromkeys(seats, 0)
        self.dead = dict.fromkeys(seats, 0)
        self.uncharted = dict.fromkeys(seats, 0)
        self.square: dict[Spot, int] = {}
        self.zones = {zone: dict.fromkeys(seats, 0) for zone in ZONES}
        self.grey = dict.fromkeys(ZONES, 0)
        self.plans = {seat: Plan() for seat in seats}
        self.played: dict[int, list[str]] = {seat: [] for seat in seats}
        self.tourists: list[Spot] = []
        self.hunters: list[Spot] = []
        self.bird: str | None = None
        self.vatican: int | None = None
        self.mover: int | None = None
        self.moving: Spot | None = None
        self.last_move: tuple[Spot, Spot, dict[Spot, int]] | None = None
        self.shows_way = False

    @property
    def mapped(self) -> bool:
        return self.options["piazza"] == "mapped"

    @property
    def sealed(self) -> bool:
        """Return whether plans are made in the box, in secret."""
        return self.options["plates"] == "device"

    @property
    def closed(self) -> set[Spot]:
        """VEZ.M4, K5: the spots no pigeon may enter."""
        return piazza.ground(self.hunters) | self.blocked

    @property
    def reach(self) -> tuple[str, ...]:
        """VEZ.V3: the zones that Vatican and Feud reach."""
        return ZONES if self.options["reach"] == "san-giorgio" else DISTRICTS

    def on_piazza(self, seat: int) -> int:
        return sum(owner == seat for owner in self.square.values()) if self.mapped else self.uncharted[seat]

    def stock(self, seat: int) -> int:
        """VEZ.K6: of the forty pigeons, those that are nowhere else."""
        elsewhere = self.reserve[seat] + self.nest[seat] + self.dead[seat] + self.on_piazza(seat)
        left = 40 - elsewhere - self.plans[seat].total - sum(self.zones[zone][seat] for zone in ZONES)
        assert left >= 0, f"seat {seat} has taken more than its stock had"
        return left

    def edge(self) -> int:
        return 6 - sum(self.grey.values())

    def hand(self, seat: int) -> list[str]:
        return [card for card in ACTIONS if card not in self.played[seat]]

    def votes(self, zone: str) -> dict[int, int]:
        """VEZ.Y4: the pigeons that count for each player in this round."""
        return {
            seat: number + (self.grey[zone] if seat == self.vatican else 0)
            for seat, number in self.zones[zone].items()
        }

    def tell(self, key: str, **facts: Any) -> None:
        self.tells.append((key, facts))

    def put(
        self,
        key: str,
        seat: int,
        offer: Callable[[], Legal],
        facts: Mapping[str, Any] | Callable[[], Mapping[str, Any]] | None = None,
        secret: bool = False,
    ) -> Generator[Ask, Any, Any]:
        """Ask a question and return its answer; one with a single legal answer is not asked."""
        if sole := only_answer(offer()):
            return sole[0]
        return (yield Ask(key, seat, offer, facts if callable(facts) else lambda: facts or {}, secret))

    def ask(self, *question: Any, **more: Any) -> Steps:
        """Ask a question while nobody else is asked."""
        return (yield from alone(self.put(*question, **more)))

    def spin(self) -> Steps:
        told = None
        if self.options["draw.dials"] == "table":
            told = yield from self.ask("draw", TABLE, lambda: pick(CELLS), {"draw": "dials"})
        drawn = yield Chance("dials", CELLS, "urn" if told is None else "table", told)
        return spot(drawn)

    def play(self) -> Steps:
        """Play from set-up to the end; return the places and the rule that ended the game."""
        yield from self.set_up()
        while True:
            self.round += 1
            self.tell("round", n=self.round, seat=self.order[0])
            yield from self.plan()
            yield from self.phase_two()
            yield from self.phase_three()
            ended = yield from self.phase_four()
            if ended:
                winners = ended[0][0]
                self.tell("won" if len(winners) == 1 else "shared", seats=winners)
                self.seen[f"{ended[1]} {'won' if len(winners) == 1 else 'shared'}"] += 1
                return ended

    def set_up(self) -> Steps:
        """VEZ.S2."""
        first = yield from self.ask("youngest", TABLE, lambda: pick(self.seats))
        while self.order[0] != first:
            self.order.append(self.order.pop(0))
        for seat in self.order:
            self.homes[seat] = yield from self.ask(
                "home", seat, lambda: pick(zone for zone in DISTRICTS if zone not in self.homes.values())
            )
            self.tell("home", seat=seat, zone=self.homes[seat])

    def plan(self) -> Steps:
        self.phase = "planning"
        fill = self.plan_sealed if self.sealed else self.plan_on_plate
        plans = yield from all_at_once({seat: fill(seat) for seat in self.seats})
        for seat in self.order:
            plan = plans[seat]
            self.seen["P2 from the stock"] += plan.total > self.reserve[seat]
            self.reserve[seat] = max(0, self.reserve[seat] - plan.total)
            self.plans[seat] = plan
            if plan.total:
                self.tell("planned", seat=seat, n=plan.on_first, numbers=plan.shown)
            self.seen["P2 nothing laid"] += not plan.total
            self.seen["P1 action planned"] += plan.action is not None

    def plan_sealed(self, seat: int) -> Generator[Ask, Any, Plan]:
        """VEZ.P1-P3: without a pigeon in reserve, only an action is planned."""
        plan = Plan()
        if self.round > 1:
            action = yield from self.put("action", seat, lambda: pick(["none", *self.hand(seat)]), secret=True)
            plan.action = None if action == "none" else action
        if self.to_plan_with(seat):
            plan.first = yield from self.put("first", seat, lambda: pick(["piazza", "feint"]), secret=True)
            plan.zones = yield from self.put("zones", seat, lambda: several(ZONES, 3, 3), secret=True)
            numbers = yield from self.put("spread", seat, lambda: self.cards(seat, plan), secret=True)
            plan.on_first = numbers[plan.first]
            plan.numbers = [numbers[zone] for zone in plan.zones]
        return plan

    def to_plan_with(self, seat: int) -> int:
        """VEZ.P2: the reserve, and by the letter of the rulebook the stock in later rounds."""
        letter = self.options["supply"] == "common" and self.round > 1
        return self.reserve[seat] + (self.stock(seat) if letter else 0)

    def cards(self, seat: int, plan: Plan) -> Legal:
        every = self.to_plan_with(seat)
        room = every if plan.first == "feint" else min(every, 10 - self.on_piazza(seat))
        self.seen["P3 limits"] += room < every
        return spread({str(plan.first): room, **{str(zone): every for zone in plan.zones}}, 0, every)

    def plan_on_plate(self, seat: int) -> Generator[Ask, Any, Plan]:
        """VEZ.P2: with cardboard plates, only the numbers are entered now."""
        cards = ("first", "left", "middle", "right")
        every = self.to_plan_with(seat)
        numbers = yield from self.put("plate", seat, lambda: spread(dict.fromkeys(cards, every), 0, every))
        return Plan(on_first=numbers["first"], numbers=[numbers[one] for one in cards[1:]])

    def phase_two(self) -> Steps:
        self.phase = "piazza"
        for seat in self.order:
            if self.plans[seat].on_first:
                yield from self.first_card(seat)
        yield from self.figures()
        for seat in self.order:
            yield from self.turn(seat)

    def first_card(self, seat: int) -> Steps:
        """VEZ.Z1."""
        plan = self.plans[seat]
        if not self.sealed:
            fits = plan.on_first + self.on_piazza(seat) <= 10
            self.seen["P3 a plate too full for the Piazza"] += not fits
            plan.first = yield from self.ask("reveal", seat, lambda: pick(["piazza", "feint"] if fits else ["feint"]))
        number = plan.on_first
        self.tell("reveals", seat=seat, zone=plan.first, n=number)
        self.seen[f"Z1 {plan.first}"] += 1
        if plan.first == "feint":
            yield from self.spread_feint(seat, plan, number)
        else:
            yield from self.land(seat, plan, number)

    def spread_feint(self, seat: int, plan: Plan, number: int) -> Steps:
        cards = [str(zone) for zone in plan.zones] if self.sealed else ["left", "middle", "right"]
        facts = {"n": number}
        spot_on = dict.fromkeys(cards, number)
        more = yield from self.ask("feint", seat, lambda: spread(spot_on, number, number), facts, secret=self.sealed)
        plan.numbers = [before + more[card] for before, card in zip(plan.numbers, cards, strict=True)]
        plan.on_first = 0
        self.tell("feinted", seat=seat, n=number, numbers=plan.shown)

    def land(self, seat: int, plan: Plan, number: int) -> Steps:
        if self.mapped:
            cells = yield from self.ask(
                "land",
                seat,
                lambda: several((one for one in CELLS if self.is_empty(spot(one))), number, number),
                {"n": number},
            )
            self.tell("landed", seat=seat, n=number, cells=cells)
            self.square |= {spot(one): seat for one in cells}
        else:
            self.uncharted[seat] += number
        plan.on_first = 0

    def is_empty(self, place: Spot) -> bool:
        return place not in self.square and place not in self.blocked

    def figures(self) -> Steps:
        """VEZ.Z2-Z4, V1, V2."""
        for number in range(1, 4 if self.options["tourists"] == "three" else 3):
            yield from self.stand("tourist", self.tourists, number)
            self.seen["Z2 a pigeon stands on the tourist"] += self.tourists[-1] in self.square
        for number in range(1, 3 if self.options["hunters"] == "two" else 2):
            yield from self.stand("hunter", self.hunters, number)
            self.seen["Z3 hunter on a tourist"] += self.hunters[-1] in self.tourists
            yield from self.sweep(self.hunters[-1])

    def stand(self, figure: str, standing: list[Spot], number: int) -> Steps:
        place = yield from self.spin()
        while place in standing or place in self.blocked:
            self.tell("again-blocked" if place in self.blocked else "again-taken", figure=figure, cell=cell(place))
            self.seen[f"Z2-Z3 {figure} spun again"] += 1
            place = yield from self.spin()
        standing.append(place)
        self.tell("spun", figure=figure, cell=cell(place), number=number)

    def sweep(self, hunter: Spot) -> Steps:
        """VEZ.Z4."""
        lost: Counter[int] = Counter()
        if self.mapped:
            for place in piazza.ground([hunter]):
                if place in self.square:
                    lost[self.square.pop(place)] += 1
        else:
            before = piazza.ground([other for other in self.hunters if other != hunter])
            cells = {*piazza.ground([hunter])} - {*self.blocked, *before}
            told = yield from self.ask(
                "swept", TABLE, lambda: self.counted(self.seats, len(cells)), {"cell": cell(hunter)}
            )
            for row, number in told.items():
                lost[int(row)] = number
                self.uncharted[int(row)] -= number
        for seat, number in lost.items():
            self.dead[seat] += number
        if total := sum(lost.values()):
            self.seen["Z4 swept"] += 1
            gone = {seat: lost[seat] for seat in self.seats if lost[seat]}
            self.tell("swept", cell=cell(hunter), lost=gone, n=total)

    def counted(self, seats: Iterable[int], most: int) -> Legal:
        """Return a choice of how many of these players' pigeons on the Piazza, at most this many in all."""
        standing = {str(seat): min(most, self.on_piazza(seat)) for seat in seats if self.on_piazza(seat)}
        return spread(standing, 0, most)

    def turn(self, seat: int) -> Steps:
        """VEZ.M1, C1-C4: without a pigeon on the Piazza there is nothing to do."""
        if not self.on_piazza(seat):
            return
        if self.mapped:
            yield from self.move(seat)
            self.catch(seat)
            due = piazza.births(self.square, seat, self.tourists, self.options["births"])
            on = sum(self.square.get(place) == seat for place in self.tourists)
            self.seen["C3 on a tourist"] += bool(on)
            self.seen["C3 fewer by the pigeon"] += due < piazza.births(
                self.square, seat, self.tourists, "per-tourist"
            )
            self.hatch(seat, due, on)
        else:
            yield from self.enter_caught(seat)
            yield from self.enter_births(seat)

    def goals(self, place: Spot) -> set[Spot]:
        return piazza.goals(place, self.square, self.tourists, self.closed) if place in self.square else set()

    def in_reach(self) -> set[Spot]:
        """VEZ.M1: where the pigeon in hand may go, if it is still the mover's."""
        mine = self.moving is not None and self.square.get(self.moving) == self.mover
        return self.goals(self.moving) if self.moving and mine else set()

    def move(self, seat: int) -> Steps:
        done: set[Spot] = set()

        def movable() -> list[str]:
            own = [place for place, owner in self.square.items() if owner == seat and place not in done]
            return [cell(place) for place in own if self.goals(place)]

        while movable():
            chosen = yield from self.ask("mover", seat, lambda: pick(["done", *movable()]))
            if chosen == "done":
                break
            start = self.moving = spot(chosen)
            self.mover = seat
            goal = yield from self.ask(
                "target", seat, lambda: pick(["other", *map(cell, self.in_reach())]), {"cell": chosen}
            )
            self.moving = self.mover = None
            if goal != "other":
                self.last_move = (start, spot(goal), dict(self.square))
                self.square[spot(goal)] = self.square.pop(start)
                done.add(spot(goal))
                self.shows_way = True
                self.tell("moved", seat=seat, cell=chosen)
                self.seen["M1 moved"] += 1
                self.seen["M1 jumped"] += not piazza.touch(start, spot(goal))
        self.shows_way = False

    def catch(self, seat: int) -> None:
        """VEZ.C1, C2."""
        held = piazza.pincers(self.square, seat, self.options["pincer"])
        spared = piazza.pincers(self.square, seat, "all") - held
        for victim in held:
            self.tell("caught", seat=seat, victim=self.square[victim], cell=cell(victim))
            self.dead[self.square[victim]] += 1
        for victim in held:
            del self.square[victim]
        self.seen["C1 spared on a diagonal"] += bool(spared)
        self.seen["C1 caught"] += bool(held)
        self.seen["C1 two at once"] += len(held) > 1

    def hatch(self, seat: int, due: int, on: int) -> None:
        """VEZ.C4."""
        number = min(due, self.stock(seat))
        self.nest[seat] += number
        if due:
            self.tell("born" if number == due else "born-fewer", seat=seat, n=number, due=due, on=on)
            self.seen["C4 born" if number == due else "C4 the stock runs out"] += 1

    def enter_caught(self, seat: int) -> Steps:
        """VEZ.C1: each pair of the mover's pigeons catches at most one."""
        others = [other for other in self.seats if other != seat]

        def most() -> int:
            pairs = len([*itertools.combinations(range(self.on_piazza(seat)), 2)])
            return min(pairs, sum(map(self.on_piazza, others)))

        told = yield from self.ask("caught", seat, lambda: self.counted(others, most()))
        for other in self.order:
            number = told.get(str(other), 0)
            if number:
                self.uncharted[other] -= number
                self.dead[other] += number
                self.tell("caught-some", seat=seat, victim=other, n=number)

    def enter_births(self, seat: int) -> Steps:
        """VEZ.C3: at most one pigeon on each tourist, and as many next to tourists as there is room for."""
        closed = {*piazza.ground(self.hunters), *self.blocked}
        tourists = sum(place not in closed for place in self.tourists)
        on = yield from self.ask("on", seat, lambda: count(0, min(self.on_piazza(seat), tourists)))
        if self.options["births"] == "per-tourist":
            beside = yield from self.ask("beside", seat, lambda: count(0, self.most_beside(seat, on)))
        else:
            beside = yield from self.ask("beside-only", seat, lambda: count(0, self.most_beside(seat, on)))
        self.hatch(seat, 5 * on + 2 * beside, on)

    def most_beside(self, seat: int, on: int) -> int:
        """VEZ.C3: a pigeon on a tourist is not next to it, and none stands where it may not."""
        standing = self.on_piazza(seat)
        if self.options["births"] == "per-pigeon":
            return max(0, standing - on)
        closed = {*piazza.ground(self.hunters), *self.blocked}
        free = [near for near in SPOTS if near not in closed]
        rooms = [sum(piazza.touch(near, place) for near in free) for place in self.tourists]
        best = 0
        for seated in itertools.combinations(range(len(rooms)), min(on, len(rooms))):
            best = max(best, sum(min(room, standing - (n in seated)) for n, room in enumerate(rooms)))
        return max(0, best)

    def phase_three(self) -> Steps:
        self.phase = "zones"
        acting = yield from self.reveal_actions()
        for seat in self.order:
            if acting.get(seat) == "reunion":
                yield from self.reunion(seat)
        for seat in self.order:
            yield from self.fly_home(seat)
        for seat in self.order:
            if acting.get(seat, "reunion") != "reunion":
                self.seen[f"X4 {acting[seat]}"] += 1
                yield from self.act(seat, acting[seat])
        yield from self.turn_up_zones()

    def reveal_actions(self) -> Steps:
        """VEZ.X1."""
        if self.round > 1 and not self.sealed:
            told = yield from self.ask(
                "actions",
                TABLE,
                lambda: sheet({str(seat): {"action": pick(["none", *self.hand(seat)])} for seat in self.seats}),
            )
            for row, cells in told.items():
                self.plans[int(row)].action = None if cells["action"] == "none" else cells["action"]
        cards = {seat: self.plans[seat].action for seat in self.order if self.plans[seat].action}
        acting = {}
        for seat, card in cards.items():
            same = {other: self.points[other] for other in self.order if cards.get(other) == card}
            lowest = [other for other, points in same.items() if points == min(same.values())]
            if lowest == [seat]:
                acting[seat] = card
                self.seen["X1 the lowest of several acts"] += len(same) > 1
                self.tell("plays", seat=seat, action=card)
            else:
                self.seen["X1 tied, none acts"] += len(lowest) > 1
                self.tell("takes-back", seat=seat, action=card)
        for seat, card in acting.items():
            self.played[seat].append(str(card))
        return acting

    def reunion(self, seat: int) -> Steps:
        """VEZ.X2, A2."""
        zone = yield from self.ask("reunion", seat, lambda: pick(DISTRICTS))
        flown = {owner: number for owner, number in self.nest.items() if number}
        for owner, number in flown.items():
            self.zones[zone][owner] += number
            self.nest[owner] = 0
        self.seen["X2 reunion"] += bool(flown)
        self.tell("reunited", seat=seat, zone=zone, flown=flown)

    def fly_home(self, seat: int) -> Steps:
        """VEZ.X3."""
        number = yield from self.ask(
            "homing", seat, lambda: count(0, self.nest[seat]), lambda: {"zone": self.homes[seat]}
        )
        if number:
            home = self.homes[seat]
            self.nest[seat] -= number
            self.zones[home][seat] += number
            self.tell("homed", seat=seat, n=number, zone=home)
            self.seen["X3 homed"] += 1

    def turn_up_zones(self) -> Steps:
        """VEZ.X5."""
        for seat in self.order:
            plan = self.plans[seat]
            flown: dict[str, int] = {}
            for card in range(3):
                if plan.numbers[card]:
                    zone = plan.zones[card]
                    if zone is None:
                        facts = {"n": plan.numbers[card]}
                        left = [other for other in ZONES if other not in flown]
                        zone = yield from self.ask("zone", seat, partial(pick, left), facts)
                    self.zones[zone][seat] += plan.numbers[card]
                    flown[zone] = plan.numbers[card]
                    plan.numbers[card] = 0
            if flown:
                self.tell("settled", seat=seat, flown=flown)
            self.plans[seat] = Plan()

    def act(self, seat: int, card: str) -> Steps:
        acts = {
            "vatican": self.order_from_rome,
            "feud": self.feud,
            "poison": self.poison,
            "san-michele": self.rise,
            "bird": self.bird_of_prey,
            "purge": self.purge,
            "takeover": self.takeover,
        }
        return acts[card](seat)

    def rise(self, seat: int) -> Steps:
        """VEZ.A5."""
        yield from ()
        self.tell("risen", seat=seat, n=self.dead[seat])
        self.reserve[seat] += self.dead[seat]
        self.dead[seat] = 0

    def feud(self, seat: int) -> Steps:
        """VEZ.A3."""

        def offer() -> Legal:
            rows = {}
            for zone in self.reach:
                victims = [str(other) for other, number in self.zones[zone].items() if other != seat and number]
                if victims:
                    rows[zone] = {"victim": pick(["nobody", *victims])}
            return sheet(rows)

        chosen = yield from self.ask("feud", seat, offer)
        for zone, row in chosen.items():
            if row["victim"] != "nobody":
                self.zones[zone][int(row["victim"])] -= 1
                self.seen[f"A3 in {'San Giorgio' if zone == SAN_GIORGIO else 'a district'}"] += 1
                self.tell("feud", seat=seat, victim=int(row["victim"]), zone=zone)

    def poison(self, seat: int) -> Steps:
        """VEZ.A4."""
        if self.mapped:
            chosen = yield from self.ask("poison", seat, lambda: several(map(cell, self.square), 0, 3))
            for one in chosen:
                victim = self.square.pop(spot(one))
                self.dead[victim] += 1
                self.tell("poisoned", seat=seat, victim=victim, cell=one)
            self.seen["A4 poisoned"] += bool(chosen)
        else:
            numbers = yield from self.ask(
                "poison",
                seat,
                lambda: spread({str(one): min(3, self.on_piazza(one)) for one in self.seats}, 0, 3),
            )
            for row, number in numbers.items():
                self.uncharted[int(row)] -= number
                self.dead[int(row)] += number
                if number:
                    self.tell("poisoned-some", seat=seat, victim=int(row), n=number)

    def order_from_rome(self, seat: int) -> Steps:
        """VEZ.A1, V3."""
        self.vatican = seat
        for _ in range(3):
            start = yield from self.ask("grey-from", seat, self.grey_ones)
            if start == "enough":
                break
            goal = yield from self.ask(
                "grey-to",
                seat,
                partial(pick, [zone for zone in self.reach if zone != start]),
                {"zone": start},
            )
            if start != "edge":
                self.grey[start] -= 1
                self.seen["A1 moved"] += 1
            self.grey[goal] += 1
            self.tell("grey", seat=seat, zone=start, goal=goal)

    def grey_ones(self) -> Legal:
        on_board = [zone for zone in self.reach if self.grey[zone]]
        return pick(["enough", *on_board, *(["edge"] if self.edge() else [])])

    def bird_of_prey(self, seat: int) -> Steps:
        """VEZ.A6."""
        self.bird = yield from self.ask("bird", seat, lambda: pick(ZONES))
        self.tell("bird", seat=seat, zone=self.bird)

    def purge(self, seat: int) -> Steps:
        """VEZ.A7."""
        zone = yield from self.ask("purge", seat, lambda: pick(DISTRICTS))
        colour = yield from self.ask(
            "purge-colour", seat, lambda: pick([*map(str, self.seats), "grey"]), {"zone": zone}
        )
        if colour == "grey":
            number = self.grey[zone]
            self.grey[zone] = 0
        else:
            number = self.zones[zone][int(colour)]
            self.zones[zone][int(colour)] = 0
        self.seen[f"A7 purged {'grey' if colour == 'grey' else 'a colour'}"] += bool(number)
        self.tell("purged", seat=seat, zone=zone, victim=colour, n=number)

    def takeover(self, seat: int) -> Steps:
        """VEZ.A8: replace one by one, from the nest, then the reserve, then not at all."""
        zone = yield from self.ask("takeover", seat, lambda: pick(DISTRICTS))
        here = self.zones[zone]
        gone = came = 0
        for other in self.seats:
            while other != seat and here[other]:
                here[other] -= 1
                gone += 1
                source = self.nest if self.nest[seat] else self.reserve
                if source[seat]:
                    source[seat] -= 1
                    here[seat] += 1
                    came += 1
        self.seen["A8 too few"] += came < gone
        self.seen["A8 all replaced"] += came == gone > 0
        self.tell("took-over", seat=seat, zone=zone, gone=gone, n=came)

    def phase_four(self) -> Steps:
        self.phase = "count"
        won = self.score()
        if ended := self.end(won):
            return ended
        yield from self.san_giorgio()
        yield from self.resurrection()
        self.hunt()
        if self.is_stuck():
            self.tell("dead-end")
            return by_points(self.points), "VEZ.E3"
        self.clean_up()
        return None

    def score(self) -> dict[str, int]:
        """VEZ.Y1, A6: score the districts; return who won which."""
        won = {}
        before = dict(self.points)
        for zone in DISTRICTS:
            seat = alone_ahead(self.votes(zone))
            if seat is not None and zone != self.bird:
                won[zone] = seat
                foreign = any(home == zone and owner != seat for owner, home in self.homes.items())
                self.points[seat] += 6 if foreign else 3
                self.seen["Y1 foreign home" if foreign else "Y1 three points"] += 1
            self.seen["A6 a district unscored"] += seat is not None and zone == self.bird
            self.seen["Y4 grey decides"] += seat != alone_ahead(self.zones[zone])
        gained = {seat: self.points[seat] - before[seat] for seat in self.seats}
        counts = {zone: self.votes(zone) for zone in ZONES}
        self.tell("scored", counts=counts, won=won, gained=gained, points=dict(self.points))
        return won

    def end(self, won: Mapping[str, int]) -> tuple[list[list[int]], str] | None:
        """VEZ.E1, E2."""
        for seat in self.seats:
            if sum(winner == seat for winner in won.values()) >= 5:
                rest = {other: points for other, points in self.points.items() if other != seat}
                self.seen["E2 beats E1"] += max(rest.values()) >= 50
                return [[seat], *by_points(rest)], "VEZ.E2"
        if max(self.points.values()) >= 50:
            return by_points(self.points), "VEZ.E1"
        return None

    def on_the_isle(self) -> int | None:
        """VEZ.Y2, A6: who has most on San Giorgio, unless the bird is there."""
        return None if self.bird == SAN_GIORGIO else alone_ahead(self.votes(SAN_GIORGIO))

    def san_giorgio(self) -> Steps:
        """VEZ.Y2."""
        self.seen["A6 San Giorgio unscored"] += self.bird == SAN_GIORGIO and bool(
            alone_ahead(self.votes(SAN_GIORGIO))
        )
        tried: list[int] = []
        while (seat := self.on_the_isle()) and seat not in tried:
            tried.append(seat)

            def cards(seat: int = seat) -> Legal:
                return pick(["none", *(self.played[seat] if self.on_the_isle() == seat else [])])

            card = yield from self.ask("take-back", seat, cards)
            if self.on_the_isle() == seat:
                if card != "none":
                    self.played[seat].remove(card)
                    self.tell("took-back", seat=seat, action=card)
                    self.seen["Y2 took back"] += 1
                break
            self.seen["Y2 another leads by now"] += 1

    def resurrection(self) -> Steps:
        """VEZ.Y3."""
        tried: list[int] = []
        while (seat := alone_ahead(self.dead)) and seat not in tried:
            tried.append(seat)
            answer = yield from self.ask(
                "recover",
                seat,
                lambda seat=seat: pick(["yes", "no"] if alone_ahead(self.dead) == seat else ["no"]),
                lambda seat=seat: {"n": min(2, self.dead[seat])},
            )
            if alone_ahead(self.dead) == seat:
                if answer == "yes":
                    number = min(2, self.dead[seat])
                    self.dead[seat] -= number
                    self.reserve[seat] += number
                    self.tell("recovered", seat=seat, n=number)
                    self.seen[f"Y3 recovered {number}"] += 1
                break
            self.seen["Y3 another leads by now"] += 1

    def hunt(self) -> None:
        """VEZ.Y5."""
        totals = {zone: self.grey[zone] + sum(self.zones[zone].values()) for zone in ZONES}
        fullest = [zone for zone in ZONES if totals[zone] == max(totals.values()) and totals[zone]]
        for zone in fullest:
            self.seen["Y5 the bird's zone too"] += zone == self.bird
            self.seen["Y5 grey hunted"] += self.grey[zone] > 0
            self.seen["Y5 San Giorgio hunted"] += zone == SAN_GIORGIO
            self.zones[zone] = dict.fromkeys(self.seats, 0)
            self.grey[zone] = 0
            self.tell("hunted", zone=zone, n=totals[zone])
        self.seen["Y5 a tie"] += len(fullest) > 1

    def is_stuck(self) -> bool:
        """VEZ.E3: whether only stocks and San Michele hold pigeons, and nobody can get one back."""
        if any(self.stock(seat) + self.dead[seat] < 40 for seat in self.seats):
            return False
        if self.options["supply"] == "common" and any(self.stock(seat) for seat in self.seats):
            return False
        pope = any("vatican" not in self.played[seat] for seat in self.seats)
        self.seen["E3 the Vatican may still score"] += pope
        by_card = any(self.dead[seat] and "san-michele" not in self.played[seat] for seat in self.seats)
        self.seen["E3 only a card can bring one back"] += by_card and alone_ahead(self.dead) is None
        self.seen["E3 only San Michele can give one back"] += not by_card and alone_ahead(self.dead) is not None
        return not pope and not by_card and alone_ahead(self.dead) is None

    def clean_up(self) -> None:
        """VEZ.Y6, A6."""
        for seat in self.seats:
            self.reserve[seat] += self.nest[seat]
            self.nest[seat] = 0
        self.tourists.clear()
        self.hunters.clear()
        self.bird = self.vatican = None
        self.order.append(self.order.pop(0))

    def correct(self, place: str, value: Any) -> None:
        kind, *where = place.split(".")
        if kind == "grey":
            self.grey[where[0]] = value
            return
        if kind in ("tourist", "hunter"):
            standing = self.tourists if kind == "tourist" else self.hunters
            standing[int(where[0]) - 1] = spots([value])[0]
            return
        seat = int(where[0])
        if kind == "zone":
            self.zones[where[1]][seat] = value
        elif kind == "cards":
            self.played[seat] = list(value)
        elif kind == "home":
            self.homes[seat] = value
        elif kind == "piazza" and self.mapped:
            self.square = {one: owner for one, owner in self.square.items() if owner != seat}
            self.square |= dict.fromkeys(spots(value), seat)
        else:
            held = {"points": self.points, "reserve": self.reserve, "nest": self.nest, "dead": self.dead}
            {**held, "piazza": self.uncharted}[kind][seat] = value

    def view(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "phase": self.phase,
            "first": self.order[0],
            "homes": {str(seat): zone for seat, zone in self.homes.items()},
            "piazza": {
                "mapped": self.mapped,
                "cells": {cell(place): seat for place, seat in self.square.items()},
                "tourists": [cell(place) for place in self.tourists],
                "hunters": [cell(place) for place in self.hunters],
                "ground": sorted(cell(place) for place in piazza.ground(self.hunters)),
                "blocked": sorted(cell(place) for place in self.blocked),
                "moving": self.moving and cell(self.moving),
            },
            "zones": {
                zone: {"pigeons": {str(seat): n for seat, n in self.zones[zone].items()}, "grey": self.grey[zone]}
                for zone in ZONES
            },
            "bird": self.bird,
            "vatican": self.vatican,
            "grey": self.edge(),
            "seats": {str(seat): self.seat_view(seat) for seat in self.seats},
        }

    def seat_view(self, seat: int) -> dict[str, Any]:
        plan = self.plans[seat]
        return {
            "stock": self.stock(seat),
            "reserve": self.reserve[seat],
            "nest": self.nest[seat],
            "dead": self.dead[seat],
            "piazza": self.on_piazza(seat),
            "on_first": plan.on_first,
            "on_zones": plan.shown,
            "hand": set(self.hand(seat)),
            "played": set(self.played[seat]),
        }


def alone(question: Generator[Ask, Any, Any]) -> Steps:
    """Put a question while no other is open."""
    value = None
    while True:
        try:
            ask = question.send(value)
        except StopIteration as end:
            return end.value
        _, value = yield {ask.seat: ask}


def all_at_once(parts: Mapping[int, Generator[Ask, Any, Any]]) -> Steps:
    """Put everyone's questions, each player's in order, until all have been answered."""
    results: dict[int, Any] = {}
    asks: dict[int, Ask] = {}

    def go_on(seat: int, value: Any) -> None:
        asks.pop(seat, None)
        try:
            asks[seat] = parts[seat].send(value)
        except StopIteration as end:
            results[seat] = end.value

    for seat in parts:
        go_on(seat, None)
    while asks:
        seat, value = yield dict(asks)
        go_on(seat, value)
    return results
