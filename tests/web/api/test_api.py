"""The table as JSON: every promise of the API by name."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import jsonschema
import pytest
from flask.testing import FlaskClient

from companion import games
from companion.referee.views import SeatView
from companion.refusal import (
    Busy,
    Damaged,
    Forbidden,
    Halted,
    Malformed,
    NeedsConsent,
    NoSeat,
    NotFound,
    NotSaved,
    OfOtherVersion,
    Refusal,
    SetAside,
    SharedTable,
    Stale,
    TooManyTries,
    TooMuch,
    WrongMediaType,
)
from companion.rules import rules_of
from companion.steps import TABLE
from companion.words import Words, folders_of
from tests.web.house import House, said
from web.api.openapi import DESCRIPTION, EXAMPLES
from web.api.worded import worded_view
from web.language import WORDS


def own_question(client: FlaskClient) -> dict[str, Any]:
    view = client.get("/api/seat").get_json()
    question: dict[str, Any]
    (question,) = [one for one in view["asked"] if one["seat"] == view["seat"]]
    return question


def send(client: FlaskClient, question: dict[str, Any], value: Any) -> tuple[int, dict[str, Any]]:
    body = {"question": question["id"], "seat": question["seat"], "value": value}
    return said(client.post("/api/answer", json=body))


def ballots(house: House) -> dict[int, FlaskClient]:
    """Phones at a table where ballots are about to be sealed."""
    phones = house.phones()
    rng = Random(2)
    while not all(decision.secret for decision in house.judge.open.values()):
        seat, decision = next(iter(house.judge.open.items()))
        house.run(partial(house.judge.answer, seat, decision.choice.sample(rng)))
    return phones


def test_the_table_shows_what_everyone_may_see(house: House) -> None:
    status, view = said(house.stranger().get("/api/table"))
    assert status == 200
    seen = SeatView.of(house.judge, TABLE)
    words = Words("en", [WORDS, *folders_of("doge")], seen.seats, long=True)
    about = {"version": house.site.listeners.version, "seat": TABLE, "language": "en", "proposal": None}
    assert view == about | worded_view(seen, words)
    assert [tell["text"] for tell in view["tells"]] == [words.tell(tell) for tell in house.judge.game.tells]


def test_a_seat_sees_its_own_view_by_its_cookie(house: House) -> None:
    status, view = said(house.phone(2).get("/api/seat"))
    assert status == 200
    assert view["seat"] == 2
    assert view["pieces"] == SeatView.of(house.judge, 2).pieces != SeatView.of(house.judge, TABLE).pieces


def test_without_a_cookie_there_is_no_seat(house: House) -> None:
    status, error = said(house.stranger().get("/api/seat"))
    assert (status, error["key"]) == (403, "no-seat")


def test_joining_gives_the_cookie_that_the_pages_know(house: House) -> None:
    phone = house.stranger()
    status, answer = said(phone.post("/api/join", json={"code": house.site.codes.code, "seat": 3}))
    assert (status, answer) == (200, {"version": house.site.listeners.version})
    assert phone.get("/api/seat").get_json()["seat"] == 3
    assert phone.get("/seat").status_code == 200


def test_joining_by_a_page_gives_the_seat_of_the_api(house: House) -> None:
    assert house.phone(1).get("/api/seat").get_json()["seat"] == 1


@pytest.mark.parametrize(
    ("code", "seat", "status", "key"),
    [("????", 1, 403, "wrong-code"), (None, 4, 409, "no-such-seat"), (None, 0, 409, "no-such-seat")],
)
def test_joining_is_refused_with_its_reason(house: House, code: str | None, seat: int, status: int, key: str) -> None:
    body = {"code": code or house.site.codes.code, "seat": seat}
    got, error = said(house.stranger().post("/api/join", json=body))
    assert (got, error["key"]) == (status, key)
    assert not house.site.seats.taken(house.game_id())


def test_a_taken_seat_stays_with_its_phone(house: House) -> None:
    house.phone(1)
    status, error = said(house.stranger().post("/api/join", json={"code": house.site.codes.code, "seat": 1}))
    assert (status, error["key"]) == (409, "seat-taken")


def test_an_answer_is_taken(house: House) -> None:
    seat, decision = next(iter(house.judge.open.items()))
    phone = house.phone(seat)
    before = house.site.listeners.version
    status, answer = send(phone, own_question(phone), decision.choice.sample(Random(1)))
    assert status == 200
    assert answer["version"] > before
    assert len(house.judge.entries) == 1


def test_an_answer_sent_twice_counts_once(house: House) -> None:
    phones = ballots(house)
    seat, decision = next(iter(house.judge.open.items()))
    question, value = own_question(phones[seat]), decision.choice.sample(Random(1))
    assert send(phones[seat], question, value)[0] == 200
    after = house.fingerprint()
    assert send(phones[seat], question, value)[0] == 200
    assert house.fingerprint() == after


def test_another_answer_to_an_answered_question_is_refused(house: House) -> None:
    phones = ballots(house)
    seat, decision = next(iter(house.judge.open.items()))
    question, (first, second) = own_question(phones[seat]), list(decision.choice.legal())[:2]
    assert send(phones[seat], question, first)[0] == 200
    after = house.fingerprint()
    assert send(phones[seat], question, second)[0] == 409
    assert house.fingerprint() == after


def test_nobody_answers_for_another_seat(house: House) -> None:
    phones = ballots(house)
    before = house.fingerprint()
    for seat, decision in house.judge.open.items():
        value = decision.choice.sample(Random(1))
        for other, phone in phones.items():
            if other != seat:
                status, error = send(phone, {"id": decision.id, "seat": seat}, value)
                assert (status, error["key"]) == (403, "not-your-seat")
        status, error = send(house.stranger(), {"id": decision.id, "seat": seat}, value)
        assert (status, error["key"]) == (403, "no-seat")
    assert house.fingerprint() == before


def test_an_illegal_answer_is_refused_in_the_words_of_the_game(house: House) -> None:
    """A refusal that only Doge knows is a sentence with names, in the client's language; not a bare key."""

    def refuse() -> str:
        raise Refusal("no-palace", "DOG.P4", seat=2)

    house.app.view_functions["api.version"] = refuse
    for language, text in (("en", "Ben has no palace left."), ("it", "Ben non ha")):
        status, error = said(house.stranger().get("/api/version", headers={"Accept-Language": language}))
        assert (status, error["key"], error["rule"]) == (409, "no-palace", "DOG.P4")
        assert error["text"].startswith(text)


