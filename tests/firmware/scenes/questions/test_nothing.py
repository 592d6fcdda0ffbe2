"""Nothing at all is asked for again where a stray OK would give it, and given at once where it is ordinary."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.choices import Choice, Several, Spread
from companion.screen.maps import Chart
from companion.seats import Seat
from companion.steps import TABLE
from firmware.scenes.questions import nothing
from firmware.scenes.questions.maps.pointing import PointingAtSeveral
from firmware.scenes.questions.nothing import OrNothing
from firmware.scenes.questions.questions import LEFT_ALONE, QuestionScene
from firmware.scenes.questions.run_down import RunDown
from firmware.scenes.questions.taking import Taking
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import ask, start, until_asked

SEATS = [Seat(1, "Anna", "red"), Seat(2, "Ben", "blue")]
POISON = Spread("seat", {"1": 5, "2": 5}, 0, 5)
CELLS = Several("cell", ["A1", "B2", "C3"], 0, 2)
PIAZZA = Chart("ABC", ["1", "2", "3"], {"A1": "1", "B2": "2", "C3": "1"})
KINDS = [(POISON, {}, Taking), (CELLS, {"chart": PIAZZA}, PointingAtSeveral)]


def nothing_of(choice: Choice) -> Any:
    return {"1": 0, "2": 0} if choice is POISON else []


def asked(box: TestBox, choice: Choice, more: dict[str, Any], likely: Any = None) -> tuple[OrNothing, list[Any]]:
    scene, given = ask(box, "venezia", choice, likely, seats=SEATS, **more)
    assert isinstance(scene, OrNothing)
    return scene, given


@pytest.mark.parametrize(("choice", "more", "kind"), KINDS)
def test_ok_alone_never_gives_nothing(
    box: TestBox, choice: Choice, more: dict[str, Any], kind: type[QuestionScene]
) -> None:
    scene, given = asked(box, choice, more)
    assert isinstance(scene, kind)
    for _ in range(7):
        box.tap(Key.OK)
        assert box.glass().tobytes() == scene.picture().tobytes()
    assert not given
    assert scene.doubt is not None
    box.tap(Key.LEFT)
    assert given == [nothing_of(choice)]


@pytest.mark.parametrize("key", [Key.OK, Key.RIGHT, Key.BACK])
@pytest.mark.parametrize(("choice", "more", "kind"), KINDS)
def test_whoever_did_not_mean_it_goes_on(
    box: TestBox, choice: Choice, more: dict[str, Any], kind: type[QuestionScene], key: Key
) -> None:
    scene, given = asked(box, choice, more)
    before = scene.picture().tobytes()
    box.tap(Key.OK)
    assert scene.picture().tobytes() != before
    box.tap(key)
    assert (scene.doubt, scene.picture().tobytes(), box.box.scene, given) == (None, before, scene, [])
    answer = max(choice.legal(), key=lambda one: sum(one.values()) if isinstance(one, dict) else len(one))
    box.thumb.answer(answer, TABLE)
    assert given == [answer]


@pytest.mark.parametrize(("choice", "more", "kind"), KINDS)
def test_ordinary_nothing_takes_one_press(
    box: TestBox, choice: Choice, more: dict[str, Any], kind: type[QuestionScene]
) -> None:
    """The game offers it first."""
    scene, given = asked(box, choice, more, {} if choice is POISON else [])
    assert isinstance(scene, kind)
    box.tap(Key.OK)
    assert given == [nothing_of(choice)]


def test_a_knob_says_yes_by_turning_to_it(tmp_path: Path) -> None:
    box = TestBox(tmp_path, profile="breadboard")
    scene, given = ask(box, "venezia", Spread("zone", {"piazza": 12, "rialto": 12}, 0, 12))
    assert isinstance(scene, RunDown)
    for key in (Key.OK, Key.OK, Key.UP, Key.OK):
        assert not given
        box.tap(key)
    assert given == [{"piazza": 0, "rialto": 0}]
    box.close()


def test_secret_is_covered_while_the_box_asks_whether_nothing_is_meant(box: TestBox) -> None:
    scene, given = asked(box, POISON, {})
    covered: list[bool] = []
    scene.cover_when_left_alone(lambda: covered.append(True))
    box.tap(Key.OK)
    box.wait(LEFT_ALONE + 1)
    assert (covered[:1], given) == ([True], [])


@pytest.mark.parametrize(("key", "is_ordinary"), [("swept", True), ("spread", False)])
def test_game_says_where_nothing_is_ordinary(box: TestBox, key: str, is_ordinary: bool) -> None:
    """A hunter often finds no pigeon; nobody plays a round without any."""
    match = start(box, "venezia", 4, plates="device", piazza="counted")
    until_asked(box, match, key, Random(3))
    entries = len(match.referee.entries)
    decision = next(asked for asked in match.referee.open.values() if asked.key == key)
    assert isinstance(decision.choice, Spread)
    assert nothing.is_ordinary(decision.choice, decision.likely) == is_ordinary
    box.thumb.answer(decision.choice.check({}), decision.seat)
    assert len(match.referee.entries) == entries + 1
