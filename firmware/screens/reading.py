"""Screens to read: a text, a telling, a count of votes, an order of cards, scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from firmware.fonts import Font
from firmware.screens.canvas import HEIGHT, LINE, WIDTH, Canvas, beginning
from firmware.screens.lists import row_top, scrollbar

LINES = 5
"""Lines of a text under its title."""
OK = "OK ▸"
"""Stands at the right of a title where OK continues."""
TINY_LINES = 6
"""Lines in tiny letters under a title."""


def wrap(text: str, width: int = WIDTH - 4) -> list[str]:
    return Font.load("small").wrap(text, width)


def wrap_tiny(text: str, width: int = WIDTH - 4) -> list[str]:
    return Font.load("tiny").wrap(text, width)


def fit_title(title: str, right: str) -> bool:
    """Return whether both fit in the title bar."""
    font = Font.load("small")
    return font.width(title) + font.width(right) <= WIDTH - 10


def beside_title(title: str, *rights: str) -> str:
    """Return the first of these texts that fits beside a title, or the last."""
    return next((right for right in rights if fit_title(title, right)), rights[-1])


def page(title: str, right: str, lines: Sequence[str], top: int) -> Image.Image:
    """Draw a text that may be longer than the screen, from its line `top` on."""
    canvas = Canvas()
    canvas.title(title, right)
    for line, text in enumerate(lines[top : top + LINES]):
        canvas.text(2, row_top(line), text)
    scrollbar(canvas, len(lines), top, LINES)
    return canvas.image


class Leaf(NamedTuple):
    """A page of a text."""

    lines: Sequence[str]
    is_tiny: bool = False


def leaves(text: str) -> list[Leaf]:
    """Return a text page by page; in tiny letters if that spares a last page of only a line or two.

    >>> [(len(leaf.lines), leaf.is_tiny) for leaf in leaves("word " * 30)]
    [(5, True)]
    >>> [(len(leaf.lines), leaf.is_tiny) for leaf in leaves("word " * 40)]
    [(5, False), (3, False)]
    """
    lines, tiny = wrap(text), wrap_tiny(text)
    pages, tiny_pages = [_pages(lines, LINES), _pages(tiny, TINY_LINES)]
    if len(tiny_pages) < len(pages) and len(pages[-1]) < 3:
        return [Leaf(page, is_tiny=True) for page in tiny_pages]
    return [Leaf(page) for page in pages]


def _pages(lines: Sequence[str], most: int) -> list[Sequence[str]]:
    return [lines[top : top + most] for top in range(0, len(lines), most)]


def leaf(title: str, right: str, shown: Leaf) -> Image.Image:
    """Draw one page of a text."""
    if not shown.is_tiny:
        return page(title, right, shown.lines, 0)
    canvas = Canvas()
    canvas.title(title, right)
    for line, text in enumerate(shown.lines):
        canvas.text(2, LINE + 3 + line * canvas.tiny.height, text, font=canvas.tiny)
    return canvas.image


def notice(title: str, right: str, lines: Sequence[str], footer: str = "", *, rule_after: int = 0) -> Image.Image:
    """Draw a few words in the middle of the screen, with a rule across it after `rule_after` lines."""
    canvas = Canvas()
    canvas.title(title, right)
    shown = lines[: LINES if not footer else LINES - 1]
    room = HEIGHT - LINE - (9 if footer else 0)
    y = LINE + (room - len(shown) * (LINE + 1)) // 2 + 1
    for line, text in enumerate(shown):
        if line and line == rule_after:
            canvas.box(0, y - 1, WIDTH, 1)
            y += 2
        canvas.centre(y, text)
        y += LINE + 1
    if footer:
        canvas.footer(footer)
    return canvas.image


def petition(title: str, code: str, text: str, address: str, footer: str) -> Image.Image:
    """Draw what a phone asks for, in letters as large as it allows, and above the last line which phone that is."""
    canvas = Canvas()
    canvas.title(title, code)
    bottom = HEIGHT - canvas.tiny.height - 2
    canvas.centre(bottom - LINE, address, font=canvas.snug(address, WIDTH))
    canvas.line(0, bottom, WIDTH, bottom)
    canvas.footer(footer)
    room = bottom - LINE - LINE - 2
    font = canvas.small if len(canvas.small.wrap(text, WIDTH - 4)) * LINE <= room else canvas.tiny
    pitch = LINE if font is canvas.small else canvas.tiny.height
    lines = font.wrap(text, WIDTH - 4)[: room // pitch]
    for line, words in enumerate(lines):
        canvas.centre(LINE + 2 + (room - len(lines) * pitch) // 2 + line * pitch, words, font=font)
    return canvas.image


def with_keys(image: Image.Image, keys: str, known: str) -> Image.Image:
    """Draw what the keys do at the right end of a picture's title bar, instead of the `known` key that stands there.

    A title that needs the room keeps it.
    """
    canvas = Canvas()
    canvas.image.paste(image)
    left = WIDTH - canvas.tiny.width(keys) - 3
    if is_lettered(image.crop((left, 0, WIDTH - canvas.small.width(known) - 3, LINE))):
        return image
    canvas.box(left, 0, WIDTH - left, LINE)
    canvas.text(left + 2, 1, keys, fill=0, font=canvas.tiny)
    return canvas.image


def with_time_left(image: Image.Image, left: float) -> Image.Image:
    """Draw a line at the right edge that is as long as the time that is `left`, from 1 to 0."""
    canvas = Canvas()
    canvas.image.paste(image)
    room = HEIGHT - LINE - 2
    canvas.box(WIDTH - 1, LINE + 2, 1, room, fill=0)
    canvas.box(WIDTH - 1, HEIGHT - round(room * left), 1, round(room * left))
    return canvas.image


def is_lettered(bar: Image.Image) -> bool:
    """Return whether dark letters stand on a lit bar."""
    return 0 in (bar.getextrema() or ())


def small_print(text: str) -> Image.Image:
    """Draw a text that has to fit on one screen, in letters as large as it allows."""
    canvas = Canvas()
    canvas.title("BALLOTTINO")
    room = HEIGHT - LINE - 2
    font = canvas.small if len(canvas.small.wrap(text, WIDTH - 4)) * LINE <= room else canvas.tiny
    pitch = LINE if font is canvas.small else canvas.tiny.height + 1
    for line, words in enumerate(font.wrap(text, WIDTH - 4)[: room // pitch]):
        canvas.text(2, LINE + 2 + line * pitch, words, font=font)
    return canvas.image


def fits_footer(text: str) -> bool:
    """Return whether the last line has room for it."""
    return Font.load("tiny").width(text) <= WIDTH - 3


class Bar(NamedTuple):
    """A player's votes: the name, their parts, and their sum."""

    name: str
    parts: str
    total: int
    longest: int = 0
    """The value of a full bar; by default, the most that anyone has."""


