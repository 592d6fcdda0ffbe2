"""The course of the score as an inline SVG: one line per seat, with its sign and name at the end.

Its colours are in the style sheet, because the content policy allows no inline style.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

from companion.picture.colours import SIGNS
from companion.seats import Seat

WIDTH, HEIGHT = 392.0, 220.0
LEFT, RIGHT, TOP, BOTTOM = 24.0, 262.0, 12.0, 208.0
LABEL_GAP = 17.0
"""Height that each name needs at the end of its line."""
NUDGE = 2.6
"""Distance between lines with the same score, so that none hides another."""


def curve(seats: Sequence[Seat], scores: Mapping[int, Sequence[int]], title: str) -> Markup:
    """Draw the curve of each seat's score from moment to moment; `title` describes it in words."""
    plot = Plot.of(scores, LEFT, RIGHT)
    ends = spread([plot.height(scores[seat.number][-1]) for seat in seats])
    parts = [_level(score, plot) + _number(score, plot.height(score)) for score in levels(plot.low, plot.high)]
    for index, seat in enumerate(seats):
        towards = f"L{RIGHT + 10:.1f} {ends[index]:.1f}"
        parts.append(_line(seat.colour, plot, scores[seat.number], nudge(index, len(seats)), towards))
    parts += [_label(seat, scores[seat.number][-1], ends[index]) for index, seat in enumerate(seats)]
    drawing = Markup('<svg viewBox="0 0 {:.0f} {:.0f}" role="img" aria-label="{}">').format(WIDTH, HEIGHT, title)
    return drawing + Markup("").join(parts) + Markup("</svg>")


def wide_curve(seats: Sequence[Seat], scores: Mapping[int, Sequence[int]], cursor: int, title: str) -> Markup:
    """Draw the curve as wide as there is room, over a slider: only lines, and a cursor at one of the moments."""
    plot = Plot.of(scores, 0, WIDTH)
    parts = [_level(score, plot) for score in levels(plot.low, plot.high)]
    parts += [
        _line(seat.colour, plot, scores[seat.number], nudge(index, len(seats))) for index, seat in enumerate(seats)
    ]
    at = WIDTH * cursor / plot.last
    parts.append(Markup('<path class="cursor" d="M0 0V{:.0f}" transform="translate({:.1f})"/>').format(HEIGHT, at))
    drawing = Markup('<svg viewBox="0 0 {:.0f} {:.0f}" preserveAspectRatio="none" role="img" aria-label="{}">')
    return drawing.format(WIDTH, HEIGHT, title) + Markup("").join(parts) + Markup("</svg>")


class Plot(NamedTuple):
    """The field in which scores are drawn: from the lowest to the highest, from the first moment to the last."""

    left: float
    right: float
    low: int
    high: int
    last: int

    @classmethod
    def of(cls, scores: Mapping[int, Sequence[int]], left: float, right: float) -> Plot:
        lines = list(scores.values())
        low, high = min(0, *(min(line) for line in lines)), max(1, *(max(line) for line in lines))
        return cls(left, right, low, high, max(1, len(lines[0]) - 1))

    def height(self, score: float) -> float:
        return BOTTOM - (score - self.low) * (BOTTOM - TOP) / (self.high - self.low)


def nudge(index: int, of: int) -> float:
    """Return how far a seat's line is moved, so that it hides no other."""
    return (index - (of - 1) / 2) * NUDGE


def levels(low: int, high: int) -> list[int]:
    """Return the scores that get a thin line across: a handful, at round steps.

    >>> levels(0, 7), levels(0, 43)
    ([0, 2, 4, 6], [0, 10, 20, 30, 40])
    """
    step = next(step for power in range(9) for one in (1, 2, 5) if (high - low) / (step := one * 10**power) <= 5)
    return list(range(-(-low // step) * step, high + 1, step))


def spread(wanted: Sequence[float]) -> list[float]:
    """Return heights for the names at the ends of the lines: near where they belong, without overlap.

    >>> spread([100.0, 100.0])
    [91.5, 108.5]
    """
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    offsets = [wanted[index] - place * LABEL_GAP for place, index in enumerate(order)]
    groups: list[list[float]] = []
    for offset in offsets:
        groups.append([offset])
        while len(groups) > 1 and _mean(groups[-2]) > _mean(groups[-1]):
            groups[-2:] = [groups[-2] + groups[-1]]
    settled = [_mean(group) for group in groups for _ in group]
    lowest = max(TOP, HEIGHT - TOP - (len(wanted) - 1) * LABEL_GAP)
    heights = dict(zip(order, settled, strict=True))
    return [min(max(heights[index], TOP), lowest) + order.index(index) * LABEL_GAP for index in range(len(wanted))]


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _level(score: int, plot: Plot) -> Markup:
    at = plot.height(score)
    return Markup('<path class="level" d="M{:.1f} {:.1f}H{:.1f}"/>').format(plot.left, at, plot.right)


def _number(score: int, at: float) -> Markup:
    return Markup('<text class="level" x="{:.1f}" y="{:.1f}">{}</text>').format(LEFT - 5, at + 4, score)


def _line(colour: str, plot: Plot, scores: Sequence[int], moved: float, end: str = "") -> Markup:
    """Draw steps from score to score, then what leads to the seat's sign, if it has one."""
    step = (plot.right - plot.left) / plot.last
    path = f"M{plot.left:.1f} {plot.height(scores[0]) + moved:.1f}"
    for place in range(1, len(scores)):
        if scores[place] != scores[place - 1]:
            path += f"H{plot.left + place * step:.1f}V{plot.height(scores[place]) + moved:.1f}"
    return Markup('<path class="score {}" d="{}H{:.1f}{}"/>').format(colour, path, plot.right, end)


def _label(seat: Seat, score: int, at: float) -> Markup:
    sign = Markup('<path class="mark {}" transform="translate({:.1f} {:.1f}) scale(1.4)" d="{}"/>')
    text = Markup('<text x="{:.1f}" y="{:.1f}">{} {}</text>')
    shape = SIGNS.get(seat.colour, SIGNS["red"])
    named = text.format(RIGHT + 22, at + 4.5, escape(seat.name), score)
    return sign.format(seat.colour, RIGHT + 12, at, shape) + named
