"""Venise, as one who plays it well would advise.

It is a race: look for the cheapest way over all your gems, planks and steps counted in hourglasses, and spend every
turn on it. Take the way for which you hold the cards. A long advance saves cards, a joker is the longest for two
hourglasses. If next to nothing can be done, take a joker instead. With an hourglass to spare, lift a plank that you
need no more: best one on which somebody else counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from companion.choices import Pick
from companion.games.venise.guess import GUESSING
from companion.games.venise.layout import IN_BOX
from companion.games.venise.rules.cards import BACK, DISCARD, DONE, SWAP, TAKE
from companion.games.venise.rules.geometry import LARGE, SIZES, SMALL
from companion.games.venise.rules.pieces import JOKER
from companion.games.venise.rules.piles import canal_seen
from companion.games.venise.rules.planks import DROP
from companion.games.venise.rules.plays import COST, MOVE, REMOVE, STEPS
from companion.games.venise.rules.routes import PRICE, Way, cheapest, walkable, walks
from companion.players.advice import HOURGLASSES, Advice, Adviser, Question, Search, View, weighed
from companion.players.terms import about
from companion.vocabulary import counted, named

FAR = 60.0
"""The price of a gem to which there is no way yet."""


class Numbers(NamedTuple):
    """The worth of things, in hourglasses. Set by judgement; PLAYERS.md says how well they play.

    `way` is the way to the nearest gem, `next_gem` those to the others; `reclaim` a plank for the own stock, `scarce`
    if it is one of the last, `rivals` one that another player is about to use. `big` is for fun: a player may like
    large planks.
    """

    next_gem: float = 0.6
    take_joker: float = 1.3
    swap: float = 0.4
    small: float = 1.3
    large: float = 1.5
    remove: float = 0.4
    move: float = 0.2
    advance_1: float = 0.9
    advance_2: float = 1.7
    advance_3: float = 2.3
    joker: float = 3.0
    card: float = 0.25
    gem_left: float = 6.0
    in_hand: float = 0.5
    joker_in_hand: float = 1.0
    way: float = 1.0
    further: float = 1.0
    reach: float = 1.0
    far: float = 0.35
    gem: float = 4.0
    reclaim: float = 0.5
    scarce: float = 0.5
    rivals: float = 0.6
    fall: float = 1.0
    hand: float = 1.0
    useless: float = 1.0
    big: float = 0.0


GENTLE = Numbers(next_gem=0.15, take_joker=2.0, card=0.0, rivals=0.0, scarce=0.0, big=1.2)
"""Looks at the nearest gem only, likes jokers and large planks, and looks at nobody else."""


def advise(view: View, question: Question, numbers: Numbers) -> Sequence[Advice]:
    race = Race(view, numbers)
    return weighed(question, race.weighs(question))


class Turn(NamedTuple):
    """The best use of a hand along a way in one turn: the cards with what each stands for, and how far they lead."""

    plays: tuple[tuple[str, str], ...]
    progress: float


class Race:
    """The race as a seat sees it: its ways to the gems, and what its cards can do about them."""

    def __init__(self, view: View, numbers: Numbers) -> None:
        pieces = view.pieces
        self.numbers = numbers
        self.canal = canal_seen(pieces["board"]["piles"])
        self.lying = frozenset(pieces["planks"])
        mine = pieces["seats"][str(view.seat)]
        self.pawn = str(mine["pawn"])
        self.gems: list[str] = mine["gems"]
        self.stock: dict[str, int] = mine["planks"]
        self.hand = Counter(str(card) for card in pieces["own"]["hand"])
        self.jokers = int(mine["jokers"])
        self.hourglasses = int(pieces["hourglasses"])
        self.tiles = int(mine["tiles"])
        self.others = {
            int(number): seat for number, seat in pieces["seats"].items() if int(number) != view.seat and seat["pawn"]
        }

    def weighs(self, question: Question) -> Callable[[Any], float] | None:
        facts = question.facts
        match question.key:
            case "play" | "after-joker":
                return self.card_to_play()
            case "joker":
                return self.meaning(question)
            case "lay":
                return self.lay
            case "walk":
                return self.walk(facts["n"])
            case "which-gem":
                return lambda gem: 0.0 if gem == BACK else 1.0
            case "remove" | "lift":
                return self.lift(question.key)
            case "falls":
                return lambda answer: float(answer == DROP)
            case "shift":
                return lambda place: self.shift(facts["place"], place)
            case "over":
                return lambda way: 1.0 if way == DISCARD else 0.4
            case "discard" | "swap" | "swap-joker":
                return lambda cards: -(self.numbers.hand * sum(self.worth_of(card) for card in cards))
        return None

    # Ways

    def ways(self, pawn: str, lying: Collection[str], stock: dict[str, int]) -> Mapping[str, Way]:
        ahead = [gem for gem in self.gems if gem != pawn]
        found = cheapest(self.canal, pawn, lying, stock, wanted=ahead)
        if not found:
            found = cheapest(self.canal, pawn, lying, IN_BOX, wanted=ahead, most=1)
        return found

    def left(
        self, pawn: str, lying: Collection[str], stock: dict[str, int], gems: Collection[str] | None = None
    ) -> float:
        """Return what is still to pay from here: the nearest gem in full, the others in part, for they come later."""
        ahead = [gem for gem in (self.gems if gems is None else gems) if gem != pawn]
        if not ahead:
            return 0.0
        ways = cheapest(self.canal, pawn, lying, stock, wanted=ahead)
        prices = sorted(ways[gem].hourglasses if gem in ways else FAR / 2 for gem in ahead)
        return self.numbers.way * prices[0] + self.numbers.next_gem * sum(prices[1:])

    def less(self, place: str) -> dict[str, int]:
        size = self.canal.places[place].size
        return {**self.stock, size: self.stock[size] - 1}

    # Cards along a way

    def turn_on(self, way: Way) -> Turn:
        """Play along a way as far as hourglasses and cards allow."""
        hand, jokers, stock = Counter(self.hand), self.jokers, Counter(self.stock)
        purse, at, progress = self.hourglasses + self.tiles, 0, 0.0
        plays: list[tuple[str, str]] = []
        laid: set[str] = set()
        while at < len(way.cells) - 1:
            ahead = walkable(way, at, laid)
            card = self.card_for(way, at, ahead, hand, purse) if ahead or stock[self.size(way, at)] else REMOVE
            if hand[card] and COST[card] <= purse and (card != REMOVE or not plays):
                hand[card] -= 1
                plays.append((card, card))
                purse -= COST[card]
            elif jokers and COST[JOKER] <= purse:
                jokers -= 1
                meaning = card if not ahead else max(STEPS, key=lambda one: min(STEPS[one], ahead))
                plays.append((JOKER, meaning))
                purse -= COST[JOKER]
                card = meaning
            else:
                break
            if card == REMOVE:
                break
            if card in STEPS:
                made = min(STEPS[card], ahead)
                at += made
                progress += made
            else:
                laid.add(way.cells[at + 1])
                stock[card] -= 1
                progress += COST[card]
        return Turn(tuple(plays), progress)

    def size(self, way: Way, at: int) -> str:
        cell = way.cells[at + 1]
        return self.canal.places[cell].size if cell in self.canal.places else SMALL

    def card_for(self, way: Way, at: int, ahead: int, hand: Counter[str], purse: int) -> str:
        """Return the card for the next thing to do: the plank, or the advance that goes furthest without waste."""
        if not ahead:
            return self.size(way, at)
        held = [card for card in STEPS if hand[card] and COST[card] <= purse]
        fitting = [card for card in held if STEPS[card] <= ahead]
        if fitting:
            return max(fitting, key=lambda card: STEPS[card])
        return min(held, key=lambda card: STEPS[card], default="advance-1")

    def plans(self) -> list[tuple[float, Turn]]:
        """Return for each gem what this turn can do towards it, worth more the nearer the gem; the best one first."""
        ways = self.ways(self.pawn, self.lying, self.stock)
        nearest = min((way.hourglasses for way in ways.values()), default=0)
        found = []
        for way in ways.values():
            turn = self.turn_on(way)
            gets = self.numbers.further * turn.progress - self.numbers.card * len(turn.plays)
            reaches = self.numbers.reach if turn.progress >= way.hourglasses else 0.0
            found.append((gets + reaches - self.numbers.far * (way.hourglasses - nearest), turn))
        return sorted(found, key=lambda plan: -plan[0])

    def card_to_play(self) -> Callable[[str], float]:
        best: dict[str, float] = {}
        for worth, turn in self.plans():
            if turn.plays:
                best.setdefault(turn.plays[0][0], worth)
        most = max(best.values(), default=0.0)

        def weigh(card: str) -> float:
            if card in best:
                return best[card]
            if card == DONE:
                return 0.05
            if card == TAKE:
                return self.numbers.take_joker if most < self.numbers.take_joker else -self.numbers.useless
            if card == SWAP:
                full = sum(self.hand.values()) + self.jokers >= 7 and self.jokers < 2
                return self.numbers.swap if full and most <= 0 else -self.numbers.useless
            if card == REMOVE and most <= 0:
                return max(self.liftable.values(), default=-1.0) - self.numbers.remove
            return -(1.5 if card in (REMOVE, MOVE) else 1.0) * self.numbers.useless

        return weigh

    def meaning(self, question: Question) -> Callable[[str], float]:
        assert isinstance(question.choice, Pick)
        wanted = [meaning for _, turn in self.plans() for card, meaning in turn.plays[:1] if card == JOKER]
        return lambda card: (
            -1.0 if card == BACK or card not in wanted else self.numbers.further * (1.0 - 0.1 * wanted.index(card))
        )

    def walk(self, steps: int) -> Callable[[str], float]:
        """Go where least is left to pay, with the gems picked up on the way."""
        ends = walks(self.canal, self.pawn, steps, self.lying, gems=self.gems)

        def weigh(goal: str) -> float:
            if goal == BACK:
                return -3 * FAR
            picked = max(ends.get(goal, [frozenset()]), key=len)
            left = [gem for gem in self.gems if gem not in picked]
            return self.numbers.gem * len(picked) - self.left(goal, self.lying, self.stock, left)

        return weigh

    # Planks

    def lay(self, place: str) -> float:
        if place == BACK:
            return -FAR
        liked = self.numbers.big if self.canal.places[place].size == LARGE else 0.0
        return liked - self.left(self.pawn, self.lying | {place}, self.less(place))

    @cached_property
    def own_way(self) -> frozenset[str]:
        """All cells on the ways to the own gems."""
        ways = self.ways(self.pawn, self.lying, self.stock).values()
        return frozenset(cell for way in ways for cell in way.cells)

    @cached_property
    def wanted_by(self) -> dict[str, int]:
        """The cells on the way of each other player to their nearest gem, and whose way it is."""
        wanted: dict[str, int] = {}
        for number, seat in self.others.items():
            ahead = [gem for gem in seat["gems"] if gem != seat["pawn"]]
            ways = cheapest(self.canal, seat["pawn"], self.lying, seat["planks"], wanted=ahead, most=1)
            wanted |= {cell: number for way in ways.values() for cell in way.cells}
        return wanted

    def lifted(self, plank: str) -> float:
        """Return what it is worth to take up a plank: one that is not on the way ahead, nor drops others."""
        size = self.canal.places[plank].size
        worth = self.numbers.reclaim + (self.numbers.scarce if self.stock[size] <= 1 else 0.0)
        if plank in self.wanted_by:
            worth += about(self.numbers.rivals * PRICE[size], seat=self.wanted_by[plank])
        falls = self.numbers.fall * len(self.canal.falls(plank, self.lying))
        return worth - falls - (1.8 if plank in self.own_way else 0.0)

    @cached_property
    def liftable(self) -> dict[str, float]:
        """The planks in reach with nobody on them, and what each is worth."""
        pawns = {str(seat["pawn"]) for seat in self.others.values()}
        near = [one for one in self.canal.within_reach(self.pawn, self.lying) if one not in pawns]
        return {one: self.lifted(one) for one in near if not self.canal.falls(one, self.lying)}

    def lift(self, key: str) -> Callable[[str], float]:
        """Take up what is not on the way ahead; move nothing unless there is no other choice."""
        return lambda plank: (0.0 if key == "remove" else 0.1) if plank == BACK else self.lifted(plank)

    def shift(self, plank: str, place: str) -> float:
        if place == BACK:
            return -FAR
        fallen = {plank, *self.canal.falls(plank, self.lying)}
        return -self.left(self.pawn, (self.lying - fallen) | {place}, self.stock)

    # What a card is worth to keep

    def worth_of(self, card: str) -> float:
        if card in SIZES and not self.stock[card]:
            return 0.1
        number = self.hand[card] if card != JOKER else 1
        worth: float = getattr(self.numbers, card.replace("-", "_"))
        return float(worth) * (0.7 if number > 2 else 1.0)


def standing(view: View, numbers: Numbers) -> float:
    """Return how well a seat stands: what its hand is worth, less what is still to pay."""
    race = Race(view, numbers)
    held = numbers.in_hand * sum(race.hand.values()) + numbers.joker_in_hand * race.jokers
    return held - race.left(race.pawn, race.lying, race.stock) - numbers.gem_left * len(race.gems)


THOUGHT_ABOUT = frozenset({"play", "after-joker", "joker", "lay", "walk", "remove", "lift", "shift"})
"""Questions about what to do in a turn."""

GROUNDS = frozenset(
    (
        *named("because", "big", "fall-spared", "far-spared", "further", "gem", "hand-spared", "reach", "reclaim"),
        *named("because", "next_gem-spared", "rivals", "scarce", "swap", "take_joker", "useless-spared"),
        *named("because", "way-spared"),
        *counted("because", "card-spared"),
    )
)

ADVISER = Adviser(
    advise,
    Numbers(),
    doubt=0.7,
    needs={"cards": "device"},
    gentle=GENTLE,
    version=4,
    unit=HOURGLASSES,
    grounds=GROUNDS,
    guessing=GUESSING,
    search=Search(standing, win=40.0, rounds=1, questions=THOUGHT_ABOUT, playouts=80),
)
