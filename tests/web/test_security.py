"""Permissions, and what nobody may learn: headers, cookies, hosts, codes and logs."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse
from werkzeug.wrappers import Response

from companion.referee.entries import Answer
from companion.refusal import Refusal
from tests.web.house import House, said, token_of
from web import access
from web.access import Need
from web.boards.gallery import PICTURE_POLICY
from web.table import seats
from web.table.seats import Codes

ARGUMENTS = {"game": "doge", "code": "AAAA", "page": "mirror", "filename": "style.css"}


def get_paths(house: House) -> list[str]:
    """Return every path for GET, with sensible values for its variables."""
    paths = []
    for rule in house.app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.endpoint != "pages.events":
            built = house.app.url_map.bind("localhost").build(
                rule.endpoint, {name: ARGUMENTS.get(name, "1") for name in rule.arguments}
            )
            paths.append(built)
    return sorted({*paths, "/part/seat", "/no/such/page", "/api/no/such/page"})


def everyone(house: House) -> list[FlaskClient]:
    return [house.stranger(), *house.phones().values()]


def sealing(house: House) -> dict[int, FlaskClient]:
    """Phones at a table where one seat has sealed its ballots and the others still think."""
    phones = house.phones()
    rng = Random(3)
    referee = house.judge
    while not all(decision.secret for decision in referee.open.values()):
        seat, decision = next(iter(referee.open.items()))
        value = decision.choice.sample(rng)
        house.run(partial(referee.answer, seat, value))
    seat, decision = next(iter(referee.open.items()))
    body = {"question": decision.id, "seat": seat, "value": decision.choice.sample(rng)}
    assert phones[seat].post("/api/answer", json=body).status_code == 200
    return phones


def test_every_page_has_its_security_headers(house: House) -> None:
    for phone in everyone(house):
        for path in get_paths(house):
            with phone.get(path) as response:
                headers = response.headers
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert "Access-Control-Allow-Origin" not in headers
            if response.mimetype == "text/css":  # no document: the rest would mean nothing
                continue
            policy = headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy, path
            if path == "/picture.svg":
                assert policy == PICTURE_POLICY
                policy = policy.replace("style-src 'unsafe-inline'", "")  # its style is in it
            assert "unsafe" not in policy
            assert "frame-ancestors 'none'" in policy
            assert headers["Referrer-Policy"] in ("no-referrer", "same-origin")
            assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_browsers_never_store_a_seats_page(house: House) -> None:
    phone = house.phone(1)
    for path in ("/", "/seat", "/part/seat", "/api/seat", "/api/table"):
        assert phone.get(path).headers["Cache-Control"] == "no-store"


def test_no_page_has_a_script_or_style_of_its_own(house: House) -> None:
    """The policy would block them, so none may be needed."""
    for phone in everyone(house):
        for path in get_paths(house):
            with phone.get(path) as response:
                text = response.get_data(as_text=True) if response.mimetype == "text/html" else ""
            for forbidden in ("<style", " style=", " onclick=", "<script>"):
                assert forbidden not in text, path


def cookies_of(response: Response) -> list[str]:
    return response.headers.getlist("Set-Cookie")


def test_cookies_are_for_this_site_and_no_script(house: House) -> None:
    given = [
        house.stranger().post(f"/j/{house.site.codes.code}", data={"seat": "1"}),
        house.stranger().post("/api/join", json={"code": house.site.codes.code, "seat": 2}),
        house.stranger().post("/language", data={"language": "fr"}),
    ]
    for response in given:
        (cookie,) = cookies_of(response)
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie


def test_getting_a_page_changes_nothing(house: House) -> None:
    for phone in sealing(house).values():
        before, version = house.fingerprint(), house.site.listeners.version
        code, held = house.site.codes.code, dict(house.site.seats._held)
        for path in get_paths(house):
            for method in ("GET", "HEAD", "OPTIONS"):
                with phone.open(path, method=method) as response:
                    assert not cookies_of(response), path
                    assert response.status_code < 500, path
        assert house.fingerprint() == before
        assert (house.site.listeners.version, house.site.codes.code) == (version, code)
        assert house.site.seats._held == held


@pytest.mark.parametrize(
    "path", ["/answer", "/take-back", "/leave", "/language", "/api/answer", "/api/join", "/api/take-back"]
)
def test_changes_are_posted(house: House, path: str) -> None:
    assert house.stranger().get(path).status_code == 405


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8080", "10.42.0.1", "192.168.1.7:80", "[fe80::1]:8080", "ballottino.local:8080"]
)
def test_the_box_answers_to_its_own_names(house: House, host: str) -> None:
    assert house.stranger().get("/api/version", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "evil.example:80",
        "10.42.0.1.evil.example",
        "a b",
        "",
        "local",
        "é",
        "@",
    ],
)
@pytest.mark.parametrize("path", ["/", "/api/table"])
def test_the_box_answers_to_no_other_name(house: House, host: str, path: str) -> None:
    """Otherwise another site could point its own name at the box and read along."""
    response = house.stranger().get(path, headers={"Host": host})
    assert response.status_code == 400
    assert house.judge.urn.commitment not in response.text


STRANGE = [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://localhost:1"},
    {"Origin": "http://localhost.evil.example"},
    {"Origin": "localhost"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
]


@pytest.mark.parametrize("headers", STRANGE)
def test_another_sites_post_is_refused(house: House, headers: dict[str, str]) -> None:
    phones = sealing(house)
    before, code = house.fingerprint(), house.site.codes.code
    (sealed,) = house.judge.entries[house.judge.run.sealed_from :]
    assert isinstance(sealed, Answer)
    phone, body = phones[sealed.seat], {"question": sealed.question}
    for path in ("/take-back", "/leave", "/answer", f"/j/{code}"):
        assert phone.post(path, data=body, headers=headers).status_code == 403
    status, error = said(phone.post("/api/take-back", json=body, headers=headers))
    assert (status, error["key"]) == (403, "forbidden")
    assert house.fingerprint() == before


def test_our_own_pages_may_post(house: House) -> None:
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert house.stranger().post("/language", data={"language": "it"}, headers=headers).status_code == 302


@pytest.mark.parametrize("way", ["page", "api"])
def test_guessing_codes_is_limited(house: House, way: str) -> None:
    """After too many wrong codes even the right one has to wait."""

    def knock(code: str) -> int:
        if way == "page":
            return house.stranger().post(f"/j/{code}", data={"seat": "1"}).status_code
        return said(house.stranger().post("/api/join", json={"code": code, "seat": 1}))[0]

    codes = [knock("0000") for _ in range(seats.TRIES + 1)]
    assert codes == [403] * seats.TRIES + [429]
    assert knock(house.site.codes.code) == 429
    assert not house.site.seats.taken(house.game_id())


def test_the_limit_on_guesses_expires() -> None:
    now = [0.0]
    codes = Codes(lambda: now[0])
    for _ in range(seats.TRIES):
        with pytest.raises(Refusal, match="wrong-code"):
            codes.check("0000", "10.42.0.7")
    with pytest.raises(Refusal, match="too-many-tries"):
        codes.check(codes.code, "10.42.0.7")
    now[0] += seats.TRY_WINDOW + 1
    codes.check(codes.code, "10.42.0.7")


def test_one_code_serves_all_free_seats(house: House) -> None:
    """Two people who scan the same screen both get in; the same seat goes to the first."""
    code = house.site.codes.code
    first, second, third = (house.stranger() for _ in range(3))
    assert first.post(f"/j/{code}", data={"seat": "1"}).status_code == 302
    assert second.post(f"/j/{code}", data={"seat": "1"}).status_code == 409
    assert second.post(f"/j/{code}", data={"seat": "2"}).status_code == 302
    assert said(third.post("/api/join", json={"code": code, "seat": 3}))[0] == 200
    assert house.site.codes.code == code


def test_guessing_locks_nobody_else_out(house: House) -> None:
    code = house.site.codes.code
    rude = {"REMOTE_ADDR": "192.168.1.66"}
    for _ in range(seats.TRIES + 5):
        answer = house.stranger().post("/j/0000", data={"seat": "1"}, environ_overrides=rude)
    assert answer.status_code == 429
    assert house.stranger().post(f"/j/{code}", data={"seat": "1"}, environ_overrides=rude).status_code == 429
    assert house.stranger().post(f"/j/{code}", data={"seat": "1"}).status_code == 302


def test_the_number_of_remembered_addresses_is_limited() -> None:
    codes = Codes(lambda: 0.0)
    for number in range(2 * seats.ADDRESSES):
        with pytest.raises(Refusal, match="wrong-code"):
            codes.check("0000", f"fe80::{number}")
    assert len(codes._tries) == seats.ADDRESSES
    assert f"fe80::{2 * seats.ADDRESSES - 1}" in codes._tries


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Referer": "http://evil.example/page"},
        {"Accept": "image/avif,image/webp,*/*;q=0.8"},
        {"Origin": "null"},
    ],
)
def test_requests_from_other_sites_do_not_count_as_guesses(house: House, headers: dict[str, str]) -> None:
    for code in (house.site.codes.code, *["0000"] * (seats.TRIES + 1)):
        answer = house.stranger().get(f"/j/{code}", headers=headers)
        assert answer.status_code == 200
        assert "Anna" not in answer.text, "nor do they learn anything"
    for _ in range(seats.TRIES + 1):
        house.stranger().post("/j/0000", data={"seat": "1"}, headers={"Origin": "http://evil.example"})
    assert house.stranger().get(f"/j/{house.site.codes.code}").status_code == 200


def test_a_code_expires() -> None:
    now = [0.0]
    codes = Codes(lambda: now[0])
    old = codes.code
    now[0] += seats.LIFETIME + 1
    with pytest.raises(Refusal, match="wrong-code"):
        codes.check(old, "10.42.0.7")
    assert codes.code != old


ELSEWHERE = ("//evil.example", "http://evil.example", "/\\evil.example", "\\\\evil.example", "evil", "")
BENT = (
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r\nX: y",
    "/a\x00",
    "/ /evil.example",
    "/\x7f",
    "/\u2028",
    "/seat\n",
)
"""Paths with characters that a header can't hold, or that a browser drops before it resolves them."""


