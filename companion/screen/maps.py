"""Boards as a small screen draws them: a grid of squares or hexes, or posts with planks between."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple


class Chart(NamedTuple):
    """A grid of places as a small screen draws it. A place is its row and column: row `C`, column `7` is `C7`.

    `marks` says what stands on a place, one sign each (a seat's number, a star for a tourist), `shaded` where
    nothing may go, and `starred` what is under a mark.

    A board of hexes has `shifted` rows, half a place further right, and `areas`, the island of every place; places
    without one are water. `chosen` are places already chosen for the current question, and `told` is what the
    screen says about a place under the cursor: things, each with its vocabulary.
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
    """A post to stand on. `wall` and `bridge` give the direction of a wall or a bridge on it.

    One with a `name`, a thing with its vocabulary, shows that instead of a ring: dark on a lit ground if it `is_lit`.
    """

    at: Point
    wall: Point | None = None
    bridge: Point | None = None
    name: tuple[str, str] | None = None
    is_lit: bool = False


class Line(NamedTuple):
    """A plank between two points, narrow or wide; one that goes round something has a `bend` as its middle."""

    start: Point
    end: Point
    is_wide: bool
    bend: Point | None = None

    @property
    def middle(self) -> Point:
        (x, y), (to_x, to_y) = self.start, self.end
        return self.bend or ((x + to_x) / 2, (y + to_y) / 2)


class Plan(NamedTuple):
    """A board of posts and planks. Its places are spots on posts, and lines where a plank lies or could lie.

    `marks` says who stands on a place, by seat number, and `starred` which places the seat that is asked must reach.
    `brief` is a vocabulary in which its places have shorter names than in the question's own, if there is one.
    """

    posts: Sequence[Post]
    spots: Mapping[str, Point]
    lines: Mapping[str, Line]
    lying: Collection[str]
    marks: Mapping[str, str]
    starred: Collection[str]
    brief: str = ""

    def middle(self, place: str) -> Point | None:
        """Return where a place is, or `None` if it is not on this board."""
        if place in self.spots:
            return self.spots[place]
        return self.lines[place].middle if place in self.lines else None
