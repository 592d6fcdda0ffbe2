"""Access: every route is walked by strangers, players and the machine itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion import games
from companion.ledger.game_file import GameFile
from companion.referee.simulation import play_random, random_urn
from tests.tables import table
from tests.web.house import FakeSimulatedBox, House
from web.access import DEEDS, NEEDS, Need
from web.api.openapi import EXAMPLES
from web.origin import is_this_machine
from web.petitions import (
    BACKUP,
    BOARDS,
    DELETE,
    RECORD,
    RESTORE,
    RESTORE_BACKUP,
    SET_UP,
    START,
    UPDATE,
    Petition,
    Petitions,
)

AFAR = "192.168.1.66"
ARGUMENTS = {"game": "venise", "page": "mirror", "filename": "style.css", "board": "day-1", "name": "Mine"}
BODIES = {
    "api.answer": {"question": "x", "seat": 1, "value": 1},
    "api.take_back": {"question": "x", "given": 1},
    "api.hand_seat": {"seat": 1, "player": "sharp"},
    "api.undo": {"entries": 0},
    "api.redo": {"entries": 0},
    "api.agree": {"entries": 0, "agrees": True},
    "api.leave": {},
}


def kept_game(house: House) -> str:
    """Return the id of a game that was played, and left again."""
    played = house.ledger.begin(games.find("doge").game, table("doge", 3), random_urn(Random(1)))
    play_random(played, Random(1))
    assert isinstance(played.keeper, GameFile)
    played.keeper.close()
    return played.keeper.path.stem


def requests_to(house: House, ids: Mapping[str, str] | None = None) -> Iterator[tuple[str, str, str]]:
    """Yield every route with each of its methods: endpoint, method and path; `ids` are games by deed."""
    arguments = ARGUMENTS | {"code": house.site.codes.code}
    for rule in house.app.url_map.iter_rules():
        if rule.endpoint == "pages.events":  # it never ends
            continue
        arguments["game_id"] = (ids or {}).get(DEEDS.get(rule.endpoint, ""), "1")
        values = {name: arguments.get(name, "1") for name in rule.arguments}
        path = house.app.url_map.bind("localhost").build(rule.endpoint, values)
        yield from ((rule.endpoint, method, path) for method in {"GET", "POST"} & set(rule.methods or ()))


def send(client: FlaskClient, endpoint: str, method: str, path: str, address: str = AFAR) -> TestResponse:
    return client.open(path, method=method, environ_overrides={"REMOTE_ADDR": address}, json=BODIES.get(endpoint))


def files_of(house: House) -> list[Path]:
    """Return all files except those of the index, which any list of games may update."""
    return sorted(path for path in house.ledger.folder.rglob("*") if not path.name.startswith("index.sqlite"))


def test_every_route_is_in_the_table(house: House) -> None:
    assert set(NEEDS) == {rule.endpoint for rule in house.app.url_map.iter_rules()}


def test_strangers_may_look_read_and_join_and_nothing_else(house: House) -> None:
    before, files = house.fingerprint(), files_of(house)
    for endpoint, method, path in requests_to(house):
        for address in (AFAR, "127.0.0.1"):
            with send(house.stranger(), endpoint, method, path, address) as response:
                is_closed = NEEDS[endpoint] in (Need.SEAT, Need.OWNER, Need.WORD, Need.SET_UP)
                assert (response.status_code == 403) == is_closed, (endpoint, address)
    assert (house.fingerprint(), files_of(house)) == (before, files)


def test_a_seat_may_do_everything_but_what_only_the_owner_may(house: House) -> None:
    phone = house.phone(1)
    for endpoint, method, path in requests_to(house):
        if endpoint in (
            "pages.leave",
            "api.leave",
            "pages.answer",
            "api.answer",
        ):  # the seat is gone afterwards; there is no such question
            continue
        with send(phone, endpoint, method, path) as response:
            assert (response.status_code == 403) == (NEEDS[endpoint] in (Need.WORD, Need.SET_UP)), endpoint


@pytest.mark.parametrize("job", ["no game", "a job without seats"])
def test_without_seats_only_the_machine_itself_changes_boards(empty_house: House, job: str) -> None:
    if job != "no game":
        kit = games.find("doge")
        kind = kit.draws["order"]
        empty_house.put(kind, kind.set_table((), {}, kit.layout()), random_urn(Random(1)))
    files = files_of(empty_house)
    for endpoint, method, path in requests_to(empty_house):
        if NEEDS[endpoint] is Need.OWNER:
            response = send(empty_house.stranger(), endpoint, method, path)
            assert response.status_code == 403, endpoint
            assert "take a seat" in response.text
    assert files_of(empty_house) == files
    for endpoint, method, path in requests_to(empty_house):
        if NEEDS[endpoint] is Need.OWNER:
            response = send(empty_house.stranger(), endpoint, method, path, "127.0.0.1")
            assert response.status_code != 403, endpoint


def test_whatever_needs_the_owner_names_its_deed() -> None:
    assert set(DEEDS) == {
        endpoint for endpoint, need in NEEDS.items() if need in (Need.OWNER, Need.WORD, Need.SET_UP)
    }


@pytest.mark.parametrize("has_game", [False, True])
def test_the_owners_word_opens_what_needs_it_and_nothing_else(empty_house: House, has_game: bool) -> None:
    """Every route is walked before and after the word is given, by a phone that asks for one deed after the other."""
    ids = {DELETE: kept_game(empty_house), RECORD: kept_game(empty_house), RESTORE: kept_game(empty_house)}
    empty_house.ledger.delete(ids[RESTORE])
    if has_game:
        empty_house.begin()
    asked: list[Petition] = []
    empty_house.asked = asked
    phone, files = empty_house.stranger(), files_of(empty_house)
    for endpoint, method, path in requests_to(empty_house, ids):
        if NEEDS[endpoint] in (Need.OWNER, Need.WORD, Need.SET_UP):
            with send(phone, endpoint, method, path) as response:
                assert response.status_code == 403, endpoint
                assert f">{asked[-1].code}<" in response.get_data(as_text=True)
            assert (asked[-1].deed.kind, asked[-1].address) == (DEEDS[endpoint], AFAR)
            asked[-1].answer(allowed=True)
            with send(empty_house.stranger(), endpoint, method, path) as response:
                assert response.status_code == 403, "the word is not for another phone"
            assert files_of(empty_house) == files
            with send(phone, endpoint, method, path) as response:
                assert response.status_code != 403, endpoint
            files = files_of(empty_house)
            empty_house.site.petitions = Petitions()  # the next deed is asked for again
        elif NEEDS[endpoint] is Need.SEAT:
            with send(phone, endpoint, method, path) as response:
                assert response.status_code in ((403,) if has_game else (403, 404)), endpoint
    assert {petition.deed.kind for petition in asked} == {
        *(BACKUP, RESTORE_BACKUP, UPDATE, SET_UP),
        *(BOARDS, DELETE, RECORD, RESTORE),
    }


def starts(house: House) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield every request that starts a game of Doge: endpoint, path and what is sent."""
    names, commitment = {"name.1": "Anna", "name.2": "Bo", "name.3": "Cy"}, house.site.urn.commitment
    by_api = {**EXAMPLES["Start"], "commitment": commitment}
    sent = {"starting.start": {"data": {**names, "commitment": commitment}}, "api.start": {"json": by_api}}
    assert set(sent) == {endpoint for endpoint, need in NEEDS.items() if need is Need.START}
    paths = {
        endpoint: path.replace("venise", "doge") for endpoint, method, path in requests_to(house) if method == "POST"
    }
    yield from ((endpoint, paths[endpoint], body) for endpoint, body in sent.items())


