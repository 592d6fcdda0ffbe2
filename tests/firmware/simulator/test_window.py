"""The window on the simulated box: real terminals, real keys typed, every dot compared."""

from __future__ import annotations

import codecs
import contextlib
import fcntl
import os
import pty
import queue
import random
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
import tty
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import firmware.simulator.keyboard
import firmware.simulator.window
import hardware.keys.hold
from firmware.simulator.keyboard import STROKES, Stroke
from firmware.simulator.window import Window, settled
from hardware.keys import Edge, Key
from hardware.panel import Panel
from hardware.profile import load
from hardware.simulator.chip import Chip, Ssd1306
from tests.firmware.screenful import Screenful

LEGEND = "←↑↓→ · Enter: OK · Esc: indietro"
BIG, MIDDLE, TINY = (130, 36), (80, 24), (40, 10)
PATIENCE = 60.0
UP, DOWN, RIGHT, LEFT = (b"\x1b[" + final for final in (b"A", b"B", b"C", b"D"))


class Desk:
    """A pty with a screenful at its far end, a simulated box, and a window between them."""

    def __init__(self, size: tuple[int, int] = BIG, profile: str = "simulated") -> None:
        self.master, self.slave = pty.openpty()
        self.edges: queue.Queue[Edge] = queue.Queue()
        self.panel = Panel.open(load(profile).on_paper(), self.edges.put)
        self.left = threading.Event()
        self.out = os.fdopen(os.dup(self.slave), "w", encoding="utf-8")
        self.window = Window(self.panel, self.out, self.slave, legend=LEGEND, on_leave=self.left.set)
        self.output = ""
        self.resize(*size)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def resize(self, columns: int, lines: int) -> None:
        self.screenful = Screenful(columns or 80, lines or 24)
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("4H", lines, columns, 0, 0))

    def _read(self) -> None:
        # Once no slave is open any more reading ends with an error.
        with contextlib.suppress(OSError):
            decoder = codecs.getincrementaldecoder("utf-8")()
            while data := os.read(self.master, 4096):
                text = decoder.decode(data)
                self.output += text
                self.screenful.feed(text)

    def type(self, *typed: bytes) -> None:
        for each in typed:
            os.write(self.master, each)

    def until(self, true: Callable[[], bool]) -> None:
        """Wait for something; while the terminal is half drawn it may also raise."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with contextlib.suppress(AssertionError, ValueError, RuntimeError):
                if true():
                    return
            time.sleep(0.005)
        assert true(), self.screenful.text

    def until_shown(self, picture: Image.Image) -> None:
        assert self.panel.simulated is not None
        assert self.panel.simulated.chip.picture() == picture
        self.until(lambda: self.screenful.picture() == picture)

    def live(self, kinds: list[tuple[str, str]], quiet: float = 0.15) -> None:
        """Own the panel until it has given exactly these events, and no others for a while after."""
        found: list[tuple[str, str]] = []
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                events = self.panel.feed(self.edges.get(timeout=0.005))
            except queue.Empty:
                events = self.panel.tick(time.monotonic())
            found += [(event.key.value, event.kind) for event in events]
            if len(found) >= len(kinds) and end > time.monotonic() + quiet:
                end = time.monotonic() + quiet
        assert found == kinds

    def modes(self) -> list[Any]:
        return termios.tcgetattr(self.slave)

    def close(self) -> None:
        self.window.stop()
        self.panel.close()
        self.out.close()
        os.close(self.slave)
        self._reader.join(PATIENCE)
        os.close(self.master)


@pytest.fixture
def desks(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Desk]]:
    """Yield desks on which a slow machine holds no key, and gives up no window."""
    monkeypatch.setattr(hardware.keys.hold, "HOLD", PATIENCE)
    monkeypatch.setattr(firmware.simulator.window, "PATIENCE", PATIENCE)
    opened: list[Desk] = []

    def desk(size: tuple[int, int] = BIG, profile: str = "simulated") -> Desk:
        opened.append(Desk(size, profile))
        return opened[-1]

    yield desk
    for each in opened:
        each.close()


def noise(seed: int) -> Image.Image:
    return Image.frombytes("1", (128, 64), random.Random(seed).randbytes(1024))


def taps(*keys: str) -> list[tuple[str, str]]:
    return [(key, kind) for key in keys for kind in ("press", "release")]


@pytest.mark.parametrize("size", [BIG, (131, 37), (200, 60), MIDDLE, (66, 20), (129, 36), (130, 35), (0, 0)])
def test_each_dot_of_the_chip_is_a_dot_in_the_terminal(desks: Callable[..., Desk], size: tuple[int, int]) -> None:
    desk = desks(size)
    desk.window.start()
    for seed in range(5):
        desk.panel.screen.show(noise(seed))
        desk.until_shown(noise(seed))
    blocks = size[0] >= 130 and size[1] >= 36
    assert len(desk.screenful.glass()) == (32 if blocks else 16)
    assert LEGEND in "\n".join(desk.screenful.text)


@pytest.mark.parametrize("size", [BIG, MIDDLE])
@pytest.mark.parametrize("profile", ["simulated", "waveshare-hat"])
def test_off_is_dark_and_inverse_is_inverse(desks: Callable[..., Desk], profile: str, size: tuple[int, int]) -> None:
    desk = desks(size, profile)
    desk.window.start()
    desk.until_shown(Image.new("1", (128, 64)))
    desk.panel.screen.show(noise(1))
    desk.until_shown(noise(1))
    desk.panel.screen.device.command(0xA7)
    desk.until_shown(noise(1).point(lambda dot: 255 - dot))
    desk.panel.screen.off()
    desk.until_shown(Image.new("1", (128, 64)))


@pytest.mark.parametrize(("size", "dots_in_a_row"), [(BIG, 2), (MIDDLE, 4)])
def test_only_rows_that_changed_are_written(
    desks: Callable[..., Desk], size: tuple[int, int], dots_in_a_row: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[Image.Image] = []

    def looking(chip: Chip) -> Image.Image:
        looks.append(settled(chip))
        return looks[-1]

    monkeypatch.setattr(firmware.simulator.window, "settled", looking)
    desk = desks(size)
    picture = noise(2)
    desk.panel.screen.show(picture)
    desk.window.start()
    desk.until_shown(picture)
    desk.screenful.written.clear()
    looks.clear()
    desk.until(lambda: len(looks) > 3)
    assert desk.screenful.written == []
    picture.putpixel((50, 33), not picture.getpixel((50, 33)))
    desk.panel.screen.show(picture)
    desk.until_shown(picture)
    top = next(line for line, text in enumerate(desk.screenful.text, start=1) if "┌" in text)
    assert desk.screenful.written == [top + 1 + 33 // dots_in_a_row]


def test_window_keeps_up_with_endless_drawing(desks: Callable[..., Desk]) -> None:
    desk = desks()
    desk.window.start()
    for seed in range(200):
        desk.panel.screen.show(noise(seed))
        time.sleep(0.001)
    desk.until_shown(noise(199))


def test_half_drawn_picture_is_not_shown() -> None:
    """Pages arrive one by one; the picture taken has kept still."""

    class Drawn(Ssd1306):
        looks = 0

        def picture(self) -> Image.Image:
            self.looks += 1
            picture = Image.new("1", (128, 64))
            picture.paste(1, (0, 0, 128, 16 * min(self.looks, 4)))
            return picture

    assert settled(Drawn()) == Image.new("1", (128, 64), 1)


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        (UP, "UP"), (DOWN, "DOWN"), (LEFT, "LEFT"), (RIGHT, "RIGHT"),
        (b"\x1bOA", "UP"), (b"\x1bOB", "DOWN"), (b"\x1bOC", "RIGHT"), (b"\x1bOD", "LEFT"), (b"\x1b[1;2A", "UP"),
        (b"\r", "OK"), (b"\n", "OK"), (b"\x7f", "BACK"), (b"\b", "BACK"), (b"\x1b", "BACK"),
        (b"1", "SEAT1"), (b"2", "SEAT2"), (b"3", "SEAT3"), (b"4", "SEAT4"), (b"5", "SEAT5"),
    ],
)  # fmt: skip
def test_each_key_typed_is_that_key_once(desks: Callable[..., Desk], typed: bytes, key: str) -> None:
    desk = desks()
    desk.window.start()
    desk.type(typed)
    desk.live(taps(key))


def test_keys_typed_at_once_are_all_pressed_in_their_order(desks: Callable[..., Desk]) -> None:
    desk = desks()
    desk.window.start()
    desk.type(DOWN * 6 + b"\r\r3" + UP + b"\x1b")
    desk.live(taps(*["DOWN"] * 6, "OK", "OK", "SEAT3", "UP", "BACK"))


def has_typed(desk: Desk, so_far: bytes) -> bool:
    return desk.window._typed._rest == so_far


def test_an_arrow_that_comes_in_pieces_is_no_esc(desks: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each piece is read before the next is sent."""
    monkeypatch.setattr(firmware.simulator.keyboard, "LONE_ESC", PATIENCE)
    desk = desks()
    desk.window.start()
    for so_far in (b"\x1b", b"\x1b["):
        desk.type(so_far[-1:])
        desk.until(partial(has_typed, desk, so_far))
    desk.type(b"B")
    desk.live(taps("DOWN"))


