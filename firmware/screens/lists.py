"""Screens that offer things to choose from: menus, and the options of a question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from firmware.fonts import Font
from firmware.screens.canvas import HEIGHT, LINE, WIDTH, Canvas

ROWS = 5
"""Lines under the title."""
ROWS_ABOVE_NOTE, NOTE_LINES = 3, 2
"""Lines under the title if a note in tiny letters stands below them, and the lines of that note."""
GAP = 14
"""Dots between a row and a note in letters as large; with less they would read as one."""
TWO_WAYS_LINES = 3
"""Lines above two answers that stand side by side; and in tiny letters, for longer texts:"""
TWO_WAYS_TINY_LINES = 4


class Row(NamedTuple):
    """A line of a menu: its name, and a note on it."""

    text: str
    note: str = ""


def menu(title: str, right: str, rows: Sequence[Row], cursor: int, note: str = "") -> Image.Image:
    """Draw rows with a bar on the one that OK takes; more rows than fit scroll with the bar.

    A `note` about that one stands below fewer rows.
    """
    canvas = Canvas()
    canvas.title(title, right)
    shown = ROWS_ABOVE_NOTE if note else ROWS
    top = first_row(len(rows), cursor, shown)
    for line, row in enumerate(rows[top : top + shown]):
        y = row_top(line)
        edge = WIDTH - 3
        if row.note:
            note_font = canvas.snug(row.note, edge - GAP - canvas.small.width(row.text))
            room = edge - 8 - canvas.snug(row.text, edge - 8 - note_font.width(row.note)).width(row.text)
            edge = canvas.right(edge, y, note_font.fit(row.note, max(room, 50)), font=note_font)
        room = edge - 8 if row.note else edge - 6
        canvas.text(4, y, row.text, width=room, font=canvas.snug(row.text, room))
    canvas.invert(0, row_top(cursor - top) - 1, WIDTH, LINE + 1)
    scrollbar(canvas, len(rows), top, shown)
    if note:
        _note_below(canvas, note)
    return canvas.image


def _note_below(canvas: Canvas, note: str) -> None:
    """Draw a sentence under a dotted rule, on the last two lines; what has no room there is shortened."""
    first, *rest = canvas.tiny.wrap(note, WIDTH - 2)
    lines = [first, " ".join(rest)] if rest else [first]
    top = HEIGHT - NOTE_LINES * canvas.tiny.height
    for x in range(0, WIDTH - 2, 2):
        canvas.box(x, top - 2, 1, 1)
    for line, text in enumerate(lines):
        canvas.text(1, top + line * canvas.tiny.height, text, font=canvas.tiny, width=WIDTH - 2)


def row_top(line: int) -> int:
    """Return where a line under the title begins; five of them share the rest of the screen."""
    return LINE + 2 + line * LINE + (line + 1) // 2


def stand_on_one_line(row: Row) -> bool:
    """Return whether a row's name and note fit beside each other, at least in the tiny font."""
    font = Font.load("tiny")
    return font.width(row.text) + font.width(row.note) <= WIDTH - 11


