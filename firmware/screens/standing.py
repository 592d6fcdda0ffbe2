"""A small table on one screen: how many each player has in each place, and who has won it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from firmware.fonts import Font
from firmware.screens.canvas import WIDTH, Canvas

HEADER, PITCH = 7, 7
"""Eight places find room below their heading."""


class Place(NamedTuple):
    """A line of the table. `won` is the column that stands out, if any."""

    name: str
    numbers: Sequence[int]
    won: int | None


def standing(title: str, players: Sequence[str], places: Sequence[Place]) -> Image.Image:
    """Nobody's zero is written: what the eye finds is where someone stands, and what someone has won."""
    canvas = Canvas()
    canvas.box(0, 0, WIDTH, HEADER)
    names = max(canvas.tiny.width(place.name) for place in places) + 3
    canvas.text(1, -1, title, font=canvas.tiny, fill=0, width=names - 3)
    pitch = (WIDTH - names) // len(players)
    lefts = [names + column * pitch for column in range(len(players))]
    for left, player in zip(lefts, players, strict=True):
        name = beginning(canvas.tiny, player, pitch - 2)
        canvas.centre(-1, name, font=canvas.tiny, fill=0, left=left, right=left + pitch - 1)
    for line, place in enumerate(places):
        y = HEADER + line * PITCH
        canvas.text(0, y, place.name, font=canvas.tiny)
        for column, number in enumerate(place.numbers):
            left, won = lefts[column], column == place.won
            if won:
                canvas.box(left + pitch // 2 - 9, y + 1, 16, PITCH)
            if number:
                canvas.centre(
                    y, str(number), font=canvas.tiny, left=left, right=left + pitch - 1, fill=0 if won else 1
                )
    return canvas.image


def beginning(font: Font, name: str, width: int) -> str:
    """As many letters of a name as there is room for: who sits where is known anyway."""
    return next(name[:end] for end in range(len(name), 0, -1) if font.width(name[:end]) <= width)
