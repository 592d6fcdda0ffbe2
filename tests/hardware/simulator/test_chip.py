"""The models of the screen's chips, as luma's own drivers see them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import smbus2
from luma.core.error import DeviceNotFoundError
from luma.core.interface.serial import i2c, spi
from luma.oled.device import sh1106, ssd1306
from PIL import Image, ImageChops

from hardware.simulator.chip import Chip, Sh1106, Ssd1306
from hardware.simulator.wires import I2cBus, SpiBus
from tests.hardware.boxes import Noise

# luma reads its pictures by a call that Pillow 14 drops; hardware.screen packs its own.
pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")


Driver = Callable[..., Any]


def ssd1306_i2c(chip: Chip) -> Any:
    return ssd1306(i2c(bus=I2cBus(chip)))


def sh1106_i2c(chip: Chip) -> Any:
    return sh1106(i2c(bus=I2cBus(chip)))


def sh1106_spi(chip: Chip) -> Any:
    bus = SpiBus(chip)
    return sh1106(spi(spi=bus, gpio=bus))


WIRINGS = [(Ssd1306, ssd1306_i2c), (Sh1106, sh1106_i2c), (Sh1106, sh1106_spi)]
wirings = pytest.mark.parametrize(("model", "driver"), WIRINGS, ids=lambda it: getattr(it, "__name__", ""))


@wirings
def test_model_shows_what_luma_draws_dot_for_dot(model: type[Chip], driver: Driver, noise: Noise) -> None:
    chip = model()
    device = driver(chip)
    for _ in range(40):
        picture = noise()
        device.display(picture)
        assert chip.picture() == picture


@wirings
def test_chip_starts_dark_until_luma_lights_it(model: type[Chip], driver: Driver) -> None:
    chip = model()
    assert chip.picture().getbbox() is None
    chip.command([0xAF])
    device = driver(chip)
    device.display(Image.new("1", (128, 64), 1))
    assert chip.picture() == Image.new("1", (128, 64), 1)
    device.hide()
    assert chip.picture().getbbox() is None


@wirings
def test_contrast_inverse_and_all_lit_take_effect(model: type[Chip], driver: Driver, noise: Noise) -> None:
    chip = model()
    device = driver(chip)
    picture = noise()
    device.display(picture)
    device.contrast(33)
    assert chip.contrast == 33
    chip.command([0xA7])
    assert chip.picture() == ImageChops.invert(picture)
    chip.command([0xA6, 0xA5])
    assert chip.picture() == Image.new("1", (128, 64), 1)
    chip.command([0xA4])
    assert chip.picture() == picture


@wirings
def test_scan_directions_turn_the_picture(model: type[Chip], driver: Driver, noise: Noise) -> None:
    """A driver that forgot them would show it upside down and in a mirror."""
    chip = model()
    device = driver(chip)
    picture = noise()
    device.display(picture)
    chip.command([0xA0, 0xC0])
    assert chip.picture() == picture.transpose(Image.Transpose.ROTATE_180)
    chip.command([0xA1, 0xC8, 0x40 | 8])
    assert chip.picture() == ImageChops.offset(picture, 0, -8)


@wirings
def test_unplugged_chip_loses_its_settings(model: type[Chip], driver: Driver, noise: Noise) -> None:
    chip = model()
    device = driver(chip)
    device.contrast(1)
    device.display(noise())
    before = bytes(chip.ram)
    chip.unplug()
    assert chip.picture().getbbox() is None
    chip.plug()
    assert (chip.on, chip.contrast) == (False, 0x7F)
    assert bytes(chip.ram) != before


def test_unplugged_chip_does_not_answer_on_i2c() -> None:
    chip = Ssd1306()
    device = ssd1306_i2c(chip)
    chip.unplug()
    with pytest.raises(DeviceNotFoundError):
        device.show()
    with pytest.raises(OSError, match="Remote I/O"):
        device.data([1])
    with pytest.raises(DeviceNotFoundError):
        ssd1306(i2c(bus=I2cBus(Ssd1306()), address=0x3D))


def test_bytes_to_an_unplugged_chip_vanish_on_spi(noise: Noise) -> None:
    chip = Sh1106()
    device = sh1106_spi(chip)
    chip.unplug()
    device.display(noise())
    chip.plug()
    assert chip.picture().getbbox() is None


def test_sh1106_has_two_columns_left_of_the_glass() -> None:
    chip = Sh1106()
    sh1106_i2c(chip)
    chip.command([0xB0, 0x00, 0x10])
    chip.data([0xFF, 0xFF, 0x01])
    assert chip.picture().getbbox() == (0, 0, 1, 1)


def test_sh1106_drops_bytes_after_its_last_column() -> None:
    chip = Sh1106()
    chip.command([0xB0, 0x02, 0x18])
    chip.data([1, 2, 3, 4])
    assert bytes(chip.ram[130:132]) == b"\x01\x02"
    assert bytes(chip.ram[132:134]) != b"\x03\x04"


def test_ssd1306_addresses_by_row_column_and_page() -> None:
    chip = Ssd1306()
    chip.command([0x20, 0x00, 0x21, 126, 127, 0x22, 6, 7])
    chip.data([1, 2, 3, 4, 5])
    assert [chip.ram[page * 128 + column] for page in (6, 7) for column in (126, 127)] == [5, 2, 3, 4]
    chip.command([0x20, 0x01, 0x21, 0, 1, 0x22, 0, 1])
    chip.data([1, 2, 3, 4, 5])
    assert [chip.ram[page * 128 + column] for page in (0, 1) for column in (0, 1)] == [5, 3, 2, 4]
    chip.command([0x20, 0x02, 0x21, 0, 127, 0x22, 0, 7, 0xB3, 0x0F, 0x17])
    chip.data([9, 8])
    assert (chip.ram[3 * 128 + 127], chip.ram[3 * 128]) == (9, 8)


def test_ssd1306_addressing_by_rows_ignores_page_addresses() -> None:
    chip = Ssd1306()
    chip.command([0x20, 0x00, 0x21, 0, 127, 0x22, 0, 7, 0xB3, 0x05])
    chip.data([7])
    assert chip.ram[0] == 7


def test_instruction_may_arrive_in_pieces() -> None:
    chip = Ssd1306()
    for byte in (0x20, 0x00, 0x21, 3):
        chip.command([byte])
    chip.command([5, 0x22, 1])
    chip.command([1])
    chip.data([7])
    assert chip.ram[128 + 3] == 7


@pytest.mark.parametrize(("model", "driver", "measured"), [(Ssd1306, ssd1306, 1034), (Sh1106, sh1106, 1080)])
def test_lumas_frame_costs_the_measured_bytes_on_a_pis_own_bus(
    model: type[Chip], driver: Driver, measured: int, monkeypatch: pytest.MonkeyPatch, noise: Noise
) -> None:
    """There luma sends its data in one message, where a bus it is given gets blocks of 32."""
    chip = model()
    monkeypatch.setattr(smbus2, "SMBus", lambda port: I2cBus(chip))
    device = driver(i2c(port=1))
    before, picture = chip.bytes_received, noise()
    device.display(picture)
    assert chip.picture() == picture
    assert chip.bytes_received - before == measured


ADDRESSING = [
    pytest.param(Ssd1306, [0x20, mode, 0x21, first, last, 0x22, 2, 5], id=f"ssd1306, mode {mode}, {first} to {last}")
    for mode in (0x00, 0x01, 0x02)
    for first, last in ((0, 127), (3, 40), (100, 20))
]
ADDRESSING += [
    pytest.param(Sh1106, [0xB3, low, high], id=f"sh1106, {low} {high}") for low, high in ((2, 0x10), (15, 0x18))
]


@pytest.mark.parametrize(("model", "address"), ADDRESSING)
@pytest.mark.parametrize("length", [1, 31, 200, 1100])
def test_bytes_in_one_message_land_where_they_do_one_by_one(
    model: type[Chip], address: list[int], length: int
) -> None:
    sent = bytes(n * 7 % 251 for n in range(length))
    at_once, singly = model(), model()
    for chip in (at_once, singly):
        chip.command(address)
    at_once.data(sent)
    for byte in sent:
        singly.data([byte])
    assert (at_once.ram, at_once.page, at_once.column) == (singly.ram, singly.page, singly.column)
