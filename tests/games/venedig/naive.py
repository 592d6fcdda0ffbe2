"""Venedig written a second time, plainly: an auditor that follows a game from outside and knows the rules itself.

`Naive` is the game in lists and loops, written from the numbered rule lines alone. At every moment it says
who must be asked what, with every legal answer, and how the table must look. `Auditor` compares a referee
with it, answer by answer and draw by draw.

Every card is an object with a place; what can be counted is counted, never stored. Hexes are cubes in
space, and the gondolas' course is a row of spaces, one of which occurs twice.

A question is only asked if it has more than one legal answer. Gold is asked for where the moment can make a
difference: before each building in which the active player has a part, and before one of others if the tokens could
end the game, or it is the last of its kind and they could buy a leap; once another player has put it where gold
might win treasure; before another builder's gondola moves; after draining; when the third player's card came last
and real players have built; and at the end of the game. Only players who might, for all the others know, have
5 gold are asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from companion.choices import Choice, Pick, Sheet, Spread
from companion.referee import Referee
from tests.games.auditing import Ask, Audit, Chance, Steps

TABLE = 0
KINDS = ("casa", "palazzo", "campo", "basilica", "ponte")
PAWNS = ("palazzo", "campo", "basilica", "ponte")
DECK = {"basilica": 10, "palazzo": 8, "campo": 8, "ponte": 8, "casa": 8}
BUILDINGS = {"basilica": 5, "palazzo": 6, "campo": 6, "ponte": 6, "casa": 19}
NEEDS = {"casa": 1, "palazzo": 3, "campo": 3, "basilica": 4, "ponte": 3}
SIZE = {"casa": 1, "palazzo": 2, "campo": 1, "basilica": 3, "ponte": 2}
THIRD = "third"
TWICE = (10, 45)

Place = tuple[str, Any]
"""Where a card is: in the pile, face up, discarded, in a hand, in front of someone, or in a set built alone."""
PILE, OPEN, DISCARD = ("pile", None), ("open", None), ("discard", None)


@dataclass
class Card:
    kind: str
    at: Place = PILE


def cube(name: str) -> tuple[int, int, int]:
    """Return a hex as a cube on the plane x+y+z=0; every second row is half a hex further right."""
    row = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(name[0])
    x = int(name[1:]) - (row - row % 2) // 2
    return x, -x - row, row


def touch(one: str, other: str) -> bool:
    return max(abs(a - b) for a, b in zip(cube(one), cube(other), strict=True)) == 1


class Naive:
    """All of Venedig, with nothing clever in it. `seen` counts the situations that came up."""

    def __init__(self, seats: Sequence[int], options: Mapping[str, str], layout: Mapping[str, Any]) -> None:
        self.seats = list(seats)
        self.options = options
        self.layout = layout
        self.seen: Counter[str] = Counter()
        self.mapped = options["board"] == "mapped"
        self.dealt = options["cards"] == "device"
        self.minted = options["gold"] == "device"
        self.players: list[Any] = [*seats, THIRD] if len(seats) == 2 else list(seats)
        self.cards = [Card(kind) for kind, number in DECK.items() for _ in range(number)]
        self.hidden_hand = dict.fromkeys(seats, 0)
        self.pawn: dict[str, Any] = dict.fromkeys(PAWNS)
        self.space = dict.fromkeys(seats, 0)
        self.tokens = {token: dict.fromkeys(seats, 0) for token in ("treasure", "swamp")}
        self.purse: dict[int, list[int]] = {seat: [] for seat in seats}
        self.values = {token: [int(v) for v, n in layout[token].items() for _ in range(n)] for token in self.tokens}
        self.paid_swamp = 0
        self.active = seats[0]
        self.turns = 0
        self.over = False
        self.rewarded = 0
        self.island = {name: island for island, hexes in layout["islands"].items() for name in hexes}
        self.stands: dict[str, str] = {}
        self.built: Counter[str] = Counter()
        for kind, sites in layout["buildings"].items():
            for hexes in sites:
                self.raise_building(kind, hexes)
        self.wet = {name for name in self.island if name not in self.stands and name not in layout["stones"]}
        self.shapes = {kind: self.all_shapes(kind) for kind in KINDS}
        self.swamps = len(self.wet) if self.mapped else 86

    # The board.

    def raise_building(self, kind: str, hexes: Iterable[str]) -> None:
        self.built[kind] += 1
        for name in hexes:
            self.stands[name] = kind

    def left(self, kind: str) -> int:
        return BUILDINGS[kind] - self.built[kind]

    def near(self, one: str, other: str) -> bool:
        """VEN.K7: adjacency is within a district."""
        return self.island[one] == self.island[other] and touch(one, other)

    def all_shapes(self, kind: str) -> list[frozenset[str]]:
        """VEN.K8: all sets of hexes of an island that touch; for a ponte the dashed crossings."""
        if kind == "ponte":
            return [frozenset(pair) for pair in self.layout["crossings"]]
        return [
            frozenset(hexes)
            for land in self.layout["islands"].values()
            for hexes in combinations(land, SIZE[kind])
            if all(self.near(one, other) for one, other in combinations(hexes, 2))
        ]

    def fits(self, kind: str, chosen: Iterable[str] = ()) -> list[frozenset[str]]:
        """VEN.B8."""
        return [
            shape
            for shape in self.shapes[kind]
            if shape >= set(chosen) and not any(name in self.wet or name in self.stands for name in shape)
        ]

    def borders(self, space: int) -> set[str]:
        if space == 0:
            return set(self.layout["start"])
        return set(self.layout["track"][space - 1]) if space <= 60 else set()

    # Cards and tokens.

    def lying(self, place: Place, kind: str | None = None) -> list[Card]:
        return [card for card in self.cards if card.at == place and kind in (None, card.kind)]

    def out(self, kind: str) -> int:
        return sum(len(self.lying(("front", player), kind)) for player in self.players)

    def hand_size(self, seat: int) -> int:
        return len(self.lying(("hand", seat))) if self.dealt else self.hidden_hand[seat]

    def pile_size(self) -> int:
        hidden = len(self.lying(PILE))
        return hidden if self.dealt else hidden - sum(self.hidden_hand.values())

    def may_hold(self, seat: int) -> dict[str, int]:
        """Return how many of each kind a hand has or, if of cardboard, may have as far as the box can tell."""
        if self.dealt:
            return {kind: len(self.lying(("hand", seat), kind)) for kind in KINDS}
        return {kind: min(self.hidden_hand[seat], len(self.lying(PILE, kind))) for kind in KINDS}

    def from_hand(self, seat: int, kind: str, number: int, place: Place) -> None:
        for card in self.lying(("hand", seat) if self.dealt else PILE, kind)[:number]:
            card.at = place
        if not self.dealt:
            self.hidden_hand[seat] -= number

    def move_all(self, cards: Iterable[Card], place: Place) -> None:
        for card in cards:
            card.at = place

    def draw_to_hand(self, seat: int, number: int) -> Steps:
        for _ in range(number):
            self.shuffle_if_empty()
            if self.dealt:
                card = yield from self.top_card()
                card.at = ("hand", seat)
            else:
                self.hidden_hand[seat] += 1

    def top_card(self) -> Steps:
        kind = yield from self.chance("card", [card.kind for card in self.lying(PILE)])
        return self.lying(PILE, kind)[0]

    def shuffle_if_empty(self) -> None:
        """VEN.R4."""
        if self.pile_size() == 0:
            self.seen["R4 reshuffled"] += 1
            self.move_all(self.lying(DISCARD), PILE)

    def treasure_left(self) -> int:
        return 18 - sum(self.tokens["treasure"].values())

    def swamp_left(self) -> int:
        return self.swamps - sum(self.tokens["swamp"].values()) - self.paid_swamp

    def take_token(self, seat: int, token: str) -> Steps:
        self.tokens[token][seat] += 1
        if self.minted:
            value = yield from self.chance(token, self.values[token])
            self.values[token].remove(value)
            self.purse[seat].append(value)

    # Asking and drawing.

    def ask(self, key: str, seat: int, legal: Iterable[Any], secret: bool = False, **facts: Any) -> Steps:
        answers = frozenset(legal)
        if len(answers) == 1:
            return next(iter(answers))
        return (yield Ask(key, seat, answers, facts, secret))

    def chance(self, key: str, outcomes: Sequence[Any]) -> Steps:
        if len(outcomes) == 1:
            return outcomes[0]
        if self.options.get(f"draw.{key}") == "table":
            told = yield Ask("draw", TABLE, frozenset(outcomes), {"draw": key})
            return (yield Chance(key, tuple(outcomes), "table", told))
        return (yield Chance(key, tuple(outcomes)))

    def clockwise(self, seat: int) -> list[int]:
        return [one for one in self.seats if one >= seat] + [one for one in self.seats if one < seat]

    # The game.

    def play(self) -> Steps:
        self.active = yield from self.chance("first", self.seats)
        for seat in self.clockwise(self.active):
            yield from self.draw_to_hand(seat, 3)
        while True:
            self.turns += 1
            yield from self.turn(self.active)
            if self.over:
                break
            self.active = self.clockwise(self.active)[1]
        for seat in [*self.clockwise(self.active)[1:], self.active]:  # VEN.E2
            yield from self.gold(seat)
        best = max(self.space.values())
        return [seat for seat in self.seats if self.space[seat] == best]

    def turn(self, seat: int) -> Steps:
        has_third = THIRD in self.players
        early = has_third and (yield from self.ask("third-when", seat, ["now", "later"])) == "now"
        if early:
            yield from self.third(seat)
        if self.over:
            return
        yield from self.lay(seat)
        yield from self.build_what_is_complete(seat)
        if self.over:
            return
        yield from self.two_kinds(seat)
        yield from self.drain(seat)
        yield from self.gold(seat)
        if self.over:
            return
        yield from self.draw(seat)
        if has_third and not early:
            rewarded = self.rewarded
            yield from self.third(seat)
            if self.rewarded > rewarded and not self.over:  # VEN.T3: gold allowed, before the turn passes
                self.seen["T3 gold at the very end"] += 1
                yield from self.gold(seat)
        if not self.over and len(self.lying(OPEN)) == 4:
            self.seen["R4 four open"] += 1
            self.move_all(self.lying(OPEN), DISCARD)

    # Action 1: cards.

    def legal_numbers(self, kind: str, most: int) -> list[int]:
        """VEN.B4, B5: up to the number needed in all, with or without a whole set besides."""
        if kind == "casa":
            return list(range(most + 1))
        need, out = NEEDS[kind], self.out(kind)
        joint = range(need - out + 1)
        return [n for n in range(most + 1) if n in joint or (n >= need and n - need in joint)]

    def lay(self, seat: int) -> Steps:
        if self.dealt:
            yield from self.lay_sealed(seat)
            return
        while self.hand_size(seat):
            options = ["done"]
            for kind, most in self.may_hold(seat).items():
                need, out = NEEDS[kind], self.out(kind)
                for number in range(1, most + 1):
                    if kind == "casa" or (out + number <= need and number < need):
                        options.append(f"{kind}.{number}")
                if kind != "casa" and most >= need:
                    options.append(f"{kind}.alone")
            what = yield from self.ask("card", seat, options)
            if what == "done":
                return
            kind, number = what.split(".")
            if number == "alone":
                self.set_aside(seat, kind, NEEDS[kind])
            elif kind == "casa":
                self.set_aside(seat, kind, int(number))
            else:
                self.put_down(seat, kind, int(number))

    def lay_sealed(self, seat: int) -> Steps:
        held = {kind: number for kind, number in self.may_hold(seat).items() if number}
        if not held:
            return
        rows = {kind: {"cards": frozenset(self.legal_numbers(kind, most))} for kind, most in held.items()}
        answer = yield Ask("cards", seat, rows, secret=True)
        for kind, row in answer.items():
            number = row["cards"]
            if kind == "casa":
                self.set_aside(seat, kind, number)
            elif number >= NEEDS[kind]:
                self.set_aside(seat, kind, NEEDS[kind])
                self.put_down(seat, kind, number - NEEDS[kind])
            else:
                self.put_down(seat, kind, number)

    def set_aside(self, seat: int, kind: str, number: int) -> None:
        """VEN.B5, B6."""
        self.seen[f"B5 alone beside {self.pawn[kind] is not None}" if kind != "casa" else "B6 casa"] += number > 0
        self.seen["B6 several casas"] += kind == "casa" and number > 1
        self.from_hand(seat, kind, number, ("set", seat))

    def put_down(self, seat: int, kind: str, number: int) -> None:
        if number:
            self.from_hand(seat, kind, number, ("front", seat))
            self.who_is_master(seat, kind)

    def who_is_master(self, player: Any, kind: str) -> None:
        """VEN.B2, B3."""
        master = self.pawn[kind]
        if master is None:
            self.seen["B2 starts"] += 1
            self.pawn[kind] = player
        elif len(self.lying(("front", player), kind)) > len(self.lying(("front", master), kind)):
            self.seen["B3 takes over"] += 1
            self.pawn[kind] = player
        else:
            self.seen["B3 joins"] += 1

    # Action 1: buildings.

    def waiting(self) -> list[str]:
        alone = [
            kind if kind == "casa" else f"{kind}.alone"
            for player in self.players
            for kind in KINDS
            if self.lying(("set", player), kind)
        ]
        return alone + [kind for kind in PAWNS if self.out(kind) == NEEDS[kind]]

    def build_what_is_complete(self, seat: int) -> Steps:
        """VEN.B7."""
        while not self.over and self.waiting():
            self.seen["B7 has a choice"] += len(self.waiting()) > 1
            name = yield from self.ask("next", seat, self.waiting())
            kind, _, alone = name.partition(".")
            if alone or kind == "casa":
                owner = next(player for player in self.players if self.lying(("set", player), kind))
                yield from self.build(seat, kind, owner, [owner], ("set", owner))
            else:
                builders = [player for player in self.players if self.lying(("front", player), kind)]
                yield from self.build(seat, kind, self.pawn[kind], builders, None)

    def build(self, active: int, kind: str, master: Any, builders: list[Any], own: Place | None) -> Steps:
        """VEN.B8-B12. `own` is the place of a set that is built alone."""
        speaker = active if master == THIRD else master
        order = [one for one in self.clockwise(speaker) if one in builders]
        if active in builders or self.may_forestall(active, kind, order):
            yield from self.gold(active)
            if self.over:
                self.seen["G1 ends it before another builds"] += active not in builders
                return
        result = yield from (self.on_map if self.mapped else self.without_map)(kind, speaker)
        if result is not None:
            self.rewarded += bool(order)
            if self.left(kind) == 0:  # VEN.E1: over at once, but its builders still move
                self.seen["E1 last building"] += 1
                self.over = True
            points, districts = result
            payer = active if active in order and speaker != active and not self.over else None
            yield from self.treasures(payer, order, districts)
            yield from self.reward(active, kind, master, order, len(builders), points)
        else:
            self.seen["B8 no place"] += 1
        if own is not None:
            self.move_all(self.lying(own, kind)[: NEEDS[kind]], DISCARD)
        else:
            for player in self.players:
                self.move_all(self.lying(("front", player), kind), DISCARD)
            self.pawn[kind] = None

    def treasures(self, payer: int | None, order: list[int], districts: set[str]) -> Steps:
        """VEN.B9, G1: the payer pays right before taking; without a map before the table says who takes."""
        if payer is not None and not self.mapped:
            yield from self.gold_for_treasure(payer)
        along = [] if self.mapped else (yield from self.who_is_alongside(order))
        for seat in order:
            if seat == payer and self.mapped and self.tempted(seat, districts):
                yield from self.gold_for_treasure(seat)
            if seat not in along and not self.borders(self.space[seat]) & districts:
                continue
            if self.treasure_left():
                self.seen["B9 treasure"] += 1
                yield from self.take_token(seat, "treasure")
            else:
                self.seen["B9 none left"] += 1

    def gold_for_treasure(self, seat: int) -> Steps:
        self.seen["G1 place is known"] += 1
        yield from self.gold(seat)

    def tempted(self, seat: int, districts: set[str]) -> bool:
        """VEN.G1, B9: return whether the tokens, at their highest value, could win treasure that is not won unpaid.

        Try every number of spaces, with and without treasure.
        """
        gold = 6 * self.tokens["treasure"][seat] + 2 * self.tokens["swamp"][seat]
        home, tokens = self.space[seat], self.treasure_left()
        spots = [home]
        for _ in range(gold // 5):
            self.space[seat] = self.next_free(seat)
            spots.append(self.space[seat])
        self.space[seat] = home
        unpaid = bool(self.borders(home) & districts) and tokens > 0
        paid = any(self.borders(spot) & districts for spot in spots) and tokens + self.tokens["treasure"][seat] > 0
        return paid and not unpaid

    def may_forestall(self, active: int, kind: str, order: list[int]) -> bool:
        """VEN.G1, T3: return whether gold paid before the others build could do what gold paid later cannot.

        At 60 the game ends before others gain by the building. The last of a kind ends it too, with no other chance
        to leap over a gondola that is about to move on.
        """
        gold = 6 * self.tokens["treasure"][active] + 2 * self.tokens["swamp"][active]
        home, leaps = self.space[active], 0
        for _ in range(gold // 5):
            space = self.next_free(active)
            leaps += space - self.space[active] - 1
            self.space[active] = space
        reached, self.space[active] = self.space[active], home
        self.seen["G1 before the last of a kind"] += self.left(kind) == 1 and leaps > 0
        return (reached >= 60 and len(order) > 0) or (self.left(kind) == 1 and leaps > 0)

    def reward(self, active: int, kind: str, master: Any, order: list[int], many: int, points: int) -> Steps:
        self.seen["B10 together"] += many > 1
        self.seen["T2 third is master"] += master == THIRD
        for seat in order:
            due = points if seat == master else points // 2
            if due and seat != active and not self.over:
                self.seen["G1 between moves"] += 1
                yield from self.gold(seat=active)
            self.row(seat, due)

    def on_map(self, kind: str, speaker: int) -> Steps:
        chosen: list[str] = []
        if not self.fits(kind):
            return None
        while len(chosen) < SIZE[kind]:
            options = {name for shape in self.fits(kind, chosen) for name in shape} - set(chosen)
            name = yield from self.ask("place", speaker, options, building=kind)
            chosen.append(name)
        self.raise_building(kind, chosen)
        districts = {self.island[name] for name in chosen}
        points = yield from self.points(kind, chosen, districts, speaker)
        return points, districts

    def points(self, kind: str, hexes: list[str], districts: set[str], speaker: int) -> Steps:
        """VEN.K3, K7."""
        if kind in ("casa", "basilica"):
            return {"casa": 1, "basilica": 7}[kind]
        if kind == "ponte":
            houses = {
                one: sum(self.stands.get(x) == "casa" for x in self.layout["islands"][one]) for one in districts
            }
            if len(set(houses.values())) == 1:
                return next(iter(houses.values()))
            self.seen["K3 chooses an island"] += 1
            return houses[(yield from self.ask("district", speaker, districts, houses=houses))]
        around = {x for x in self.island for name in hexes if self.near(x, name)} - set(hexes)
        developed = sum(name in self.stands for name in around)
        return developed if kind == "campo" else len(around) - developed

    def without_map(self, kind: str, speaker: int) -> Steps:
        if (yield from self.ask("room", TABLE, ["yes", "no"], building=kind)) == "no":
            return None
        self.built[kind] += 1
        if kind == "ponte":
            points = yield from self.ask("houses", TABLE, range(self.built["casa"] + 1))
        elif kind == "palazzo":
            points = yield from self.ask("undeveloped", TABLE, range(9))
        elif kind == "campo":
            points = yield from self.ask("developed", TABLE, range(7))
        else:
            points = {"casa": 1, "basilica": 7}[kind]
        return points, set()

    def who_is_alongside(self, order: list[int]) -> Steps:
        """VEN.B9, without a map."""
        could = [seat for seat in order if self.borders(self.space[seat])]
        if not could or not self.treasure_left():
            return []
        rows = {str(seat): {"along": frozenset(("yes", "no"))} for seat in could}
        answer = yield Ask("along", TABLE, rows)
        return [seat for seat in could if answer[str(seat)]["along"] == "yes"]

    def row(self, seat: int, points: int) -> None:
        """VEN.B11, E1: space by space, past those with a gondola."""
        for _ in range(points):
            landed = self.next_free(seat)
            leapt = range(self.space[seat] + 1, landed)
            self.seen["B11 leaps"] += len(leapt)
            self.seen["B11 leaps at 10/45"] += any(space in TWICE for space in leapt)
            self.space[seat] = landed
        if self.space[seat] >= 60:
            self.seen["E1 sixty"] += not self.over
            self.over = True

    def next_free(self, seat: int) -> int:
        """VEN.B11: the next space ahead without another gondola, under either of its numbers."""
        space = self.space[seat] + 1
        taken = {at for other, at in self.space.items() if other != seat}
        while space in taken or (space in TWICE and taken & set(TWICE)):
            space += 1
        return space

    def two_kinds(self, seat: int) -> Steps:
        """VEN.B13."""
        while len(kinds := [kind for kind in PAWNS if self.lying(("front", seat), kind)]) > 2:
            kind = yield from self.ask("excess", seat, kinds)
            self.seen["B13 discards"] += 1
            self.move_all(self.lying(("front", seat), kind), DISCARD)
            if self.pawn[kind] == seat:
                turn = self.players.index(seat)
                others = self.players[turn + 1 :] + self.players[:turn]
                most = max(len(self.lying(("front", other), kind)) for other in others)
                holders = [one for one in others if most and len(self.lying(("front", one), kind)) == most]
                self.pawn[kind] = holders[0] if holders else None
                self.seen["B13 hands on"] += bool(holders)

    # Gold.

    def gold(self, seat: int) -> Steps:
        """VEN.G1."""
        treasure, swamp = self.tokens["treasure"][seat], self.tokens["swamp"][seat]
        if 6 * treasure + 2 * swamp < 5:
            return
        if self.minted:
            purse = Counter(map(str, self.purse[seat]))
            answer = yield Ask("pay", seat, spread(purse, 0, treasure + swamp), {"gold": sum(self.purse[seat])}, True)
            paid = [int(value) for value, number in answer.items() for _ in range(number)]
            for value in paid:
                self.purse[seat].remove(value)
            self.values["treasure"] += [value for value in paid if value >= 3]
            worth, counts = sum(paid), (sum(v >= 3 for v in paid), sum(v < 3 for v in paid))
        else:
            held = {"treasure": treasure, "swamp": swamp}
            answer = yield Ask("tokens", seat, spread(held, 0, treasure + swamp))
            counts = answer.get("treasure", 0), answer.get("swamp", 0)
            worth = 0
            if any(counts):
                worth = yield from self.ask("worth", seat, range(3 * counts[0], 6 * counts[0] + 2 * counts[1] + 1))
        self.tokens["treasure"][seat] -= counts[0]
        self.tokens["swamp"][seat] -= counts[1]
        self.paid_swamp += counts[1]
        self.seen["G1 pays"] += worth >= 5
        self.seen["G1 change is lost"] += worth % 5 > 0
        self.row(seat, worth // 5)

    # Actions 2 and 3.

    def drain(self, seat: int) -> Steps:
        """VEN.D1."""
        if not self.mapped:
            number = yield from self.ask("drain-number", seat, range(min(2, self.swamp_left()) + 1))
        else:
            drained: list[str] = []
            while len(drained) < 2:
                name = yield from self.ask("drain", seat, {"enough", *self.wet} - set(drained))
                if name == "enough":
                    break
                drained.append(name)
            self.wet -= set(drained)
            number = len(drained)
        self.seen[f"D1 {number}"] += 1
        for _ in range(number):
            yield from self.take_token(seat, "swamp")

    def draw(self, seat: int) -> Steps:
        """VEN.R1-R3."""
        hand = self.hand_size(seat)
        if hand == 5:
            self.seen["R3 five in hand"] += 1
            return
        lying_open = [card.kind for card in self.lying(OPEN)]
        options = ["pile", *(f"up.{kind}" for kind in lying_open)]
        if 1 <= hand <= 3:
            held = [kind for kind, number in self.may_hold(seat).items() if number]
            options += [f"lay.{kind}" for kind in held if kind not in lying_open]
        how = yield from self.ask("take", seat, options, self.dealt)
        if how == "pile":
            yield from self.draw_to_hand(seat, 1)
        elif how.startswith("up."):
            self.take_open(seat, how[3:])
        else:
            self.seen["R2 three for one"] += 1
            laid = how[4:]
            self.from_hand(seat, laid, 1, OPEN)
            others = [kind for kind in lying_open if kind != laid]
            if others:
                answer = yield Ask("three", seat, spread(dict.fromkeys(others, 1), 0, min(3, len(others))))
                others = [kind for kind in others if answer[kind]]
            for kind in others:
                self.take_open(seat, kind)
            yield from self.draw_to_hand(seat, 3 - len(others))

    def take_open(self, seat: int, kind: str) -> None:
        self.lying(OPEN, kind)[0].at = ("hand", seat) if self.dealt else PILE
        if not self.dealt:
            self.hidden_hand[seat] += 1

    # The imaginary third.

    def third(self, active: int) -> Steps:
        """VEN.T1-T3."""
        self.shuffle_if_empty()
        if self.dealt:
            card = yield from self.top_card()
        else:
            kinds = {card.kind for card in self.lying(PILE)}
            card = self.lying(PILE, (yield from self.ask("third-card", TABLE, kinds)))[0]
        before = {one.kind for one in self.lying(("front", THIRD))}
        if card.kind == "casa":
            self.seen["T3 casa"] += 1
            card.at = ("set", THIRD)
        elif card.kind not in before and len(before) == 2:
            self.seen["T1 third kind"] += 1
            card.at = DISCARD
        else:
            card.at = ("front", THIRD)
            self.who_is_master(THIRD, card.kind)
        self.seen["T3 completes"] += card.kind != "casa" and bool(self.waiting())
        yield from self.build_what_is_complete(active)

    # How the table must look.

    def view(self) -> dict[str, Any]:
        def kinds(place: Place) -> dict[str, int]:
            counted = Counter(card.kind for card in self.lying(place))
            return {kind: counted[kind] for kind in KINDS if counted[kind]}

        return {
            "turn": self.turns,
            "active": self.active,
            "waiting": self.waiting(),
            "seats": {
                str(seat): {
                    "gondola": self.space[seat],
                    "cards": self.hand_size(seat),
                    "front": kinds(("front", seat)),
                    "alone": kinds(("set", seat)),
                    "treasure": self.tokens["treasure"][seat],
                    "swamp": self.tokens["swamp"][seat],
                }
                for seat in self.seats
            },
            "third": kinds(("front", THIRD)) if THIRD in self.players else None,
            "pawns": self.pawn,
            "supply": {kind: self.left(kind) for kind in KINDS},
            "treasure": self.treasure_left(),
            "swamp": self.swamp_left(),
            "pile": self.pile_size(),
            "discards": kinds(DISCARD),
        }

    def land(self) -> dict[str, str]:
        return {x: self.stands.get(x) or ("swamp" if x in self.wet else "empty") for x in self.island}

    def own(self, seat: int) -> dict[str, Any]:
        own: dict[str, Any] = {}
        if self.dealt:
            own["hand"] = sorted(card.kind for card in self.lying(("hand", seat)))
        if self.minted:
            own["gold"] = sorted(self.purse[seat])
        return own


def spread(most: Mapping[str, int], low: int, high: int) -> tuple[Any, ...]:
    return "spread", frozenset(most.items()), low, high


def offered(choice: Choice) -> Any:
    """Return every legal answer of a choice, in the form of `Ask.legal`."""
    if isinstance(choice, Sheet):
        return {
            row: {column: frozenset(cell.legal()) for column, cell in cells.items()}
            for row, cells in choice.rows.items()
        }
    if isinstance(choice, Spread):
        return spread(choice.most, choice.low, choice.high)
    return frozenset(choice.legal())


class Auditor(Audit):
    """Follows one game of Venedig and compares it with `Naive`."""

    naive: Naive

    def __init__(self, referee: Referee) -> None:
        facts = {name: fact.value for name, fact in referee.table.layout.facts.items()}
        self.naive = Naive([seat.number for seat in referee.table.seats], referee.table.options, facts)
        super().__init__(referee)

    def offered(self, choice: Choice, key: str) -> Any:
        if isinstance(choice, Pick) and set(choice.barred) & set(choice.options):
            self.fail(f"{key}: offered and barred at once")
        return offered(choice)

    def compare_view(self) -> None:
        theirs = self.referee.game.view(TABLE)
        for part, ours in self.naive.view().items():
            if ours != theirs[part]:
                self.fail(f"{part}: by the rules {ours}, the referee has {theirs[part]}")
        if sorted(theirs["open"]) != sorted(card.kind for card in self.naive.lying(OPEN)):
            self.fail(f"open are {theirs['open']}")
        if self.naive.mapped and theirs["board"]["lies"] != self.naive.land():
            self.fail(f"the board differs: {theirs['board']['lies'].items() ^ self.naive.land().items()}")
        for seat in self.naive.seats:
            own = {part: sorted(things) for part, things in self.referee.game.view(seat)["own"].items()}
            if own != self.naive.own(seat):
                self.fail(f"seat {seat} has {self.naive.own(seat)}, is shown {own}")
        score = {seat: {"spaces": space} for seat, space in self.naive.space.items()}
        if score != self.referee.game.score:
            self.fail(f"the score is {score}, the referee has {self.referee.game.score}")

    def compare_outcome(self) -> None:
        outcome = self.referee.outcome
        theirs = sorted(outcome.winners) if outcome else None
        if theirs != (sorted(self.ended) if self.ended is not None else None):
            self.fail(f"winners by the rules {self.ended}, the referee has {outcome}")


def every_table(players: Sequence[int]) -> list[tuple[int, dict[str, Any]]]:
    """Return each number of players with each combination of the options that change what is asked."""
    options = {"board": ("mapped", "counted"), "cards": ("device", "table"), "gold": ("device", "table")}
    return [
        (number, dict(zip(options, values, strict=True)))
        for number in players
        for values in product(*options.values())
    ]
