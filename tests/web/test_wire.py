"""What goes over the wire is compressed, and what does not change goes once."""

from __future__ import annotations

import gzip
import re
from random import Random

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import Headers

from companion import games
from companion.referee.simulation import play_random
from tests.tables import referee
from tests.web.house import House
from tests.web.states import DEALT

READS: dict[str, str] = {"Accept-Encoding": "gzip, deflate"}
DRESS = re.compile(r'(?:href|src)="(/(?:static|board)/[^"]+)"')


def fetch(phone: FlaskClient, path: str, **headers: str) -> tuple[bytes, Headers]:
    """Return the body and the headers of a response, as they go over the wire."""
    with phone.get(path, headers=headers) as response:
        return response.data, response.headers


def dress(phone: FlaskClient) -> list[str]:
    """Return the addresses of all styles, scripts and pictures of the table's page."""
    found = DRESS.findall(phone.get("/").text)
    assert len(found) >= 6
    return [path.replace("&amp;", "&") for path in found]


@pytest.mark.parametrize("path", ["/", "/part/mirror", "/static/style.css", "/board/doge.css", "/api/table"])
def test_pages_are_compressed_for_phones_that_can_read_it(house: House, path: str) -> None:
    phone = house.stranger()
    (plain, plain_head), (packed, packed_head) = fetch(phone, path), fetch(phone, path, **READS)
    assert packed_head["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain_head
    assert int(packed_head["Content-Length"]) == len(packed) < len(plain) / 2
    assert gzip.decompress(packed) == plain
    assert "Accept-Encoding" in plain_head["Vary"]
    assert "Accept-Encoding" in packed_head["Vary"]


def test_scripts_are_sent_without_the_lines_that_only_people_read(house: House) -> None:
    """All that runs is sent, in its order; a phone that can't read compressed files gets the file as it is."""
    phone = house.stranger()
    scripts = [path for path in dress(phone) if ".js" in path]
    assert len(scripts) > 3
    for path in scripts:
        written, packed = fetch(phone, path)[0].splitlines(), fetch(phone, path, **READS)[0]
        code = [line for line in written if not line.lstrip().startswith(b"//")]
        assert gzip.decompress(packed).splitlines() == code
        assert len(code) < len(written)


def test_events_are_not_compressed(house: House) -> None:
    """A stream that waited to be packed would come late."""
    with house.stranger().get("/events", headers=READS) as response:
        assert "Content-Encoding" not in response.headers


def test_what_pages_are_dressed_with_is_kept_until_it_changes(house: House) -> None:
    """Its address names its digest, so it never has to be requested again."""
    phone = house.stranger()
    for path in dress(phone):
        assert re.search(r"\?v=[0-9a-f]{16}$", path), path
        assert "immutable" in fetch(phone, path)[1]["Cache-Control"]


def test_another_digest_is_not_kept(house: House) -> None:
    """A page that is older than the box must not keep a new style under its old name."""
    phone = house.stranger()
    for path in ("/static/style.css", "/static/style.css?v=0", "/board/doge.css?v=0123456789abcdef"):
        assert "immutable" not in fetch(phone, path)[1].get("Cache-Control", "")


def test_a_first_load_is_small(house: House) -> None:
    """The table's page in the middle of a game, with all that it is dressed with: at most 30 KB."""
    phone = house.stranger()
    sizes = [len(fetch(phone, path, **READS)[0]) for path in ["/", *dict.fromkeys(dress(phone))]]
    assert sum(sizes) < 30_000


def sent(phone: FlaskClient, path: str) -> tuple[int, str]:
    """Return the bytes of a response with its head, as they go over the wire, and its text."""
    data, headers = fetch(phone, path, **READS)
    head = sum(len(f"{name}: {value}\r\n") for name, value in headers)
    return head + len(data), (gzip.decompress(data) if "Content-Encoding" in headers else data).decode()


@pytest.mark.parametrize("game", games.names())
def test_the_first_load_of_a_full_table_is_small(empty_house: House, game: str) -> None:
    """Under 30 KB in the middle of a game with the most players, for whoever watches and for a seat."""
    judge = referee(game, max(games.find(game).game.players), 1, None, **DEALT.get(game, {}))
    play_random(judge, Random(1), most=80)
    empty_house.put(judge.kind, judge.table, judge.urn, judge.entries)
    for phone, path in ((empty_house.stranger(), "/"), (empty_house.phone(1), "/seat")):
        size, page = sent(phone, path)
        beside = dict.fromkeys(found.replace("&amp;", "&") for found in DRESS.findall(page))
        assert len(beside) > 6
        assert size + sum(sent(phone, one)[0] for one in beside) < 30_000


def test_no_page_brings_what_it_has_no_use_for(house: House) -> None:
    """Only a seat speaks, only the end of a game has a podium, and a table is not a page to read."""
    phones = {"/": house.stranger(), "/seat": house.phone(1)}
    loaded = {path: DRESS.findall(phone.get(path).text) for path, phone in phones.items()}
    assert "voice.js" in str(loaded["/seat"])
    assert "voice.js" not in str(loaded["/"])
    assert not re.search(r"ending\.css|reading\.css", str(loaded))
    house.run(lambda: play_random(house.judge, Random(1)))
    assert all("ending.css" in str(DRESS.findall(phone.get(path).text)) for path, phone in phones.items())
    assert "reading.css" in phones["/"].get("/history").text
