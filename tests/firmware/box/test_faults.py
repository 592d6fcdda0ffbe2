"""Things that go wrong on a table: a loose screen, a stuck key, a full card, a wrong clock."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from firmware.scenes.menus import Menu, Reading
from firmware.scenes.questions.cells import CellByCell
from firmware.scenes.questions.questions import QuestionScene
from firmware.scenes.questions.sheets import SheetQuestion
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import menu_of, play_by_keys, start_doge
from tests.tables import file_of

HOME = ["Play", "Draw", "Score", "Set-up", "Against the box"]


def test_the_game_goes_on_while_the_screen_is_unplugged(box: TestBox) -> None:
    """Answers given blind count; when the screen is back, it shows the current picture, whole."""
    match = start_doge(box, cardboard=True)
    play_by_keys(box, match, Random(1), most=5)
    box.wires.chip.unplug()
    seat = min(match.referee.open)
    box.thumb.answer(match.referee.open[seat].choice.sample(Random(2)), seat)
    assert len(match.referee.entries) == 6
    assert box.panel.screen.status == "lost"
    assert box.panel.faults
    box.wires.chip.plug()
    for _ in range(60):
        box.wait(0.1)
    assert str(box.panel.screen.status) == "ok"
    assert box.glass().tobytes() == box.box.scene.picture().tobytes()


def test_stuck_key_is_reported_once_and_others_work(box: TestBox) -> None:
    box.wires.press(Key.BACK)
    for _ in range(230):
        box.wait(0.1)
    assert isinstance(box.box.scene, Reading)
    assert "BACK" in " ".join(box.box.scene.lines)
    box.tap(Key.OK)
    box.tap(Key.OK)
    assert len(box.box.scenes) == 2, "OK still opens what it should"


def test_bouncing_contacts_are_one_press(box: TestBox) -> None:
    """Twelve edges in six milliseconds, as a worn switch gives them, move the bar by one line."""
    start = menu_of(box).cursor
    for _ in range(6):
        box.wires.press(Key.DOWN)
        box.clock.now += 0.0005
        box.wires.release(Key.DOWN)
        box.clock.now += 0.0005
    box.wires.press(Key.DOWN)
    box.wait(0.05)
    box.wires.release(Key.DOWN)
    box.wait(0.05)
    assert menu_of(box).cursor == start + 1


def test_full_card_refuses_and_keeps_the_question(box: TestBox) -> None:
    match = start_doge(box, cardboard=True)
    play_by_keys(box, match, Random(1), most=3)
    file_of(match.referee)._db.execute("PRAGMA max_page_count=1")
    with pytest.raises(AssertionError):
        for _ in range(200):
            play_by_keys(box, match, Random(1), most=len(match.referee.entries) + 1)
    assert isinstance(box.box.scene, Reading), "told, not lost"
    kept = len(match.referee.entries)
    box.tap(Key.OK)
    assert isinstance(box.box.scene, QuestionScene)
    file_of(match.referee)._db.execute("PRAGMA max_page_count=1000000")
    scene = box.box.scene
    if isinstance(scene, CellByCell):
        last = scene.cell.values[scene.cell.index]
        box.tap(next(key for key, value in scene.answers.items() if value == last))
        box.wait_out_tellings()
        assert len(match.referee.entries) == kept + 1, "all cells stay filled in: the last one gives them again"
    elif isinstance(box.box.scene, SheetQuestion):
        for _ in box.box.scene.columns if len(box.box.scene.columns) > 2 else [None]:
            box.tap(Key.OK)
        box.wait_out_tellings()
        assert len(match.referee.entries) == kept + 1, "a sheet stays filled in: OK gives it again"
    play_by_keys(box, match, Random(1), most=kept + 3)
    assert len(match.referee.entries) == kept + 3


def test_fault_in_a_flow_halts_the_game_and_undo_recovers(box: TestBox, monkeypatch: pytest.MonkeyPatch) -> None:
    match = start_doge(box, cardboard=True)
    play_by_keys(box, match, Random(1), most=3)
    monkeypatch.setattr("companion.games.doge.rules.flow.votes_in", lambda *_: 1 / 0)
    while match.referee.open:
        seat = min(match.referee.open)
        box.thumb.answer(match.referee.open[seat].choice.sample(Random(1)), seat)
        box.wait_out_tellings()
    assert match.referee.fault is not None
    kept = len(match.referee.entries)
    monkeypatch.undo()
    match.undo()
    assert match.referee.fault is None
    assert len(match.referee.entries) == kept - 1
    assert isinstance(box.box.scene, QuestionScene)


def test_damaged_game_is_set_aside_and_the_box_starts(tmp_path: Path) -> None:
    """Home is there at once, and then the box says which game it was, but only once."""
    box = TestBox(tmp_path)
    match = start_doge(box)
    path = file_of(match.referee).path
    box.close()
    path.write_bytes(b"nonsense" * 500)
    again = TestBox(tmp_path)
    assert lines_of_home(again) == HOME
    again.wait()
    assert isinstance(again.box.scene, Reading)
    assert path.stem in "".join(again.box.scene.lines)
    assert again.glass().tobytes() == again.box.scene.picture().tobytes()
    again.tap(Key.OK)
    assert lines_of_home(again) == HOME
    again.box.go_home()
    again.wait()
    assert lines_of_home(again) == HOME
    again.close()


def test_game_that_cannot_be_opened_is_named_once(box: TestBox, tmp_path: Path) -> None:
    (tmp_path / "games" / "locked.sqlite").mkdir()
    start_doge(box)
    box.box.go_home()
    box.wait()
    assert isinstance(box.box.scene, Reading)
    assert "locked" in "".join(box.box.scene.lines)
    box.tap(Key.OK)
    assert "Resume" in lines_of_home(box)
    box.tap(Key.OK)
    assert box.box.match is not None


def lines_of_home(box: TestBox) -> list[str]:
    scene = box.box.scene
    assert isinstance(scene, Menu)
    return [item.row.text for item in scene.items]


def test_the_clock_may_jump(box: TestBox) -> None:
    """An hour forward at once, as when the network sets the time: nothing is pressed, nothing breaks."""
    match = start_doge(box, cardboard=True)
    glass = box.glass().tobytes()
    box.wait(3600)
    box.wait(0.1)
    assert box.glass().tobytes() == glass
    play_by_keys(box, match, Random(1), most=3)
    assert len(match.referee.entries) == 3
