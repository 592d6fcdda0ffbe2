"""Project a canal of any size onto a picture 400 wide, with the names of its rows and columns."""

from __future__ import annotations

from collections.abc import Collection

from companion.games.venise.picture import banks
from companion.games.venise.picture.spots import MARGIN, PITCH, point
from companion.picture.shapes import Point, number

GUTTER = 12
"""Room on the left for the names of the rows."""


class Projection:
    """The places of a canal's points in a picture 400 wide."""

    def __init__(self, names: Collection[str], widest: float = 1.2) -> None:
        points = [point(name) for name in names] or [(0.0, 0.0)]
        self.left, self.top = (min(at[axis] for at in points) for axis in (0, 1))
        across, down = (max(at[axis] for at in points) - low for axis, low in ((0, self.left), (1, self.top)))
        width = banks.WIDTH - GUTTER
        self.scale = min(widest, width / (across + 2 * MARGIN))
        self.height = (down + 2 * MARGIN) * self.scale
        self.shift = GUTTER + (width - across * self.scale) / 2, MARGIN * self.scale
        self.columns = [(str(int(x // PITCH) + 1), self.at((x, self.top))[0]) for x in _steps(self.left, across)]
        self.rows = [(chr(ord("A") + int(y // PITCH)), self.at((self.left, y))[1]) for y in _steps(self.top, down)]

    def at(self, spot: Point) -> Point:
        return (
            (spot[0] - self.left) * self.scale + self.shift[0],
            (spot[1] - self.top) * self.scale + self.shift[1],
        )

    @property
    def transform(self) -> str:
        x, y = self.at((0, 0))
        return f"translate({number(x, y)})scale({self.scale:.4g})"


def _steps(start: float, length: float) -> list[float]:
    return [start + PITCH * n for n in range(int(length // PITCH) + 1)]
