"""A board of places with a cursor on it; beside it who is asked what, and what there is under the cursor.

Every place is 7 by 7 dots. A dot in the middle: a legal place. A mark on a lit tile: it may be taken. A
lozenge is a star, hatching a zone that is closed, a tick is chosen. The cursor is wider than a place, and
the letter and number it stands at are lit too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PIL import Image

from companion.screen.maps import Chart
from firmware.screens.canvas import Canvas
from firmware.screens.maps.side import Side, draw_side, draw_under_cursor

PITCH = 7
LEFT, TOP = 7, 7
"""The place of the first cell: right of the letters, under the numbers, inside the frame."""
LOZENGE = ((3, 0), (2, 1), (4, 1), (1, 2), (5, 2), (0, 3), (6, 3), (1, 4), (5, 4), (2, 5), (4, 5), (3, 6))
BEHIND = ((0, 2), (0, 3), (0, 4), (6, 2), (6, 3), (6, 4))
"""The visible part of the lozenge when something stands in front of it."""
TICK = "✓"
OK = "■"
ARROWS = {
    "▴": [(3 + x, 2 + y) for y in range(3) for x in range(-y, y + 1)],
    "▾": [(3 + x, 4 - y) for y in range(3) for x in range(-y, y + 1)],
    "◂": [(2 + x, 3 + y) for x in range(3) for y in range(-x, x + 1)],
    "▸": [(4 - x, 3 + y) for x in range(3) for y in range(-x, x + 1)],
}
"""The dots of an arrow in its tile."""


def spots(chart: Chart) -> dict[str, tuple[int, int]]:
    """Return row and column of every place, by its name.

    >>> spots(Chart("AB", ("1", "2"), {}))["B1"]
    (1, 0)

    On a board of hexes a step is half a place, so that shifted rows lie between the others.

    >>> spots(Chart("AB", ("1", "2"), {}, shifted="B", areas={"A2": "north", "B1": "north"}))
    {'A2': (0, 2), 'B1': (1, 1)}
    """
    step = 2 if chart.shifted else 1
    places = {
        f"{row}{column}": (y, x * step + (row in chart.shifted))
        for y, row in enumerate(chart.rows)
        for x, column in enumerate(chart.columns)
    }
    return {name: spot for name, spot in places.items() if name in chart.areas} if chart.areas else places


def steps_across(chart: Chart) -> int:
    """Return the number of columns in `spots`."""
    return len(chart.columns) * 2 + 1 if chart.shifted else len(chart.columns)


def framed(chart: Chart) -> tuple[Canvas, dict[str, tuple[int, int]], int]:
    """Return a canvas with the frame of the board, where its places are, and where the panel beside it begins."""
    canvas = Canvas()
    width, height = len(chart.columns) * PITCH, len(chart.rows) * PITCH
    canvas.frame(LEFT - 1, TOP - 1, width + 2, height + 2)
    return canvas, spots(chart), LEFT + width + 3


def board(
    chart: Chart, legal: Collection[str], chosen: Collection[str], cursor: str | None, side: Side
) -> Image.Image:
    """Draw the board as it lies now; `legal` places can be taken, `chosen` ones have been."""
    canvas, where, left = framed(chart)
    for name in where:
        draw_place(canvas, chart, name, where[name], is_legal=name in legal, is_chosen=name in chosen)
    draw_edges(canvas, chart, where[cursor] if cursor else (-1, -1))
    if cursor:
        draw_cursor(canvas, chart, cursor, where[cursor], is_chosen=cursor in chosen)
    draw_under_cursor(canvas, side, left, draw_side(canvas, side, left))
    return canvas.image


def signed(chart: Chart, signs: Mapping[str, str], side: Side) -> Image.Image:
    """Draw the board with the sign of a key on each of these places."""
    canvas, where, left = framed(chart)
    for name in where:
        draw_place(canvas, chart, name, where[name], is_legal=False, is_chosen=name in chart.chosen)
    for name, sign in signs.items():
        draw_sign(canvas, *corner(where[name]), sign)
    draw_edges(canvas, chart, (-1, -1))
    draw_under_cursor(canvas, side, left, draw_side(canvas, side, left))
    return canvas.image


def draw_sign(canvas: Canvas, left: int, top: int, sign: str) -> None:
    """Draw an arrow on a dark tile; the sign of OK is a lit tile."""
    canvas.box(left, top, PITCH, PITCH, fill=0)
    if sign == OK:
        canvas.box(left + 1, top + 1, PITCH - 2, PITCH - 2)
    else:
        for x, y in ARROWS[sign]:
            canvas.box(left + x, top + y, 1, 1)


def corner(spot: tuple[int, int]) -> tuple[int, int]:
    """Return the top left dot of a place."""
    return LEFT + spot[1] * PITCH, TOP + spot[0] * PITCH


def draw_place(
    canvas: Canvas, chart: Chart, name: str, spot: tuple[int, int], *, is_legal: bool, is_chosen: bool
) -> None:
    left, top = corner(spot)
    mark = chart.marks.get(name, "")
    if name in chart.shaded:
        hatch(canvas, left, top, PITCH, PITCH)
    if is_chosen:
        canvas.box(left, top, PITCH, PITCH)
        draw_mark(canvas, left, top, TICK, is_lit=True)
        return
    if name in chart.starred:
        draw_star(canvas, left, top, is_behind=bool(mark), fill=1)
    if mark:
        draw_mark(canvas, left, top, mark, is_lit=is_legal)
    elif is_legal:
        canvas.box(left + 3, top + 3, 1, 1)


def draw_mark(canvas: Canvas, left: int, top: int, mark: str, *, is_lit: bool) -> None:
    """Draw a sign in the middle of a place, on a tile that is lit or dark."""
    width = canvas.tiny.width(mark)
    start = left + (PITCH - width) // 2
    canvas.box(start - 1, top, width + 2, PITCH, fill=1 if is_lit else 0)
    canvas.text(start, top - 1, mark, font=canvas.tiny, fill=0 if is_lit else 1)


def draw_star(canvas: Canvas, left: int, top: int, *, is_behind: bool, fill: int) -> None:
    for x, y in BEHIND if is_behind else LOZENGE:
        canvas.box(left + x, top + y, 1, 1, fill=fill)


def draw_cursor(canvas: Canvas, chart: Chart, name: str, spot: tuple[int, int], *, is_chosen: bool) -> None:
    """Draw the place under the cursor, dark on lit and wider than others; a dark rim sets it off but cuts no mark."""
    left, top = corner(spot)
    canvas.frame(left - 2, top - 1, PITCH + 4, PITCH + 2, fill=0)
    canvas.box(left - 1, top, PITCH + 2, PITCH)
    mark = TICK if is_chosen else chart.marks.get(name, "")
    if name in chart.starred:
        draw_star(canvas, left, top, is_behind=bool(mark), fill=0)
    if mark:
        draw_mark(canvas, left, top, mark, is_lit=True)
    else:
        canvas.box(left + 3, top + 3, 1, 1, fill=0)


def draw_edges(canvas: Canvas, chart: Chart, lit: tuple[int, int]) -> None:
    """Draw letters at the left and numbers on top; those of the cursor are lit."""
    for y, row in enumerate(chart.rows):
        top = TOP + y * PITCH
        if y == lit[0]:
            canvas.box(0, top, LEFT - 1, PITCH)
        canvas.centre(top - 1, row, font=canvas.tiny, fill=0 if y == lit[0] else 1, left=1, right=LEFT - 2)
    for x, column in enumerate(chart.columns):
        left = LEFT + x * PITCH + (1 if len(column) > 1 else 0)
        if x == lit[1]:
            canvas.box(left - 1, 0, PITCH + 2, TOP - 1)
        canvas.centre(-2, column, font=canvas.tiny, fill=0 if x == lit[1] else 1, left=left, right=left + PITCH)


def hatch(canvas: Canvas, left: int, top: int, width: int, height: int) -> None:
    """Light a quarter of the dots, in step with those of the places around."""
    for y in range(top, top + height):
        for x in range(left, left + width):
            if x % 2 == 0 and (y + x // 2) % 2 == 0:
                canvas.box(x, y, 1, 1)
