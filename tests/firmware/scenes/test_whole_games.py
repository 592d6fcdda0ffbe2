"""Whole games on the box by keys alone, from the first question to the winner."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.game import Outcome
from companion.referee import Referee
from companion.referee.simulation import some_answer
from companion.words import folders_of
from firmware.scenes.match.match import Match
from firmware.scenes.menus import Menu, Reading
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import choose_details
from tests.games.harness import fingerprint
from tests.games.venise.play import undecided
from tests.tables import referee
from web.history.history import Finished

BY_EYE = {"board": "counted", "cards": "table", "gold": "table"}
CASES = [
    ("venedig", 2, "en", BY_EYE),
    ("venedig", 5, "fr", BY_EYE),
    ("venedig", 3, "it", {"board": "counted"}),
    ("venedig", 4, "en", {}),
    ("venedig", 2, "fr", {"cards": "table", "gold": "table"}),
    ("venise", 2, "it", {"cards": "table"}),
    ("venise", 3, "en", {"board": "night-1"}),
    ("venise", 4, "fr", {"cards": "table", "board": "day-2", "help": "ways"}),
]


@pytest.mark.parametrize(("game", "players", "language", "options"), CASES)
def test_a_whole_game_by_keys(
    tmp_path: Path, game: str, players: int, language: str, options: dict[str, str]
) -> None:
    """To the winner, by pin edges; the same answers given to a referee lead to the very same game."""
    box = TestBox(tmp_path, language)
    judge = referee(game, players, players, None, **options)
    match = Match(box.box, judge, box.box.words_for(folders_of(game), judge.table.seats), judge.game.tells)
    box.box.play(match)
    match.go_on()
    box.wait_out_tellings()
    rng = Random(players)
    while judge.open:
        box.play_on(match, lambda decision: some_answer(judge.game, decision, rng))
    assert judge.outcome is not None
    again = Referee(judge.kind, judge.table, judge.urn, judge.entries)
    assert fingerprint(again) == fingerprint(judge)
    box.close()


@pytest.mark.rule("VSE.E2")
def test_game_without_a_winner_says_why(box: TestBox) -> None:
    judge = undecided()
    match = Match(box.box, judge, box.box.words_for(folders_of("venise"), judge.table.seats))
    box.box.play(match)
    match.go_on()
    box.wait_out_tellings()
    box.tap(Key.OK)
    choose_details(box)
    menu = box.box.scene
    assert isinstance(menu, Menu)
    assert menu.items[0].row == ("Winner", "nobody")
    box.tap(Key.OK)
    reading = box.box.scene
    assert isinstance(reading, Reading)
    assert "Anna" not in " ".join(reading.lines)
    assert reading.lines[1].startswith("If so many planks"), "the rule"


def test_places_after_a_tie_are_counted_as_on_the_page(box: TestBox) -> None:
    """After two first places there is no second."""
    judge = referee("venise", 3)
    judge.run.open, judge.run.outcome = {}, Outcome([[2, 1], [3]], "VSE.E2")
    match = Match(box.box, judge, box.box.words_for(folders_of("venise"), judge.table.seats))
    box.box.play(match)
    match.go_on()
    box.wait_out_tellings()
    box.tap(Key.OK)
    choose_details(box)
    box.tap(Key.OK)
    reading = box.box.scene
    assert isinstance(reading, Reading)
    assert [line[:3] for line in reading.lines[:2]] == ["1. ", "3. "]
    found = Finished("", judge, published=False, commitment="")
    assert found.places == [(1, 2), (1, 1), (3, 3)]
