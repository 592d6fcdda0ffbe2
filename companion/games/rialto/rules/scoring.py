"""Rialto's pure sums: what a play counts, who takes a bonus, and the final count part by part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, NamedTuple, TypeVar

from companion.game import Outcome
from companion.games.rialto.rules.cards import Player
from companion.games.rialto.rules.pieces import value_of
from companion.vocabulary import named

BANK = 5  # RIA.G1
ROUNDS = 6
START = 3  # RIA.S5
LEAST_POINTS = START - ROUNDS
"""RIA.D1: after losing a point in every round, if the table agreed on no floor."""
MOST_POINTS = 300
"""More than anyone has ever had, as a bound for a number that the table enters."""
CONVERTED = {2: 1, 4: 2}
"""Number of cards of the type that one card counts as, by yellow 2 and yellow 4 (RIA.X2)."""

SO_FAR, REST, BUILDINGS, RANKS, TOTAL = named("part", "so-far", "rest", "buildings", "districts", "total")

Some = TypeVar("Some", bound=Player)


@dataclass(frozen=True)
class Play:
    """A player's play in a stage: cards of its type, jokers, and the yellow buildings activated.

    The cards that yellow 2 and 4 convert are not among `cards`.
    """

    cards: int
    jokers: int = 0
    yellows: tuple[int, ...] = ()

    @cached_property
    def converted(self) -> int:
        """Return how many cards of other types are played: one for each yellow 2 or 4."""
        return sum(value in CONVERTED for value in self.yellows)

    @cached_property
    def of_type(self) -> int:
        """RIA.J2: return how many cards of the type these count as, before jokers."""
        if not self.yellows:
            return self.cards
        return self.cards + sum(CONVERTED.get(value, 0) for value in self.yellows)

    @cached_property
    def wild(self) -> int:
        """RIA.J2: return how many jokers there are. An activated yellow 3 is one."""
        return self.jokers + self.yellows.count(3)

    @cached_property
    def strength(self) -> int:
        """RIA.P3, J1: jokers add 1 each; without a card of the type, the first two make 1.

        >>> Play(1, 1, (4,)).strength, Play(0, 3).strength
        (4, 2)
        """
        of_type, wild = self.of_type, self.wild
        return of_type + wild if of_type else max(0, wild - 1)

    @property
    def parts(self) -> list[int]:
        """Return the parts of the strength: cards of the type, then jokers. A pair of jokers is one card."""
        if self.of_type:
            return [self.of_type, self.wild] if self.wild else [self.of_type]
        return [self.strength]

    def __str__(self) -> str:
        """Write the play as an answer: `2+1*34` is two cards and a joker with yellow 3 and yellow 4."""
        jokers = f"+{self.jokers}" if self.jokers else ""
        yellows = f"*{''.join(map(str, self.yellows))}" if self.yellows else ""
        return f"{self.cards}{jokers}{yellows}"


@lru_cache(maxsize=1024)
def play_from(text: str) -> Play:
    """Read a play written by `str`.

    >>> play_from("2+1*34")
    Play(cards=2, jokers=1, yellows=(3, 4))
    """
    counts, _, yellows = text.partition("*")
    cards, _, jokers = counts.partition("+")
    return Play(int(cards), int(jokers or 0), tuple(map(int, yellows)))


class Means(NamedTuple):
    """The means of a player: at most these cards of the type, jokers, cards in all, and of other types.

    `pair` is whether two jokers may stand for a missing card. `idle` are the values of the player's yellow buildings
    that may be activated, `coins` how many of them the player can pay for, and `refund` whether a delay returns its
    coin at once.
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
    """RIA.P2, J1: return every legal play, those with few yellow buildings, jokers and cards first."""
    return tuple(
        play
        for yellows in sets_of(means)
        for jokers in range(means.jokers + 1)
        for cards in range(means.cards + 1)
        if allowed(play := Play(cards, jokers, yellows), means)
    )


def sets_of(means: Means) -> list[tuple[int, ...]]:
    """RIA.X2: return the ways to activate idle yellow buildings for coins, delaying at most once a stage."""
    kinds = sorted(set(means.idle))
    ways = product(*(range((1 if kind == 1 else means.idle.count(kind)) + 1) for kind in kinds))
    sets = [tuple(kind for kind, number in zip(kinds, way, strict=True) for _ in range(number)) for way in ways]
    paid = [one for one in sets if len(one) <= means.coins + (means.refund and 1 in one and means.coins > 0)]
    return sorted(paid, key=lambda one: (len(one), one))


