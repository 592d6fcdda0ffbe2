"""A place is pointed at: its sign is the key to press, at most three times on the largest board."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.choices import Pick, Several
from companion.refusal import Refusal
from companion.screen.maps import Chart
from companion.steps import TABLE
from firmware.bench.presses import mean_length
from firmware.scenes.questions.maps.places import GridPick
from firmware.scenes.questions.maps.pointing import GridPointing, Pointing, PointingAtSeveral
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import ask

CHART = Chart("ABCDEFGH", tuple(map(str, range(1, 11))), {})
CELLS = [f"{row}{column}" for row in CHART.rows for column in CHART.columns]


def pointed(box: TestBox, options: list[str], likely: str | None = None, *barred: str) -> tuple[Pointing, list[str]]:
    scene, given = ask(
        box, "venezia", Pick("", options, dict.fromkeys(barred, Refusal("not-now"))), likely, chart=CHART
    )
    assert isinstance(scene, GridPointing)
    return scene, given


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6, 9, 14, 25, 26, 80])
def test_every_place_is_answered_by_its_signs_in_few_presses(box: TestBox, number: int) -> None:
    options = Random(number).sample(CELLS, number)
    before = box.thumb.presses
    for place in options:
        scene, given = pointed(box, options)
        assert set(scene.signs()) == set(options), "every place has a sign"
        box.thumb.answer(place, TABLE)
        assert given == [place]
    mean = (box.thumb.presses - before) / number
    assert mean <= max(1, 1.2 * mean_length({1: number}))


def test_keys_lie_as_the_places_do(box: TestBox) -> None:
    for key, place in {Key.UP: "A5", Key.LEFT: "D1", Key.OK: "D5", Key.RIGHT: "D9", Key.DOWN: "H5"}.items():
        _, given = pointed(box, ["A5", "D1", "D5", "D9", "H5"])
        box.tap(key)
        assert given == [place]
        assert box.glass().tobytes() == box.box.scene.picture().tobytes()


def test_a_closer_look_gives_signs_to_fewer_places_and_back_returns(box: TestBox) -> None:
    scene, given = pointed(box, CELLS)
    first = scene.signs()
    box.tap(Key.UP)
    assert set(scene.signs()) == {place for place, sign in first.items() if sign == "▴"}
    assert box.glass().tobytes() == scene.picture().tobytes()
    box.tap(Key.BACK)
    assert (scene.signs(), given) == (first, [])


def test_buttons_have_keys_of_their_own(box: TestBox) -> None:
    _, given = pointed(box, ["enough", *CELLS])
    box.tap(Key.OK)
    assert given == ["enough"]
    _, given = pointed(box, ["enough", *CELLS], "C7")
    box.tap(Key.OK)
    assert given == ["C7"], "the likely place takes OK"


def test_barred_buttons_have_keys_and_barred_places_have_none(box: TestBox) -> None:
    scene, given = pointed(box, ["A1", "A2"], None, "done", "B2")
    assert set(scene.signs()) == {"A1", "A2"}
    box.tap(Key.OK)
    assert given == ["done"]


def test_several_places_are_given_as_soon_as_there_are_enough(box: TestBox) -> None:
    for choice in (Several("", CELLS, 2, 2), Several("", CELLS, 0, 2), Several("", CELLS[:4], 1, 4)):
        for number in range(choice.low, choice.high + 1):
            scene, given = ask(box, "venezia", choice, chart=CHART)
            assert isinstance(scene, PointingAtSeveral)
            wanted = choice.items[-number:] if number else ()
            box.thumb.answer([*wanted], TABLE)
            assert given == [[*wanted]]
            assert box.glass().tobytes() == scene.picture().tobytes()


def test_back_puts_the_last_place_back(box: TestBox) -> None:
    scene, given = ask(box, "venezia", Several("", CELLS[:5], 2, 2), chart=CHART)
    assert isinstance(scene, PointingAtSeveral)
    box.tap(Key.UP)
    assert scene.chosen == ["A1"]
    box.tap(Key.BACK)
    assert (scene.chosen, given) == ([], [])


def test_several_chosen_before_stand_ready(box: TestBox) -> None:
    _, given = ask(box, "venezia", Several("", CELLS, 2, 2), ["B2", "E5"], chart=CHART)
    box.tap(Key.OK)
    assert given == [["B2", "E5"]]


def test_a_held_key_answers_once(box: TestBox) -> None:
    scene, given = pointed(box, CELLS)
    box.hold(Key.UP, 3)
    assert (len(scene.looks), given) == (2, [])


def test_a_knob_walks_instead(tmp_path: Path) -> None:
    box = TestBox(tmp_path, profile="breadboard")
    assert isinstance(ask(box, "venezia", Pick("", CELLS), chart=CHART)[0], GridPick)
    box.close()
