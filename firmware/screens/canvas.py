"""A picture of 128x64 dots to draw on: text, bars and frames, in the box's own fonts."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageChops, ImageDraw

from firmware.fonts import Font

WIDTH, HEIGHT = 128, 64
LINE = 10
"""Dots from one line of small text to the next."""


class Canvas:
    """One picture being drawn. Every screen starts with one and ends with its `image`.

    >>> canvas = Canvas()
    >>> canvas.title("SAN POLO", "4 of 7")
    >>> canvas.image.size
    (128, 64)
    """

    def __init__(self) -> None:
        self.image = Image.new("1", (WIDTH, HEIGHT))
        self._draw = ImageDraw.Draw(self.image)
        self.small = Font.load("small")
        self.tiny = Font.load("tiny")
        self.large = Font.load("large")

    def text(
        self, x: int, y: int, text: str, *, fill: int = 1, width: int | None = None, font: Font | None = None
    ) -> int:
        """Draw text with its top left here, shortened to a width if one is given; return where it ends."""
        font = font or self.small
        return font.draw(self.image, (x, y), font.fit(text, width) if width is not None else text, fill)

    def right(self, x: int, y: int, text: str, *, fill: int = 1, font: Font | None = None) -> int:
        """Draw text that ends before `x`; return where it starts."""
        font = font or self.small
        start = x - font.width(text)
        font.draw(self.image, (start, y), text, fill)
        return start

    def centre(
        self, y: int, text: str, *, fill: int = 1, font: Font | None = None, left: int = 0, right: int = WIDTH
    ) -> None:
        font = font or self.small
        text = font.fit(text, right - left)
        font.draw(self.image, (left + (right - left - font.width(text)) // 2, y), text, fill)

    def snug(self, text: str, width: int) -> Font:
        """Return the small font if this text fits in it, else the tiny one."""
        return self.small if self.small.width(text) <= width else self.tiny

    def box(self, x: int, y: int, width: int, height: int, fill: int = 1) -> None:
        if width > 0 and height > 0:
            self._draw.rectangle((x, y, x + width - 1, y + height - 1), fill=fill)

    def invert(self, x: int, y: int, width: int, height: int) -> None:
        """Swap lit and dark: a bar over the picture that still shows the tails of letters above it."""
        under = self.image.crop((x, y, min(x + width, WIDTH), min(y + height, HEIGHT)))
        self.image.paste(ImageChops.logical_xor(under, Image.new("1", under.size, 1)), (x, y))

    def frame(self, x: int, y: int, width: int, height: int, fill: int = 1) -> None:
        self._draw.rectangle((x, y, x + width - 1, y + height - 1), outline=fill)

    def line(self, x: int, y: int, to_x: int, to_y: int, fill: int = 1) -> None:
        self._draw.line((x, y, to_x, to_y), fill=fill)

    def ring(self, x: int, y: int, radius: int) -> None:
        """Draw a circle around a dot."""
        self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), outline=1)

    def disc(self, x: int, y: int, radius: int) -> None:
        """Draw a filled circle around a dot."""
        self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=1)

    def shape(self, corners: Sequence[tuple[float, float]]) -> None:
        """Draw a filled shape with these corners."""
        self._draw.polygon(corners, fill=1)

    def dither(self, x: int, y: int, width: int, height: int) -> None:
        """Turn off every other dot of something that is there but not available."""
        for row in range(y, y + height):
            for column in range(x + (row + x) % 2, x + width, 2):
                self.image.putpixel((column, row), 0)

    def title(self, left: str, right: str = "") -> None:
        """Draw the lit bar at the top: where we are, and how far."""
        self.box(0, 0, WIDTH, LINE)
        edge = self.right(WIDTH - 2, 0, right, fill=0) if right else WIDTH - 2
        self.text(2, 0, left, fill=0, width=edge - 6)

    def footer(self, *texts: str, right: str = "") -> None:
        """Draw the last line, small: a key's action, or the latest news; of several texts the first that has room.

        If none has, the last one is shortened; an empty one there leaves the line empty.
        """
        top = HEIGHT - self.tiny.height
        room = (self.right(WIDTH - 1, top, right, font=self.tiny) if right else WIDTH) - 3
        fitting = (text for text in texts if text and self.tiny.width(text) <= room)
        self.text(1, top, next(fitting, texts[-1]), font=self.tiny, width=room)


def beginning(font: Font, name: str, width: int) -> str:
    """Return as many letters of a name as there is room for: players know who sits where anyway."""
    return next(name[:end] for end in range(len(name), 0, -1) if font.width(name[:end]) <= width)
