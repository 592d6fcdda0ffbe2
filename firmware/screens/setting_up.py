"""Screens before a game: letting phones in, writing a name, sealing the urn, trying the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from firmware.screens.canvas import HEIGHT, WIDTH, Canvas

QUIET = 3
"""Fewest light dots around a QR code; without them phones don't find it."""
CORNER = 8
"""Dots of a corner's mark."""
COLUMNS, ROWS = 3, 5
"""The arrangement of the keys while they are tested."""


def qr_code(text: str, how: str, large: str, line: str, last: str) -> Image.Image:
    """Draw a QR code as dark modules on a lit ground at the left; what to type instead at the right."""
    import segno  # here, because it is large and most evenings begin without a code

    canvas = Canvas()
    matrix = [list(row) for row in segno.make(text, error="l", boost_error=False, micro=False).matrix]
    size = max(1, (HEIGHT - 2 * QUIET) // len(matrix))
    start = (HEIGHT - size * len(matrix)) // 2
    canvas.box(0, 0, HEIGHT, HEIGHT)
    for y, row in enumerate(matrix):
        for x, dark in enumerate(row):
            if dark:
                canvas.box(start + x * size, start + y * size, size, size, fill=0)
    left = HEIGHT + 1
    canvas.centre(4, how, font=canvas.tiny, left=left, right=WIDTH)
    canvas.centre(19, large, font=canvas.large, left=left, right=WIDTH)
    for y, typed in ((42, line), (53, last)):
        canvas.centre(y, typed, font=canvas.snug(typed, WIDTH - left), left=left, right=WIDTH)
    return canvas.image


def letters(
    title: str, written: Sequence[str], cursor: int, beside: tuple[str, str], footer: tuple[str, str]
) -> Image.Image:
    """Draw the text so far, lit at the cursor; above and below it the letters that UP and DOWN bring."""
    canvas = Canvas()
    canvas.title(title)
    x = 8
    for place, glyph in enumerate(written):
        width = max(5, canvas.small.width(glyph))
        if place == cursor:
            canvas.box(x - 1, 24, width + 2, 12)
        canvas.text(x, 25, glyph, fill=0 if place == cursor else 1)
        x += width + 2
    for letter, y in zip(beside, (13, 37), strict=True):
        canvas.text(8 + cursor * 7, y, letter)
    keys, done = footer
    canvas.footer(keys, right=done)
    return canvas.image


def seal(title: str, sealed: str, said: str, footer: str, left: float = 0.0) -> Image.Image:
    """Draw the six words of a seal in two lines, so that they can be copied by hand; below them, what to do.

    A line under the title is as long as the time that is `left`, from 1 to 0.
    """
    canvas = Canvas()
    canvas.title(title)
    canvas.box(0, 11, round(WIDTH * left), 2)
    words = sealed.split()
    canvas.centre(15, " ".join(words[:3]))
    canvas.centre(25, " ".join(words[3:]))
    canvas.centre(42, said, font=canvas.snug(said, 126))
    canvas.footer(footer)
    return canvas.image


def corners(far: str, lines: Sequence[str]) -> Image.Image:
    """Draw a mark in each corner and a frame along every edge, to see that the whole screen works; a text inside."""
    canvas = Canvas()
    canvas.box(0, 0, WIDTH, HEIGHT)
    canvas.box(1, 1, WIDTH - 2, HEIGHT - 2, fill=0)
    for x in (0, WIDTH - CORNER):
        for y in (0, HEIGHT - CORNER):
            canvas.box(x, y, CORNER, CORNER)
    canvas.centre(3, far)
    for number, line in enumerate(lines[:4]):
        canvas.centre(17 + 10 * number, line)
    return canvas.image


class Input(NamedTuple):
    """A contact, or a direction of a knob: its name, how often it was used, whether it is closed now."""

    name: str
    times: str
    closed: bool = False


def inputs(title: str, shown: Sequence[Input], footer: str) -> Image.Image:
    """Draw every input with its count; a closed one is lit."""
    canvas = Canvas()
    canvas.title(title)
    width = WIDTH // COLUMNS
    for place, one in enumerate(shown[: COLUMNS * ROWS]):
        column, row = divmod(place, ROWS)
        x, y = column * (width + 1), 11 + row * 9
        if one.closed:
            canvas.box(x, y, width, 9)
        fill = 0 if one.closed else 1
        edge = canvas.right(x + width - 2, y, one.times, fill=fill, font=canvas.tiny)
        canvas.text(x + 2, y, one.name, fill=fill, width=edge - x - 3, font=canvas.tiny)
    canvas.footer(footer)
    return canvas.image