def test_a_sealed_answer_is_taken_back_by_its_owner_only(house: House) -> None:
    phones = ballots(house)
    before = house.fingerprint()
    seat, decision = next(iter(house.judge.open.items()))
    send(phones[seat], own_question(phones[seat]), decision.choice.sample(Random(1)))
    other = next(iter(house.judge.open))
    sealed = said(phones[seat].get("/api/seat"))[1]["sealed"]
    assert sealed["question"] == decision.id
    status, error = said(phones[other].post("/api/take-back", json=sealed))
    assert (status, error["key"]) == (409, "nothing-sealed")
    assert said(house.stranger().post("/api/take-back", json=sealed))[0] == 403
    assert said(phones[seat].post("/api/take-back", json=sealed))[0] == 200
    assert house.fingerprint() == before


@pytest.mark.parametrize("by", ["page", "api"])
def test_take_back_sent_twice_takes_back_one_answer(house: House, by: str) -> None:
    """A player who has sealed two answers takes back the one on the page, the last, however often they tap."""
    phones = ballots(house)
    for _ in range(2):
        sealed = own_question(phones[1])
        assert send(phones[1], sealed, house.judge.open[1].choice.sample(Random(1)))[0] == 200
    assert f'name="question" value="{sealed["id"]}"' in phones[1].get("/seat").text

    back = said(phones[1].get("/api/seat"))[1]["sealed"]

    def take_back() -> int:
        kind = {"data": back} if by == "page" else {"json": back}
        return phones[1].post("/take-back" if by == "page" else "/api/take-back", **kind).status_code

    assert take_back() in (200, 302)
    after = house.fingerprint()
    assert take_back() == 409
    assert house.fingerprint() == after
    assert own_question(phones[1])["id"] == sealed["id"]
    send(phones[1], sealed, house.judge.open[1].choice.sample(Random(1)))
    again = house.fingerprint()
    assert take_back() == 409, "the same question has been answered again"
    assert house.fingerprint() == again


