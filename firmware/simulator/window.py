"""A terminal window on the simulated box: the dots of its glass, and its keys under the keyboard."""

from __future__ import annotations

import atexit
import contextlib
import errno
import os
import select
import signal
import sys
import termios
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, TextIO

from PIL import Image

from firmware.simulator.dots import Pane, TooSmall, in_figures
from firmware.simulator.keyboard import Fingers, Stroke, Typed
from hardware.keys.keypad import soonest
from hardware.panel import Panel
from hardware.simulator.chip import Chip

FRAME = 1 / 30  # seconds between two looks at the glass
SETTLE, LOOKS = 0.002, 5  # seconds a picture must keep still to count, and looks after which it counts anyway
PATIENCE = 1.0  # for a terminal that takes no more text

ENTER = "\x1b[?1049h\x1b[?25l"  # the alternate screen, no cursor
LEAVE = "\x1b[0m\x1b[?25h\x1b[?1049l"


def settled(chip: Chip) -> Image.Image:
    """Return the picture on the glass, even while it is being drawn: look until it keeps still.

    The chip's memory is copied page by page, and another thread writes a picture byte by byte.
    """
    picture = chip.picture()
    for _ in range(LOOKS):
        time.sleep(SETTLE)
        before, picture = picture, chip.picture()
        if picture == before:
            break
    return picture


class Window:
    """Shows a simulated panel's glass in a terminal, and presses its keys as they are typed.

    Arrows, Enter for OK, Backspace or Esc for BACK, 1 to 5 for the seats; `o` and `b` hold OK and BACK down for
    a while. `q` calls `on_leave` and nothing else; so does a terminal that went away::

        window = Window(panel, legend=words("box.hints"), on_leave=lambda: inbox.put(LEAVE))
        window.start()

    The window lives in a thread of its own, and `on_leave` is called there, so it should only queue. The terminal
    is put back by `stop`, at the latest when the program ends; what a signal does is the program's affair.
    Started in the main thread, the window hears when the terminal changes its size.
    """

    def __init__(
        self,
        panel: Panel,
        out: TextIO | None = None,
        keys_fd: int = 0,
        *,
        legend: str = "",
        on_leave: Callable[[], object] = lambda: None,
        too_small: TooSmall = in_figures,
    ) -> None:
        if panel.simulated is None:
            raise ValueError(f"{panel.profile.name} is wired: there is no model of its screen to look at")
        self._chip = panel.simulated.chip
        self._fingers = Fingers(panel.simulated)
        self._typed = Typed()
        self._out = sys.stdout if out is None else out
        self._keys_fd = keys_fd
        self._legend = legend
        self._on_leave = on_leave
        self._too_small = too_small
        self._pane: Pane | None = None
        self._modes: list[Any] | None = None  # the terminal's, as they were
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Take the terminal and show the box there. Raise OSError if there is no terminal."""
        if self.is_open:
            raise RuntimeError("the window is open already")
        if not (os.isatty(self._keys_fd) and self._out.isatty()):
            raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))
        self._ending.clear()
        self._pane = None
        self._modes = termios.tcgetattr(self._keys_fd)
        atexit.register(self.stop)
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGWINCH, self._resized)
        termios.tcsetattr(self._keys_fd, termios.TCSANOW, _key_by_key(self._keys_fd))
        self._thread = threading.Thread(target=self._run, name="window", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Give the terminal back; can be called again, from any thread."""
        self._ending.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(PATIENCE)
            self._restore_modes()
        atexit.unregister(self.stop)
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGWINCH, signal.SIG_DFL)

    def tell(self, text: str) -> None:
        """Show this in front of the legend from now on."""
        self._legend = f"{text}  {self._legend}"
        self._pane = None

    @property
    def is_open(self) -> bool:
        """Return whether it still shows the box."""
        return self._thread is not None and self._thread.is_alive()

    def _run(self) -> None:
        try:
            # An OSError comes from the terminal: it was closed.
            with contextlib.suppress(OSError):
                self._write(ENTER)
                while not self._ending.is_set():
                    self._draw()
                    self._listen()
        finally:
            with contextlib.suppress(OSError):
                self._write(LEAVE)
            self._restore_modes()
            self._fingers.let_go()
            if not self._ending.is_set():
                self._on_leave()

    def _draw(self) -> None:
        size, pane, text = _size(self._out), self._pane, ""
        if pane is None or pane.size != size:
            pane = self._pane = Pane(size, self._legend, self._too_small)
            text = pane.frame()
        text += pane.update(settled(self._chip))
        if text:
            self._write(text)

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()

    def _listen(self) -> None:
        """Take in keys, waiting for them until the next picture or whatever else is due."""
        if select.select([self._keys_fd], [], [], self._patience())[0]:
            typed = os.read(self._keys_fd, 1024)
            if not typed:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            self._obey(self._typed.feed(typed, time.monotonic()))
        else:
            # Only when nothing can be read: a sequence must not be given up while its end is still to be read.
            self._obey(self._typed.expire(time.monotonic()))
        self._fingers.move(time.monotonic())

    def _patience(self) -> float:
        due = soonest((self._typed.due(), self._fingers.due()))
        return FRAME if due is None else min(FRAME, max(0.0, due - time.monotonic()))

    def _obey(self, strokes: list[Stroke]) -> None:
        for stroke in strokes:
            if stroke.key is None:
                self._on_leave()
            else:
                self._fingers.take(stroke)

    def _restore_modes(self) -> None:
        modes, self._modes = self._modes, None
        if modes is not None:
            with contextlib.suppress(termios.error):  # the terminal was closed
                termios.tcsetattr(self._keys_fd, termios.TCSANOW, modes)

    def _resized(self, number: int, frame: FrameType | None) -> None:
        # The size is checked with each picture anyway; but one that changed and changed back leaves its marks.
        self._pane = None


def _key_by_key(fd: int) -> list[Any]:
    """Return a terminal's modes, changed so that keys come at once and unseen, and only Ctrl-C stays a signal.

    Ctrl-Z and Ctrl-\\ would leave the shell with a foreign screen, Ctrl-S with a frozen one.
    """
    modes: list[Any] = termios.tcgetattr(fd)
    modes[0] &= ~termios.IXON
    modes[3] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN)
    nothing = bytes([os.fpathconf(fd, "PC_VDISABLE") & 0xFF])
    changed = {termios.VMIN: 1, termios.VTIME: 0, termios.VSUSP: nothing, termios.VQUIT: nothing}
    for place, value in changed.items():
        modes[6][place] = value
    return modes


def _size(out: TextIO) -> os.terminal_size:
    """Return the terminal's size, or the usual one if it does not know."""
    size = os.get_terminal_size(out.fileno())
    return size if size.columns and size.lines else os.terminal_size((80, 24))
