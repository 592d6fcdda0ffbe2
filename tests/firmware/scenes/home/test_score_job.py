"""The job Score: a slip on a sheet costs one field, never the whole sheet."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.words import Words, folders_of
from firmware import WORDS
from firmware.scenes.menus import Item, Menu, Reading
from firmware.scenes.questions.questions import QuestionScene
from firmware.scenes.questions.sheets import SheetQuestion
from firmware.terminal.scoring import SheetAsker, ask_and_count, fill_in
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import choose

EMPTY = {str(seat): {"cards": 0, "gondola": 3 * seat} for seat in (1, 2, 3)}
ONE_CARD = EMPTY | {"2": {"cards": 1, "gondola": 6}}
"""A casa is built with one card, by its master builder."""
REST: tuple[Any, ...] = "no", 18, []
"""It is not the last of its kind, there is treasure left, and nobody is alongside."""


def begin(box: TestBox) -> None:
    for line in ("Score", "Venedig", "A building", "3 players"):
        choose(box, line)


def answer(box: TestBox, *values: Any) -> None:
    for value in values:
        box.thumb.answer(value, 0)


def titles(box: TestBox) -> str:
    scene = box.box.scene
    assert isinstance(scene, QuestionScene)
    return scene.heading.question


def test_uncountable_sheet_is_asked_again_as_filled_in(box: TestBox) -> None:
    begin(box)
    answer(box, "casa", 2, 2, *REST, EMPTY)
    assert isinstance(box.box.scene, Reading)
    assert "VEN.K3" in " ".join(box.box.scene.lines)
    box.tap(Key.OK)
    sheet = box.box.scene
    assert isinstance(sheet, SheetQuestion)
    assert [cells["gondola"].values[cells["gondola"].index] for cells in sheet.cells.values()] == [3, 6, 9]
    answer(box, ONE_CARD)
    assert isinstance(box.box.scene, Reading)
    assert "Ben" in " ".join(box.box.scene.lines)
    box.tap(Key.BACK)
    assert isinstance(box.box.scene, Menu)


def test_back_returns_to_the_previous_field_as_filled_in(box: TestBox) -> None:
    begin(box)
    first = titles(box)
    answer(box, "palazzo", 2, 3)
    box.tap(Key.BACK)
    box.tap(Key.BACK)
    box.tap(Key.BACK)
    assert titles(box) == first
    for _ in range(3):
        box.tap(Key.OK)
    answer(box, *REST, EMPTY | {"3": {"cards": 3, "gondola": 9}})
    assert isinstance(box.box.scene, Reading)
    assert "Cleo" in " ".join(box.box.scene.lines), "all three are as they were"


def test_likely_answer_stands_under_the_cursor(box: TestBox) -> None:
    """Treasure is rarely short: OK on its field means that there is enough."""
    begin(box)
    answer(box, "casa", 2, 2, "no")
    box.tap(Key.OK)
    answer(box, ["2"], ONE_CARD)
    scene = box.box.scene
    assert isinstance(scene, Reading)
    assert "Ben takes a treasure token. (VEN.B9)" in " ".join(scene.lines)


def test_back_on_the_first_field_leaves_the_sheet(box: TestBox) -> None:
    begin(box)
    box.tap(Key.BACK)
    assert isinstance(box.box.scene, Menu)


def cut_power(box: TestBox, folder: Path) -> TestBox:
    """Let the box go as it is, and switch another one on."""
    box.close()
    return TestBox(folder)


@pytest.mark.parametrize("how", ["back", "restart"])
def test_half_filled_sheet_is_never_lost(tmp_path: Path, how: str) -> None:
    """Whole fields, the cells of a table that is not done yet, and the row of the bar: all as they were."""
    box = TestBox(tmp_path)
    begin(box)
    answer(box, "palazzo", 2, 3, *REST)
    for key in (Key.UP, Key.UP, Key.OK, Key.RIGHT):
        box.tap(key)
    before = sheet_on(box)
    assert before.row == 1
    if how == "back":
        for _ in range(12):
            box.tap(Key.BACK)
        assert box.box.lowest is box.box.scene, "at home"
        for line in ("Score", "Venedig", "A building"):
            choose(box, line)
    else:
        box = cut_power(box, tmp_path)
        for _ in range(3):  # Score, Venedig and the sheet come first
            box.tap(Key.OK)
    choose(box, "Carry on")
    if how == "back":  # BACK went through the fields before
        answer(box, "palazzo", 2, 3, *REST)
    else:
        assert sheet_on(box).row == before.row
        box.tap(Key.BACK)
    assert sheet_on(box).filled_in == before.filled_in
    answer(box, EMPTY | {"3": {"cards": 3, "gondola": 9}})
    assert "Cleo" in " ".join(box.box.scene.lines)  # type: ignore[attr-defined]
    box.close()


def sheet_on(box: TestBox) -> SheetQuestion:
    scene = box.box.scene
    assert isinstance(scene, SheetQuestion)
    return scene


def test_counted_sheet_leaves_no_draft_and_a_new_one_can_be_begun(box: TestBox) -> None:
    begin(box)
    answer(box, "casa", 2, 2, *REST, ONE_CARD)
    box.tap(Key.BACK)
    box.tap(Key.BACK)
    assert [item.row.note for item in lines(box)] == ["", "", ""]
    choose(box, "A building")
    answer(box, "palazzo")
    box.tap(Key.BACK)
    box.tap(Key.BACK)
    assert [item.row.note for item in lines(box)] == ["half filled in", "", ""]
    choose(box, "A building")
    choose(box, "New sheet")
    assert titles(box)
    answer(box, "casa", 2, 2, *REST, ONE_CARD)
    assert "Ben" in " ".join(box.box.scene.lines)  # type: ignore[attr-defined]


def lines(box: TestBox) -> list[Item]:
    scene = box.box.scene
    assert isinstance(scene, Menu)
    return scene.items


DAMAGED: list[Any] = [
    5,
    {"venedig:building": 5},
    {"venedig:building": {"players": True}},
    {"venedig:building": {"players": 3, "filled": {"building": "kiosk"}, "place": 99, "entered": [1], "at": "x"}},
    {
        "venedig:building": {
            "players": 3,
            "filled": [],
            "place": 3,
            "entered": {"before": {"1": 7, "2": {"cards": {}}}},
            "at": [9, 9],
        }
    },
]


@pytest.mark.parametrize("content", DAMAGED)
def test_damaged_draft_keeps_nobody_from_scoring(tmp_path: Path, content: Any) -> None:
    (tmp_path / "drafts.json").write_text(json.dumps(content), "utf-8")
    box = TestBox(tmp_path)
    for line in ("Score", "Venedig", "A building"):
        choose(box, line)
    box.tap(Key.OK)
    assert isinstance(box.box.scene, QuestionScene)
    box.box.scene.picture()
    box.close()


def test_drafts_of_a_newer_version_are_left_alone(tmp_path: Path) -> None:
    newer = json.dumps({"version": 99, "venedig:building": {"players": 3}})
    (tmp_path / "drafts.json").write_text(newer, "utf-8")
    box = TestBox(tmp_path)
    begin(box)
    answer(box, "palazzo")
    assert (tmp_path / "drafts.json").read_text("utf-8") == newer
    box.close()


def test_score_offers_the_last_game_and_number_of_players_first(tmp_path: Path) -> None:
    """Also after a restart: Score, game, sheet and players are one press each."""
    box = TestBox(tmp_path)
    for line in ("Score", "Venedig", "Final exchange", "4 players"):
        choose(box, line)
    box = cut_power(box, tmp_path)
    for _ in range(4):
        box.tap(Key.OK)
    assert isinstance(box.box.scene, QuestionScene)
    assert len(box.box.scene.words.names) == 4
    box.close()


def typed(monkeypatch: pytest.MonkeyPatch, lines: list[str]) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: lines.pop(0))


def english() -> Words:
    return Words("en", [WORDS, *folders_of("venedig")])


def test_only_the_wrong_field_is_typed_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kit = games.find("venedig")
    rows = ["0", "3", "0", "6", "0", "9"]
    typed(monkeypatch, ["3", "casa", "2", "2", "no", "", "", *rows, "", "", "1", "", "", ""])
    fill_in(english(), kit, kit.sheets["building"], kit.layout(tmp_path))
    said = capsys.readouterr().out
    assert "! " in said
    assert "not 0" in said
    assert "Enter keeps what stands in brackets" in said
    assert said.count("(VEN.B10)") == 1


def test_undo_at_the_terminal_goes_to_the_previous_field(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    kit = games.find("venedig")
    layout = kit.layout(tmp_path)
    typed(monkeypatch, ["palazzo", "undo", "casa", "2", "2", "no", "", "", "0", "3", "1", "6", "0", "9"])
    counted = ask_and_count(SheetAsker(english()), kit.sheets["building"], 3, layout)
    rest = dict(zip(("last", "treasure", "along"), REST, strict=True))
    straight = kit.sheets["building"].score(
        {"players": 3, "building": "casa", "seen": 2, "master": 2, **rest, "before": ONE_CARD}, layout
    )
    assert counted.to_json() == straight.to_json()