def test_the_version_grows_with_every_change(house: House) -> None:
    phone = house.stranger()
    before = said(phone.get("/api/version"))[1]["version"]
    house.run(house.refresh)
    assert said(phone.get("/api/version"))[1]["version"] == before + 1 == phone.get("/version").get_json()["version"]


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_rules_come_in_the_language_asked_for(house: House, language: str) -> None:
    status, answer = said(house.stranger().get(f"/api/rules/doge?lang={language}"))
    assert (status, answer["game"], answer["language"]) == (200, "doge", language)
    assert [line["id"] for line in answer["rules"]] == list(rules_of("doge"))
    assert all(line["text"] and line["text"] != line["id"] for line in answer["rules"])


def test_rules_come_in_the_clients_own_language(house: House) -> None:
    answer = house.stranger().get("/api/rules/doge", headers={"Accept-Language": "fr-CH"}).get_json()
    assert answer["language"] == "fr"


@pytest.mark.parametrize(
    ("path", "status", "key"),
    [("/api/rules/chess", 404, "unknown-game"), ("/api/rules/doge?lang=tlh", 400, "unknown-language")],
)
def test_unknown_rules_are_refused(house: House, path: str, status: int, key: str) -> None:
    got, error = said(house.stranger().get(path))
    assert (got, error["key"]) == (status, key)


def test_all_games_are_listed(house: House) -> None:
    answer = house.stranger().get("/api/games").get_json()
    assert [one["game"] for one in answer] == games.names()
    assert next(one for one in answer if one["game"] == "doge")["title"] == "Doge"


@pytest.mark.parametrize("path", ["/api/table", "/api/seat"])
def test_without_a_game_there_is_nothing_to_see(empty_house: House, path: str) -> None:
    status, error = said(empty_house.stranger().get(path))
    assert (status, error["key"]) == (404, "no-game")


def test_http_errors_are_json_too(house: House) -> None:
    phone = house.stranger()
    assert said(phone.get("/api/nothing"))[1]["key"] == "not-found"
    wrong = phone.delete("/api/table")
    assert said(wrong)[1]["key"] == "wrong-method"
    assert "GET" in wrong.headers["Allow"]
    for response in (phone.get("/api/nothing"), wrong):
        assert set(response.get_json()) == {"key", "text", "rule"}


def test_errors_speak_the_clients_language(house: House) -> None:
    texts = {
        house.stranger().get("/api/seat", headers={"Accept-Language": language}).get_json()["text"]
        for language in ("en", "fr", "it")
    }
    assert len(texts) == 3


MALFORMED = ("not-json", "too-deep", "too-long", "unknown-language", "wrong-keys", "wrong-type")
FACTS: dict[str, Any] = {"name": "x", "most": 1, "known": ["x"], "value": "x", "seconds": 1}
STATUSES: dict[int, list[Refusal]] = {
    400: [*(Malformed(key, **FACTS) for key in MALFORMED), TooMuch("too-many-entries", most=1)],
    403: [NoSeat(), SharedTable(), *(Forbidden(key) for key in ("not-your-seat", "wrong-code"))],
    404: [NotFound(key, **FACTS) for key in ("no-game", "no-such-board", "no-such-game", "unknown-game")],
    409: [
        Refusal("seat-taken", seat=1),
        NeedsConsent([1]),
        Halted(ValueError()),
        Stale("moved-on"),
        SetAside("x", "checksum"),
        Damaged("not-a-record"),
        OfOtherVersion("other-version", value=9, known=1),
        NotSaved("not-saved", why="x"),
    ],
    415: [WrongMediaType("not-json-type")],
    429: [TooManyTries("too-many-tries", **FACTS)],
    503: [Busy("table-busy"), Busy("busy")],
}


