"""Simulated buses for luma's serial interfaces, with a model of the chip on them.

>>> chip = Ssd1306()
>>> screen = Screen(lambda: i2c(bus=I2cBus(chip)), "ssd1306")
"""

import errno
import os
from collections.abc import Callable, Sequence
from typing import Any

from hardware.profile import ScreenWiring
from hardware.simulator.chip import Chip, Sh1106, Ssd1306
from hardware.wire import I2C_ENVELOPE, Serial


class I2cBus:
    """An SMBus with one chip on it; other addresses don't answer, nor does a chip that is unplugged.

    >>> I2cBus(chip).write_i2c_block_data(0x3C, 0x00, [0xAF])
    >>> chip.on
    True
    """

    def __init__(self, chip: Chip, address: int = 0x3C) -> None:
        self._chip = chip
        self._address = address

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int]) -> None:
        """Take a block of at most 32 bytes; luma calls this on a bus that it was given."""
        if len(data) > 32:
            raise OverflowError("an SMBus block holds 32 bytes")
        self._message(address, bytes([register, *data]))

    def i2c_rdwr(self, *messages: Any) -> None:
        """Take messages of any length; luma calls this on a bus that it opened itself, as on the Pi."""
        for message in messages:
            self._message(message.addr, bytes(message))

    def close(self) -> None:
        """Do nothing: nothing is held open."""

    def _message(self, address: int, message: bytes) -> None:
        if not self._chip.plugged or address != self._address:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        self._chip.bytes_received += len(message) - 1 + I2C_ENVELOPE
        take = self._chip.data if message[0] & 0x40 else self._chip.command
        take(message[1:])


class SpiBus:
    """A spidev and an RPi.GPIO in one, with one chip on them.

    Nothing comes back on these wires: an unplugged chip can't be noticed, and once it is plugged in again it knows
    nothing of what it was sent.

    >>> bus = SpiBus(chip)
    >>> serial = spi(spi=bus, gpio=bus, gpio_DC=24, gpio_RST=25)
    """

    LOW, HIGH, OUT = 0, 1, 0
    max_speed_hz = 0

    def __init__(self, chip: Chip, data_command: int = 24, reset: int = 25) -> None:
        self._chip = chip
        self._data_command = data_command
        self._reset = reset
        self._data = False

    def open(self, port: int, device: int) -> None:
        """Stand in for spidev's."""

    def close(self) -> None:
        """Stand in for spidev's."""

    def setup(self, pin: int, direction: int) -> None:
        """Stand in for RPi.GPIO's."""

    def output(self, pin: int, level: int) -> None:
        """Set the line that tells data from commands, or reset the chip."""
        if pin == self._data_command:
            self._data = bool(level)
        elif pin == self._reset and not level:
            self._chip.reset()

    def writebytes(self, data: Sequence[int]) -> None:
        """Stand in for spidev's."""
        self._chip.bytes_received += len(data)
        take = self._chip.data if self._data else self._chip.command
        take(data)


def chip_and_connector(wiring: ScreenWiring) -> tuple[Chip, Callable[[], Serial]]:
    """Return a model of a profile's screen, and the function that opens the wires to it.

    >>> chip, connect = chip_and_connector(load("waveshare-hat").screen)
    >>> screen = Screen(connect, "sh1106")
    """
    chip = (Sh1106 if wiring.chip == "sh1106" else Ssd1306)(turned=wiring.upside_down)

    def connect() -> Serial:
        from luma.core.interface import serial

        opened: Serial
        if wiring.bus == "i2c":
            opened = serial.i2c(bus=I2cBus(chip, wiring.address), address=wiring.address)
        else:
            bus = SpiBus(chip, wiring.data_command, wiring.reset)
            pins = {"gpio_DC": wiring.data_command, "gpio_RST": wiring.reset}
            opened = serial.spi(spi=bus, gpio=bus, port=0, device=wiring.device, **pins)
        return opened

    return chip, connect
