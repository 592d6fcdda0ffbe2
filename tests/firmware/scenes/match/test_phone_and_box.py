"""A phone answers while someone looks at the box: whatever is being read or answered there continues."""

from __future__ import annotations

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion import games
from companion.referee.simulation import play_random
from companion.referee.urn import Urn
from companion.screen.maps import Chart
from companion.words import folders_of
from firmware.scenes.match.guard import Guard
from firmware.scenes.match.match import Match
from firmware.scenes.match.telling import AT_LEAST, DialsTurning, Telling
from firmware.scenes.menus import Agree, Menu, Reading
from firmware.scenes.questions.compass import Compass
from firmware.scenes.questions.taking import Taking
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import choose, choose_details
from tests.tables import table
from tests.web.browser import live_box
from web.app import create_app

BALLOTS = ("castello", [3])
PIAZZA = Chart("ABCDEFGH", tuple(map(str, range(1, 11))), {})


def begin(box: TestBox) -> Match:
    """A game of Doge in which the first secrets are asked."""
    kind, seated = games.find("doge").game, table("doge", 3)
    referee = box.box.ledger.begin(kind, seated, Urn(bytes(32)))
    match = Match(box.box, referee, box.box.words_for(folders_of("doge"), seated.seats))
    box.box.play(match)
    match.go_on()
    box.box.show()
    return match


def by_phone(box: TestBox, match: Match, seat: int, *values: object) -> None:
    for value in values:
        match.referee.answer(seat, value)
        box.wait()


def test_telling_keeps_its_time_while_phones_answer(box: TestBox) -> None:
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


def test_guard_stays_when_another_seat_answers_by_phone(box: TestBox) -> None:
    match = begin(box)
    box.tap(Key.DOWN)
    guard = box.box.scene
    assert isinstance(guard, Guard)
    assert guard.seats == [2, 3, 1]
    by_phone(box, match, 3, *BALLOTS)
    assert box.box.scene is guard
    assert guard.seats == [2, 1]
    assert box.glass().tobytes() == guard.picture().tobytes()


def test_reading_at_the_guard_is_not_interrupted(box: TestBox) -> None:
    match = begin(box)
    box.tap(Key.BACK)
    choose(box, "What happened")
    by_phone(box, match, 3, *BALLOTS)
    assert isinstance(box.box.scene, Reading)


def test_reading_why_is_not_interrupted(box: TestBox) -> None:
    match = begin(box)
    box.tap(Key.OK)
    box.tap(Key.BACK)
    choose(box, "Why?")
    by_phone(box, match, 2, *BALLOTS)
    assert isinstance(box.box.scene, Reading)
    box.tap(Key.OK)
    assert isinstance(box.box.scene, Menu)
    assert len(match.referee.entries) == 2


def test_consent_to_an_undo_covers_no_other(box: TestBox) -> None:
    """A step made in the meantime is another's secret: it stays, and so does the one that was meant."""
    match = begin(box)
    by_phone(box, match, 3, *BALLOTS)
    box.tap(Key.BACK)
    choose(box, "Undo a step")
    assert isinstance(box.box.scene, Agree)
    by_phone(box, match, 2, "castello")
    assert isinstance(box.box.scene, Agree)
    box.tap(Key.LEFT)
    assert [entry.line()["seat"] for entry in match.referee.entries] == [3, 3, 2]
    assert isinstance(box.box.scene, Reading), "it is said why not"
    box.tap(Key.BACK)
    choose(box, "Undo a step")
    box.tap(Key.LEFT)
    assert [entry.line()["seat"] for entry in match.referee.entries] == [3, 3], "asked again, it is Ben's"


def test_answer_taken_back_by_phone_cannot_be_amended(box: TestBox) -> None:
    """It is still on the list; nobody else's is amended in its place."""
    match = begin(box)
    by_phone(box, match, 3, *BALLOTS)
    box.tap(Key.OK)
    box.tap(Key.BACK)
    choose(box, "Change an answer")
    listed = box.box.scene
    assert isinstance(listed, Menu)
    match.referee.take_back(3)
    assert box.box.scene is listed
    box.tap(Key.OK)
    assert isinstance(box.box.scene, Reading), "the game has moved on, and nothing is shown of it"
    assert len(match.referee.entries) == 1


def test_consent_to_amend_covers_no_other_answer(box: TestBox) -> None:
    """While the old question is on the screen, earlier answers are taken back: all numbers shift."""
    match = begin(box)
    for seat in (2, 3):
        by_phone(box, match, seat, *BALLOTS)
    box.tap(Key.OK)
    box.tap(Key.BACK)
    choose(box, "Change an answer")
    box.tap(Key.DOWN)
    box.tap(Key.OK)
    box.tap(Key.LEFT)
    assert isinstance(box.box.scene, Compass)
    for _ in BALLOTS:
        match.referee.take_back(2)
    assert isinstance(box.box.scene, Compass)
    before = [entry.line() for entry in match.referee.entries]
    box.tap(Key.RIGHT)
    assert isinstance(box.box.scene, Reading)
    assert [entry.line() for entry in match.referee.entries] == before


