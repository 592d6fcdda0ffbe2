"""Doge's pure sums: who won a vote, what a palace costs, whether the game is over and who won it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from companion.game import Outcome
from companion.games.doge.rules.pieces import PALACES, QUARANTIA
from companion.vocabulary import named

Seats = tuple[int, ...]


def rank(votes: Mapping[int, int]) -> tuple[Seats, Seats]:
    """Return the seats with the most votes, and those with the next highest total.

    DOG.V3, V4: totals of 0 don't count; a tie for first leaves no second place.

    >>> rank({1: 4, 2: 0, 3: 4})
    ((1, 3), ())
    """
    best = next_best = 0
    first: Seats = ()
    second: Seats = ()
    for seat, total in votes.items():
        if total > best:
            best, next_best, first, second = total, best, (seat,), first
        elif total and total == best:
            first += (seat,)
        elif total > next_best:
            next_best, second = total, (seat,)
        elif total and total == next_best:
            second += (seat,)
    return first, second if len(first) == 1 else ()


class Right(NamedTuple):
    """The prize of an election: one of `RIGHTS` for each of these seats, and how many. Tied seats act together."""

    what: str
    seats: Seats
    number: int
    rule: str


ADVISOR, HOUSES, MOVES, NEUTRAL = RIGHTS = named("right", "advisor", "houses", "moves", "neutral")


@cache
def rights(area: str, first: Seats, second: Seats) -> tuple[Right, ...]:
    """Return who may do what after a count, in order. Everyone else gets nothing (DOG.D5).

    >>> [right.rule for right in rights("castello", (2,), (1, 3))]
    ['DOG.D1', 'DOG.D1', 'DOG.D4']
    """
    if not first:
        return ()  # DOG.V5
    return rights_in_quarantia(first, second) if area == QUARANTIA else rights_in_district(first, second)


def rights_in_district(first: Seats, second: Seats) -> tuple[Right, ...]:
    if len(first) > 1:
        return Right(NEUTRAL, (), 1, "DOG.D3"), Right(HOUSES, first, 2, "DOG.D3")
    winner = Right(ADVISOR, first, 1, "DOG.D1"), Right(HOUSES, first, 2, "DOG.D1")
    if not second:
        return winner
    return *winner, Right(HOUSES, second, 1, "DOG.D2" if len(second) == 1 else "DOG.D4")


def rights_in_quarantia(first: Seats, second: Seats) -> tuple[Right, ...]:
    """DOG.Q6: no houses are placed here and no palace is built."""
    if len(first) > 1:
        return Right(NEUTRAL, (), 3, "DOG.Q3"), Right(MOVES, first, 2, "DOG.Q3")
    if len(second) == 1:
        return tuple(Right(ADVISOR, seats, 1, "DOG.Q1") for seats in (first, second, first))
    rule = "DOG.Q4" if second else "DOG.Q5"
    settles = Right(ADVISOR, first, 1, rule)
    moves = (Right(MOVES, second, 1, rule),) if second else ()
    return settles, *moves, settles, Right(NEUTRAL, (), 1, rule)


class Holding(NamedTuple):
    """A player's pieces on the map at the end of a year."""

    palaces: int
    districts: int
    houses: int


def reaches_end(palaces: int, districts: int) -> bool:
    """DOG.E2: a palace in all 6 districts, or 7 palaces over at least 5, or 8 over at least 4."""
    return districts >= 6 or (palaces >= 7 and districts >= 5) or (palaces >= 8 and districts >= 4)


def could_reach_end(here: Mapping[str, int], free_sites: Mapping[str, int]) -> bool:
    """DOG.E5: return whether a player with these palaces could still meet DOG.E2 on the sites that are left."""
    built = sum(here.values())
    left = PALACES - built
    new_districts = len([area for area, sites in free_sites.items() if sites and not here[area]])
    districts = len([area for area, number in here.items() if number]) + min(left, new_districts)
    return reaches_end(built + min(left, sum(free_sites.values())), districts)


def outcome_of(holdings: Mapping[int, Holding]) -> Outcome:
    """DOG.E3: rank players at an end ahead of the rest, then by palaces, then by houses. Equals share a place."""
    merit = {
        seat: (reaches_end(has.palaces, has.districts), has.palaces, has.houses) for seat, has in holdings.items()
    }
    return Outcome.by_merit(merit, "DOG.E3")
