"""The box played by its keys alone: pin edges in, the chip's memory out."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.games.doge.rules.pieces import DISTRICTS
from companion.ledger import Ledger
from companion.ledger.record import SECOND
from companion.referee import Referee
from companion.referee.seals import seal_words
from companion.seats import Seat
from companion.steps import TABLE
from companion.words import folders_of
from firmware.box.phones import Phones
from firmware.scenes.home.sealing import Sealed, Stir
from firmware.scenes.match.counting import Scores
from firmware.scenes.match.guard import Guard
from firmware.scenes.match.telling import Telling
from firmware.scenes.menus import Menu, Reading
from firmware.scenes.questions.compass import Compass
from firmware.scenes.questions.questions import CountQuestion, QuestionScene
from firmware.scenes.questions.sheets import SheetQuestion
from hardware.keys import Key
from tests.firmware.boxes import TestBox, asked_seat
from tests.firmware.playing import (
    agree,
    choose,
    ended_as_by_hand,
    match_of,
    menu_of,
    play_by_keys,
    play_until,
    start_doge,
    stir,
    until_asked,
)


@pytest.mark.parametrize(
    ("players", "cardboard", "language", "seed"),
    [(3, False, "en", 1), (4, False, "it", 2), (3, True, "fr", 3), (4, True, "en", 4)],
)
def test_a_whole_doge_game_by_keys(tmp_path: Path, players: int, cardboard: bool, language: str, seed: int) -> None:
    """From home to the winner; the same answers given to a referee directly lead to the very same game."""
    box = TestBox(tmp_path, language)
    match = start_doge(box, players, cardboard)
    rng = Random(seed)
    play_until(box, match, lambda: match.referee.game.round == 2, rng)
    build_enough_to_win(match.referee, seed)
    box.wait_out_tellings()
    play_by_keys(box, match, rng)
    assert match.referee.game.round == 2
    ended_as_by_hand(box, match.referee)
    box.close()


def build_enough_to_win(referee: Referee, seat: int) -> None:
    """Give a seat a palace in every district, so that this year is the last: at random it could take dozens."""
    for district in DISTRICTS:
        referee.correct(f"palaces.{seat}.{district}", 1)


def test_the_box_resumes_on_the_same_question(tmp_path: Path) -> None:
    """Power goes after some answers: a new box on the same card offers Resume and shows the same question.

    Only what had just happened is not told again, so a question without news above it is compared.
    """
    box = TestBox(tmp_path)
    match = start_doge(box, cardboard=True)
    play_by_keys(box, match, Random(5), most=23)
    play_until(
        box, match, lambda: isinstance(box.box.scene, QuestionScene) and not box.box.scene.heading.news, Random(5)
    )
    glass = box.glass().tobytes()
    question = match.referee.open[asked_seat(match)].id
    box.close()
    again = TestBox(tmp_path)
    again.tap(Key.OK)
    resumed = match_of(again)
    assert resumed.referee.open[asked_seat(resumed)].id == question
    assert [entry.line() for entry in resumed.referee.entries] == [entry.line() for entry in match.referee.entries]
    assert again.glass().tobytes() == glass
    again.close()


def test_secrets_are_guarded(box: TestBox) -> None:
    """Nobody's options are on the screen before the box has been handed over, nor after."""
    match = start_doge(box)
    for seat in (1, 2, 3):
        assert isinstance(box.box.scene, Guard)
        assert box.box.scene.seats[0] == seat
        box.tap(Key.OK)
        assert isinstance(box.box.scene, Compass)
        box.thumb.answer("castello", seat)
        box.thumb.answer([3], seat)
    assert isinstance(box.box.scene, Telling), "the reveal is for everyone"
    box.wait_out_tellings()
    assert isinstance(box.box.scene, Guard)
    assert len(match.referee.entries) == 6


def test_a_seat_key_takes_the_box(box: TestBox) -> None:
    match = start_doge(box)
    box.tap(Key.SEAT3)
    assert match.holder == 3
    assert isinstance(box.box.scene, Compass)


def undo_a_step(box: TestBox) -> None:
    box.hold(Key.BACK)
    agree(box)


