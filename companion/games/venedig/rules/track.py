"""The gondolas' way, and nothing else: who lands where, leaping over whom (VEN.B11)."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

START = 0
LAST = 60
"""From here on come the mooring posts, which count on as spaces (VEN.E3)."""
TWICE = (10, 45)
"""Two numbers of one space, where the way crosses itself (VEN.K5)."""


class Landing(NamedTuple):
    """Where a gondola comes to lie, and the taken spaces that it passed without counting them."""

    space: int
    leapt: list[int]


def taken(gondolas: Collection[int]) -> set[int]:
    """The numbers of all spaces that hold a gondola. The start holds any number of them (VEN.S2).

    >>> sorted(taken([0, 12, 45]))
    [10, 12, 45]
    """
    spaces = {space for space in gondolas if space != START}
    return spaces.union(TWICE) if not spaces.isdisjoint(TWICE) else spaces


def walk(space: int, steps: int, others: Collection[int]) -> Landing:
    """So many spaces ahead, those with a gondola not counted.

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
