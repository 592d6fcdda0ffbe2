"""How figures grow, as a small picture for a page: lines over sizes of which each is as far from the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import count

WIDTH, HEIGHT = 560, 230
LEFT, TOP, RIGHT, BOTTOM = 62, 44, 380, 190
"""The edges of what is drawn between the axes; the names of the lines stand to the right of it."""
ROW = 15
"""The least distance between two names."""
COLOURS = ("#9b2226", "#1d4e9e", "#8a6a00", "#1f6f50", "#5b3a8c")
MARKS = ("M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z", "M-4-4H4V4H-4Z", "M0-5 5 4H-5Z", "M0-5 5 0 0 5-5 0Z", "M-5-4H5L0 5Z")
"""A circle, a square, triangles and a diamond, so that lines can be told apart without colours."""
DIVISIONS = 4


@dataclass(frozen=True)
class Curve:
    """Lines that show how something grows with its size; `name` is the name of its file."""

    name: str
    title: str
    sizes: Sequence[int]
    lines: Mapping[str, Sequence[float | None]]
    """A figure for each size, by what was measured; `None` where it was not."""

    def svg(self) -> str:
        drawn = "\n".join([*self._scale(), *self._lines()])
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif"'
            f' font-size="12" fill="#3a332b">\n'
            f'<rect width="{WIDTH}" height="{HEIGHT}" rx="10" fill="#fbf8f1"/>\n'
            f'<text x="16" y="26" font-size="14" font-weight="bold">{escape(self.title)}</text>\n{drawn}\n</svg>\n'
        )

    @property
    def most(self) -> float:
        """The top of the scale."""
        return round_up(max((figure for line in self.lines.values() for figure in line if figure), default=1))

    def x(self, index: int) -> float:
        return LEFT + (RIGHT - LEFT) * (index + 0.5) / len(self.sizes)

    def y(self, figure: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * figure / self.most

    def _scale(self) -> Iterator[str]:
        for part in range(DIVISIONS + 1):
            figure = self.most * part / DIVISIONS
            y = self.y(figure)
            yield f'<path d="M{LEFT} {y:.1f}H{RIGHT}" stroke="#ded5c4"/>'
            yield f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{figure:,.10g}</text>'
        for index, size in enumerate(self.sizes):
            yield f'<text x="{self.x(index):.1f}" y="{BOTTOM + 20}" text-anchor="middle">{size:,}</text>'

    def _lines(self) -> Iterator[str]:
        ends = {
            name: self.y(next((figure for figure in line[::-1] if figure), 0)) for name, line in self.lines.items()
        }
        heights = spread_out(ends)
        for colour, mark, (name, line) in zip(COLOURS, MARKS, self.lines.items(), strict=False):
            points = [(self.x(i), self.y(figure)) for i, figure in enumerate(line) if figure is not None]
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
            for x, y in (*points, (RIGHT + 14, heights[name])):
                yield f'<path d="{mark}" transform="translate({x:.1f} {y:.1f})" fill="{colour}"/>'
            yield f'<text x="{RIGHT + 24}" y="{heights[name] + 4:.1f}">{escape(name)}</text>'


def round_up(figure: float) -> float:
    """Return a round number that is no less.

    >>> round_up(408), round_up(12.1), round_up(0.3), round_up(185_000)
    (600.0, 20.0, 0.4, 200000.0)
    """
    steps = (factor * 10.0**power for power in count(-3) for factor in (1, 2, 4, 6, 8))
    return next(step for step in steps if step >= figure)


def spread_out(heights: Mapping[str, float]) -> dict[str, float]:
    """Return heights at which names can stand beside their lines without touching, in the same order.

    >>> spread_out({"list": 100.0, "home": 190.0, "history": 189.0})
    {'list': 100.0, 'history': 175.0, 'home': 190.0}
    """
    placed: dict[str, float] = {}
    lowest = float("inf")
    for name, height in sorted(heights.items(), key=lambda one: -one[1]):
        placed[name] = lowest = min(height, lowest - ROW)
    return dict(reversed(placed.items()))
