"""A hall and the doctor find out whether a broker keeps boxes from speaking for each other, and do no harm."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from companion.club.book import Book
from companion.club.messages import ROOT
from companion.club.tables import JOINS, READS, WRITES, Tables
from firmware.box.preferences import Preferences
from firmware.club.address import CLUB, PASSWORD, Address
from firmware.club.hall import check_rules
from firmware.club.probe import open_rules
from firmware.doctor.reach import club
from tests.firmware.club.broker import MOSQUITTO, Broker
from tests.firmware.club.test_shared import Ears
from tests.waiting import wait_until as until
from web.hall.app import KEY_COOKIE, create_hall
from web.hall.hall import Hall

pytestmark = pytest.mark.skipif(MOSQUITTO is None, reason="no mosquitto here: apt install mosquitto")
Start = Callable[[Sequence[str]], Broker]
RULES = "acl_file /etc/mosquitto/ballottino.acl"
NO_GUESTS = "allow_anonymous false"


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Return what starts a broker by our configuration, without some of its lines."""
    monkeypatch.setenv(PASSWORD, "gondola")
    monkeypatch.setattr("firmware.club.probe.GRACE", 0.05)
    started: list[Broker] = []

    def begin(without: Sequence[str]) -> Broker:
        started.append(Broker(tmp_path, ["hall", "table-1"], "gondola", without))
        if NO_GUESTS in without:
            started[-1].kill()
            config = tmp_path / "broker.conf"
            config.write_text(config.read_text() + "\nallow_anonymous true\n")
            started[-1].start()
        return started[-1]

    yield begin
    for broker in started:
        broker.kill()


@pytest.mark.parametrize(
    ("user", "without", "found"),
    [
        ("hall", (), set()),
        ("hall", (RULES, NO_GUESTS), {JOINS, WRITES, READS}),
        ("table-1", (RULES,), {WRITES, READS}),
    ],
)
def test_what_a_broker_allows_is_found_with_any_password(
    start: Start,
    tmp_path: Path,
    user: str,
    without: Sequence[str],
    found: set[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    broker = start(without)
    assert open_rules(Address.parse(broker.address(user)), tmp_path) == found
    assert caplog.messages == [], "what should be refused is no trouble"


def test_a_broker_that_refuses_us_is_not_judged(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker = start(())
    monkeypatch.setenv(PASSWORD, "barca")
    assert open_rules(Address.parse(broker.address("hall")), tmp_path) is None


def test_an_open_broker_is_reported_and_gets_no_urn(start: Start, tmp_path: Path) -> None:
    broker, warned = start((RULES,)), list[str]()
    tables = Tables(Book(tmp_path / "hall.sqlite"))
    check_rules(Address.parse(broker.address("hall")), tmp_path, tables, warned.append)
    assert warned == sorted([READS, WRITES])
    app = create_hall(Hall(tables, "key", lambda: True, lambda: ""))
    guest, organiser = app.test_client(), app.test_client()
    organiser.set_cookie(KEY_COOKIE, "key")
    assert all("anyone write" in organiser.get(path).text for path in ("/", "/rounds"))
    assert "anyone write" not in guest.get("/").text, "guests might try"
    assert organiser.post("/shared", data={"kind": "doge.3", "table": ["table-1"]}).status_code == 409
    late = Ears(broker, "table-1", tmp_path, "#")
    late.link.send("after/all", b"")
    until(lambda: late.said)
    assert [topic for topic, _ in late.said if topic.startswith("ballottino")] == [], "nothing was retained"
    late.link.stop()
    tables.book.close()


def test_a_hall_that_hears_a_probe_knows_that_anyone_may_write(tmp_path: Path) -> None:
    tables = Tables(Book(tmp_path / "hall.sqlite"))
    assert tables.take(f"{ROOT}/probe-1/probe", b"probe")
    assert tables.open_rules == {WRITES}
    assert not tables.all(), "it is no table"
    assert not tables.refused


@pytest.mark.parametrize(
    ("without", "said"), [((), "doctor.club-keeps-rules"), ((RULES,), "doctor.club-open"), (None, "doctor.club-away")]
)
def test_the_doctor_says_how_the_broker_is(
    start: Start, tmp_path: Path, without: Sequence[str] | None, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.club.probe.PATIENCE", 0.1 if without is None else 5.0)
    preferences = Preferences(tmp_path)
    assert list(club(tmp_path)) == [], "a box alone has no club"
    address = "mqtt://table-1@127.0.0.1:9" if without is None else start(without).address("table-1")
    preferences[CLUB] = address
    assert [finding.what for finding in club(tmp_path)] == [said]
