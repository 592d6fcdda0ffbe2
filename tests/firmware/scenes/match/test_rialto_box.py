"""Rialto on the box by its keys alone: whole games, its score sheets, and its draws for a table without it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.games.rialto.game import Rialto
from companion.games.rialto.rules.pieces import DISTRICTS
from companion.ledger import Ledger
from companion.referee.entries import Answer
from firmware.scenes.match.counting import CountAgain, CountPages
from firmware.scenes.match.guard import Guard
from firmware.scenes.match.match import Match
from firmware.scenes.match.telling import Telling
from firmware.scenes.menus import Menu
from firmware.scenes.questions.column import ColumnQuestion
from firmware.scenes.questions.compass import Compass
from firmware.scenes.questions.maps.pointing import PlanPointing
from firmware.scenes.questions.questions import QuestionScene, ThreeWays, TwoWays
from firmware.scenes.questions.whole import WholeAnswers
from hardware.keys import Key
from tests.firmware.boxes import TestBox, asked_seat
from tests.firmware.playing import (
    choose,
    choose_details,
    draw,
    drawn,
    ended_as_by_hand,
    match_of,
    play_by_keys,
    score,
    start,
    tell,
    until_asked,
)


def rialto(match: Match) -> Rialto:
    game = match.referee.game
    assert isinstance(game, Rialto)
    return game


@pytest.mark.parametrize(
    ("players", "cards", "neutral", "language", "seed"),
    [
        (2, "device", "without", "en", 1),
        (2, "table", "without", "fr", 2),
        (2, "device", "with", "it", 3),
        (2, "table", "with", "en", 4),
        (3, "device", "without", "fr", 5),
        (3, "table", "without", "it", 6),
        (4, "device", "without", "it", 7),
        (4, "table", "without", "en", 8),
        (5, "device", "without", "en", 9),
        (5, "table", "without", "fr", 10),
    ],
)
def test_a_whole_rialto_game_by_keys(
    tmp_path: Path, players: int, cards: str, neutral: str, language: str, seed: int
) -> None:
    """From home to the winner; the same answers given to a referee directly lead to the very same game."""
    box = TestBox(tmp_path, language)
    match = start(box, "rialto", players, cards=cards, neutral=neutral)
    referee = match.referee
    assert [referee.table.options[name] for name in ("cards", "neutral")] == [cards, neutral]
    assert len(referee.table.seats) == players
    assert rialto(match).neutral == (neutral == "with")
    play_by_keys(box, match, Random(seed))
    assert referee.game.round == 6
    ended_as_by_hand(box, referee)
    box.close()


@pytest.mark.parametrize(
    ("key", "scene", "cards"),
    [
        ("row", Compass, "device"),
        ("discard", WholeAnswers, "device"),
        ("first-building", ThreeWays, "table"),
        ("activate", TwoWays, "table"),
        ("stage", ColumnQuestion, "table"),
        ("bridge", PlanPointing, "table"),
        ("bridge-end", PlanPointing, "table"),
        ("bring", WholeAnswers, "table"),
    ],
)
def test_each_question_has_its_own_scene(box: TestBox, key: str, scene: type[QuestionScene], cards: str) -> None:
    """Hands wait behind the guard, counts take one press per player, a yes or no takes one."""
    match = start(box, "rialto", 3, cards=cards)
    if key == "bring":  # nobody has a councillor in hand: they come from elsewhere
        set_right(match, {f"supply.{seat}": 0 for seat in (1, 2, 3)})
        set_right(match, {f"councillors.{seat}.{district}": 1 for seat in (1, 2, 3) for district in DISTRICTS})
    until_asked(box, match, key, Random(1))
    assert type(box.box.scene) is scene


@pytest.mark.rule("RIA.I2")
def test_rows_are_asked_with_their_letters_explained(box: TestBox) -> None:
    """The rows themselves, which stand there to be chosen, and older news are not repeated."""
    match = start(box, "rialto", 4, cards="device")
    until_asked(box, match, "row", Random(1))
    scene = box.box.scene
    assert isinstance(scene, Compass)
    assert scene.heading.news == ""
    assert "A\N{NO-BREAK SPACE}Doge" in scene.heading.question


def set_right(match: Match, places: dict[str, int]) -> None:
    for place, value in places.items():
        match.referee.correct(place, value)
    match.go_on()


@pytest.mark.rule("RIA.P2", "RIA.P4")
def test_stage_takes_one_press_per_player(box: TestBox) -> None:
    """None, one and two cards: LEFT, OK and RIGHT, from the first player on; a pair with a joker is UP and RIGHT."""
    match = start(box, "rialto", 4, cards="table")
    while match.referee.open[asked_seat(match)].key != "stage":
        play_by_keys(box, match, Random(1), most=len(match.referee.entries) + 1)
    scene = box.box.scene
    assert isinstance(scene, ColumnQuestion)
    assert scene.rows[0] == str(rialto(match).first)
    entries = len(match.referee.entries)
    for key in (Key.LEFT, Key.OK, Key.RIGHT, Key.UP, Key.RIGHT):
        box.tap(key)
    answer = match.referee.entries[entries].value
    assert [row["played"] for row in answer.values()] == ["0", "1", "2", "1+1"]


def test_no_hand_is_on_the_screen_before_the_box_is_handed_over(box: TestBox) -> None:
    """With cards in the box every play waits behind the guard, and so does every discard."""
    match = start(box, "rialto", 3, cards="device")
    rng = Random(2)
    guarded = set()
    while rialto(match).number < 2:
        seat = asked_seat(match)
        decision = match.referee.open[seat]
        if decision.secret and match.holder != seat:
            assert isinstance(box.box.scene, Guard)
            guarded.add(decision.key)
        play_by_keys(box, match, rng, most=len(match.referee.entries) + 1)
    assert guarded == {"discard", "play"}


@pytest.mark.rule("RIA.P2")
def test_passing_needs_no_handing_over(box: TestBox) -> None:
    """DOWN on the guard is a pass, given without a look at the hand; no other question can be answered so."""
    match = start(box, "rialto", 3, cards="device")
    rng = Random(2)
    passed = 0
    while passed < 3:
        scene, decision = box.box.scene, match.referee.open[asked_seat(match)]
        if isinstance(scene, Guard) and decision.key == "play":
            box.tap(Key.DOWN)
            entry = match.referee.entries[-1]
            assert isinstance(entry, Answer)
            assert (entry.seat, entry.question, entry.value) == (decision.seat, decision.id, "0")
            passed += 1
            box.wait_out_tellings()
            continue
        if isinstance(scene, Guard):
            box.tap(Key.DOWN)
            assert match.referee.open[decision.seat] is decision, f"{decision.key} is not answered unseen"
        play_by_keys(box, match, rng, most=len(match.referee.entries) + 1)


def test_held_key_passes_for_one_seat_only(box: TestBox) -> None:
    match = start(box, "rialto", 3, cards="device")
    rng = Random(2)
    while not (isinstance(box.box.scene, Guard) and match.referee.open[asked_seat(match)].key == "play"):
        play_by_keys(box, match, rng, most=len(match.referee.entries) + 1)
        box.wait_out_tellings()
    entries = len(match.referee.entries)
    box.hold(Key.DOWN, 3)
    assert len(match.referee.entries) == entries + 1


@pytest.mark.rule("RIA.P4", "RIA.P5")
def test_box_shows_who_has_the_bonus(box: TestBox) -> None:
    """Ben and Cleo have played three each; Cleo is ahead on the Doge track."""
    rows = {"1": (2, 2), "2": (3, 3), "3": (3, 1)}
    stage = {seat: {"strength": strength, "place": place} for seat, (strength, place) in rows.items()}
    said = score(box, "rialto", "Bonus of a stage", "3 players", stage)
    assert "Cleo takes the bonus with 3" in said
    assert "Cleo, Anna, Ben" in said
    assert "RIA.P4" in said


@pytest.mark.rule("RIA.T2")
def test_two_in_one_place_are_refused_on_the_box(box: TestBox) -> None:
    stage = {seat: {"strength": 1, "place": 1} for seat in ("1", "2", "3")}
    assert "RIA.T2" in score(box, "rialto", "Bonus of a stage", "3 players", stage)


@pytest.mark.rule("RIA.Z1", "RIA.Z2", "RIA.Z3", "RIA.N6")
def test_the_box_counts_the_end_with_the_neutral_player(box: TestBox) -> None:
    """Castello is worth 9 + 2: eleven for Neutral, who scores nothing; five for Ben, two for Anna."""
    boards = {
        "1": {"points": 20, "coins": 3, "councillors": 2, "buildings": 7},
        "2": {"points": 18, "coins": 0, "councillors": 1, "buildings": 9},
    }
    worth = {district: {"bridges": 0, "gondolas": 0} for district in DISTRICTS}
    worth["castello"] = {"bridges": 9, "gondolas": 2}
    worth["dorsoduro"]["bridges"], worth["san-marco"]["bridges"] = 3, 4
    worth["cannaregio"]["gondolas"] = worth["santa-croce"]["gondolas"] = 1
    here = {"1": (1, 2), "2": (3, 3), "neutral": (4, 1)}
    standing = {
        player: dict.fromkeys(DISTRICTS, 0) | {"castello": number, "place": place}
        for player, (number, place) in here.items()
    }
    said = score(box, "rialto", "Final count", "2 players", boards, worth, standing)
    assert "Anna 32, Ben 33" in said
    assert "Ben wins with 33" in said


@pytest.mark.rule("RIA.Z1", "RIA.Z2", "RIA.Z3", "RIA.Z4")
def test_final_count_is_shown_page_by_page(box: TestBox) -> None:
    """Its pages turn by themselves; with an arrow the reader turns them, and they stay until OK."""
    match = start(box, "rialto", 3, cards="table")
    to_the_count(box, match)
    scene = box.box.scene
    assert isinstance(scene, CountPages)
    districts = [ranks for ranks in match.referee.game.tells[-2].facts["ranks"].values() if ranks]
    assert len(scene.pages) == 2 + len(districts)
    assert scene.page == 0
    box.wait(10)
    assert (box.box.scene, scene.page) == (scene, 1)
    box.tap(Key.LEFT)
    assert scene.page == 0
    box.wait(100)
    assert (box.box.scene, scene.page) == (scene, 0), "pages that were turned by hand stay"
    box.tap(Key.LEFT)
    assert scene.page == len(scene.pages) - 1
    assert box.glass().tobytes() == scene.pages[-1].image.tobytes()
    box.tap(Key.OK)
    assert box.box.scene is not scene


def to_the_count(box: TestBox, match: Match) -> None:
    """Give the last answer, and read what comes before the final count."""
    rng = Random(3)
    while match.referee.open:
        seat = asked_seat(match)
        box.thumb.answer(match.referee.open[seat].choice.sample(rng), seat)
        while isinstance(scene := box.box.scene, Telling) and not isinstance(scene, CountPages):
            if scene.wake is None:
                box.tap(Key.OK)
            box.wait(0.5)


@pytest.mark.rule("RIA.Z4")
def test_the_final_count_can_be_read_again_from_the_menu(tmp_path: Path) -> None:
    box = TestBox(tmp_path, "it")
    match = start(box, "rialto", 2, cards="table", neutral="with")
    play_by_keys(box, match, Random(5))
    box.tap(Key.OK)  # past the winner
    choose_details(box)
    choose(box, "Conteggio finale")
    scene = box.box.scene
    assert isinstance(scene, CountAgain)
    box.wait(100)
    assert (box.box.scene, scene.page) == (scene, 0)
    box.tap(Key.RIGHT)
    assert box.glass().tobytes() == scene.pages[1].image.tobytes()
    box.tap(Key.BACK)
    assert isinstance(box.box.scene, Menu)
    box.close()


@pytest.mark.rule("RIA.S1", "RIA.S2", "RIA.S3", "RIA.N4", "RIA.I2")
@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize("what", ["turns", "first", "bridges", "neutral", "rows"])
def test_the_box_draws_for_a_table(tmp_path: Path, what: str, language: str) -> None:
    """Each OK draws; what came up has been on the glass, and BACK ends it."""
    box = TestBox(tmp_path, language)
    draw(box, "rialto", what)
    match = match_after_tellings(box)
    assert match.referee.kind.name == f"rialto:{what}"
    pictures = {box.glass().tobytes()}
    for number in (1, 2, 3):
        assert len(drawn(match)) == number
        box.tap(Key.OK)
        pictures.add(box.glass().tobytes())
        match_after_tellings(box)
    assert len(pictures) > 1, "told on a screen of its own or above the question"
    box.tap(Key.BACK)
    assert match.referee.outcome is not None, "enough"
    box.close()
    assert Ledger(tmp_path).games()[0].over


def match_after_tellings(box: TestBox) -> Match:
    box.wait_out_tellings()
    return match_of(box)


@pytest.mark.rule("RIA.S2")
def test_the_bridge_that_was_drawn_stays_on_the_screen(box: TestBox) -> None:
    """It stays above the next question for as long as the table needs; the last of six ends the drawing."""
    draw(box, "rialto", "bridges")
    match = match_of(box)
    while match.referee.open:
        scene = box.box.scene
        assert isinstance(scene, TwoWays)
        assert scene.heading.lines_with_news(3)[0] == f"Next bridge: {drawn(match)[-1]['bridge']}."
        box.tap(Key.LEFT)
    assert len(drawn(match)) == 6


def test_only_the_first_cardboard_rows_wait_for_a_key(tmp_path: Path) -> None:
    """A new table lays its rows and takes its cards before the box asks on; later it knows how."""
    box = TestBox(tmp_path)
    match = start(box, "rialto", 3, cards="table")
    for number, waits in ((1, True), (2, False)):
        tell(match, "lay-rows", "RIA.I2", round=number, n=4)
        assert isinstance(box.box.scene, Telling)
        assert (box.box.scene.wake is None) == waits
        box.tap(Key.OK)
    box.close()
