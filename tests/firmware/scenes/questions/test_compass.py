"""Up to five answers, one key each; more on further pages. A thumb that adds an OK out of habit does no harm."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.choices import Count, Pick
from companion.refusal import Refusal
from firmware.box.presses import SETTLING
from firmware.scenes.questions.compass import MOST, MOST_NUMBERS, TURNS, Compass, pages
from firmware.scenes.questions.questions import CountQuestion, PickQuestion
from firmware.screens import compass as screen
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import ask, start, until_asked

AREAS = ("cannaregio", "castello", "dorsoduro", "san-marco", "san-polo", "santa-croce", "quarantia")
FIVE = (Key.UP, Key.LEFT, Key.OK, Key.RIGHT, Key.DOWN)


@pytest.mark.parametrize(("key", "area"), [*zip(FIVE, AREAS[:5], strict=True)])
def test_each_key_gives_its_own_answer(box: TestBox, key: Key, area: str) -> None:
    scene, given = ask(box, "doge", Pick("area", AREAS[:5]))
    assert isinstance(scene, Compass)
    box.tap(key)
    assert given == [area]
    assert box.glass().tobytes() == scene.picture().tobytes()


@pytest.mark.parametrize("number", range(1, MOST + 1))
@pytest.mark.parametrize("likely", [None, 0, 6])
def test_every_answer_has_one_place(number: int, likely: int | None) -> None:
    """All answers can be given, each by one key on one page; keys that show more stay free, and none is two away."""
    wanted = likely if likely is not None and likely < number else None
    found = pages(range(number), wanted)
    assert sorted(item for page in found for item in page.values()) == [*range(number)]
    assert not set(TURNS[len(found)]) & set(found[0])
    assert Key.BACK not in {key for page in found for key in page}
    assert wanted is None or found[0][Key.OK] == wanted


def test_more_than_five_answers_have_pages(box: TestBox) -> None:
    scene, given = ask(box, "doge", Pick("area", AREAS))
    first = scene.picture().tobytes()
    box.tap(Key.DOWN)
    assert box.glass().tobytes() == scene.picture().tobytes() != first
    box.tap(Key.BACK)
    assert box.glass().tobytes() == first
    box.tap(Key.DOWN)
    box.tap(Key.RIGHT)
    assert given == ["quarantia"]


def test_many_answers_lie_above_and_below(box: TestBox) -> None:
    """The keys of both further pages say what they begin with; BACK comes back from either."""
    scene, given = ask(box, "doge", Pick("", tuple("abcdefghijklm")))
    assert isinstance(scene, Compass)
    around = scene.around(scene.answers, str)
    assert (around.up, around.down) == ("d …", "i …")
    first = scene.picture().tobytes()
    for key in (Key.UP, Key.DOWN):
        box.tap(key)
        assert box.glass().tobytes() == scene.picture().tobytes() != first
        box.tap(Key.BACK)
        assert box.glass().tobytes() == first
    box.tap(Key.UP)
    box.tap(Key.DOWN)
    assert given == ["h"]


def test_a_barred_answer_is_given_and_refused_by_the_referee(box: TestBox) -> None:
    barred = {"green-2": Refusal("none-left", "RIA.C4", building="green-2")}
    scene, given = ask(box, "rialto", Pick("building", ("green-1", "blue-1"), barred))
    assert isinstance(scene, Compass)
    assert scene.labels["green-2"].startswith("×")
    box.tap(Key.RIGHT)
    assert given == ["green-2"]


def test_numbers_stay_in_their_order(box: TestBox) -> None:
    scene, given = ask(box, "doge", Count("houses", 1, 3), 3)
    assert isinstance(scene, Compass)
    box.tap(Key.LEFT)
    assert given == [1]


def test_a_held_key_answers_once(box: TestBox) -> None:
    _, given = ask(box, "doge", Pick("area", AREAS[:5]))
    box.hold(Key.UP, 3)
    assert given == ["cannaregio"]


def test_many_answers_and_large_numbers_are_no_compass(box: TestBox) -> None:
    many, _ = ask(box, "doge", Pick("", tuple(range(MOST + 1))))
    large, _ = ask(box, "doge", Count("houses", 0, MOST_NUMBERS))
    assert isinstance(many, PickQuestion)
    assert isinstance(large, CountQuestion)


def test_a_knob_has_no_compass(tmp_path: Path) -> None:
    box = TestBox(tmp_path, profile="breadboard")
    scene, _ = ask(box, "doge", Pick("area", AREAS))
    assert isinstance(scene, PickQuestion)
    box.close()


def test_ok_out_of_habit_does_not_answer_the_next_question(box: TestBox) -> None:
    """An arrow answers; an OK just after it is not taken, and one after a moment is."""
    match = start(box, "doge", 3, ballots="table")
    until_asked(box, match, "advisor", Random(1))
    assert isinstance(box.box.scene, Compass)
    entries = len(match.referee.entries)
    box.tap(Key.UP)
    after = box.box.scene
    box.tap_at_once(Key.OK)
    box.tap_at_once(Key.LEFT)
    assert len(match.referee.entries) == entries + 1
    assert box.box.scene is after
    box.wait(SETTLING)
    box.tap_at_once(Key.OK)
    assert box.box.scene is not after


def test_back_is_taken_at_once(box: TestBox) -> None:
    """BACK never answers, so it needs no patience."""
    match = start(box, "doge", 3, ballots="table")
    until_asked(box, match, "advisor", Random(1))
    box.tap(Key.UP)
    box.wait_out_tellings()
    box.box.settle()
    asked = box.box.scene
    box.tap_at_once(Key.BACK)
    assert box.box.scene is not asked


LONG = screen.CompassLabels("Cannaregio", "Santa Croce", "Dorsoduro", "San Marco", "more …")


def test_text_has_room_beside_long_answers() -> None:
    """A short question or piece of news stands above five long answers; a long one leaves them the screen."""
    short = screen.compass("Anna", "vote where?", ["Which area?"], LONG).tobytes()
    news = screen.compass("Anna", "vote where?", ["Anna wins. Which area?", "Which area?"], LONG).tobytes()
    assert len({short, news, screen.compass("Anna", "vote where?", [], LONG).tobytes()}) == 3


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Zettel, Runde 1: Wer legt was wohin?", ("Cannaregio", "Castello", "Dorsoduro", "San Marco", "mehr …")),
        ("Sanduhren 0, Plättchen 1: Was spielst du?", ("kleines Brett", "großes Brett", "vor", "weg", "mehr …")),
        ("How many of each do you lay?", ("Ponte", "Basilica", "nothing", "Basilica + Ponte", "more …")),
        (
            "Turn up a zone card: where do the 10 go?",
            ("Cannaregio 10", "Castello", "", "Dorsoduro 10", "Giudecca 10"),
        ),
    ],
)
def test_question_stands_above_crowded_answers(question: str, answers: tuple[str, ...]) -> None:
    """Rows become lower before a question of one or two lines gives way."""
    shown, silent = (screen.compass("Anna", "", texts, screen.CompassLabels(*answers)) for texts in ([question], []))
    lines = shown.crop((0, screen.TOP, 128, screen.TOP + 8))
    assert lines.getbbox() is not None
    assert shown.tobytes() != silent.tobytes()
    assert (
        screen.compass("Anna", "", ["x" * 200, question], screen.CompassLabels(*answers)).tobytes() == shown.tobytes()
    )
