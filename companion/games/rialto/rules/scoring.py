"""Rialto's pure sums: what a play counts, who takes a bonus, and the four parts of the final count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeVar

from companion.games.rialto.rules.cards import Player
from companion.games.rialto.rules.pieces import value_of

BANK = 5  # RIA.G1
ROUNDS = 6
START = 3  # RIA.S5
LEAST_POINTS = START - ROUNDS
"""RIA.D1: a point lost in every round, where the table agreed on no floor."""
MOST_POINTS = 300
"""More than anyone ever had: the bound of a number that the table enters."""
CONVERTED = {2: 1, 4: 2}
"""As how many cards of the type a yellow 2 or 4 lets one card be played (RIA.X2)."""

Some = TypeVar("Some", bound=Player)


class Play(NamedTuple):
    """What a player lays down in a stage: cards of its type, jokers, and the yellow buildings he activates.

    The cards that yellow 2 and 4 convert are not among `cards`.
    """

    cards: int
    jokers: int = 0
    yellows: tuple[int, ...] = ()

    @property
    def converted(self) -> int:
        """How many cards of other types are played, one for each yellow 2 or 4."""
        return sum(value in CONVERTED for value in self.yellows)

    @property
    def of_type(self) -> int:
        """Cards that count as of the type before any joker is added (RIA.J2)."""
        return self.cards + sum(CONVERTED.get(value, 0) for value in self.yellows)

    @property
    def wild(self) -> int:
        """Jokers, a yellow 3 being one while it is activated (RIA.J2)."""
        return self.jokers + self.yellows.count(3)

    @property
    def strength(self) -> int:
        """RIA.P3, J1: jokers add 1 each; with no card of the type the first two make 1.

        >>> Play(1, 1, (4,)).strength, Play(0, 3).strength
        (4, 2)
        """
        return self.of_type + self.wild if self.of_type else max(0, self.wild - 1)

    @property
    def parts(self) -> list[int]:
        """What the strength is made of: cards of the type, then jokers; a pair of jokers is one card."""
        if self.of_type:
            return [self.of_type, self.wild] if self.wild else [self.of_type]
        return [self.strength]

    def __str__(self) -> str:
        """As it is asked for: `2+1*34` is two cards and a joker with yellow 3 and yellow 4."""
        jokers = f"+{self.jokers}" if self.jokers else ""
        yellows = f"*{''.join(map(str, self.yellows))}" if self.yellows else ""
        return f"{self.cards}{jokers}{yellows}"


def play_from(text: str) -> Play:
    """The play that `str` wrote.

    >>> play_from("2+1*34")
    Play(cards=2, jokers=1, yellows=(3, 4))
    """
    counts, _, yellows = text.partition("*")
    cards, _, jokers = counts.partition("+")
    return Play(int(cards), int(jokers or 0), tuple(map(int, yellows)))


class Means(NamedTuple):
    """What a player could play with: most cards of the type, jokers, cards of any type, of other types.

    `pair` is whether two jokers may stand for a card he has not. `idle` are the values of his yellow buildings
    that may be activated, `coins` how many he can pay for, `refund` whether a delay brings its coin back at once.
    """

    cards: int
    jokers: int
    hand: int
    others: int
    pair: bool
    idle: tuple[int, ...]
    coins: int
    refund: bool


@lru_cache(maxsize=2048)
def plays(means: Means) -> tuple[Play, ...]:
    """Every legal play: without yellow buildings first, then with few jokers, then with few cards (RIA.P2, J1)."""
    return tuple(
        play
        for yellows in sets_of(means)
        for jokers in range(means.jokers + 1)
        for cards in range(means.cards + 1)
        if allowed(play := Play(cards, jokers, yellows), means)
    )


def sets_of(means: Means) -> list[tuple[int, ...]]:
    """The ways to activate idle yellow buildings with his coins; delaying at most once a stage (RIA.X2)."""
    kinds = sorted(set(means.idle))
    ways = product(*(range((1 if kind == 1 else means.idle.count(kind)) + 1) for kind in kinds))
    sets = [tuple(kind for kind, number in zip(kinds, way, strict=True) for _ in range(number)) for way in ways]
    paid = [one for one in sets if len(one) <= means.coins + (means.refund and 1 in one and means.coins > 0)]
    return sorted(paid, key=lambda one: (len(one), one))


def allowed(play: Play, means: Means) -> bool:
    """RIA.J1, J2: enough cards for it, and no jokers alone but for the pair."""
    others = play.jokers + play.converted
    if play.cards + others > means.hand or others > means.others:
        return False
    return play.of_type > 0 or play.wild == 0 or (play.wild > 1 and means.pair)


def bonus(strengths: Mapping[Some, int], order: Sequence[Some]) -> Some | None:
    """RIA.P4: the highest strength, ties by the Doge track; nobody if nobody played.

    >>> bonus({1: 2, 2: 3, 3: 3}, [3, 1, 2])
    3
    """
    best = max((strengths.get(player, 0) for player in order), default=0)
    return next(player for player in order if strengths.get(player, 0) == best) if best else None


def rest_score(councillors: int, coins: int) -> int:
    """RIA.Z1: half of both together, rounded up."""
    return (councillors + coins + 1) // 2


def buildings_score(kinds: Sequence[str]) -> int:
    """RIA.Z2: the value of each building."""
    return sum(map(value_of, kinds))


def ranking(councillors: Mapping[Some, int], order: Sequence[Some]) -> list[Some]:
    """RIA.Z3: who has councillors in a district, most first, ties by the Doge track."""
    there = [player for player in order if councillors.get(player)]
    return sorted(there, key=lambda player: -councillors[player])


def rank_scores(worth: int) -> Iterator[int]:
    """RIA.Z3: what each rank is worth, each half of the one before, rounded down.

    >>> [points for points, _ in zip(rank_scores(11), range(5))]
    [11, 5, 2, 1, 0]
    """
    while True:
        yield worth
        worth //= 2


def places(points: Mapping[int, int], order: Sequence[Player]) -> list[list[int]]:
    """RIA.Z4: most points first, ties by the Doge track."""
    return [[seat] for seat in sorted(points, key=lambda seat: (-points[seat], order.index(seat)))]
