"""Screens that ask for numbers: one, several side by side, or a whole table of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PIL import Image

from firmware.fonts import Font
from firmware.screens.canvas import LINE, WIDTH, Canvas
from firmware.screens.lists import first_row, scrollbar

SIGNS = "▴▾◂▸ "
SHEET_ROWS = 4
"""Rows at once; more scroll with the cursor."""


def count(
    title: str, right: str, question: Sequence[str], *, low: int, high: int, value: int, footer: str = ""
) -> Image.Image:
    """Draw a choice of numbers: all of them in a row if they fit, otherwise one large one between arrows."""
    canvas = Canvas()
    canvas.title(title, right)
    for line, text in enumerate(question[:2]):
        canvas.centre(13 + line * LINE, text)
    numbers = high - low + 1
    width = min(24, (WIDTH - 4) // numbers)
    in_a_row = numbers <= 9 and canvas.large.width(str(high)) < width
    if in_a_row:
        start = (WIDTH - width * numbers) // 2
        for offset in range(numbers):
            x = start + offset * width
            chosen = low + offset == value
            if chosen:
                canvas.box(x, 36, width - 1, 18)
            canvas.centre(
                38, str(low + offset), fill=0 if chosen else 1, font=canvas.large, left=x, right=x + width - 1
            )
    else:
        canvas.centre(38, str(value), font=canvas.large)
        canvas.text(30, 40, "◂")
        canvas.right(98, 40, "▸")
    canvas.footer(footer, "" if in_a_row else f"{low}–{high}")
    return canvas.image


def sheet(
    title: str,
    right: str,
    *,
    columns: Sequence[str],
    names: Sequence[str],
    cells: Sequence[Sequence[str]],
    widest: Sequence[str],
    cursor: tuple[int, int],
    footer: tuple[str, ...] = ("", ""),
) -> Image.Image:
    """Draw a table: a row for each player, a column for each question. If `cursor[1]` is -1 the whole row is lit.

    `widest` is the widest thing each column may show, so that columns don't jump while values turn. Where there is no
    room for all columns' names, the signs before them go; then only the column under the cursor is named.
    """
    canvas = Canvas()
    canvas.title(title, right)
    edges = name_columns(canvas, columns, names, widest, cursor[1])
    rows = min(len(names), SHEET_ROWS)
    top = first_row(len(names), cursor[0], SHEET_ROWS)
    for line in range(rows):
        row = top + line
        y = 20 + line * (LINE + 1)
        name_font = canvas.snug(max(names, key=canvas.small.width), edges[0] - 3)
        draw_row(
            canvas,
            y,
            edges,
            name=names[row],
            font=name_font,
            cells=cells[row],
            cursor=cursor[1] if row == cursor[0] else None,
        )
    scrollbar(canvas, len(names), top, SHEET_ROWS)
    if rows < 4:
        news, hint, *others = footer
        canvas.footer(news, *others, "", right=hint)
    elif canvas.tiny.width(footer[1]) <= edges[0] - 2:
        canvas.text(1, 11, footer[1], font=canvas.tiny)
    return canvas.image


def name_columns(
    canvas: Canvas, columns: Sequence[str], names: Sequence[str], widest: Sequence[str], under_cursor: int
) -> list[int]:
    """Draw the names of the columns, as many as there is room for; return where columns begin and end."""
    edges = column_edges(canvas, names, widest, columns)
    if not have_room(canvas, edges, columns):
        columns = [column.lstrip(SIGNS) for column in columns]
        edges = column_edges(canvas, names, widest, columns)
    if under_cursor >= 0 and not have_room(canvas, edges, columns):
        canvas.centre(11, columns[under_cursor], font=canvas.tiny)
        return column_edges(canvas, names, widest, ("",) * len(columns))
    for column, label in enumerate(columns):
        canvas.centre(11, label, font=canvas.tiny, left=edges[column], right=edges[column + 1])
    return edges


def have_room(canvas: Canvas, edges: Sequence[int], labels: Sequence[str]) -> bool:
    """Return whether the names of up to three columns fit between their edges."""
    rooms = [right - left for left, right in pairwise(edges)]
    fit = (canvas.tiny.width(label) <= room for label, room in zip(labels, rooms, strict=True))
    return len(labels) <= 3 and all(fit)


def column_edges(canvas: Canvas, names: Sequence[str], widest: Sequence[str], labels: Sequence[str]) -> list[int]:
    """Return where columns begin and end: each gets what it needs in tiny letters, and a share of the rest."""
    texts = [max(names, key=canvas.small.width), *widest]
    least = [canvas.tiny.width(text) + 4 for text in texts]
    least = [
        least[0],
        *(max(room, canvas.tiny.width(label) + 3) for room, label in zip(least[1:], labels, strict=True)),
    ]
    wish = [max(room, canvas.small.width(text) + 5) for room, text in zip(least, texts, strict=True)]
    spare = max(0, WIDTH - sum(least))
    wanted = sum(wish) - sum(least) or 1
    widths = [
        room + min(want - room, spare * (want - room) // wanted) for room, want in zip(least, wish, strict=True)
    ]
    rest = WIDTH - sum(widths)
    edges = [widths[0]]
    for width in widths[1:]:
        edges.append(edges[-1] + width + rest // len(widest))
    return edges


def draw_row(
    canvas: Canvas, y: int, edges: Sequence[int], *, name: str, font: Font, cells: Sequence[str], cursor: int | None
) -> None:
    """Draw one line of a table: its name and cells, lit as a whole (-1) or in one cell."""
    if cursor == -1:
        canvas.box(0, y - 1, WIDTH, LINE)
    canvas.text(2, y, name, fill=0 if cursor == -1 else 1, width=edges[0] - 3, font=font)
    for column, text in enumerate(cells):
        left, right = edges[column], edges[column + 1]
        if cursor == column:
            canvas.box(left, y - 1, right - left - 1, LINE)
        font = canvas.snug(text, right - left - 1)
        canvas.centre(y, text, fill=0 if cursor in (-1, column) else 1, left=left, right=right - 1, font=font)