def test_every_class_of_refusal_is_listed() -> None:
    assert {type(refusal) for refusals in STATUSES.values() for refusal in refusals} == set(Refusal.tree())


@pytest.mark.parametrize(
    ("status", "refusal"), [(status, refusal) for status, refusals in STATUSES.items() for refusal in refusals]
)
def test_every_class_of_refusal_has_its_status_and_words(house: House, status: int, refusal: Refusal) -> None:
    def refuse() -> str:
        raise refusal

    house.app.view_functions["api.version"] = refuse
    got, error = said(house.stranger().get("/api/version"))
    assert (got, error["key"]) == (status, refusal.key)
    assert error["text"] != f"refuse.{refusal.key}"


def test_the_description_names_every_path_and_method(house: House) -> None:
    described = house.stranger().get("/api/openapi.json").get_json()
    assert described == DESCRIPTION
    routes = {
        (rule.rule.replace("<game>", "{game}"), method.lower())
        for rule in house.app.url_map.iter_rules()
        if rule.rule.startswith("/api/") and rule.endpoint != "api.for_people"
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert routes == {(path, method) for path, methods in described["paths"].items() for method in methods}


def test_people_read_it_with_an_example_of_every_request(house: House) -> None:
    """The examples fit what they are examples of; the stream is described too."""
    page = house.stranger().get("/api/").get_data(as_text=True)
    for path, methods in DESCRIPTION["paths"].items():
        for method in methods:
            assert f"{method.upper()} {path}<" in page
    for body, example in EXAMPLES.items():
        schema = {**DESCRIPTION["components"]["schemas"][body], "components": DESCRIPTION["components"]}
        jsonschema.Draft202012Validator(schema).validate(example)
    assert all(f"<code>{event}</code>" in page for event in DESCRIPTION["x-events"]["events"])
    assert house.stranger().get("/api").location.endswith("/api/")


def test_seats_board_and_history_are_for_everyone(house: House) -> None:
    stranger = house.stranger()
    house.phone(2)
    assert [one["free"] for one in stranger.get("/api/seats").get_json()] == [True, False, True]
    assert stranger.get("/api/board").get_json()["svg"].startswith("<svg")
    (kept,) = stranger.get("/api/history").get_json()
    assert (kept["game"], kept["over"], kept["winners"]) == ("doge", False, [])


def test_views_of_a_whole_game_are_as_described(house: House) -> None:
    """Every question, choice and telling that comes up fits the schema, for every audience."""
    schema = {**DESCRIPTION["components"]["schemas"]["View"], "components": DESCRIPTION["components"]}
    judge = jsonschema.Draft202012Validator(schema)
    phones = [house.stranger(), house.phone(1)]
    rng = Random(4)
    for step in range(120):
        seat = rng.choice(list(house.judge.open))
        value = house.judge.open[seat].choice.sample(rng)
        house.run(partial(house.judge.answer, seat, value))
        if step % 6 == 0:
            judge.validate(phones[0].get("/api/table").get_json())
            judge.validate(phones[1].get("/api/seat").get_json())


def test_a_taken_seat_uses_up_no_code(house: House) -> None:
    house.begin()
    house.phone(1)
    code = house.site.codes.code
    refused = house.stranger().post("/api/join", json={"code": code, "seat": 1})
    assert refused.status_code == 409
    assert house.site.codes.code == code
