"""A board of hexes with a cursor on it: islands in the water, small enough to be seen whole; the rest as on a grid.

A hex is 5 by 4 dots, and a dot to the next. A rim marks a legal hex, whatever lies there; a tick one that is
chosen. Elsewhere a dot is free ground and rushes are swamp; each kind of building has a shape of its own. Rows of
water alone are narrow. A board too large for the screen is shown around the cursor.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache

from PIL import Image

from companion.screen.maps import Chart
from firmware.screens.canvas import HEIGHT, WIDTH, Canvas
from firmware.screens.maps.grid import spots
from firmware.screens.maps.side import Side, draw_side, draw_under_cursor

WIDE, HIGH = 5, 4
ACROSS, DOWN = WIDE + 1, HIGH + 1
"""Distance from one hex to the next in its row, and from row to row."""
CANAL = 2
"""Height of a row without a hex."""
EDGE = 73
"""Right edge of the board: beside it, a name of ten letters has room."""

Dots = tuple[str, ...]
Corner = tuple[int, int]

FREE = (".....", ".....", "..#..", ".....")
RUSHES = (".....", ".#.#.", "..#..", ".....")
RIM = (".###.", "#...#", "#...#", ".###.")
TICK = ("....#", "...#.", "#.#..", ".#...")
LIT = (".###.", "#####", "#####", ".###.")
SIGNS = {
    "▴": ("..#..", ".###.", "#####", "....."),
    "▾": (".....", "#####", ".###.", "..#.."),
    "◂": ("...#.", ".###.", ".###.", "...#."),
    "▸": (".#...", ".###.", ".###.", ".#..."),
    "■": LIT,
}
"""The signs of hexes that a key leads to: the arrows; a lit hex is OK's."""
STANDING = {
    "^": ("..#..", ".###.", "#####", ".###."),
    "H": ("#.#.#", "#####", "#.#.#", "#####"),
    "o": ("##.##", "#...#", "#...#", "##.##"),
    "+": ("..#..", "#####", "..#..", "..#.."),
    "=": (".###.", "#####", "#...#", "#...#"),
}
"""A house, a palace of two floors, a square, a church, a bridge; anything else is a tile."""


def board(
    chart: Chart, legal: Collection[str], chosen: Collection[str], cursor: str | None, side: Side, near: str
) -> Image.Image:
    """Draw the board as it lies now, as much as fits around `near`. `legal` hexes can be taken, `chosen` ones are."""
    canvas = Canvas()
    where = moved_into_sight(corners(chart), near)
    taken = {*chosen, *chart.chosen}
    for name, corner in where.items():
        draw_hex(canvas, chart, name, corner, is_legal=name in legal, is_taken=name in taken)
    draw_straits(canvas, chart, where)
    if cursor:
        draw_cursor(canvas, chart, cursor, where[cursor], is_taken=cursor in taken)
    canvas.box(EDGE, 0, WIDTH - EDGE, HEIGHT, fill=0)
    draw_under_cursor(canvas, side, EDGE + 3, draw_side(canvas, side, EDGE + 3))
    return canvas.image


def signed(chart: Chart, signs: Mapping[str, str], side: Side) -> Image.Image:
    """Draw the whole board, with the sign of a key on each of these hexes."""
    canvas = Canvas()
    places = corners(chart)
    where = moved_into_sight(places, next(iter(places)))
    for name, corner in where.items():
        if name in signs:
            canvas.image.paste(1, corner, stamp(SIGNS[signs[name]]))
        else:
            draw_hex(canvas, chart, name, corner, is_legal=False, is_taken=name in chart.chosen)
    draw_straits(canvas, chart, where)
    canvas.box(EDGE, 0, WIDTH - EDGE, HEIGHT, fill=0)
    draw_under_cursor(canvas, side, EDGE + 3, draw_side(canvas, side, EDGE + 3))
    return canvas.image


def is_in_sight(chart: Chart) -> bool:
    """Return whether the whole board fits the screen."""
    where = corners(chart).values()
    return max(x for x, _ in where) + WIDE <= EDGE and max(y for _, y in where) + HIGH <= HEIGHT


def corners(chart: Chart) -> dict[str, Corner]:
    """Return the top left dot of every hex, the whole board beginning at 0."""
    where = spots(chart)
    peopled = {row for row, _ in where.values()}
    tops = [0]
    for row in range(len(chart.rows)):
        tops.append(tops[row] + (DOWN if row in peopled else CANAL))
    first = min(column for _, column in where.values())
    return {name: ((column - first) * ACROSS // 2, tops[row]) for name, (row, column) in where.items()}


def moved_into_sight(where: dict[str, Corner], near: str) -> dict[str, Corner]:
    """Return the same hexes where they are drawn: in the middle, or around one if there is no room for all."""
    left = into_sight([x for x, _ in where.values()], WIDE, where[near][0], EDGE)
    top = into_sight([y for _, y in where.values()], HIGH, where[near][1], HEIGHT)
    return {name: (x + left, y + top) for name, (x, y) in where.items()}


def into_sight(starts: Sequence[int], size: int, near: int, room: int) -> int:
    """Return the shift that brings what starts at these dots into sight.

    >>> into_sight([0, 10], 5, 10, 25), into_sight([0, 90], 5, 90, 25), into_sight([0, 90], 5, 3, 25)
    (5, -71, 1)
    """
    length = max(starts) + size
    if length <= room:
        return (room - length) // 2
    return max(room - length - 1, min(1, room // 2 - near - size // 2))


@cache
def stamp(dots: Dots) -> Image.Image:
    """Return a few dots as a mask to draw through."""
    made = Image.new("1", (len(dots[0]), len(dots)))
    made.putdata([255 * (dot == "#") for line in dots for dot in line])
    return made


def draw_hex(canvas: Canvas, chart: Chart, name: str, corner: Corner, *, is_legal: bool, is_taken: bool) -> None:
    shape = RIM if is_legal and not is_taken else lying_on(chart, name, is_taken=is_taken)
    canvas.image.paste(1, corner, stamp(shape))


def lying_on(chart: Chart, name: str, *, is_taken: bool) -> Dots:
    """Return the mask for the contents of a hex."""
    if is_taken:
        return TICK
    if mark := chart.marks.get(name):
        return STANDING.get(mark, LIT)
    return RUSHES if name in chart.shaded else FREE


def draw_straits(canvas: Canvas, chart: Chart, where: dict[str, Corner]) -> None:
    """Draw a line where islands touch: between neighbours in a row, and from one row to the next."""
    areas = {corner: chart.areas.get(name) for name, corner in where.items()}
    for (x, y), area in areas.items():
        if areas.get((x + ACROSS, y), area) != area:
            canvas.box(x + WIDE, y, 1, HIGH)
        for half in (-ACROSS // 2, ACROSS // 2):
            if areas.get((x + half, y + DOWN), area) != area:
                canvas.box(x + max(0, half) - (half < 0), y + HIGH, ACROSS // 2 + 1, 1)


def draw_cursor(canvas: Canvas, chart: Chart, name: str, corner: Corner, *, is_taken: bool) -> None:
    """Draw the hex under the cursor, dark on lit and wider than the others; a dark rim sets it off."""
    x, y = corner
    canvas.frame(x - 2, y - 1, WIDE + 4, HIGH + 2, fill=0)
    canvas.box(x - 1, y, WIDE + 2, HIGH)
    canvas.image.paste(0, corner, stamp(lying_on(chart, name, is_taken=is_taken)))
