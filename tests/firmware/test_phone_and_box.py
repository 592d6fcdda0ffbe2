"""A phone answers while someone looks at the box: what is being read or answered there goes on."""

from __future__ import annotations

from companion import games
from companion.urn import Urn
from companion.words import folders_of
from firmware.scenes.guard import Guard
from firmware.scenes.match import Match
from firmware.scenes.menus import Agree, Menu, Reading
from firmware.scenes.questions import PickQuestion
from firmware.scenes.telling import Telling
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import choose
from tests.tables import table

BALLOTS = ("castello", [3])


def begin(box: TestBox) -> Match:
    """A game of Doge in which the first secrets are asked."""
    kind, seated = games.find("doge").game, table("doge", 3)
    referee = box.box.ledger.begin(kind, seated, Urn(bytes(32)))
    match = Match(box.box, referee, box.box.words_for(folders_of("doge"), seated.seats))
    match.go_on()
    box.box.show()
    return match


def by_phone(box: TestBox, match: Match, seat: int, *values: object) -> None:
    for value in values:
        match.referee.answer(seat, value)
        match.changed_by_phone()
        box.wait()


def test_a_telling_is_shown_for_its_whole_time_while_phones_answer(box: TestBox) -> None:
    match = begin(box)
    for seat in (1, 2, 3):
        by_phone(box, match, seat, *BALLOTS)
    telling = box.box.scene
    assert isinstance(telling, Telling)
    by_phone(box, match, 2, "dorsoduro")
    assert box.box.scene is telling
    box.wait(telling.end - box.clock.now - 0.01)
    assert box.box.scene is telling
    box.wait_out_tellings()
    assert isinstance(box.box.scene, Guard), "then it goes on by itself"


def test_who_is_to_take_the_box_stays_when_another_answers_by_phone(box: TestBox) -> None:
    match = begin(box)
    box.tap(Key.DOWN)
    guard = box.box.scene
    assert isinstance(guard, Guard)
    assert guard.seats == [2, 3, 1]
    by_phone(box, match, 3, *BALLOTS)
    assert box.box.scene is guard
    assert guard.seats == [2, 1]
    assert box.glass().tobytes() == guard.picture().tobytes()


def test_who_reads_at_the_guard_is_not_interrupted(box: TestBox) -> None:
    match = begin(box)
    box.tap(Key.BACK)
    choose(box, "What happened")
    by_phone(box, match, 3, *BALLOTS)
    assert isinstance(box.box.scene, Reading)


def test_who_reads_why_is_not_interrupted_and_his_ok_answers_nothing(box: TestBox) -> None:
    match = begin(box)
    box.tap(Key.OK)
    box.tap(Key.BACK)
    choose(box, "Why?")
    by_phone(box, match, 2, *BALLOTS)
    assert isinstance(box.box.scene, Reading)
    box.tap(Key.OK)
    assert isinstance(box.box.scene, Menu)
    assert len(match.referee.entries) == 2


def test_what_all_agree_to_undo_is_one_step_whatever_came_meanwhile(box: TestBox) -> None:
    match = begin(box)
    by_phone(box, match, 3, *BALLOTS)
    box.tap(Key.BACK)
    choose(box, "Undo a step")
    assert isinstance(box.box.scene, Agree)
    by_phone(box, match, 2, "castello")
    assert isinstance(box.box.scene, Agree)
    box.tap(Key.LEFT)
    assert [entry.line()["seat"] for entry in match.referee.entries] == [3, 3]


def test_a_question_that_a_phone_has_answered_is_gone_from_the_box(box: TestBox) -> None:
    match = begin(box)
    box.tap(Key.OK)
    asked = box.box.scene
    assert isinstance(asked, PickQuestion)
    box.tap(Key.BACK)
    by_phone(box, match, 1, "castello")
    assert asked not in box.box.scenes
    assert len(box.box.scenes) == 1
