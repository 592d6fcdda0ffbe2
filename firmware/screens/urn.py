"""The screen on which the urn shows its seal before it is stirred."""

from __future__ import annotations

from PIL import Image

from firmware.screens.canvas import Canvas


def seal(title: str, commitment: str, said: str, footer: str) -> Image.Image:
    """The whole commitment in groups of four, so that it can be copied by hand; below it, what to do."""
    canvas = Canvas()
    canvas.title(title)
    for line in range(4):
        groups = [commitment[start : start + 4] for start in range(line * 16, line * 16 + 16, 4)]
        canvas.centre(13 + line * 8, " ".join(groups), font=canvas.tiny)
    canvas.centre(46, said)
    canvas.footer(footer)
    return canvas.image
