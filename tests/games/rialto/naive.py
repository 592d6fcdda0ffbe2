"""A second, plain Rialto: an auditor that follows a game from outside and knows the rules independently.

`Naive` is the game in dicts and loops, written from the numbered rules alone. It says at every moment who must be
asked what, with every legal answer, and how the table must look. `Auditor` compares a referee with it, answer by
answer and draw by draw.

What can be derived is derived, never stored: the coins of the supply are those that nobody has, a general supply is
what is neither on the board nor on the map. So pieces can't be lost here.

A question is only asked when it has more than one legal answer, or when not asking would give something away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from companion.choices import Choice, Sheet, Spread
from companion.referee import Referee
from tests.games.auditing import Ask, Audit, Chance, Steps

TABLE = 0
NP = "neutral"
TYPES = "ABCDEFJ"
COLOURS = ("green", "yellow", "blue")
Player = int | str
Legal = frozenset[Any] | dict[str, frozenset[Any]]
"""Every legal answer, made hashable; of a sheet, every legal answer of every row."""


def plain(answer: Any) -> Any:
    """Make an answer hashable, dropping any order that means nothing."""
    if isinstance(answer, dict):
        return tuple(sorted((place, number) for place, number in answer.items() if number))
    return tuple(sorted(answer)) if isinstance(answer, list) else answer


def spread(places: Mapping[str, int], low: int, high: int) -> Any:
    """Describe a spread over places by its limits, since there are too many ways to list them."""
    limits = sorted((place, most) for place, most in places.items() if most)
    return "spread", tuple(limits), low, min(high, sum(places.values()))


def counts_as(cards: int, jokers: int, yellows: str) -> int | None:
    """RIA.P3, J1, J2: return the strength of a play, or None if it is a lone joker."""
    strength = cards + yellows.count("2") + 2 * yellows.count("4")
    wild = jokers + yellows.count("3")
    if strength == 0 and wild == 1:
        return None
    if strength == 0 and wild:
        return wild - 1
    return strength + wild


def read(text: str) -> tuple[int, int, str]:
    """Read cards, jokers and yellow buildings from `2+1*34`."""
    numbers, _, yellows = text.partition("*")
    cards, _, jokers = numbers.partition("+")
    return int(cards), int(jokers or "0"), yellows


def write(cards: int, jokers: int, yellows: str) -> str:
    return str(cards) + (f"+{jokers}" if jokers else "") + (f"*{yellows}" if yellows else "")


def sets_of(yellows: Sequence[int], coins: int, *, refund: bool) -> set[str]:
    """RIA.X2: return the sets of yellow buildings that can be paid for, with at most one delay."""
    found = set()
    for number in range(len(yellows) + 1):
        for some in combinations(sorted(yellows), number):
            purse = coins
            for value in some:
                purse = -99 if purse == 0 else purse - 1
                purse += value == 1 and refund
            if purse >= 0 and some.count(1) < 2:
                found.add("".join(map(str, some)))
    return found


class Naive:
    """The whole game of Rialto, with nothing clever in it. `seen` counts the situations that came up."""

    def __init__(self, seats: Sequence[int], options: Mapping[str, str], layout: Mapping[str, Any]) -> None:
        self.seats = list(seats)
        self.options = options
        self.np = options["neutral"] == "with" and len(seats) == 2
        self.device = options["cards"] == "device"
        self.pairs = {".".join(pair): tuple(pair) for pair in layout["connections"]}
        self.banks = layout["banks"]
        self.length = layout["doge_track"]
        self.stack = [f"{min(tile)}-{max(tile)}" for tile in layout["bridges"]]
        self.districts = sorted({district for pair in self.pairs.values() for district in pair})
        self.seen: Counter[str] = Counter()
        self.log: list[Any] = []
        self.bridge: str | None = None
        self.turns: list[str] = []
        self.clockwise: list[Player] = []
        self.round = 0
        self.space: dict[Player, int] = {}
        self.height: dict[Player, int] = {}
        self.arrivals = 0
        self.points = dict.fromkeys(seats, 0)
        self.purse = dict.fromkeys(seats, 0)
        self.own = dict.fromkeys(seats, 5)
        self.there: Counter[tuple[Player, str]] = Counter()
        self.board: dict[int, list[list[str]]] = {seat: [] for seat in seats}
        self.tiles: dict[str, dict[str, int] | str] = {}
        self.turned: set[str] = set()
        self.hand: dict[Player, list[str]] = {seat: [] for seat in seats}
        self.pile = [card for card in TYPES for _ in range(11)] if self.device else ["?"] * 77
        self.discards: list[str] = []
        self.limit = dict.fromkeys(seats, 7)

    # What can be read off the table.

    def order(self) -> list[Player]:
        """RIA.T1."""
        return sorted(self.space, key=lambda player: (self.space[player], self.height[player]), reverse=True)

    def humans(self, players: Iterable[Player]) -> list[int]:
        return [player for player in players if isinstance(player, int)]

    def coins(self) -> int:
        lying = sum(state == "used" for board in self.board.values() for _, state in board)
        return 30 - sum(self.purse.values()) - lying

    def general(self, seat: int) -> int:
        return 18 - self.own[seat] - sum(self.there[seat, district] for district in self.districts)

    def left(self, kind: str) -> int:
        return 5 - sum(one == kind for board in self.board.values() for one, _ in board)

    def kinds(self, values: Iterable[int]) -> list[str]:
        wanted = list(values)
        return [f"{colour}-{value}" for colour in COLOURS for value in wanted if self.left(f"{colour}-{value}")]

    def idle(self, seat: int, colour: str) -> list[int]:
        idle = [kind for kind, state in self.board[seat] if state == "idle"]
        return sorted(int(kind[-1]) for kind in idle if kind.startswith(colour))

    def free(self) -> list[str]:
        return [name for name in self.pairs if name not in self.tiles]

    def gondolas(self) -> int:
        return 6 - list(self.tiles.values()).count("gondola")

    def worth(self, district: str) -> int:
        """RIA.Z3."""
        total = 0
        for name, tile in self.tiles.items():
            if district in self.pairs[name]:
                total += 1 if isinstance(tile, str) else tile[district]
        return total

    def marker(self) -> str | None:
        """RIA.N3."""
        for low in self.turns:
            for high in self.turns:
                for name in self.free():
                    if set(self.pairs[name]) == {low, high}:
                        return name
        return None

    def named_left(self, card: str) -> int:
        """Count the cards of a type that the box has not seen yet."""
        return 11 - self.discards.count(card) - self.hand.get(NP, []).count(card) - self.laid.count(card)

    # Asking and drawing.

    def ask(
        self, key: str, seat: int, legal: Iterable[Any], *, secret: bool = False, always: bool = False, **facts: Any
    ) -> Steps:
        options = frozenset(map(plain, legal))
        if len(options) == 1 and not always:
            return next(iter(options))
        _, value = yield {seat: Ask(key, seat, options, facts, secret)}
        return plain(value)

    def draw(self, key: str, outcomes: Sequence[Any]) -> Steps:
        if len(outcomes) == 1:
            return outcomes[0]
        if self.options.get(f"draw.{key}") == "table":
            self.seen[f"draw.{key} by the table"] += 1
            _, value = yield {TABLE: Ask("draw", TABLE, frozenset(outcomes))}
            return (yield Chance(key, tuple(outcomes), "table", value))
        return (yield Chance(key, tuple(outcomes)))

    def cards(self, number: int) -> Steps:
        """RIA.I2: draw from the pile, from the discards when it is empty, and nothing when both are."""
        got = []
        for _ in range(number):
            if not self.pile and self.discards:
                self.seen["I2 shuffled"] += 1
                self.pile = list(self.discards) if self.device else ["?"] * len(self.discards)
                self.discards = []
            if not self.pile:
                self.seen["I2 all empty"] += 1
                break
            card = (yield from self.draw("card", self.pile)) if self.device else "?"
            self.pile.remove(card)
            got.append(card)
        return got

    def move(self, player: Player, steps: int) -> None:
        """RIA.T1, K7."""
        target = min(self.length, self.space[player] + steps)
        if target != self.space[player]:
            self.arrivals += 1
            self.space[player], self.height[player] = target, self.arrivals
        elif steps:
            self.seen["K7 already at the end"] += 1

    # Set-up.

    def play(self) -> Steps:
        yield from self.set_up()
        for number in range(1, 7):
            self.round = number
            yield from self.phase_one()
            if self.np:
                yield from self.neutral_cards()
            yield from self.phase_two()
            yield from self.phase_three()
            for board in self.board.values():  # RIA.X5
                for building in board:
                    building[1] = "idle"
        return self.final_count()

    def set_up(self) -> Steps:
        while len(self.turns) < 6:
            left = [one for one in self.districts if one not in self.turns]
            self.turns.append((yield from self.draw("turn", left)))
        yield from self.next_bridge()
        first = yield from self.draw("first", self.seats)
        start = self.seats.index(first)
        self.clockwise = [*([NP] if self.np else []), *self.seats[start:], *self.seats[:start]]
        for player in reversed(self.clockwise):  # RIA.S4
            self.arrivals += 1
            self.space[player], self.height[player] = 1, self.arrivals
        humans = self.humans(self.clockwise)
        for place, seat in enumerate(humans):  # RIA.S5, S7
            self.points[seat] = 3
            self.purse[seat] = 1 if place == 0 else 3 if place == len(humans) - 1 and len(humans) > 2 else 2
        taken: list[str] = []
        for seat in reversed(humans):  # RIA.S8
            most = 1 if len(humans) <= 3 else 2
            kinds = [f"{colour}-1" for colour in COLOURS if taken.count(f"{colour}-1") < most]
            taken.append((yield from self.ask("first-building", seat, kinds)))
            self.board[seat].append([taken[-1], "idle"])

    def next_bridge(self) -> Steps:
        """RIA.S2."""
        self.bridge = None
        if self.stack:
            self.bridge = yield from self.draw("bridge", list(self.stack))
            self.stack.remove(self.bridge)

    # Phase I.

    def phase_one(self) -> Steps:
        self.limit = dict.fromkeys(self.seats, 7)
        self.laid: list[str] = []
        self.rows: list[list[str]] = [[] for _ in range(len(self.seats) + 1)]
        for _ in range(6):
            for row in self.rows:
                row += yield from self.cards(1)
        order = self.humans(self.order())
        for seat in order:  # RIA.I3
            yield from self.take_row(seat)
        for seat in order:  # RIA.I4
            yield from self.greens(seat)
        yield from self.discard_down()
        self.discards += [card for row in self.rows for card in row]  # RIA.I6
        self.rows = []

    def face(self, row: list[str]) -> Any:
        return ("".join(sorted(row)) or "-") if self.device else len(row)

    def take_row(self, seat: int) -> Steps:
        chosen = yield from self.ask("row", seat, {self.face(row) for row in self.rows})
        row = next(row for row in self.rows if self.face(row) == chosen)
        self.rows.remove(row)
        self.hand[seat] += row + (yield from self.cards(2))

    def use(self, seat: int, kind: str) -> None:
        """Put a coin on an idle building."""
        next(one for one in self.board[seat] if one == [kind, "idle"])[1] = "used"
        self.purse[seat] -= 1
        self.seen[f"used {kind}"] += 1

    def greens(self, seat: int) -> Steps:
        """RIA.X1."""
        while self.purse[seat] and self.idle(seat, "green"):
            kinds = {f"green-{value}" for value in self.idle(seat, "green")}
            chosen = yield from self.ask("activate", seat, {"none", *kinds})
            if chosen == "none":
                return
            self.use(seat, chosen)
            value = int(chosen[-1])
            self.limit[seat] += {1: 0, 2: 1, 3: 1, 4: 2}[value]
            if value != 2:
                row = [card for row in self.rows for card in row]
                face_up = set(row if self.device else ["row"] if row else [])
                if not face_up or self.pile or self.discards:
                    face_up.add("pile")
                source = yield from self.ask("more-cards", seat, face_up)
                if source == "pile":
                    self.hand[seat] += yield from self.cards(3)
                else:
                    card = source if self.device else "?"
                    self.rows[0].remove(card)
                    self.hand[seat].append(card)

    def discard_down(self) -> Steps:
        """RIA.I5."""
        over = {seat: len(self.hand[seat]) - self.limit[seat] for seat in self.seats}
        chosen = {seat: tuple("?" * number) for seat, number in over.items() if number > 0 and not self.device}
        waiting = {
            seat: Ask(
                "discard", seat, frozenset(map(plain, map(list, combinations(self.hand[seat], number)))), secret=True
            )
            for seat, number in over.items()
            if number > 0 and self.device
        }
        while waiting:
            seat, value = yield dict(waiting)
            del waiting[seat]
            chosen[seat] = plain(value)
        for seat, cards in chosen.items():
            for card in cards:
                self.hand[seat].remove(card)
                self.discards.append(card)

    def neutral_cards(self) -> Steps:
        """RIA.N4."""
        drawn = yield from self.cards(7)
        self.hand[NP] = []
        if not self.device:
            most = {card: min(len(drawn), self.named_left(card)) for card in TYPES}
            if len(drawn) == 0 or len(drawn) == sum(most.values()):
                said = plain(most) if drawn else ()
            else:
                said = yield from self.ask(
                    "neutral-cards", TABLE, [spread(most, len(drawn), len(drawn))], always=True
                )
            drawn = [card for card, number in said for _ in range(number)]
        self.hand[NP] = drawn

    # Phase II.

    def phase_two(self) -> Steps:
        self.first = self.order()[0]
        for stage in "ABCDEF":
            self.stage = stage
            self.strength: dict[Player, int] = {}
            start = self.clockwise.index(self.first)
            turn = [*self.clockwise[start:], *self.clockwise[:start]]
            self.laid = []
            if self.device:
                yield from self.in_turn(turn)
            else:
                yield from self.on_sheets(turn)
            order = self.order()
            best = max(self.strength.values())
            holder = next((player for player in order if best and self.strength[player] == best), None)
            self.log.append((stage, order, dict(self.strength), holder))
            for player in order:
                yield from self.act(player, self.strength[player], bonus=player == holder)
            if stage == "F":
                self.check_banks()
            self.discards += self.laid
            self.laid = []
            if holder is None:
                self.seen["P4 nobody played"] += 1
            elif holder != self.first:
                self.seen["P1 another is first"] += 1
            self.seen["P4 tie"] += bool(best) and list(self.strength.values()).count(best) > 1
            self.first = self.first if holder is None else holder

    def neutral_plays(self) -> None:
        """RIA.N4, N5."""
        mine = [card for card in self.hand[NP] if card == self.stage or (card == "J" and self.stage == "F")]
        for card in mine:
            self.hand[NP].remove(card)
        self.laid += mine
        self.strength[NP] = len(mine)

    def in_turn(self, turn: list[Player]) -> Steps:
        late = []
        for player in turn:
            if not isinstance(player, int):
                self.neutral_plays()
                continue
            able = self.purse[player] and 1 in self.idle(player, "yellow")
            if (yield from self.ask("delay", player, {"now", "later"} if able else {"now"})) == "later":
                self.delay(player)
                late.append(player)
            else:
                yield from self.play_hand(player)
        for seat in late:
            self.seen["X2 plays late"] += 1
            yield from self.play_hand(seat)

    def delay(self, seat: int) -> None:
        coin = self.coins() > 0
        self.use(seat, "yellow-1")
        self.purse[seat] += coin
        self.seen["X2 no coin for a delay"] += not coin

    def play_hand(self, seat: int) -> Steps:
        hand, stage = self.hand[seat], self.stage
        yellows = [value for value in self.idle(seat, "yellow") if value != 1]
        legal = set()
        for some in sets_of(yellows, self.purse[seat], refund=False):
            converted = some.count("2") + some.count("4")
            for cards in range(hand.count(stage) + 1):
                for jokers in range(hand.count("J") + 1):
                    others = len(hand) - hand.count(stage) - jokers
                    alone = not cards and not converted
                    if counts_as(cards, jokers, some) is None or converted > others:
                        continue
                    if alone and jokers + some.count("3") and stage in hand:
                        continue  # RIA.J1: the player has a card of the type
                    legal.add(write(cards, jokers, some))
        chosen = yield from self.ask("play", seat, legal, secret=True, always=True)
        cards, jokers, some = read(chosen)
        for value in some:
            self.use(seat, f"yellow-{value}")
        for card in stage * cards + "J" * jokers:
            hand.remove(card)
            self.laid.append(card)
        for _ in range(some.count("2") + some.count("4")):
            card = yield from self.ask("convert", seat, set(hand) - {stage}, secret=True, always=True)
            hand.remove(card)
            self.laid.append(card)
            self.seen["J2 a joker converted"] += card == "J"
        self.note_strength(seat, cards, jokers, some)

    def note_strength(self, seat: int, cards: int, jokers: int, some: str) -> None:
        self.strength[seat] = counts_as(cards, jokers, some) or 0
        self.seen["J1 a pair"] += bool(not cards and jokers > 1 and not set("24") & set(some))
        self.seen["J2 yellow 3 in the pair"] += bool(not cards and jokers and some == "3")

    def on_sheets(self, turn: list[Player]) -> Steps:
        """Ask for all plays on one sheet. If there may be too few coins for all delays, ask about those first."""
        seats = self.humans(turn)
        if self.np:
            self.neutral_plays()
        may_delay = [seat for seat in seats if self.purse[seat] and 1 in self.idle(seat, "yellow")]
        short = self.coins() < len(may_delay)
        self.seen["X2 delays before the sheet"] += short
        for seat in may_delay if short else []:
            if (yield from self.ask("delay", seat, {"now", "later"})) == "later":
                self.delay(seat)
        legal = {str(seat): options for seat in seats if len(options := self.on_table(seat, short=short)) > 1}
        said = {}
        if legal:
            _, said = yield {TABLE: Ask("stage", TABLE, legal)}
        played = {str(seat): "0" for seat in seats} | {seat: row["played"] for seat, row in said.items()}
        self.read_sheet({int(seat): read(text) for seat, text in played.items()})

    def on_table(self, seat: int, *, short: bool) -> frozenset[str]:
        size = len(self.hand[seat])
        legal = set()
        yellows = [value for value in self.idle(seat, "yellow") if not (short and value == 1)]
        for some in sets_of(yellows, self.purse[seat], refund=self.coins() > 0):
            converted = some.count("2") + some.count("4")
            for cards in range(min(size, self.named_left(self.stage)) + 1):
                for jokers in range(min(size, self.named_left("J")) + 1):
                    if cards + jokers + converted <= size and counts_as(cards, jokers, some) is not None:
                        legal.add(write(cards, jokers, some))
        return frozenset(legal)

    def read_sheet(self, said: Mapping[int, tuple[int, int, str]]) -> None:
        for seat, (cards, jokers, some) in said.items():
            for value in some:
                if value == "1":
                    self.delay(seat)
                else:
                    self.use(seat, f"yellow-{value}")
            unseen = "?" * (some.count("2") + some.count("4"))
            for card in self.stage * cards + "J" * jokers + unseen:
                self.hand[seat].remove("?")
                self.laid.append(card if card != "?" and self.named_left(card) > 0 else "?")
            self.note_strength(seat, cards, jokers, some)

    # What stages do.

    def act(self, player: Player, strength: int, *, bonus: bool) -> Steps:
        if not isinstance(player, int):
            yield from self.neutral_acts(strength, bonus=bonus)
        elif self.stage == "D":
            yield from self.bridges(player, strength, bonus=bonus)
        elif strength:
            more = strength + bonus
            if self.stage == "A":
                self.move(player, more)
            elif self.stage == "B":
                self.seen["B1 coins short"] += self.coins() < more
                self.purse[player] += min(more, self.coins())
            elif self.stage == "C":
                yield from self.buildings(player, more)
            elif self.stage == "E":
                yield from self.gondola(player, strength, bonus=bonus)
            else:
                yield from self.councillors(player, more)

    def neutral_acts(self, strength: int, *, bonus: bool) -> Steps:
        """RIA.N5."""
        marker = self.marker()
        if self.stage == "A" and strength:
            self.move(NP, strength + bonus)
        elif self.stage == "D" and bonus and marker and self.bridge:
            low, high = sorted(self.pairs[marker], key=self.turns.index)
            self.tiles[marker] = {low: int(self.bridge[0]), high: int(self.bridge[-1])}
            self.seen["N5 bridge"] += 1
            yield from self.next_bridge()
        elif self.stage == "E" and bonus and marker and self.gondolas():
            self.tiles[marker] = "gondola"
            for district in self.pairs[marker]:
                self.there[NP, district] += 1
            self.seen["N5 gondola"] += 1
            self.check_banks()
        elif self.stage == "F" and strength:
            self.there[NP, self.turns[self.round - 1]] += strength + bonus

    def buildings(self, seat: int, allowance: int) -> Steps:
        """RIA.C1-C4."""
        while allowance > 0:
            key, n = "building", allowance
            if allowance > 4:
                key, n = "building-and-more", allowance - 4
                self.seen["C2 above four"] += 1
                free = self.options["big_allowance"] == "free"
                kinds = self.kinds([1, 2, 3, 4]) if free else self.kinds([4]) or self.kinds([1, 2, 3])
                self.seen["C2 no four left"] += not self.kinds([4])
            else:
                kinds = self.kinds(range(1, allowance + 1))
            chosen = yield from self.ask(key, seat, {"none", *kinds}, n=n)
            if chosen == "none":
                return
            last = allowance > 4 and chosen[-1] != "4" and bool(self.kinds([4]))
            self.seen["C2 a single lower one"] += last
            if len(self.board[seat]) == 7:
                back = yield from self.ask("return", seat, set(map(self.label, self.board[seat])))
                self.give_back(seat, back)
                self.points[seat] += int(back.split(".")[0][-1])
                self.seen["C3 made room"] += 1
            self.board[seat].append([chosen, "idle"])
            if last:
                return
            allowance -= 4

    def label(self, building: list[str]) -> str:
        return building[0] if building[1] == "idle" else ".".join(building)

    def give_back(self, seat: int, label: str) -> None:
        self.board[seat].remove(next(one for one in self.board[seat] if self.label(one) == label))

    def bridges(self, seat: int, strength: int, *, bonus: bool) -> Steps:
        """RIA.D1, D2."""
        if strength:
            self.points[seat] += strength + bonus
        elif self.points[seat] > 0 or self.options["score_floor"] == "none":
            self.points[seat] -= 1
        else:
            self.seen["D1 not below 0"] += 1
        if bonus and self.bridge:
            where = yield from self.ask("bridge", seat, self.free())
            low, high = int(self.bridge[0]), int(self.bridge[-1])
            end = yield from self.ask("bridge-end", seat, self.pairs[where])
            self.tiles[where] = {one: high if one == end else low for one in self.pairs[where]}
            yield from self.next_bridge()

    def gain_councillors(self, seat: int, number: int) -> None:
        for _ in range(number):
            if self.general(seat):
                self.own[seat] += 1
            else:
                self.points[seat] += 1
                self.seen["E1 lacking"] += 1

    def gondola(self, seat: int, strength: int, *, bonus: bool) -> Steps:
        """RIA.E1, E2."""
        self.gain_councillors(seat, strength)
        if not bonus:
            return
        where = yield from self.ask("gondola", seat, self.free())
        self.tiles[where] = "gondola"
        if self.general(seat):
            target = yield from self.ask("gondola-district", seat, self.pairs[where])
            self.there[seat, target] += 1
        else:
            self.points[seat] += 1
            self.seen["E2 none in the general supply"] += 1
            sources = {target: self.sources(seat, target) for target in self.pairs[where]}
            targets = {target for target in sources if sources[target]}
            target = yield from self.ask("gondola-district", seat, {"nowhere", *targets})
            if target != "nowhere":
                source = yield from self.ask("gondola-source", seat, sources[target])
                if source == "supply":
                    self.own[seat] -= 1
                else:
                    self.there[seat, source] -= 1
                self.there[seat, target] += 1
                self.seen["E2 moved one"] += 1
        self.check_banks()

    def sources(self, seat: int, target: str) -> set[str]:
        found = {one for one in self.districts if one != target and self.there[seat, one]}
        return found | ({"supply"} if self.own[seat] else set())

    def councillors(self, seat: int, number: int) -> Steps:
        """RIA.F1."""
        here = self.turns[self.round - 1]
        while number and self.own[seat]:
            number -= 1
            self.own[seat] -= 1
            self.there[seat, here] += 1
        elsewhere = {one: self.there[seat, one] for one in self.districts if one != here and self.there[seat, one]}
        if number and elsewhere:
            brought = yield from self.ask("bring", seat, [spread(elsewhere, 0, number)], always=True)
            for source, moved in brought:
                self.there[seat, source] -= moved
                self.there[seat, here] += moved
                self.seen["F1 brought"] += 1

    def check_banks(self) -> None:
        """RIA.G1, N6."""
        for bank, districts in self.banks.items():
            holders = [one for one in self.clockwise if all(self.there[one, district] for district in districts)]
            if holders and bank not in self.turned:
                self.turned.add(bank)
                self.seen[f"G1 in {self.stage}"] += 1
                self.seen["N6 turned for nobody"] += holders == [NP]
                self.seen["G1 several"] += len(holders) > 1
                for seat in self.humans(holders):
                    self.points[seat] += 5

    # Phase III and the end.

    def phase_three(self) -> Steps:
        """RIA.X3, X4."""
        for seat in self.humans(self.order()):
            while self.purse[seat]:
                kinds = {f"blue-{value}" for value in self.idle(seat, "blue")}
                if not self.upgrades(seat):
                    kinds.discard("blue-1")
                chosen = yield from self.ask("activate", seat, {"none", *kinds})
                if chosen == "none":
                    break
                self.use(seat, chosen)
                yield from self.blue(seat, chosen)

    def upgrades(self, seat: int) -> set[str]:
        found = set()
        for building in self.board[seat]:
            colour, value = building[0].split("-")
            if value != "4" and self.left(f"{colour}-{int(value) + 1}"):
                found.add(self.label(building))
        return found

    def blue(self, seat: int, kind: str) -> Steps:
        if kind == "blue-1":
            label = yield from self.ask("upgrade", seat, self.upgrades(seat))
            self.seen["X3 upgrades itself"] += label == "blue-1.used"
            self.give_back(seat, label)
            colour, value = label.split(".")[0].split("-")
            self.board[seat].append([f"{colour}-{int(value) + 1}", "fresh"])
        elif kind == "blue-2":
            self.points[seat] += 1
            if not self.general(seat):
                self.points[seat] += 1
                self.seen["X3 none to take"] += 1
            elif (yield from self.ask("councillor", seat, {"take", "leave"})) == "take":
                self.own[seat] += 1
        elif kind == "blue-3":
            self.move(seat, self.space[seat])
        else:
            self.points[seat] += 3

    def final_count(self) -> list[int]:
        """RIA.Z1-Z4: return all seats from first to last."""
        order = self.order()
        for seat in self.seats:
            both = self.own[seat] + self.purse[seat]
            self.points[seat] += both // 2 + both % 2 + sum(int(kind[-1]) for kind, _ in self.board[seat])
        for district in self.turns:
            worth = self.worth(district)
            scores: dict[Player, int | None] = {}
            there = {player: self.there[player, district] for player in order if self.there[player, district]}
            for player in sorted(there, key=lambda one: (-there[one], order.index(one))):
                scores[player] = worth if isinstance(player, int) else None
                if isinstance(player, int):
                    self.points[player] += worth
                worth //= 2
            self.log.append((district, scores))
        return sorted(self.seats, key=lambda seat: (-self.points[seat], order.index(seat)))

    # How the table must look.

    def view(self) -> dict[str, Any]:
        marker = self.marker() if self.np and len(self.turns) == 6 else None
        return {
            "round": self.round,
            "order": self.order(),
            "spaces": {str(player): space for player, space in self.space.items()},
            "coins": self.coins(),
            "purses": dict(self.purse),
            "own": dict(self.own),
            "general": {seat: self.general(seat) for seat in self.seats},
            "boards": {seat: sorted(map(self.label, self.board[seat])) for seat in self.seats},
            "there": {district: self.councillors_in(district) for district in self.districts},
            "worth": {district: self.worth(district) for district in self.districts},
            "tiles": {name: tile if isinstance(tile, str) else dict(tile) for name, tile in self.tiles.items()},
            "open": sorted(set(self.banks) - self.turned),
            "bridge": self.bridge,
            "hands": {seat: len(self.hand[seat]) for seat in self.seats},
            "own hands": {seat: sorted(self.hand[seat]) for seat in self.seats} if self.device else {},
            "pile": len(self.pile),
            "limit": dict(self.limit),
            "marker": list(self.pairs[marker]) if marker else None,
        }

    def councillors_in(self, district: str) -> dict[str, int]:
        players: list[Player] = [*self.seats, *([NP] if NP in self.clockwise else [])]
        return {str(player): self.there[player, district] for player in players}


def seen_of(referee: Referee) -> dict[str, Any]:
    """Return how the table looks by the referee's views, in the shape of `Naive.view`."""
    views = {seat: referee.game.view(seat) for seat in (TABLE, *referee.game.seats)}
    view = views[TABLE]
    seats = {seat: view["seats"][str(seat)] for seat in referee.game.seats}
    stacks = view["track"]["stacks"]
    tiles = {name: tile for name, tile in view["connections"].items() if tile["tile"]}
    return {
        "round": view["round"],
        "order": view["track"]["order"],
        "spaces": {str(player): int(space) for space, stack in stacks.items() for player in stack},
        "coins": view["supply"]["coins"],
        "purses": {seat: one["coins"] for seat, one in seats.items()},
        "own": {seat: one["councillors"] for seat, one in seats.items()},
        "general": {seat: one["general"] for seat, one in seats.items()},
        "boards": {seat: sorted(map(label_of, one["buildings"])) for seat, one in seats.items()},
        "there": {district: one["councillors"] for district, one in view["districts"].items()},
        "worth": {district: one["worth"] for district, one in view["districts"].items()},
        "tiles": {name: tile["ends"] if tile["tile"] == "bridge" else "gondola" for name, tile in tiles.items()},
        "open": sorted(bank for bank, one in view["banks"].items() if one["open"]),
        "bridge": view["supply"]["bridge"],
        "hands": {seat: one["cards"] for seat, one in seats.items()},
        "own hands": {seat: views[seat]["own"]["hand"] for seat in seats if views[seat]["own"]},
        "pile": view["supply"]["pile"],
        "limit": {seat: one["limit"] for seat, one in seats.items()},
        "marker": view["neutral"]["marker"] if view["neutral"] else None,
    }


