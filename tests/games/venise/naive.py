"""A second, naive Venise, and an auditor that checks a referee against it.

`Naive` is the game in dicts and loops, written from the numbered rules alone, on the `Board` of segments. At every
moment it says who must be asked what, with every legal answer, and how the table must look. `Auditor` compares a
referee with it, answer by answer and draw by draw.

A question is asked only if it has more than one legal answer, or if not asking would give away a hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from companion.choices import Choice, Pick
from companion.referee import Referee
from tests.games.auditing import Ask, Audit, Chance, Disagreement, Steps, difference
from tests.games.venise.board import Board, Point, Segment, is_pile_point, kind, middle, plank_name, segment, size

TABLE = 0
SIZES = ("small", "large")
BOX = {"small": 12, "large": 8}
COSTS = {"small": 1, "large": 2, "remove": 1, "move": 2, "advance-1": 1, "advance-2": 2, "advance-3": 3, "joker": 2}
KINDS = [card for card in COSTS if card != "joker"]
BACK = "back"


Cells = frozenset[str]


def hands_of(cards: Iterable[str], number: int) -> frozenset[tuple[str, ...]]:
    """Return all ways to give this many of these cards."""
    return frozenset(tuple(sorted(way)) for way in combinations(sorted(cards), number))


class Naive:
    """The whole game of Venise with nothing clever in it. `seen` counts the situations that came up."""

    def __init__(self, referee: Referee) -> None:
        table = referee.table
        self.options = table.options
        self.deals = table.options["cards"] == "device"
        self.seats = [seat.number for seat in table.seats]
        self.colour = {seat.number: seat.colour for seat in table.seats}
        self.board = Board(referee.game.view(TABLE)["board"]["piles"])
        self.cards: dict[str, int] = table.layout["cards"]
        planks = table.layout["planks"][str(len(self.seats))]
        self.stock = {seat: dict(planks) for seat in self.seats}
        self.fallen = Counter[str]()
        self.pawn: dict[int, str | None] = {s: table.layout["starts"][self.colour[s]] for s in self.seats}
        self.gems = {s: list(table.layout["gems"][self.colour[s]]) for s in self.seats}
        self.tiles = dict.fromkeys(self.seats, 0)
        self.jokers = dict.fromkeys(self.seats, 0)
        first: list[str] = table.layout["first"]
        self.hand: dict[int, list[str]] = {seat: list(first) if self.deals else ["?"] * 4 for seat in self.seats}
        pile = Counter(self.cards) - Counter(first * len(self.seats))
        self.pile = sorted(pile.elements()) if self.deals else ["?"] * pile.total()
        self.open: list[str] = []
        self.seen: Counter[str] = Counter()
        self.first = self.seats[0]
        self.lap = self.turns = self.seat = self.left = 0
        self.finished: list[int] = []
        self.planks_lost = False

    def ask(self, key: str, seat: int, legal: Iterable[Any], barred: Iterable[Any] = (), **facts: Any) -> Steps:
        answers = frozenset(legal)
        secret = self.deals and seat != TABLE
        tells_of_hand = secret and key in ("play", "after-joker", "swap", "swap-joker", "discard")
        if len(answers) == 1 and not tells_of_hand:
            return next(iter(answers))
        return (yield Ask(key, seat, answers, facts, secret, frozenset(barred)))

    def draw(self, key: str, outcomes: Sequence[Any]) -> Steps:
        if len(outcomes) == 1:
            return outcomes[0]
        return (yield Chance(key, tuple(outcomes)))

    def play(self) -> Steps:
        yield from self.set_up()
        order = [(self.first - 1 + n) % len(self.seats) + 1 for n in range(len(self.seats))]
        while True:
            self.lap += 1
            for seat in order:
                if seat in self.finished:
                    continue
                yield from self.take_turn(seat)
                ended = yield from self.is_over(order)
                if ended:
                    return ended

    def set_up(self) -> Steps:
        """VSE.S1."""
        if self.options["draw.first"] == "table":
            told = yield Ask("draw", TABLE, frozenset(self.seats))
            self.first = yield Chance("first", tuple(self.seats), "table", told)
        else:
            self.first = yield Chance("first", tuple(self.seats))
        for n in range(len(self.seats)):
            yield from self.draw_two((self.first - 1 + n) % len(self.seats) + 1)

    def draw_two(self, seat: int) -> Steps:
        """VSE.T1, T5."""
        for _ in range(2):
            if not self.pile:
                self.seen["T5 shuffled"] += 1
                self.pile = sorted(self.open) if self.deals else ["?"] * len(self.open)
                self.open = []
            if self.pile:
                card = (yield from self.draw("card", self.pile)) if self.deals else "?"
                self.pile.remove(card)
                self.hand[seat].append(card)

    def held(self, seat: int) -> int:
        return len(self.hand[seat]) + self.jokers[seat]

    def could_hold(self, seat: int) -> Counter[str]:
        """Return the cards that may be in this hand: its own, or all that don't lie open."""
        if self.deals:
            return Counter(self.hand[seat])
        return Counter(self.cards) - Counter(self.open)

    def lay_open(self, seat: int, card: str) -> None:
        if card == "joker":
            self.jokers[seat] -= 1
        else:
            self.hand[seat].remove(card if self.deals else "?")
            self.open.append(card)

    def take_turn(self, seat: int) -> Steps:
        self.turns += 1
        self.seat = seat
        self.left = 4
        has_played = has_taken = False
        while True:
            legal, barred = {"done"}, set[str]()
            if not has_taken:
                cards = [card for card in KINDS if self.could_hold(seat)[card]] if self.hand[seat] else []
                for card in [*cards, *(["joker"] if self.jokers[seat] else [])]:
                    affordable = COSTS[card] <= self.left + self.tiles[seat]
                    (legal if affordable and self.is_of_use(seat, card) else barred).add(card)
                if not has_played:
                    (legal if self.may_get_joker(seat) else barred).add("take")
            (legal if self.may_swap(seat) else barred).add("swap")
            facts = {"n": self.left, "tiles": self.tiles[seat]}
            card = yield from self.ask("after-joker" if has_taken else "play", seat, legal, barred, **facts)
            if card == "done":
                break
            if card == "take":
                self.jokers[seat] += 1
                has_taken = True
            elif card == "swap":
                yield from self.swap(seat)
            else:
                done = yield from self.play_card(seat, card)
                has_played = has_played or done
                if not self.gems[seat]:
                    self.finish(seat)
                    return
        yield from self.draw_two(seat)
        while self.held(seat) > 8:
            ways, barred_ways = ({"discard", "swap"}, set()) if self.may_swap(seat) else ({"discard"}, {"swap"})
            way = yield from self.ask("over", seat, ways, barred_ways, n=self.held(seat) - 8)
            if way == "swap":
                self.seen["T3 to come down"] += 1
                yield from self.swap(seat)
            else:
                number = self.held(seat) - 8
                everything = [*self.choice_of_cards(seat, number), *["joker"] * self.jokers[seat]]
                for card in (yield from self.ask("discard", seat, hands_of(everything, number), n=number)):
                    self.lay_open(seat, card)

    def may_get_joker(self, seat: int) -> bool:
        """VSE.T4."""
        return self.jokers[seat] < 2 and sum(self.jokers.values()) < 8

    def may_swap(self, seat: int) -> bool:
        """VSE.T3; VSE.T4 never bars it: of two jokers one can be given."""
        return self.held(seat) >= 4

    def choice_of_cards(self, seat: int, number: int) -> list[str]:
        possible = self.could_hold(seat)
        return [card for card in KINDS for _ in range(min(number, possible[card]))]

    def swap(self, seat: int) -> Steps:
        """VSE.T3: any four cards, jokers included; of cardboard cards, as many as are in hand."""
        own = len(self.hand[seat])
        two = self.jokers[seat] == 2  # VSE.T4: one of them must go
        key, wanted = ("swap-joker", 3) if two else ("swap", 4)
        self.seen["T4 with two jokers"] += two
        if not self.deals and own < wanted:
            self.seen["T3 with a joker"] += 1
            given = yield from self.ask(key, seat, hands_of(self.choice_of_cards(seat, own), own))
        else:
            everything = [*self.choice_of_cards(seat, wanted), *["joker"] * (self.jokers[seat] - two)]
            given = yield from self.ask(key, seat, hands_of(everything, wanted))
        given = [*given, *["joker"] * (4 - len(given))]
        for card in given:
            self.lay_open(seat, card)
        self.jokers[seat] += 1
        self.seen["T3 swapped"] += 1

    def is_of_use(self, seat: int, card: str) -> bool:
        """VSE.C1, C2, W1, W6, W7: whether this card can do anything here."""
        cell = self.pawn[seat]
        assert cell is not None
        if card in SIZES:
            return self.stock[seat][card] > 0 and bool(self.board.layable(cell, card))
        if card == "remove":
            return bool(self.removable(seat))
        if card == "move":
            return any(self.new_places(seat, plank) for plank in self.removable(seat))
        if card == "joker":
            return any(self.is_of_use(seat, other) for other in KINDS)
        return bool(self.board.beside(cell))

    def removable(self, seat: int) -> set[str]:
        """VSE.W6: the planks in reach with no pawn on them or on what would fall."""
        cell = self.pawn[seat]
        assert cell is not None
        return {
            plank
            for plank in self.board.in_reach(cell)
            if not {plank, *self.board.without(plank)[1]} & set(self.pawn.values())
        }

    def new_places(self, seat: int, plank: str) -> set[str]:
        """VSE.W7: where else this plank could lie, once it and what rested on it are gone."""
        cell = self.pawn[seat]
        assert cell is not None
        before = self.board.lying
        self.board.lying, _ = self.board.without(plank)
        places = self.board.layable(cell, size(segment(plank))) - {plank}
        self.board.lying = before
        return places

    def play_card(self, seat: int, card: str) -> Steps:
        """Play a card, or put it back; return whether it was played."""
        meaning = card
        if card == "joker":
            useful = {other for other in KINDS if self.is_of_use(seat, other)}
            meaning = yield from self.ask("joker", seat, useful | {BACK}, set(KINDS) - useful)
            if meaning == BACK:
                return False
            self.seen[f"joker as {meaning}"] += 1
        cell = self.pawn[seat]
        assert cell is not None
        if meaning in SIZES:
            place = yield from self.ask("lay", seat, self.board.layable(cell, meaning) | {BACK}, size=meaning)
            if place == BACK:
                return False
            self.pay(seat, card)
            self.stock[seat][meaning] -= 1
            self.board.lying.add(segment(place))
            self.seen[f"laid {kind(segment(place))}"] += 1
        elif meaning == "remove":
            return (yield from self.remove(seat, card))
        elif meaning == "move":
            return (yield from self.move(seat, card))
        else:
            return (yield from self.walk(seat, card, int(meaning[-1])))
        return True

    def pay(self, seat: int, card: str) -> None:
        """VSE.T1, T2, T5."""
        tiles = max(0, COSTS[card] - self.left)
        self.seen["T2 tiles given"] += bool(tiles)
        self.tiles[seat] -= tiles
        self.left += tiles - COSTS[card]
        self.lay_open(seat, card)

    def agrees_to_falls(self, seat: int, plank: str) -> Steps:
        _, falls = self.board.without(plank)
        if not falls:
            return True
        answer = yield from self.ask("falls", seat, {"drop", "keep"}, place=plank, n=len(falls))
        self.seen["W6 confirmed" if answer == "drop" else "W6 thought better of"] += 1
        return answer == "drop"

    def take_away(self, plank: str) -> None:
        self.board.lying, falls = self.board.without(plank)
        for other in falls:
            self.fallen[size(segment(other))] += 1
            self.seen[f"fell {kind(segment(other))}"] += 1
            self.planks_lost = True

    def remove(self, seat: int, card: str) -> Steps:
        cell = self.pawn[seat]
        assert cell is not None
        free = self.removable(seat)
        barred = self.board.in_reach(cell) - free
        self.seen["W6 barred by a pawn"] += bool(barred)
        plank = yield from self.ask("remove", seat, free | {BACK}, barred)
        if plank == BACK or not (yield from self.agrees_to_falls(seat, plank)):
            return False
        self.pay(seat, card)
        self.take_away(plank)
        self.stock[seat][size(segment(plank))] += 1
        return True

    def move(self, seat: int, card: str) -> Steps:
        cell = self.pawn[seat]
        assert cell is not None
        free = {plank for plank in self.removable(seat) if self.new_places(seat, plank)}
        plank = yield from self.ask("lift", seat, free | {BACK}, self.board.in_reach(cell) - free)
        if plank == BACK or not (yield from self.agrees_to_falls(seat, plank)):
            return False
        place = yield from self.ask("shift", seat, self.new_places(seat, plank) | {BACK}, place=plank)
        if place == BACK:
            return False
        self.pay(seat, card)
        self.take_away(plank)
        self.board.lying.add(segment(place))
        self.seen["W7 moved"] += 1
        return True

    def walks(
        self, cell: str, steps: int, gems: frozenset[str], got: frozenset[str]
    ) -> set[tuple[str, frozenset[str]]]:
        """VSE.L2, G1, E1: the ends of all walks of up to this many steps, with what they pick up."""
        found: set[tuple[str, frozenset[str]]] = set()
        if not steps or got == gems:
            return found
        for other in self.board.beside(cell):
            now = got | (gems & {other})
            found |= {(other, now)} | self.walks(other, steps - 1, gems, now)
        return found

    def walk(self, seat: int, card: str, steps: int) -> Steps:
        cell = self.pawn[seat]
        assert cell is not None
        ends = self.walks(cell, steps, frozenset(self.gems[seat]), frozenset())
        goal = yield from self.ask("walk", seat, {end for end, _ in ends} | {BACK}, n=steps)
        if goal == BACK:
            return False
        ways = {got for end, got in ends if end == goal}
        ways = {got for got in ways if not any(got < other for other in ways)}
        while len(ways) > 1:
            self.seen["G1 which gem"] += 1
            open_ = frozenset.union(*ways) - frozenset.intersection(*ways)
            gem = yield from self.ask("which-gem", seat, open_ | {BACK})
            if gem == BACK:
                return False
            ways = {got for got in ways if gem in got}
        self.pay(seat, card)
        self.pawn[seat] = goal
        (picked,) = ways
        self.seen["G1 in passing"] += bool(picked - {goal})
        self.seen["W8 shared a cell"] += list(self.pawn.values()).count(goal) > 1
        for gem in picked:
            self.gems[seat].remove(gem)
            self.tiles[seat] += 1 if self.gems[seat] else 0
        return True

    def finish(self, seat: int) -> None:
        """VSE.E1."""
        self.finished.append(seat)
        self.pawn[seat] = None
        self.open += self.hand[seat]
        self.hand[seat] = []
        self.jokers[seat] = 0
        self.planks_lost = True

    def is_over(self, order: list[int]) -> Steps:
        left = [seat for seat in order if seat not in self.finished]
        over = len(left) == 1
        if self.seat in self.finished and not over:
            answer = yield from self.ask("play-on", TABLE, {"on", "stop"}, seats=left)
            self.seen[f"E1 {answer}"] += 1
            over = answer == "stop"
        if not over and self.planks_lost and self.nobody_can_finish(left):
            self.seen["E2 undecided"] += 1
            over = True
        self.planks_lost = False
        return ([*([seat] for seat in self.finished), sorted(left)], self.finished[:1]) if over else None

    def nobody_can_finish(self, left: list[int]) -> bool:
        """VSE.E2: spread from every pawn over all that lies and all that could be laid with the planks at hand."""
        sizes = {one for seat in left for one in SIZES if self.stock[seat][one]}
        reached = {seat: {self.pawn[seat]} for seat in left}
        while True:
            before = sum(map(len, reached.values())) + len(sizes)
            anywhere = set().union(*reached.values())
            for plank in self.board.candidates:
                rests = self.rests_of(plank)
                name = plank_name(plank)
                crosses = {plank_name(one) for one in self.board.candidates if self.board.is_cross(plank, one)}
                near = {rest for rest in rests if rest} | crosses
                lies = name in self.board.names
                if lies and anywhere & {name, *near}:
                    sizes.add(size(plank))
                layable = lies or (size(plank) in sizes and self.held_up(plank, anywhere))
                for cells in reached.values():
                    if layable and (cells & near or name in cells):
                        cells |= {name, *(rest for rest in rests if rest and "-" not in rest)}
                        cells |= {rest for rest in rests if rest and rest in self.board.names}
            if before == sum(map(len, reached.values())) + len(sizes):
                return not any(reached[seat] >= set(self.gems[seat]) for seat in left)

    def rests_of(self, plank: Segment) -> list[str | None]:
        """Return what the ends of a plank rest on, whether it lies or not."""
        found: list[str | None] = []
        for end in plank:
            if is_pile_point(end):
                found.append(self.board.cell_at(end, plank))
            else:
                found += [plank_name(one) for one in self.supports(plank, end)] or [None]
        return found

    def supports(self, plank: Segment, end: Point) -> list[Segment]:
        wanted = "diagonal" if kind(plank) == "tee" else "straight"
        return [
            one for one in self.board.candidates if kind(one) == wanted and middle(one) == end and square(one, plank)
        ]

    def held_up(self, plank: Segment, anywhere: set[str | None]) -> bool:
        for end in plank:
            if is_pile_point(end):
                continue
            supports = self.supports(plank, end)
            if not any(plank_name(one) in self.board.names or anywhere & set(self.rests_of(one)) for one in supports):
                return False
        return True

    def view(self) -> dict[str, Any]:
        """Return what everyone must see, in the shape of the game's own view."""
        lying = Counter(size(plank) for plank in self.board.lying)
        return {
            "lap": self.lap,
            "turn": self.turns,
            "seat": self.seat,
            "first": self.first,
            "hourglasses": self.left,
            "finished": self.finished,
            "planks": {plank_name(plank): self.way(plank) for plank in self.board.lying},
            "out": {one: BOX[one] - lying[one] - sum(own[one] for own in self.stock.values()) for one in SIZES},
            "tiles": 12 - sum(self.tiles.values()),
            "jokers": 8 - sum(self.jokers.values()),
            "pile": len(self.pile),
            "played": dict(Counter(card for card in self.open if card != "?")),
            "unseen": self.open.count("?"),
            "seats": {str(seat): self.seat_view(seat) for seat in self.seats},
        }

    def way(self, plank: Segment) -> str:
        return "cross" if any(self.board.is_cross(plank, other) for other in self.board.lying) else kind(plank)

    def seat_view(self, seat: int) -> dict[str, Any]:
        return {
            "colour": self.colour[seat],
            "pawn": self.pawn[seat],
            "gems": self.gems[seat],
            "planks": self.stock[seat],
            "tiles": self.tiles[seat],
            "cards": self.held(seat),
            "jokers": self.jokers[seat],
        }