def first_row(count: int, cursor: int, rows: int = ROWS) -> int:
    """Return the first row to show, so that the cursor is in sight and near the middle."""
    return max(0, min(cursor - rows // 2, count - rows))


def scrollbar(canvas: Canvas, count: int, top: int, rows: int) -> None:
    """Draw a mark at the right edge where there is more above or below."""
    if count > rows:
        height = HEIGHT - LINE - 2
        length = max(4, height * rows // count)
        canvas.box(WIDTH - 1, LINE + 1 + (height - length) * top // (count - rows), 1, length)


class Grid(NamedTuple):
    """A layout of options: in columns, filled one after another."""

    columns: int
    rows: int

    def place(self, index: int) -> tuple[int, int]:
        """Return the column and row of an option on its page."""
        on_page = index % (self.columns * self.rows)
        return on_page // self.rows, on_page % self.rows


def grid_for(labels: Sequence[str], rows: int = ROWS) -> Grid:
    """Return as few columns as show everything at once, as far as the labels leave room."""
    widest = max(Canvas().small.width(label) for label in labels)
    room = max(1, (WIDTH - 2) // (widest + 5))
    columns = min(room, -(-len(labels) // rows))
    return Grid(columns, min(rows, -(-len(labels) // columns)))


def grid_with_footer(labels: Sequence[str], footer: str) -> Grid:
    """Return a grid that leaves the last lines for the footer, if all labels fit above it."""
    for lines in (len(footer_lines(footer)), 1):
        grid = grid_for(labels, max(1, ROWS - lines))
        if grid.columns * grid.rows >= len(labels):
            return grid
    return grid_for(labels)


def footer_lines(text: str) -> list[str]:
    return Font.load("tiny").wrap(text, WIDTH - 2)


def options(
    title: str, right: str, labels: Sequence[str], barred: int, cursor: int, grid: Grid, *footers: str
) -> Image.Image:
    """Draw a question's options in columns; the last `barred` of them are not allowed: small, with a cross.

    Below them stands the first of the `footers` that has room there.
    """
    canvas = Canvas()
    canvas.title(title, right)
    size = grid.columns * grid.rows
    page = cursor // size
    width = (WIDTH - 2) // grid.columns
    for index in range(page * size, min(len(labels), (page + 1) * size)):
        column, row = grid.place(index)
        x, y = column * width, row_top(row)
        if index >= len(labels) - barred and index != cursor:
            canvas.text(x + 3, y + 1, f"× {labels[index]}", width=width - 5, font=canvas.tiny)
        else:
            canvas.text(x + 3, y, labels[index], width=width - 5)
    column, row = grid.place(cursor)
    bar = min(width, canvas.small.width(labels[cursor]) + 6)
    canvas.invert(column * width, row_top(row) - 1, bar, LINE + 1)
    if len(labels) > size:
        scrollbar(canvas, len(labels), page * size, size)
    fitting = (lines for text in footers if len(lines := footer_lines(text)) <= ROWS - grid.rows)
    lines = next(fitting, [])
    for line, text in enumerate(lines):
        canvas.text(1, HEIGHT - (len(lines) - line) * canvas.tiny.height, text, font=canvas.tiny)
    return canvas.image


def stand_side_by_side(labels: Sequence[str]) -> bool:
    """Return whether these are two answers, short enough for a side each."""
    font = Font.load("tiny")
    return len(labels) == 2 and all(font.width(f"◂ {label}") <= WIDTH // 2 - 8 for label in labels)


def two_ways(title: str, right: str, question: Sequence[str], answers: Sequence[str], cursor: int) -> Image.Image:
    """Draw a question with two answers, one at each side: LEFT and RIGHT answer it at once."""
    canvas = Canvas()
    canvas.title(title, right)
    if len(question) <= TWO_WAYS_LINES and max(map(canvas.small.width, question), default=0) <= WIDTH:
        for line, text in enumerate(question):
            canvas.centre(14 + line * LINE, text)
    else:
        for line, text in enumerate(question[:TWO_WAYS_TINY_LINES]):
            canvas.centre(12 + line * canvas.tiny.height, text, font=canvas.tiny)
    font = canvas.snug(f"◂ {max(answers, key=canvas.small.width)}", WIDTH // 2 - 8)
    for side, (answer, x) in enumerate(((f"◂ {answers[0]}", 2), (f"{answers[1]} ▸", WIDTH // 2 + 2))):
        (canvas.box if side == cursor else canvas.frame)(x, 47, WIDTH // 2 - 4, 15)
        canvas.centre(50, answer, fill=0 if side == cursor else 1, left=x + 2, right=x + WIDTH // 2 - 6, font=font)
    return canvas.image


THIRD = (WIDTH - 2) // 3


def stand_in_three(labels: Sequence[str]) -> bool:
    """Return whether three answers are short enough to stand side by side."""
    font = Font.load("tiny")
    return all(font.width(label) <= THIRD - 9 for label in labels)


def three_ways(title: str, right: str, question: Sequence[str], answers: Sequence[str]) -> Image.Image:
    """Draw a question with three answers: LEFT, OK and RIGHT give the one at their place."""
    canvas = Canvas()
    canvas.title(title, right)
    for line, text in enumerate(question[:TWO_WAYS_LINES]):
        canvas.centre(14 + line * LINE, text)
    font = canvas.snug(max(answers, key=canvas.small.width), THIRD - 9)
    for place, answer in enumerate(answers):
        x, middle = place * (THIRD + 1), place == 1
        (canvas.box if middle else canvas.frame)(x, 47, THIRD, 15)
        left, end = x + (6 if place == 0 else 1), x + THIRD - (6 if place == 2 else 1)
        canvas.centre(50, answer, fill=0 if middle else 1, left=left, right=end, font=font)
    canvas.text(2, 50, "◂")
    canvas.right(WIDTH - 2, 50, "▸")
    return canvas.image