def test_holding_back_undoes_and_back_opens_the_menu(box: TestBox) -> None:
    match = start_doge(box, cardboard=True)
    play_by_keys(box, match, Random(2), most=8)
    undo_a_step(box)
    assert len(match.referee.entries) == 7
    assert isinstance(box.box.scene, QuestionScene)
    box.tap(Key.BACK)
    assert isinstance(box.box.scene, Menu)
    box.tap(Key.BACK)
    assert isinstance(box.box.scene, QuestionScene)


def test_undo_goes_back_any_number_of_steps(box: TestBox) -> None:
    """Hold BACK again and again, back to a game without an answer; once more is refused and does no harm."""
    match = start_doge(box, cardboard=True)
    first = match.referee.open[TABLE].id
    play_by_keys(box, match, Random(2), most=12)
    for left in reversed(range(12)):
        undo_a_step(box)
        assert len(match.referee.entries) == left
        assert isinstance(box.box.scene, QuestionScene)
    assert match.referee.open[TABLE].id == first
    box.hold(Key.BACK)
    assert isinstance(box.box.scene, Reading)
    box.tap(Key.OK)
    assert isinstance(box.box.scene, QuestionScene)
    play_by_keys(box, match, Random(2), most=12)
    assert len(match.referee.entries) == 12


def test_undoing_a_shown_secret_asks_everyone(box: TestBox) -> None:
    match = start_doge(box)
    play_by_keys(box, match, Random(2), most=6)
    box.tap(Key.OK)
    box.hold(Key.BACK)
    assert type(box.box.scene).__name__ == "Agree"
    box.tap(Key.RIGHT)
    assert len(match.referee.entries) == 6
    box.hold(Key.BACK)
    box.tap(Key.LEFT)
    assert len(match.referee.entries) == 5


def test_a_sealed_answer_is_taken_back_by_its_owner(box: TestBox) -> None:
    match = start_doge(box)
    box.tap(Key.OK)
    box.thumb.answer("castello", 1)
    box.hold(Key.BACK)
    assert match.referee.entries == []
    assert isinstance(box.box.scene, Compass)


def test_why_scores_receipts_and_log(box: TestBox) -> None:
    match = start_doge(box, cardboard=True)
    until_asked(box, match, "houses", Random(2))
    box.tap(Key.RIGHT)
    box.wait_out_tellings()
    rule = match.referee.open[asked_seat(match)].rule
    box.tap(Key.BACK)
    choose(box, "Why?")
    assert isinstance(box.box.scene, Reading)
    assert box.box.scene.title == rule
    box.tap(Key.OK)
    choose(box, "Scores")
    assert isinstance(box.box.scene, Scores)
    for _ in range(3):
        box.tap(Key.OK)
        assert isinstance(box.box.scene, Reading)
        box.tap(Key.BACK)
        box.tap(Key.DOWN)
    box.tap(Key.BACK)
    choose(box, "What happened")
    assert isinstance(box.box.scene, Reading)
    assert len(box.box.scene.lines) > 3


def test_amend_by_keys(box: TestBox) -> None:
    """The last answer but one is changed: its question comes again, with the old answer under the cursor."""
    match = start_doge(box, cardboard=True)
    play_by_keys(box, match, Random(2), most=3)
    before = match.referee.entries[1].value
    box.tap(Key.BACK)
    choose(box, "Change an answer")
    box.tap(Key.DOWN)
    box.tap(Key.OK)
    assert isinstance(box.box.scene, SheetQuestion)
    box.tap(Key.DOWN)
    while isinstance(box.box.scene, SheetQuestion) and box.box.scene.row < 2:
        box.tap(Key.OK)
    box.tap(Key.OK)
    assert match.referee.entries[1].value != before


def test_correct_by_keys(box: TestBox) -> None:
    match = start_doge(box, cardboard=True)
    box.tap(Key.BACK)
    choose(box, "Fix the board")
    choose(box, "houses")
    choose(box, "Anna Cannaregio")
    assert isinstance(box.box.scene, CountQuestion)
    box.tap(Key.RIGHT)
    box.tap(Key.OK)
    assert match.referee.game.score[1]["houses"] == 1
    box.tap(Key.BACK)
    assert isinstance(box.box.scene, SheetQuestion), "back at the question"


