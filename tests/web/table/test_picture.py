"""A picture of the board of a running game: what everyone may see, as one file that needs nothing else."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from companion import games
from companion.picture.board import View
from companion.referee.simulation import play_random
from companion.steps import TABLE
from tests.tables import referee
from tests.web.house import House
from tests.web.states import DEALT

PICTURE = "/picture.svg"


@pytest.mark.parametrize("game", games.names())
def test_it_shows_the_board_and_everyones_score(empty_house: House, game: str) -> None:
    judge = referee(game, 2 if 2 in games.find(game).game.players else 3, 1, None, **DEALT.get(game, {}))
    play_random(judge, Random(1), most=60)
    empty_house.put(judge.kind, judge.table, judge.urn, judge.entries)
    response = empty_house.stranger().get(PICTURE)
    assert response.headers["Content-Disposition"] == f"attachment; filename={game}.svg"
    drawn = ElementTree.fromstring(response.text)
    said = ["".join(text.itertext()) for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    for seat in judge.table.seats:
        assert seat.name in said
        assert str(next(iter(judge.game.score[seat.number].values()))) in said
    (board,) = [part for part in drawn.iter() if f"{game}-board" in part.get("class", "").split()]
    assert len([*board.iter()]) > 100


def test_a_seat_gets_what_everyone_gets(empty_house: House) -> None:
    """Even while it holds cards and is asked: no place to tap is marked in it."""
    judge = referee("rialto", 3, 1, None, **DEALT["rialto"])
    play_random(judge, Random(1), most=20)
    empty_house.put(judge.kind, judge.table, judge.urn, judge.entries)
    own: View = judge.game.view(1)["own"]
    assert own
    assert judge.game.view(TABLE).get("own") is None
    pictures = {phone.get(PICTURE).data for phone in (empty_house.stranger(), *empty_house.phones().values())}
    assert len(pictures) == 1
    assert b"data-option" not in pictures.pop()


def test_by_night_it_is_dark(house: House) -> None:
    phone = house.stranger()
    day, night = (phone.get(f"{PICTURE}{query}").text for query in ("", "?night="))
    assert "#14100d" in night
    assert "#14100d" not in day
    assert "prefers-color-scheme" not in day + night


def test_a_link_without_a_script_leads_to_it(house: House) -> None:
    for page in (house.stranger().get("/").text, house.phone(1).get("/seat").text):
        assert f'href="{PICTURE}" download>Save a picture</a>' in page


def test_without_a_game_there_is_none(empty_house: House) -> None:
    assert empty_house.stranger().get(PICTURE).status_code == 404
