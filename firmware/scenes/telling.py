"""What just happened, shown for as long as it takes to read; any key goes on sooner."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PIL import Image

from companion.maps import Chart
from firmware.scenes import Scene
from firmware.screens import dials, reading
from firmware.screens.dials import Turned
from hardware.keys import Key

if TYPE_CHECKING:
    from firmware.box import Box

READING = 0.045
"""Seconds to read a letter; and at least so long for any telling:"""
AT_LEAST = 1.4
FRAME = 0.07
TURNING = 0.6
"""A card turns over in so many seconds, a picture a frame."""
LETTERS, NUMBERS = 1.0, 1.6
"""When each of two dials stops."""


class Telling(Scene):
    """One telling on the screen. `then` follows when it has been read, or at any key."""

    def __init__(self, box: Box, letters: int, then: Callable[[], None]) -> None:
        super().__init__(box)
        self.then = then
        self.reading = AT_LEAST + READING * letters
        self.end = box.clock() + self.reading
        self.wake = self.end

    def key(self, key: Key) -> None:
        self.then()

    def tick(self, now: float) -> None:
        self.then()


class Still(Telling):
    """A telling that does not move."""

    def __init__(self, box: Box, image: Image.Image, letters: int, then: Callable[[], None]) -> None:
        super().__init__(box, letters, then)
        self.image = image

    def picture(self) -> Image.Image:
        return self.image


class CardTurning(Telling):
    """A card that turns over before it is read."""

    def __init__(self, box: Box, title: str, right: str, label: str, note: str, then: Callable[[], None]) -> None:
        super().__init__(box, len(label), then)
        self.shown = (title, right, label, note)
        self.start = box.clock()
        self.end = self.start + TURNING + AT_LEAST
        self.wake = self.start + FRAME

    def picture(self) -> Image.Image:
        turned = min(1.0, (self.box.clock() - self.start) / TURNING)
        return reading.card(*self.shown, turn=turned)

    def tick(self, now: float) -> None:
        if now >= self.end:
            self.then()
        else:
            self.wake = min(self.end, now + FRAME) if now < self.start + TURNING + FRAME else self.end


class DialsTurning(Telling):
    """Two dials that turn and stop, one after the other, before the place is read."""

    def __init__(self, box: Box, title: str, note: str, chart: Chart, cell: str, then: Callable[[], None]) -> None:
        super().__init__(box, len(note), then)
        self.title, self.note, self.cell = title, note, cell
        self.chart = chart
        self.start = box.clock()
        self.end += NUMBERS
        self.wake = self.start + FRAME

    def picture(self) -> Image.Image:
        since = self.box.clock() - self.start
        turned = Turned(min(1.0, since / LETTERS), min(1.0, since / NUMBERS))
        return dials.dials(self.title, self.note, self.chart, self.cell, turned)

    def tick(self, now: float) -> None:
        if now >= self.end:
            self.then()
        else:
            self.wake = min(self.end, now + FRAME) if now < self.start + NUMBERS + FRAME else self.end
