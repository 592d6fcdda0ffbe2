"""Starting a game from a phone: what the form offers, what it begins, and what is refused with the form kept."""

from __future__ import annotations

import re

import pytest
from werkzeug.test import TestResponse

from companion import games
from companion.players import BOX_NAMES, STEADY
from companion.referee.seals import facts_before_play, seal_words, second_seal
from companion.refusal import Refusal
from companion.words import LANGUAGES
from tests.web.house import House, said
from web.petitions import START, Petition

PEOPLE = {"name.1": "Zoë", "name.2": "Anna", "name.3": "Bo"}
COLOURS = {"colour.1": "green", "colour.2": "red", "colour.3": "blue", "colour.4": "yellow"}


def chosen(house: House, **more: str) -> dict[str, str]:
    """Return a form for three people at Doge, filled in."""
    return {**PEOPLE, **COLOURS, "commitment": house.site.urn.commitment, "word": "gondola", **more}


def start(house: House, *, at: str = "doge", **more: str) -> TestResponse:
    return house.stranger().post(f"/start/{at}", data=chosen(house, **more))


def field(page: str, name: str) -> str:
    """Return what stands in a field of a page: the value of an input, or the option that is selected."""
    tag = re.search(rf'<(input|select)[^>]* ?name="{re.escape(name)}"[^>]*>', page)
    assert tag, name
    if tag[1] == "input":
        value = re.search(r'value="([^"]*)"', tag[0])
        return value[1] if value else ""
    options = page[tag.end() : page.index("</select>", tag.end())]
    selected = re.search(r'value="([^"]*)" selected', options)
    return selected[1] if selected else ""


def test_without_a_game_every_game_is_offered(empty_house: House) -> None:
    page = empty_house.stranger().get("/").text
    for game in games.names():
        assert f'href="/start/{game}"' in page
        assert empty_house.stranger().get(f"/start/{game}").status_code == 200


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_each_option_comes_with_its_sentence(empty_house: House, game: str, language: str) -> None:
    phone = empty_house.stranger()
    phone.set_cookie("language", language)
    page = phone.get(f"/start/{game}").text
    for option in games.find(game).game.all_options():
        assert field(page, f"option.{option.name}") == option.usual
        assert re.search(rf'id="note-{option.name.replace(".", "-")}">[^<]', page), option.name


def test_it_begins_as_it_was_chosen_with_the_word_stirred_in(empty_house: House) -> None:
    page = empty_house.stranger().get("/start/doge").text
    first = empty_house.site.urn.commitment
    assert field(page, "commitment") == first
    assert seal_words(first) in page, "the first seal is shown before anyone stirs"
    begun = start(empty_house, **{"option.ballots": "device"})
    assert (begun.status_code, begun.location) == (302, "/")
    judge = empty_house.judge
    assert [(seat.name, seat.colour) for seat in judge.table.seats] == [
        ("Zoë", "green"),
        ("Anna", "red"),
        ("Bo", "blue"),
    ]
    assert judge.table.options["ballots"] == "device"
    assert judge.urn.commitment == first
    assert judge.urn.stirred[0] == "gondola"
    assert len(judge.urn.stirred) == 2, "the moment is stirred in, too"
    assert empty_house.site.urn.commitment != first, "the next game has another urn"
    assert judge.sealed == second_seal(facts_before_play(judge.kind, judge.table, judge.urn))


