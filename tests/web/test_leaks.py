"""Over HTTP too, nobody learns a ballot before its time: no byte that a phone can get depends on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.referee import Referee
from companion.steps import TABLE
from tests.games.doge.test_secrets import twins
from tests.tables import referee
from tests.web.house import House, first_event, token_of

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
    "/api/table",
    "/api/seat",
    "/api/version",
    "/api/games",
    "/api/rules/doge",
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


def positions(players: int, games: int) -> Iterator[tuple[Referee, Referee, int]]:
    """Random positions of Doge, each with a twin that differs in one seat's unseen secret only."""
    rng = Random(players)
    for seed in range(games):
        judge = referee("doge", players, seed=seed)
        for _ in range(rng.randrange(4, 100)):
            seat = rng.choice(list(judge.open))
            judge.answer(seat, judge.open[seat].choice.sample(rng))
        while not (found := twins(judge, rng)):
            seat = rng.choice(list(judge.open))
            judge.answer(seat, judge.open[seat].choice.sample(rng))
        for twin, owner in rng.sample(found, min(2, len(found))):
            yield judge, twin, owner


@pytest.mark.rule("DOG.B3")
@pytest.mark.parametrize("players", [3, 4])
def test_no_byte_depends_on_anothers_ballots(players: int, tmp_path: Path) -> None:
    compared = 0
    for number, (judge, twin, owner) in enumerate(positions(players, games=8)):
        with at_home(judge, tmp_path / f"{number}") as one, at_home(twin, tmp_path / f"{number}-twin") as other:
            assert told_others(one, owner) == told_others(other, owner)
        compared += 1
    assert compared >= 8


def test_the_owner_does_see_the_difference(tmp_path: Path) -> None:
    """The test above compares something: once they lie on the board, the owner's page shows his ballots."""
    differing = 0
    for number, (judge, twin, owner) in enumerate(positions(3, games=8)):
        with at_home(judge, tmp_path / f"{number}") as one, at_home(twin, tmp_path / f"{number}-twin") as other:
            pairs = list(zip(told_owner(one, owner), told_owner(other, owner), strict=True))
        differs = [mine != his for mine, his in pairs]
        assert len(set(differs)) == 1, "page and API show the owner the same"
        differing += all(differs)
    assert differing >= 5


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