def allowed(play: Play, means: Means) -> bool:
    """RIA.J1, J2: return whether the cards suffice, and no jokers are played alone except as a pair."""
    others = play.jokers + play.converted
    if play.cards + others > means.hand or others > means.others:
        return False
    return play.of_type > 0 or play.wild == 0 or (play.wild > 1 and means.pair)


def bonus(strengths: Mapping[Some, int], order: Sequence[Some]) -> Some | None:
    """RIA.P4: return who has the highest strength, ties by the Doge track. Nobody if nobody played.

    >>> bonus({1: 2, 2: 3, 3: 3}, [3, 1, 2])
    3
    """
    best = max((strengths.get(player, 0) for player in order), default=0)
    return next(player for player in order if strengths.get(player, 0) == best) if best else None


def decided_by_track(first: Some, numbers: Mapping[Some, int]) -> bool:
    """RIA.P4, Z4: return whether others have as much as the first, so that the Doge track decided.

    >>> decided_by_track(3, {1: 2, 2: 3, 3: 3})
    True
    """
    return list(numbers.values()).count(numbers[first]) > 1


def rest_score(councillors: int, coins: int) -> int:
    """RIA.Z1: score half of both together, rounded up."""
    return (councillors + coins + 1) // 2


def buildings_score(kinds: Sequence[str]) -> int:
    """RIA.Z2: score the value of each building."""
    return sum(map(value_of, kinds))


def ranking(councillors: Mapping[Some, int], order: Sequence[Some]) -> list[Some]:
    """RIA.Z3: rank those who have councillors in a district, most first, ties by the Doge track."""
    there = [player for player in order if councillors.get(player)]
    return sorted(there, key=lambda player: -councillors[player])


def rank_scores(worth: int) -> Iterator[int]:
    """RIA.Z3: yield what each rank is worth, each half of the one before, rounded down.

    >>> [points for points, _ in zip(rank_scores(11), range(5))]
    [11, 5, 2, 1, 0]
    """
    while True:
        yield worth
        worth //= 2


def outcome_of(points: Mapping[int, int], order: Sequence[Player]) -> Outcome:
    """RIA.Z4: rank by points, ties by the Doge track."""
    return Outcome.by_merit({seat: (points[seat], -order.index(seat)) for seat in points}, "RIA.Z4")


class Rank(NamedTuple):
    """A rank of a district: who stands there, with how many councillors, and what it scores.

    The neutral player takes up a rank but never scores, so its points are `None` (RIA.N6).
    """

    player: Player
    councillors: int
    points: int | None


def ranks_in(councillors: Mapping[Player, int], order: Sequence[Player], worth: int) -> list[Rank]:
    """RIA.Z3: count a district rank by rank.

    >>> ranks_in({1: 1, 2: 3, "neutral": 3}, ["neutral", 1, 2], 11)[1:]
    [Rank(player=2, councillors=3, points=5), Rank(player=1, councillors=1, points=2)]
    """
    ranked = zip(ranking(councillors, order), rank_scores(worth), strict=False)
    return [Rank(one, councillors[one], score if isinstance(one, int) else None) for one, score in ranked]


@dataclass(frozen=True)
class Reckoning:
    """The final count as one sum. `worth` and `ranks` are by district, everything else by seat."""

    so_far: Mapping[int, int]
    rest: Mapping[int, int]
    buildings: Mapping[int, int]
    worth: Mapping[str, int]
    ranks: Mapping[str, Sequence[Rank]]

    @property
    def districts(self) -> dict[int, int]:
        """Return what each seat scores in all districts together."""
        sums = dict.fromkeys(self.so_far, 0)
        for ranks in self.ranks.values():
            for rank in ranks:
                if isinstance(rank.player, int):
                    sums[rank.player] += rank.points or 0
        return sums

    @property
    def total(self) -> dict[int, int]:
        parts = (self.so_far, self.rest, self.buildings, self.districts)
        return {seat: sum(part[seat] for part in parts) for seat in self.so_far}

    def facts(self) -> dict[str, Any]:
        """Return the facts of its telling: see `companion.screen.hints.Reckoning`."""
        parts = {
            SO_FAR: self.so_far,
            REST: self.rest,
            BUILDINGS: self.buildings,
            RANKS: self.districts,
            TOTAL: self.total,
        }
        return {
            "parts": {part: dict(points) for part, points in parts.items()},
            "worth": dict(self.worth),
            "ranks": {district: [list(rank) for rank in ranks] for district, ranks in self.ranks.items()},
        }
