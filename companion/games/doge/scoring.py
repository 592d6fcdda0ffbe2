"""Doge's pure sums: who won a vote, what a palace costs, whether the game is over and who won it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.games.doge.pieces import PALACES


class Ranking(NamedTuple):
    """The seats with most votes, and those with the next total (nobody, if the first place is tied)."""

    first: list[int]
    second: list[int]


def rank(votes: Mapping[int, int]) -> Ranking:
    """DOG.V3, V4: totals of 0 don't count; a tie for first leaves no second place.

    >>> rank({1: 4, 2: 0, 3: 4})
    Ranking(first=[1, 3], second=[])
    """
    best = max(votes.values(), default=0)
    if not best:
        return Ranking([], [])
    first = [seat for seat, total in votes.items() if total == best]
    if len(first) > 1:
        return Ranking(first, [])
    rest = max((total for total in votes.values() if total < best), default=0)
    return Ranking(first, [seat for seat, total in votes.items() if total == rest] if rest else [])


class Holding(NamedTuple):
    """What a player has on the map at the end of a year."""

    palaces: int
    districts: int
    houses: int


def reaches_end(palaces: int, districts: int) -> bool:
    """DOG.E2: a palace in all 6 districts, or 7 palaces over at least 5, or 8 over at least 4."""
    return districts >= 6 or (palaces >= 7 and districts >= 5) or (palaces >= 8 and districts >= 4)


def could_reach_end(here: Mapping[str, int], free_sites: Mapping[str, int]) -> bool:
    """Whether a player with these palaces could still meet DOG.E2, given the sites that are left."""
    built = sum(here.values())
    left = PALACES - built
    new_districts = sum(1 for area, sites in free_sites.items() if sites and not here[area])
    districts = sum(1 for number in here.values() if number) + min(left, new_districts)
    return reaches_end(built + min(left, sum(free_sites.values())), districts)


def places(holdings: Mapping[int, Holding]) -> list[list[int]]:
    """DOG.E3: those who reach an end first, by palaces, then by houses on the map; equals share a place."""

    def merit(seat: int) -> tuple[bool, int, int]:
        holding = holdings[seat]
        return reaches_end(holding.palaces, holding.districts), holding.palaces, holding.houses

    order = sorted({merit(seat) for seat in holdings}, reverse=True)
    return [[seat for seat in holdings if merit(seat) == level] for level in order]