def test_consent_lapses_when_the_past_changes(box: TestBox) -> None:
    """As many answers as before, but a different one stands in place of the one that was meant."""
    match = begin(box)
    by_phone(box, match, 3, "castello")
    box.tap(Key.OK)
    box.hold(Key.BACK)
    assert isinstance(box.box.scene, Agree)
    match.referee.take_back(3)
    by_phone(box, match, 2, "castello")
    assert isinstance(box.box.scene, Agree)
    box.tap(Key.LEFT)
    assert [entry.line()["seat"] for entry in match.referee.entries] == [2]


def held_by(box: TestBox, *seats: int) -> None:
    """Let these seats be held by phones, and the others be played on the box."""
    phones = SimpleNamespace(taken_seats=lambda: set(seats), follow=lambda _: None, publish=lambda: None)
    box.box.phones = cast(Any, phones)


def test_the_box_is_not_passed_to_who_has_a_phone(box: TestBox) -> None:
    """Anna and Cleo have phones: Ben gets the box first, then it waits for theirs; Anna’s is flat, so OK asks her."""
    match = begin(box)
    held_by(box, 1, 3)
    match.go_on()
    guard = box.box.scene
    assert isinstance(guard, Guard)
    assert guard.seats == [2, 1, 3]
    assert guard.turn.split("\n")[1] == "Ben,"
    by_phone(box, match, 2, *BALLOTS)
    guard = box.box.scene
    assert isinstance(guard, Guard)
    assert guard.turn == "Anna, Cleo answer on their phones."
    assert box.glass().tobytes() == guard.picture().tobytes()
    by_phone(box, match, 3, *BALLOTS)
    assert guard.turn == "Anna answers on the phone."
    box.tap(Key.OK)
    assert match.holder == 1


def test_a_phones_wish_to_go_back_is_put_to_those_without_a_phone(box: TestBox) -> None:
    """Anna asks on her phone, Ben agrees on his, and Cleo, who has none, on the box."""
    match = begin(box)
    held_by(box, 1, 2)
    for seat in (1, 2, 3):
        by_phone(box, match, seat, *BALLOTS)
    box.wait_out_tellings()
    judge = match.referee
    proposal = judge.propose_undo(by=1)
    judge.put(proposal)
    asking = box.box.scene
    assert isinstance(asking, Agree)
    assert asking.title == "Cleo: agreed?"
    box.tap(Key.LEFT)
    assert proposal.missing == [2]
    assert len(judge.entries) == 6
    assert not isinstance(box.box.scene, Agree), "Ben has a phone and is asked there"
    proposal.agree(judge.run, [2])
    judge.undo(proposal.start, proposal.agreed, proposal.by)
    assert len(judge.entries) == 5


def test_a_phones_wish_covers_the_secret_on_the_screen(box: TestBox) -> None:
    """Ben is about to lay a ballot when Anna's phone puts a question to the whole table."""
    match = begin(box)
    held_by(box, 1)
    for seat in (1, 2, 3):
        by_phone(box, match, seat, *BALLOTS)
    box.wait_out_tellings()
    match.hand_to(2)
    secret = box.box.scene
    assert match.holder == 2
    match.referee.put(match.referee.propose_undo(by=1))
    assert isinstance(box.box.scene, Agree)
    box.tap(Key.BACK)
    assert isinstance(box.box.scene, Guard)
    match.hand_to(2)
    assert box.box.scene is secret


@pytest.mark.parametrize("keys", [[Key.BACK], [Key.OK]])
def test_no_on_the_box_ends_a_phones_wish(box: TestBox, keys: list[Key]) -> None:
    match = begin(box)
    held_by(box, 1)
    for seat in (1, 2, 3):
        by_phone(box, match, seat, *BALLOTS)
    box.wait_out_tellings()
    match.referee.put(match.referee.propose_undo(by=1))
    for key in keys:
        box.tap(key)
    assert match.referee.proposal is None
    assert len(match.referee.entries) == 6


def test_a_wish_that_lapses_leaves_the_box(box: TestBox) -> None:
    match = begin(box)
    held_by(box, 1)
    for seat in (1, 2, 3):
        by_phone(box, match, seat, *BALLOTS)
    box.wait_out_tellings()
    below = box.box.scene
    match.referee.put(match.referee.propose_undo(by=1))
    assert isinstance(box.box.scene, Agree)
    match.referee.put(None)
    assert box.box.scene is below


def test_what_a_phone_takes_back_is_told_on_the_box_and_can_be_redone(box: TestBox) -> None:
    match = begin(box)
    match.referee.correct("palaces.1.castello", 1)
    match.referee.undo(0, by=2)
    assert match.news == ["undone: a correction"]
    box.wait_out_tellings()
    box.tap(Key.BACK)
    choose(box, "Redo")
    assert len(match.referee.entries) == 1


