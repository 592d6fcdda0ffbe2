"""Whatever is sent, a phone gets a clear reason and the game stays as it was: never a 5xx."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from werkzeug.test import TestResponse

from tests.counted import counted
from tests.web.house import House, said, token_of
from web.api.openapi import DEEPEST, DESCRIPTION
from web.application import LARGEST

OPERATIONS = [(path, method) for path, methods in DESCRIPTION["paths"].items() for method in methods]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
POSTS = ("/api/join", "/api/answer", "/api/start", "/api/take-back")
BOUNDED = settings(
    max_examples=40,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


class Target:
    """A house with a phone at the seat that is asked, and no limit on guesses, which would hide what is behind it."""

    def __init__(self, house: House) -> None:
        self.house = house
        referee = house.begin()
        self.seat, self.decision = next(iter(referee.open.items()))
        self.phone = house.phone(self.seat)
        self._check = house.site.codes.check
        house.site.codes.check = self.check_unlimited  # type: ignore[method-assign]
        self.before = house.fingerprint()

    def check_unlimited(self, said: str, address: str) -> None:
        self.house.site.codes._tries.clear()
        self._check(said, address)

    def refuses(self, response: TestResponse) -> None:
        """Check for a 4xx with a clear reason, and that nothing has changed."""
        assert 400 <= response.status_code < 500, (response.status_code, response.text)
        if response.request.path.startswith("/api/"):
            _, error = said(response)
            assert set(error) == {"key", "text", "rule"}
            assert error["text"]
            assert not error["text"].startswith(("refuse.", "web."))
            assert len(error["text"]) < 400
        else:
            assert "<h1>" in response.text
        assert "Traceback" not in response.text
        assert self.house.fingerprint() == self.before
        counted("requests refused in clear words, the game unchanged")

    def legal(self, **changed: Any) -> dict[str, Any]:
        """Return a body that would be accepted, except for these changes."""
        value = next(self.decision.choice.legal())
        return {"question": self.decision.id, "seat": self.seat, "value": value, **changed}


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """One house for everything that is thrown at it: it stands to the end."""
    house = House(tmp_path_factory.mktemp("house"))
    yield Target(house)
    house.close()


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["fitting", "unfit"])
@pytest.mark.parametrize("seated", [False, True], ids=["stranger", "seated"])
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_the_api_is_as_described(target: Target, path: str, method: str, seated: bool, mode: GenerationMode) -> None:
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", target.house.app)
    operation = schema[path][method]
    takes_something = path == "/api/rules/{game}" or (method == "post" and path in POSTS)
    if mode == GenerationMode.NEGATIVE and not takes_something:
        return  # without parameters nothing can be invalid
    if path == "/api/leave" and seated:
        return  # it is meant to change who sits at the table
    if path == "/api/player" and seated and mode == GenerationMode.POSITIVE:
        return  # it is meant to change who plays

    @BOUNDED
    @given(operation.as_strategy(mode))
    def throw(case: Case[Any]) -> None:
        case.headers["Accept-Encoding"] = "identity"  # this way of calling does not unpack
        if seated:
            case.cookies = {"seat": token_of(target.phone)}
        case.call_and_validate(checks=CHECKS)
        counted("generated API requests answered as described")

    throw()
    assert target.house.fingerprint() == target.before


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


VALUES = {
    "nothing": None,
    "true": True,
    "fraction": 1.5,
    "negative": -1,
    "huge": 10**400,
    "negative-huge": -(10**400),
    "long": "x" * 20_000,
    "nul": "\0",
    "right-to-left": "\u202eolletsac",
    "emoji": "🏛" * 50,
    "combining": "e" + "\u0301" * 500,
    "braces": "{seat.__class__} {0} %s {{",
    "markup": "<script>alert(1)</script>",
    "list": [1, 2, 3],
    "long-list": [0] * 5000,
    "object": {"castello": 1},
    "odd-keys": {"": {"": {"": ""}}},
    "deep": deep(DEEPEST - 2),
}


@pytest.mark.parametrize("name", VALUES)
def test_an_answer_that_is_not_among_the_options(target: Target, name: str) -> None:
    target.refuses(target.phone.post("/api/answer", json=target.legal(value=VALUES[name])))


@pytest.mark.parametrize("name", VALUES)
@pytest.mark.parametrize("key", ["question", "seat", "code"])
def test_nonsense_in_every_place(target: Target, key: str, name: str) -> None:
    if key == "code":
        body = {"code": VALUES[name], "seat": 2}
        target.refuses(target.phone.post("/api/join", json=body))
    else:
        target.refuses(target.phone.post("/api/answer", json=target.legal(**{key: VALUES[name]})))


@pytest.mark.parametrize("name", [name for name in VALUES if isinstance(VALUES[name], str)])
@pytest.mark.parametrize("key", ["question", "asked", "value"])
def test_nonsense_in_a_form(target: Target, key: str, name: str) -> None:
    form = {"question": target.decision.id, "asked": str(target.seat), "value": "no such thing"}
    target.refuses(target.phone.post("/answer", data={**form, key: VALUES[name]}))


BODIES = {
    "empty": b"",
    "text": b"hello",
    "half": b'{"code": "AAAA", "seat"',
    "list": b"[]",
    "null": b"null",
    "number": b"1",
    "string": b'"x"',
    "more-keys": b'{"code": "AAAA", "seat": 1, "x": 1}',
    "no-keys": b"{}{}",
    "latin-1": '{"code": "é", "seat": 1}'.encode("latin-1"),
    "utf-16": '{"code": "AAAA", "seat": 1}'.encode("utf-16"),
    "byte-order-mark": b'\xef\xbb\xbf{"code": "AAAA", "seat": 1}',
    "half-character": b'{"code": "\\ud800", "seat": 1}',
    "not-a-number": b'{"code": "AAAA", "seat": NaN}',
    "infinite": b'{"code": "AAAA", "seat": 1e999}',
    "many-digits": b'{"code": "AAAA", "seat": ' + b"9" * 20_000 + b"}",
    "deep-list": b"[" * 30_000,
    "deep-object": b'{"a":' * 6000,
    "deep-and-closed": b"[" * 9000 + b"]" * 9000,
    "nul": b"\0" * 100,
    "too-large": b" " * (LARGEST + 1),
    "10-MB": b"[" + b"1," * 5_000_000 + b"1]",
}


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("name", BODIES)
def test_a_malformed_body(target: Target, path: str, name: str) -> None:
    target.refuses(target.phone.post(path, data=BODIES[name], content_type="application/json"))


def test_a_value_nested_too_deep_has_its_own_error(target: Target) -> None:
    response = target.phone.post("/api/answer", json=target.legal(value=deep(DEEPEST)))
    assert said(response)[1]["key"] == "too-deep"
    target.refuses(response)


def test_a_body_that_is_too_large_has_its_own_error(target: Target) -> None:
    for path in ("/api/answer", "/answer"):
        response = target.phone.post(path, data=b"x" * 10_000_000, content_type="application/json")
        if path == "/api/answer":
            assert response.status_code == 413
        target.refuses(response)
    form = {"question": "x" * 10_000_000}
    response = target.phone.post("/answer", data=form)
    assert response.status_code == 413
    target.refuses(response)


@pytest.mark.parametrize(
    "content_type",
    ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/json", "é", "/"],
)
@pytest.mark.parametrize("path", POSTS)
def test_a_wrong_content_type(target: Target, path: str, content_type: str) -> None:
    """Another site's form can send these without a preflight, so they are not read as JSON."""
    body = json.dumps(target.legal()) if path == "/api/answer" else "{}"
    response = target.phone.post(path, data=body, content_type=content_type)
    assert response.status_code == 415
    target.refuses(response)


