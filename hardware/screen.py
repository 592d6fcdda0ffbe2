"""The screen: it sends only what changed, and survives being unplugged."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Literal

from PIL import Image

from hardware.frame import FrameWindow, changes, pack, turned, whole
from hardware.wire import Serial, Wire

RETRY = 1.0
"""Seconds between attempts to reconnect a lost screen."""
KNOCK = 1.0
"""Seconds after which an idle I2C screen is checked for being there."""
REFRESH_I2C = 30.0
"""Seconds between full redraws, for a chip that lost its memory unnoticed."""
REFRESH_SPI = 5.0
"""The same on SPI, which has no acknowledgement: nothing else would bring such a screen back."""
SH1106_OFFSET = 2  # the glass begins at the third of the chip's 132 columns
ADDRESS_COST = {"ssd1306": 10, "sh1106": 7}  # address command and data envelope on I2C, in bytes
DISPLAY_OFF, DISPLAY_ON, NOP = 0xAE, 0xAF, 0xE3

Status = Literal["new", "ok", "lost", "closed"]


class Screen:
    """A 128x64 OLED driven by luma.oled's own `ssd1306` or `sh1106`.

    No error on the wire reaches the caller: the screen becomes `lost`, says why in `fault`, and later calls of `show`
    and `tick` try again. Once it answers, it is initialised and redrawn.

        >>> screen = Screen(lambda: i2c(port=1), "ssd1306")
        >>> screen.show(picture)
        >>> screen.status, screen.bytes_sent
        ('ok', 1065)

    `connect` opens one of luma's serial interfaces, and is called again after a fault. Only the thread that owns the
    screen may call its methods.
    """

    def __init__(
        self,
        connect: Callable[[], Serial],
        kind: str,
        *,
        clock: Callable[[], float] = time.monotonic,
        upside_down: bool = False,
    ) -> None:
        self._wire = Wire(connect)
        self.device = _driver(kind)(self._wire)
        self._wire.start_sending()
        self._kind = kind
        self._tall = kind == "ssd1306"  # it addresses a rectangle; the sh1106 a stretch of one page
        self._clock = clock
        self._upside_down = upside_down
        self.status: Status = "new"
        self.fault = ""
        self._wanted: bytes | None = None
        self._shown: bytes | None = None  # None: unknown
        self._awake = True
        self._lit = False
        self._level: int | None = None
        self._retry_at = self._wrote_at = self._whole_at = 0.0

    @property
    def bytes_sent(self) -> int:
        """The bytes sent so far; on I2C with the two that begin each message."""
        return self._wire.bytes_sent

    def show(self, picture: Image.Image) -> None:
        """Show a one-bit 128x64 picture."""
        self.show_frame(pack(picture))

    def show_frame(self, frame: bytes) -> None:
        """Show a picture that is already in the layout of the chip's memory."""
        self._wanted, self._awake = turned(frame) if self._upside_down else frame, True
        self._attempt(self._update)

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255; it is restored after a fault."""
        if not 0 <= level <= 255:
            raise ValueError(f"contrast goes from 0 to 255, not to {level}")
        self._level = level
        if self._shown is not None:
            self._attempt(lambda: self.device.contrast(level))

    def off(self) -> None:
        """Darken the glass until the next `show`."""
        self._awake = False
        if self._lit:
            self._attempt(self._update)

    def tick(self, now: float) -> None:
        """Do what is due: reconnect a lost screen, check that an idle one is there, now and then redraw."""
        due = self.next_due()
        if due is None or now < due:
            return
        if self.status == "ok" and now < self._whole_at + self._refresh:
            self._attempt(lambda: self.device.command(NOP))
        else:
            self._attempt(self._whole)

    def next_due(self) -> float | None:
        """Return when `tick` should next be called, or None."""
        if self._wanted is None or self.status == "closed":
            return None
        if self.status == "lost":
            return self._retry_at
        whole = self._whole_at + self._refresh
        return min(whole, self._wrote_at + KNOCK) if self._wire.acknowledged else whole

    def close(self) -> None:
        """Darken the glass and release the wire; calling it twice is harmless."""
        if self.status != "closed":
            self.off()
            self._wire.cleanup()
            self.status, self._shown = "closed", None

    @property
    def _refresh(self) -> float:
        return REFRESH_I2C if self._wire.acknowledged else REFRESH_SPI

    def _attempt(self, send: Callable[[], None]) -> None:
        now = self._clock()
        if self.status == "closed" or (self.status == "lost" and now < self._retry_at):
            return
        sent = self.bytes_sent
        try:
            send()
        except Exception as fault:
            # Only luma and the drivers beneath it run here, and they raise anything: OSError, luma's own errors,
            # ImportError for a missing spidev, lgpio's errors on a Pi 5.
            self._lose(fault, now)
        else:
            self._wrote_at = now if self.bytes_sent > sent else self._wrote_at
            self.status, self.fault = "ok", ""

    def _lose(self, fault: Exception, now: float) -> None:
        self.status, self.fault = "lost", f"{type(fault).__name__}: {fault}"
        self._shown, self._lit = None, False
        self._retry_at = now + RETRY
        self._wire.drop()

    def _update(self) -> None:
        if self._wanted is None:
            return
        if self._shown is None:
            self._whole()
        elif self._awake:
            # Change the picture before lighting the glass, so that the old one is not seen again.
            for window in changes(self._shown, self._wanted, ADDRESS_COST[self._kind], tall=self._tall):
                self._send(window, self._wanted)
            self._shown = self._wanted
        self._light()

    def _whole(self) -> None:
        # luma's start-up sequence switches the glass off first, which would flicker on one that shows a picture.
        if self._wanted is None:
            return
        for command in self._wire.start_up:
            if command != (DISPLAY_ON,):
                self.device.command(*command[1:] if self._lit and command[0] == DISPLAY_OFF else command)
        if self._level is not None:
            self.device.contrast(self._level)
        for window in whole(tall=self._tall):
            self._send(window, self._wanted)
        self._shown, self._whole_at = self._wanted, self._clock()
        self._lit = False  # a chip that lost its picture lost this too
        self._light()

    def _light(self) -> None:
        if self._awake != self._lit:
            self.device.show() if self._awake else self.device.hide()
            self._lit = self._awake

    def _send(self, window: FrameWindow, frame: bytes) -> None:
        if self._tall:
            self.device.command(0x21, window.left, window.right, 0x22, window.top, window.bottom)
        else:
            column = window.left + SH1106_OFFSET
            self.device.command(0xB0 | window.top, column & 0x0F, 0x10 | column >> 4)
        self.device.data(window.cut(frame))


def _driver(kind: str) -> Any:
    # luma's driver blanks the chip's memory when it is built, in a loop over 8192 dots; but a whole picture
    # follows anyway.
    from luma.oled import device

    return type(kind, (getattr(device, kind),), {"clear": lambda driver: None})