def test_whoever_has_the_box_redoes_their_own_secret(box: TestBox) -> None:
    match = begin(box)
    box.tap(Key.OK)
    box.thumb.answer("castello", 1)
    for choice, entries in (("Undo a step", 0), ("Redo", 1)):
        box.tap(Key.BACK)
        choose(box, choice)
        assert len(match.referee.entries) == entries
        assert match.holder == 1
    match.holder = None
    match.referee.take_back(1)
    assert not match.going_back.may_redo, "it is not the table's to see again"


def test_half_entered_answer_survives_a_phones_take_back(box: TestBox) -> None:
    """It was sealed, so nobody's question has changed: a half-entered answer stays as it is."""
    match = begin(box)
    by_phone(box, match, 3, *BALLOTS)
    box.tap(Key.OK)
    box.thumb.answer("castello", 1)
    scene = box.box.scene
    assert isinstance(scene, Taking)
    box.tap(Key.UP)
    entered = list(scene.taken)
    assert entered
    match.referee.take_back(3)
    assert box.box.scene is scene
    assert scene.taken == entered
    by_phone(box, match, 2, *BALLOTS)
    assert box.box.scene is scene
    box.thumb.answer([3], 1)
    assert [entry.line()["seat"] for entry in match.referee.entries][-1] == 1


def test_telling_stays_when_a_phone_takes_back(box: TestBox) -> None:
    match = begin(box)
    for seat in (1, 2, 3):
        by_phone(box, match, seat, *BALLOTS)
    telling = box.box.scene
    by_phone(box, match, 2, "dorsoduro")
    match.referee.take_back(2)
    assert isinstance(telling, Telling)
    assert box.box.scene is telling


def test_undo_by_phone_of_something_told_asks_again(box: TestBox) -> None:
    match = begin(box)
    for seat in (1, 2, 3):
        by_phone(box, match, seat, *BALLOTS)
    telling = box.box.scene
    match.referee.undo(len(match.referee.entries) - 1, match.referee.game.seats)
    assert box.box.scene is not telling
    assert isinstance(box.box.scene, Guard)


def test_dials_can_be_read_however_fast_phones_answer(box: TestBox) -> None:
    shown: list[float] = []
    spun = DialsTurning(box.box, ("a", "b", "c"), PIAZZA, "B3", lambda: shown.append(box.clock.now), waits=True)
    box.box.replace(spun)
    spun.hurry()
    box.wait(spun.turning + AT_LEAST)
    assert not shown
    box.wait(1)
    assert shown


def test_private_telling_interrupts_no_reading(box: TestBox) -> None:
    """In Rialto each seat is told its own cards; someone at the guard reads on while phones seal."""
    kind, seated = games.find("rialto").game, table("rialto", 3, cards="device")
    referee = box.box.ledger.begin(kind, seated, Urn(bytes(32)))
    match = Match(box.box, referee, box.box.words_for(folders_of("rialto"), seated.seats))
    box.box.play(match)
    match.go_on()
    rng = Random(1)
    while not (isinstance(box.box.scene, Guard) and len(referee.open) > 1 and referee.game.tells[-1].to):
        seat, decision = next(iter(referee.open.items()))
        by_phone(box, match, seat, decision.choice.sample(rng))
        box.wait_out_tellings()
    box.tap(Key.BACK)
    choose(box, "What happened")
    reading = box.box.scene
    seat, decision = list(referee.open.items())[-1]
    by_phone(box, match, seat, decision.choice.sample(rng))
    assert box.box.scene is reading


def test_repeated_answer_interrupts_nothing(box: TestBox) -> None:
    """A phone that sends its last answer again changes nothing, even when the game is over."""
    match = begin(box)
    play_random(match.referee, Random(27))
    box.wait_out_tellings()
    box.tap(Key.OK)  # past the winner
    choose_details(box)
    choose(box, "Scores")
    scores = box.box.scene
    box.box.publish_soon()
    box.wait()
    assert box.box.scene is scores


def test_question_answered_by_phone_leaves_the_box(box: TestBox) -> None:
    match = begin(box)
    box.tap(Key.OK)
    asked = box.box.scene
    assert isinstance(asked, Compass)
    box.tap(Key.BACK)
    by_phone(box, match, 1, "castello")
    assert asked not in box.box.scenes
    assert len(box.box.scenes) == 1


def test_failing_scene_does_not_fail_the_phones_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is recorded, so its phone sees no error; the fault is shown where it happened, on the box."""
    monkeypatch.setattr(Match, "notice", lambda *_: 1 / 0)
    with live_box(tmp_path, ["Anna", "Ben", "Cleo"]) as box:
        phone = create_app(box.phones.site).test_client()
        phone.post(f"/j/{box.phones.code}", data={"seat": "1"})
        (question,) = {decision.id for decision in box.in_loop(lambda: list(box.referee.open.values()))}
        answer = phone.post("/answer", data={"question": question, "asked": "1", "value": "castello"})
        assert answer.status_code == 302
        scene = box.in_loop(lambda: box.box.scene)
        assert isinstance(scene, Reading)
        assert "ZeroDivisionError" in " ".join(scene.lines)
        assert len(box.referee.entries) == 1
