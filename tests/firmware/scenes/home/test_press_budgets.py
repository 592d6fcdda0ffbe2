"""Presses from power-on to a spun dial and to the first question, counted on simulated wires."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.words import LANGUAGES, folders_of
from firmware.scenes.home.drawing import LastDraw
from firmware.scenes.home.laying_out import LayingOut
from firmware.scenes.home.sealing import Stir
from firmware.scenes.match.guard import Guard
from firmware.scenes.match.telling import DialsTurning
from firmware.scenes.menus import Item, Menu
from firmware.scenes.questions.questions import QuestionScene
from firmware.screens.lists import Row
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import choose, drawn, match_of, turn_to

TO_THE_GAME = {
    "doge": [],
    "rialto": [Key.DOWN],
    "venedig": [Key.DOWN, Key.DOWN],
    "venezia": [Key.UP, Key.UP],
    "venise": [Key.UP],
}
"""The keys from the first game of the list to each."""


def spun(box: TestBox) -> list[str]:
    """Wait until the dials on the screen have stopped; return all cells so far."""
    scene = box.box.scene
    assert isinstance(scene, LastDraw)
    assert isinstance(scene.telling, DialsTurning)
    box.wait(2)
    assert not scene.is_turning
    return [spin["cell"] for spin in drawn(match_of(box))]


def press(box: TestBox, *keys: Key) -> int:
    """Press these keys; return how many."""
    for key in keys:
        box.tap(key)
    return len(keys)


def test_a_new_box_spins_the_dials_after_six_presses(box: TestBox) -> None:
    assert press(box, Key.DOWN, Key.OK, Key.UP, Key.UP, Key.OK, Key.OK) == 6
    assert len(spun(box)) == 1
    assert match_of(box).referee.kind.name == "venezia:dials"


@pytest.mark.parametrize("ended", [True, False], ids=["ended by BACK", "unplugged"])
def test_a_box_that_spun_the_dials_spins_them_after_three_presses(box: TestBox, tmp_path: Path, ended: bool) -> None:
    """A drawing that the power cut ended is resumed, which takes no more presses."""
    press(box, Key.DOWN, Key.OK, Key.UP, Key.UP, Key.OK, Key.OK)
    before = len(spun(box))
    if ended:
        box.tap(Key.BACK)
    else:
        assert box.box.match is not None
        box.box.match.close()
    again = TestBox(tmp_path)
    presses = 0
    while not isinstance(again.box.scene, LastDraw):
        presses += press(again, Key.OK)
        assert presses <= 3
    assert len(spun(again)) == (1 if ended else before + 1)
    again.close()


def test_the_next_spin_is_one_press_and_back_goes_home(box: TestBox) -> None:
    press(box, Key.DOWN, Key.OK, Key.UP, Key.UP, Key.OK, Key.OK)
    for number in (1, 2, 3):
        assert len(spun(box)) == number
        box.tap(Key.OK)
    box.tap(Key.BACK)
    menu = box.box.scene
    assert isinstance(menu, Menu)
    assert menu.title == "BALLOTTINO"
    assert menu.items[menu.cursor].row.text == "Draw"
    assert box.box.ledger.last() is None, "nothing is left to resume"


def test_an_arrow_shows_the_answers_and_holding_back_the_menu(box: TestBox) -> None:
    """No key is lost to the short way: seals, log and undo stay in reach."""
    press(box, Key.DOWN, Key.OK, Key.UP, Key.UP, Key.OK, Key.OK)
    spun(box)
    match = match_of(box)
    box.tap(Key.UP)
    assert not isinstance(box.box.scene, LastDraw)
    assert len(drawn(match)) == 1, "an arrow draws nothing"
    box.hold(Key.BACK)
    menu = box.box.scene
    assert isinstance(menu, Menu)
    assert "Seals" in [item.row.text for item in menu.items]


def to_first_question(box: TestBox) -> int:
    """Press OK until a question is on the screen; let pass what passes by itself. Return the presses."""
    presses = 0
    while not isinstance(scene := box.box.scene, QuestionScene):
        is_waiting = isinstance(scene, Menu | Stir | Guard | LayingOut) or scene.wake is None
        if is_waiting:
            presses += press(box, Key.OK)
        else:
            box.wait(0.5)
        assert presses < 20
    return presses


@pytest.mark.parametrize("game", games.names())
def test_a_new_table_is_asked_first_after_eight_presses(box: TestBox, game: str) -> None:
    """On a new box, whatever the game: Play, the game, the table as the box suggests it, the board, the urn."""
    presses = press(box, Key.OK, *TO_THE_GAME[game])
    presses += to_first_question(box)
    assert presses <= 8
    assert match_of(box).referee.kind.name == game


@pytest.mark.parametrize("game", games.names())
def test_a_table_that_has_played_is_asked_first_after_five_presses(box: TestBox, tmp_path: Path, game: str) -> None:
    """Also after a restart, with the same people in the same colours and the same options."""
    press(box, Key.OK, *TO_THE_GAME[game], Key.OK, Key.DOWN)
    box.tap(Key.RIGHT)
    for key in (Key.DOWN, Key.DOWN, Key.RIGHT):  # another colour for the first
        box.tap(key)
    choose(box, "Let’s play")
    to_first_question(box)
    before = match_of(box).referee.table
    box.box.go_home()
    for kept in box.box.ledger.games():
        box.box.ledger.delete(kept.id)
    again = TestBox(tmp_path)
    assert to_first_question(again) <= 5
    table = match_of(again).referee.table
    assert (table.seats, table.options) == (before.seats, before.options)
    again.close()


def test_the_last_people_and_their_number_are_offered_again(box: TestBox, tmp_path: Path) -> None:
    """The table of each game is kept; names that have played come first for any other game."""
    choose(box, "Play")
    choose(box, "Doge")
    turn_to(box, "Players", "4")
    choose(box, "1 Anna")
    choose(box, "New name")
    for key in (Key.DOWN, Key.OK):
        box.tap(key)
    choose(box, "Let’s play")
    to_first_question(box)
    box.box.go_home()
    again = TestBox(tmp_path)
    choose(again, "Play")
    menu = again.box.scene
    assert isinstance(menu, Menu)
    assert menu.items[0].row == Row("Doge again", "B, Ben, Cleo, Dario")
    choose(again, "Doge")
    assert [item.row.text for item in rows(again)[3:7]] == ["1 B", "2 Ben", "3 Cleo", "4 Dario"]
    again.tap(Key.BACK)
    choose(again, "Rialto")
    assert [item.row.text for item in rows(again)[3:5]] == ["1 B", "2 Ben"]
    again.close()


def rows(box: TestBox) -> list[Item]:
    scene = box.box.scene
    assert isinstance(scene, Menu)
    return scene.items


KEPT: list[Any] = [
    5,
    {"doge": 5},
    {"doge": {"names": [1, 2, 3], "colours": ["red", "blue", "green"], "options": {}}},
    {"doge": {"names": ["Ann", "Bo"], "colours": ["red", "blue"], "options": {}}},
    {"doge": {"names": ["Ann", "Bo", "Cy"], "colours": ["red", "red", []], "options": {}}},
    {"doge": {"names": ["Ann", "Bo", "Cy"], "colours": ["red", "blue", "green"], "options": 7}},
]


@pytest.mark.parametrize("kept", KEPT)
def test_table_that_no_longer_fits_is_not_offered(tmp_path: Path, kept: Any) -> None:
    odd = {"last-job": [], "last-draw": {}, "last-sheet": 3}
    content = {"version": 1, "last-game": "doge", "last-tables": kept, **odd}
    (tmp_path / "preferences.json").write_text(json.dumps(content), "utf-8")
    box = TestBox(tmp_path)
    for line in ("Draw", "Score"):
        choose(box, line)
        box.tap(Key.BACK)
    choose(box, "Play")
    assert len(rows(box)) == len(games.names())
    choose(box, "Doge")
    assert [item.row.text for item in rows(box)[3:6]] == ["1 Anna", "2 Ben", "3 Cleo"]
    box.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_real_cards_are_the_default_and_every_option_has_its_sentence(
    tmp_path: Path, game: str, language: str, cut: list[str]
) -> None:
    """Whether the box deals is the first option, on the screen from the start."""
    box = TestBox(tmp_path, language)
    press(box, Key.OK, *TO_THE_GAME[game], Key.OK)
    menu = box.box.scene
    assert isinstance(menu, Menu)
    words = box.box.words_for(folders_of(game))
    deals = next(option for option in games.find(game).game.all_options() if option.values == ("device", "table"))
    first = menu.items[2]
    assert first.row == Row(words.option(deals.name), words.option_value(deals.name, "table"))
    choose(box, words("seating.options"))
    for item in [first, *rows(box)]:
        assert item.note.endswith((".", "?"))
        box.tap(Key.DOWN)
    assert cut == []
    box.close()
