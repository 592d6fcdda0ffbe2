"""The screen's bus, read back from QEMU's trace: the bytes that a real chip would have got, and what it would show.

    3406@1795000000.123456:i2c_event start(addr:0x3c)
    3406@1795000000.123460:i2c_send send(addr:0x3c) data:0x40
    3406@1795000000.123520:i2c_event finish(addr:0x3c)

On SPI the machine has no event of its own, so what is read there are the writes to its registers: the bytes to the
controller's FIFO, and the levels of the two lines that the screen has beside the bus.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from PIL import Image

from hardware.profile import ScreenWiring
from hardware.simulator.chip import Chip, Sh1106, Ssd1306
from hardware.simulator.wires import I2cBus, SpiBus
from tests.boot.registers import CLEAR, SET

STAMP = r"(?:\d+@(?P<at>\d+\.\d+):)?"
I2C = re.compile(
    STAMP + r"i2c_(?:event (?P<event>\w+)\(addr:0x(?P<asked>\w+)\)|send send\(addr:0x\w+\) data:0x(?P<data>\w+))"
)
WRITE = re.compile(
    STAMP + r"memory_region_ops_write .*addr 0x(?P<addr>\w+) value 0x(?P<value>\w+) size (?P<size>\d) name"
)
SPI_CONTROL, SPI_FIFO = 0x3F20_4000, 0x3F20_4004
ACTIVE = 1 << 7
"""The controller's bit for a transfer that goes on."""


class Seen(NamedTuple):
    """What the glass showed from a moment on; seconds by the clock of the machine that ran QEMU."""

    at: float
    picture: Image.Image


class Message(NamedTuple):
    """A message on I2C, as `I2cBus` takes it from luma."""

    addr: int
    data: bytes

    def __bytes__(self) -> bytes:
        return self.data


class Bus:
    """What a chip makes of a trace, line by line; `seen` has every picture that it has shown, in order.

    >>> bus = I2c(load("adafruit-bonnet").screen)
    >>> bus.read("i2c_event start(addr:0x3c)")
    >>> bus.picture.size
    (128, 64)
    """

    def __init__(self, chip: Chip) -> None:
        self.chip = chip
        self.bytes = 0
        self.seen: list[Seen] = []
        self._note(0.0)

    @property
    def picture(self) -> Image.Image:
        return self.seen[-1].picture

    def read(self, line: str) -> None:
        """Take a line of the trace; other events are passed over."""
        raise NotImplementedError

    def _note(self, at: float) -> None:
        picture = self.chip.picture()
        if not self.seen or picture.tobytes() != self.picture.tobytes():
            self.seen.append(Seen(at, picture))


class I2c(Bus):
    """A screen on I2C. Each message is obeyed when it is finished."""

    def __init__(self, wiring: ScreenWiring) -> None:
        super().__init__((Sh1106 if wiring.chip == "sh1106" else Ssd1306)(turned=wiring.upside_down))
        self._wires = I2cBus(self.chip, wiring.address)
        self._address = wiring.address
        self._message = bytearray()

    def read(self, line: str) -> None:
        found = I2C.match(line)
        if found is None:
            return
        if found["data"]:
            self._message.append(int(found["data"], 16))
        elif found["event"] == "start":
            self._message.clear()
        elif found["event"] == "finish" and int(found["asked"], 16) == self._address and self._message:
            self.bytes += len(self._message)
            self._wires.i2c_rdwr(Message(self._address, bytes(self._message)))
            self._message.clear()
            self._note(float(found["at"] or 0))


class Spi(Bus):
    """A screen on SPI, with a line that tells data from commands and one that resets it."""

    def __init__(self, wiring: ScreenWiring) -> None:
        super().__init__(Sh1106(turned=wiring.upside_down))
        self._wires = SpiBus(self.chip, wiring.data_command, wiring.reset)
        self._lines = (wiring.data_command, wiring.reset)

    def read(self, line: str) -> None:
        found = WRITE.match(line)
        if found is None:
            return
        register, value = int(found["addr"], 16), int(found["value"], 16)
        if register == SPI_FIFO:
            self.bytes += 1
            self._wires.writebytes([value & 0xFF])
        elif register in (SET, CLEAR):
            for pin in self._lines:
                if value >> pin & 1:
                    self._wires.output(pin, int(register == SET))
        elif register == SPI_CONTROL and not value & ACTIVE:
            self._note(float(found["at"] or 0))


def missing(drawn: Iterable[bytes], seen: Iterable[bytes]) -> list[int]:
    """Return which of the pictures that were drawn did not come out of the bus, in their order.

    Between two of them the bus shows others, half changed; and a picture that is drawn twice is sent once.

        >>> missing([b"a", b"b", b"b", b"c"], [b"", b"a", b"half", b"b", b"c"])
        []
        >>> missing([b"a", b"b"], [b"b", b"a"])
        [1]
    """
    left = iter(seen)
    showing: bytes | None = None
    lost = []
    for number, picture in enumerate(drawn):
        if picture == showing:
            continue
        for shown in left:
            if shown == picture:
                showing = picture
                break
        else:
            lost.append(number)
    return lost
