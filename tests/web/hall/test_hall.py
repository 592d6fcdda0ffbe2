"""The hall's pages show what boxes say, to everyone; only the organiser changes anything."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.club import messages
from companion.club.book import Book
from companion.club.evening import verify_evening
from companion.club.messages import ONLINE, RESULT, STATE, topic
from companion.club.tables import Tables
from companion.ledger.record import read, verify, write
from companion.referee.seals import seal_words
from tests.companion.club.test_comparing import played
from web.hall.app import KEY_COOKIE, create_hall
from web.hall.hall import Hall

KEY = "the-organisers-key"
PEOPLE = "Anna\nBen\nCleo\nDario\nElena\nFausto, Gina"


def say(hall: Hall, box: str, kind: str, payload: dict[str, Any]) -> None:
    assert hall.tables.take(topic(box, kind), json.dumps({"version": 1, **payload}).encode()), hall.tables.refused


def seat(hall: Hall, box: str, *people: str, over: bool = False, scores: tuple[int, ...] = (3, 2, 1)) -> None:
    """Have a box tell that these people play Doge."""
    seated = [
        {"name": name, "colour": colour, "score": score}
        for name, colour, score in zip(people, ("red", "blue", "green"), scores, strict=True)
    ]
    game = hashlib.sha256(box.encode()).hexdigest()
    table = {"id": game, "game": "doge", "title": "Doge", "round": 4, "people": seated}
    say(hall, box, ONLINE, {"online": True})
    state = {**table, "turn": [] if over else [2], "asked": "area", "over": over, "winners": [1] if over else []}
    say(hall, box, STATE, {"since": 1, "table": state})


def end(hall: Hall, number: int, *people: str) -> None:
    """Have a box tell that these people have played Doge, the first the winner."""
    seated = [{"name": name, "colour": "red", "score": 9 - n} for n, name in enumerate(people)]
    places = [[n] for n in range(1, len(people) + 1)]
    result = {
        "name": "doge",
        "people": seated,
        "places": places,
        "won": True,
        "options": {},
        "end": "cd" * 32,
        "at": 1,
    }
    say(hall, "table-1", RESULT, {"id": f"b-{number}", "sequence": number, "game": f"{number:064x}", **result})


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    book = Book(tmp_path / "hall.sqlite")
    yield Hall(Tables(book), KEY, lambda: True, lambda: "")
    book.close()


@pytest.fixture
def guest(hall: Hall) -> FlaskClient:
    return create_hall(hall).test_client()


@pytest.fixture
def organiser(hall: Hall) -> FlaskClient:
    client = create_hall(hall).test_client()
    client.set_cookie(KEY_COOKIE, KEY)
    return client


def test_the_wall_shows_every_table_and_then_only_what_has_changed(hall: Hall, guest: FlaskClient) -> None:
    seat(hall, "table-1", "Anna", "Ben", "Cleo")
    seat(hall, "table-2", "Dario", "Elena", "Gina")
    page = guest.get("/").text
    assert all(name in page for name in ("table-1", "Anna", "Gina"))
    version = hall.tables.version
    assert guest.get(f"/tiles?since={version}").get_json()["tiles"] == {}
    seat(hall, "table-2", "Dario", "Elena", "Gina", scores=(8, 2, 1))
    news = guest.get(f"/tiles?since={version}").get_json()
    assert set(news["tiles"]) == {"table-2"}
    assert news["order"] == ["table-1", "table-2"]


def test_a_game_that_has_just_ended_is_shown_bigger_than_others(hall: Hall, guest: FlaskClient) -> None:
    for number in range(1, 10):
        seat(hall, f"table-{number}", "Anna", "Ben", "Cleo", over=number == 5)
    assert guest.get("/tiles").get_json()["big"] == ["table-5"]


def test_an_answer_at_a_table_changes_no_other_place_on_the_wall(
    hall: Hall, guest: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.hall.wall.MOST", 7)
    for number in range(1, 10):
        seat(hall, f"table-{number}", "Anna", "Ben", "Cleo")
    seat(hall, "table-3", "Anna", "Ben", "Cleo", scores=(4, 4, 1))
    before = guest.get("/tiles").get_json()
    assert before["big"] == ["table-3"], "two share the lead"
    for box in ("table-9", "table-1"):
        seat(hall, box, "Anna", "Ben", "Cleo", scores=(4, 2, 1))
    after = guest.get("/tiles").get_json()
    assert (after["order"], after["big"]) == (before["order"], before["big"])
    seat(hall, "table-3", "Anna", "Ben", "Cleo", scores=(5, 4, 1))
    assert guest.get("/tiles").get_json()["big"] == [], "they only play"


def test_the_page_of_a_table_says_whose_turn_it_is(hall: Hall, guest: FlaskClient) -> None:
    seat(hall, "table-1", "Anna", "Ben", "Cleo")
    page = guest.get("/table/table-1").text
    assert "Turn: Ben" in page
    assert "Round 4" in page


def test_in_a_large_round_everyone_finds_their_table_by_name(
    hall: Hall, organiser: FlaskClient, guest: FlaskClient
) -> None:
    organiser.post("/rounds/stir", data={"words": "ponte"})
    organiser.post("/rounds", data={"people": "\n".join(f"P{n:02}" for n in range(24)), "tables.doge": "7"})
    organiser.post("/people/hide", data={"name": "P05", "hidden": "1"})
    (kept,) = hall.book.evening().rounds
    at = {name: number for number, one in enumerate(kept.round.meetings, start=1) for name in one.people}
    listed = re.findall(r"<li><span>(.*?)</span> <b>(\d+)</b></li>", guest.get("/rounds").text)
    others = [name for name in sorted(at) if name != "P05"]
    assert listed == [(name, str(at[name])) for name in others] + [("Guest", str(at["P05"]))]


def test_a_full_wall_has_room_for_every_table(hall: Hall, guest: FlaskClient) -> None:
    for number in range(1, 51):
        seat(hall, f"table-{number}", "Anna", "Ben", "Cleo", over=True)
    assert len(guest.get("/tiles").get_json()["big"]) == 4, "more would leave the others too small to read"
    assert 'class="tiles many"' in guest.get("/").text


def test_names_from_outside_are_text_and_never_markup(hall: Hall, guest: FlaskClient) -> None:
    seat(hall, "table-1", "<b>x</b>", "Ben", "Cleo")
    end(hall, 1, "<i>y</i>", "Ben", "=1+1")
    for path in ("/", "/table/table-1", "/results", "/fame"):
        assert "<b>x" not in guest.get(path).text
        assert "<i>y" not in guest.get(path).text
    assert "'=1+1" in guest.get("/results.csv").text, "no formula for a spreadsheet"


def test_results_fame_and_people_follow_from_what_was_played(hall: Hall, guest: FlaskClient) -> None:
    end(hall, 1, "Anna", "Ben", "Cleo")
    end(hall, 2, "Anna", "Cleo", "Ben")
    assert guest.get("/results").text.count("Anna") == 2
    assert "Anna" in guest.get("/fame?game=doge&players=3").text
    assert "Anna" not in guest.get("/fame?players=5").text
    assert guest.get("/person/Anna").status_code == 200
    assert guest.get("/person/Nobody").status_code == 404
    assert len(guest.get("/results.json").get_json()) == 2


def test_only_the_organiser_draws_rounds_and_changes_names(hall: Hall, guest: FlaskClient) -> None:
    end(hall, 1, "Anna", "Ben", "Cleo")
    form = {"people": PEOPLE, "tables.doge": "2"}
    changes = {
        "/rounds": form,
        "/rounds/stir": {"words": "ponte"},
        "/rounds/take-back": {},
        "/rounds/end": {},
        "/people/merge": {"name": "Ben", "into": "Anna"},
        "/people/hide": {},
    }
    for path, sent in changes.items():
        assert guest.post(path, data=sent).status_code == 403
    assert guest.get("/people").status_code == 403
    assert guest.get("/?key=wrong").headers["Location"] == "/"
    assert hall.book.evening().log == []
    assert hall.book.people().same_as == {}


def test_the_key_in_the_first_address_makes_the_organiser(hall: Hall, guest: FlaskClient) -> None:
    guest.get(f"/?key={KEY}")
    assert guest.get("/people").status_code == 200


def test_a_round_is_drawn_played_and_counted(hall: Hall, organiser: FlaskClient, guest: FlaskClient) -> None:
    organiser.post("/rounds/stir", data={"words": "ponte"})
    organiser.post("/rounds", data={"people": PEOPLE, "tables.doge": "2"})
    (kept,) = hall.book.evening().rounds
    assert [len(meeting.people) for meeting in kept.round.meetings] == [4, 3]
    end(hall, 1, *kept.round.meetings[1].people)
    page = guest.get("/rounds").text
    assert "24" in page
    evening = hall.book.evening()
    assert evening.secret not in page, "nobody can foresee the next round"
    assert guest.get("/evenings/1").status_code == guest.get("/evenings/1.json").status_code == 404
    ended = organiser.post("/rounds/end")
    assert ended.headers["Location"] == "/evenings/1"
    page = guest.get("/evenings/1").text
    assert evening.secret in page
    assert "24" in page, "the standings stay"
    assert all(name in page for name in kept.round.people)
    assert evening.secret not in guest.get("/rounds").text
    assert "/evenings/1" in guest.get("/rounds").text
    assert hall.book.evening().secret != evening.secret
    assert verify_evening(guest.get("/evenings/1.json").text).rounds == 1
    assert organiser.post("/rounds/end").status_code == 409, "there is nothing to end"
    assert guest.get("/evenings/2").status_code == guest.get("/evenings/0").status_code == 404


def test_people_stir_between_the_two_seals_of_an_evening(
    hall: Hall, organiser: FlaskClient, guest: FlaskClient
) -> None:
    form = {"people": PEOPLE, "tables.doge": "2"}
    assert organiser.post("/rounds", data=form).status_code == 409, "not before the urn is stirred"
    assert seal_words(hall.book.evening().urn.commitment) in guest.get("/rounds").text
    for words in ("", "x" * 99, "a\x07b"):
        assert organiser.post("/rounds/stir", data={"words": words}).status_code == 400
    assert organiser.post("/rounds/stir", data={"words": "gondola ponte"}).status_code == 302
    page = guest.get("/rounds").text
    assert "gondola ponte" in page
    assert seal_words(hall.book.evening().sealed) in page
    assert organiser.post("/rounds/stir", data={"words": "later"}).status_code == 409, "once"
    assert hall.book.evening().stirred == ["gondola", "ponte"]
    assert organiser.post("/rounds", data=form).status_code == 302


def test_a_round_that_is_taken_back_stays_on_record(hall: Hall, organiser: FlaskClient, guest: FlaskClient) -> None:
    organiser.post("/rounds/stir", data={"words": "ponte"})
    assert organiser.post("/rounds/take-back").status_code == 409
    form = {"people": PEOPLE, "tables.doge": "2"}
    for _ in range(2):
        organiser.post("/rounds", data=form)
    assert guest.post("/rounds/take-back").status_code == 403
    assert organiser.post("/rounds/take-back").status_code == 302
    assert [kept.number for kept in hall.book.evening().rounds] == [1]
    assert "Round 2, drawn at" in guest.get("/rounds").text
    organiser.post("/rounds", data=form | {"people": "Anna\nBen\nCleo\nDario", "tables.doge": "1"})
    assert [kept.number for kept in hall.book.evening().rounds] == [1, 2]
    organiser.post("/rounds/end")
    found = verify_evening(guest.get("/evenings/1.json").text)
    assert (found.rounds, found.taken_back) == (3, 1)


def test_an_evening_with_someone_left_out_is_for_the_organiser_alone(
    hall: Hall, organiser: FlaskClient, guest: FlaskClient
) -> None:
    organiser.post("/rounds/stir", data={"words": "ponte"})
    organiser.post("/rounds", data={"people": PEOPLE, "tables.doge": "2"})
    organiser.post("/rounds/end")
    organiser.post("/people/hide", data={"name": "Ben", "hidden": "1"})
    assert guest.get("/evenings/1.json").status_code == 403
    assert "Ben" not in guest.get("/evenings/1").text
    assert verify_evening(organiser.get("/evenings/1.json").text).rounds == 1


@pytest.mark.parametrize(
    "form",
    [
        {"people": "Anna", "tables.doge": "1"},
        {"people": PEOPLE},
        {"people": "Anna\nanna\nBen", "tables.doge": "1"},
        {"people": f"{'x' * 50}\nBen\nCleo", "tables.doge": "1"},
        {"people": PEOPLE, "tables.doge": "999"},
    ],
)
def test_a_round_that_cannot_be_is_refused(hall: Hall, organiser: FlaskClient, form: dict[str, str]) -> None:
    organiser.post("/rounds/stir", data={"words": "ponte"})
    assert organiser.post("/rounds", data=form).status_code in (400, 409)
    assert hall.book.evening().log == []


def test_whoever_wants_to_is_left_out_of_public_lists(hall: Hall, organiser: FlaskClient, guest: FlaskClient) -> None:
    end(hall, 1, "Anna", "Ben", "Cleo")
    organiser.post("/people/hide", data={"name": "Ben", "hidden": "1"})
    for path in ("/fame", "/results", "/results.csv", "/results.json"):
        assert "Ben" not in guest.get(path).text
    organiser.post("/people/hide", data={"name": "Ben", "hidden": "0"})
    assert "Ben" in guest.get("/fame").text


def test_people_left_out_still_count_in_the_ratings_of_others(
    hall: Hall, organiser: FlaskClient, guest: FlaskClient
) -> None:
    for number in range(1, 5):
        end(hall, number, *(("Anna", "Ben", "Cleo") if number % 2 else ("Dario", "Anna", "Cleo")))
    before = guest.get("/person/Anna").text
    for name in ("Ben", "Dario"):
        organiser.post("/people/hide", data={"name": name, "hidden": "1"})
    line = next(line for line in before.splitlines() if "±" in line)
    page = guest.get("/person/Anna").text
    assert line in page, "the same rating as before"
    assert "Cleo" in page
    assert "–" not in page.partition("<main>")[2].partition("<footer>")[0]
    assert guest.get("/person/Ben").status_code == 404
    assert organiser.get("/person/Ben").status_code == 200
    organiser.post("/rounds/stir", data={"words": "ponte"})
    organiser.post("/rounds", data={"people": "Anna\nBen\nCleo\nDario\nElena", "tables.doge": "1"})
    page = guest.get("/rounds").text
    assert "Ben" not in page
    assert "Dario" not in page
    assert "Anna" in page
    assert "Ben" in organiser.get("/rounds").text


def test_likely_pairs_and_other_names_are_a_press_away(
    hall: Hall, organiser: FlaskClient, guest: FlaskClient
) -> None:
    end(hall, 1, "Benno", "Anna", "Hanna")
    end(hall, 2, "Beno", "Anna", "Cleo")
    page = organiser.get("/people").text
    assert "Benno · Beno" in page
    assert "Anna · Hanna" not in page, "they sat at one table"
    assert 'value="Benno">Both are Benno</button>' in page
    organiser.post("/people/merge", data={"name": "Beno", "into": "Benno"})
    page = organiser.get("/people").text
    assert "One person?" not in page
    assert page.count('list="known"') == 4, "a field for each name"
    organiser.post("/people/merge", data={"name": "Hanna", "into": "Johanna"})
    assert "Johanna" in guest.get("/results").text


def test_seats_of_a_box_are_no_people_but_whoever_handed_one_over_is(hall: Hall, organiser: FlaskClient) -> None:
    orsola, ben, anna = ({"name": name, "colour": "red", "score": 1} for name in ("Orsola", "Ben", "Anna"))
    now = {"id": "ab" * 32, "game": "doge", "title": "Doge", "round": 1, "turn": [], "asked": "", "over": False}
    seated = [anna, {**ben, "box": True}, {**orsola, "box": True}]
    say(hall, "table-1", STATE, {"since": 1, "table": {**now, "winners": [], "people": seated}})
    page = organiser.get("/people").text
    assert "Anna" in page
    assert "Ben" in page, "who may wish to be left out of public lists"
    assert "Orsola" not in page
    end(hall, 1, "Orsola", "Anna", "Cleo")
    assert "Orsola" in organiser.get("/people").text, "somebody who is called so has played"


def test_the_next_round_is_offered_for_as_many_tables_as_the_last(hall: Hall, organiser: FlaskClient) -> None:
    organiser.post("/rounds/stir", data={"words": "ponte"})
    organiser.post("/rounds", data={"people": PEOPLE, "tables.doge": "2"})
    fields = re.findall(r'name="tables\.(\w+)" [^>]*value="(\d+)"', organiser.get("/rounds").text)
    assert dict(fields) == dict.fromkeys(("rialto", "venedig", "venezia", "venise"), "0") | {"doge": "2"}


def test_a_published_record_is_downloaded_and_verified(
    hall: Hall, organiser: FlaskClient, guest: FlaskClient
) -> None:
    made = played(0)
    referee = made.replay()
    game = made.commitment
    say(hall, "table-1", RESULT, messages.result(referee, made.header, 1, game) | {"id": "b-1", "sequence": 1})
    assert 'jsonl"' not in guest.get("/results").text
    text = write(referee, made.header)
    hall.book.add_record("table-1", game, text)
    assert f"/results/{game}.jsonl" in guest.get("/results").text
    assert "ballottino verify" in guest.get("/results").text
    found = guest.get(f"/results/{game}.jsonl")
    assert found.text == text
    assert verify(read(found.text))
    assert guest.get(f"/results/{'0' * 64}.jsonl").status_code == 404
    organiser.post("/people/hide", data={"name": "Anna", "hidden": "1"})
    assert f"/results/{game}.jsonl" not in guest.get("/results").text
    assert guest.get(f"/results/{game}.jsonl").status_code == 403
    assert organiser.get(f"/results/{game}.jsonl").text == text


def test_trouble_with_the_broker_is_told_on_every_page(hall: Hall, guest: FlaskClient) -> None:
    assert "broker" not in guest.get("/").text
    hall.is_up = lambda: False
    assert all("can’t be reached" in guest.get(path).text for path in ("/", "/results", "/rounds"))
    assert "can’t be reached" in guest.get("/tiles").get_json()["trouble"]
    hall.refusal = lambda: "Not authorized"
    assert "Not authorized" in guest.get("/").text


def test_refused_messages_are_told_to_the_organiser(hall: Hall, organiser: FlaskClient, guest: FlaskClient) -> None:
    assert "Refused" not in organiser.get("/").text
    end(hall, 1, "Anna", "Ben", "Cleo")
    for topic_of, data in (
        (topic("table-1", STATE), b"{"),
        (topic("table-1", STATE), b" " * 99_999),
        ("ballottino/1/<b>x/state", b"{}"),
        ("ballottino/9/table-1/state", b"{}"),
    ):
        assert not hall.tables.take(topic_of, data)
    page = organiser.get("/refused").text
    assert page.count("<code>") == 4
    assert "<b>x" not in page
    assert "Refused" in organiser.get("/").text
    assert guest.get("/refused").status_code == 403
    assert len(hall.book.results()) == 1, "nothing was lost"


def test_tables_stand_on_the_wall_as_people_count_them(hall: Hall, guest: FlaskClient) -> None:
    for number in (10, 2, 1):
        seat(hall, f"table-{number}", "Anna", "Ben", "Cleo")
    assert guest.get("/tiles").get_json()["order"] == ["table-1", "table-2", "table-10"]


def test_a_table_is_explained_by_who_has_met_and_by_points(
    hall: Hall, organiser: FlaskClient, guest: FlaskClient
) -> None:
    people = "Anna\nBen\nCleo\nDario"
    organiser.post("/rounds/stir", data={"words": "ponte"})
    organiser.post("/rounds", data={"people": people, "tables.rialto": "1"})
    assert "Nobody here has met before." in guest.get("/rounds").text
    (kept,) = hall.book.evening().rounds
    for one in (kept.round.meetings[0].people,):
        seated = [{"name": name, "colour": "red", "score": 9 - n} for n, name in enumerate(one)]
        facts = {"name": "rialto", "people": seated, "places": [[1], [2], [3], [4]], "won": True, "options": {}}
        said = {"id": "b-1", "sequence": 1, "game": "1" * 64, "end": "cd" * 32, "at": 1}
        say(hall, "table-1", RESULT, {**facts, **said})
    organiser.post("/rounds", data={"people": people, "tables.rialto": "1"})
    page = guest.get("/rounds").text
    assert "6 pairs meet again." in page
    assert "0 to 24 points so far." in page


def test_the_organiser_takes_a_table_that_is_away_off_the_wall(
    hall: Hall, organiser: FlaskClient, guest: FlaskClient
) -> None:
    seat(hall, "table-1", "Anna", "Ben", "Cleo")
    assert "off the wall" not in organiser.get("/table/table-1").text
    assert organiser.post("/table/table-1/off").status_code == 409
    say(hall, "table-1", ONLINE, {"online": False})
    assert "off the wall" in organiser.get("/table/table-1").text
    assert "off the wall" not in guest.get("/table/table-1").text
    assert guest.post("/table/table-1/off").status_code == 403
    assert organiser.post("/table/table-1/off").status_code == 302
    assert guest.get("/tiles").get_json()["order"] == []
    assert guest.get("/table/table-1").status_code == 404


def test_the_wall_says_which_language_it_speaks(guest: FlaskClient) -> None:
    guest.post("/language", data={"language": "fr"})
    assert '<html lang="fr">' in guest.get("/").text
