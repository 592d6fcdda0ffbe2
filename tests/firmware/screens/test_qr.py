"""QR codes on the glass are read back by another program, as a phone's camera would."""

from __future__ import annotations

import pytest
import zxingcpp
from PIL import Image

from firmware.screens import setting_up

TEXTS = ["HTTP://192.168.178.201:8080/J/AB12", "HTTP://10.42.0.1:8080/J/XY34", "WIFI:T:WPA;S:Ballot;P:abcdefgh;;"]


def on_glass(text: str) -> Image.Image:
    """Return the whole screen, with what can be typed beside the code."""
    return setting_up.qr_code(text, "scan", "AB12", "10.42.0.1", ":8080").convert("L")


@pytest.mark.parametrize("scale", [1, 4, 8])
@pytest.mark.parametrize("text", TEXTS)
def test_a_code_on_the_glass_is_read_back(text: str, scale: int) -> None:
    """Seen from afar and from near; beside it nothing is taken for a code."""
    glass = on_glass(text)
    seen = glass.resize((glass.width * scale, glass.height * scale), Image.Resampling.NEAREST)
    (found,) = zxingcpp.read_barcodes(seen)
    assert found.text == text


@pytest.mark.parametrize("text", TEXTS)
def test_a_code_has_light_around_it_and_two_dots_a_module(text: str) -> None:
    """There are at least three dots of light on every side; phones don't find a code without them."""
    code = on_glass(text).crop((0, 0, 64, 64))
    dark = code.point(lambda dot: 255 - dot).getbbox()
    assert dark is not None
    left, top, right, bottom = dark
    assert min(left, top, 64 - right, 64 - bottom) >= 3
    small = code.crop(dark).resize(((right - left) // 2, (bottom - top) // 2), Image.Resampling.NEAREST)
    assert small.resize((right - left, bottom - top), Image.Resampling.NEAREST).tobytes() == code.crop(dark).tobytes()
