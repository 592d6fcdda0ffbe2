"""Places in the picture of a canal: piles on their points, planks at their angles, room on every cell.

One grid point is `PITCH` units from the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import atan2, degrees, hypot
from typing import Any, NamedTuple

from companion.games.venise.rules.geometry import AITCH, BRIDGE, STEPS, TEE, UNDER, point_of
from companion.picture.shapes import Point

PITCH = 60
MARGIN = 32
ASIDE = 11.5
"""Distance from the middle of a pile to the middles of two cells that share it."""

FOOT = 29.7
"""Distance from its pile to the middle of a T's small plank."""


class Lying(NamedTuple):
    """A plank as it is drawn: its shape, its middle, and its angle."""

    shape: str
    at: Point
    angle: int


def point(name: str) -> Point:
    """Return the middle of a pile, or of the point where one could be."""
    found = point_of(name) or (0, 0)
    return found[0] * PITCH, found[1] * PITCH


def lying(plank: str) -> Lying:
    """Return how a plank is drawn where it lies.

    >>> lying("A1-A2"), lying("A1-B1.aitch").at
    (Lying(shape='small', at=(30.0, 0.0), angle=0), (30.0, 30.0))
    """
    ends, _, how = plank.partition(".")
    start, end = map(point, ends.split("-"))
    across, down = end[0] - start[0], end[1] - start[1]
    angle = round(degrees(atan2(down, across)))
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    if how == TEE:
        part = FOOT / hypot(across, down)
        return Lying("small", (start[0] + across * part, start[1] + down * part), angle)
    if how == AITCH:
        return Lying(AITCH, (x + down / 2, y + across / 2), angle)
    return Lying("large" if across and down else "small", (x, y), angle)


def leaning(directions: Iterable[str]) -> Point:
    """Return the way these directions point, taken together."""
    steps = [(x / hypot(x, y), y / hypot(x, y)) for x, y in map(STEPS.__getitem__, directions)]
    return sum(x for x, _ in steps), sum(y for _, y in steps)


def wall_angle(cells: Sequence[Iterable[str]]) -> float:
    """Return the angle of a wall that parts these directions."""
    (x, y), (other_x, other_y) = map(leaning, cells)
    return degrees(atan2(y - other_y, x - other_x)) + 90


class Spots:
    """The middles of all cells of one canal, and the room it takes."""

    def __init__(self, piles: Sequence[Mapping[str, Any]]) -> None:
        self._middles: dict[str, Point] = {}
        self.halves: dict[str, tuple[Point, Point]] = {}
        """The two halves of a level under a bridge."""
        for pile in piles:
            self._place(pile)

    def _place(self, pile: Mapping[str, Any]) -> None:
        x, y = point(pile["at"])
        for name, directions in pile["cells"].items():
            part = name.partition(".")[2]
            if pile["kind"] == BRIDGE and part == UNDER:
                bridge = pile["cells"][f"{pile['at']}.{BRIDGE}"]
                dx, dy = leaning([min(bridge, key=lambda way: (STEPS[way][1], STEPS[way][0]))])
                one, other = (x - dy * ASIDE, y + dx * ASIDE), (x + dy * ASIDE, y - dx * ASIDE)
                self.halves[name] = (one, other) if one[1] >= other[1] else (other, one)
                self._middles[name] = self.halves[name][0]
            elif len(pile["cells"]) > 1 and pile["kind"] != BRIDGE:
                dx, dy = leaning(directions)
                far = ASIDE / hypot(dx, dy)
                self._middles[name] = x + dx * far, y + dy * far
            else:
                self._middles[name] = x, y

    def middle(self, cell: str) -> Point:
        """Return the middle of a cell, which may be a plank."""
        return self._middles[cell] if cell in self._middles else lying(cell).at