def bars(title: str, right: str, rows: Sequence[Bar], said: Sequence[str]) -> Image.Image:
    """Draw the votes as bars, the most first, and the consequence below, in tiny letters if need be."""
    canvas = Canvas()
    canvas.title(title, right)
    tiny = canvas.tiny.wrap(" ".join(said), WIDTH - 2) if len(said) > 5 - len(rows) else []
    top, pitch = (11, LINE - 1) if len(rows) > 4 or len(tiny) > 1 else (12, LINE)
    most = max((row.total for row in rows), default=1) or 1
    for line, row in enumerate(rows[:5]):
        y = top + line * pitch
        name_ends = canvas.text(2, y, row.name, width=60)
        edge = max(46, name_ends + 4)
        parts_end = canvas.text(edge, y, row.parts, width=WIDTH - 14 - edge, font=canvas.snug(row.parts, 36))
        canvas.right(WIDTH - 2, y, str(row.total))
        room = WIDTH - 14 - max(84, parts_end + 3)
        canvas.box(WIDTH - 14 - room, y + 1, room * row.total // (row.longest or most), 6)
    if tiny:
        _say_below(canvas, tiny[: 2 if len(rows) < 5 else 1], canvas.tiny)
    elif said:
        _say_below(canvas, said, canvas.small)
    return canvas.image


def _say_below(canvas: Canvas, lines: Sequence[str], font: Font) -> None:
    """Draw the last lines of a screen, under a rule where small letters leave room for one."""
    if font is canvas.tiny:
        for line, text in enumerate(lines):
            canvas.text(1, HEIGHT - (len(lines) - line) * font.height, text, font=font)
        return
    top = HEIGHT - LINE * len(lines)
    canvas.line(0, top - 1, WIDTH, top - 1)
    for line, text in enumerate(lines):
        canvas.text(2, top + 1 + line * LINE, text, width=WIDTH - 4)


def order(title: str, right: str, labels: Sequence[str]) -> Image.Image:
    """Draw cards in their order, numbered, in two columns."""
    canvas = Canvas()
    canvas.title(title, right)
    half = (len(labels) + 1) // 2
    for index, label in enumerate(labels):
        column, row = divmod(index, half)
        x, y = column * 64, 13 + row * 12
        canvas.text(x + 1, y, f"{index + 1}")
        canvas.text(x + 9, y, label, width=55, font=canvas.snug(label, 55))
    return canvas.image


def card(title: str, right: str, label: str, note: str, turn: float) -> Image.Image:
    """Draw a card turning over: from its back (`turn` 0) over its edge (0.5) to its face (1)."""
    canvas = Canvas()
    canvas.title(title, right)
    height = 36
    half = max(2, int(abs(turn - 0.5) * 2 * 50))
    left = WIDTH // 2 - half
    canvas.frame(left, 16, half * 2, height - 4)
    if turn >= 0.5 and half > 30:
        canvas.centre(27, label, left=left + 2, right=left + half * 2 - 2)
    elif turn < 0.5 and half > 12:
        canvas.centre(25, "?", font=canvas.large)
    canvas.centre(53, note)
    return canvas.image


def scores(
    title: str, right: str, columns: Sequence[str], rows: Sequence[tuple[str, Sequence[int]]], cursor: int
) -> Image.Image:
    """Draw the tallies of every seat; the bar is on the one whose receipts OK shows."""
    canvas = Canvas()
    canvas.title(title, right)
    start = 43
    width = (WIDTH - start) // len(columns)
    for column, label in enumerate(columns):
        head = beginning(canvas.tiny, label, width - 3)
        canvas.centre(11, head, font=canvas.tiny, left=start + column * width, right=start + (column + 1) * width)
    name_font = canvas.snug(max((name for name, _ in rows), key=canvas.small.width), start - 4)
    top, pitch = (21, LINE + 1) if len(rows) < 5 else (19, LINE - 1)
    for line, (name, numbers) in enumerate(rows):
        y = top + line * pitch
        fill = 1
        if line == cursor:
            canvas.box(0, y - (1 if pitch > LINE else 0), WIDTH, min(LINE, pitch) + 1)
            fill = 0
        canvas.text(2, y, name, fill=fill, width=start - 4, font=name_font)
        for column, number in enumerate(numbers):
            canvas.centre(y, str(number), fill=fill, left=start + column * width, right=start + (column + 1) * width)
    return canvas.image