def test_a_barred_option_says_why(box: TestBox) -> None:
    match = start_doge(box)
    for seat in (1, 2, 3):
        box.thumb.answer("castello", seat)
        box.thumb.answer([3], seat)
    box.wait_out_tellings()
    for key in (Key.OK, Key.DOWN, Key.RIGHT):
        box.tap(key)
    assert isinstance(box.box.scene, Reading)
    assert "DOG.B4" in " ".join(box.box.scene.lines)
    box.tap(Key.OK)
    assert isinstance(box.box.scene, Compass)
    assert len(match.referee.entries) == 6


def test_names_and_colours_are_chosen_by_keys(box: TestBox) -> None:
    box.tap(Key.OK)
    choose(box, "Doge")
    for key in (Key.DOWN, Key.DOWN, Key.DOWN, Key.RIGHT, Key.OK):
        box.tap(key)
    choose(box, "New name")
    for key in (Key.DOWN, Key.RIGHT, Key.DOWN, Key.OK):
        box.tap(key)
    choose(box, "Let’s play")
    stir(box)
    box.wait_out_tellings()
    seats = match_of(box).referee.table.seats
    assert [seat.name for seat in seats] == ["Bb", "Ben", "Cleo"]
    assert [seat.colour for seat in seats] == ["blue", "red", "yellow"]


def test_arrows_are_stirred_between_the_two_seals(box: TestBox) -> None:
    """Arrows are stirred as they are, OK adds the moment; the second seal binds all of it before the first draw."""
    for _ in range(3):
        box.tap(Key.OK)
    scene = box.box.scene
    assert isinstance(scene, Stir)
    commitment = scene.urn.commitment
    assert scene.urn.stirred == []
    for key in (Key.LEFT, Key.UP, Key.OK):
        assert box.box.scene is scene
        assert box.glass().tobytes() == scene.picture().tobytes()
        box.tap(key)
    sealed = box.box.scene
    assert isinstance(sealed, Sealed)
    box.tap(Key.RIGHT)
    assert isinstance(box.box.scene, Reading)
    shown = " ".join(box.box.scene.lines)
    assert seal_words(commitment) in shown.replace("\xa0", " ")
    assert all(
        digest[start : start + 4] in shown
        for digest in (commitment, sealed.beginning.seals[SECOND])
        for start in (0, 60)
    )
    box.tap(Key.OK)
    for _ in range(60):
        box.wait(1)
    assert isinstance(box.box.scene, Sealed), "whoever looks closer has time"
    box.tap(Key.OK)
    box.wait_out_tellings()
    referee = match_of(box).referee
    assert (referee.urn.commitment, referee.sealed) == (commitment, sealed.beginning.seals[SECOND])
    left, up, moment = referee.urn.stirred
    assert (left, up) == (Key.LEFT, Key.UP)
    assert moment.isdecimal()


def test_sealed_game_begins_by_itself_in_its_time(box: TestBox) -> None:
    """One press is enough for the urn. The line that runs out is on the glass, and an arrow stops it."""
    for _ in range(4):
        box.tap(Key.OK)
    sealed = box.box.scene
    assert isinstance(sealed, Sealed)
    pictures = set()
    for _ in range(16):
        box.wait(0.5)
        pictures.add(box.glass().tobytes())
    assert box.box.scene is sealed
    assert len(pictures) > 10
    for _ in range(6):
        box.wait(0.5)
    assert box.box.match is not None


def test_the_box_scores_a_sheet(box: TestBox) -> None:
    choose(box, "Score")
    choose(box, "Doge")
    choose(box, "Price of a palace")  # the same however many play, so nobody is asked
    box.tap(Key.OK)  # 2 palaces there: the first numbers lie around the thumb
    for _ in range(6):
        box.tap(Key.RIGHT)
    box.tap(Key.OK)
    assert isinstance(box.box.scene, Reading)
    assert "A palace costs 5 houses" in " ".join(box.box.scene.lines)


def test_the_box_draws_the_voting_order(tmp_path: Path) -> None:
    """The seal is above the list. The first year's order is shown; then each OK turns one card of the next."""
    box = TestBox(tmp_path)
    choose(box, "Draw")
    menu = box.box.scene
    assert isinstance(menu, Menu)
    choose(box, "Doge")
    choose(box, "Voting order")
    match = match_of(box)
    assert seal_words(match.referee.urn.commitment).startswith(menu.right)
    assert (len(menu.right), len(match.referee.urn.stirred)) == (14, 1)
    for turned in range(1, 4):
        box.tap(Key.OK)
        assert len(match.referee.game.view(0)["next"]) == turned
        box.wait(1)
    box.close()
    assert Ledger(tmp_path).last() is not None, "a drawing is resumed like a game"


