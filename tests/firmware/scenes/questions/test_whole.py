"""Several things with few answers in all: each key gives a whole one, and nothing at all is said in so many words."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.choices import Count, Pick, Several, Sheet, Spread
from companion.seats import Seat
from companion.steps import TABLE
from firmware.scenes.questions.sheets import SheetQuestion
from firmware.scenes.questions.taking import Taking
from firmware.scenes.questions.whole import WholeAnswers
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import ask

SEATS = [Seat(1, "Anna", "red"), Seat(2, "Ben", "blue"), Seat(3, "Cleo", "green")]
PLAYS = Sheet("seat", {"1": {"played": Pick("", ("0", "1", "1+1"))}, "2": {"played": Pick("", ("0", "1"))}})
CARDS = Sheet("building", {"casa": {"cards": Pick("", (0, 1, 2))}, "ponte": {"cards": Pick("", (0, 1))}})


@pytest.mark.parametrize(
    ("game", "choice", "labels"),
    [
        ("doge", Several("ballot", (0, 2, 2), 1, 3), ["0", "2", "0+2", "2+2", "0+2+2"]),
        ("venedig", Spread("purse", {"2": 1, "1": 1}, 0, 2), ["2", "1", "2+1", "nothing"]),
        ("venedig", CARDS, ["nothing", "Ponte", "Casa", "Casa + Ponte", "Casa ×2", "Casa ×2 + Ponte"]),
        (
            "rialto",
            PLAYS,
            ["nobody", "Ben 1", "Anna 1", "Anna 1, Ben 1", "Anna 1+1", "Anna 1+1, Ben 1"],
        ),
    ],
)
def test_whole_answers_are_worded_and_given(
    box: TestBox, game: str, choice: Several | Spread | Sheet, labels: list[str]
) -> None:
    for answer in choice.legal():
        scene, given = ask(box, game, choice, seats=SEATS)
        assert isinstance(scene, WholeAnswers)
        assert list(scene.whole) == labels
        assert box.glass().tobytes() == scene.picture().tobytes()
        before = box.thumb.presses
        box.thumb.answer(answer, TABLE)
        assert given == [answer]
        assert box.thumb.presses - before <= 2


def test_likely_answer_is_oks(box: TestBox) -> None:
    _, given = ask(box, "venedig", CARDS, 0)
    box.tap(Key.OK)
    assert given == [{"casa": {"cards": 0}, "ponte": {"cards": 0}}]


def test_ok_gives_nothing_only_where_that_is_likely(box: TestBox) -> None:
    """On no page, however many answers there are."""
    for most in range(2, 13):
        scene, _ = ask(box, "venedig", Spread("purse", {"2": most}, 0, most))
        assert isinstance(scene, WholeAnswers)
        assert all(page.get(Key.OK) != "nothing" for page in scene.pages)


def test_rows_without_a_choice_are_not_asked_for(box: TestBox) -> None:
    """Of three players one can only have laid one ballot: two are asked for, in a table of any kind."""
    rows = {"1": {"ballots": Count("", 1, 12)}, "2": {"ballots": Count("", 1, 1)}, "3": {"ballots": Count("", 1, 12)}}
    _, given = ask(box, "doge", Sheet("seat", rows), seats=SEATS)
    before = box.thumb.presses
    box.thumb.answer({"1": {"ballots": 6}, "2": {"ballots": 1}, "3": {"ballots": 6}}, TABLE)
    assert (box.thumb.presses - before, len(given)) == (2, 1)


def test_many_answers_and_knobs_are_asked_otherwise(box: TestBox, tmp_path: Path) -> None:
    assert isinstance(ask(box, "doge", Several("ballot", (0, 1, 1, 2, 2, 3, 3), 1, 4))[0], Taking)
    knob = TestBox(tmp_path / "knob", profile="breadboard")
    assert isinstance(ask(knob, "venedig", CARDS)[0], SheetQuestion)
    knob.close()
