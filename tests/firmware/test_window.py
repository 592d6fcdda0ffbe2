"""The window on the simulated box: real terminals, real keys typed, every dot compared."""

from __future__ import annotations

import codecs
import contextlib
import fcntl
import os
import pty
import queue
import random
import re
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image

import firmware.window
import firmware.window_keys
from firmware.window import Window, settled
from firmware.window_keys import STROKES, TAP, Stroke, Typed
from hardware.keys import Edge, Key
from hardware.panel import Panel
from hardware.profile import load

LEGEND = "←↑↓→ · Enter: OK · Esc: indietro"
BIG, MIDDLE, TINY = (130, 36), (80, 24), (40, 10)
PATIENCE = 60.0
TOKEN = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])|[^\x1b]")
UP, DOWN, RIGHT, LEFT = (b"\x1b[" + final for final in (b"A", b"B", b"C", b"D"))


class Screenful:
    """As much of a terminal as the window makes use of; anything else it is sent is a failure."""

    def __init__(self, columns: int, lines: int) -> None:
        self.size = columns, lines
        self.cells: dict[tuple[int, int], str] = {}
        self.modes: set[str] = set()
        self.written: list[int] = []  # the line of each jump of the cursor
        self.line = self.column = 1
        self._rest = ""

    def feed(self, text: str) -> None:
        text = self._rest + text
        place = 0
        while (token := TOKEN.match(text, place)) is not None:
            place = token.end()
            self._obey(token[1], token[2]) if token[2] else self._put(token[0])
        self._rest = text[place:]
        assert len(self._rest) < 12, self._rest  # longer ones the window has none

    def _put(self, character: str) -> None:
        assert character.isprintable()
        assert self.column <= self.size[0]
        assert self.line <= self.size[1]
        self.cells[self.line, self.column] = character
        self.column += 1

    def _obey(self, values: str, final: str) -> None:
        if final == "H":
            self.line, self.column = map(int, values.split(";")) if values else (1, 1)
            self.written.append(self.line)
        elif final == "J":
            assert values == "2"
            self.cells.clear()
        elif final in "hl":
            (self.modes.add if final == "h" else self.modes.discard)(values)
        else:
            assert final == "m", final

    @property
    def text(self) -> list[str]:
        columns, lines = self.size
        return [
            "".join(self.cells.get((line, column), " ") for column in range(1, columns + 1)).rstrip()
            for line in range(1, lines + 1)
        ]

    def glass(self) -> list[str]:
        """The lines inside the frame, which must be whole."""
        (corner,) = [place for place, character in self.cells.items() if character == "┌"]
        (end,) = [place for place, character in self.cells.items() if character == "┘"]
        top, left, bottom, right = *corner, *end
        lines = [
            "".join(self.cells.get((line, column), " ") for column in range(left, right + 1))
            for line in range(top, bottom + 1)
        ]
        inside = right - left - 1
        assert lines[0] == "┌" + "─" * inside + "┐"
        assert lines[-1] == "└" + "─" * inside + "┘"
        assert {(line[0], line[-1]) for line in lines[1:-1]} == {("│", "│")}
        return [line[1:-1] for line in lines[1:-1]]

    def picture(self) -> Image.Image:
        """The glass read back into dots."""
        lines = self.glass()
        wide = 128 // len(lines[0])
        picture = Image.new("1", (128, 64))
        for y, line in enumerate(lines):
            for x, character in enumerate(line):
                picture.paste(half_block(character) if wide == 1 else braille(character), (x * wide, y * wide * 2))
        return picture


def half_block(character: str) -> Image.Image:
    cell = Image.new("1", (1, 2))
    cell.putpixel((0, 0), character in "▀█")
    cell.putpixel((0, 1), character in "▄█")
    return cell


def braille(character: str) -> Image.Image:
    """Dots 1 to 8 as Unicode names them: 1-3 down the left, 4-6 down the right, 7 and 8 beneath."""
    assert character == " " or "\u2800" < character <= "\u28ff"
    bits = 0 if character == " " else ord(character) - 0x2800
    places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
    cell = Image.new("1", (2, 4))
    for number, place in enumerate(places):
        cell.putpixel(place, bits >> number & 1)
    return cell


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
        """Own the panel until it has given just these events, and no others for a while after."""
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

    def modes(self) -> list[object]:
        return termios.tcgetattr(self.slave)

    def close(self) -> None:
        self.window.stop()
        self.panel.close()
        self.out.close()
        os.close(self.slave)
        self._reader.join(PATIENCE)
        os.close(self.master)


