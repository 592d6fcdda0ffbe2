"""The screen on which a builder tries the keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from firmware.screens.canvas import WIDTH, Canvas

COLUMNS, ROWS = 3, 5


class Input(NamedTuple):
    """A contact, or a way a knob can be turned: its name, how often it was used, whether it is closed now."""

    name: str
    times: str
    closed: bool = False


def inputs(title: str, shown: Sequence[Input], footer: str) -> Image.Image:
    """Every input with its count; one that is closed is lit."""
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
