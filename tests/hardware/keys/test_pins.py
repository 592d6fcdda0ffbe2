import threading

import pytest
from gpiozero import LED, Device

from hardware.keys import Edge
from hardware.keys.pins import Pins, Reading, pin_factory, probe
from hardware.profile import load

SIMULATED = load("simulated")
UP, DOWN, BACK = 17, 22, 6


def ignore(edge):
    """A post that does nothing."""


@pytest.fixture
def factory():
    factory = pin_factory(SIMULATED)
    yield factory
    factory.close()


def test_each_edge_is_posted_at_once_with_its_time(factory, clock):
    edges = []
    pins = Pins(SIMULATED, edges.append, clock, factory)
    factory.pin(UP).drive_low()
    clock.pass_(0.5)
    factory.pin(UP).drive_high()
    pins.close()
    assert edges == [Edge(UP, True, 100.0), Edge(UP, False, 100.5)]


def test_a_failing_post_stops_no_key(factory, clock):
    """It is told; this key and the others go on."""
    edges, broken = [], [True]

    def post(edge):
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


def test_no_thread_is_started_for_keys(factory, clock):
    before = set(threading.enumerate())
    pins = Pins(SIMULATED, ignore, clock, factory)
    assert not set(threading.enumerate()) - before
    pins.close()


def test_a_pin_that_is_taken_is_told_and_the_others_serve(factory, clock):
    edges = []
    with LED(UP, pin_factory=factory):
        pins = Pins(SIMULATED, edges.append, clock, factory)
        factory.pin(BACK).drive_low()
        assert pins.faults[0].startswith("GPIO 17 (keys.UP): GPIOPinInUse: ")
        assert pins.read(UP) is None
        assert str(pins.readings()[0]).startswith("GPIO 17 keys.UP: GPIO 17 (keys.UP): GPIOPinInUse")
        pins.close()
    assert edges == [Edge(BACK, True, 100.0)]


def test_levels_can_be_read_at_any_time(factory, clock):
    pins = Pins(SIMULATED, ignore, clock, factory)
    factory.pin(BACK).drive_low()
    assert (pins.read(BACK), pins.read(UP), pins.read(99)) == (True, False, None)
    assert Reading(BACK, "keys.BACK", True, "") in pins.readings()
    pins.close()
    assert pins.read(BACK) is None


def test_closing_twice_does_no_harm(factory, clock):
    pins = Pins(SIMULATED, ignore, clock, factory)
    pins.close()
    pins.close()
    Pins(SIMULATED, ignore, clock, factory).close()


def test_probing_lists_every_input_pin_and_its_level():
    readings = probe(load("simulated"))
    assert len(readings) == 12
    assert str(readings[0]) == "GPIO 17 keys.UP: open"


@pytest.mark.filterwarnings("error")  # which libraries were tried is of no use to anyone
def test_probing_a_board_that_is_not_there_says_so_for_each_pin(monkeypatch):
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none-such")
    readings = probe(load("breadboard"))
    assert len(readings) == 9
    assert all("BadPinFactory: Unable to find pin factory" in reading.fault for reading in readings)
