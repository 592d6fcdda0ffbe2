"""The gondolas' course: how gondolas move, leap and finish, and what gold buys there (VEN.B11, G1, E3)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

from companion.game import Outcome, Receipt
from companion.vocabulary import named

START = 0
LAST = 60
"""The last space. The mooring posts beyond it count on as spaces (VEN.E3)."""
TWICE = (10, 45)
"""The two numbers of the one space where the course crosses itself (VEN.K5)."""
PRICE = 5
"""Gold for one space (VEN.G1)."""

(SPACES,) = named("tally", "spaces")
BUILT, PAID = named("why", "built", "paid")


class Landing(NamedTuple):
    """The end of a gondola's move, and the occupied spaces that it leapt over without counting them."""

    space: int
    leapt: list[int]


def taken(gondolas: Collection[int]) -> set[int]:
    """Return the numbers of all occupied spaces. The start is never full (VEN.S2).

    >>> sorted(taken([0, 12, 45]))
    [10, 12, 45]
    """
    spaces = {space for space in gondolas if space != START}
    return spaces.union(TWICE) if not spaces.isdisjoint(TWICE) else spaces


def walk(space: int, steps: int, others: Collection[int]) -> Landing:
    """Move ahead by this many free spaces, leaping over other gondolas.

    >>> walk(3, 7, [5])
    Landing(space=11, leapt=[5])
    """
    blocked = taken(others)
    leapt = []
    while steps:
        space += 1
        if space in blocked:
            leapt.append(space)
        else:
            steps -= 1
    return Landing(space, leapt)


def move_receipts(
    seat: int, steps: int, landing: Landing, *, rule: str, why: str, facts: Mapping[str, Any]
) -> Iterator[Receipt]:
    """Make the receipts of one move: for the steps it was due, and for the spaces it leapt over (VEN.B11)."""
    yield Receipt(seat, SPACES, steps, rule, why, facts)
    if leaps := len(landing.leapt):
        yield Receipt(seat, SPACES, leaps, "VEN.B11", "leapt", {"n": leaps})


def tell_move(tell: Callable[..., None], seat: int, steps: int, landing: Landing) -> None:
    """Say where a gondola has landed, and which spaces it leapt over."""
    if landing.leapt:
        tell("leaps", "VEN.B11", seat=seat, n=steps, space=landing.space, over=landing.leapt)
    else:
        tell("moves", "VEN.B11", seat=seat, n=steps, space=landing.space)


def spaces_for(gold: int) -> int:
    """Return how many spaces this much gold buys (VEN.G1). No change is given."""
    return gold // PRICE


def outcome_of(gondolas: Mapping[int, int]) -> Outcome:
    """Rank the seats, the furthest gondola first (VEN.E3). Only gondolas still at the start can tie."""
    return Outcome.by_merit(gondolas, "VEN.E3")
