"""A board of posts and planks as a small screen draws it. A grid of squares or hexes is a `companion.game.Chart`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

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
