"""UP and RIGHT raise a number wherever one is asked for; a knob raises it clockwise, and by five while pushed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.choices import Choice, Count, Pick, Several, Sheet
from firmware.scenes.questions.questions import CountQuestion
from firmware.scenes.questions.run_down import RunDown
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import ask

FEW, MANY = Count("", 0, 5), Count("", 0, 30)
AREAS = Pick("area", ("cannaregio", "castello", "dorsoduro"))


def answer(box: TestBox, choice: Choice, likely: Any, *keys: Key, **more: Any) -> Any:
    """Return what is answered after these keys and as many OKs as it takes."""
    _, given = ask(box, "doge", choice, likely, **more)
    for key in keys:
        box.tap(key)
    while not given:
        box.tap(Key.OK)
    return given[0]


def in_sheet(choice: Choice, columns: int) -> Sheet:
    return Sheet("area", {"castello": dict.fromkeys(("houses", "ballots", "area")[:columns], choice)})


@pytest.mark.parametrize("columns", [2, 3])
def test_up_raises_a_number_in_a_sheet(box: TestBox, columns: int) -> None:
    for key, houses in ((Key.UP, 12), (Key.DOWN, 10)):
        cells = answer(box, in_sheet(Count("", 0, 99), columns), 11, key)["castello"]
        assert cells["houses"] == houses


def test_up_goes_back_through_names(box: TestBox) -> None:
    sheet = in_sheet(AREAS, 2)
    assert answer(box, sheet, "castello", Key.UP)["castello"]["houses"] == "cannaregio"
    assert answer(box, sheet, "castello", Key.DOWN)["castello"]["houses"] == "dorsoduro"


@pytest.mark.parametrize(("key", "few", "many"), [(Key.UP, 4, 15), (Key.RIGHT, 4, 11), (Key.DOWN, 2, 5)])
def test_up_and_right_raise_a_count(box: TestBox, key: Key, few: int, many: int) -> None:
    assert answer(box, FEW, 3, key, kind=CountQuestion) == few
    assert answer(box, MANY, 10, key) == many


CLOCKWISE, BACKWARDS, PUSHED_CLOCKWISE = Key.DOWN, Key.UP, Key.RIGHT


@pytest.mark.parametrize(("key", "few", "many"), [(CLOCKWISE, 4, 11), (BACKWARDS, 2, 9), (PUSHED_CLOCKWISE, 4, 15)])
def test_a_knob_raises_clockwise_by_one_and_pushed_by_five(tmp_path: Path, key: Key, few: int, many: int) -> None:
    box = TestBox(tmp_path, profile="breadboard")
    assert answer(box, FEW, 3, key) == few
    assert answer(box, MANY, 10, key) == many
    box.close()


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_a_knob_raises_clockwise_in_a_sheet(tmp_path: Path, columns: int) -> None:
    box = TestBox(tmp_path, profile="breadboard")
    assert answer(box, in_sheet(MANY, columns), 10, CLOCKWISE)["castello"]["houses"] == 11
    box.close()


def test_shares_rise_by_up_and_clockwise(box: TestBox, tmp_path: Path) -> None:
    """With keys UP shows the next three numbers, of which OK takes the middle one; a knob goes one by one."""
    ballots = Several("", (1, 1, 2, 2, 3, 3), 0, 6)
    assert answer(box, ballots, None, Key.OK, Key.OK, Key.UP, kind=RunDown) == [3, 3]
    knob = TestBox(tmp_path / "knob", profile="breadboard")
    assert answer(knob, ballots, None, Key.OK, Key.OK, CLOCKWISE) == [3]
    knob.close()


@pytest.mark.parametrize(("key", "value"), [(Key.UP, 9), (Key.DOWN, 3)])
def test_up_shows_larger_numbers_in_a_column(box: TestBox, key: Key, value: int) -> None:
    assert answer(box, in_sheet(Count("", 0, 15), 1), 6, key)["castello"]["houses"] == value
