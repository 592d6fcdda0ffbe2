"""A small table, cell by cell: one key for each answer, and the last one gives them all."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.choices import Count, Pick, Sheet
from companion.steps import TABLE
from firmware.scenes.questions.cells import CellByCell
from firmware.scenes.questions.sheets import SheetQuestion
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import ask, start_doge

AREAS = ("cannaregio", "castello", "dorsoduro", "san-marco", "san-polo", "santa-croce", "quarantia")
LAID = Sheet("area", {row: {"area": Pick("area", AREAS), "ballots": Count("ballots", 1, 4)} for row in AREAS[:2]})


@pytest.mark.rule("DOG.B3")
def test_one_key_for_each_cell(box: TestBox) -> None:
    """Castello with three ballots; then, from the second page, Quarantia with one."""
    scene, given = ask(box, "doge", LAID)
    assert isinstance(scene, CellByCell)
    for key in (Key.LEFT, Key.RIGHT, Key.DOWN, Key.RIGHT, Key.UP):
        assert not given
        box.tap(key)
        assert box.glass().tobytes() == scene.picture().tobytes()
    first, second = AREAS[:2]
    assert given == [{first: {"area": "castello", "ballots": 3}, second: {"area": "quarantia", "ballots": 1}}]


def test_the_next_cell_is_asked_as_the_language_does(box: TestBox) -> None:
    """A Spanish question is opened, too."""
    box.box.speak("es")
    scene, _ = ask(box, "doge", LAID)
    assert isinstance(scene, CellByCell)
    box.tap(Key.LEFT)
    assert scene._so_far("papeletas") == ["Castello, ¿papeletas?"]


def test_any_answer_can_be_given(box: TestBox) -> None:
    rng = Random(1)
    for _ in range(40):
        _, given = ask(box, "doge", LAID)
        answer = LAID.sample(rng)
        box.thumb.answer(answer, TABLE)
        assert given == [answer]


def test_back_goes_one_cell_back(box: TestBox) -> None:
    scene, given = ask(box, "doge", LAID)
    assert isinstance(scene, CellByCell)
    first = scene.picture().tobytes()
    for key in (Key.LEFT, Key.RIGHT, Key.DOWN):
        box.tap(key)
    for place in [(1, 0), (0, 1), (0, 0)]:
        box.tap(Key.BACK)
        assert (scene.row, scene.column, scene.page) == (*place, 0)
    assert box.glass().tobytes() == first
    assert not given


def test_ok_out_of_habit_fills_no_other_cell(box: TestBox) -> None:
    scene, _ = ask(box, "doge", LAID)
    assert isinstance(scene, CellByCell)
    box.tap(Key.LEFT)
    box.tap_at_once(Key.OK)
    assert (scene.row, scene.column) == (0, 1)


def test_earlier_answer_is_amended_as_a_whole(box: TestBox, tmp_path: Path) -> None:
    """What stands in a table already is seen at a glance; a knob walks the table, too."""
    assert type(ask(box, "doge", LAID, LAID.sample(Random(1)))[0]) is SheetQuestion
    knob = TestBox(tmp_path / "knob", profile="breadboard")
    assert type(ask(knob, "doge", LAID)[0]) is SheetQuestion
    knob.close()


@pytest.mark.rule("DOG.B3")
def test_cardboard_votes_take_two_keys_a_player(box: TestBox) -> None:
    match = start_doge(box, cardboard=True)
    assert isinstance(box.box.scene, CellByCell)
    for _ in range(3):
        box.tap(Key.LEFT)
        box.tap(Key.UP)
    assert {tuple(row.items()) for row in match.referee.entries[0].value.values()} == {
        (("area", "castello"), ("ballots", 1))
    }