def square(one: Segment, other: Segment) -> bool:
    """Return whether two planks are at right angles."""
    (a, b), (c, d) = one
    (e, f), (g, h) = other
    return (c - a) * (g - e) + (d - b) * (h - f) == 0


def offered(choice: Choice) -> frozenset[Any]:
    """Return every legal answer of a choice; cards that are given up have no order."""
    answers = [tuple(sorted(answer)) if isinstance(answer, list) else answer for answer in choice.legal()]
    if len(set(answers)) < len(answers):
        raise Disagreement(f"the same answer twice in {answers}")
    return frozenset(answers)


class Auditor(Audit):
    """Checks one game of Venise against `Naive`."""

    naive: Naive

    def __init__(self, referee: Referee) -> None:
        self.naive = Naive(referee)
        super().__init__(referee)

    def offered(self, choice: Choice, key: str) -> frozenset[Any]:
        return offered(choice)

    def barred(self, choice: Choice) -> frozenset[Any]:
        return frozenset(choice.barred) if isinstance(choice, Pick) else frozenset()

    def compare_view(self) -> None:
        ours = self.naive.view()
        theirs = {key: value for key, value in self.referee.game.view(TABLE).items() if key in ours}
        if ours != theirs:
            lines = difference("view", ours, theirs)
            self.fail("; ".join(lines))
        score = {
            seat: {"gems": 4 - len(self.naive.gems[seat]), "tiles": self.naive.tiles[seat]}
            for seat in self.naive.seats
        }
        if score != self.referee.game.score:
            self.fail(f"the score is {score}, the referee has {self.referee.game.score}")
        for seat in self.naive.seats if self.naive.deals else ():
            hand = self.referee.game.view(seat)["own"]["hand"]
            if sorted(hand) != sorted(self.naive.hand[seat]):
                self.fail(f"seat {seat} holds {sorted(self.naive.hand[seat])}, the referee has {sorted(hand)}")

    def compare_outcome(self) -> None:
        """VSE.E1: compare the places and the winner, who must have all four gems."""
        outcome = self.referee.outcome
        theirs = (outcome.places, outcome.winners) if outcome else None
        if theirs != self.ended:
            self.fail(f"places and winner by the rules {self.ended}, the referee has {theirs}")