@pytest.fixture
def desks() -> Iterator[Callable[..., Desk]]:
    opened: list[Desk] = []

    def desk(*arguments: object, **more: object) -> Desk:
        opened.append(Desk(*arguments, **more))  # type: ignore[arg-type]
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
    desks: Callable[..., Desk], size: tuple[int, int], dots_in_a_row: int
) -> None:
    desk = desks(size)
    picture = noise(2)
    desk.panel.screen.show(picture)
    desk.window.start()
    desk.until_shown(picture)
    desk.screenful.written.clear()
    time.sleep(0.2)
    assert desk.screenful.written == []
    picture.putpixel((50, 33), not picture.getpixel((50, 33)))
    desk.panel.screen.show(picture)
    desk.until_shown(picture)
    top = next(line for line, text in enumerate(desk.screenful.text, start=1) if "┌" in text)
    assert desk.screenful.written == [top + 1 + 33 // dots_in_a_row]


def test_while_the_owner_draws_without_pause_the_window_keeps_up(desks: Callable[..., Desk]) -> None:
    desk = desks()
    desk.window.start()
    for seed in range(200):
        desk.panel.screen.show(noise(seed))
        time.sleep(0.001)
    desk.until_shown(noise(199))


def test_a_picture_being_drawn_is_not_taken_for_whole() -> None:
    """Pages arrive one by one; what is taken has kept still."""

    class Drawn:
        looks = 0

        def picture(self) -> Image.Image:
            self.looks += 1
            picture = Image.new("1", (128, 64))
            picture.paste(1, (0, 0, 128, 16 * min(self.looks, 4)))
            return picture

    assert settled(Drawn()) == Image.new("1", (128, 64), 1)  # type: ignore[arg-type]


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


def test_an_arrow_that_comes_in_pieces_is_no_esc(desks: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(firmware.window_keys, "LONE_ESC", 3.0)
    desk = desks()
    desk.window.start()
    for piece in (b"\x1b", b"[", b"B"):
        desk.type(piece)
        time.sleep(0.05)
    desk.live(taps("DOWN"))


def test_a_lone_esc_does_not_wait_for_the_next_key(desks: Callable[..., Desk]) -> None:
    desk = desks()
    desk.window.start()
    desk.type(b"\x1b")
    desk.live(taps("BACK"))
    desk.type(DOWN)
    desk.live(taps("DOWN"))


@pytest.mark.parametrize(("typed", "key"), [(b"o", "OK"), (b"b", "BACK")])
def test_a_key_can_be_held(desks: Callable[..., Desk], typed: bytes, key: str) -> None:
    desk = desks()
    desk.window.start()
    desk.type(typed, b"1")
    desk.live([(key, "press"), (key, "hold"), (key, "release"), *taps("SEAT1")])


def test_a_knob_is_turned_and_pushed(desks: Callable[..., Desk]) -> None:
    desk = desks(profile="breadboard")
    desk.window.start()
    desk.type(DOWN + DOWN + b"\r" + LEFT)
    desk.live(taps("DOWN", "DOWN", "OK", "LEFT"))


def test_keys_the_box_does_not_have_are_passed_over(desks: Callable[..., Desk]) -> None:
    desk = desks(profile="adafruit-bonnet")
    desk.window.start()
    desk.type("1xé5Z ".encode() + b"\x1b[3~\x1bOP\x1b[15~\x1b[[B\r")
    desk.live(taps("OK"))


def test_keys_typed_before_the_pins_are_open_are_passed_over() -> None:
    panel = Panel.open_screen(load("simulated"))
    fingers = Window(panel)._fingers
    fingers.take(Stroke(Key.OK))
    fingers.move(1.0)
    assert fingers.due() is None


def test_q_leaves_and_the_window_stays_until_it_is_stopped(desks: Callable[..., Desk]) -> None:
    desk = desks()
    desk.window.start()
    assert not desk.window.wait(0.1)
    desk.type(b"q")
    assert desk.left.wait(PATIENCE)
    desk.panel.screen.show(noise(3))
    desk.until_shown(noise(3))
    desk.window.stop()
    assert desk.window.wait(0)


def test_the_window_can_be_stopped_as_q_is_typed(desks: Callable[..., Desk]) -> None:
    desk = desks()
    before = desk.modes()
    desk.window._on_leave = desk.window.stop
    desk.window.start()
    desk.type(b"q")
    assert desk.window.wait(PATIENCE)
    assert desk.modes() == before


def test_the_terminal_is_given_back_as_it_was(desks: Callable[..., Desk]) -> None:
    desk = desks()
    before = desk.modes()
    handlers = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGWINCH)]
    for _ in range(2):  # and can be taken again
        with desk.window:
            desk.until(lambda: desk.screenful.modes == {"?1049"} and bool(desk.screenful.glass()))
            assert "\x1b[?25l" in desk.output
            assert not desk.modes()[tty.LFLAG] & (termios.ECHO | termios.ICANON)  # type: ignore[operator]
        desk.until(lambda: desk.screenful.modes == {"?25"})
        assert desk.modes() == before
        desk.output = ""
    desk.window.stop()
    assert [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGWINCH)] == handlers


