"""The course of the score as an inline SVG: one line per seat, with its sign and name at the end.

Its colours are in the style sheet, because the content policy allows no inline style.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from companion.game import Receipt, running_scores
from companion.picture.colours import SIGNS
from companion.seats import Seat

WIDTH, HEIGHT = 360.0, 220.0
LEFT, RIGHT, TOP, BOTTOM = 24.0, 262.0, 12.0, 208.0
LABEL_GAP = 17.0
"""Height that each name needs at the end of its line."""
NUDGE = 2.6
"""Distance between lines with the same score, so that none hides another."""


def curve(seats: Sequence[Seat], receipts: Sequence[Receipt], tally: str, title: str) -> Markup:
    """Draw the curve; `title` describes it in words."""
    scores = running_scores([seat.number for seat in seats], receipts, tally)
    low = min(0, *(min(line) for line in scores.values()))
    high = max(1, *(max(line) for line in scores.values()))

    def height(score: float) -> float:
        return BOTTOM - (score - low) * (BOTTOM - TOP) / (high - low)

    ends = spread([height(scores[seat.number][-1]) for seat in seats])
    parts = [_level(score, height(score)) for score in levels(low, high)]
    for index, seat in enumerate(seats):
        line = scores[seat.number]
        nudge = (index - (len(seats) - 1) / 2) * NUDGE
        parts.append(_line(seat.colour, [height(score) + nudge for score in line], ends[index]))
    parts += [_label(seat, scores[seat.number][-1], ends[index]) for index, seat in enumerate(seats)]
    drawing = Markup('<svg viewBox="0 0 {:.0f} {:.0f}" role="img" aria-label="{}">').format(WIDTH, HEIGHT, title)
    return drawing + Markup("").join(parts) + Markup("</svg>")


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


def _level(score: int, at: float) -> Markup:
    across = Markup('<path class="level" d="M{:.1f} {:.1f}H{:.1f}"/>').format(LEFT, at, RIGHT)
    return across + Markup('<text class="level" x="{:.1f}" y="{:.1f}">{}</text>').format(LEFT - 5, at + 4, score)


def _line(colour: str, heights: Sequence[float], end: float) -> Markup:
    """Draw steps from score to score, then a short line to the seat's sign."""
    step = (RIGHT - LEFT) / max(1, len(heights) - 1)
    path = f"M{LEFT:.1f} {heights[0]:.1f}"
    for place in range(1, len(heights)):
        if heights[place] != heights[place - 1]:
            path += f"H{LEFT + place * step:.1f}V{heights[place]:.1f}"
    path += f"H{RIGHT:.1f}L{RIGHT + 10:.1f} {end:.1f}"
    return Markup('<path class="line {}" d="{}"/>').format(colour, path)


def _label(seat: Seat, score: int, at: float) -> Markup:
    sign = Markup('<path class="mark {}" transform="translate({:.1f} {:.1f}) scale(1.4)" d="{}"/>')
    text = Markup('<text x="{:.1f}" y="{:.1f}">{} {}</text>')
    shape = SIGNS.get(seat.colour, SIGNS["red"])
    named = text.format(RIGHT + 22, at + 4.5, escape(seat.name), score)
    return sign.format(seat.colour, RIGHT + 12, at, shape) + named
