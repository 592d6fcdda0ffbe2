"""A QR code to scan, and beside it what one may type instead."""

from __future__ import annotations

import segno
from PIL import Image

from firmware.screens.canvas import HEIGHT, WIDTH, Canvas

QUIET = 3
"""Dots of light around the code at least; without them phones don't find it."""


def code(text: str, how: str, large: str, line: str, last: str) -> Image.Image:
    """The code as dark modules on a lit ground at the left; what to type at the right."""
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