def test_a_key_that_is_held_is_let_go_at_the_end(desks: Callable[..., Desk]) -> None:
    desk = desks()
    desk.window.start()
    desk.type(b"b")
    desk.live([("BACK", "press")], quiet=0.05)
    desk.window.stop()
    desk.live([("BACK", "release")])


def test_a_fault_in_drawing_gives_the_terminal_back_and_is_told(
    desks: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", told.append)
    monkeypatch.setattr(firmware.window, "settled", lambda chip: 1 / 0)
    desk = desks()
    before = desk.modes()
    desk.window.start()
    assert desk.window.wait(PATIENCE)
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
    assert window.wait(PATIENCE)
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


def test_a_terminal_resized_there_and_back_is_drawn_anew(desks: Callable[..., Desk]) -> None:
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
from firmware.window import Window
from hardware.panel import Panel
from hardware.profile import load

signal.signal(signal.SIGINT, signal.default_int_handler)  # what is started in the background begins deaf to it
window = Window(Panel.open(load("simulated"), print), legend="keys")
window.start()
{first}
time.sleep(0.2)
print("here we are", file=sys.stderr, flush=True)
{then}
"""
OWN_HANDLER = "signal.signal(signal.SIGTERM, lambda *_: sys.exit(3))"


@pytest.mark.parametrize(
    ("first", "then", "code"),
    [
        ("", "time.sleep(60)", -signal.SIGTERM),
        ("", "window.wait()", -signal.SIGTERM),
        (OWN_HANDLER, "time.sleep(60)", 3),
        ("", "sys.exit(4)", 4),
        ("", "raise ValueError", 1),
        ("", "signal.raise_signal(signal.SIGINT)", -signal.SIGINT),
        ("", "window.stop()", 0),
        ("", "pass", 0),
    ],
)
def test_however_the_program_ends_the_terminal_is_given_back(first: str, then: str, code: int) -> None:
    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    shown = bytearray()
    reader = threading.Thread(target=read_all, args=(master, shown), daemon=True)
    reader.start()
    command = [sys.executable, "-c", PROGRAM.format(first=first, then=then)]
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=subprocess.PIPE, cwd=root) as program:
        assert program.stderr is not None
        assert program.stderr.readline() == b"here we are\n"
        if code in (-signal.SIGTERM, 3):
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


def strokes(*typed: bytes) -> list[Stroke]:
    reader = Typed()
    found = [stroke for piece in typed for stroke in reader.feed(piece, 1.0)]
    return found + reader.expire(2.0)


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        (b"\x1b\x1b", ["BACK", "BACK"]),
        (b"\x1b\x1b[A", ["BACK", "UP"]),
        (b"\x1b1", ["BACK", "SEAT1"]),
        (b"\x1b[1;5C", ["RIGHT"]),
        (b"\x1b[", []),
        (b"\x1bO", []),
        (b"\x1b[12", []),
        (b"\x1b[\r", ["OK"]),
        (b"\x1b[1\x1b[A", ["UP"]),
        (b"\x1b[\x7f", ["BACK"]),
        (b"\x1b[[A1", ["SEAT1"]),
        (b"\x1b[[\x1b", ["BACK"]),
        (b"\x1b[200~2\x1b[201~", ["SEAT2"]),
        (b"\x1b[?1;2c\x1b[5;5R\x1b[I", []),
        ("éß€".encode() + b"\x00\xff5", ["SEAT5"]),
    ],
)
def test_what_terminals_send_and_people_type(typed: bytes, keys: list[str]) -> None:
    """The same however it is cut."""
    expected = [Stroke(Key(key)) for key in keys]
    assert strokes(typed) == expected
    assert strokes(*(typed[place : place + 1] for place in range(len(typed)))) == expected


def test_no_bytes_break_it() -> None:
    monkey = random.Random(8)
    letters = b"\x1b\x1b\x1b[[O0;1 ~AbR\r\x7f\xe9"
    for _ in range(2000):
        typed = bytes(monkey.choices(letters, k=12))
        cut = monkey.randrange(12)
        assert strokes(typed) == strokes(typed[:cut], typed[cut:])


def test_esc_is_given_its_time() -> None:
    reader = Typed()
    assert reader.due() is None
    assert reader.feed(b"\x1b", 5.0) == []
    assert reader.expire(5.049) == []
    assert reader.due() == pytest.approx(5.05)
    assert reader.expire(5.051) == [STROKES[b"\x1b"]] == [Stroke(Key.BACK, TAP)]
    assert reader.due() is None
