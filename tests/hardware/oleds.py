"""Screens of every wiring, each with a model of its chip."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from hardware.profile import ScreenWiring
from hardware.screen import Screen
from hardware.simulator.chip import Chip
from hardware.simulator.wires import chip_and_connector

WIRINGS = {
    "ssd1306-i2c": ScreenWiring("ssd1306", "i2c"),
    "sh1106-i2c": ScreenWiring("sh1106", "i2c"),
    "sh1106-spi": ScreenWiring("sh1106", "spi", 0),
}
each_wiring = pytest.mark.parametrize("wiring", WIRINGS.values(), ids=WIRINGS)
each_i2c = pytest.mark.parametrize("wiring", list(WIRINGS.values())[:2], ids=list(WIRINGS)[:2])
BLANK, WHITE = Image.new("1", (128, 64)), Image.new("1", (128, 64), 1)


def switched_on(wiring: ScreenWiring, clock: Callable[[], float], **how: Any) -> tuple[Chip, Screen]:
    chip, connect = chip_and_connector(wiring)
    return chip, Screen(connect, wiring.chip, clock=clock, **how)


def cost(screen: Screen, picture: Image.Image) -> int:
    before = screen.bytes_sent
    screen.show(picture)
    return screen.bytes_sent - before
