"""A number shared out, kind by kind: one press for most kinds, and none for what is left over."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.choices import Several, Spread
from companion.steps import TABLE
from firmware.scenes.questions.run_down import RunDown
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import ask

CARDS = dict.fromkeys("ABCDEFJ", 7)


def test_one_press_per_kind_until_none_are_left(box: TestBox) -> None:
    """None, one and two are LEFT, OK and RIGHT; four are all that is left, and end it."""
    _, given = ask(box, "rialto", Spread("card", CARDS, 7, 7), kind=RunDown)
    for key in (Key.LEFT, Key.OK, Key.RIGHT, Key.UP, Key.OK):
        assert not given
        box.tap(key)
        assert box.glass().tobytes() == box.box.scene.picture().tobytes()
    assert given == [{"A": 0, "B": 1, "C": 2, "D": 4, "E": 0, "F": 0, "J": 0}]


def test_forced_numbers_are_not_asked(box: TestBox) -> None:
    """Five of seven, and neither A nor B: then it is all of the others."""
    _, given = ask(box, "rialto", Several("", list("ABCCCCC"), 5, 5), kind=RunDown)
    box.tap(Key.LEFT)
    box.tap(Key.LEFT)
    assert given == [["C"] * 5]


@pytest.mark.parametrize(
    "choice",
    [
        Spread("card", {"A": 3, "B": 2, "C": 4}, 5, 5),
        Spread("card", {"A": 2, "B": 2, "C": 3, "D": 4}, 6, 6),
        Several("", list("AABBBCCJ"), 6, 6),
        Several("", list("AABCDEFJ"), 7, 7),
        Several("", (1, 1, 2, 3, 3), 1, 4),
        Spread("card", {"A": 2, "B": 4, "C": 3}, 0, 6),
        Spread("card", {"A": 1, "B": 1}, 0, 1),
    ],
)
def test_every_answer_can_be_given_and_no_other(box: TestBox, choice: Spread | Several) -> None:
    for answer in choice.legal():
        scene, given = ask(box, "rialto", choice, kind=RunDown)
        assert isinstance(scene, RunDown)
        box.thumb.answer(answer, TABLE)
        assert given == [answer]
        assert choice.check(given[0]) == answer


def test_whatever_is_pressed_the_answer_is_legal(box: TestBox) -> None:
    rng = Random(1)
    choice = Several("", list("AABBBCDDJ"), 4, 4)
    for _ in range(60):
        scene, given = ask(box, "rialto", choice, kind=RunDown)
        while not given:
            scene.key(rng.choice([Key.UP, Key.DOWN, Key.LEFT, Key.OK, Key.RIGHT]))
            scene.picture()
        assert choice.check(given[0]) == given[0]


def test_back_goes_one_kind_back(box: TestBox) -> None:
    scene, given = ask(box, "rialto", Spread("card", CARDS, 2, 2), kind=RunDown)
    assert isinstance(scene, RunDown)
    box.tap(Key.OK)
    box.tap(Key.LEFT)
    box.tap(Key.BACK)
    box.tap(Key.BACK)
    assert (scene.values, given) == ({}, [])
    box.tap(Key.UP)
    box.tap(Key.OK)
    assert given == [{kind: 2 if kind == "A" else 0 for kind in CARDS}]


def test_where_most_kinds_get_none_ok_takes_none(box: TestBox) -> None:
    """Pressing OK to see what comes next discards nothing."""
    scene, given = ask(box, "rialto", Several("", list("ABCCDD"), 1, 1), kind=RunDown)
    assert isinstance(scene, RunDown)
    box.tap(Key.OK)
    assert scene.values == {"A": 0}
    box.tap(Key.RIGHT)
    assert given == [["B"]]


def test_a_knob_shares_out_the_same_way(tmp_path: Path) -> None:
    """Turned it shows the next number, pressed it takes it; the same answers can be given."""
    box = TestBox(tmp_path, "fr", "breadboard")
    choice = Several("give", ["small", "small", "large", "move"], 2, 2)
    for answer in choice.legal():
        scene, given = ask(box, "venise", choice, kind=RunDown)
        assert isinstance(scene, RunDown)
        box.thumb.answer(answer, TABLE)
        assert given == [answer]
    box.close()


def test_held_key_answers_for_one_kind(box: TestBox) -> None:
    scene, given = ask(box, "rialto", Spread("card", CARDS, 7, 7), kind=RunDown)
    assert isinstance(scene, RunDown)
    box.hold(Key.RIGHT, 3)
    assert (scene.values, given) == ({"A": 2}, [])


ZONES = {"piazza": 12, "arsenale": 12, "rialto": 12}


def test_left_says_that_it_is_enough(box: TestBox) -> None:
    """Two in the first zone and none elsewhere: the ✓ at LEFT spares the other zones."""
    _, given = ask(box, "venezia", Spread("zone", ZONES, 0, 12), kind=RunDown)
    for key in (Key.UP, Key.LEFT, Key.LEFT):
        assert not given
        box.tap(key)
    assert given == [{"piazza": 2, "arsenale": 0, "rialto": 0}]


def test_nothing_at_all_is_never_given_by_ok_alone(box: TestBox) -> None:
    """Where twelve may be placed, a thumb that only presses OK goes round; LEFT means it."""
    scene, given = ask(box, "venezia", Spread("zone", ZONES, 0, 12), kind=RunDown)
    assert isinstance(scene, RunDown)
    for _ in range(20):
        box.tap(Key.OK)
    assert not given
    while scene.doubt is None:
        box.tap(Key.OK)
    box.tap(Key.LEFT)
    assert given == [dict.fromkeys(ZONES, 0)]


def test_nothing_at_all_may_be_said_at_once(box: TestBox) -> None:
    """LEFT twice: enough, and yes, nothing is meant."""
    _, given = ask(box, "venezia", Spread("zone", ZONES, 0, 12), kind=RunDown)
    box.tap(Key.LEFT)
    assert not given
    box.tap(Key.LEFT)
    assert given == [dict.fromkeys(ZONES, 0)]


def test_enough_is_not_offered_before_it_is(box: TestBox) -> None:
    """At least one ballot is laid."""
    scene, given = ask(box, "doge", Several("", (1, 2, 3), 1, 3), kind=RunDown)
    assert isinstance(scene, RunDown)
    box.tap(Key.LEFT)
    assert (scene.values, given) == ({}, [])
    box.tap(Key.RIGHT)
    box.tap(Key.LEFT)
    assert given == [[1]]


@pytest.mark.parametrize(
    ("choice", "before"),
    [
        (Spread("card", CARDS, 7, 7), {"A": 4, "B": 0, "C": 1, "D": 0, "E": 2, "F": 0, "J": 0}),
        (Spread("card", CARDS, 0, 7), dict.fromkeys(CARDS, 0)),
        (Several("", list("AAB"), 1, 3), ["A", "A"]),
    ],
)
def test_an_answer_given_before_stands_ready(box: TestBox, choice: Spread | Several, before: Any) -> None:
    """OK takes the numbers of last time, nothing included."""
    _, given = ask(box, "rialto", choice, before, kind=RunDown)
    while not given:
        box.tap(Key.OK)
    assert given == [before]