def test_a_lone_esc_does_not_wait_for_the_next_key(desks: Callable[..., Desk]) -> None:
    desk = desks()
    desk.window.start()
    desk.type(b"\x1b")
    desk.live(taps("BACK"))
    desk.type(DOWN)
    desk.live(taps("DOWN"))


@pytest.mark.parametrize(("typed", "key"), [(b"o", "OK"), (b"b", "BACK")])
def test_a_key_can_be_held(
    desks: Callable[..., Desk], typed: bytes, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For much longer than a hold takes: a slow machine only holds it longer."""
    desk = desks()
    monkeypatch.undo()
    assert STROKES[typed].seconds > hardware.keys.hold.HOLD
    monkeypatch.setattr(hardware.keys.hold, "HOLD", 0.1)
    desk.window.start()
    desk.type(typed)
    desk.live([(key, "press"), (key, "hold"), (key, "release")])


def test_a_knob_is_turned_and_pushed(desks: Callable[..., Desk]) -> None:
    desk = desks(profile="breadboard")
    desk.window.start()
    desk.type(DOWN + DOWN + b"\r" + LEFT)
    desk.live(taps("DOWN", "DOWN", "OK", "LEFT"))


def test_keys_the_box_does_not_have_are_ignored(desks: Callable[..., Desk]) -> None:
    desk = desks(profile="adafruit-bonnet")
    desk.window.start()
    desk.type("1xé5Z ".encode() + b"\x1b[3~\x1bOP\x1b[15~\x1b[[B\r")
    desk.live(taps("OK"))


def test_keys_typed_before_the_pins_are_open_are_ignored() -> None:
    panel = Panel.open_screen(load("simulated"))
    fingers = Window(panel)._fingers
    fingers.take(Stroke(Key.OK))
    fingers.move(1.0)
    assert fingers.due() is None


def test_q_leaves_and_the_window_stays_until_it_is_stopped(desks: Callable[..., Desk]) -> None:
    desk = desks()
    desk.window.start()
    assert desk.window.is_open
    desk.type(b"q")
    assert desk.left.wait(PATIENCE)
    desk.panel.screen.show(noise(3))
    desk.until_shown(noise(3))
    desk.window.stop()
    assert not desk.window.is_open


def test_the_window_can_be_stopped_as_q_is_typed(desks: Callable[..., Desk]) -> None:
    desk = desks()
    before = desk.modes()
    desk.window._on_leave = desk.window.stop
    desk.window.start()
    desk.type(b"q")
    desk.until(lambda: not desk.window.is_open)
    assert desk.modes() == before


def test_the_terminal_is_given_back_as_it_was(desks: Callable[..., Desk]) -> None:
    desk = desks()
    before = desk.modes()
    handler = signal.getsignal(signal.SIGWINCH)
    for _ in range(2):  # and can be taken again
        desk.window.start()
        desk.until(lambda: desk.screenful.modes == {"?1049"} and bool(desk.screenful.glass()))
        assert "\x1b[?25l" in desk.output
        assert not desk.modes()[tty.LFLAG] & (termios.ECHO | termios.ICANON)
        desk.window.stop()
        desk.until(lambda: desk.screenful.modes == {"?25"})
        assert desk.modes() == before
        desk.output = ""
    desk.window.stop()
    assert signal.getsignal(signal.SIGWINCH) == handler


def test_a_held_key_is_released_at_the_end(desks: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(firmware.simulator.keyboard, "STROKES", {**STROKES, b"b": Stroke(Key.BACK, PATIENCE)})
    desk = desks()
    desk.window.start()
    desk.type(b"b")
    desk.live([("BACK", "press")], quiet=0.05)
    desk.window.stop()
    desk.live([("BACK", "release")])


def test_fault_in_drawing_gives_the_terminal_back(
    desks: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", told.append)
    monkeypatch.setattr(firmware.simulator.window, "settled", lambda chip: 1 / 0)
    desk = desks()
    before = desk.modes()
    desk.window.start()
    desk.until(lambda: not desk.window.is_open)
    assert desk.modes() == before
    assert desk.left.is_set()
    assert told[0].exc_type is ZeroDivisionError
    told.clear()


def test_a_terminal_that_goes_away_is_left(desks: Callable[..., Desk]) -> None:
    master, slave = pty.openpty()
    out = os.fdopen(slave, "w", closefd=False)
    desk = desks()
    window = Window(desk.panel, out, slave, on_leave=desk.left.set)
    window.start()
    os.read(master, 10)
    os.close(master)
    desk.until(lambda: not window.is_open)
    assert desk.left.is_set()
    window.stop()
    with contextlib.suppress(OSError):
        out.close()
    os.close(slave)


def test_a_resized_terminal_gets_what_fits(desks: Callable[..., Desk]) -> None:
    desk = desks(BIG)
    desk.panel.screen.show(noise(4))
    desk.window.start()
    desk.until_shown(noise(4))
    desk.resize(*MIDDLE)
    desk.until_shown(noise(4))
    assert len(desk.screenful.glass()) == 16
    desk.resize(*TINY)
    desk.until(lambda: desk.screenful.text == ["↔ 40 < 66  ↕ 10 < 20", *[""] * 9])
    desk.type(b"1")
    desk.live(taps("SEAT1"))
    desk.resize(200, 19)
    desk.until(lambda: desk.screenful.text[0] == "↕ 19 < 20")
    desk.resize(5, 1)
    desk.until(lambda: desk.screenful.text == ["↔ 5 <"])
    desk.resize(150, 40)
    desk.until_shown(noise(4))
    assert len(desk.screenful.glass()) == 32


def test_terminal_resized_there_and_back_is_redrawn(desks: Callable[..., Desk]) -> None:
    desk = desks(BIG)
    desk.panel.screen.show(noise(5))
    desk.window.start()
    desk.until_shown(noise(5))
    desk.resize(*BIG)  # and with that an empty screenful
    signal.raise_signal(signal.SIGWINCH)
    desk.until_shown(noise(5))


def test_a_legend_wider_than_the_terminal_is_cut(desks: Callable[..., Desk]) -> None:
    desk = desks((66, 20))
    desk.window._legend = "0123456789" * 10
    desk.window.start()
    desk.until(lambda: ("0123456789" * 7)[:66] in desk.screenful.text)


def test_without_a_terminal_it_does_not_start(tmp_path: Path) -> None:
    panel = Panel.open_screen(load("simulated"))
    with (tmp_path / "file").open("w+") as file, pytest.raises(OSError, match="ioctl"):
        Window(panel, file, file.fileno()).start()


def test_it_starts_once(desks: Callable[..., Desk]) -> None:
    desk = desks()
    desk.window.start()
    with pytest.raises(RuntimeError):
        desk.window.start()


def test_a_wired_box_has_no_window() -> None:
    with pytest.raises(ValueError, match="adafruit-bonnet"):
        Window(Panel.open_screen(load("adafruit-bonnet")))


PROGRAM = """
import signal, sys, time
import PIL.ImageFile  # else the window's thread does, and CPython may forget in the middle of it that Ctrl-C ended us
from firmware.simulator.window import Window
from hardware.panel import Panel
from hardware.profile import load

signal.signal(signal.SIGINT, signal.default_int_handler)  # what is started in the background begins deaf to it
signal.signal(signal.SIGTERM, lambda *_: sys.exit(3))
window = Window(Panel.open(load("simulated"), print), legend="keys")
window.start()
while window._pane is None:  # it has not begun to draw
    time.sleep(0.01)
print("here we are", file=sys.stderr, flush=True)
{then}
"""


@pytest.mark.parametrize(
    ("then", "code"),
    [
        ("time.sleep(60)", 3),
        ("sys.exit(4)", 4),
        ("raise ValueError", 1),
        ("signal.raise_signal(signal.SIGINT)", -signal.SIGINT),
        ("window.stop()", 0),
        ("pass", 0),
    ],
)
def test_however_the_program_ends_the_terminal_is_given_back(then: str, code: int) -> None:
    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    shown = bytearray()
    reader = threading.Thread(target=read_all, args=(master, shown), daemon=True)
    reader.start()
    command = [sys.executable, "-c", PROGRAM.format(then=then)]
    root = Path(__file__).parents[3]
    with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=subprocess.PIPE, cwd=root) as program:
        assert program.stderr is not None
        assert program.stderr.readline() == b"here we are\n"
        if code == 3:
            assert termios.tcgetattr(slave) != before
            program.send_signal(signal.SIGTERM)
        assert program.wait(PATIENCE) == code
    assert termios.tcgetattr(slave) == before
    os.close(slave)
    reader.join(PATIENCE)
    os.close(master)
    assert shown.startswith(b"\x1b[?1049h\x1b[?25l")
    assert shown.endswith(b"\x1b[?25h\x1b[?1049l")


def read_all(master: int, shown: bytearray) -> None:
    with contextlib.suppress(OSError):  # as above
        while data := os.read(master, 4096):
            shown += data
