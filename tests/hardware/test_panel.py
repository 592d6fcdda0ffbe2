"""Whole builds: real drivers on simulated wires."""

from __future__ import annotations

import errno
import subprocess
import sys
from typing import Any

import pytest
import smbus2
from gpiozero import Device
from gpiozero.pins.mock import MockPin

from hardware.keys import Edge, Key
from hardware.panel import Panel
from hardware.profile import Profile, load, names
from tests.hardware.boxes import Clock, Noise, OpenBox

# Edges in milliseconds: a bouncing press, then a bouncing release.
PRESS = [(0, False), (0.2, True), (0.5, False), (1.9, True), (2.0, False)]
RELEASE = [(90, True), (90.1, False), (92, True), (92.4, False), (94, True)]


@pytest.mark.parametrize("name", names())
def test_every_profile_shows_a_picture(box: OpenBox, noise: Noise, name: str) -> None:
    """With real gpiozero and luma drivers on simulated wires."""
    it = box(name)
    picture = noise()
    it.panel.screen.show(picture)
    assert it.chip.picture() == picture
    assert it.panel.faults == []


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("key", [Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT, Key.OK, Key.BACK])
def test_each_key_is_reported_once(box: OpenBox, name: str, key: Key) -> None:
    it = box(name)
    it.hand.press(key)
    events = it.live(0.1)
    it.hand.release(key)
    events += it.live(0.1)
    assert events == [(key.value, "press"), (key.value, "release")]


@pytest.mark.parametrize("name", ["simulated", "breadboard"])
def test_seat_keys_are_reported(box: OpenBox, name: str) -> None:
    it = box(name)
    for seat in range(1, 6):
        it.hand.press(Key.seat(seat))
        assert it.live(0.1) == [(f"SEAT{seat}", "press")]


def test_bouncing_press_through_gpiozero_is_one_press(box: OpenBox, clock: Clock) -> None:
    it, start = box("simulated"), clock.now
    for ms, level in PRESS + RELEASE:
        clock.now = start + ms / 1000
        it.hand.drive(17, level=level)
    assert it.live(1.0) == [("UP", "press"), ("UP", "release")]


def test_noisy_knob_through_gpiozero_gives_its_clicks(box: OpenBox, clock: Clock) -> None:
    it = box("breadboard")
    for pin, level in [(27, False), (17, False), (27, True), (17, True)] * 2:
        for bounce in (level, not level, level):
            clock.advance(0.0004)
            it.hand.drive(pin, level=bounce)
    for _ in range(100):
        it.hand.drive(17, level=False)
        it.hand.drive(17, level=True)
    assert it.events() == [("UP", "press"), ("UP", "release")] * 2


def test_stuck_key_is_reported_and_others_work(box: OpenBox) -> None:
    it = box("simulated")
    it.hand.press(Key.BACK)
    assert it.live(25.0) == [("BACK", "press"), ("BACK", "hold"), ("BACK", "stuck")]
    it.hand.press(Key.OK)
    assert it.live(0.1) == [("OK", "press")]


def test_failing_post_is_reported_and_its_press_recovered(box: OpenBox) -> None:
    """The edge is lost, the press is not: the pin is read again while the loop ticks."""
    broken = [True]
    edges: list[Edge] = []

    def post(edge: Edge) -> None:
        if broken:
            raise OSError("queue full")
        edges.append(edge)

    it = box("simulated", post)
    it.hand.press(Key.OK)
    assert it.panel.faults == ["an edge of GPIO 4 was lost: OSError: queue full"]
    broken.clear()
    assert it.events() + it.live(0.2) == [("OK", "press")]


def test_screen_unplugged_while_keys_are_pressed_comes_back(box: OpenBox, noise: Noise) -> None:
    it = box("simulated")
    it.panel.screen.show(noise())
    it.chip.unplug()
    for _ in range(3):
        it.hand.press(Key.UP)
        it.panel.screen.show(noise())
        assert it.live(0.5) == [("UP", "press")]
        it.hand.release(Key.UP)
        assert it.live(0.5)[-1] == ("UP", "release")
    assert it.panel.faults[0].startswith("screen: ")
    picture = noise()
    it.panel.screen.show(picture)
    it.chip.plug()
    it.live(1.0)
    assert it.chip.picture() == picture
    assert it.panel.faults == []


