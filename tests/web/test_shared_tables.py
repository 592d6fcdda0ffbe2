"""While other tables play from the same urn, nobody without a seat learns a draw from this one's pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from flask.testing import FlaskClient

from companion import games
from companion.referee.simulation import some_answer
from companion.referee.urn import Urn
from tests.tables import file_of, table
from tests.web.house import House
from tests.web.test_leaks import Heard, looks

SEAL = "ab" * 32
BEGAN = re.compile(rb"\d{4}-\d\d-\d\d \d\d:\d\d")


class Twin(Urn):
    """An urn that shows the seal of another: what is drawn differs, and nothing else does."""

    commitment = SEAL


@contextmanager
def at_a_shared_table(folder: Path, urn: Urn, game: str, answers: int) -> Iterator[House]:
    house = House(folder)
    house.site.codes._code = "TWIN"
    house.site.urn = Urn(bytes(32))
    house.site._clock = lambda: 0.0
    kind = games.find(game).game
    players = max(kind.players)

    def begin() -> None:
        house.referee = house.ledger.begin(kind, table(game, players), urn, shared=True)
        house.site.follow(house.referee)
        rng = Random(1)
        for _ in range(answers):
            if house.referee.outcome is None:
                seat, decision = next(iter(house.referee.open.items()))
                house.referee.answer(seat, some_answer(house.referee.game, decision, rng))

    house.run(begin)
    yield house
    house.close()


def stranger(house: House) -> FlaskClient:
    """Return a phone of somebody from another table."""
    phone = house.stranger()
    phone.environ_base["REMOTE_ADDR"] = "10.42.0.9"
    return phone


def seen(house: House) -> list[Heard]:
    """Return every byte that a stranger can read but game ids, which are drawn at random, and when the game began."""
    game_id = house.game_id().encode()
    heard = looks(stranger(house), house)
    return [
        (path.replace(house.game_id(), "ID"), status, [], BEGAN.sub(b"", body.replace(game_id, b"ID")))
        for path, status, _, body in heard
    ]


@pytest.mark.usefixtures("kept_in_files")
@pytest.mark.parametrize("game", ["doge", "venezia", "rialto"])
@pytest.mark.parametrize("answers", [0, 12, 9_999])
def test_no_byte_that_a_stranger_reads_depends_on_a_draw(game: str, answers: int, tmp_path: Path) -> None:
    with (
        at_a_shared_table(tmp_path / "one", Twin(bytes(32)), game, answers) as one,
        at_a_shared_table(tmp_path / "other", Twin(bytes(range(32))), game, answers) as other,
    ):
        assert one.judge.run.draws or game != "doge"
        for ours, theirs in zip(seen(one), seen(other), strict=True):
            assert ours == theirs


def test_only_its_players_see_a_table_with_a_shared_urn(tmp_path: Path) -> None:
    with at_a_shared_table(tmp_path, Urn(bytes(32)), "doge", 5) as house:
        phone = stranger(house)
        for path in ("/", "/tv", "/part/mirror", "/part/tv", "/api/table", "/api/board", "/why", "/api/why"):
            assert phone.get(path).status_code == 403, path
        assert "same urn" in phone.get("/").text
        assert phone.get("/join").status_code == 200, "whoever sits here may still take a seat"
        seated = house.phone(1)
        seated.environ_base["REMOTE_ADDR"] = "10.42.0.9"
        for path in ("/", "/seat", "/api/table", "/part/mirror"):
            assert seated.get(path).status_code == 200, path


def test_a_shared_game_is_shown_once_all_tables_are_done(tmp_path: Path) -> None:
    with at_a_shared_table(tmp_path, Urn(bytes(32)), "venezia", 9_999) as house:
        game_id, phone = house.game_id(), stranger(house)
        assert house.judge.outcome is not None
        paths = [f"/history/{game_id}", f"/fair/{game_id}", f"/history/{game_id}/csv", f"/history/{game_id}/record"]
        seated = house.phone(1)
        for path in paths:
            for anyone in (phone, seated):
                assert anyone.get(path).status_code == 409, path
        assert seated.post(f"/history/{game_id}/record").status_code == 409
        assert not file_of(house.judge).state.published
        winners = house.judge.outcome.winners
        assert [one["winners"] for one in phone.get("/api/history").get_json()] == [[]]
        assert house.ledger.ended() == [], "no list counts it yet"
        house.run(lambda: house.ledger.release(game_id))
        assert [one["winners"] for one in phone.get("/api/history").get_json()] == [winners]
        assert [one.id for one in house.ledger.ended()] == [game_id]
        assert phone.get("/").status_code == 200
        assert phone.get(paths[0]).status_code == 200
