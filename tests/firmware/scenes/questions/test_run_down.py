"""A fixed total, kind by kind: one press for most kinds, and none for what is left over."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.choices import Choice, Several, Spread
from companion.steps import TABLE
from firmware.scenes.questions.questions import Counters
from firmware.scenes.questions.run_down import RunDown
from firmware.scenes.questions.shares import Shares
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import ask

CARDS = dict.fromkeys("ABCDEFJ", 7)


def test_one_press_per_kind_until_none_are_left(box: TestBox) -> None:
    """None, one and two are LEFT, OK and RIGHT; four are all that is left, and the whole stands there for an OK."""
    _, given = ask(box, "rialto", Spread("card", CARDS, 7, 7))
    for key in (Key.LEFT, Key.OK, Key.RIGHT, Key.DOWN, Key.OK, Key.OK):
        assert not given
        box.tap(key)
        assert box.glass().tobytes() == box.box.scene.picture().tobytes()
    assert given == [{"A": 0, "B": 1, "C": 2, "D": 4, "E": 0, "F": 0, "J": 0}]


def test_forced_numbers_are_not_asked(box: TestBox) -> None:
    """Five of seven, and neither A nor B: then it is all of the others."""
    _, given = ask(box, "rialto", Several("", list("ABCCCCC"), 5, 5))
    box.tap(Key.LEFT)
    box.tap(Key.LEFT)
    box.tap(Key.OK)
    assert given == [["C"] * 5]


@pytest.mark.parametrize(
    "choice",
    [
        Spread("card", {"A": 3, "B": 2, "C": 4}, 5, 5),
        Spread("card", {"A": 2, "B": 2, "C": 3, "D": 4}, 6, 6),
        Several("", list("AABBBCCJ"), 6, 6),
        Several("", list("AABCDEFJ"), 7, 7),
    ],
)
def test_every_answer_can_be_given_and_no_other(box: TestBox, choice: Spread | Several) -> None:
    for answer in choice.legal():
        scene, given = ask(box, "rialto", choice)
        assert isinstance(scene, RunDown)
        box.thumb.answer(answer, TABLE)
        assert given == [answer]
        assert choice.check(given[0]) == answer


def test_whatever_is_pressed_the_answer_is_legal(box: TestBox) -> None:
    rng = Random(1)
    choice = Several("", list("AABBBCDDJ"), 4, 4)
    for _ in range(60):
        scene, given = ask(box, "rialto", choice)
        while not given:
            scene.key(rng.choice([Key.UP, Key.DOWN, Key.LEFT, Key.OK, Key.RIGHT]))
            scene.picture()
        assert choice.check(given[0]) == given[0]


def test_holding_back_goes_one_kind_back(box: TestBox) -> None:
    scene, given = ask(box, "rialto", Spread("card", CARDS, 7, 7))
    assert isinstance(scene, RunDown)
    box.tap(Key.OK)
    box.tap(Key.RIGHT)
    box.hold(Key.BACK)
    box.hold(Key.BACK)
    assert (scene.values, given) == ({}, [])
    box.tap(Key.UP)
    box.tap(Key.OK)
    box.hold(Key.BACK)
    assert (scene.values, given) == ({}, []), "from the end too"
    box.tap(Key.UP)
    box.tap(Key.RIGHT)
    box.tap(Key.OK)
    assert given == [{kind: 7 if kind == "A" else 0 for kind in CARDS}]


def test_long_card_names_become_a_list(tmp_path: Path) -> None:
    """With a knob there is no running down: numbers beside whole names, and the same answers."""
    box = TestBox(tmp_path, "fr", "breadboard")
    choice = Several("give", ["small", "small", "large", "move"], 2, 2)
    scene, given = ask(box, "venise", choice)
    assert isinstance(scene, Shares)
    for answer in choice.legal():
        scene, given = ask(box, "venise", choice)
        box.thumb.answer(answer, TABLE)
        assert given == [answer]
    box.close()


def test_held_key_answers_for_one_kind(box: TestBox) -> None:
    scene, given = ask(box, "rialto", Spread("card", CARDS, 7, 7))
    assert isinstance(scene, RunDown)
    box.hold(Key.RIGHT, 3)
    assert (scene.values, given) == ({"A": 2}, [])


@pytest.mark.parametrize(
    ("choice", "likely", "kind"),
    [
        (Spread("card", CARDS, 0, 12), None, Shares),
        (Spread("card", CARDS, 7, 7), {"A": 7}, Shares),
        (Several("", list("AAAAAABBBBBB"), 6, 6), None, Counters),
        (Several("", list("AAAABBBBCC"), 1, 9), None, Counters),
    ],
)
def test_otherwise_numbers_stand_beside_each_other(box: TestBox, choice: Choice, likely: Any, kind: type) -> None:
    """This is so if the total is open, an old answer is amended, or there are only two kinds."""
    assert type(ask(box, "rialto", choice, likely)[0]) is kind
