"""The printed board: hexes, the islands they form, the sites for each kind of building, and what borders what.

A hex is named by its row and column, `C7`. Hexes have a corner on top; every second row (B, D, F) is shifted
half a hex to the right.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Any, Protocol

from companion.games.venedig.rules.kinds import BASILICA, CAMPO, CASA, PALAZZO, PONTE
from companion.games.venedig.rules.track import LAST, START
from companion.layout import Layout

NAME = re.compile(r"([A-Z])([1-9]|[12][0-9]|30)")

Shape = tuple[str, ...]
"""The hexes that something stands on, row by row."""


def is_hex(name: object) -> bool:
    """Return whether this names a hex: a row from A to Z, a column from 1 to 30."""
    return isinstance(name, str) and NAME.fullmatch(name) is not None


@lru_cache(maxsize=1024)
def spot(name: str) -> tuple[int, int]:
    """Return row and column, both counted from 0.

    >>> spot("C7")
    (2, 6)
    """
    return ord(name[0]) - ord("A"), int(name[1:]) - 1


def middle(name: str) -> tuple[float, float]:
    """Return the centre of a hex; neighbours in a row are one unit apart.

    >>> middle("B1")
    (1.5, 0.87)
    """
    row, column = spot(name)
    return column + 1 + (row % 2) / 2, round(row * 3**0.5 / 2, 2)


def in_order(hexes: Collection[str]) -> Shape:
    """Sort hexes row by row."""
    return tuple(sorted(hexes, key=spot))


def neighbours(name: str) -> list[str]:
    """Return the hexes around this one, clockwise from the upper right; fewer at the edge.

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
    """Map each hex to those that touch it. Canals part hexes: only those of one island touch (VEN.K7)."""
    return {
        name: frozenset(other for other in neighbours(name) if other in hexes)
        for hexes in islands.values()
        for name in hexes
    }


def singles(adjacent: Mapping[str, Collection[str]]) -> Iterator[Shape]:
    return ((name,) for name in adjacent)


def pairs(adjacent: Mapping[str, Collection[str]]) -> Iterator[Shape]:
    """Yield every two hexes that touch, each pair once."""
    for name, others in adjacent.items():
        yield from ((name, other) for other in sorted(others, key=spot) if spot(name) < spot(other))


def triangles(adjacent: Mapping[str, Collection[str]]) -> Iterator[Shape]:
    """Yield every three hexes that all touch each other, each triangle once."""
    for name, others in adjacent.items():
        later = [other for other in sorted(others, key=spot) if spot(name) < spot(other)]
        yield from ((name, one, two) for one, two in combinations(later, 2) if two in adjacent[one])


class Printed(Protocol):
    """The facts that are printed on a board, by name: a layout, or the part of one that a view shows."""

    def __getitem__(self, fact: str) -> Any: ...


class Plan:
    """A board as printed, before anything has moved on it (VEN.K4)."""

    def __init__(self, layout: Printed) -> None:
        self.islands: dict[str, list[str]] = {
            island: sorted(hexes, key=spot) for island, hexes in layout["islands"].items()
        }
        self.island = {name: island for island, hexes in self.islands.items() for name in hexes}
        self.hexes = sorted(self.island, key=spot)
        self.adjacent = adjacency(self.islands)
        self.stones: list[str] = list(layout["stones"])
        self.crossings: list[Shape] = [in_order(pair) for pair in layout["crossings"]]
        self.buildings: list[tuple[str, Shape]] = [
            (kind, in_order(hexes)) for kind, sites in layout["buildings"].items() for hexes in sites
        ]
        built = {name for _, hexes in self.buildings for name in hexes}
        self.swamps = [name for name in self.hexes if name not in built and name not in self.stones]
        self.track: list[list[str]] = [list(islands) for islands in layout["track"]]
        self.start: list[str] = list(layout["start"])
        self.shapes: dict[str, list[Shape]] = {  # VEN.K8
            CASA: list(singles(self.adjacent)),
            CAMPO: list(singles(self.adjacent)),
            PALAZZO: list(pairs(self.adjacent)),
            BASILICA: list(triangles(self.adjacent)),
            PONTE: self.crossings,
        }
        self.footprints = {
            kind: [(shape, frozenset(shape)) for shape in shapes] for kind, shapes in self.shapes.items()
        }

    def borders(self, space: int) -> list[str]:
        """Return the islands that a space of the course borders; mooring posts border none (VEN.K5)."""
        if space == START:
            return self.start
        return self.track[space - 1] if space <= LAST else []

    def islands_of(self, hexes: Collection[str]) -> list[str]:
        """Return the island that these hexes are on, or both islands that a ponte joins."""
        return list(dict.fromkeys(self.island[name] for name in hexes))

    def around(self, hexes: Collection[str]) -> list[str]:
        """Return the hexes that touch a building on these."""
        touching = {other for name in hexes for other in self.adjacent[name]}
        return sorted(touching.difference(hexes), key=spot)


PRINTED = ("islands", "stones", "crossings", "start", "track")


@lru_cache(maxsize=8)
def plan_of(layout: Layout) -> Plan:
    """Return the plan of a layout, made only once however often a game on it is run again."""
    return _plan(json.dumps({fact: layout[fact] for fact in (*PRINTED, "buildings")}))


def plan_seen(board: Mapping[str, Any]) -> Plan:
    """Return the plan of a board that a view shows, made only once however often it is looked at."""
    return _plan(json.dumps({fact: board[fact] for fact in PRINTED} | {"buildings": {}}))


@lru_cache(maxsize=8)
def _plan(printed: str) -> Plan:
    """Return the plan of what is printed: every game loads its layout again, but mostly the same one."""
    return Plan(json.loads(printed))