@pytest.mark.parametrize("back", ELSEWHERE + BENT)
def test_a_phone_is_never_sent_to_another_site(house: House, back: str) -> None:
    response = house.stranger().post("/language", data={"language": "fr", "back": back})
    assert response.status_code == 302
    assert response.headers["Location"] == "/"


def told(response: TestResponse) -> str:
    """Return all of a response: its address, its headers, and its text."""
    with response:
        return f"{response.request.url} {response.headers} {response.get_data(as_text=True)}"


def test_no_secret_is_in_a_log_a_url_or_an_error(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    phones = sealing(house)
    (sealed,) = house.judge.entries[house.judge.run.sealed_from :]
    assert isinstance(sealed, Answer)
    pages, errors = [], []
    for seat, phone in [(0, house.stranger()), *phones.items()]:
        pages += [told(phone.get(path)) for path in get_paths(house)]
        errors += [told(phone.post("/answer", data={"question": sealed.question, "asked": f"{sealed.seat}"}))]
        body = {"question": sealed.question, "seat": sealed.seat, "value": "no such thing"}
        errors += [told(phone.post("/api/answer", json=body))]
        if seat != sealed.seat:
            back = {"question": sealed.question, "given": house.judge.given[seat]}
            errors += [told(phone.post("/take-back", data=back)), told(phone.post("/api/take-back", json=back))]
    log = [caplog.text, *(f"{record.__dict__}" for record in caplog.records)]
    for secret in (house.judge.urn.secret.hex(), repr(house.judge.urn.secret), *map(token_of, phones.values())):
        assert not [text for text in [*pages, *errors, *log] if secret in text]
    ballots = [json.dumps(sealed.value), "+".join(map(str, sealed.value))]
    assert len(sealed.value) > 1, "one ballot alone is no text to look for"
    assert not [text for text in [*errors, *log] for ballot in ballots if ballot in text]


def test_an_internal_fault_is_reported_without_its_details(house: House) -> None:
    """The internal error may quote a ballot: the box keeps it to itself."""
    phones = sealing(house)
    seat, decision = next(iter(house.judge.open.items()))
    house.run(lambda: house.judge.run.halt(ValueError("ballots 3, 2, 1")))
    for response in (
        phones[seat].post("/api/answer", json={"question": decision.id, "seat": seat, "value": [1]}),
        phones[seat].post("/answer", data={"question": decision.id, "asked": str(seat)}),
        *(phones[seat].get(path) for path in ("/", "/seat", "/api/table", "/api/seat")),
    ):
        assert "ballots 3" not in response.text
        assert "ValueError" not in response.text
        assert response.status_code < 500


@pytest.mark.parametrize("path", ["/api/crashes", "/crashes"])
def test_a_crash_is_reported_without_its_details(house: House, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "NEEDS", {"crashes": Need.NOTHING})
    house.app.add_url_rule(path, "crashes", lambda: str(1 // 0))
    response = house.stranger().get(path)
    assert response.status_code == 500
    assert "Error" not in response.text
    assert "Traceback" not in response.text


def test_a_seat_does_not_carry_over_when_the_game_changes_meanwhile(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cookie is looked up in the loop, together with the answer: a new game does not know it."""
    phone = house.phone(1)
    post = house.post
    first = house.judge

    def put_another_game_first(item: Callable[[], None]) -> None:
        monkeypatch.setattr(house, "post", post)
        house.begin(seed=2)
        post(item)

    seat, decision = 1, first.open.get(1)
    question = decision.id if decision else "area@1.1"
    monkeypatch.setattr(house, "post", put_another_game_first)
    status, error = said(phone.post("/api/answer", json={"question": question, "seat": seat, "value": "castello"}))
    assert (status, error["key"]) == (403, "no-seat")
    assert not house.judge.entries
