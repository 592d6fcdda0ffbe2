"""A table that comes back to the box: secrets are covered, old answers named, undone ones still there."""

from __future__ import annotations

from random import Random

import pytest

from companion.choices import Count, Pick, Several, Sheet
from companion.referee.entries import Answer
from companion.refusal import Refusal
from firmware.scenes.match.game_menu import GameMenu
from firmware.scenes.match.guard import Guard
from firmware.scenes.menus import Agree, Menu
from firmware.scenes.questions.questions import QuestionScene
from firmware.scenes.questions.sheets import SheetQuestion
from firmware.scenes.questions.taking import Taking
from firmware.scenes.writing import NameEditor
from firmware.screens import lists
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import ask, choose, draw, match_of, play_by_keys, start, start_doge


def test_secret_left_alone_is_covered_and_comes_back_as_it_was(box: TestBox) -> None:
    match = start_doge(box)
    box.tap(Key.OK)
    box.thumb.answer("castello", 1)
    scene = box.box.scene
    assert isinstance(scene, Taking)
    box.tap(Key.UP)
    entered = list(scene.taken)
    assert entered
    box.wait(59)
    assert box.box.scene is scene
    box.tap(Key.BACK)
    box.tap(Key.UP)
    box.wait(59)
    assert box.box.scene is scene, "every key starts the minute again"
    box.wait(2)
    guard = box.box.scene
    assert isinstance(guard, Guard)
    assert (guard.seats[0], match.holder) == (1, None)
    box.tap(Key.OK)
    assert box.box.scene is scene
    assert scene.taken == entered
    box.wait(61)
    assert isinstance(box.box.scene, Guard), "and again"


def test_covered_secret_is_hidden_from_the_next_seat(box: TestBox) -> None:
    match = start_doge(box)
    box.tap(Key.OK)
    first = box.box.scene
    box.wait(61)
    box.tap(Key.DOWN)
    box.tap(Key.OK)
    assert match.holder == 2
    assert box.box.scene is not first


def test_public_question_is_never_covered(box: TestBox) -> None:
    start_doge(box, cardboard=True)
    scene = box.box.scene
    assert isinstance(scene, QuestionScene)
    box.wait(1000)
    assert box.box.scene is scene


def test_ballots_say_when_ok_takes_them(box: TestBox) -> None:
    """OK's place in the middle is lit only when that number may be laid."""
    choice = Several("ballot", [0, 1, 1, 2, 2, 3, 3], 1, 4)
    ask(box, "doge", choice)
    middle = (44, 41, 84, 51)
    assert not box.glass().crop(middle).getbbox()
    box.tap(Key.UP)
    assert box.glass().crop(middle).getbbox()
    box.tap(Key.BACK)
    assert not box.glass().crop(middle).getbbox()


def test_public_answers_are_listed_by_question(box: TestBox) -> None:
    match = start_doge(box)
    play_by_keys(box, match, Random(3), most=25)
    match.going_back.show_answers()
    menu = box.box.scene
    assert isinstance(menu, Menu)
    lines = [item.row.text for item in menu.items]
    for line, entry in zip(lines, reversed(match.referee.entries), strict=True):
        assert isinstance(entry, Answer)
        assert entry.decision is not None
        assert (match.words.brief(entry.decision) in line) == (not entry.secret), line
    assert any(" · " in line for line in lines)


def test_an_undone_sheet_comes_back_filled_in_and_says_so(box: TestBox) -> None:
    match = start_doge(box, cardboard=True)
    sheet = box.box.scene
    assert isinstance(sheet, SheetQuestion)
    value = match.referee.open[0].choice.sample(Random(5))
    box.thumb.answer(value, 0)
    box.wait_out_tellings()
    box.hold(Key.BACK)
    again = box.box.scene
    assert isinstance(again, SheetQuestion)
    filled = {
        row: {name: cell.values[cell.index] for name, cell in cells.items()} for row, cells in again.cells.items()
    }
    assert filled == value
    assert "undone" in again.heading.news


def test_holding_back_on_the_guard_undoes(box: TestBox) -> None:
    match = start_doge(box)
    box.tap(Key.OK)
    box.thumb.answer("castello", 1)
    box.thumb.answer([3], 1)
    assert isinstance(box.box.scene, Guard)
    box.hold(Key.BACK)
    assert isinstance(box.box.scene, Agree)
    assert box.box.scene.title == "Anna: agreed?"
    box.tap(Key.LEFT)
    assert len(match.referee.entries) == 1
    assert isinstance(box.box.scene, Guard)
    box.tap(Key.BACK)
    assert isinstance(box.box.scene, GameMenu), "pressed, it opens the menu as ever"


