"""Over HTTP too, nobody learns a secret before its time: no byte that a phone can get depends on it.

Every route is requested. A new one has to be listed here with what may be sent to it, or the tests fail.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion import games
from companion.referee import Referee
from companion.referee.urn import Urn
from companion.steps import TABLE
from companion.words import LANGUAGES
from tests.counted import counted
from tests.nightly import NIGHTLY
from tests.twins import Twins, pairs, says_its_secrets
from tests.web.house import House, first_event, token_of
from web.api.openapi import EXAMPLES

Heard = tuple[str, int, list[tuple[str, str]], bytes]

ON_THE_LINE = "pages.events"
"""This stream never ends, so it is tested separately."""

MOMENTS = 3 if NIGHTLY else 2


def heard(response: TestResponse) -> Heard:
    """Return the request, and every byte of the response except the date; its length is among its headers."""
    headers = [(name, value) for name, value in response.headers if name != "Date"]
    with response:
        return f"{response.request.method} {response.request.path}", response.status_code, headers, response.data


def arguments(house: House) -> dict[str, list[str]]:
    """Values for the variables of an address, by their names in routes."""
    assert house.referee is not None
    return {
        "game": [house.referee.kind.name],
        "page": ["mirror", "seat", "tv", "box"],
        "game_id": [house.game_id(), "no-such-game"],
        "board": ["day-1", "no-such-board"],
        "code": ["IIII"],
        "name": ["mine"],
        "filename": ["style.css", "no-such-file"],
    }


def rules(house: House, method: str) -> list[Rule]:
    return [rule for rule in house.app.url_map.iter_rules() if method in (rule.methods or ())]


def addresses(house: House, rule: Rule) -> Iterator[str]:
    """Yield every address of a route."""
    known = arguments(house)
    names = sorted(rule.arguments)
    for values in product(*(known[name] for name in names)):
        built = rule.build(dict(zip(names, values, strict=True)))
        assert built is not None
        yield built[1]


def looks(phone: FlaskClient, house: House) -> list[Heard]:
    """Read everything that can be read."""
    paths = [path for rule in rules(house, "GET") if rule.endpoint != ON_THE_LINE for path in addresses(house, rule)]
    line: Heard = ("GET /events", 200, [], first_event(phone).encode())
    return [*(heard(phone.get(path)) for path in [*paths, "/no/such/page"]), line]


def sent(house: House, seat: int) -> dict[str, list[dict[str, Any]]]:
    """What a curious phone sends to each route that takes something, as a form or as JSON; seats are guessed."""
    assert house.referee is not None
    decision = house.referee.open.get(seat)
    question = decision.id if decision is not None and not decision.secret else "play@1.1"
    form = {"question": question, "asked": str(seat)}
    sealed = house.referee.run.last_sealed(seat)
    back = {"question": sealed.question if sealed else question, "given": house.referee.given[seat]}
    number = len(house.referee.entries)
    seen = {"entries": str(number)}
    start = {**EXAMPLES["Start"], "commitment": house.site.urn.commitment}
    layout = {"fact": "no-such-fact", "value": "[", "do": "no-such-deed", "tool": "none"}
    return {
        "api.answer": [{"json": {"question": question, "seat": seat, "value": v}} for v in ("no such thing", [9, 9])],
        "api.join": [{"json": {"code": "IIII", "seat": seat}}],
        "api.leave": [{"json": {}}],
        "api.start": [
            {"json": {"game": "doge", "players": [], "options": {}, "word": "", "commitment": "0"}},
            {"json": start},
        ],
        "api.take_back": [{"json": back}],
        "api.undo": [{"json": {"entries": number}}],
        "api.hand_seat": [{"json": {"seat": other, "player": "sharp"}} for other in (1, 2, 9)],
        "api.redo": [{"json": {"entries": entries}} for entries in (number - 1, number)],
        "api.agree": [{"json": {"entries": number, "agrees": agrees}} for agrees in (True, False)],
        "backup.download": [{"data": {}}],
        "backup.allow_restoring": [{"data": {}}],
        "backup.restore": [{"data": {}}],
        "backup.take_piece": [{"data": b"abc"}],
        "first_start.begin_trial": [{"data": {}}],
        "first_start.choose": [{"data": {"language": "fr", "sound": "off", "name": "Anna"}}],
        "first_start.finish": [{"data": {}}],
        "first_start.join_wifi": [{"data": {"ssid": "Rio", "password": "acqua alta"}}],
        "update.allow": [{"data": {}}],
        "update.install": [{"data": {}}],
        "update.take_piece": [{"data": b"abc"}],
        "boards.manage": [{"data": layout}],
        "editor.change": [{"data": {**layout, "do": deed}} for deed in ("use", "save", "open", "discard")],
        "starting.start": [{"data": {}}, {"data": {"name.1": "Anna", "commitment": house.site.urn.commitment}}],
        "simulated_box.key": [{"data": {"key": "OK", "way": "down"}}],
        "deletion.delete": [{"data": {}}, {"data": {"sure": "yes"}}],
        "deletion.restore": [{"data": {}}],
        "downloads.publish_record": [{"data": {}}],
        "layouts.correct": [{"data": layout}],
        "layouts.back_to_ours": [{"data": layout}],
        "pages.answer": [{"data": {**form, "value": value}} for value in ("no such thing", "9")],
        "pages.join": [{"data": {"code": "IIII"}}],
        "pages.set_language": [{"data": {"language": "no-such-tongue", "back": "/seat"}}],
        "pages.take_back": [{"data": back}],
        "pages.take_seat": [{"data": {"seat": str(seat)}}],
        "pages.undo": [{"data": seen}],
        "pages.hand_seat": [{"data": {"seat": str(seat), "player": player}} for player in ("sharp", "people", "")],
        "pages.play_again": [{"data": {"game": game_id}} for game_id in (house.game_id(), "no-such-game")],
        "pages.redo": [{"data": {"entries": str(entries)}} for entries in (number - 1, number)],
        "pages.answer_proposal": [{"data": seen}, {"data": {**seen, "say": "yes"}}],
        "pages.leave": [{"data": {}}],
    }


LAST = (
    "pages.take_back",
    "api.take_back",
    "api.undo",
    "api.redo",
    "api.agree",
    "api.hand_seat",
    "pages.undo",
    "pages.hand_seat",
    "pages.redo",
    "pages.answer_proposal",
    "api.leave",
    "pages.leave",
)
"""Requests that may move the game, in both houses alike, or that give the seat away."""


def tries(phone: FlaskClient, house: House, seat: int, last: bool = False) -> list[Heard]:
    """Return the answers to forbidden requests; and in the end, those to requests that may move the game."""
    bodies = sent(house, seat)
    posts = sorted(rules(house, "POST"), key=lambda rule: [*bodies].index(rule.endpoint))
    assert {rule.endpoint for rule in posts} == set(bodies), "what is tried is no more"
    return [
        heard(phone.post(path, **body))
        for rule in posts
        if (rule.endpoint in LAST) is last
        for path in addresses(house, rule)
        for body in bodies[rule.endpoint]
    ]


@contextmanager
def at_home(judge: Referee, folder: Path) -> Iterator[House]:
    house = House(folder)
    house.site.codes._code = "TWIN"  # shown on the big screen, and drawn at random
    house.site.urn = Urn(bytes(32))  # its seal stands on the form that starts a game
    house.site._clock = lambda: 0.0
    house.put(judge.kind, judge.table, judge.urn, judge.entries)
    yield house
    house.close()


def told(house: House, pair: Twins) -> list[Heard]:
    """Return every byte that anyone gets who must not know the secret, whatever its owner and they may try."""
    phones = {TABLE: house.stranger(), **house.phones()}
    for number, phone in enumerate(phones.values()):
        phone.set_cookie("language", LANGUAGES[number % len(LANGUAGES)])
    others = [phones[seat] for seat in pair.others]
    said = [one for phone in others for one in (*looks(phone, house), *tries(phone, house, pair.owner))]
    if pair.owner != TABLE:
        tries(phones[pair.owner], house, pair.owner)
        assert house.referee is not None
        phones[pair.owner].post("/undo", data={"entries": str(len(house.referee.entries))})
    for phone in (others[-1], others[0]):
        said += [*(looks(phone, house) if NIGHTLY else ()), *tries(phone, house, pair.owner, last=True)]
    return [*said, *looks(others[0], house)]


def told_owner(house: House, owner: int) -> list[bytes]:
    phone = house.phone(owner)
    return [phone.get("/seat").data, phone.get("/part/seat").data, phone.get("/api/seat").data]


@pytest.mark.usefixtures("kept_in_files")
@pytest.mark.rule("DOG.B3", "RIA.I3", "RIA.I5", "VEN.B9", "VEN.D1", "VEN.R1", "VSE.T1")
@pytest.mark.rule("VEZ.P1", "VEZ.P2", "VEZ.X1", "VEZ.X5", "VEZ.Z1")
@pytest.mark.parametrize("game", games.names())
def test_no_byte_depends_on_anothers_secret(game: str, tmp_path: Path) -> None:
    compared = noticed = 0
    for number, pair in enumerate(pairs(game, MOMENTS)):
        one_folder, other_folder = tmp_path / f"{number}", tmp_path / f"{number}-twin"
        with at_home(pair.judge, one_folder) as one, at_home(pair.twin, other_folder) as other:
            compared += 1
            counted(f"twin worlds of {game.capitalize()} compared, all pages")
            if pair.owner != TABLE:
                noticed += told_owner(one, pair.owner) != told_owner(other, pair.owner)
                for house in (one, other):
                    house.site.seats.free(house.game_id(), pair.owner)
            for ours, theirs in zip(told(one, pair), told(other, pair), strict=True):
                assert ours == theirs
    assert compared >= 2
    assert noticed >= 2 or not says_its_secrets(game), "the owner does see a difference, so something is compared"


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
    """Read access to the ledger's folder is not enough to take a seat."""
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
    """Check that this phone gets, byte for byte, what a phone without any cookie gets."""
    before = house.fingerprint()
    stranger = house.stranger()
    for number, one in enumerate((phone, stranger)):
        one.environ_base["REMOTE_ADDR"] = f"10.42.0.{number}"  # wrong codes count by address
    assert looks(phone, house) == looks(stranger, house)
    assert tries(phone, house, 1) == tries(stranger, house, 1)
    assert phone.get("/api/seat").status_code == 403
    assert house.fingerprint() == before
