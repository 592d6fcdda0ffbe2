"""Past failures of the box: each a way to lose a secret, an answer, or the box itself."""

from __future__ import annotations

import json
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from companion import games
from companion.ledger import Ledger
from companion.ledger.catalogue import Catalogue
from companion.referee.urn import Urn
from companion.refusal import Refusal
from companion.seats import seat_table
from companion.words import folders_of
from firmware.box.phones import Phones
from firmware.scenes.home.drawing import draw
from firmware.scenes.home.last_time import known_names
from firmware.scenes.home.resuming import resume
from firmware.scenes.match.guard import Guard
from firmware.scenes.match.match import Match
from firmware.scenes.match.telling import Telling
from firmware.scenes.menus import Agree, Menu, Reading
from firmware.scenes.questions.compass import Compass
from firmware.scenes.questions.questions import QuestionScene
from firmware.scenes.questions.sheets import SheetQuestion
from firmware.scenes.setup.settings import settings
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.tables import file_of, table


def begin(box: TestBox, **options: str) -> Match:
    kind, seated = games.find("doge").game, table("doge", 3)
    agreed = kind.set_table(list(seated.seats), options, seated.layout)
    referee = box.box.ledger.begin(kind, agreed, Urn(bytes(32)))
    match = Match(box.box, referee, box.box.words_for(folders_of("doge"), agreed.seats))
    box.box.play(match)
    match.go_on()
    return match


def phone_answered(box: TestBox) -> None:
    """Do what `Phones` does in the loop once a phone has changed the game; no server is needed for it."""
    phones = Phones.__new__(Phones)
    phones.box = box.box
    phones.refresh()
    box.wait()


def test_undo_at_the_guard_keeps_answers_sealed(box: TestBox) -> None:
    match = begin(box)
    for value in ("castello", [3]):
        box.thumb.answer(value, 1)
    assert isinstance(box.box.scene, Guard)
    match.undo()
    assert isinstance(box.box.scene, Agree)
    box.tap(Key.LEFT)
    assert isinstance(box.box.scene, Guard)
    assert len(match.referee.entries) == 1


def test_phone_does_not_disturb_an_answer_on_the_box(box: TestBox) -> None:
    match = begin(box)
    for key in (Key.OK, Key.DOWN):
        box.tap(key)
    asked = box.box.scene
    match.open_menu()
    match.referee.answer(2, "castello")
    phone_answered(box)
    box.tap(Key.BACK)
    assert box.box.scene is asked
    assert isinstance(asked, Compass)
    assert asked.page == 1


def test_guard_returns_after_a_phones_undo(box: TestBox) -> None:
    match = begin(box)
    for seat in (1, 2, 3):
        match.referee.answer(seat, "castello")
        match.referee.answer(seat, [3])
    phone_answered(box)
    box.wait_out_tellings()
    match.referee.undo(5, [1, 2, 3])
    phone_answered(box)
    box.tap(Key.OK)  # Cleo takes the box
    match.referee.answer(3, [2])
    phone_answered(box)
    assert isinstance(box.box.scene, Telling)
    box.wait_out_tellings()
    assert isinstance(box.box.scene, Guard)


def test_back_held_while_a_menu_closes_undoes_nothing(box: TestBox) -> None:
    match = begin(box)
    box.thumb.answer("castello", 1)
    box.tap(Key.BACK)
    assert isinstance(box.box.scene, Menu)
    box.hold(Key.BACK)
    assert isinstance(box.box.scene, QuestionScene)
    assert len(match.referee.entries) == 1


def test_a_seat_key_means_nothing_on_a_sheet(tmp_path: Path) -> None:
    box = TestBox(tmp_path, profile="breadboard")
    begin(box, ballots="table")
    box.tap(Key.SEAT1)
    assert isinstance(box.box.scene, SheetQuestion)
    box.close()


