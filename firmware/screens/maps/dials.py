"""A card with two dials, one of letters and one of numbers, that turn and stop on a place of a small map."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from companion.screen.maps import Chart
from firmware.screens.canvas import WIDTH, Canvas
from firmware.screens.maps.grid import hatch, spots

RADIUS = 20
NAMES = 15
HUB = 11
"""Distances from a dial's centre to its rim, its letters, and the edge of its hub."""
CENTRES = ((20, 32), (62, 32))
PITCH = 4
MAP_LEFT, MAP_TOP = 86, 16
TURNS = (2, 3)
"""Turns of each dial before it stops."""


class Turned(NamedTuple):
    """The progress of each dial, from 0 to 1; at 1 it has stopped."""

    letters: float
    numbers: float


def dials(title: str, right: str, note: str, chart: Chart, cell: str, turned: Turned) -> Image.Image:
    """Draw the dials as they turn. Once one has stopped, its line is on the map; once both have, the cell."""
    canvas = Canvas()
    canvas.title(title, right)
    row, column = spots(chart)[cell]
    for labels, stop, how_far, turns, centre in zip(
        (chart.rows, chart.columns), (row, column), turned, TURNS, CENTRES, strict=True
    ):
        draw_dial(canvas, centre, labels, stop, how_far, turns)
    draw_map(canvas, chart)
    draw_lines(canvas, chart, (row, column), turned)
    if min(turned) >= 1:
        canvas.centre(54, note)
    return canvas.image


def draw_dial(
    canvas: Canvas, centre: tuple[int, int], labels: Sequence[str], stop: int, turned: float, turns: int
) -> None:
    """Draw a dial under its pointer. It slows down as it turns; when it has stopped, its hub is lit."""
    x, y = centre
    to_come = (turns * len(labels) + stop) * (1 - turned) ** 3  # starting at its first letter
    canvas.ring(x, y, RADIUS)
    for line in range(4):
        canvas.box(x - 3 + line, y - RADIUS - 2 + line, 7 - 2 * line, 1)
    for index, label in enumerate(labels):
        angle = (index - stop + to_come) * math.tau / len(labels)
        at = x + NAMES * math.sin(angle), y - NAMES * math.cos(angle)
        left = round(at[0] - canvas.tiny.width(label) / 2 + 0.5)
        canvas.text(left, round(at[1]) - 4, label, font=canvas.tiny)
    if turned >= 1:
        canvas.disc(x, y, HUB)
    shown = labels[(stop - round(to_come)) % len(labels)]
    canvas.centre(y - 7, shown, font=canvas.large, fill=0 if turned >= 1 else 1, left=x - 20, right=x + 21)


def draw_map(canvas: Canvas, chart: Chart) -> None:
    """Draw the board, 4 by 4 dots for each place: a dot where nothing is, more where something stands."""
    for name, (row, column) in spots(chart).items():
        left, top = MAP_LEFT + column * PITCH, MAP_TOP + row * PITCH
        if name in chart.shaded:
            hatch(canvas, left, top, PITCH, PITCH)
        if name in chart.starred:
            canvas.box(left, top + 1, 3, 1)
            canvas.box(left + 1, top, 1, 3)
        elif name in chart.marks:
            canvas.box(left + 1, top + 1, 2, 2)
        elif name not in chart.shaded:
            canvas.box(left + 1, top + 1, 1, 1)


def draw_lines(canvas: Canvas, chart: Chart, spot: tuple[int, int], turned: Turned) -> None:
    """Draw the row once the letter is known, the column once the number is; the cell where they meet."""
    x, y = MAP_LEFT + spot[1] * PITCH + 1, MAP_TOP + spot[0] * PITCH + 1
    if turned.letters >= 1:
        canvas.line(MAP_LEFT - 1, y, WIDTH - 2, y)
    if turned.numbers >= 1:
        canvas.line(x, MAP_TOP - 2, x, MAP_TOP + len(chart.rows) * PITCH)
    if min(turned) >= 1:
        canvas.box(x - 4, y - 4, 9, 9, fill=0)
        canvas.frame(x - 3, y - 3, 7, 7)
        canvas.box(x - 1, y - 1, 3, 3)
