"""The pins that are read, through gpiozero."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero import LED, Device

from hardware.keys import Edge
from hardware.keys.pins import PinLevel, Pins, pin_factory, probe
from hardware.profile import load
from tests.hardware.boxes import Clock

SIMULATED = load("simulated")
UP, DOWN, BACK = 17, 22, 6


def ignore(edge: Edge) -> None:
    """Take an edge and do nothing with it."""


@pytest.fixture
def factory() -> Iterator[Any]:
    factory = pin_factory(SIMULATED)
    yield factory
    factory.close()


def test_each_edge_is_posted_with_its_time(factory: Any, clock: Clock) -> None:
    edges: list[Edge] = []
    pins = Pins(SIMULATED, edges.append, clock, factory)
    factory.pin(UP).drive_low()
    clock.advance(0.5)
    factory.pin(UP).drive_high()
    pins.close()
    assert edges == [Edge(UP, True, 100.0), Edge(UP, False, 100.5)]


def test_failing_post_stops_no_key(factory: Any, clock: Clock) -> None:
    """It is reported; this key and the others keep working."""
    edges: list[Edge] = []
    broken = [True]

    def post(edge: Edge) -> None:
        if broken:
            raise RuntimeError("the loop is gone")
        edges.append(edge)

    pins = Pins(SIMULATED, post, clock, factory)
    for pin in (UP, UP, DOWN):
        factory.pin(pin).drive_low()
        factory.pin(pin).drive_high()
    assert pins.faults == ["an edge of GPIO 22 was lost: RuntimeError: the loop is gone"]
    broken.clear()
    factory.pin(UP).drive_low()
    factory.pin(DOWN).drive_low()
    pins.close()
    assert [edge.pin for edge in edges] == [UP, DOWN]


def test_no_thread_is_started_for_keys(factory: Any, clock: Clock) -> None:
    before = set(threading.enumerate())
    pins = Pins(SIMULATED, ignore, clock, factory)
    assert not set(threading.enumerate()) - before
    pins.close()


def test_taken_pin_is_reported_and_the_others_work(factory: Any, clock: Clock) -> None:
    edges: list[Edge] = []
    with LED(UP, pin_factory=factory):
        pins = Pins(SIMULATED, edges.append, clock, factory)
        factory.pin(BACK).drive_low()
        assert pins.faults[0].startswith("GPIO 17 (keys.UP): GPIOPinInUse: ")
        assert pins.read(UP) is None
        assert str(pins.readings()[0]).startswith("GPIO 17 keys.UP: GPIO 17 (keys.UP): GPIOPinInUse")
        pins.close()
    assert edges == [Edge(BACK, True, 100.0)]


def test_levels_can_be_read_at_any_time(factory: Any, clock: Clock) -> None:
    pins = Pins(SIMULATED, ignore, clock, factory)
    factory.pin(BACK).drive_low()
    assert (pins.read(BACK), pins.read(UP), pins.read(99)) == (True, False, None)
    assert PinLevel(BACK, "keys.BACK", True, "") in pins.readings()
    pins.close()
    assert pins.read(BACK) is None


def test_closing_twice_does_no_harm(factory: Any, clock: Clock) -> None:
    pins = Pins(SIMULATED, ignore, clock, factory)
    pins.close()
    pins.close()
    Pins(SIMULATED, ignore, clock, factory).close()


def test_probing_lists_every_input_pin_and_its_level() -> None:
    readings = probe(load("simulated"))
    assert len(readings) == 12
    assert str(readings[0]) == "GPIO 17 keys.UP: open"


@pytest.mark.filterwarnings("error")  # which libraries were tried is of no use to anyone
def test_probing_a_missing_board_reports_each_pin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none-such")
    readings = probe(load("breadboard"))
    assert len(readings) == 9
    assert all("BadPinFactory: Unable to find pin factory" in reading.fault for reading in readings)
