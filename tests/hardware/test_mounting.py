"""Which way up a picture stands on the glass of each build."""

from __future__ import annotations

from random import Random

import pytest
from PIL import Image

from hardware.frame import pack
from hardware.panel import Panel
from hardware.profile import load, names
from hardware.simulator.wires import chip_and_connector

MAKERS_START = (0xA0, 0xC0)
"""The scan directions that the HAT's maker sets; luma sets the opposite ones, 0xA1 and 0xC8."""


def noise() -> Image.Image:
    return Image.frombytes("1", (128, 64), Random(1).randbytes(128 * 64 // 8))


@pytest.mark.parametrize("name", names())
def test_picture_is_upright_on_every_build(name: str) -> None:
    with Panel.open_screen(load(name) if load(name).simulated else load(name).on_paper()) as panel:
        panel.screen.show(noise())
        assert panel.simulated is not None
        assert panel.simulated.chip.picture().tobytes() == noise().tobytes()


def test_hats_glass_is_mounted_as_its_maker_drives_it() -> None:
    """Sent as the maker does, with those scans and nothing turned, a picture is upright too."""
    chip, _ = chip_and_connector(load("waveshare-hat").screen)
    chip.command([0xAF, *MAKERS_START])
    rows = pack(noise())
    for page in range(8):
        chip.command([0xB0 + page, 0x02, 0x10])
        chip.data(rows[page * 128 : (page + 1) * 128])
    assert chip.picture().tobytes() == noise().tobytes()


def test_other_glass_is_mounted_as_luma_drives_it() -> None:
    chip, _ = chip_and_connector(load("adafruit-bonnet").screen)
    assert not chip.turned