@pytest.mark.parametrize("address", [AFAR, "127.0.0.1"])
@pytest.mark.parametrize("has_box", [False, True])
def test_starting_a_game_takes_the_owners_word_where_there_is_a_box(
    tmp_path: Path, has_box: bool, address: str
) -> None:
    """The machine itself is no exception: whoever stands at the box must know what begins."""
    for number in range(sum(need is Need.START for need in NEEDS.values())):
        house = House(tmp_path / f"{number}")
        _, path, body = list(starts(house))[number]
        asked: list[Petition] = []
        house.asked = asked if has_box else None
        house.stranger().post(path, **body, environ_overrides={"REMOTE_ADDR": address})
        assert [petition.deed.kind for petition in asked] == [START] * has_box
        assert (house.referee is None) == has_box
        for petition in asked:
            house.run(partial(petition.answer, allowed=True))
        assert house.referee is not None
        house.close()


@pytest.mark.parametrize("has_box", [False, True])
def test_while_a_game_is_on_nobody_starts_another(house: House, has_box: bool) -> None:
    asked: list[Petition] = []
    house.asked = asked if has_box else None
    before, files = house.fingerprint(), files_of(house)
    for phone in (house.stranger(), house.phone(1)):
        for _, path, body in starts(house):
            assert phone.post(path, **body).status_code == 409
    assert asked == []
    house.site.seats.free(house.game_id(), 1)
    assert (house.fingerprint(), set(files_of(house)) - set(files)) == (before, {house.ledger.folder / "seats.json"})


@pytest.mark.parametrize("address", [AFAR, "127.0.0.1"])
@pytest.mark.parametrize("is_shared", [False, True])
def test_the_simulated_box_answers_its_own_machine_unless_it_is_shared(
    house: House, monkeypatch: pytest.MonkeyPatch, address: str, is_shared: bool
) -> None:
    monkeypatch.setattr(house, "simulated_box", FakeSimulatedBox())
    house.site.share_box = is_shared
    for endpoint, method, path in requests_to(house):
        if NEEDS[endpoint] is Need.BOX:
            body = {"key": "OK", "way": "down"} if method == "POST" else None
            response = house.stranger().open(
                path, method=method, data=body, environ_overrides={"REMOTE_ADDR": address}
            )
            assert (response.status_code == 403) == (address == AFAR and not is_shared), path
            assert ("--share-box" in response.text) == (response.status_code == 403)


def test_a_route_that_is_not_in_the_table_is_refused(house: House) -> None:
    house.app._got_first_request = False  # Flask adds no routes once it has served one
    house.app.add_url_rule("/new", "new", lambda: "secret")
    assert house.phone(1).get("/new").status_code == 403


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("127.0.0.1", True),
        ("127.0.0.2", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        (AFAR, False),
        ("::ffff:192.168.1.66", False),
        ("fe80::1%wlan0", False),
        ("", False),
    ],
)
def test_the_machine_is_known_by_its_loopback_address(address: str, expected: bool) -> None:
    with Flask(__name__).test_request_context(environ_overrides={"REMOTE_ADDR": address}):
        assert is_this_machine() is expected
