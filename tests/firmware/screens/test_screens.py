"""Screens are pure: the same data gives the same dots, those of the reference pictures."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PIL import Image

from tests.firmware.pictures import CASES, HERE


@pytest.mark.parametrize(("name", "draw"), CASES.items(), ids=CASES)
def test_every_screen_looks_as_it_should(name: str, draw: Callable[[], Image.Image]) -> None:
    picture = draw()
    assert picture.mode == "1"
    assert picture.size == (128, 64)
    with Image.open(HERE / f"{name}.png") as reference:
        assert picture.tobytes() == reference.convert("1").tobytes()


def test_no_reference_picture_is_left_over() -> None:
    assert {path.stem for path in HERE.glob("*.png")} == set(CASES)
