"""Venedig's pure sums: what a building is worth, who gets how much of it, what gold buys, who has won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.games.venedig.rules.kinds import BASILICA, CASA, Holder

FIXED = {CASA: 1, BASILICA: 7}
"""The kinds whose points are always the same; those of the others lie around them (VEN.K3)."""
PRICE = 5
"""Gold for one space (VEN.G1)."""


def points(kind: str, seen: int) -> int:
    """VEN.K3: what a building is worth; `seen` is what counts for it: hexes around it, or houses.

    >>> points("basilica", 0), points("campo", 4)
    (7, 4)
    """
    return FIXED.get(kind, seen)


def shares(worth: int, master: Holder, builders: Iterable[Holder]) -> dict[Holder, int]:
    """VEN.B10: all to the master builder, half to each other one, rounded down.

    >>> shares(5, 2, [1, 2])
    {1: 2, 2: 5}
    """
    return {builder: worth if builder == master else worth // 2 for builder in builders}


def clockwise_from(first: int, seats: list[int]) -> list[int]:
    """Seats in the order of play from this one on.

    >>> clockwise_from(3, [1, 2, 3, 4])
    [3, 4, 1, 2]
    """
    start = seats.index(first)
    return [*seats[start:], *seats[:start]]


def spaces_for(gold: int) -> int:
    """VEN.G1: one space for 5 gold; no change is given."""
    return gold // PRICE


def places(gondolas: Mapping[int, int]) -> list[list[int]]:
    """VEN.E3: the furthest gondola first. Only at the start can two lie level."""
    order = sorted(set(gondolas.values()), reverse=True)
    return [[seat for seat, space in gondolas.items() if space == level] for level in order]