def test_language_is_changed_on_the_spot(box: TestBox) -> None:
    choose(box, "Set-up")
    english = box.glass().tobytes()
    box.tap(Key.RIGHT)
    assert box.box.words.language == "de"
    assert box.glass().tobytes() != english


def test_shutting_down_a_laptop_is_refused(box: TestBox) -> None:
    choose(box, "Set-up")
    choose(box, "Shut down")
    box.tap(Key.LEFT)
    assert isinstance(box.box.scene, Reading)
    assert not box.box.stopping


def test_phones_join_by_code_and_a_seat_is_freed_on_the_box(box: TestBox) -> None:
    """The game's menu shows the code to join with; whoever set the game up can free a seat there."""
    phones = box.box.phones = Phones(box.box, "127.0.0.1", 0)
    phones.start()
    box.box.go_home()
    box.box.show()
    choose(box, "Join")
    assert type(box.box.scene).__name__ == "Joining", "before a game, phones are shown to the mirror"
    assert box.glass().tobytes() == box.box.scene.picture().tobytes()
    box.tap(Key.OK)
    while menu_of(box).cursor:
        box.tap(Key.UP)
    start_doge(box)
    phones.site.seats.take(phones.game_id(), 2)
    box.tap(Key.BACK)
    choose(box, "Phones")
    choose(box, "Join")
    assert box.glass().tobytes() == box.box.scene.picture().tobytes()
    before = box.glass().tobytes()
    phones.site.codes.check(phones.code, "10.42.0.7")
    box.wait(1.2)
    assert box.glass().tobytes() == before, "the next phone scans the same code"
    phones.site.codes._renew()
    box.wait(1.2)
    assert box.glass().tobytes() != before, "a new code is shown at once"
    box.tap(Key.OK)
    version = phones.site.listeners.version
    choose(box, "Unlink: Ben")
    assert phones.site.seats.taken(phones.game_id()) == set()
    assert phones.site.listeners.version > version, "Ben's phone hears of it, and no longer shows his hand"
    phones.stop()


def test_failing_scene_leads_home_and_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The box says that it failed and goes home, and the game waits under Resume."""
    box = TestBox(tmp_path)
    match = start_doge(box, cardboard=True)
    play_by_keys(box, match, Random(2), most=2)
    monkeypatch.setattr(type(box.box.scene), "move", lambda *_: 1 / 0)
    box.wires.press(Key.DOWN)
    step = box.box.step

    def once(timeout: float | None = 0.0) -> None:
        box.box.stopping = True
        box.clock.now += 0.05
        step(0.0)

    monkeypatch.setattr(box.box, "step", once)
    box.box.run()
    assert isinstance(box.box.scene, Reading)
    assert "ZeroDivisionError" in " ".join(box.box.scene.lines)
    monkeypatch.undo()
    again = TestBox(tmp_path)
    again.tap(Key.OK)
    assert len(match_of(again).referee.entries) == 2
    again.close()


def test_language_and_brightness_are_kept(tmp_path: Path) -> None:
    from firmware.scenes.setup.applying import apply_preferences

    box = TestBox(tmp_path)
    choose(box, "Set-up")
    box.tap(Key.RIGHT)
    box.tap(Key.DOWN)
    box.tap(Key.RIGHT)
    box.close()
    again = TestBox(tmp_path)
    apply_preferences(again.box, keeps_language=False)
    assert again.box.words.language == "de"
    assert again.wires.chip.contrast == 255
    again.close()


def test_name_without_glyphs_is_shown_as_a_colour(box: TestBox) -> None:
    """Two players would both be called □□□."""
    seats = [Seat(1, "日本語", "red"), Seat(2, "Niccolò", "blue"), Seat(3, "Ђћж", "green")]
    words = box.box.words_for(folders_of("doge"), seats)
    assert [words.thing("seat", seat.number) for seat in seats] == ["red", "Niccolò", "green"]
