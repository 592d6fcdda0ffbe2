"""Without interrupts: no press is lost that lasts thirty milliseconds, however busy the loop is; each counts once."""

from __future__ import annotations

import queue
import time
from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockPin

from hardware.keys import Edge, Key
from hardware.keys.pins import Pins, pin_factory
from hardware.keys.watch import PERIOD
from hardware.panel import Panel
from hardware.profile import load
from tests.hardware.boxes import Clock

PRESS = 0.030
BUSY = 0.5
"""Seconds for which the loop does something else."""
PHASES = 7
"""Moments between two looks at which a press may begin."""
PRESSES = 5
PATIENCE = 60.0


@pytest.fixture
def without_interrupts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no edge be reported, as by a kernel that has no interrupts for its pins."""
    monkeypatch.setattr(MockPin, "_call_when_changed", lambda *_: None)


class BusyBox:
    """A panel on simulated wires, whose loop comes round only when it is told to."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.inbox: list[Edge] = []
        self.panel = Panel.open(load("simulated"), self.inbox.append, clock)
        assert self.panel.simulated is not None
        assert self.panel._pins is not None
        self.wires, self.watch = self.panel.simulated, self.panel._pins.watch
        self.watch.look()

    def pass_time(self, seconds: float, *, watched: bool = True) -> None:
        """Let time pass without the loop, while the watch goes on."""
        for _ in range(round(seconds / PERIOD)):
            self.clock.advance(PERIOD)
            if watched and not self.watch.is_over:
                self.watch.look()

    def press(self, key: Key, phase: float, *, watched: bool = True) -> None:
        """Press a key for thirty milliseconds, beginning at some moment between two looks."""
        self.clock.advance(phase)
        self.wires.press(key)
        self.clock.advance(PERIOD - phase)
        if watched:
            self.watch.look()
        self.pass_time(PRESS - PERIOD, watched=watched)
        self.wires.release(key)
        self.pass_time(BUSY, watched=watched)

    def come_round(self) -> list[tuple[Key, str]]:
        """Let the loop do what it has found in its inbox."""
        events = [event for edge in self.inbox for event in self.panel.feed(edge)]
        self.inbox.clear()
        events += self.panel.tick(self.clock())
        return [(event.key, event.kind) for event in events]


@pytest.fixture
def busy(clock: Clock) -> Iterator[BusyBox]:
    box = BusyBox(clock)
    yield box
    box.panel.close()


@pytest.mark.usefixtures("without_interrupts")
@pytest.mark.parametrize("phase", [PERIOD * number / PHASES for number in range(PHASES)])
def test_a_short_press_on_a_busy_box_counts_once(busy: BusyBox, phase: float) -> None:
    for key in (Key.OK, Key.DOWN, Key.OK):
        busy.press(key, phase)
    expected = [(key, kind) for key in (Key.OK, Key.DOWN, Key.OK) for kind in ("press", "release")]
    assert busy.come_round() == expected


@pytest.mark.usefixtures("without_interrupts")
def test_without_the_watch_it_would_be_lost(busy: BusyBox) -> None:
    """Proof that these tests would notice."""
    busy.press(Key.OK, 0.0, watched=False)
    assert busy.come_round() == []


def test_an_edge_that_is_reported_twice_counts_once(busy: BusyBox) -> None:
    busy.wires.press(Key.OK)
    busy.watch.look()
    busy.pass_time(PRESS)
    busy.wires.release(Key.OK)
    busy.watch.look()
    busy.pass_time(BUSY)
    assert len(busy.inbox) == 4
    assert busy.come_round() == [(Key.OK, "press"), (Key.OK, "release")]


def test_the_first_interrupt_ends_the_watch(busy: BusyBox) -> None:
    assert not busy.watch.is_over
    busy.wires.press(Key.OK)
    assert busy.watch.is_over


@pytest.mark.usefixtures("without_interrupts")
def test_the_thread_sees_what_no_interrupt_reports(clock: Clock) -> None:
    profile = load("simulated")
    edges: queue.Queue[Edge] = queue.Queue()
    factory = pin_factory(profile)
    pins = Pins(profile, edges.put, clock, factory)
    pins.watch.start()
    pin = profile.keys[Key.OK][0]
    factory.pin(pin).drive_low()
    assert edges.get(timeout=PATIENCE).down
    factory.pin(pin).drive_high()
    assert not edges.get(timeout=PATIENCE).down
    pins.close()
    factory.close()
    assert pins.watch.is_over


@pytest.mark.usefixtures("without_interrupts")
def test_the_thread_comes_round_while_the_loop_computes(clock: Clock) -> None:
    """Python lets one thread compute at a time. A press lasts for thirty milliseconds of what the loop computes."""
    profile = load("simulated")
    edges: queue.Queue[Edge] = queue.Queue()
    factory = pin_factory(profile)
    pins = Pins(profile, edges.put, clock, factory)
    pins.watch.start()
    pin = profile.keys[Key.OK][0]
    for _ in range(PRESSES):
        factory.pin(pin).drive_low()
        compute(PRESS)
        factory.pin(pin).drive_high()
        compute(PRESS)
    pins.close()
    factory.close()
    assert [edge.down for edge in edges.queue] == [True, False] * PRESSES


def compute(seconds: float) -> None:
    """Hold the interpreter for a while, as a loop does that works something out."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        sum(range(1000))