@pytest.mark.parametrize(
    "path",
    [
        "/api/../seat.json",
        "/api/table/",
        "/api/table%00",
        "/api/%2e%2e/%2e%2e/etc/passwd",
        "/api/rules/..%2f..%2fetc",
        "/api/rules/%ff%fe",
        "/api/rules/doge%00",
        "/api/rules/DOGE",
        "/api/rules/doge:order",
        "/api/rules/" + "x" * 5000,
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%5capp.py",
        "/board/..%2f..%2fapp.css",
        "/rules/%00",
        "/part/_parts",
        "/part/..%2fbase",
        "/api/rules/doge?lang=../en",
        "/api/rules/doge?lang=",
        "/api/rules/doge?lang=%ff",
    ],
)
def test_a_path_that_leads_nowhere(target: Target, path: str) -> None:
    target.refuses(target.phone.get(path))


RAW = {
    "cookie": {"HTTP_COOKIE": "seat=\xff\xfe; language=\xff"},
    "cookie-odd": {"HTTP_COOKIE": 'seat="\\377\\000"; ;;=;seat'},
    "cookie-huge": {"HTTP_COOKIE": "seat=" + "x" * 100_000},
    "cookies-many": {"HTTP_COOKIE": "; ".join(f"c{n}=1" for n in range(5000))},
    "language": {"HTTP_ACCEPT_LANGUAGE": "\xff, *;q=nan, en;q=9e999, " + "x" * 1000},
    "event": {"HTTP_LAST_EVENT_ID": "9" * 500},
}


