"""The big screen: it shows what everyone may see, and the code only where it was opened from the box."""

from __future__ import annotations

from random import Random

import pytest
from flask.testing import FlaskClient

from companion.referee.simulation import play_random
from companion.words import Words, folders_of
from tests.web.browser import shorten
from tests.web.house import House
from web.table.seats import LIFETIME

ELSEWHERE = {"REMOTE_ADDR": "10.42.0.23"}
"""Another machine on the network."""


def shows_code(house: House, screen: FlaskClient, **more: str) -> bool:
    page = screen.get("/tv", environ_base=ELSEWHERE | more).text
    beside = screen.get("/tv/beside", environ_base=ELSEWHERE | more).json
    code = house.site.codes.code
    assert (code in page) == (code in (beside or {})["joining"])
    return code in page


def test_a_stranger_sees_the_table_but_not_the_code(house: House) -> None:
    assert not shows_code(house, house.stranger())
    assert "Anna" in house.stranger().get("/tv").text


def test_whoever_read_the_code_on_the_box_has_it_on_the_screen(house: House) -> None:
    screen = house.stranger()
    opened = screen.get(f"/TV/{house.site.codes.code}", environ_base=ELSEWHERE)
    assert opened.headers["Location"] == "/tv"
    assert shows_code(house, screen)


def test_a_wrong_code_opens_the_screen_without_it(house: House) -> None:
    screen = house.stranger()
    assert screen.get("/tv/IIII", environ_base=ELSEWHERE).headers["Location"] == "/tv"
    assert not shows_code(house, screen)


def test_wrong_codes_for_a_screen_count_as_guesses(house: House) -> None:
    """Otherwise the big screen would be a way to guess the code without end."""
    screen = house.stranger()
    statuses = [screen.get("/tv/IIII", environ_base=ELSEWHERE).status_code for _ in range(14)]
    assert statuses[-1] == 429


def test_another_site_opens_no_screen(house: House) -> None:
    screen = house.stranger()
    screen.get(f"/tv/{house.site.codes.code}", headers={"Sec-Fetch-Site": "cross-site"}, environ_base=ELSEWHERE)
    assert not shows_code(house, screen)


@pytest.mark.parametrize("forged", ["", "1", "é", "x" * 32])
def test_a_forged_cookie_shows_no_code(house: House, forged: str) -> None:
    screen = house.stranger()
    screen.set_cookie("screen", forged)
    assert not shows_code(house, screen)


def test_the_machine_itself_and_players_see_the_code(house: House) -> None:
    assert shows_code(house, house.stranger(), REMOTE_ADDR="127.0.0.1")
    assert shows_code(house, house.phone(1))


def test_the_code_goes_once_all_seats_are_taken(house: House) -> None:
    phones = house.phones()
    assert not shows_code(house, phones[1])
    phones[2].post("/leave")
    assert shows_code(house, phones[1])


def test_an_old_code_is_replaced(house: House) -> None:
    screen = house.stranger()
    before = house.site.codes.code
    house.site.codes._since -= LIFETIME + 1
    beside = screen.get("/tv/beside").json
    assert beside is not None
    assert before not in beside["joining"]
    assert house.site.codes.code in beside["joining"]


def test_the_big_screen_counts_minutes_from_the_games_start(house: House) -> None:
    now = house.site._clock()
    house.site._clock = lambda: now + 75 * 60
    beside = house.stranger().get("/tv/beside").json
    assert beside is not None
    assert beside["minutes"] == 75
    house.begin(seed=2)
    beside = house.stranger().get("/tv/beside").json
    assert beside is not None
    assert beside["minutes"] == 0


def test_the_last_three_tellings_are_shown_newest_first(house: House) -> None:
    judge = house.judge
    house.run(lambda: play_random(judge, Random(1), most=40))
    words = Words("en", folders_of("doge"), judge.table.seats, long=True)
    public = [words.tell(tell) for tell in judge.game.tells if tell.to == 0][-3:]
    page = house.stranger().get("/part/tv").text
    news = page[page.index('class="news"') :]
    places = [news.index(f"<li>{text}</li>") for text in reversed(public)]
    assert places == sorted(places)
    assert news.count("<li>") == 3


def test_it_turns_into_the_podium_at_the_end(house: House) -> None:
    judge = house.judge
    shorten(judge)
    house.run(lambda: play_random(judge, Random(1)))
    assert judge.outcome is not None
    page = house.stranger().get("/part/tv").text
    assert 'class="podium"' in page
    assert 'class="board"' not in page
    assert not shows_code(house, house.phone(1)), "there is nothing to join"


def test_without_a_game_it_waits(empty_house: House) -> None:
    screen = empty_house.stranger()
    assert "No game is on the table" in screen.get("/tv").text
    assert screen.get("/tv/beside").json == {"minutes": 0, "joining": ""}