def test_panel_has_its_own_pins_instead_of_gpiozeros_shared_ones(
    box: OpenBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    first, second = box("simulated"), box("simulated")
    first.hand.press(Key.OK)
    assert (len(first.edges), len(second.edges)) == (1, 0)
    assert Device.pin_factory is None


def test_lamps_light(box: OpenBox) -> None:
    it = box("breadboard")
    it.panel.lamps.light(3, on=True)
    it.panel.lamps.colour(1, 0.5, 0)
    assert [it.hand.level(pin) for pin in (12, 16, 20)] == [0, 1, 0]
    assert [it.hand.level(pin) for pin in (23, 24, 25)] == [1, 0.5, 0]
    it.panel.lamps.light(3, on=False)
    assert it.hand.level(16) == 0
    assert (it.panel.lamps.lit, it.panel.lamps.shade) == (frozenset(), (1, 0.5, 0))


def test_board_without_lamps_or_buzzer_does_nothing(box: OpenBox) -> None:
    it = box("adafruit-bonnet")
    it.panel.lamps.light(1, on=True)
    it.panel.lamps.colour(1, 1, 1)
    it.panel.buzzer.beep("done")
    assert it.panel.lamps.lit == {1}
    assert it.panel.buzzer.next_due() is None


@pytest.mark.parametrize("kind", ["passive", "active"])
def test_buzzer_plays_its_notes_and_falls_silent(box: OpenBox, clock: Clock, kind: str) -> None:
    from hardware.buzzer import SOUNDS
    from hardware.profile import BuzzerWiring

    it = box("breadboard", buzzer=BuzzerWiring(18, kind))
    for sound, notes in SOUNDS.items():
        it.panel.buzzer.beep(sound)
        for tone, seconds in notes:
            assert bool(it.hand.level(18)) == bool(tone)
            if kind == "passive" and tone:
                assert it.hand.factory.pin(18).frequency == tone
            it.live(seconds)
        assert it.hand.level(18) == 0
        assert it.panel.buzzer.next_due() is None
    with pytest.raises(KeyError):
        it.panel.buzzer.beep("moo")


def test_taken_output_pin_is_reported_and_the_rest_works(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    from gpiozero import LED

    from hardware import panel as module
    from hardware.keys.pins import pin_factory

    profile = load("breadboard").on_paper()
    factory = pin_factory(profile)
    monkeypatch.setattr(module, "pin_factory", lambda profile: factory)
    taken = [LED(pin, pin_factory=factory) for pin in (7, 24, 18)]
    with Panel.open(profile, print, clock) as panel:
        assert [fault.split(":")[0] for fault in panel.faults] == [
            "GPIO 7 (lamps.SEAT1)", "GPIO (23, 24, 25) (colour)", "GPIO 18 (buzzer)",
        ]  # fmt: skip
        panel.lamps.light(1, on=True)
        panel.lamps.light(2, on=True)
        panel.buzzer.beep("done")
        assert panel.simulated is not None
        assert panel.simulated.level(12) == 1
    for lamp in taken:
        lamp.close()


def break_pins(panel: Panel, monkeypatch: pytest.MonkeyPatch, *pins: int) -> None:
    """Make every later use of these pins fail, and the first attempt to give them back too."""

    assert panel.simulated is not None

    def refuse(*_: object) -> None:
        raise OSError("no answer")

    for number in pins:
        pin = panel.simulated.factory.pin(number)
        close, faults = pin.close, iter([refuse])
        monkeypatch.setattr(pin, "_set_state", refuse)
        monkeypatch.setattr(pin, "close", lambda faults=faults, close=close: next(faults, close)())


@pytest.mark.parametrize("kind", ["passive", "active"])
def test_failing_output_pin_is_reported_once_and_the_rest_works(
    box: OpenBox, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    from hardware.profile import BuzzerWiring

    it = box("breadboard", buzzer=BuzzerWiring(18, kind))
    it.panel.lamps.only([1, 2])
    it.panel.buzzer.beep("turn")
    break_pins(it.panel, monkeypatch, 7, 24, 18)
    assert it.live(1.0) == []
    for _ in range(2):
        it.panel.lamps.only([2, 3])
        it.panel.lamps.colour(1, 1, 1)
        it.panel.buzzer.beep("done")
        assert it.live(1.0) == []
    assert sorted(it.panel.faults) == [
        "GPIO (23, 24, 25) (colour): OSError: no answer",
        "GPIO 18 (buzzer): OSError: no answer",
        "GPIO 7 (lamps.SEAT1): OSError: no answer",
    ]
    assert [it.hand.level(pin) for pin in (12, 16)] == [1, 1]
    assert it.panel.next_due() is None


def test_output_pin_that_fails_to_close_keeps_no_other_lit(
    box: OpenBox, monkeypatch: pytest.MonkeyPatch, noise: Noise
) -> None:
    it = box("breadboard")
    it.panel.screen.show(noise())
    it.panel.lamps.only([1, 2])
    break_pins(it.panel, monkeypatch, 7, 18)
    it.panel.close()
    assert it.hand.level(12) == 0
    assert it.chip.picture().getbbox() is None


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("board", "complaint"),
    [
        ("adafruit-bonnet", "screen: DeviceNotFoundError: I2C device not found: /dev/i2c-1"),
        ("waveshare-hat", "screen: ModuleNotFoundError: "),
    ],
)
def test_machine_without_pins_is_reported_without_an_exception(
    monkeypatch: pytest.MonkeyPatch, noise: Noise, clock: Clock, board: str, complaint: str
) -> None:
    """A real profile on a laptop: no bus, no pins, no exception."""

    def no_bus(port: int) -> None:
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", f"/dev/i2c-{port}")

    monkeypatch.setattr(smbus2, "SMBus", no_bus)
    monkeypatch.setitem(sys.modules, "RPi", None)
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none-such")
    with Panel.open(load(board), print, clock) as panel:
        panel.screen.show(noise())
        assert panel.screen.status == "lost"
        assert panel.faults[0].startswith(complaint)
        assert panel.faults[1].startswith("pins: BadPinFactory: ")
        assert panel.tick(clock()) == []
        assert panel.simulated is None


def test_key_held_while_switching_on_is_no_press(monkeypatch: pytest.MonkeyPatch, box: OpenBox, clock: Clock) -> None:
    from hardware import panel as module
    from hardware.keys.pins import pin_factory

    def with_back_down(profile: Profile) -> Any:
        from gpiozero.pins.mock import MockPWMPin

        class Held(MockPWMPin):  # type: ignore[misc]
            def drive_high(self) -> None:
                if self.info.name != "GPIO6":
                    super().drive_high()

        factory = pin_factory(profile)
        factory.pin_class = Held
        return factory

    monkeypatch.setattr(module, "pin_factory", with_back_down)
    it = box("simulated")
    assert it.panel.keys.down == {Key.BACK}
    assert it.live(30.0) == [("BACK", "stuck")]


def test_every_pin_can_be_read_while_the_panel_is_open(box: OpenBox) -> None:
    it = box("simulated")
    it.hand.press(Key.LEFT)
    assert [reading.use for reading in it.panel.readings() if reading.down] == ["keys.LEFT"]


def test_wait_ends_when_something_is_due(box: OpenBox, clock: Clock, noise: Noise) -> None:
    it = box("simulated")
    assert it.panel.wait() is None
    it.panel.screen.show(noise())
    assert it.panel.wait() == 1.0
    it.hand.press(Key.OK)
    it.events()
    assert it.panel.wait() == pytest.approx(0.02)
    clock.advance(5)
    assert it.panel.wait() == 0.0


def test_closing_is_clean_and_can_be_repeated(box: OpenBox, noise: Noise) -> None:
    it = box("breadboard")
    it.panel.screen.show(noise())
    it.panel.lamps.light(1, on=True)
    it.panel.buzzer.beep("fanfare")
    it.panel.close()
    assert it.chip.picture().getbbox() is None
    assert [it.hand.factory.pin(pin).function for pin in (7, 18, 23)] == ["input"] * 3
    it.panel.close()
    it.panel.screen.show(noise())
    it.panel.lamps.light(2, on=True)
    it.panel.buzzer.beep("done")
    assert it.panel.tick(1e6) == []
    assert it.panel.next_due() is None


def test_a_pin_that_will_not_close_keeps_nothing_else_from_closing(
    box: OpenBox, noise: Noise, monkeypatch: pytest.MonkeyPatch
) -> None:
    """lgpio calls a pin busy that it has just watched for edges."""
    it = box("adafruit-bonnet")
    it.panel.screen.show(noise())

    def close(pin: MockPin) -> None:
        raise OSError("GPIO busy")

    with monkeypatch.context() as stubborn:
        stubborn.setattr(MockPin, "close", close)
        it.panel.close()
    assert it.chip.picture().getbbox() is None, "the glass is dark"


def test_missing_knob_cannot_be_turned(box: OpenBox) -> None:
    with pytest.raises(ValueError, match="adafruit-bonnet has no knob"):
        box("adafruit-bonnet").hand.turn(1)
    with pytest.raises(ValueError, match="adafruit-bonnet has no SEAT1"):
        box("adafruit-bonnet").hand.press(Key.SEAT1)


def test_first_picture_is_shown_before_gpiozero_is_imported() -> None:
    """And luma is imported by no more than opening the screen."""
    script = """
import sys
from hardware.panel import Panel
from hardware.profile import load
assert not any(name.startswith(("luma", "gpiozero")) for name in sys.modules)
from PIL import Image
panel = Panel.open_screen(load("simulated"))
panel.screen.show(Image.new("1", (128, 64), 1))
assert panel.simulated.chip.picture() == Image.new("1", (128, 64), 1)
assert panel.keys.next_due() is None and not panel.lamps.lit
assert not any(name.startswith("gpiozero") for name in sys.modules)
panel.open_keys(print)
assert "gpiozero" in sys.modules
"""
    subprocess.run([sys.executable, "-W", "error", "-c", script], check=True, timeout=120)
