"""A card is laid out as the machine takes it; its Pi gets what the installer has switched on, and no more."""

from __future__ import annotations

import pytest

from firmware.install.boot import bus_lines, with_block
from hardware.profile import load
from tests.boot.building.card import I2C, MIB, SECTOR, SPI, edits, layout, switches, table
from tests.boot.registers import CLEAR, HEADER, SET, closed, idle, opened, written

PI_OS = b"dtparam=audio=on\n\n[cm5]\ndtoverlay=dwc2,dr_mode=host\n"


@pytest.mark.parametrize("size", [256 * MIB, 2048 * MIB, 4096 * MIB])
def test_partitions_fill_the_card_and_do_not_overlap(size: int) -> None:
    boot, root = layout(size)
    assert boot.offset == 4 * MIB
    assert boot.offset + boot.size * SECTOR == root.offset
    assert root.offset + root.size * SECTOR == size
    assert root.offset % MIB == 0
    assert table((boot, root)).splitlines()[1:] == [
        f"start={boot.start}, size={boot.size}, type=c",
        f"start={root.start}, size={root.size}, type=83",
    ]


@pytest.mark.parametrize("size", [0, 64 * MIB, 2000 * MIB])
def test_a_card_that_the_machine_would_refuse_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="power of two"):
        layout(size)


def installed(profile: str) -> str:
    """Return the boot configuration after our installer."""
    return with_block(PI_OS, bus_lines(load(profile))).decode()


def test_the_bonnet_gets_a_fast_i2c_and_no_spi() -> None:
    done = {edit[2:4]: edit[-1] for edit in edits(installed("adafruit-bonnet")) if edit[0] == "-t"}
    assert done[I2C, "status"] == "okay"
    assert done[I2C, "clock-frequency"] == "400000"
    assert done[SPI, "status"] == "disabled"


def test_the_hat_gets_spi_with_a_device_on_it_and_no_i2c() -> None:
    done = {edit[2:4]: edit[-1] for edit in edits(installed("waveshare-hat")) if edit[0] == "-t"}
    assert done[I2C, "status"] == "disabled"
    assert done[SPI, "status"] == "okay"
    assert done[f"{SPI}/spidev@0", "reg"] == "0"


def test_the_hat_gets_no_dma() -> None:
    taken_out = {edit[1:] for edit in edits(installed("waveshare-hat")) if edit[0] == "-d"}
    assert taken_out == {(SPI, "dmas"), (SPI, "dma-names")}


def test_a_bare_card_switches_nothing_on() -> None:
    assert switches(PI_OS.decode()) == {"audio": "on"}
    assert switches("[pi5]\ndtparam=spi=on\n[pi3]\ndtparam=i2c_arm=on\n") == {"i2c_arm": "on"}


@pytest.mark.parametrize("profile", ["adafruit-bonnet", "waveshare-hat", "breadboard"])
def test_each_key_has_a_bit_of_its_own_in_the_registers(profile: str) -> None:
    lines = {closed(pin) for pin, _ in load(profile).inputs()}
    assert len(lines) == len(load(profile).inputs())
    for pin, _ in load(profile).inputs():
        register, value = opened(pin).removeprefix("writel ").split()
        assert int(register, 16) == SET
        assert int(value, 16) == 1 << pin
        assert closed(pin) == opened(pin).replace(f"{SET:#x}", f"{CLEAR:#x}")


def test_idle_opens_every_pin_of_the_header_and_no_other() -> None:
    assert int(idle().split()[-1], 16).bit_count() == len(HEADER)
    with pytest.raises(ValueError, match="GPIO 28"):
        written(SET, [28])
