"""Venise's board before the first move: where the pawns start and where each player's gems lie."""

from __future__ import annotations

import pytest

from companion.games.venise.game import Venise
from firmware.scenes.home.laying_out import LayingOut
from firmware.scenes.home.seating import Stir
from firmware.scenes.match.telling import Telling
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import choose, stir


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
        plan = scene.plans[scene.seats[scene.shown]]
        assert sorted(plan.starred) == sorted(game.pieces.gems[seat])
        assert set(plan.marks.values()) == {str(one) for one in game.seats}, "all starts are on it"
        pictures.add(box.glass().tobytes())
        box.tap(Key.RIGHT)
    assert len(pictures) == len(game.seats)
    box.tap(Key.OK)
    assert isinstance(box.box.scene, Telling), "who begins"
    assert not isinstance(box.box.scene, LayingOut)
