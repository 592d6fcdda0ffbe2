"""Games are deleted on the box: chosen from a list, asked twice, and brought back within a week."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import games
from companion.referee.urn import Urn
from companion.refusal import Busy
from companion.seats import seat_table
from companion.words import LANGUAGES
from firmware.scenes.menus import Agree, Menu, Reading
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.long_tables import LONG_NAMES
from tests.tables import file_of, table

RECORD = Path("tests/versions/1/records/rialto.jsonl")


def leave_open(box: TestBox, names: list[str], game: str = "doge") -> str:
    kind = games.find(game).game
    agreed = kind.set_table(seat_table(names, kind.colours), {}, table(game, len(names)).layout)
    file = file_of(box.box.ledger.begin(kind, agreed, Urn(bytes(32))))
    file.close()
    return file.path.stem


def go_to(box: TestBox, *lines: str) -> Menu:
    """Choose these lines of the menus, one after the other."""
    for line in lines:
        menu = box.box.scene
        assert isinstance(menu, Menu)
        menu.cursor = next(place for place, item in enumerate(menu.items) if item.row.text == line)
        box.tap(Key.OK)
    assert isinstance(box.box.scene, Menu)
    return box.box.scene


def kept(box: TestBox) -> list[str]:
    return [game.id for game in box.box.ledger.games()]


def test_a_game_is_deleted_from_the_list_of_games_to_resume(box: TestBox) -> None:
    first, second = leave_open(box, ["Ada", "Ben", "Cleo"]), leave_open(box, ["Zoe", "Ben", "Cleo"])
    box.box.go_home()
    menu = go_to(box, "Resume", "Delete a game")
    assert ["Zoe" in item.row.text for item in menu.items] == [True, False]
    box.tap(Key.OK)
    for _ in range(2):
        assert kept(box) == [second, first]
        assert isinstance(box.box.scene, Agree)
        assert box.box.scene.cursor == 1, "OK alone deletes nothing"
        box.tap(Key.LEFT)
    assert kept(box) == [first]
    assert list(box.box.ledger.deleted()) == [second]
    assert len(box.box.scenes) == 1, "back at home"


def test_a_finished_game_is_deleted_and_brought_back(box: TestBox) -> None:
    finished = box.box.ledger.import_record(RECORD.read_text("utf-8"))
    box.box.go_home()
    go_to(box, "Set-up", "Delete a game")
    for key in (Key.OK, Key.LEFT, Key.LEFT):
        box.tap(key)
    assert (kept(box), list(box.box.ledger.deleted())) == ([], [finished])
    menu = go_to(box, "Set-up", "Bring a game back")
    (item,) = menu.items
    assert item.row.text.startswith("Rialto, today ")
    assert item.note == "kept for 7 more days"
    box.tap(Key.OK)
    assert (kept(box), box.box.ledger.deleted()) == ([finished], {})
    assert len(box.box.scenes) == 1, "back at home"


@pytest.mark.parametrize("yes", [0, 1])
def test_one_no_keeps_the_game(box: TestBox, yes: int) -> None:
    game = leave_open(box, ["Ada", "Ben", "Cleo"])
    box.box.go_home()
    go_to(box, "Set-up", "Delete a game")
    box.tap(Key.OK)
    for _ in range(yes):
        box.tap(Key.LEFT)
    assert isinstance(box.box.scene, Agree)
    box.tap(Key.OK)
    assert kept(box) == [game]
    assert isinstance(box.box.scene, Menu)


def test_nothing_to_delete_is_not_offered(box: TestBox) -> None:
    menu = go_to(box, "Set-up")
    assert {"Delete a game", "Bring a game back"}.isdisjoint(item.row.text for item in menu.items)


def test_a_game_played_elsewhere_is_not_deleted(box: TestBox, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(game_id: str) -> None:
        raise Busy("played-elsewhere")

    game = leave_open(box, ["Ada", "Ben", "Cleo"])
    box.box.go_home()
    monkeypatch.setattr(box.box.ledger, "delete", busy)
    go_to(box, "Set-up", "Delete a game")
    for key in (Key.OK, Key.LEFT, Key.LEFT):
        box.tap(key)
    assert isinstance(box.box.scene, Reading)
    assert kept(box) == [game]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_questions_fit(language: str, tmp_path: Path, cut: list[str]) -> None:
    box = TestBox(tmp_path, language)
    for game in ("rialto", "venedig"):
        kind = games.find(game).game
        leave_open(box, LONG_NAMES[: max(kind.players)], game)
    box.box.ledger.delete(leave_open(box, LONG_NAMES[:3]))
    box.box.go_home()
    cut.clear()
    words = box.box.words
    go_to(box, words("home.setup"))
    box.box.show()
    assert cut == []
    go_to(box, words("home.restore"))
    box.box.show()
    assert cut == []
    box.tap(Key.BACK)
    go_to(box, words("home.delete"))
    cut.clear()  # a list may shorten names
    box.tap(Key.OK)
    assert isinstance(box.box.scene, Agree)
    box.tap(Key.LEFT)
    assert isinstance(box.box.scene, Agree)
    box.box.show()
    assert cut == []
    box.close()