def test_the_form_has_the_last_people_and_suggests_all_who_played(empty_house: House) -> None:
    start(empty_house)
    empty_house.run(lambda: empty_house._end_game())
    empty_house.referee = None
    page = empty_house.stranger().get("/start/doge").text
    assert [field(page, f"name.{seat}") for seat in (1, 2, 3, 4)] == ["Zoë", "Anna", "Bo", ""]
    other = empty_house.stranger().get("/start/venise").text
    assert field(other, "name.1") == ""
    assert re.findall(r'<option value="([^"]*)">', other[other.index("<datalist") :])[:3] == ["Zoë", "Anna", "Bo"]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"name.1": "Massimiliano"}, "won’t do as a name"),
        ({"name.1": "Zo\u200bë"}, "won’t do as a name"),
        ({"name.3": "zoë"}, "same name"),
        ({"name.3": ""}, "2 players won’t do"),
        ({"colour.3": "red"}, "a colour, all different"),
        ({"colour.3": "mauve"}, "mauve"),
        ({"word": "x" * 13}, "at most 12 letters"),
        ({"option.ballots": "marble"}, "marble"),
        ({"player.3": "oracle"}, "oracle"),
        ({"commitment": "0" * 64}, "a new urn"),
    ],
)
def test_a_refusal_is_said_and_the_form_kept(empty_house: House, changed: dict[str, str], said: str) -> None:
    first = empty_house.site.urn.commitment
    response = start(empty_house, **changed)
    assert response.status_code in (400, 409)
    alert = re.search(r'role="alert">([^<]*)<', response.text)
    assert alert
    assert said in alert[1]
    sent = chosen(empty_house, **changed)
    for name in ("name.1", "name.2", "name.3", "colour.1", "word"):
        assert field(response.text, name) == sent[name]
    assert field(response.text, "commitment") == first
    assert empty_house.referee is None


def test_while_a_game_is_on_no_other_begins(house: House) -> None:
    before = house.fingerprint()
    response = start(house)
    assert response.status_code == 409
    assert "already on the table" in response.text
    assert field(response.text, "name.1") == "Zoë"
    assert house.fingerprint() == before
    assert house.stranger().get("/start/doge").location == "/"


TOKEN = "t" * 32


def test_the_phone_that_starts_a_game_gets_the_seat_it_names(empty_house: House) -> None:
    """An empty line above it does not count; the others are free."""
    phone = empty_house.stranger()
    page = phone.get("/start/doge").text
    form = chosen(empty_house, **{"name.3": "", "name.4": "Cleo", "mine": "4", "token": field(page, "token")})
    response = phone.post("/start/doge", data=form, follow_redirects=True)
    assert response.request.path == "/seat"
    assert 'class="me">' in response.text
    assert said(phone.get("/api/seat"))[1]["seat"] == 3
    assert empty_house.site.seats.taken(empty_house.game_id()) == {3}


@pytest.mark.parametrize(
    "more", [{}, {"mine": "1"}, {"mine": "9", "token": TOKEN}, {"mine": "4", "token": TOKEN, "player.4": "steady"}]
)
def test_without_a_seat_of_its_own_it_watches(empty_house: House, more: dict[str, str]) -> None:
    response = start(empty_house, **more)
    assert response.location == "/"
    assert "Set-Cookie" not in response.headers
    assert empty_house.site.seats.taken(empty_house.game_id()) == set()


def test_a_stranger_who_repeats_the_form_gets_no_seat(empty_house: House) -> None:
    """Names and seal are there for all to see; what the phone had in its form is not."""
    start(empty_house, mine="1", token=TOKEN)
    seal = empty_house.judge.urn.commitment
    stranger = empty_house.stranger()
    repeated = chosen(empty_house, mine="2", token="s" * 32, commitment=seal)
    stranger.post("/start/doge", data=repeated)
    assert said(stranger.get("/api/seat"))[0] == 403
    assert empty_house.site.seats.taken(empty_house.game_id()) == {1}


def test_sent_twice_it_begins_once(empty_house: House) -> None:
    form = chosen(empty_house)
    assert empty_house.stranger().post("/start/doge", data=form).status_code == 302
    judge = empty_house.judge
    assert empty_house.stranger().post("/start/doge", data=form).status_code == 302
    assert empty_house.judge is judge
    assert len(empty_house.ledger.games()) == 1
    other = empty_house.stranger().post("/start/doge", data={**form, "name.1": "Cleo"})
    assert other.status_code == 409


