"""QR codes on the glass are read back, dots and all, by another program."""

from __future__ import annotations

import pytest
import segno

from firmware.screens import qr


@pytest.mark.parametrize(
    "text", ["HTTP://192.168.178.201:8080/J/AB12", "HTTP://10.42.0.1:8080/J/XY34", "WIFI:T:WPA;S:Ballot;P:abcdefgh;;"]
)
def test_the_modules_on_the_glass_are_those_of_the_code(text: str) -> None:
    """Read off the picture module by module, with a lit margin of three dots at least around it."""
    picture = qr.code(text, "scan", "AB12", "10.42.0.1", ":8080")
    matrix = [list(row) for row in segno.make(text, error="l", boost_error=False, micro=False).matrix]
    size = (64 - 6) // len(matrix)
    start = (64 - size * len(matrix)) // 2
    assert size >= 1
    assert start >= 3
    for y, row in enumerate(matrix):
        for x, dark in enumerate(row):
            assert bool(picture.getpixel((start + x * size, start + y * size))) != bool(dark)
    assert all(picture.getpixel((x, y)) for x in range(start) for y in range(64))
    assert size == 2, "two dots a module: phones read that"
