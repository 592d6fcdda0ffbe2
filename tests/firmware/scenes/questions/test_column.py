"""A sheet with one short column: three values a row, each with its key."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.choices import Count, Pick, Sheet
from companion.words import folders_of
from firmware.bench.thumb import keys_in_column
from firmware.scenes.questions.asking import question
from firmware.scenes.questions.cells import CellByCell
from firmware.scenes.questions.column import ColumnQuestion, Jump, others
from firmware.scenes.questions.questions import Asking, CountQuestion, Heading, QuestionScene, TwoWays
from firmware.scenes.questions.sheets import SheetQuestion
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import ask, match_of, play_until, start_doge


def numbers(rows: int, high: int) -> Sheet:
    return Sheet("", {str(row): {"ballots": Count("ballots", 0, high)} for row in range(rows)})


def values(answer: dict[str, dict[str, int]]) -> list[int]:
    return [row["ballots"] for row in answer.values()]


def test_one_press_per_row(box: TestBox) -> None:
    """LEFT, OK and RIGHT take the value they point at, and the next row comes; after the last the answer is given."""
    _, given = ask(box, "doge", numbers(3, 8), likely=1)
    for key in (Key.LEFT, Key.OK, Key.RIGHT):
        assert not given
        box.tap(key)
        assert box.glass().tobytes() == box.box.scene.picture().tobytes()
    assert values(given[0]) == [0, 1, 2]


def test_up_and_down_show_three_more(box: TestBox) -> None:
    _, given = ask(box, "doge", numbers(3, 8), likely=1)
    for key in (Key.UP, Key.LEFT, Key.DOWN, Key.RIGHT, Key.UP, Key.UP, Key.UP, Key.OK):
        box.tap(key)
    assert values(given[0]) == [3, 8, 1]


def test_nothing_comes_before_the_first_or_after_the_last(box: TestBox) -> None:
    _, given = ask(box, "doge", numbers(2, 1), likely=0)
    for key in (Key.LEFT, Key.RIGHT, Key.UP, Key.RIGHT, Key.LEFT):
        box.tap(key)
    assert values(given[0]) == [1, 0]


@given(index=st.integers(0, 99), wanted=st.integers(0, 99), count=st.integers(1, 100))
@settings(max_examples=300)
def test_every_value_is_reached_from_everywhere(index: int, wanted: int, count: int) -> None:
    index, wanted = index % count, wanted % count
    keys = keys_in_column(index, wanted, count, 1)
    assert len(keys) <= 2 + count // 6 + 1
    jump = Jump()
    for key in keys[:-1]:
        jump = jump.then(1 if key == Key.DOWN else -1, count)
        index = others(index, jump, count)
    assert index + {Key.LEFT: -1, Key.OK: 0, Key.RIGHT: 1}[keys[-1]] == wanted


def test_far_values_come_sooner(box: TestBox) -> None:
    """Pressed again, UP goes four threes on through 61 numbers; from the way back on, half as far each time."""
    _, given = ask(box, "doge", numbers(2, 60), likely=1)
    for key in (*[Key.UP] * 4, Key.OK, *[Key.UP] * 3, Key.DOWN, Key.UP, Key.OK):
        box.tap(key)
    assert values(given[0]) == [1 + 3 * (1 + 4 + 4 + 4), 1 + 3 * (1 + 4 + 4 - 2 + 1)]


def test_a_held_key_answers_one_row(box: TestBox) -> None:
    _, given = ask(box, "doge", numbers(3, 8), likely=1)
    box.hold(Key.RIGHT, 3.0)
    scene = box.box.scene
    assert isinstance(scene, ColumnQuestion)
    assert scene.row == 1
    assert not given


def test_a_held_key_answers_two_ways_once(box: TestBox) -> None:
    """A slow press does not answer the next question too."""
    answers: list[Any] = []

    def again(value: Any = None) -> None:
        if value is not None:
            answers.append(value)
        words = box.box.words_for(folders_of("doge"))
        two = Pick("", ("yes", "no"))
        box.box.replace(question(Asking(box.box, Heading("", "?", "?"), words, again), two))

    again()
    assert isinstance(box.box.scene, TwoWays)
    box.hold(Key.LEFT, 3.0)
    assert answers == ["yes"]


def test_a_held_key_moves_nothing_on_the_next_screen(box: TestBox) -> None:
    words = box.box.words_for(folders_of("doge"))

    def count(_: Any) -> None:
        box.box.replace(question(Asking(box.box, Heading("", "?", "?"), words, print), Count("", 0, 12), 4))

    box.box.replace(question(Asking(box.box, Heading("", "?", "?"), words, count), Pick("", ("yes", "no"))))
    box.hold(Key.LEFT, 3.0)
    scene = box.box.scene
    assert isinstance(scene, CountQuestion)
    assert scene.value == 4


def test_a_held_arrow_goes_on_through_the_values(box: TestBox) -> None:
    ask(box, "doge", numbers(1, 60), likely=1)
    box.hold(Key.UP, 1.0)
    scene = box.box.scene
    assert isinstance(scene, ColumnQuestion)
    assert scene.current[0].index > 7


def test_back_goes_a_row_back(box: TestBox) -> None:
    _, given = ask(box, "doge", numbers(2, 8), likely=1)
    box.tap(Key.RIGHT)
    box.tap(Key.BACK)
    for key in (Key.LEFT, Key.OK):
        box.tap(key)
    assert values(given[0]) == [1, 1], "the 2 was there to be changed"


def test_long_names_and_knobs_have_no_column(box: TestBox, tmp_path: Path) -> None:
    """Where three values have no room side by side, they come one cell at a time; a knob changes them in a table."""
    areas = Sheet("", {name: {"area": Pick("", ("Cannaregio", "Castello"))} for name in ("Alessandra", "Ben")})
    ask(box, "doge", areas)
    assert type(box.box.scene) is CellByCell
    knob = TestBox(tmp_path / "knob", profile="breadboard")
    ask(knob, "doge", numbers(2, 8))
    assert type(knob.box.scene) is SheetQuestion
    knob.close()


def test_ballots_are_read_out_in_a_column(box: TestBox) -> None:
    match = start_doge(box, cardboard=True)
    play_until(box, match, lambda: isinstance(box.box.scene, ColumnQuestion), Random(1))
    scene = box.box.scene
    assert isinstance(scene, ColumnQuestion)
    entries = len(match.referee.entries)
    for _ in scene.rows:
        box.tap(Key.OK)
    assert len(match.referee.entries) == entries + 1
    box.wait_out_tellings()
    assert isinstance(box.box.scene, QuestionScene)
    assert match_of(box) is match
