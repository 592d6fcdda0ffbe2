"""The first picture: an urn, three balls, a name. `python -m firmware.screens.splash` writes its frame again."""

from __future__ import annotations

from PIL import Image

from firmware.screens import SPLASH
from firmware.screens.canvas import Canvas
from hardware.frame import pack


def splash() -> Image.Image:
    """Draw the urn with three balls about to fall in, and the name beside it."""
    canvas = Canvas()
    canvas.box(10, 30, 32, 4)
    canvas.box(13, 34, 26, 3)
    canvas.box(15, 37, 22, 15)
    canvas.box(11, 52, 30, 4)
    canvas.box(22, 30, 8, 2, fill=0)
    canvas.centre(41, "B", fill=0, left=15, right=37)
    for x, y in ((18, 21), (26, 10), (31, 19)):
        ball(canvas, x, y)
    canvas.text(52, 19, "Ballottino")
    canvas.line(52, 30, 52 + canvas.small.width("Ballottino"), 30)
    return canvas.image


def ball(canvas: Canvas, x: int, y: int) -> None:
    canvas.box(x + 1, y, 4, 6)
    canvas.box(x, y + 1, 6, 4)


if __name__ == "__main__":
    SPLASH.write_bytes(pack(splash()))
