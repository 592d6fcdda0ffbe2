"""The connection from luma's driver to the chip: opened when needed, counted, reopened after a fault."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Protocol

from hardware.profile import ScreenWiring

I2C_ENVELOPE = 2  # each message on I2C starts with the chip's address and a byte telling commands from data


class Serial(Protocol):
    """A serial interface as luma calls it: `luma.core.interface.serial.i2c` and `spi` are two."""

    def command(self, *cmd: int) -> None: ...
    def data(self, data: Sequence[int]) -> None: ...
    def cleanup(self) -> None: ...


class Wire:
    """The serial interface that luma's driver gets; it passes everything on to the real one.

    Until `start_sending` it only records the commands. So the driver's own start-up sequence is known and can be sent
    again whenever a chip has lost it, and building the driver can't fail.

        >>> wire = Wire(lambda: i2c(port=1, address=0x3C))
        >>> driver = ssd1306(wire)
        >>> wire.start_up[0][:3]
        (174, 213, 128)
    """

    def __init__(self, connect: Callable[[], Serial]) -> None:
        self._connect = connect
        self._serial: Serial | None = None
        self._recording = True
        self._closed = False
        self.start_up: list[tuple[int, ...]] = []
        self.bytes_sent = 0
        self.acknowledged = False

    def start_sending(self) -> None:
        """Send commands and data from now on instead of recording them."""
        self._recording = False

    def command(self, *cmd: int) -> None:
        """Send a command."""
        if self._recording:
            self.start_up.append(cmd)
        elif (serial := self._open()) is not None:
            serial.command(*cmd)
            self._count(cmd)

    def data(self, data: Sequence[int]) -> None:
        """Send bytes for the chip's memory."""
        if not self._recording and (serial := self._open()) is not None:
            serial.data(list(data))
            self._count(data)

    def drop(self) -> None:
        """Close the connection; the next use opens another."""
        serial, self._serial = self._serial, None
        if serial is not None:
            # It has failed already; an error on closing changes nothing.
            with contextlib.suppress(Exception):
                serial.cleanup()

    def cleanup(self) -> None:
        """Close the connection for good; luma calls this too when the program ends."""
        self.drop()
        self._closed = True

    def _open(self) -> Serial | None:
        if self._serial is None and not self._closed:
            from luma.core.interface.serial import i2c

            self._serial = self._connect()
            self.acknowledged = isinstance(self._serial, i2c)
        return self._serial

    def _count(self, sent: Sequence[int]) -> None:
        self.bytes_sent += len(sent) + (I2C_ENVELOPE if self.acknowledged else 0)


def connector(wiring: ScreenWiring) -> Callable[[], Serial]:
    """Return the function that opens the real wires of a screen.

    >>> screen = Screen(connector(profile.screen), profile.screen.chip)
    """

    def connect() -> Serial:
        from luma.core.interface import serial

        opened: Serial
        if wiring.bus == "i2c":
            opened = serial.i2c(port=wiring.port, address=wiring.address)
        else:
            pins = {"gpio_DC": wiring.data_command, "gpio_RST": wiring.reset}
            opened = serial.spi(port=0, device=wiring.device, **pins)
        return opened

    return connect
