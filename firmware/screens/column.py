"""A table with one short column: the current row shows the values that three keys take."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from firmware.screens.canvas import LINE, WIDTH, Canvas
from firmware.screens.lists import first_row, scrollbar
from firmware.screens.numbers import SHEET_ROWS

ARROW = 5
"""Dots for an arrow and the space beside it."""


def name_room(names: Sequence[str], widest: str) -> int | None:
    """Return the dots for the names such that three of the widest values fit beside them; `None` if they don't."""
    canvas = Canvas()
    most = WIDTH - 3 * (canvas.tiny.width(widest) + ARROW + 1)
    for font, space in ((canvas.small, 5), (canvas.tiny, 3)):
        wanted = max(map(font.width, names)) + space
        if wanted <= most:
            return wanted
    return None


def column(
    title: str,
    right: str,
    *,
    label: str,
    names: Sequence[str],
    values: Sequence[str],
    beside: tuple[str, str],
    widest: str,
    cursor: int,
    footer: tuple[str, ...] = ("", ""),
) -> Image.Image:
    """Draw a row for each name with its value; in the lit row OK takes it, LEFT and RIGHT those `beside` it."""
    canvas = Canvas()
    canvas.title(title, right)
    start = name_room(names, widest) or WIDTH - 3 * (canvas.tiny.width(widest) + ARROW + 1)
    width = (WIDTH - start) // 3
    edges = [start, start + width, WIDTH - width, WIDTH]
    rows = min(len(names), SHEET_ROWS)
    hint_ends = 0
    if rows == SHEET_ROWS and canvas.tiny.width(footer[1]) + canvas.tiny.width(label) <= WIDTH - 4:
        hint_ends = canvas.text(1, 11, footer[1], font=canvas.tiny)
    canvas.centre(11, label, font=canvas.tiny, left=hint_ends, right=WIDTH)
    top = first_row(len(names), cursor, SHEET_ROWS)
    for line in range(rows):
        row = top + line
        y = 20 + line * (LINE + 1)
        lit = row == cursor
        if lit:
            canvas.box(0, y - 1, start - 1, LINE)
            canvas.box(edges[1] + 1, y - 1, edges[2] - edges[1] - 2, LINE)
            sides(canvas, y, edges, beside)
        name_font = canvas.snug(max(names, key=canvas.small.width), start - 3)
        canvas.text(2, y, names[row], fill=0 if lit else 1, width=start - 3, font=name_font)
        value_font = canvas.snug(values[row], edges[2] - edges[1] - 4)
        canvas.centre(y, values[row], fill=0 if lit else 1, left=edges[1], right=edges[2], font=value_font)
    scrollbar(canvas, len(names), top, SHEET_ROWS)
    if rows < SHEET_ROWS:
        news, hint, *others = footer
        canvas.footer(news, *others, "", right=hint)
    return canvas.image


def sides(canvas: Canvas, y: int, edges: Sequence[int], beside: tuple[str, str]) -> None:
    """Draw the values that LEFT and RIGHT take, each at its arrow, if there are any."""
    before, after = beside
    if before:
        canvas.text(edges[0], y, "◂")
        font = canvas.snug(before, edges[1] - edges[0] - ARROW)
        canvas.centre(y, before, left=edges[0] + ARROW, right=edges[1], font=font)
    if after:
        canvas.right(edges[3] - 1, y, "▸")
        font = canvas.snug(after, edges[3] - edges[2] - ARROW)
        canvas.centre(y, after, left=edges[2], right=edges[3] - ARROW, font=font)
