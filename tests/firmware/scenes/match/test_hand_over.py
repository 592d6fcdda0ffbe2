"""The box changes hands when it must, and only then; and private things are covered."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.rialto.game import Rialto
from companion.games.rialto.rules.plays import in_brief
from companion.games.venedig.game import Venedig
from companion.jobs.draw import WHO_DRAWS
from companion.steps import TABLE
from firmware.scenes.match.guard import Guard
from firmware.scenes.match.match import Match
from firmware.scenes.match.telling import Cover, Telling
from firmware.scenes.questions.compass import Compass
from firmware.scenes.questions.questions import QuestionScene
from firmware.scenes.questions.whole import WholeAnswers
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.playing import draw, match_of, play_by_keys, start, tell, until_asked


def test_box_stays_with_its_holder_between_secrets(box: TestBox) -> None:
    """Nothing was shown in between: news waits until everyone sees the screen."""
    match = start(box, "venise", 2, cards="device")
    assert isinstance(box.box.scene, Guard)
    box.tap(Key.OK)
    seat = match.holder
    assert seat is not None
    box.thumb.answer("take", seat)
    assert isinstance(box.box.scene, QuestionScene)
    assert match.holder == seat


def test_box_is_handed_over_after_a_telling(box: TestBox) -> None:
    """Otherwise a hand would come up under everyone's eyes."""
    match = start(box, "venise", 2, cards="device")
    box.tap(Key.OK)
    seat = match.holder
    assert seat is not None
    box.thumb.answer("take", seat)
    tell(match, "gem", "VSE.E1", seat=seat, place="B4", n=3)
    assert isinstance(box.box.scene, Telling)
    box.wait_out_tellings()
    assert isinstance(box.box.scene, Guard)


def test_turn_ends_without_handing_the_box_over(box: TestBox) -> None:
    match = start(box, "venise", 2, cards="device")
    guard = box.box.scene
    assert isinstance(guard, Guard)
    assert guard.unseen is None, "a whole turn is not thrown away on the guard"
    box.tap(Key.OK)
    seat = match.holder
    assert seat is not None
    box.thumb.answer("take", seat)
    match.holder = None
    match.go_on()
    assert isinstance(box.box.scene, Guard)
    box.tap(Key.DOWN)
    assert match.referee.entries[-1].value == "done"


@pytest.mark.rule("VEN.G1")
def test_paying_nothing_needs_no_look(box: TestBox) -> None:
    match = start(box, "venedig", 2)
    rng = Random(3)
    while not any(decision.key == "pay" for decision in match.referee.open.values()):
        play_by_keys(box, match, rng, most=len(match.referee.entries) + 1)
    guard = box.box.scene
    assert isinstance(guard, Guard)
    (seat,) = match.referee.open
    before = len(match.referee.entries)
    game = match.referee.game
    assert isinstance(game, Venedig)
    worth = game.pieces.gold.worth(seat)
    box.tap(Key.OK)
    scene = box.box.scene
    assert isinstance(scene, WholeAnswers)
    assert "nothing" in scene.whole
    match.holder = None
    match.go_on()
    box.tap(Key.DOWN)
    assert len(match.referee.entries) > before
    assert set(match.referee.entries[before].value.values()) == {0}
    assert game.pieces.gold.worth(seat) == worth


@pytest.mark.rule("VEN.K6")
def test_token_is_shown_only_to_whoever_draws_it(box: TestBox) -> None:
    """First a cover, then the value until a key, then it is gone: from the question, the log and every view."""
    draw(box, "venedig", "treasure")
    cover = box.box.scene
    assert isinstance(cover, Telling)
    assert cover.waits
    box.tap(Key.OK)
    value = box.box.scene
    assert isinstance(value, Telling)
    assert value.waits
    assert value is not cover
    box.tap(Key.OK)
    match = match_of(box)
    scene = box.box.scene
    assert isinstance(scene, QuestionScene)
    assert scene.heading.news == ""
    assert [tell.to for tell in match.referee.game.tells] == [WHO_DRAWS]
    assert match.referee.game.view(TABLE) == {"drawn": ["treasure"]}


