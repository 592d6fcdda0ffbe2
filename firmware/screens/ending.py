"""The screens of an ending: the winner for a photograph, the places, what decided it, and the course of the game."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PIL import Image

from firmware.fonts import Font
from firmware.screens.canvas import HEIGHT, LINE, WIDTH, Canvas, beginning

BAR = 8
"""Height of the bar with the actions, at the bottom."""
LEAVES = 9
"""Leaves along each branch of the laurel, on either side of it."""
TINY_LINES = 5
"""Lines in tiny letters between title and actions."""
WIDE, NAMES_FROM = 92, 96
"""The width of the lines of a course, and the left edge of the names at their ends."""


class Actions(NamedTuple):
    """The actions on a page: names side by side, and which of them OK takes."""

    names: Sequence[str]
    cursor: int


def winner(game: str, name: str, said: str, hint: str) -> Image.Image:
    """Draw the winner's name within a laurel, twice as large as other names where there is room."""
    canvas = Canvas()
    laurel(canvas)
    canvas.centre(1, game, left=24, right=WIDTH - 24)
    size = canvas.small.width(name)
    if size * 2 <= WIDTH - 30:
        _twice(canvas, name, 20)
    else:
        canvas.centre(25, name, font=canvas.snug(name, WIDTH - 30), left=14, right=WIDTH - 14)
    canvas.centre(43, said, font=canvas.snug(said, 70), left=26, right=WIDTH - 26)
    canvas.right(WIDTH - 1, HEIGHT - canvas.tiny.height, hint, font=canvas.tiny)
    return canvas.image


def _twice(canvas: Canvas, name: str, y: int) -> None:
    """Draw a name in the middle, each of its dots as four."""
    text = Canvas()
    width = text.text(0, 0, name)
    large = text.image.crop((0, 0, width, text.small.height)).resize((width * 2, text.small.height * 2))
    canvas.image.paste(large, ((WIDTH - width * 2) // 2, y))


def laurel(canvas: Canvas) -> None:
    """Draw two branches from the foot of the screen up its sides, with leaves on both sides of each."""
    middle, foot, wide, high = WIDTH / 2, 30.0, 58.0, 30.0
    for side in (-1, 1):
        for number in range(LEAVES):
            angle = math.radians(72 - number * 15)
            x, y = middle + side * wide * math.cos(angle), foot + high * math.sin(angle)
            ahead = math.atan2(-high * math.cos(angle), side * wide * math.sin(angle))
            for turn in (-0.7, 0.7):
                _leaf(canvas, x, y, ahead + turn)


def _leaf(canvas: Canvas, x: float, y: float, angle: float) -> None:
    """Draw a leaf from its stalk on: seven dots long, pointed at both ends."""
    length, half = 7.0, 1.8
    along, across = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    outline = ((0.0, 0.0), (0.45, 1.0), (1.0, 0.0), (0.45, -1.0))
    canvas.shape(
        [
            (
                x + along[0] * length * part + across[0] * half * side,
                y + along[1] * length * part + across[1] * half * side,
            )
            for part, side in outline
        ]
    )


class Finisher(NamedTuple):
    """A line of the places: which place, who, and with how much."""

    place: int
    name: str
    points: str


def places(title: str, right: str, rows: Sequence[Finisher], actions: Actions) -> Image.Image:
    """Draw who came in where, a dotted line leading from the name to the points; the winners stand out."""
    canvas = Canvas()
    canvas.title(title, right)
    pitch, above = (LINE + 1, 1) if len(rows) < 5 else (LINE - 1, 0)
    top = LINE + 2 * above + (4 - len(rows)) * pitch // 2 * above
    for line, row in enumerate(rows):
        y = top + line * pitch
        start = canvas.text(2, y, f"{row.place} {row.name}") + 3
        font = canvas.snug(row.points, WIDTH - 6 - start)
        end = canvas.right(WIDTH - 3, y, row.points, font=font) - 3
        for x in range(start + start % 2, end, 2):
            canvas.box(x, y + 7, 1, 1)
        if row.place == 1:
            canvas.invert(0, y - 1 if above else y + 1, WIDTH, pitch if above else pitch - 1)
    draw_actions(canvas, actions)
    return canvas.image


def reasons(title: str, right: str, lines: Sequence[str], actions: Actions) -> Image.Image:
    """Draw what brought the most: a line each, or in tiny letters as many as there is room for."""
    canvas = Canvas()
    canvas.title(title, right)
    font, top = canvas.small, LINE + 2
    if max(map(font.width, lines)) > WIDTH - 4:
        font, top = canvas.tiny, LINE + 3
        lines = list(_wrapped(font, lines))
    for line, text in enumerate(lines):
        canvas.text(2, top + line * (LINE if font is canvas.small else font.height), text, font=font)
    draw_actions(canvas, actions)
    return canvas.image


def _wrapped(font: Font, lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines of all reasons that are wholly in sight; of the first, as many as there are."""
    left = TINY_LINES
    for number, text in enumerate(lines):
        parts = font.wrap(text, WIDTH - 4)
        if number and len(parts) > left:
            return
        yield from parts[:left]
        left -= len(parts)


class Course(NamedTuple):
    """The course of a player's score: its name, and the score from the first change to the last."""

    name: str
    scores: Sequence[int]


def courses(title: str, right: str, lines: Sequence[Course], actions: Actions) -> Image.Image:
    """Draw a line of dots for each player, the first one whole, the others ever sparser; names at their ends."""
    canvas = Canvas()
    canvas.title(title, right)
    top, bottom = LINE + 4, HEIGHT - BAR - 4
    low = min(0, *(min(line.scores) for line in lines))
    high = max(1, *(max(line.scores) for line in lines))
    for number, line in enumerate(lines):
        for x in range(0, WIDE, number + 1):
            score = line.scores[round(x * (len(line.scores) - 1) / (WIDE - 1))]
            y = round(bottom - (score - low) * (bottom - top) / (high - low))
            canvas.box(x, y, 1, 2 if number == 0 else 1)
    ends = [bottom - (line.scores[-1] - low) * (bottom - top) / (high - low) for line in lines]
    for line, y in zip(lines, set_apart(ends, top, bottom), strict=True):
        name = beginning(canvas.tiny, line.name, WIDTH - NAMES_FROM)
        canvas.text(NAMES_FROM, y - 4, name, font=canvas.tiny)
    draw_actions(canvas, actions)
    return canvas.image


def set_apart(wanted: Sequence[float], top: int, bottom: int, gap: int = 8) -> list[int]:
    """Return heights as near as can be to those wanted, from top to bottom, none nearer to another than the gap.

    >>> set_apart([40.0, 20.0, 41.0], 14, 50)
    [40, 20, 48]
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    heights = [0] * len(wanted)
    lowest = top
    for place, index in enumerate(order):
        below = len(order) - 1 - place
        heights[index] = max(lowest, min(round(wanted[index]), bottom - below * gap))
        lowest = heights[index] + gap
    return heights


def draw_actions(canvas: Canvas, actions: Actions) -> None:
    """Draw what can be done side by side at the bottom; the one that OK takes is lit."""
    edges = [WIDTH * place // len(actions.names) for place in range(len(actions.names) + 1)]
    top = HEIGHT - BAR
    for name, left, right in zip(actions.names, edges, edges[1:], strict=False):
        canvas.centre(top, name, font=canvas.tiny, left=left + 1, right=right - 1)
    canvas.invert(edges[actions.cursor], top, edges[actions.cursor + 1] - edges[actions.cursor], BAR)
