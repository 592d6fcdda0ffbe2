"""The geometry of hexes, and nothing else: their names, who touches whom, which shapes there are.

A hex is named by its row and column, `C7`. Hexes stand on a corner; those of every second row (B, D, F)
are half a hex further right.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations

NAME = re.compile(r"([A-Z])([1-9]|[12][0-9]|30)")

Shape = tuple[str, ...]
"""The hexes on which something stands, in the order of their names' places."""


def is_hex(name: object) -> bool:
    """Whether this is the name of a hex: a row from A to Z, a column from 1 to 30."""
    return isinstance(name, str) and NAME.fullmatch(name) is not None


def spot(name: str) -> tuple[int, int]:
    """Row and column, both counted from 0.

    >>> spot("C7")
    (2, 6)
    """
    return ord(name[0]) - ord("A"), int(name[1:]) - 1


def middle(name: str) -> tuple[float, float]:
    """Where the middle of a hex is, one unit being the way to the next in its row.

    >>> middle("B1")
    (1.5, 0.87)
    """
    row, column = spot(name)
    return column + 1 + (row % 2) / 2, round(row * 3**0.5 / 2, 2)


def neighbours(name: str) -> list[str]:
    """The hexes around, clockwise from the right above; fewer at the edge.

    >>> neighbours("B2")
    ['A3', 'B3', 'C3', 'C2', 'B1', 'A2']
    """
    row, column = spot(name)
    right = column + row % 2
    around = [
        (row - 1, right), (row, column + 1), (row + 1, right),
        (row + 1, right - 1), (row, column - 1), (row - 1, right - 1),
    ]  # fmt: skip
    names = [f"{chr(ord('A') + y)}{x + 1}" for y, x in around]
    return [one for one in names if is_hex(one)]


def adjacency(islands: Mapping[str, Collection[str]]) -> dict[str, frozenset[str]]:
    """Who touches whom. Canals part hexes: only those of one island touch (VEN.K7)."""
    return {
        name: frozenset(other for other in neighbours(name) if other in hexes)
        for hexes in islands.values()
        for name in hexes
    }


def singles(adjacent: Mapping[str, Collection[str]]) -> Iterator[Shape]:
    return ((name,) for name in adjacent)


def pairs(adjacent: Mapping[str, Collection[str]]) -> Iterator[Shape]:
    """Two hexes that touch, each pair once."""
    for name, others in adjacent.items():
        yield from ((name, other) for other in sorted(others, key=spot) if spot(name) < spot(other))


def triangles(adjacent: Mapping[str, Collection[str]]) -> Iterator[Shape]:
    """Three hexes of which each touches both others, each three once."""
    for name, others in adjacent.items():
        later = [other for other in sorted(others, key=spot) if spot(name) < spot(other)]
        yield from ((name, one, two) for one, two in combinations(later, 2) if two in adjacent[one])
