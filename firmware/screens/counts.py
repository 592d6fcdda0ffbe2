"""Points in tables: who has how many in each place, and the pages of a final count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from firmware.screens.canvas import HEIGHT, LINE, WIDTH, Canvas, beginning
from firmware.screens.numbers import column_edges, draw_row

HEADER, PLACE_PITCH = 7, 7
"""Eight places fit below their heading."""
PITCH = 9
WIDEST = "18"
"""About the largest number of a page, so that columns stay where they are from page to page."""


class PlaceRow(NamedTuple):
    """A line of the table. `won` is the column that stands out, if any."""

    name: str
    numbers: Sequence[int]
    won: int | None


def standing(title: str, players: Sequence[str], places: Sequence[PlaceRow]) -> Image.Image:
    """Draw how many each player has in each place. Zeros are left out, so that the eye finds where someone stands."""
    canvas = Canvas()
    canvas.box(0, 0, WIDTH, HEADER)
    names = max(canvas.tiny.width(place.name) for place in places) + 3
    canvas.text(1, -1, title, font=canvas.tiny, fill=0, width=names - 3)
    pitch = (WIDTH - names) // len(players)
    lefts = [names + column * pitch for column in range(len(players))]
    for left, player in zip(lefts, players, strict=True):
        name = beginning(canvas.tiny, player, pitch - 2)
        canvas.centre(-1, name, font=canvas.tiny, fill=0, left=left, right=left + pitch - 1)
    for line, place in enumerate(places):
        y = HEADER + line * PLACE_PITCH
        canvas.text(0, y, place.name, font=canvas.tiny)
        for column, number in enumerate(place.numbers):
            left, won = lefts[column], column == place.won
            if won:
                canvas.box(left + pitch // 2 - 9, y + 1, 16, PLACE_PITCH)
            if number:
                canvas.centre(
                    y, str(number), font=canvas.tiny, left=left, right=left + pitch - 1, fill=0 if won else 1
                )
    return canvas.image


class SumRow(NamedTuple):
    """A line of a sum: its name, the points of each player, and which of them stand out."""

    name: str
    points: Sequence[int | None]
    best: Sequence[int] = ()


def sums(mark: str, players: Sequence[str], lines: Sequence[SumRow], total: SumRow | None = None) -> Image.Image:
    """Draw a column for each player and a line for each part of the points, the total below a rule.

    `mark` says which page it is.
    """
    canvas = Canvas()
    every = [*lines, total] if total else lines
    names = max(canvas.tiny.width(line.name) for line in every) + 4
    pitch = (WIDTH - names) // len(players)
    canvas.box(0, 0, WIDTH, PITCH)
    canvas.text(1, 0, mark, font=canvas.tiny, fill=0, width=names - 2)
    for column, player in enumerate(players):
        left = names + column * pitch
        name = beginning(canvas.tiny, player, pitch - 2)
        canvas.centre(0, name, font=canvas.tiny, fill=0, left=left, right=left + pitch)
    top, step = (PITCH + 1, LINE) if total else (PITCH, PITCH)
    for number, line in enumerate(lines):
        _line(canvas, top + number * step, line, names, pitch)
    if total:
        canvas.line(0, HEIGHT - LINE - 2, WIDTH, HEIGHT - LINE - 2)
        _line(canvas, HEIGHT - LINE, total, names, pitch)
    return canvas.image


def _line(canvas: Canvas, y: int, line: SumRow, names: int, pitch: int) -> None:
    canvas.text(1, y + 1, line.name, font=canvas.tiny)
    for column, points in enumerate(line.points):
        left, text, best = names + column * pitch, "" if points is None else str(points), column in line.best
        if best:
            canvas.box(left, y, pitch - 1, PITCH)
        font = canvas.snug(text, pitch - 2)
        canvas.centre(y, text, font=font, left=left, right=left + pitch - 1, fill=0 if best else 1)


def ranks(
    title: str, right: str, mark: str, *, heads: Sequence[str], names: Sequence[str], cells: Sequence[Sequence[str]]
) -> Image.Image:
    """Draw a place rank by rank from the top: how many each player has there, and the points for it."""
    canvas = Canvas()
    canvas.title(title, right)
    edges = column_edges(canvas, names, [WIDEST] * len(heads), heads)
    canvas.text(1, LINE + 1, mark, font=canvas.tiny, width=edges[0])
    for column, head in enumerate(heads):
        canvas.centre(LINE + 1, head, font=canvas.tiny, left=edges[column], right=edges[column + 1])
    font = canvas.snug(max(names, key=canvas.small.width), edges[0] - 3)
    pitch = PITCH if len(names) > 4 else LINE + 1
    for line, (name, row) in enumerate(zip(names, cells, strict=True)):
        draw_row(
            canvas, 2 * LINE + line * pitch - (len(names) > 4), edges, name=name, font=font, cells=row, cursor=None
        )
    return canvas.image
