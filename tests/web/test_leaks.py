"""Over HTTP too, nobody learns a ballot or a plan before its time: no byte that a phone can get depends on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.referee import Referee
from companion.steps import TABLE
from tests.web.house import House, first_event, token_of
from tests.web.twins import positions

LOOKS = (
    "/",
    "/seat",
    "/part/mirror",
    "/part/seat",
    "/j/AAAA",
    "/join",
    "/version",
    "/history",
    "/box",
    "/rules/doge",
    "/rules/venezia",
    "/api/table",
    "/api/seat",
    "/api/version",
    "/api/games",
    "/api/rules/doge",
    "/api/rules/venezia",
    "/api/openapi.json",
    "/no/such/page",
)
Heard = tuple[int, list[tuple[str, str]], bytes]


def heard(response: TestResponse) -> Heard:
    """Every byte of a response but the date."""
    headers = [(name, value) for name, value in response.headers if name != "Date"]
    return response.status_code, headers, response.data


def looks(phone: FlaskClient) -> list[Heard | str]:
    return [*(heard(phone.get(path)) for path in LOOKS), first_event(phone)]


def tries(phone: FlaskClient, house: House, owner: int) -> list[Heard]:
    """What a curious phone is told when it tries things it may not, as a page and as the API."""
    assert house.referee is not None
    said = []
    for seat in (TABLE, *house.referee.game.seats):
        decision = house.referee.open.get(seat)
        question = decision.id if decision is not None else "ballots@1.1"
        for value in ("no such thing", [9, 9]):
            form = {"question": question, "asked": str(seat), "value": str(value)}
            said.append(heard(phone.post("/answer", data=form)))
            said.append(heard(phone.post("/api/answer", json={"question": question, "seat": seat, "value": value})))
    said.append(heard(phone.post("/j/AAAA", data={"seat": str(owner)})))
    return said


def last_tries(phone: FlaskClient) -> list[Heard]:
    """Going back: the game may move, in both houses alike."""
    posts = [phone.post(path) for path in ("/undo", "/agree")]
    return [*map(heard, posts), heard(phone.post("/agree", data={"say": "yes"}))]


@contextmanager
def at_home(judge: Referee, folder: Path) -> Iterator[House]:
    house = House(folder)
    house.put(judge.kind, judge.table, judge.urn, judge.entries)
    yield house
    house.close()


def told_others(house: House, owner: int) -> list[object]:
    """Every byte that anyone but the owner can get."""
    phones = house.phones()
    own = phones.pop(owner)
    others = [house.stranger(), *phones.values()]
    told: list[object] = [looks(phone) for phone in others]
    told += [tries(phone, house, owner) for phone in others]
    told += [heard(phone.post("/api/take-back", json={})) for phone in others[:1]]
    told += [last_tries(others[-1]), looks(others[-1]), looks(others[0])]
    own.get("/")
    return told


def told_owner(house: House, owner: int) -> list[bytes]:
    phone = house.phone(owner)
    return [phone.get("/seat").data, phone.get("/part/seat").data, phone.get("/api/seat").data]


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twins begin in the same minute: a page that shows when a game was played may not tell them apart by that."""
    monkeypatch.setattr("companion.ledger.time", SimpleNamespace(strftime=lambda _: "20261116-120000"))


def compare(game: str, players: int, folder: Path) -> int:
    """How many twins were looked at from all sides, and none told from the other."""
    compared = 0
    for number, (judge, twin, owner) in enumerate(positions(game, players, 8)):
        with at_home(judge, folder / f"{number}") as one, at_home(twin, folder / f"{number}-twin") as other:
            assert told_others(one, owner) == told_others(other, owner)
        compared += 1
    return compared


@pytest.mark.rule("DOG.B3")
@pytest.mark.parametrize("players", [3, 4])
def test_no_byte_depends_on_anothers_ballots(players: int, tmp_path: Path) -> None:
    assert compare("doge", players, tmp_path) >= 8


@pytest.mark.rule("VEZ.P1", "VEZ.P2", "VEZ.Z1", "VEZ.X1", "VEZ.X5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_byte_depends_on_anothers_plan(players: int, tmp_path: Path) -> None:
    assert compare("venezia", players, tmp_path) >= 8


@pytest.mark.rule("RIA.I5")
@pytest.mark.parametrize("players", [2, 4])
def test_no_byte_depends_on_anothers_discards(players: int, tmp_path: Path) -> None:
    assert compare("rialto", players, tmp_path) >= 8


@pytest.mark.parametrize(("game", "at_least"), [("doge", 5), ("venezia", 5), ("rialto", 5)])
def test_the_owner_does_see_the_difference(game: str, at_least: int, tmp_path: Path) -> None:
    """The tests above compare something: once they lie on the board, the owner's page shows his own."""
    differing = 0
    for number, (judge, twin, owner) in enumerate(positions(game, 3, 8)):
        with at_home(judge, tmp_path / f"{number}") as one, at_home(twin, tmp_path / f"{number}-twin") as other:
            pairs = list(zip(told_owner(one, owner), told_owner(other, owner), strict=True))
        differs = [mine != his for mine, his in pairs]
        assert len(set(differs)) == 1, "page and API show the owner the same"
        differing += all(differs)
    assert differing >= at_least


def test_a_cookie_of_another_game_gets_nothing(house: House) -> None:
    phone = house.phone(1)
    assert phone.get("/api/seat").status_code == 200
    house.begin(seed=2)
    refuses_as_a_stranger(house, phone)


@pytest.mark.parametrize("forged", ["", "1", "0", "x" * 32, "é", "\ud7ff" * 9, "null", "../seats", "x" * 4000])
def test_a_forged_cookie_gets_nothing(house: House, forged: str) -> None:
    house.phone(1)
    phone = house.stranger()
    phone.set_cookie("seat", forged)
    refuses_as_a_stranger(house, phone)


def test_the_fingerprint_that_is_kept_on_disk_is_no_cookie(house: House) -> None:
    """Who can read the ledger's folder still can't sit down."""
    token = token_of(house.phone(1))
    kept = (house.ledger.folder / "seats.json").read_text("utf-8")
    assert token not in kept
    for print_of_token in house.site.seats._held[house.game_id()].values():
        phone = house.stranger()
        phone.set_cookie("seat", print_of_token)
        refuses_as_a_stranger(house, phone)


def test_a_seat_that_was_given_up_is_closed_to_its_old_cookie(house: House) -> None:
    phone = house.phone(1)
    token = token_of(phone)
    phone.post("/leave")
    phone.set_cookie("seat", token)
    refuses_as_a_stranger(house, phone)


def refuses_as_a_stranger(house: House, phone: FlaskClient) -> None:
    """This phone is told, byte for byte, what a phone without any cookie is told."""
    before = house.fingerprint()
    assert looks(phone) == looks(house.stranger())
    assert tries(phone, house, 1)[:-1] == tries(house.stranger(), house, 1)[:-1]
    assert phone.get("/api/seat").status_code == 403
    assert house.fingerprint() == before
