"""Ticking some of several names: no more than are asked for; to change, untick one first."""

from __future__ import annotations

from companion.choices import Several
from firmware.scenes.questions.checklist import Checklist
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import ask

AREAS = ("castello", "dorsoduro", "san-marco", "san-polo")
TWO = Several("area", AREAS, 2, 2)


def test_one_tick_too_many_is_refused(box: TestBox) -> None:
    """The referee says why not, and the ticks stay."""
    scene, given = ask(box, "doge", TWO, ["castello", "dorsoduro"])
    assert isinstance(scene, Checklist)
    scene.cursor = AREAS.index("san-polo")
    box.tap(Key.OK)
    assert given == [["castello", "dorsoduro", "san-polo"]]
    assert scene.chosen == ["castello", "dorsoduro"]


def test_full_list_changes_by_unticking_first(box: TestBox) -> None:
    _, given = ask(box, "doge", TWO, ["castello", "dorsoduro"])
    box.thumb.answer(["san-marco", "san-polo"], 1)
    assert given == [["san-marco", "san-polo"]]
