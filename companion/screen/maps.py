"""Boards as a small screen draws them: a grid of squares or hexes, or posts with planks between."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple


class Chart(NamedTuple):
    """A grid of places as a small screen draws it. A place is its row and column: row `C`, column `7` is `C7`.

    `marks` is what stands on a place, one sign each (a seat's number, a star for a tourist), `shaded` where
    nothing may go, and `starred` what lies under a mark.

    A board of hexes has `shifted` rows, half a place further right, and `areas`: the island of every place; where
    there is none is water. `chosen` are places taken already for what is being asked, and `told` is what is
    said of a place when one is on it: things, each with its vocabulary.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    marks: Mapping[str, str]
    shaded: Collection[str] = ()
    starred: Collection[str] = ()
    shifted: Collection[str] = ()
    areas: Mapping[str, str] = MappingProxyType({})
    chosen: Collection[str] = ()
    told: Mapping[str, Sequence[tuple[str, str]]] = MappingProxyType({})


Point = tuple[float, float]
"""Right and down, in steps from one grid point to the next."""


class Post(NamedTuple):
    """Something to stand on. `wall` and `bridge` say which way a wall or a bridge on it runs."""

    at: Point
    wall: Point | None = None
    bridge: Point | None = None


class Line(NamedTuple):
    """A plank from here to there, narrow or wide."""

    start: Point
    end: Point
    is_wide: bool


class Plan(NamedTuple):
    """Where everything is. Places by name are spots on posts, or lines, which lie there or could.

    `marks` is who stands on a place, by seat number, and `starred` what is wanted of whoever is asked.
    """

    posts: Sequence[Post]
    spots: Mapping[str, Point]
    lines: Mapping[str, Line]
    lying: Collection[str]
    marks: Mapping[str, str]
    starred: Collection[str]

    def middle(self, place: str) -> Point | None:
        """Where a place is, if it is on this board."""
        if place in self.spots:
            return self.spots[place]
        if place not in self.lines:
            return None
        (x, y), (to_x, to_y), _ = self.lines[place]
        return (x + to_x) / 2, (y + to_y) / 2
