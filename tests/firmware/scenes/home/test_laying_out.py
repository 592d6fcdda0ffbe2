"""Before the first move: what newcomers are led through, and where pawns and gems of Venise are."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.games.venedig.game import Venedig
from companion.games.venise.game import Venise
from companion.referee.automatic import people_asked
from companion.referee.simulation import play_random
from companion.screen.maps import Chart, Plan
from companion.steps import TABLE
from companion.teaching.practice import hint_for, practises
from companion.words.set_up import set_up_of
from firmware.box.preferences import TEACH
from firmware.scenes.home.laying_out import LayingOut, SetUpPage, SetUpWalk, lay_out
from firmware.scenes.home.sealing import Stir
from firmware.scenes.match.explaining import NewRules
from firmware.scenes.match.match import Match
from firmware.scenes.match.telling import Telling
from firmware.scenes.menus import Reading
from firmware.scenes.questions.questions import QuestionScene
from firmware.screens.maps.hexes import is_in_sight
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.long_tables import long_match
from tests.firmware.playing import choose, stir
from tests.tables import table


@pytest.mark.rule("VSE.S1")
def test_the_board_is_shown_player_by_player_until_ok(box: TestBox) -> None:
    box.tap(Key.OK)
    choose(box, "Venise")
    while not isinstance(box.box.scene, Stir):
        box.tap(Key.OK)
    stir(box)
    scene = box.box.scene
    assert isinstance(scene, LayingOut)
    box.wait(600)
    assert box.box.scene is scene
    referee = box.box.game()
    assert referee is not None
    game = referee.game
    assert isinstance(game, Venise)
    pictures = set()
    for seat in game.seats:
        plan = scene.boards[scene.seat]
        assert isinstance(plan, Plan)
        assert sorted(plan.starred) == sorted(game.pieces.gems[seat])
        assert set(plan.marks.values()) == {str(one) for one in game.seats}, "all starts are on it"
        pictures.add(box.glass().tobytes())
        box.tap(Key.RIGHT)
    assert len(pictures) == len(game.seats)
    box.tap(Key.OK)
    assert isinstance(box.box.scene, Telling), "who begins"
    assert not isinstance(box.box.scene, LayingOut)


def begin_taught(box: TestBox, game: str) -> Match:
    """Begin a game at a table of newcomers."""
    box.box.preferences[TEACH] = True
    box.tap(Key.OK)
    choose(box, game)
    while not isinstance(box.box.scene, Stir):
        box.tap(Key.OK)
    stir(box)
    match = box.box.match
    assert isinstance(match, Match)
    return match


@pytest.mark.rule("VEN.S1")
def test_newcomers_see_where_the_swamp_of_venedig_lies(box: TestBox) -> None:
    """Every hex with what goes there, whole on one screen; those who know the game just begin."""
    match = begin_taught(box, "Venedig")
    while not isinstance(box.box.scene, LayingOut):
        assert isinstance(box.box.scene, SetUpPage)
        box.tap(Key.OK)
    board, game = box.box.scene.boards[TABLE], match.referee.game
    assert isinstance(game, Venedig)
    assert isinstance(board, Chart)
    assert len(board.shaded) == game.pieces.gold.swamps
    built = [name for buildings in game.layout["buildings"].values() for hexes in buildings for name in hexes]
    assert sorted(board.marks) == sorted(built)
    assert is_in_sight(board)
    box.tap(Key.OK)
    assert isinstance(box.box.scene, SetUpPage)
    match.referee.teach(taught=False)
    lay_out(match)
    assert not isinstance(box.box.scene, LayingOut | SetUpPage)


def test_newcomers_are_led_through_the_set_up_to_the_first_question(box: TestBox) -> None:
    """What was drawn is shown where it belongs, and not again afterwards."""
    match = begin_taught(box, "Rialto")
    pages = 0
    while isinstance(box.box.scene, Telling):
        pages += isinstance(box.box.scene, SetUpPage)
        before = box.box.scene
        box.wait(600 if before.wake is None else 1)
        assert box.box.scene is before or not isinstance(before, SetUpPage), "a step waits for a key"
        box.tap(Key.OK)
    assert pages == len(set_up_of(match.referee.game))
    assert match.untold == []
    assert isinstance(box.box.scene, QuestionScene)


def test_one_press_skips_the_set_up(box: TestBox) -> None:
    """What was drawn is still told to those who skip."""
    match = begin_taught(box, "Rialto")
    assert isinstance(box.box.scene, SetUpPage)
    box.tap(Key.BACK)
    assert not isinstance(box.box.scene, SetUpPage)
    told = [tell.key for tell in match.referee.game.tells]
    assert [tell.key for tell in match.untold] == told[1:]


@pytest.mark.parametrize("game", games.names())
def test_back_skips_the_set_up_from_every_page(game: str, tmp_path: Path) -> None:
    """From a map and from what the box has drawn too, even while it turns: as the first page promises."""
    with long_match(game, table(game, games.find(game).game.players[-1]), "en", tmp_path) as (box, match):
        for number in range(len(SetUpWalk(match).pages)):
            walk = SetUpWalk(match)
            walk.next = number
            walk.go_on()
            page = box.box.scene
            box.tap(Key.BACK)
            assert box.box.scene is not page
            assert walk.next == number + 1, "no further page was shown"


def test_left_shows_the_page_before_a_drawn_screen_too(tmp_path: Path) -> None:
    with long_match("doge", table("doge", 3), "en", tmp_path) as (box, match):
        walk = SetUpWalk(match)
        drawn = next(n for n, page in enumerate(walk.pages) if not isinstance(page(), SetUpPage))
        walk.next = drawn
        walk.go_on()
        assert not isinstance(box.box.scene, SetUpPage)
        box.tap(Key.LEFT)
        assert walk.next == drawn
        assert isinstance(box.box.scene, SetUpPage)


def test_a_step_of_the_set_up_can_be_looked_at_again(box: TestBox) -> None:
    begin_taught(box, "Doge")
    first = box.glass().tobytes()
    box.tap(Key.OK)
    assert box.glass().tobytes() != first
    box.tap(Key.LEFT)
    assert box.glass().tobytes() == first


def test_those_who_have_played_a_game_are_not_led(box: TestBox) -> None:
    match = begin_taught(box, "Rialto")
    rng = Random(3)
    play_random(match.referee, rng)
    box.box.go_home()
    again = begin_taught(box, "Rialto")
    assert not again.referee.taught
    assert not isinstance(box.box.scene, SetUpPage)


def test_a_table_says_itself_whether_it_wants_to_be_led(box: TestBox) -> None:
    box.box.preferences[TEACH] = True
    box.tap(Key.OK)
    choose(box, "Doge")
    box.tap(Key.UP)
    box.tap(Key.RIGHT)
    box.tap(Key.DOWN)
    while not isinstance(box.box.scene, Stir):
        box.tap(Key.OK)
    stir(box)
    referee = box.box.game()
    assert referee is not None
    assert not referee.taught
    assert not isinstance(box.box.scene, SetUpPage)


def test_a_game_that_is_resumed_is_taught_as_before(box: TestBox) -> None:
    match = begin_taught(box, "Doge")
    assert match.referee.taught
    box.box.go_home()
    kept = box.box.ledger.last()
    assert kept is not None
    assert box.box.ledger.peek(kept).taught


def test_practice_begins_from_the_table_and_hints_on_request(box: TestBox) -> None:
    box.tap(Key.OK)
    choose(box, "Doge")
    box.tap(Key.UP)
    box.tap(Key.UP)
    box.tap(Key.OK)
    match = box.box.match
    assert isinstance(match, Match)
    assert practises(match.referee)
    assert isinstance(box.box.scene, SetUpPage), "whoever practises is led"
    match.thinker.close()
    box.tap(Key.BACK)
    while isinstance(box.box.scene, Telling | NewRules):
        box.tap(Key.BACK)
    match.open_menu()
    choose(box, box.box.words("teach.hint-ask"))
    scene = box.box.scene
    assert isinstance(scene, Reading)
    decision = match.referee.open[1]
    answer = match.words.thing("area", hint_for(match.referee, 1)().answer)
    said = " ".join(scene.lines)
    assert said.count(answer) > 1
    assert "is worth" in said, "and why"
    assert decision.seat == 1


def test_the_box_finishes_what_somebody_has_practised(box: TestBox) -> None:
    box.tap(Key.OK)
    choose(box, "Venise")
    box.tap(Key.UP)
    box.tap(Key.UP)
    box.tap(Key.OK)
    match = box.box.match
    assert isinstance(match, Match)
    match.thinker.pace = 0.001
    referee = match.referee
    deadline = time.monotonic() + 60
    while referee.outcome is None:
        assert time.monotonic() < deadline
        if 1 in people_asked(referee):
            referee.answer(1, hint_for(referee, 1)().answer)
        elif 0 in referee.open:
            referee.answer(0, "stop")
        time.sleep(0.002)
        match.untold.clear()
        if isinstance(box.box.scene, Telling):
            match.go_on()
        box.wait(0.5)
    assert match.thinker.pace == 0.0
    assert 1 in referee.game.boxed