@pytest.mark.rule("VSE.T1", "VSE.S1")
def test_first_hand_is_shown_only_to_its_player(box: TestBox) -> None:
    """Covered, then seen until a key, then gone; and the next player's comes behind a cover of its own."""
    draw(box, "venise", "cards-2")
    for hands in ([1], [1, 2], [1, 2, 1]):
        cover = box.box.scene
        assert isinstance(cover, Cover)
        box.tap(Key.OK)
        hand = box.box.scene
        assert isinstance(hand, Telling)
        assert not isinstance(hand, Cover)
        assert hand.waits
        box.tap(Key.OK)
        scene = box.box.scene
        assert isinstance(scene, QuestionScene)
        assert scene.heading.news == ""
        game = match_of(box).referee.game
        assert {tell.to for tell in game.tells} == {WHO_DRAWS}
        assert game.view(TABLE) == {"drawn": hands}
        box.thumb.answer("more", TABLE)


@pytest.mark.rule("VEN.R1", "VEN.R4")
def test_cards_of_a_pile_are_shown_only_to_whoever_draws(box: TestBox) -> None:
    """Each behind a cover; what lies on the discards is asked of all, and that they are shuffled is told to all."""
    draw(box, "venedig", "pile")
    match = match_over(box)
    assert match.referee.kind.name == "venedig:pile"
    for _ in range(41):
        box.thumb.answer("more", TABLE)
        match = match_over(box)
    box.thumb.answer("more", TABLE)
    assert match.referee.open[TABLE].key == "discards"
    box.thumb.answer({"casa": 3, "palazzo": 0, "campo": 0, "basilica": 1, "ponte": 0}, TABLE)
    told = box.box.scene
    assert isinstance(told, Telling)
    assert not isinstance(told, Cover), "that the discards are shuffled is for everyone"
    box.tap(Key.OK)
    match = match_over(box)
    assert match.referee.game.view(TABLE) == {"drawn": [1] * 43, "left": 3}


def match_over(box: TestBox) -> Match:
    """Lift the cover, read the card, and go on to the next question."""
    assert isinstance(box.box.scene, Cover)
    box.tap(Key.OK)
    assert not isinstance(box.box.scene, Cover)
    box.tap(Key.OK)
    return match_of(box)


@pytest.mark.rule("RIA.P2")
def test_question_shows_the_hand_and_ok_keeps_jokers(box: TestBox) -> None:
    match = start(box, "rialto", 3, cards="device")
    until_asked(box, match, "play", Random(2))
    scene = box.box.scene
    game = match.referee.game
    assert isinstance(game, Rialto)
    seat = match.holder
    assert seat is not None
    decision = match.referee.open[seat]
    hand = game.cards.hand[seat]
    assert isinstance(scene, QuestionScene)
    assert in_brief(tuple(hand)) in scene.heading.question
    natural = hand.count(decision.facts["card"])
    assert decision.likely == str(natural)
    if isinstance(scene, Compass):
        assert scene.answers[Key.OK] == str(natural)


@pytest.mark.rule("VEN.G1")
def test_the_guard_keeps_moves_of_cardboard_in_sight(box: TestBox) -> None:
    """One key is enough for both; told to everyone, it also ends that someone looks at the screen alone."""
    match = start(box, "venedig", 3)
    until_asked(box, match, "cards", Random(3))
    (seat,) = match.referee.open
    assert match.holder == seat
    tell(match, "moves", "VEN.G1", seat=1, n=2, space=9)
    guard = box.box.scene
    assert isinstance(guard, Guard)
    assert "moves 2 spaces" in " ".join(guard.told)
    assert match.holder is None
    box.wait()
    assert box.glass().tobytes() == guard.picture().tobytes()
    box.tap(Key.OK)
    assert match.holder == seat
    assert isinstance(box.box.scene, QuestionScene)