def raw_client(target: Target) -> FlaskClient:
    """A client that passes the cookie header on unchanged."""
    return target.house.app.test_client(use_cookies=False)


@pytest.mark.parametrize("name", RAW)
@pytest.mark.parametrize(
    "path", ["/", "/join", "/part/mirror", "/version", "/rules/doge", "/api/table", "/api/games"]
)
def test_undecodable_headers_do_no_harm(target: Target, path: str, name: str) -> None:
    response = raw_client(target).get(path, environ_overrides=RAW[name])
    assert response.status_code == 200


@pytest.mark.parametrize("name", [name for name in RAW if name.startswith("cookie")])
def test_an_undecodable_cookie_holds_no_seat(target: Target, name: str) -> None:
    stranger = raw_client(target)
    target.refuses(stranger.get("/api/seat", environ_overrides=RAW[name]))
    target.refuses(stranger.post("/api/answer", json=target.legal(), environ_overrides=RAW[name]))


@pytest.mark.parametrize("path", ["/rules/doge", "/events", "/api/rules/doge", "/api/table"])
def test_an_undecodable_query_is_refused(target: Target, path: str) -> None:
    target.refuses(target.phone.get(path, environ_overrides={"QUERY_STRING": "q=\xff&lang=\xff&since=\xff"}))


def test_an_undecodable_form_is_refused(target: Target) -> None:
    for kind in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data"):
        for body in (b"question=\xff&asked=\xff", b"--x\r\n\xff", b"&" * 30_000, b"%" * 3000):
            target.refuses(target.phone.post("/answer", data=body, content_type=kind))


@BOUNDED
@given(code=st.text(max_size=12), seat=st.one_of(st.integers(), st.text(max_size=9)))
def test_any_code_and_seat(target: Target, code: str, seat: int | str) -> None:
    target.refuses(target.phone.post("/api/join", json={"code": code, "seat": seat}))


@BOUNDED
@given(
    body=st.binary(max_size=200),
    path=st.sampled_from([*POSTS, "/answer", "/undo-nothing", "/backup/piece", "/backup/begin"]),
)
def test_any_bytes(target: Target, body: bytes, path: str) -> None:
    target.refuses(target.phone.post(path, data=body, content_type="application/json"))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
)


@settings(BOUNDED, max_examples=150)
@given(value=json_values)
def test_any_value(target: Target, value: Any) -> None:
    if value not in list(target.decision.choice.legal()):
        target.refuses(target.phone.post("/api/answer", json=target.legal(value=value)))


def test_the_same_answer_again_and_again(house: House) -> None:
    """By page and by API, at once and late: one entry."""
    fresh = Target(house)
    body = fresh.legal()
    assert fresh.phone.post("/api/answer", json=body).status_code == 200
    after = house.fingerprint()
    form = {"question": body["question"], "asked": str(body["seat"]), "value": str(body["value"])}
    for _ in range(10):
        assert fresh.phone.post("/api/answer", json=body).status_code == 200
        assert fresh.phone.post("/answer", data=form).status_code == 302
    assert house.fingerprint() == after
    assert len(house.judge.entries) == 1


def test_the_same_answer_from_someone_else(house: House) -> None:
    fresh = Target(house)
    others = [house.phone(seat) for seat in house.judge.game.seats if seat != fresh.seat]
    fresh.before = house.fingerprint()
    for phone in (house.stranger(), *others):
        fresh.refuses(phone.post("/api/answer", json=fresh.legal()))