def test_barred_option_is_readable(box: TestBox) -> None:
    """In small letters with a cross, every dot of them: not every other."""
    labels = ["Castello", "Dorsoduro"]
    picture = lists.options("Anna", "?", labels, 1, 0, lists.grid_for(labels))
    plain = lists.options("Anna", "?", labels, 0, 0, lists.grid_for(labels))
    row = (0, 22, 128, 33)
    assert picture.crop(row).tobytes() != plain.crop(row).tobytes()
    dots = picture.crop(row).getbbox()
    assert dots is not None
    assert dots[2] < 60
    ask(box, "doge", Pick("area", ("castello",), {"dorsoduro": Refusal("no-ring", "DOG.A2")}))


def test_back_or_ok_leaves_a_finished_table(box: TestBox) -> None:
    draw(box, "doge", "order")
    box.thumb.answer("stop", 0)
    menu = box.box.scene
    assert isinstance(menu, GameMenu)
    assert menu.items[menu.cursor].row.text == "Leave the game"
    box.tap(Key.BACK)
    assert box.box.match is None


def test_an_old_answer_can_be_amended_when_the_game_is_over(box: TestBox) -> None:
    match = start(box, "rialto", 2, cards="table")
    play_by_keys(box, match, Random(4))
    for key in (Key.OK, Key.RIGHT, Key.OK):  # past the winner, Details
        box.tap(key)
    menu = box.box.scene
    assert isinstance(menu, GameMenu)
    assert "Change an answer" in [item.row.text for item in menu.items]


def test_the_last_cell_says_done_and_no_other(box: TestBox) -> None:
    rows = {place: {column: Count("", 0, 3) for column in ("palaces", "houses", "rings")} for place in "AB"}
    scene, _ = ask(box, "doge", Sheet("", rows))
    assert isinstance(scene, SheetQuestion)
    hints = []
    for _ in range(6):
        hints.append(scene.hint())
        box.tap(Key.OK)
    assert hints == ["OK: next"] * 5 + ["OK: done"]


def test_names_and_colours_stay_when_more_sit_down(box: TestBox) -> None:
    box.tap(Key.OK)
    choose(box, "Doge")
    for key in (Key.DOWN, Key.DOWN, Key.DOWN, Key.RIGHT):
        box.tap(key)
    menu = box.box.scene
    assert isinstance(menu, Menu)
    before = [item.row for item in menu.items[3:6]]
    for key in (Key.UP, Key.UP, Key.RIGHT):
        box.tap(key)
    assert [item.row for item in menu.items[3:6]] == before
    assert len({item.row.note for item in menu.items[3:7]}) == 4


def test_a_name_is_typed_before_it_is_taken(box: TestBox) -> None:
    taken: list[str] = []
    box.box.push(NameEditor(box.box, 10, taken.append))
    box.tap(Key.OK)
    assert taken == []
    box.tap(Key.DOWN)
    box.tap(Key.OK)
    assert taken == ["B"]


def test_the_number_of_players_is_asked_once_for_all_sheets(box: TestBox) -> None:
    for line in ("Score", "Doge"):
        choose(box, line)
    sheets = box.box.scene
    assert isinstance(sheets, Menu)
    box.tap(Key.OK)
    assert isinstance(box.box.scene, Menu)
    box.tap(Key.OK)
    assert isinstance(box.box.scene, QuestionScene)
    while box.box.scene is not sheets:
        box.tap(Key.BACK)
    box.tap(Key.OK)
    assert isinstance(box.box.scene, QuestionScene)


def test_a_game_with_one_sheet_opens_it(box: TestBox) -> None:
    for line in ("Score", "Venise"):
        choose(box, line)
    scene = box.box.scene
    assert isinstance(scene, Menu)
    assert "2 players" in scene.items[0].row.text


@pytest.mark.rule("RIA.C1")
def test_the_cursor_stands_on_the_dearest_building(box: TestBox) -> None:
    match = start(box, "rialto", 3, cards="table")
    rng = Random(6)
    while not any(decision.key == "building" for decision in match.referee.open.values()):
        play_by_keys(box, match, rng, most=len(match.referee.entries) + 1)
    (decision,) = match.referee.open.values()
    assert isinstance(decision.choice, Pick)
    values = [int(str(kind)[-1]) for kind in decision.choice.options if kind != "none"]
    assert int(decision.likely[-1]) == max(values)
    assert match_of(box) is match


def test_list_of_places_returns_after_a_correction(box: TestBox) -> None:
    match = start_doge(box, cardboard=True)
    box.tap(Key.BACK)
    choose(box, "Fix the board")
    choose(box, "houses")
    places = box.box.scene
    assert isinstance(places, Menu)
    box.tap(Key.OK)
    assert type(box.box.scene) is not Menu, "it is asked for"
    box.thumb.answer(2, 0)
    assert box.box.scene is places
    assert "2" in places.items[0].row.note, "and says what is so now"
    box.tap(Key.BACK)
    assert isinstance(box.box.scene, QuestionScene), "one BACK goes on with the game"
    assert len(match.referee.entries) == 1
