"""The final count as one sum: its four parts, and each district rank by rank (RIA.Z1-Z4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.games.rialto.rules.cards import Player
from companion.games.rialto.rules.scoring import rank_scores, ranking
from companion.vocabulary import named

SO_FAR, REST, BUILDINGS, RANKS, TOTAL = named("part", "so-far", "rest", "buildings", "districts", "total")


class Rank(NamedTuple):
    """Who stands at this rank of a district, with how many councillors, and what he scores for it.

    The neutral player takes its rank and scores nothing (RIA.N6): it has no points, not even none.
    """

    player: Player
    councillors: int
    points: int | None


def ranks_in(councillors: Mapping[Player, int], order: Sequence[Player], worth: int) -> list[Rank]:
    """RIA.Z3: a district rank by rank.

    >>> ranks_in({1: 1, 2: 3, "neutral": 3}, ["neutral", 1, 2], 11)[1:]
    [Rank(player=2, councillors=3, points=5), Rank(player=1, councillors=1, points=2)]
    """
    ranked = zip(ranking(councillors, order), rank_scores(worth), strict=False)
    return [Rank(one, councillors[one], score if isinstance(one, int) else None) for one, score in ranked]


@dataclass(frozen=True)
class Reckoning:
    """All that the final count is made of. `worth` and `ranks` are by district, the rest is by seat."""

    so_far: Mapping[int, int]
    rest: Mapping[int, int]
    buildings: Mapping[int, int]
    worth: Mapping[str, int]
    ranks: Mapping[str, Sequence[Rank]]

    @property
    def districts(self) -> dict[int, int]:
        """What each has from all districts together."""
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
        """As it is told: see `companion.screen.hints.Reckoning`."""
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
