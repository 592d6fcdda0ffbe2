"""A game from an urn that other tables share starts from a phone: its people alone are chosen there."""

from __future__ import annotations

import pytest
from werkzeug.test import TestResponse

from companion import games
from companion.club.shared import SharedUrn
from companion.referee.seals import seal_words
from companion.referee.urn import Urn
from companion.seats import seat_table
from companion.words import LANGUAGES
from tests.tables import file_of
from tests.web.house import House
from web.petitions import START, Petition

URN = Urn(bytes(range(32)), ["gondola", "ponte"])
SHARED = SharedUrn("doge", 3, URN.commitment, tuple(URN.stirred), URN.secret.hex())
PAGE = f"/start/doge?shared={URN.commitment}"
PEOPLE = {"name.1": "Zoë", "name.2": "Anna", "name.3": "Bo"}


@pytest.fixture
def handed(empty_house: House) -> House:
    """A table without a game, which was handed an urn."""
    empty_house.urns.take([SHARED])
    return empty_house


def start(house: House, **more: str) -> TestResponse:
    return house.stranger().post(PAGE, data=PEOPLE | more)


def through_api(house: House, **more: object) -> TestResponse:
    players = [{"name": name, "colour": "", "player": "people"} for name in PEOPLE.values()]
    body = {"game": "doge", "players": players, "options": {}, "word": "", "commitment": URN.commitment}
    return house.stranger().post("/api/start", json=body | more)


def is_played(house: House) -> bool:
    """Return whether the game is the one that every other face would have begun."""
    seats = seat_table(list(PEOPLE.values()), games.find("doge").game.colours)
    return house.judge.sealed == SHARED.beginning(seats, {}).seals["second"] and file_of(house.judge).state.held


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_offered_first_with_nothing_to_choose_but_people(handed: House, language: str) -> None:
    phone = handed.stranger()
    phone.set_cookie("language", language)
    idle, form = phone.get("/").text, phone.get(PAGE).text
    assert idle.index(PAGE) < idle.index('"/start/doge"')
    assert seal_words(URN.commitment) in form
    assert "gondola ponte" in form
    for absent in ('name="option.', 'name="word"', 'name="teach"', 'name="practice"'):
        assert absent not in form
    assert all(URN.secret.hex() not in page for page in (idle, form))


def test_it_begins_as_at_every_other_table_and_once(handed: House) -> None:
    assert start(handed, mine="1", token="t" * 32).location == "/seat"
    assert is_played(handed)
    assert handed.judge.urn.stirred == URN.stirred, "nobody stirs here"
    assert start(handed, mine="1", token="t" * 32).status_code == 302, "sent twice, it begins once"
    handed.run(handed._end_game)
    handed.referee = None
    assert start(handed).status_code == 404
    assert handed.stranger().get(PAGE).status_code == 404
    assert PAGE not in handed.stranger().get("/").text


@pytest.mark.parametrize(
    ("changed", "status"),
    [({"name.3": ""}, 409), ({"word": "x"}, 409), ({"name.1": "Anna"}, 409), ({"name.4": "Cleo"}, 409)],
)
def test_what_would_differ_from_other_tables_is_refused(handed: House, changed: dict[str, str], status: int) -> None:
    assert start(handed, **changed).status_code == status
    assert handed.referee is None
    assert handed.shared_urns() == [SHARED]


def test_an_urn_that_was_withdrawn_meanwhile_begins_nothing(handed: House) -> None:
    handed.urns.take([])
    assert start(handed).status_code == 404
    assert handed.referee is None


def test_the_owner_is_asked_first_where_there_is_a_box(handed: House) -> None:
    handed.asked = list[Petition]()
    waiting = start(handed)
    assert waiting.status_code == 403
    assert f'action="{PAGE}"' in waiting.text, "the waiting page asks for the same game again"
    (petition,) = handed.asked
    assert petition.deed.kind == START
    assert handed.shared_urns() == [SHARED], "nothing is used up before the word is given"
    handed.run(lambda: petition.answer(allowed=True))
    assert is_played(handed)


def test_other_programs_start_it_too(handed: House) -> None:
    (offered,) = handed.stranger().get("/api/start").get_json()["shared"]
    assert (offered["game"], offered["players"], offered["commitment"]) == ("doge", 3, URN.commitment)
    assert through_api(handed, options={"ballots": "device"}).status_code == 409
    assert through_api(handed, word="x").status_code == 409
    assert through_api(handed).status_code == 200
    assert is_played(handed)
