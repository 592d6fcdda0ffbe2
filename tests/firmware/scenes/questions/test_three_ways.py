"""A question with three short answers: LEFT, OK and RIGHT give them at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.choices import Pick
from companion.refusal import Refusal
from firmware.scenes.questions.compass import Compass
from firmware.scenes.questions.questions import PickQuestion, ThreeWays, beside
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import ask

HOUSES = ("green-1", "yellow-1", "blue-1")


@pytest.mark.parametrize(("key", "answer"), [(Key.LEFT, "green-1"), (Key.OK, "yellow-1"), (Key.RIGHT, "blue-1")])
def test_one_key_per_answer(box: TestBox, key: Key, answer: str) -> None:
    scene, given = ask(box, "rialto", Pick("building", HOUSES))
    assert isinstance(scene, ThreeWays)
    box.tap(Key.UP)
    box.tap(Key.DOWN)
    assert not given
    box.tap(key)
    assert given == [answer]
    assert box.glass().tobytes() == scene.picture().tobytes()


def test_a_held_key_answers_once(box: TestBox) -> None:
    _, given = ask(box, "rialto", Pick("building", HOUSES))
    box.hold(Key.RIGHT, 3)
    assert given == ["blue-1"]


@pytest.mark.parametrize(
    ("choice", "likely"),
    [
        (Pick("building", HOUSES, {"green-2": Refusal("none-left", "RIA.C4", building="green-2")}), None),
        (Pick("building", HOUSES), "blue-1"),
        (Pick("building", (*HOUSES, "none")), None),
        (Pick("district.district", ("castello.dorsoduro", "castello.cannaregio", "san-polo.dorsoduro")), None),
    ],
)
def test_otherwise_it_is_a_compass(box: TestBox, choice: Pick, likely: Any) -> None:
    """With something barred, another answer likelier than the middle one, four of them, or long ones."""
    scene, _ = ask(box, "rialto", choice, likely)
    assert isinstance(scene, Compass)


def test_a_knob_has_no_left_and_right(tmp_path: Path) -> None:
    box = TestBox(tmp_path, profile="breadboard")
    scene, _ = ask(box, "rialto", Pick("building", HOUSES))
    assert isinstance(scene, PickQuestion)
    box.close()


@pytest.mark.parametrize(("rows", "count"), [(5, 12), (5, 7), (4, 8), (5, 6), (3, 9)])
def test_left_and_right_stay_in_the_row(rows: int, count: int) -> None:
    for cursor in range(count):
        other = beside(cursor, 1, rows, count)
        assert other % rows == cursor % rows
        assert beside(other, -1, rows, count) == cursor
