"""Venedig, as one who plays it well would advise.

Cards are the scarce thing: lay one face up and take three whenever the hand allows it. Three cards for a palazzo with
room around it, or four for a basilica, go a long way; one card that completes somebody's building brings half of it,
which no other card does. Drain where your own next building will stand. Gold only counts in the end: keep it, unless
it carries your gondola to the finish ahead of all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from companion.choices import Spread
from companion.games.venedig.guess import GUESSING
from companion.games.venedig.rules.board import Shape, plan_seen
from companion.games.venedig.rules.building import NOWHERE
from companion.games.venedig.rules.gold import ENOUGH
from companion.games.venedig.rules.hand import ALONE, DONE, LAY, UP
from companion.games.venedig.rules.kinds import CAMPO, CARDS, CASA, KINDS, PALAZZO, PONTE, THIRD, Holder, points
from companion.games.venedig.rules.pieces import EMPTY, WATER
from companion.games.venedig.rules.third import NOW
from companion.games.venedig.rules.track import LAST, spaces_for, walk
from companion.players.advice import SPACES, Advice, Adviser, Question, View, favourite, weighed
from companion.players.terms import about
from companion.vocabulary import counted, named


class Numbers(NamedTuple):
    """The worth of things, in spaces. Set by judgement; PLAYERS.md says how well they play.

    `ballottino tune venedig -p 2 -n 120 --seed 11` found nothing better beyond doubt, up to `rivals`: what a space of
    another gondola weighs. The last two are for fun: a player may like big buildings, and one of the islands.
    """

    card: float = 0.9
    casa: float = 0.7
    palazzo: float = 1.2
    campo: float = 0.9
    basilica: float = 1.3
    ponte: float = 0.8
    pair: float = 0.45
    joins: float = 0.5
    rivals: float = 0.8
    spaces: float = 1.0
    completes: float = 0.8
    crowd: float = 1.5
    swamp: float = 0.2
    treasure: float = 0.9
    site: float = 0.25
    end: float = 6.0
    big: float = 0.0
    favourite: float = 0.0


GENTLE = Numbers(basilica=1.9, joins=0.65, rivals=0.0, crowd=0.8, end=3.0, big=0.25, favourite=0.8)
"""Begins whatever is big, builds on the island that it likes, looks at nobody else, and hardly at the end."""


def advise(view: View, question: Question, numbers: Numbers) -> Sequence[Advice]:
    town = Town(view, numbers)
    if question.key == "pay":
        return town.payments(question)
    return weighed(question, town.weighs(question))


class Town:
    """The town as a seat sees it: what each building would bring, to whom, and what cards are worth for it."""

    def __init__(self, view: View, numbers: Numbers) -> None:
        self.pieces = view.pieces
        self.numbers = numbers
        self.me = view.seat
        self.others = [seat.number for seat in view.seats if seat.number != view.seat]
        self.board = self.pieces["board"]
        self.plan = plan_seen(self.board)
        self.lies: Mapping[str, str] = self.board["lies"]
        self.hand = Counter(self.pieces["own"]["hand"])
        self.space = {int(seat): one["gondola"] for seat, one in self.pieces["seats"].items()}
        self.front: dict[Holder, Counter[str]] = {
            int(seat): Counter(one["front"]) for seat, one in self.pieces["seats"].items()
        }
        if self.pieces["third"] is not None:
            self.front[THIRD] = Counter(self.pieces["third"])
        self.bests: dict[tuple[str, int], float] = {}
        self.worths: dict[tuple[str, Shape], float] = {}
        self.favourite = favourite(view, sorted(self.plan.islands))
        self.alongside = frozenset(self.plan.borders(self.space[self.me])) if self.pieces["treasure"] else frozenset()

    def weighs(self, question: Question) -> Callable[[Any], float] | None:
        facts = question.facts
        match question.key:
            case "third-when":
                return lambda when: 0.05 if when == NOW else 0.0
            case "cards":
                return lambda sheet: (
                    sum(self.lay(kind, row["cards"]) for kind, row in sheet.items()) - self.crowd(sheet)
                )
            case "next":
                return lambda name: self.numbers.spaces * self.best(name.removesuffix(f".{ALONE}"), 0)
            case "place":
                return lambda name: self.place(facts["building"], [*facts["chosen"], name])
            case "district":
                return lambda island: self.numbers.spaces * float(facts["houses"][island])
            case "excess":
                return lambda kind: 0.0 if kind == DONE else -self.part(kind, self.front[self.me][kind])
            case "drain":
                return lambda name: 0.0 if name == ENOUGH else self.drain(name, facts["chosen"])
            case "take":
                return self.take
            case "three":
                return lambda taken: sum(self.card(kind) - self.any_card for kind, one in taken.items() if one)
        return None

    # What a building brings

    def worth(self, kind: str, shape: Shape) -> float:
        """Return what a building here is worth: its points, and a treasure if my gondola lies alongside."""
        if (kind, shape) not in self.worths:
            self.worths[kind, shape] = self.looked_at(kind, shape)
        return self.worths[kind, shape]

    def looked_at(self, kind: str, shape: Shape) -> float:
        islands = self.plan.islands_of(shape)
        if kind == PONTE:
            seen = max(self.houses(island) for island in islands)
        elif kind in (PALAZZO, CAMPO):
            around = self.plan.around(shape)
            built = sum(self.lies[name] in KINDS for name in around)
            seen = built if kind == CAMPO else len(around) - built
        else:
            seen = 0
        beside = 0.0 if self.alongside.isdisjoint(islands) else self.numbers.treasure
        liked = self.numbers.favourite if self.favourite in islands else 0.0
        return points(kind, seen) + beside + about(liked, island=self.favourite)

    def houses(self, island: str) -> int:
        return sum(self.lies[name] == CASA for name in self.plan.islands[island])

    @cached_property
    def sites(self) -> dict[str, list[Shape]]:
        """The sites for each kind of building: where nothing stands yet, on land or swamp."""
        free = {name for name, what in self.lies.items() if what in (EMPTY, WATER)}
        return {
            kind: [shape for shape, hexes in shapes if hexes <= free] for kind, shapes in self.plan.footprints.items()
        }

    def best(self, kind: str, swamps: int) -> float:
        """Return what the best site is worth with at most this many hexes still swamp; nothing without one."""
        if (kind, swamps) not in self.bests:
            fitting = [
                self.worth(kind, shape)
                for shape in self.sites[kind]
                if sum(self.lies[name] == WATER for name in shape) <= swamps
            ]
            self.bests[kind, swamps] = max(fitting, default=0.0)
        return self.bests[kind, swamps]

    def place(self, kind: str, chosen: Sequence[str]) -> float:
        """Return what the best site that has these hexes is worth."""
        if chosen[-1] == NOWHERE:
            return -1.0
        fitting = [
            self.worth(kind, shape)
            for shape in self.plan.shapes[kind]
            if set(shape).issuperset(chosen) and all(self.lies[name] == EMPTY for name in shape)
        ]
        return self.numbers.spaces * max(fitting, default=0.0) + (
            self.beside_bridge(chosen[-1]) if kind == CASA else 0.0
        )

    def beside_bridge(self, name: str) -> float:
        """Return what a casa here does for a ponte of its island, less the room that it takes from a palazzo."""
        around = self.plan.around((name,))
        free = sum(self.lies[other] in (EMPTY, WATER) for other in around)
        return 0.1 * bool(self.hand[PONTE] or self.front[self.me][PONTE]) - 0.02 * free

    # Cards laid

    def lay(self, kind: str, number: int) -> float:
        """Return what laying this many cards of a kind is worth, less the cards."""
        if not number:
            return 0.0
        spent = number * self.numbers.card
        if kind == CASA:
            free = sum(what == EMPTY for what in self.lies.values())
            return self.numbers.spaces * min(number, free) + self.ending(kind, number, 1.0) - spent * 0.75
        gain = self.numbers.big * (CARDS[kind] - 1)
        if number >= CARDS[kind]:
            full = self.best(kind, 0)
            gain += self.numbers.spaces * full + self.ending(kind, 1, full) if full else -2.0
            number -= CARDS[kind]
        return gain + (self.join(kind, number) if number else 0.0) - spent

    def join(self, kind: str, number: int) -> float:
        """Return what these cards bring in a shared building: all of it to the master, half to everyone else."""
        out = {holder: front[kind] for holder, front in self.front.items()}
        mine = out[self.me] + number
        master = self.pieces["pawns"][kind]
        leads = master is None or master == self.me or mine > out.get(master, 0)
        total = sum(out.values()) + number
        missing = CARDS[kind] - total
        worth = self.best(kind, 0) if missing <= 0 else 0.85 * self.best(kind, 2)
        share = self.numbers.spaces * (worth if leads else float(int(worth) // 2))
        before = self.part(kind, out[self.me]) if out[self.me] else 0.0
        if missing <= 0:
            if not worth:
                return -2.0
            rivals = sum(
                about(self.numbers.rivals * float(worth if master == other and not leads else worth // 2), seat=other)
                for other in self.others
                if out[other]
            )
            return share - rivals / len(self.others) - before + self.ending(kind, 1, share)
        likely: float = self.numbers.joins ** (missing * (0.8 if len(self.others) > 1 else 1.0))
        return share * float(likely) - before

    def part(self, kind: str, number: int) -> float:
        """Return what my cards in front are worth as they lie."""
        total = sum(front[kind] for front in self.front.values())
        missing = CARDS[kind] - total
        share = self.numbers.spaces * self.best(kind, 2) * (1.0 if self.pieces["pawns"][kind] == self.me else 0.5)
        return share * 0.85 * float(self.numbers.joins**missing) if number else 0.0

    def crowd(self, sheet: Mapping[str, Mapping[str, int]]) -> float:
        """Return what it costs to have more than two kinds before me: one of them is discarded."""
        kinds = {kind for kind, number in self.front[self.me].items() if number and kind != CASA}
        kinds |= {kind for kind, row in sheet.items() if row["cards"] and kind != CASA and row["cards"] < CARDS[kind]}
        return self.numbers.crowd * max(0, len(kinds) - 2)

    def ending(self, kind: str, number: int, gain: float) -> float:
        """Return what it is worth to end the game, by the last building of a kind or the last space, if it does."""
        own = self.space[self.me] + gain
        if self.pieces["supply"][kind] > number and own < LAST:
            return 0.0
        gold = sum(self.pieces["own"]["gold"])
        ahead = own + spaces_for(gold) > max(self.space[other] + self.expected(other) for other in self.others)
        return self.numbers.end if ahead else -self.numbers.end

    def expected(self, other: int) -> float:
        """Return how far another's gold will carry them, as far as the number of tokens tells."""
        seen = self.pieces["seats"][str(other)]
        return float((4.4 * seen["treasure"] + seen["swamp"]) // 5)

    # Draining

    def drain(self, name: str, chosen: Sequence[str]) -> float:
        """Drain for what I am about to build, where it will be worth the most."""
        total = self.numbers.swamp
        for kind in KINDS:
            have = self.hand[kind] + self.front[self.me][kind]
            if not have and kind != CASA:
                continue
            wants = min(1.0, have / CARDS[kind])
            opened = [
                self.worth(kind, shape) - 0.5 * sum(self.dry(other, chosen) < 1 for other in shape if other != name)
                for shape in self.sites[kind]
                if name in shape
            ]
            better = max(opened, default=0.0) - 0.6 * self.best(kind, 0)
            total += self.numbers.site * wants * max(0.0, better)
        return total

    def dry(self, name: str, chosen: Sequence[str]) -> int:
        return int(self.lies[name] == EMPTY or name in chosen)

    # Cards taken

    def card(self, kind: str) -> float:
        """Return what one more card of a kind is worth: more with others like it, or if it completes a building."""
        base: float = getattr(self.numbers, kind)
        if kind == CASA:
            return base
        have = self.hand[kind]
        out = sum(front[kind] for front in self.front.values())
        alone = self.numbers.pair * have if have < CARDS[kind] else 0.0
        completes = self.numbers.completes if out and out + have + 1 >= CARDS[kind] else 0.0
        return base + alone + completes

    @property
    def any_card(self) -> float:
        return sum(self.card(kind) for kind in KINDS) / len(KINDS)

    def take(self, answer: str) -> float:
        how, _, kind = answer.partition(".")
        if how == UP:
            return self.card(kind)
        if how != LAY:
            return self.any_card
        rest = [self.card(other) for other in self.pieces["open"] if other != kind]
        drawn = sorted([*rest, *[self.any_card] * 3], reverse=True)[:3]
        return sum(drawn) - self.card(kind) - 0.1

    # Gold

    def payments(self, question: Question) -> list[Advice]:
        """Pay everything in the end, or to end the game ahead of everyone; nothing before."""
        assert isinstance(question.choice, Spread)
        purse = question.choice.most
        nothing, all_of_it = dict.fromkeys(purse, 0), dict(purse)
        steps = spaces_for(sum(int(value) * number for value, number in purse.items()))
        if question.at == "end":
            return [Advice(nothing, 0.0), Advice(all_of_it, self.numbers.spaces * steps)]
        rivals = [self.space[other] for other in self.others]
        space = walk(self.space[self.me], steps, rivals).space
        wins = space >= LAST and space > max(self.space[other] + self.expected(other) for other in self.others)
        return [Advice(nothing, 0.0), Advice(all_of_it, self.numbers.end if wins else -self.numbers.end)]


IN_THE_OPEN = frozenset({"district", "next", "third-when"})
"""Questions on which advice looks at no hand."""

GROUNDS = frozenset(
    (
        *named("because", "basilica", "big", "campo", "casa", "completes", "crowd-spared", "end", "end-spared"),
        *named("because", "favourite", "pair", "palazzo", "ponte", "rivals-spared", "site", "swamp"),
        *named("because", "treasure"),
        *counted("because", "card-spared", "spaces", "spaces-spared"),
    )
)

ADVISER = Adviser(
    advise,
    Numbers(),
    doubt=0.5,
    gentle=GENTLE,
    needs={"board": "mapped", "cards": "device", "gold": "device"},
    version=3,
    unit=SPACES,
    in_the_open=IN_THE_OPEN,
    grounds=GROUNDS,
    guessing=GUESSING,
)