def label_of(building: Mapping[str, str]) -> str:
    return building["kind"] if building["state"] == "idle" else f"{building['kind']}.{building['state']}"


def log_of(referee: Referee) -> list[Any]:
    """Return what the referee told of the stages and the final districts, in the shape of `Naive.log`."""
    log: list[Any] = []
    for tell in referee.game.tells:
        facts = tell.facts
        if tell.key in ("bonus", "bonus-by-track"):
            log.append((facts["card"], facts["order"], facts["strengths"], facts["seat"]))
        elif tell.key == "no-bonus":
            log.append((facts["card"], None))
        elif tell.key == "final-count":
            for district, ranks in facts["ranks"].items():
                log.append((district, {one: points for one, _, points in ranks}))
    return log


def offered(choice: Choice) -> Legal:
    if isinstance(choice, Sheet):
        return {row: frozenset(cells["played"].legal()) for row, cells in choice.rows.items()}
    if isinstance(choice, Spread):
        return frozenset([spread(choice.most, choice.low, choice.high)])
    return frozenset(map(plain, choice.legal()))


class Auditor(Audit):
    """Follows one game of Rialto and compares it with `Naive`."""

    naive: Naive

    def __init__(self, referee: Referee) -> None:
        facts = {name: fact.value for name, fact in referee.table.layout.facts.items()}
        self.naive = Naive([seat.number for seat in referee.table.seats], referee.table.options, facts)
        super().__init__(referee)

    def offered(self, choice: Choice, key: str) -> Legal:
        return offered(choice)

    def compare_view(self) -> None:
        ours, theirs = self.naive.view(), seen_of(self.referee)
        wrong = [part for part in ours if ours[part] != theirs[part]]
        if wrong:
            self.fail("; ".join(f"{part}: {ours[part]} is right, not {theirs[part]}" for part in wrong))
        points = {seat: tallies["points"] for seat, tallies in self.referee.game.score.items()}
        if points != self.naive.points:
            self.fail(f"points {self.naive.points} are right, not {points}")

    def compare_outcome(self) -> None:
        outcome = self.referee.outcome
        if (outcome is None) != (self.ended is None):
            self.fail(f"places by the rules {self.ended}, the referee has {outcome}")
        if outcome is None or self.ended is None:
            return
        if outcome.places != [[seat] for seat in self.ended]:
            self.fail(f"places by the rules {self.ended}, the referee has {outcome.places}")
        log = [(line[0], None) if len(line) == 4 and line[3] is None else line for line in self.naive.log]
        if log != log_of(self.referee):
            self.fail("the messages on stages or districts differ from what happened")
