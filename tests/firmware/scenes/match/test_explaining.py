"""On the box: a new rule is read before its question, and a secret one only behind the hand of its player."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import games
from companion.rules import rules_of
from companion.teaching.practice import practice
from companion.words import LANGUAGES, folders_of
from firmware.scenes.home.sealing import begin
from firmware.scenes.match.explaining import NewRules
from firmware.scenes.match.guard import Guard
from firmware.scenes.match.match import Match
from firmware.scenes.match.telling import Telling
from firmware.scenes.questions.questions import LEFT_ALONE, Asking, Heading
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.games.harness import new_referee
from tests.tables import table


@pytest.fixture
def match(box: TestBox) -> Iterator[Match]:
    referee = new_referee(table("doge", 3), "doge", 2)
    referee.teach(taught=True)
    words = box.box.words_for(folders_of("doge"), referee.table.seats)
    begun = Match(box.box, referee, words)
    box.box.play(begun)
    begun.go_on()
    yield begun
    begun.close()


def test_a_secret_rule_is_covered_when_left_alone(box: TestBox, match: Match) -> None:
    assert isinstance(box.box.scene, Guard)
    box.tap(Key.OK)
    scene = box.box.scene
    assert isinstance(scene, NewRules)
    assert [rule for rule, _ in scene.pages][-1] == match.referee.open[1].rule
    box.wait(LEFT_ALONE + 1)
    assert isinstance(box.box.scene, Guard)
    box.tap(Key.OK)
    assert box.box.scene is scene, "it comes back as it was"


def test_the_question_follows_its_rules_and_explains_nothing_twice(box: TestBox, match: Match) -> None:
    box.tap(Key.OK)
    pages = 0
    while isinstance(box.box.scene, NewRules):
        box.tap(Key.OK)
        pages += 1
    assert pages
    box.thumb.answer("castello", 1)
    assert not isinstance(box.box.scene, NewRules), "the same rule asks for the ballots"


def vote(box: TestBox, match: Match) -> None:
    """Let everyone lay ballots behind the guard, up to the next round of votes."""
    for seat, area in enumerate(("castello", "dorsoduro", "cannaregio"), start=1):
        match.referee.answer(seat, area)
        match.referee.answer(seat, [0])
    box.wait()
    while isinstance(box.box.scene, Telling):
        box.tap(Key.OK)


def test_a_public_rule_is_explained_once_before_the_hand_over(box: TestBox, match: Match) -> None:
    """It is no secret, so nobody reads it behind their hand, and the next players are not told it again."""
    vote(box, match)
    scene = box.box.scene
    assert isinstance(scene, NewRules)
    assert not scene.is_secret
    assert {rule for rule, _ in scene.pages} == {"DOG.B3"}
    assert sorted(match.referee.open) == [1, 2, 3]
    box.wait(LEFT_ALONE + 1)
    assert box.box.scene is scene, "there is nothing to cover"
    while isinstance(box.box.scene, NewRules):
        box.tap(Key.OK)
    assert isinstance(box.box.scene, Guard)
    assert box.box.scene.seats == [1, 2, 3]
    box.tap(Key.OK)
    behind = box.box.scene
    assert isinstance(behind, NewRules)
    assert behind.is_secret
    assert {rule for rule, _ in behind.pages} == {"DOG.B2"}, "the question's own"


def test_the_box_goes_on_if_a_phone_answers_while_a_rule_is_read(box: TestBox, match: Match) -> None:
    vote(box, match)
    scene = box.box.scene
    assert isinstance(scene, NewRules)
    match.referee.answer(2, "castello")
    assert box.box.scene is scene, "others may still read it"
    match.referee.answer(1, "dorsoduro")
    match.referee.answer(1, [1])
    assert isinstance(box.box.scene, Guard)
    assert box.box.scene.seats == [2, 3]


@pytest.mark.parametrize("game", ["venise", "doge"])
def test_a_lone_player_reads_no_rule_twice(box: TestBox, game: str) -> None:
    """What all have seen and what is asked in secret may have the same rule: alone, both are read at once."""
    begin(box.box, practice(games.find(game), "Anna"))
    match = box.box.match
    assert match is not None
    box.tap(Key.BACK)  # the set-up
    while not isinstance(box.box.scene, NewRules):
        box.tap(Key.OK) if isinstance(box.box.scene, Telling) else box.wait(1)
    rules = [rule for rule, _ in box.box.scene.pages]
    assert len(rules) == len({(rule, tuple(leaf.lines)) for rule, leaf in box.box.scene.pages})
    match.close()


def test_one_press_skips_to_the_question(box: TestBox, match: Match) -> None:
    box.tap(Key.OK)
    assert isinstance(box.box.scene, NewRules)
    box.tap(Key.BACK)
    assert not isinstance(box.box.scene, NewRules | Guard | Telling)


def test_the_menu_turns_teaching_off_and_on(box: TestBox, match: Match) -> None:
    match.open_menu()
    menu = box.box.scene
    label = box.box.words("teach.us")
    while menu.items[menu.cursor].row.text != label:  # type: ignore[attr-defined]
        box.tap(Key.DOWN)
    box.tap(Key.RIGHT)
    assert not match.referee.taught
    box.tap(Key.RIGHT)
    assert match.referee.taught


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_every_rule_fits_its_pages(game: str, language: str, tmp_path: Path, cut: list[str]) -> None:
    box = TestBox(tmp_path, language)
    words = box.box.words_for(folders_of(game))
    scene = NewRules(Asking(box.box, Heading("", "", ""), words, lambda _: None), list(rules_of(game)))
    for number, (rule, _) in enumerate(scene.pages):
        scene.shown = number
        scene.picture()
        assert words(rule)
    said = " ".join(" ".join(leaf.lines) for _, leaf in scene.pages)
    assert said.split() == " ".join(words(rule) for rule in rules_of(game)).split(), "nothing is left out"
    assert cut == []
    box.close()
