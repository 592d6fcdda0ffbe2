"""Presses from power-on to a spun dial and to the first question, counted on simulated wires."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.scenes.home.drawing import Drawn
from firmware.scenes.match.telling import DialsTurning
from firmware.scenes.menus import Menu
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import drawn, match_of


def spun(box: TestBox) -> list[str]:
    """Wait until the dials on the screen have stopped; return all cells so far."""
    scene = box.box.scene
    assert isinstance(scene, Drawn)
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
    while not isinstance(again.box.scene, Drawn):
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
    assert not isinstance(box.box.scene, Drawn)
    assert len(drawn(match)) == 1, "an arrow draws nothing"
    box.hold(Key.BACK)
    menu = box.box.scene
    assert isinstance(menu, Menu)
    assert "Seals" in [item.row.text for item in menu.items]
