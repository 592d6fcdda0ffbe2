"""The trace is read as a chip reads its wires: pictures sent by the real drivers come back dot for dot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from luma.core.interface.serial import i2c, spi
from PIL import Image

from hardware.frame import SIZE
from hardware.profile import load
from hardware.screen import Screen
from tests.boot.bus import SPI_CONTROL, SPI_FIFO, Bus, I2c, Spi, missing
from tests.boot.registers import CLEAR, SET

BONNET, HAT = load("adafruit-bonnet").screen, load("waveshare-hat").screen


class TracedI2c:
    """An SMBus that says on a bus's trace what QEMU would say."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.now = 1795000000.0

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int]) -> None:
        for line in self.lines(address, [register, *data]):
            self.now += 0.000025
            self.bus.read(f"3406@{self.now:.6f}:{line}")

    def lines(self, address: int, message: list[int]) -> Iterator[str]:
        yield f"i2c_event start(addr:0x{address:02x})"
        for byte in message:
            yield f"i2c_send send(addr:0x{address:02x}) data:0x{byte:02x}"
        yield f"i2c_event finish(addr:0x{address:02x})"

    def close(self) -> None:
        pass


class TracedSpi:
    """A spidev and an RPi.GPIO that say on a bus's trace what QEMU would say."""

    LOW, HIGH, OUT = 0, 1, 0
    max_speed_hz = 0

    def __init__(self, bus: Bus) -> None:
        self.bus = bus

    def write(self, register: int, value: int) -> None:
        name = f"mr 0x55d0 addr 0x{register:x} value 0x{value:x} size 4 name 'some'"
        self.bus.read(f"7@1795000000.000001:memory_region_ops_write cpu 0 {name}")

    def open(self, port: int, device: int) -> None:
        pass

    def close(self) -> None:
        pass

    def setup(self, pin: int, direction: int) -> None:
        pass

    def output(self, pin: int, level: int) -> None:
        self.write(SET if level else CLEAR, 1 << pin)

    def writebytes(self, data: Sequence[int]) -> None:
        self.write(SPI_CONTROL, 0xB0)
        for byte in data:
            self.write(SPI_FIFO, byte)
        self.write(SPI_CONTROL, 0x30)


def noise(rng: Random) -> Image.Image:
    return Image.frombytes("1", SIZE, rng.randbytes(1024))


def on_i2c() -> tuple[Bus, Screen]:
    bus = I2c(BONNET)
    return bus, Screen(lambda: i2c(bus=TracedI2c(bus), address=BONNET.address), BONNET.chip)


def on_spi() -> tuple[Bus, Screen]:
    bus = Spi(HAT)
    wires = TracedSpi(bus)
    pins = {"gpio_DC": HAT.data_command, "gpio_RST": HAT.reset}
    screen = Screen(
        lambda: spi(spi=wires, gpio=wires, port=0, device=0, **pins), HAT.chip, upside_down=HAT.upside_down
    )
    return bus, screen


@pytest.mark.parametrize("wired", [on_i2c, on_spi])
def test_pictures_come_back_from_the_trace(wired: object) -> None:
    assert callable(wired)
    bus, screen = wired()
    rng = Random(1)
    pictures = [noise(rng) for _ in range(4)]
    for picture in pictures:
        screen.show(picture)
        assert screen.fault == ""
        assert bus.picture.tobytes() == picture.tobytes()
    drawn = [picture.tobytes() for picture in pictures]
    assert missing(drawn, [seen.picture.tobytes() for seen in bus.seen]) == []


def test_a_picture_has_the_time_of_its_last_message() -> None:
    bus, screen = on_i2c()
    screen.show(noise(Random(2)))
    assert 1795000000.02 < bus.seen[-1].at < 1795000000.1


def test_another_chip_on_the_bus_changes_nothing() -> None:
    bus, screen = on_i2c()
    screen.show(noise(Random(3)))
    before, count = bus.picture.tobytes(), bus.bytes
    TracedI2c(bus).write_i2c_block_data(0x50, 0x40, [0xFF] * 32)
    assert (bus.picture.tobytes(), bus.bytes) == (before, count)


def test_a_lost_byte_is_noticed() -> None:
    bus, screen = on_i2c()
    picture = noise(Random(4))
    deaf = iter([True])

    def read(line: str, read: object = bus.read) -> None:
        assert callable(read)
        if "data:0x40" not in line and "data:" in line and len(bus.seen) > 1 and next(deaf, False):
            return
        read(line)

    screen.show(noise(Random(5)))
    bus.read = read  # type: ignore[method-assign]
    screen.show(picture)
    assert missing([picture.tobytes()], [seen.picture.tobytes() for seen in bus.seen]) == [0]


def test_lines_that_are_none_of_ours_are_passed_over() -> None:
    bus = I2c(BONNET)
    for line in ("", "qemu: warning", "i2c_recv recv(addr:0x3c) data:0x00", "i2c_event start(addr:0x3c"):
        bus.read(line)
    assert bus.bytes == 0
