"""What a board is like, read from its layout once: islands, sites for every kind of building, what borders what."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from companion.games.venedig.rules.hexes import Shape, adjacency, pairs, singles, spot, triangles
from companion.games.venedig.rules.kinds import BASILICA, CAMPO, CASA, PALAZZO, PONTE
from companion.games.venedig.rules.track import LAST, START
from companion.layout import Layout


class Plan:
    """A board before anything is moved on it (VEN.K4)."""

    def __init__(self, layout: Layout) -> None:
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

    def borders(self, space: int) -> list[str]:
        """The islands along a space of the gondolas' way; along mooring posts there are none (VEN.K5)."""
        if space == START:
            return self.start
        return self.track[space - 1] if space <= LAST else []

    def islands_of(self, hexes: Collection[str]) -> list[str]:
        """The island that something stands on; both that a ponte joins."""
        return list(dict.fromkeys(self.island[name] for name in hexes))

    def around(self, hexes: Collection[str]) -> list[str]:
        """The hexes that touch something that stands on these."""
        touching = {other for name in hexes for other in self.adjacent[name]}
        return sorted(touching.difference(hexes), key=spot)


def in_order(hexes: Collection[str]) -> Shape:
    return tuple(sorted(hexes, key=spot))


@lru_cache(maxsize=8)
def plan_of(layout: Layout) -> Plan:
    """The plan of a layout, made once however often a game on it is run again."""
    return Plan(layout)