def test_the_box_plays_seats_and_deals_for_them(empty_house: House) -> None:
    response = start(empty_house, at="rialto", **{"name.2": "", "player.2": STEADY, "player.3": "gentle"})
    assert response.status_code == 302
    judge = empty_house.judge
    assert [seat.name for seat in judge.table.seats] == ["Zoë", BOX_NAMES[0], "Bo"]
    assert judge.table.options["cards"] == "device", "a hand of cardboard can't be the box's"
    assert {seat: boxed.strength for seat, boxed in judge.game.boxed.items()} == {2: STEADY, 3: "gentle"}


def test_no_such_game(empty_house: House) -> None:
    assert empty_house.stranger().get("/start/chess").status_code == 404
    assert start(empty_house, at="chess").status_code == 404


@pytest.fixture
def asked(empty_house: House) -> list[Petition]:
    """What phones have asked the owner for, at a box with screen and keys."""
    empty_house.asked = []
    return empty_house.asked


def test_the_box_shows_what_and_who_and_ok_begins(empty_house: House, asked: list[Petition]) -> None:
    phone, form = empty_house.stranger(), chosen(empty_house)
    waiting = phone.post("/start/doge", data=form)
    assert waiting.status_code == 403
    assert asked[0].code in waiting.text
    assert (asked[0].deed.kind, asked[0].deed.game, asked[0].deed.names) == (START, "doge", ("Zoë", "Anna", "Bo"))
    assert empty_house.referee is None
    empty_house.run(lambda: asked[0].answer(allowed=True))
    assert empty_house.judge.urn.stirred[0] == "gondola", "OK begins, without another word from the phone"
    again = phone.post("/start/doge", data=form)
    assert (again.status_code, again.location) == (302, "/")
    assert len(empty_house.ledger.games()) == 1


def test_a_screen_that_has_failed_lets_nobody_start(empty_house: House) -> None:
    empty_house.is_screen_lost = True
    refused = empty_house.stranger().post("/start/doge", data=chosen(empty_house))
    assert refused.status_code == 403
    assert "its screen is not working" in refused.text
    assert empty_house.referee is None


def test_no_begins_nothing(empty_house: House, asked: list[Petition]) -> None:
    phone, form = empty_house.stranger(), chosen(empty_house)
    phone.post("/start/doge", data=form)
    empty_house.run(lambda: asked[0].answer(allowed=False))
    refused = phone.post("/start/doge", data=form)
    assert refused.status_code == 403
    assert "The box said no" in refused.text
    assert field(refused.text, "name.1") == "Zoë"
    assert empty_house.referee is None


@pytest.mark.parametrize("changed", [{"name.1": "Cleo"}, {"option.ballots": "device"}, {"player.2": STEADY}])
def test_the_word_is_for_what_was_shown_and_for_no_other_game(
    empty_house: House, asked: list[Petition], changed: dict[str, str]
) -> None:
    phone, form = empty_house.stranger(), chosen(empty_house)
    phone.post("/start/doge", data=form)
    with_changes = phone.post("/start/doge", data={**form, **changed})
    assert with_changes.status_code == 403
    assert asked[0].code not in with_changes.text
    assert "another phone" in with_changes.text, "what the box shows stands until it is answered"
    assert empty_house.referee is None


def test_one_word_begins_one_game(empty_house: House, asked: list[Petition]) -> None:
    phone, form = empty_house.stranger(), chosen(empty_house)
    phone.post("/start/doge", data=form)
    empty_house.run(lambda: asked[0].answer(allowed=True))
    empty_house.run(lambda: empty_house._end_game())
    empty_house.referee = None
    again = phone.post("/start/doge", data=form)
    assert again.status_code == 409
    assert "a new urn" in again.text
    assert empty_house.referee is None


def test_a_game_that_can_no_longer_begin_is_refused_on_the_box(house: House) -> None:
    """Meanwhile somebody has begun one on the box."""
    house.asked = []
    running = house.referee
    house.referee = None
    house.stranger().post("/start/doge", data=chosen(house))
    house.referee = running
    with pytest.raises(Refusal, match="game-on"):
        house.run(lambda: (house.asked or [])[0].answer(allowed=True))
    assert house.referee is running
