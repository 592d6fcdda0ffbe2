"""Tellings: the latest events, shown for as long as they take to read; any key continues sooner.

What moves cardboard waits for a key. A key while something turns stops it on its result first.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from PIL import Image

from companion.screen.maps import Chart
from firmware.scenes import Scene, Stage
from firmware.screens import reading
from firmware.screens.maps import dials
from firmware.screens.maps.dials import Turned
from hardware.keys import Key

READING = 0.045
"""Seconds to read a letter, and the least for any telling."""
AT_LEAST = 1.4
SAND = 0.25
"""Seconds between two pictures of the time that is left."""
FRAME = 0.07
TURNING = 0.6
"""Seconds between two frames, and until a card has turned over."""
LETTERS, NUMBERS = 1.0, 1.6
"""Seconds after which each of two dials stops."""


class Telling(Scene):
    """One telling on the screen. `then` follows once it has been read, or at any key; if it `waits`, at a key."""

    said = ""
    """Its text for the ear."""
    leads: Mapping[Key, Callable[[], None]] = MappingProxyType({})
    """Keys that lead somewhere else, where this is one of several pages."""

    def __init__(self, stage: Stage, letters: int, then: Callable[[], None], *, waits: bool = False) -> None:
        super().__init__(stage)
        self.then = then
        self.waits = waits
        self.reading = AT_LEAST + READING * letters
        self.end = math.inf if waits else stage.clock() + self.reading
        self.wake = None if waits else stage.clock() + SAND

    def hurry(self) -> None:
        """Stop waiting for a key, because the table plays on by phone; there is still time to read."""
        if self.waits:
            self.waits = False
            self.end = self.stage.clock() + self.reading
            self.wake = self.stage.clock() if self.wake is None else self.wake

    def key(self, key: Key) -> None:
        self.leads.get(key, partial(self.read_on, key))()

    def read_on(self, key: Key) -> None:
        """Act on a key that leads nowhere else."""
        self.then()

    def tick(self, now: float) -> None:
        if now >= self.end:
            self.then()
        else:
            self.wake = min(self.end, now + SAND)

    def stay(self) -> None:
        """Stay until a key, however long that takes."""
        self.end, self.wake = math.inf, None

    def timed(self, image: Image.Image) -> Image.Image:
        """Return the picture with the time that is left, if it passes by itself."""
        if self.end == math.inf:
            return image
        return reading.with_time_left(image, min(1.0, (self.end - self.stage.clock()) / self.reading))


class Still(Telling):
    """A telling that does not move."""

    def __init__(
        self, stage: Stage, image: Image.Image, letters: int, then: Callable[[], None], *, waits: bool = False
    ) -> None:
        super().__init__(stage, letters, then, waits=waits)
        self.image = image

    def picture(self) -> Image.Image:
        return self.timed(self.image)


class Cover(Still):
    """Covers something that one player alone may see. Whatever happens in the game, only a key lifts it."""

    def __init__(self, stage: Stage, image: Image.Image, then: Callable[[], None]) -> None:
        super().__init__(stage, image, 0, then, waits=True)

    def hurry(self) -> None:
        """Keep waiting: nobody is rushed to look at a secret."""


class Turning(Telling):
    """A telling that moves for `turning` seconds before it can be read."""

    turning: float

    def __init__(self, stage: Stage, letters: int, then: Callable[[], None], *, waits: bool = False) -> None:
        super().__init__(stage, letters, then, waits=waits)
        self.start = stage.clock()
        self.end += self.turning
        self.wake = self.start + FRAME

    def since(self) -> float:
        return self.stage.clock() - self.start

    def hurry(self) -> None:
        super().hurry()
        self.end = max(self.end, self.start + self.turning + self.reading)

    def read_on(self, key: Key) -> None:
        if self.since() >= self.turning:
            self.then()
            return
        now = self.stage.clock()
        self.start = now - self.turning
        self.end = math.inf if self.waits else now + self.reading
        self._sleep(now)

    def tick(self, now: float) -> None:
        if now >= self.end:
            self.then()
        else:
            self._sleep(now)

    def _sleep(self, now: float) -> None:
        """Wake for the next frame while it turns, then for the time that is left, if it passes by itself."""
        is_turning = now < self.start + self.turning + FRAME
        waits = self.end == math.inf and not is_turning
        self.wake = None if waits else min(now + (FRAME if is_turning else SAND), self.end)


class CardTurning(Turning):
    """A card that turns over before it is read."""

    turning = TURNING

    def __init__(
        self, stage: Stage, shown: tuple[str, str, str, str], then: Callable[[], None], *, waits: bool = False
    ) -> None:
        super().__init__(stage, 0, then, waits=waits)
        self.shown = shown

    def picture(self) -> Image.Image:
        return self.timed(reading.card(*self.shown, turn=min(1.0, self.since() / TURNING)))


class DialsTurning(Turning):
    """Two dials that turn and stop, one after the other, before the place is read."""

    turning = NUMBERS

    def __init__(
        self,
        stage: Stage,
        titles: tuple[str, str, str],
        chart: Chart,
        cell: str,
        then: Callable[[], None],
        *,
        waits: bool = False,
    ) -> None:
        super().__init__(stage, len(titles[-1]), then, waits=waits)
        self.titles = titles
        self.chart, self.cell = chart, cell

    def picture(self) -> Image.Image:
        since = self.since()
        turned = Turned(min(1.0, since / LETTERS), min(1.0, since / NUMBERS))
        return self.timed(dials.dials(*self.titles, self.chart, self.cell, turned))
