"""Corrections are shown by name, in the list of answers and when the table has to look at them again."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.referee.entries import Corrected
from companion.words import LANGUAGES, folders_of
from companion.words.answers import corrected_text
from firmware.scenes.match.match import Match
from firmware.scenes.menus import Menu, Reading
from firmware.terminal.game import Terminal
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import choose, play_by_keys, start_doge
from tests.games.harness import new_referee, tables


def answers(box: TestBox) -> Menu:
    box.tap(Key.BACK)
    choose(box, "Change an answer")
    menu = box.box.scene
    assert isinstance(menu, Menu)
    return menu


def set_a_house_right(box: TestBox) -> Match:
    match = start_doge(box, cardboard=True)
    play_by_keys(box, match, Random(2), most=2)
    match.referee.correct("houses.1.cannaregio", 1)
    match.go_on()
    return match


def test_list_of_answers_shows_corrections(box: TestBox) -> None:
    set_a_house_right(box)
    row = answers(box).items[0].row
    assert (row.text, row.note) == ("houses, Anna Cannaregio", "1")


def test_dropped_corrections_are_named(box: TestBox) -> None:
    """As when an earlier answer is amended."""
    match = set_a_house_right(box)
    match.going_back.show_dropped([entry for entry in match.referee.entries if isinstance(entry, Corrected)])
    scene = box.box.scene
    assert isinstance(scene, Reading)
    assert "houses, Anna Cannaregio" in " ".join(scene.lines)
    assert "houses.1" not in " ".join(scene.lines)


def test_the_terminal_names_it_too(box: TestBox, capsys: pytest.CaptureFixture[str]) -> None:
    match = set_a_house_right(box)
    Terminal(match.referee, match.words, "")._show_log()
    assert "Corrected: houses, Anna Cannaregio = 1" in capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_no_correction_shows_its_id(game: str, language: str, tmp_path: Path) -> None:
    box = TestBox(tmp_path, language)
    table = next(iter(tables(game).values()))
    referee = new_referee(table, game, 3)
    words = box.box.words_for(folders_of(game), table.seats)
    for place, correction in list(referee.game.corrections().items())[:40]:
        referee.correct(place, correction.now)
        entry = referee.entries[-1]
        assert isinstance(entry, Corrected)
        told, value = corrected_text(words, referee.game, entry)
        assert place not in told
        assert "." not in f"{told}{value}", "a word that no catalogue has would show its key"
    box.close()


def test_an_answer_of_long_ago_is_on_the_list(box: TestBox) -> None:
    match = start_doge(box, cardboard=True)
    for _ in range(45):
        match.referee.correct("houses.1.cannaregio", 1)
    assert len(answers(box).items) == 45
