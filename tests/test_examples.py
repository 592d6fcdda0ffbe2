"""The examples in docstrings hold: of the referee, the games, the box and its parts, and the pages."""

from __future__ import annotations

import doctest
import importlib
import queue
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin
from luma.core.interface.serial import i2c, spi
from luma.oled.device import ssd1306
from PIL import Image

from hardware.panel import Panel
from hardware.profile import load
from hardware.screen import Screen
from hardware.simulator.chip import Ssd1306
from hardware.simulator.wires import I2cBus

ROOT = Path(__file__).parents[1]
PLACES = ("companion", "firmware", "hardware", "web", "tests/games")
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for place in PLACES
    for path in sorted((ROOT / place).rglob("*.py"))
    if ">>>" in path.read_text("utf-8")
]


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[dict[str, Any]]:
    """The things that examples may use without building them: a screen's chip on a wire, a panel, a picture."""
    factory = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setattr(Device, "pin_factory", factory)
    chip = Ssd1306()
    edges: queue.Queue[Any] = queue.Queue()

    def wired(port: int = 1, address: int = 0x3C, bus: Any = None) -> Any:
        return i2c(bus=bus or I2cBus(chip), address=address)

    with Panel.open(load("simulated"), edges.put) as panel:
        yield {
            "chip": chip,
            "edges": edges,
            "folder": tmp_path,
            "i2c": wired,
            "I2cBus": I2cBus,
            "load": load,
            "panel": panel,
            "picture": Image.new("1", (128, 64), 1),
            "profile": load("simulated"),
            "Screen": Screen,
            "spi": spi,
            "ssd1306": ssd1306,
            "time": time,
        }
    factory.close()


@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")  # in luma's own way to draw
@pytest.mark.parametrize("module", MODULES)
def test_the_examples_hold(module: str, bench: dict[str, Any]) -> None:
    """Names that an example does not define are the module's own, or on the bench."""
    found = importlib.import_module(module)
    assert doctest.testmod(found, globs=bench | vars(found)).failed == 0


def test_there_are_examples_everywhere() -> None:
    assert all(any(module.startswith(place.replace("/", ".")) for module in MODULES) for place in PLACES)
