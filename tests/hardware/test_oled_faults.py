"""A screen that is unplugged, forgetful or missing."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import pytest
from luma.core.error import DeviceNotFoundError
from PIL import ImageDraw

from hardware.profile import ScreenWiring
from hardware.screen import REFRESH_I2C, REFRESH_SPI, Screen
from hardware.simulator.wires import chip_and_connector
from hardware.wire import Serial
from tests.hardware.boxes import Clock, Noise
from tests.hardware.oleds import BLANK, WIRINGS, cost, each_i2c, each_wiring, switched_on


@each_i2c
def test_reconnected_screen_is_redrawn_by_the_next_picture(wiring: ScreenWiring, clock: Clock, noise: Noise) -> None:
    chip, screen = switched_on(wiring, clock)
    screen.show(BLANK)
    chip.unplug()
    screen.show(noise())
    chip.plug()
    clock.advance(1.0)
    screen.show(BLANK)
    assert chip.on
    assert (screen.status, chip.picture()) == ("ok", BLANK)


@each_i2c
def test_unplugged_screen_is_reported_and_redrawn_on_return(wiring: ScreenWiring, clock: Clock, noise: Noise) -> None:
    chip, screen = switched_on(wiring, clock)
    screen.show(noise())
    chip.unplug()
    picture = noise()
    screen.show(picture)
    assert screen.status == "lost"
    assert "Remote I/O" in screen.fault or "not found" in screen.fault
    chip.plug()
    screen.tick(clock.advance(1.0))
    assert chip.picture() == picture
    assert (screen.status, screen.fault) == ("ok", "")


@each_i2c
@pytest.mark.parametrize("messages", range(6))
def test_screen_pulled_out_in_mid_picture_comes_back_whole(
    wiring: ScreenWiring, clock: Clock, messages: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At whichever message the wire fails, what is shown counts as unknown."""
    chip, screen = switched_on(wiring, clock)
    sparse = BLANK.copy()
    ImageDraw.Draw(sparse).point([(x, x // 2) for x in range(0, 128, 16)], fill=1)
    screen.show(BLANK)
    left = iter(range(messages))
    take = chip.command

    def unplugging(commands: Iterable[int]) -> None:
        if next(left, None) is None:
            chip.unplug()
        take(commands)

    monkeypatch.setattr(chip, "command", unplugging)
    screen.show(sparse)
    assert screen.status == "lost"
    monkeypatch.undo()
    chip.plug()
    screen.show(BLANK)
    screen.tick(clock.advance(1.0))
    assert chip.picture() == BLANK
    assert cost(screen, sparse) < 200
    assert chip.picture() == sparse


@each_i2c
def test_unplugged_idle_screen_is_noticed_within_a_second(wiring: ScreenWiring, clock: Clock, noise: Noise) -> None:
    chip, screen = switched_on(wiring, clock)
    picture = noise()
    screen.show(picture)
    chip.unplug()
    due = screen.next_due()
    assert due is not None
    clock.now = due
    screen.tick(clock.now)
    assert screen.status == "lost"
    chip.plug()
    screen.tick(clock.advance(1.0))
    assert chip.picture() == picture


@each_i2c
def test_lost_screen_is_retried_at_most_once_a_second(
    wiring: ScreenWiring, clock: Clock, noise: Noise, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, screen = switched_on(wiring, clock)
    screen.show(noise())
    tried: list[float] = []

    def fail(*_: int) -> None:
        tried.append(clock.now)
        raise OSError("no answer")

    monkeypatch.setattr(screen.device, "command", fail)
    screen.show(noise())
    for _ in range(99):
        clock.advance(0.05)
        screen.show(noise())
        screen.tick(clock.now)
    assert 4 <= len(tried) - 1 <= 5
    assert all(later - sooner >= 1.0 for sooner, later in itertools.pairwise(tried))


@each_wiring
def test_chip_that_lost_its_memory_unnoticed_is_redrawn(wiring: ScreenWiring, clock: Clock, noise: Noise) -> None:
    """Out and in again between two messages, or on SPI, where nothing ever answers."""
    chip, screen = switched_on(wiring, clock)
    picture = noise()
    screen.show(picture)
    chip.unplug()
    if wiring.bus == "spi":
        screen.show(picture := noise())
    chip.plug()
    assert chip.picture().getbbox() is None
    end = clock.now + (REFRESH_I2C if wiring.bus == "i2c" else REFRESH_SPI)
    while (due := screen.next_due()) is not None and due <= end:
        clock.now = due
        screen.tick(clock.now)
    assert chip.picture() == picture


@each_wiring
def test_redraw_does_not_flicker(
    wiring: ScreenWiring, clock: Clock, noise: Noise, monkeypatch: pytest.MonkeyPatch
) -> None:
    chip, screen = switched_on(wiring, clock)
    screen.show(noise())
    sent: list[int] = []
    monkeypatch.setattr(chip, "command", sent.extend)
    screen.tick(clock.advance(REFRESH_I2C))
    assert len(sent) > 20
    assert 0xAE not in sent


def test_screen_missing_at_the_start_is_drawn_once_it_appears(clock: Clock, noise: Noise) -> None:
    chip, connect = chip_and_connector(WIRINGS["ssd1306-i2c"])
    there: list[bool] = []

    def absent() -> Serial:
        if not there:
            raise DeviceNotFoundError("I2C device not found: /dev/i2c-1")
        return connect()

    screen = Screen(absent, "ssd1306", clock=clock)
    picture = noise()
    screen.show(picture)
    assert (screen.status, screen.fault) == ("lost", "DeviceNotFoundError: I2C device not found: /dev/i2c-1")
    there.append(True)
    screen.tick(clock.advance(1.0))
    assert chip.picture() == picture


@pytest.mark.parametrize("fault", [OSError(5, "I/O"), ImportError("no spidev"), RuntimeError("no GPIO")])
def test_errors_of_the_wire_do_not_reach_the_caller(clock: Clock, noise: Noise, fault: Exception) -> None:
    def broken() -> Serial:
        raise fault

    screen = Screen(broken, "sh1106", clock=clock)
    screen.show(noise())
    assert screen.status == "lost"
    assert type(fault).__name__ in screen.fault


def test_screen_lost_for_hours_leaks_nothing(clock: Clock, noise: Noise) -> None:
    """luma's drivers are never freed once built: a retry must not build one."""
    chip, screen = switched_on(WIRINGS["ssd1306-i2c"], clock)
    device = screen.device
    chip.unplug()
    screen.show(noise())
    for _ in range(20):
        screen.tick(clock.advance(1.0))
    chip.plug()
    screen.tick(clock.advance(1.0))
    assert screen.status == "ok"
    assert screen.device is device