def test_a_drawing_comes_to_its_end(box: TestBox) -> None:
    draw(box.box, "doge:order", Urn.fresh())
    box.wait_out_tellings()
    box.thumb.answer("stop", 0)
    box.wait_out_tellings()
    assert isinstance(box.box.scene, Menu)
    for _ in box.box.scene.items:
        box.tap(Key.DOWN)


def test_a_question_with_nothing_left_to_ask_is_shown(box: TestBox) -> None:
    """All ballots are corrected onto the board: nobody lays any in this lap."""
    match = begin(box, ballots="table")
    referee = match.referee
    for area in ("castello", "dorsoduro"):
        referee.answer(0, {str(seat): {"area": area, "ballots": 1} for seat in (1, 2, 3)})
    for seat in (1, 2, 3):
        referee.correct(f"ballots.{seat}.castello", 4)
        referee.correct(f"ballots.{seat}.dorsoduro", 3)
    phone_answered(box)
    box.wait_out_tellings()
    before = len(referee.entries)
    box.tap(Key.OK)
    assert len(referee.entries) == before + 1


def test_broken_layout_is_refused(box: TestBox, tmp_path: Path) -> None:
    (tmp_path / "layouts").mkdir()
    (tmp_path / "layouts" / "doge.toml").write_text("sites =", "utf-8")
    for downs in (0, 1, 2):  # Play, Draw, Score
        box.box.go_home()
        for key in (*[Key.DOWN] * downs, *[Key.OK] * 5):
            if not isinstance(box.box.scene, Reading):
                box.tap(key)
        assert isinstance(box.box.scene, Reading)


def test_home_speaks_the_language_just_chosen(box: TestBox) -> None:
    settings(box.box)
    box.tap(Key.OK)
    box.tap(Key.BACK)
    assert isinstance(box.box.scene, Menu)
    assert box.box.scene.items[0].row.text == "Spielen"


def test_box_starts_despite_an_unknown_game(tmp_path: Path) -> None:
    referee = Ledger(tmp_path).begin(games.find("doge").game, table("doge", 3), Urn.fresh())
    page = file_of(referee)
    page.close()
    line = json.dumps(page.header | {"game": "rialto"})
    with closing(sqlite3.connect(page.path)) as db, db:
        db.execute("UPDATE header SET line = ?, sum = ?", (line, zlib.crc32(line.encode())))
    db.close()
    box = TestBox(tmp_path)
    assert isinstance(box.box.scene, Menu)
    box.close()


def test_box_starts_when_its_games_cannot_be_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(_: Catalogue) -> None:
        raise Refusal("busy")

    monkeypatch.setattr(Catalogue, "games", busy)
    box = TestBox(tmp_path)
    box.wait()
    assert isinstance(box.box.scene, Reading)
    box.close()


def test_leaving_a_game_closes_its_file(box: TestBox) -> None:
    match = begin(box)
    box.box.go_home()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        file_of(match.referee).entries()
    resume(box.box, box.box.ledger.games()[0].id)
    assert isinstance(box.box.scene, Guard)


def test_names_that_differ_only_in_case_are_offered_once(box: TestBox) -> None:
    kit = games.find("doge")
    seats = seat_table(["anna", "Bo", "Cy"], kit.game.colours)
    file_of(box.box.ledger.begin(kit.game, kit.game.set_table(seats, {}, kit.layout()), Urn.fresh())).close()
    assert known_names(box.box)[:4] == ["anna", "Bo", "Cy", "Ben"]


def test_the_pages_stop_though_their_trigger_is_gone(box: TestBox, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that ends at the same moment may wake the server first: then the trigger is already closed."""
    phones = Phones(box.box, "127.0.0.1", 0)
    phones.start()
    pull = phones._server.trigger._physical_pull
    pulled = []

    def pulled_by_another_first() -> None:
        pull()
        phones._thread.join(60)
        assert not phones._thread.is_alive(), "its trigger is closed only when it has ended"
        pulled.append(phones._server.trigger)
        pull()

    monkeypatch.setattr(phones._server.trigger, "_physical_pull", pulled_by_another_first)
    phones.stop()
    assert pulled
    assert not phones._thread.is_alive()
