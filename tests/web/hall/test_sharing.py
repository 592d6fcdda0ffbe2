"""The organiser hands an urn to several tables; nobody sees what they made of it before all are done."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.club import messages
from companion.club.messages import ONLINE, RECORD, RESULT, URNS, shared_id
from companion.club.shared import Shared
from companion.ledger.record import Record, write
from companion.referee.urn import Urn
from tests.companion.club.test_comparing import played
from tests.web.hall.test_hall import guest, hall, organiser, say
from web.hall.app import KEY_COOKIE
from web.hall.hall import Hall

__all__ = ["guest", "hall", "organiser"]
TABLES = ["table-1", "table-2"]


@pytest.fixture
def handed_out(hall: Hall) -> list[bool]:
    """Count how often boxes were told."""
    told: list[bool] = []
    hall.hand_out = lambda: told.append(True)
    for box in TABLES:
        say(hall, box, ONLINE, {"online": True})
    return told


def make(organiser: FlaskClient, **changes: Any) -> int:
    return organiser.post("/shared", data={"kind": "venezia.3", "table": TABLES, **changes}).status_code


def stir(organiser: FlaskClient, words: str = "gondola ponte") -> int:
    return organiser.post("/shared/1/hand-out", data={"words": words}).status_code


def states(hall: Hall, *states: str) -> None:
    (one,) = hall.book.shared()
    for box, state in zip(TABLES, states, strict=True):
        say(hall, box, URNS, {"urns": {one.seal: state}})


def give_out(hall: Hall, box: str, game: str, made: Record) -> None:
    """Have a box tell how a game ended, and give out its record."""
    referee = made.replay()
    result = messages.result(referee, made.header, 1, game) | {"id": f"{box}-1", "sequence": 1}
    record = messages.record(game, write(referee, made.header)) | {"id": f"{box}-2"}
    for kind, payload in ((RESULT, result), (RECORD, record)):
        hall.tables.take(messages.topic(box, kind), json.dumps(payload).encode())
    assert not hall.tables.refused


@pytest.mark.usefixtures("handed_out")
def test_an_urn_is_sealed_then_stirred_then_handed_out(
    hall: Hall, organiser: FlaskClient, guest: FlaskClient, handed_out: list[bool]
) -> None:
    assert make(organiser) == 302
    (one,) = hall.book.shared()
    assert not handed_out, "people see the seal before they stir"
    assert stir(organiser) == 302
    assert handed_out
    page = guest.get("/shared").text
    assert "gondola ponte" in page
    assert one.secret not in page
    assert one.secret not in organiser.get("/shared").text
    assert stir(organiser, "later") == 409, "stirred once"
    assert hall.book.shared()[0].stirred == ("gondola", "ponte")


@pytest.mark.usefixtures("handed_out")
def test_records_are_given_out_only_when_all_are_done_or_given_up(
    hall: Hall, organiser: FlaskClient, guest: FlaskClient
) -> None:
    make(organiser)
    assert organiser.post("/shared/1/open").status_code == 409, "not even handed out"
    stir(organiser)
    states(hall, "over", "playing")
    assert organiser.post("/shared/1/open").status_code == 409
    assert guest.get("/shared/1").status_code == 409
    assert not hall.book.shared()[0].opened
    assert organiser.post("/shared/1/give-up", data={"table": "table-2"}).status_code == 302
    assert organiser.post("/shared/1/give-up", data={"table": "table-2"}).status_code == 400
    assert organiser.post("/shared/1/open").status_code == 302
    assert hall.book.shared()[0].opened
    assert hall.book.shared()[0].secret == ""
    assert guest.get("/shared/1").status_code == 409, "one record is nothing to compare"


@pytest.mark.usefixtures("handed_out")
def test_of_two_hands_at_once_one_is_refused(
    hall: Hall, organiser: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(organiser)
    find, both = hall.book.find_shared, Barrier(2)

    def find_slowly(number: int) -> Shared:
        found = find(number)
        with suppress(BrokenBarrierError):  # both have looked before either writes, unless one has to wait
            both.wait(0.3)
        return found

    monkeypatch.setattr(hall.book, "find_shared", find_slowly)
    other = organiser.application.test_client()
    other.set_cookie(KEY_COOKIE, hall.key)
    with ThreadPoolExecutor(2) as threads:
        statuses = list(threads.map(stir, [organiser, other], ["gondola", "ponte"]))
    assert sorted(statuses) == [302, 409]


@pytest.mark.usefixtures("handed_out")
def test_a_secret_is_forgotten_without_undoing_what_changed_meanwhile(
    hall: Hall, organiser: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(organiser)
    stir(organiser)
    states(hall, "over", "over")
    look = hall.book.shared

    def looked_before() -> list[Shared]:
        monkeypatch.setattr(hall.book, "shared", look)
        found = look()
        organiser.post("/shared/1/open")
        return found

    monkeypatch.setattr(hall.book, "shared", looked_before)
    hall.tables.forget_secrets()
    (one,) = look()
    assert (one.opened, one.secret) == (True, "")


@pytest.mark.usefixtures("handed_out")
def test_only_the_organiser_shares_urns(hall: Hall, organiser: FlaskClient, guest: FlaskClient) -> None:
    assert make(guest) == 403
    make(organiser)
    for path in ("hand-out", "give-up", "open"):
        assert guest.post(f"/shared/1/{path}", data={"words": "x", "table": "table-1"}).status_code == 403
    assert hall.book.shared()[0].stirred == ()


@pytest.mark.usefixtures("handed_out")
@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "chess.2"},
        {"kind": "venezia.9"},
        {"kind": ""},
        {"table": ["table-1"]},
        {"table": ["table-1", "table-1"]},
        {"table": ["table-1", "no-such-table"]},
        {"table": ["table-1", "#"]},
    ],
)
def test_an_urn_that_cannot_be_is_refused(hall: Hall, organiser: FlaskClient, changes: dict[str, Any]) -> None:
    assert make(organiser, **changes) == 400
    assert hall.book.shared() == []


@pytest.mark.usefixtures("handed_out")
@pytest.mark.parametrize("words", ["", " ", "x" * 99, "x " * 13, "a\x07b"])
def test_words_that_cannot_be_stirred_are_refused(hall: Hall, organiser: FlaskClient, words: str) -> None:
    make(organiser)
    assert stir(organiser, words) == 400
    assert not hall.book.shared()[0].handed_out
    assert organiser.post("/shared/9/hand-out", data={"words": "x"}).status_code == 404
    assert organiser.get("/shared/9").status_code == 404


@pytest.mark.usefixtures("handed_out")
def test_without_passwords_at_the_broker_no_urn_is_shared(hall: Hall, organiser: FlaskClient) -> None:
    hall.has_passwords = False
    assert make(organiser) == 409
    assert hall.book.shared() == []


@pytest.mark.usefixtures("handed_out")
@pytest.mark.parametrize("language", ["en", "de"])
def test_tables_are_compared_for_everyone(
    hall: Hall, organiser: FlaskClient, guest: FlaskClient, language: str
) -> None:
    make(organiser)
    stir(organiser)
    (one,) = hall.book.shared()
    urn = Urn(bytes.fromhex(one.secret), one.stirred)
    states(hall, "over", "over")
    organiser.post("/shared/1/open")
    for number, box in enumerate(TABLES):
        give_out(hall, box, shared_id(one.seal, box), played(number, urn=urn))
    guest.set_cookie("language", language)
    page = guest.get("/shared/1")
    assert page.status_code == 200, page.text
    assert all(name in page.text for name in ("Anna", "Fausto", "table-1", "table-2"))
    assert "hall." not in page.text.replace("hall.css", ""), "every word is worded"
    point = "." if language == "en" else ","
    assert re.search(rf"<b>\+\d+[{point}]\d</b>", page.text), "numbers are written as the language does"
    organiser.post("/people/hide", data={"name": "Anna", "hidden": "1"})
    assert "Anna" not in guest.get("/shared/1").text
    organiser.post("/people/merge", data={"name": "Fausto", "into": "Faust"})
    assert "Fausto" not in guest.get("/shared/1").text


@pytest.mark.usefixtures("handed_out")
def test_a_table_that_played_otherwise_is_left_out_and_named(
    hall: Hall, organiser: FlaskClient, guest: FlaskClient
) -> None:
    say(hall, "table-3", ONLINE, {"online": True})
    make(organiser, table=[*TABLES, "table-3"])
    stir(organiser)
    (one,) = hall.book.shared()
    urn = Urn(bytes.fromhex(one.secret), one.stirred)
    hall.book.change_shared(1, lambda one: replace(one, opened=True))
    records = [played(0, urn=urn), played(1, urn=urn, births="per-pigeon"), played(2, urn=urn)]
    for box, made in zip(one.boxes, records, strict=True):
        give_out(hall, box, shared_id(one.seal, box), made)
    page = guest.get("/shared/1").text
    assert "Not compared: table-2." in page
    assert page.count("table-2") == 1
    assert "Anna" in page
    assert "Ines" in page
    assert "Dario" not in page


@pytest.mark.usefixtures("handed_out")
def test_the_secret_is_forgotten_once_every_box_has_it(hall: Hall, organiser: FlaskClient) -> None:
    make(organiser)
    stir(organiser)
    states(hall, "waiting", "waiting")
    hall.tables.forget_secrets()
    assert hall.book.shared()[0].secret == ""
    assert [urn.secret for urn in hall.tables.urns_for("table-1")] == [""]
