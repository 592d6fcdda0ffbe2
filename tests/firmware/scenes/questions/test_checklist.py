"""Ticking some of several names: no more than are asked for; to change, untick one first."""

from __future__ import annotations

from companion.choices import Several
from firmware.scenes.menus import Reading
from firmware.scenes.questions.checklist import Checklist
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import ask

AREAS = ("castello", "dorsoduro", "san-marco", "san-polo")
TWO = Several("area", AREAS, 2, 2)


def test_one_tick_too_many_is_refused(box: TestBox) -> None:
    """The box says which key helps, and the ticks stay."""
    scene, given = ask(box, "doge", TWO, ["castello", "dorsoduro"], kind=Checklist)
    assert isinstance(scene, Checklist)
    scene.cursor = AREAS.index("san-polo")
    box.tap(Key.OK)
    assert "OK on one of them unticks it." in said(box)
    box.tap(Key.OK)
    assert box.box.scene is scene
    assert (scene.chosen, given) == (["castello", "dorsoduro"], [])


def test_too_few_ticks_are_refused(box: TestBox) -> None:
    """A stray OK on the last line gives no answer; the box says how to tick."""
    scene, given = ask(box, "doge", TWO, kind=Checklist)
    box.tap(Key.UP)
    box.tap(Key.OK)
    assert "Choose 2: 0 so far. OK ticks" in said(box)
    box.tap(Key.OK)
    assert (box.box.scene, given) == (scene, [])


def said(box: TestBox) -> str:
    scene = box.box.scene
    assert isinstance(scene, Reading)
    return " ".join(scene.lines)


def test_full_list_changes_by_unticking_first(box: TestBox) -> None:
    _, given = ask(box, "doge", TWO, ["castello", "dorsoduro"], kind=Checklist)
    box.thumb.answer(["san-marco", "san-polo"], 1)
    assert given == [["san-marco", "san-polo"]]
