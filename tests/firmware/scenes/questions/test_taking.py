"""A few of what is at hand, one key for each; the answer is given as soon as it is clear."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.choices import Several, Spread
from companion.steps import TABLE
from firmware.scenes.questions.run_down import RunDown
from firmware.scenes.questions.taking import Taking
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import ask

BALLOTS = Several("ballot", (0, 1, 1, 2, 2, 3, 3), 1, 4)
ZONES = ("cannaregio", "castello", "dorsoduro", "giudecca", "san-giorgio", "san-marco", "san-polo", "santa-croce")


def test_a_key_takes_one_of_its_kind_and_ok_ends(box: TestBox) -> None:
    scene, given = ask(box, "doge", BALLOTS)
    assert isinstance(scene, Taking)
    box.tap(Key.OK)
    assert not given, "at least one"
    for key in (Key.DOWN, Key.LEFT):
        box.tap(key)
        assert box.glass().tobytes() == scene.picture().tobytes()
    assert (scene.taken, given) == ([3, 1], [])
    box.tap(Key.OK)
    assert given == [[1, 3]]


def test_as_many_as_allowed_are_given_at_once(box: TestBox) -> None:
    _, given = ask(box, "venezia", Several("zone", ZONES, 3, 3))
    for key in (Key.UP, Key.DOWN, Key.LEFT):
        box.tap(key)
    assert not given, "DOWN has shown the other zones"
    box.tap(Key.OK)
    assert len(given[0]) == 3


def test_a_kind_that_has_run_out_is_not_taken(box: TestBox) -> None:
    scene, _ = ask(box, "doge", BALLOTS)
    assert isinstance(scene, Taking)
    box.tap(Key.UP)
    box.tap(Key.UP)
    assert scene.taken == [0]


def test_last_kind_is_taken_by_itself(box: TestBox) -> None:
    """Three of A, B, B, B: with A gone, the others can only be B."""
    _, given = ask(box, "rialto", Several("", list("ABBB"), 3, 3))
    box.tap(Key.LEFT)
    assert given == [["A", "B", "B"]]


def test_back_puts_the_last_one_back(box: TestBox) -> None:
    scene, given = ask(box, "doge", BALLOTS)
    assert isinstance(scene, Taking)
    box.tap(Key.LEFT)
    box.tap(Key.RIGHT)
    box.tap(Key.BACK)
    assert scene.taken == [1]
    box.tap(Key.BACK)
    assert (scene.taken, given, box.box.scene) == ([], [], scene)


def test_forced_answer_is_shown_and_confirmed(box: TestBox) -> None:
    """It is asked so that nobody learns from the box that there was no choice."""
    scene, given = ask(box, "rialto", Several("card", ["A", "A"], 2, 2))
    assert isinstance(scene, Taking)
    box.tap(Key.UP)
    assert not given
    box.tap(Key.OK)
    assert given == [["A", "A"]]


@pytest.mark.parametrize(
    "choice",
    [
        BALLOTS,
        Several("zone", ZONES, 3, 3),
        Several("", list("AABCDEFJ"), 2, 2),
        Several("", list("AABBBCCJJ"), 3, 3),
        Spread("purse", {"0": 1, "2": 2, "5": 2}, 0, 4),
        Spread("purse", {"0": 0, "1": 3, "2": 3, "3": 3, "4": 3, "5": 1}, 2, 2),
    ],
)
def test_every_answer_can_be_given(box: TestBox, choice: Several | Spread) -> None:
    for answer in choice.legal():
        scene, given = ask(box, "venedig", choice)
        assert isinstance(scene, Taking)
        box.thumb.answer(answer, TABLE)
        assert given == [answer] == [choice.check(given[0])]


def test_whatever_is_pressed_the_answer_is_legal(box: TestBox) -> None:
    rng = Random(1)
    for _ in range(60):
        scene, given = ask(box, "doge", BALLOTS)
        scene.on_back = lambda: None
        while not given:
            scene.key(rng.choice([Key.UP, Key.DOWN, Key.LEFT, Key.OK, Key.RIGHT, Key.BACK]))
            scene.picture()
        assert BALLOTS.check(given[0]) == given[0]


def test_a_held_key_takes_one(box: TestBox) -> None:
    scene, _ = ask(box, "doge", BALLOTS)
    assert isinstance(scene, Taking)
    box.hold(Key.DOWN, 3)
    assert scene.taken == [3]


def test_a_knob_counts_instead(tmp_path: Path) -> None:
    box = TestBox(tmp_path, profile="breadboard")
    assert isinstance(ask(box, "doge", BALLOTS)[0], RunDown)
    box.close()
