"""The screen on which a name is written."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from firmware.screens.canvas import Canvas


def letters(
    title: str, written: Sequence[str], cursor: int, beside: tuple[str, str], footer: tuple[str, str]
) -> Image.Image:
    """The name so far, lit at the cursor; above and below it the letters that UP and DOWN bring."""
    canvas = Canvas()
    canvas.title(title)
    x = 8
    for place, letter in enumerate(written):
        glyph = letter.upper() if place == 0 or written[place - 1] == " " else letter
        width = max(5, canvas.small.width(glyph))
        if place == cursor:
            canvas.box(x - 1, 24, width + 2, 12)
        canvas.text(x, 25, glyph, fill=0 if place == cursor else 1)
        x += width + 2
    for letter, y in zip(beside, (13, 37), strict=True):
        canvas.text(8 + cursor * 7, y, letter)
    canvas.footer(*footer)
    return canvas.image
