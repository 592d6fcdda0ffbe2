"""Whoever asked to be left out of public lists is nobody on any page of the hall, also while they play.

Two halls differ in nothing but that person's name. No byte that a guest gets may tell them apart.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.club import book as keeping
from companion.club.book import Book
from companion.club.messages import EVENT, ONLINE, STATE, URNS, shared_id
from companion.club.tables import Tables
from companion.referee.urn import Urn
from companion.words import LANGUAGES
from tests.companion.club import test_comparing
from tests.web.hall.test_hall import KEY, end, say, seat
from tests.web.hall.test_sharing import give_out
from web.hall.app import KEY_COOKIE, create_hall
from web.hall.hall import Hall

NOW = 1_700_000_000.0
TWINS = ("Benedetta", "Benedikta")
"""The same in every list but for their letters."""
URN = Urn(bytes(range(32)))
GUESTS = {"en": "Guest", "fr": "Invité", "it": "Ospite", "de": "Gast", "es": "Invitado"}
STREAMED = "/events"
"""Numbers of versions, and no end."""
Club = Callable[[str], AbstractContextManager[Hall]]
PLACES = {
    "/table/<box>": ("/table/table-1", "/table/table-2"),
    "/table/<box>/board.svg": ("/table/table-1/board.svg",),
    "/results/<game>.jsonl": (f"/results/{shared_id(URN.commitment, 'table-1')}.jsonl",),
    "/person/<path:name>": ("/person/Anna",),
    "/evenings/<int:number>": ("/evenings/1",),
    "/evenings/<int:number>.json": ("/evenings/1.json",),
    "/shared/<int:number>": ("/shared/1",),
    "/fame": ("/fame", "/fame?game=doge", "/fame?players=3"),
    "/tiles": ("/tiles?since=0",),
}


@contextmanager
def club_of(name: str, folder: Path) -> Iterator[Hall]:
    """Yield a hall with a whole evening, in which somebody of this name played and then was left out of lists."""
    with closing(Book(folder / f"{name}.sqlite")) as book:
        hall = Hall(Tables(book, clock=lambda: NOW), KEY, lambda: True, lambda: "")
        client = create_hall(hall).test_client()
        client.set_cookie(KEY_COOKIE, KEY)
        play_rounds(client, hall, name)
        share_an_urn(client, hall, name)
        sit_down(hall, name)
        client.post("/people/hide", data={"name": name.upper(), "hidden": "1"})
        yield hall


def play_rounds(organiser: FlaskClient, hall: Hall, name: str) -> None:
    organiser.post("/rounds/stir", data={"words": "ponte"})
    people = f"Anna\n{name}\nCleo\nDario\nElena\nFausto\nGina\nHugo\nIda"
    for _ in range(2):
        organiser.post("/rounds", data={"people": people, "tables.doge": "2"})
    organiser.post("/rounds/take-back")
    for number, meeting in enumerate(hall.book.evening().rounds[0].round.meetings, start=1):
        end(hall, number, *meeting.people)
    for number in range(10, 13):
        end(hall, number, "Anna", name, "Cleo")
    organiser.post("/rounds/end")
    organiser.post("/rounds/stir", data={"words": "ponte"})
    organiser.post("/rounds", data={"people": people, "tables.doge": "2"})


def share_an_urn(organiser: FlaskClient, hall: Hall, name: str) -> None:
    boxes = ["table-1", "table-2"]
    for box in boxes:
        say(hall, box, ONLINE, {"online": True})
    organiser.post("/shared", data={"kind": "venezia.3", "table": boxes})
    organiser.post("/shared/1/hand-out", data={"words": "gondola"})
    urn = Urn(URN.secret, ["gondola"])
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(test_comparing, "PEOPLE", (("Anna", name, "Cleo"), ("Dario", "Elena", "Fausto")))
        records = [test_comparing.played(number, urn=urn) for number in range(2)]
    for box in boxes:
        say(hall, box, URNS, {"urns": {URN.commitment: "over"}})
    organiser.post("/shared/1/open")
    for box, record in zip(boxes, records, strict=True):
        give_out(hall, box, shared_id(URN.commitment, box), record)


def sit_down(hall: Hall, name: str) -> None:
    """Have them play at the first table, whose box speaks of them and draws them."""
    for n in range(2):
        seat(hall, "table-1", "Anna", name.capitalize(), "Cleo", over=n == 1)
        table = hall.tables.find("table-1")
        assert table is not None
        assert table.now is not None
        state = {"since": 1, "table": table.now | {"asked": f"{name}’s area"}}
        say(hall, "table-1", STATE, state)
        event = {"id": f"b-{n}", "game": table.now["id"], "n": n, "key": "k", "rule": "", "at": 1}
        say(hall, "table-1", EVENT, event | {"text": f"{name} takes {name}’s palace, and {name}s canal."})
    seat(hall, "table-2", "Dario", "Elena", "Fausto")
    hall.tables.take_board("table-1", drawn(name))


def drawn(name: str) -> bytes:
    return (
        f"<svg><style>.Gast{{fill:red}}</style><text class='Gast'>{name}</text>"
        f'<g aria-label="{name}’s stock"><title>{name}</title><path d="M0 0"/></g></svg>'
    ).encode()


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Club:
    monkeypatch.setattr(time, "time", lambda: NOW)
    monkeypatch.setattr(keeping, "fresh_secret", lambda: "07" * 32)
    monkeypatch.setattr(Urn, "fresh", lambda: Urn(URN.secret))
    return lambda name: club_of(name, tmp_path)


def paths(hall: Hall) -> list[str]:
    """Return every page of a hall."""
    rules = {rule.rule for rule in create_hall(hall).url_map.iter_rules() if "GET" in (rule.methods or ())}
    found = [path for rule in sorted(rules) for path in PLACES.get(rule, (rule,))]
    return [path for path in found if path != STREAMED and not path.startswith("/static/")]


def seen(hall: Hall, *, key: str = "", language: str = "en") -> dict[str, bytes]:
    """Return every byte that somebody gets from every page."""
    client = create_hall(hall).test_client()
    client.set_cookie("language", language)
    if key:
        client.set_cookie(KEY_COOKIE, key)
    return {path: client.get(path).data for path in paths(hall)}


def test_no_byte_that_a_guest_gets_tells_who_is_left_out(club: Club) -> None:
    found = []
    for name in TWINS:
        with club(name) as hall:
            found.append({language: seen(hall, language=language) for language in LANGUAGES})
            organisers = seen(hall, key=KEY)
            assert name.encode() in organisers["/rounds"], "the organiser seats people"
            assert name.encode() in organisers["/people"]
            for path in ("/", "/tiles?since=0", "/table/table-1", "/table/table-1/board.svg"):
                assert name.lower().encode() not in organisers[path].lower(), "everyone looks at it"
    one, other = found
    for language, pages in one.items():
        assert {path for path, page in pages.items() if page != other[language][path]} == set()
        assert not [path for path, page in pages.items() if TWINS[0].lower().encode() in page.lower()]
        guest = GUESTS[language]
        for path in ("/", "/table/table-1", "/results", "/rounds", "/evenings/1", "/shared/1"):
            assert guest.encode() in pages[path], path
        assert guest in json.loads(pages["/tiles?since=0"])["tiles"]["table-1"]
        assert pages["/table/table-1/board.svg"] == drawn(guest), "and its shapes stay"
        assert "\u2013".encode() in pages["/results.csv"]


def test_walls_are_told_at_once_when_somebody_asks_to_be_left_out(club: Club) -> None:
    with club("Benno") as hall:
        organiser = create_hall(hall).test_client()
        organiser.set_cookie(KEY_COOKIE, KEY)
        wall = create_hall(hall).test_client()
        version = wall.get("/tiles").get_json()["version"]
        organiser.post("/people/hide", data={"name": "Dario", "hidden": "1"})
        tile = wall.get(f"/tiles?since={version}").get_json()["tiles"]["table-2"]
        assert "Dario" not in tile
        assert "Guest" in tile


def test_whoever_plays_can_be_left_out_before_their_first_result(club: Club) -> None:
    with club("Benno") as hall:
        seat(hall, "table-3", "Zeno", "Elena", "Fausto")
        organiser = create_hall(hall).test_client()
        organiser.set_cookie(KEY_COOKIE, KEY)
        assert "<b>Zeno</b>" in organiser.get("/people").text
