"""The screens on which the urn shows its seals."""

from __future__ import annotations

from PIL import Image

from firmware.screens.canvas import Canvas


def seal(title: str, sealed: str, said: str, footer: str, *, right: str = "") -> Image.Image:
    """The six words of a seal in two lines, so that they can be copied by hand; below them, what to do."""
    canvas = Canvas()
    canvas.title(title, right)
    words = sealed.split()
    canvas.centre(15, " ".join(words[:3]))
    canvas.centre(25, " ".join(words[3:]))
    canvas.centre(42, said, font=canvas.snug(said, 126))
    canvas.footer(footer)
    return canvas.image
