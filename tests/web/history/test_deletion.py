"""Deleting a game from a phone: asked twice, kept for a week, restored by a press; the game on the table never."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.tables import file_of, id_of
from tests.web.played import Pages

HERE = {"REMOTE_ADDR": "127.0.0.1"}


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[Pages]:
    house = Pages(tmp_path)
    yield house
    house.close()


def ids(pages: Pages) -> list[str]:
    return [kept.id for kept in pages.ledger.games()]


def play(pages: Pages, answers: int | None = None) -> str:
    """Return the id of a game that was played so far and left again."""
    game = pages.play(answers=answers)
    file_of(game).close()
    return id_of(game)


def delete(phone: FlaskClient, game_id: str, **form: str) -> int:
    return phone.post(f"/history/{game_id}/delete", data=form, environ_overrides=HERE).status_code


@pytest.mark.parametrize("answers", [None, 20])
def test_a_game_is_deleted_once_it_was_asked_twice_and_comes_back(pages: Pages, answers: int | None) -> None:
    game_id, phone = play(pages, answers), pages.reader()
    if answers is None:  # the page of a running game is shown to nobody: it is deleted on the box, or by its address
        assert f"/history/{game_id}/delete" in phone.get(f"/history/{game_id}").text
    assert "Delete this game?" in phone.get(f"/history/{game_id}/delete").text
    again = phone.post(f"/history/{game_id}/delete", environ_overrides=HERE)
    assert "Really delete it?" in again.text
    assert 'name="sure" value="yes"' in again.text
    assert ids(pages) == [game_id]
    assert delete(phone, game_id, sure="yes") == 303
    assert ids(pages) == []
    listed = phone.get("/history").text
    assert "kept for 7 more days" in listed
    assert f"/history/{game_id}/restore" in listed
    assert phone.post(f"/history/{game_id}/restore", environ_overrides=HERE).status_code == 303
    assert ids(pages) == [game_id]
    assert "Bring back" not in phone.get("/history").text


def test_the_game_on_the_table_is_not_deleted(pages: Pages) -> None:
    pages.begin()
    game_id, phone = pages.game_id(), pages.phone(1)
    assert delete(phone, game_id, sure="yes") == 503
    assert ids(pages) == [game_id]


def test_what_is_not_there_is_neither_deleted_nor_restored(pages: Pages) -> None:
    phone = pages.reader()
    for name in ("20260101-000000-doge-abcdef", "..", "x" * 300):
        assert phone.get(f"/history/{name}/delete").status_code == 404
        assert delete(phone, name, sure="yes") == 404
        assert phone.post(f"/history/{name}/restore", environ_overrides=HERE).status_code == 404
