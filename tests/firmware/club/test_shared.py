"""Two tables, one draw, through a real broker: an urn is for its box alone, and shows nothing before all are done."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Event, Thread
from unittest.mock import Mock

import pytest

from companion.club.book import Book
from companion.club.comparing import compare
from companion.club.shared import ROOT, SharedUrn, urns_topic, write_urns
from companion.club.tables import Tables
from companion.games import find
from companion.ledger import Ledger, record
from companion.referee import Referee
from companion.referee.simulation import some_answer
from companion.referee.urn import Urn
from companion.refusal import NotFound, Refusal
from companion.seats import seat_table
from firmware.club.address import PASSWORD, Address
from firmware.club.hall import HallLink
from firmware.club.link import Link
from firmware.club.publisher import Publisher
from firmware.scenes.home.home import choose_game
from hardware.keys import Key
from tests.firmware.boxes import TestBox
from tests.firmware.club.broker import MOSQUITTO, Broker
from tests.waiting import wait_until as until
from web.hall.app import KEY_COOKIE, create_hall
from web.hall.hall import Hall

pytestmark = pytest.mark.skipif(MOSQUITTO is None, reason="no mosquitto here: apt install mosquitto")
MARKER = b""
"""What a box passes over."""
PEOPLE = {"table-1": ("Anna", "Ben"), "table-2": ("Cleo", "Dario")}


class Ears:
    """Hears everything that the broker lets somebody hear."""

    def __init__(self, broker: Broker, user: str, folder: Path, *topics: str) -> None:
        self.user = user
        self.said: list[tuple[str, bytes]] = []
        self.taken: set[int] = set()
        self._topics = topics
        self.link = Link(Address.parse(broker.address(user)), folder, self)
        self.link.start()
        until(lambda: self.taken)

    def connected(self) -> None:
        for topic in self._topics:
            self.link.subscribe(topic)
        self.link.send(f"read-by-nobody/{self.user}", b"")

    def refused(self, why: str) -> None: ...

    def delivered(self, number: int) -> None:
        """Note that the broker has taken a word, and so whatever came before it, such as subscriptions."""
        self.taken.add(number)

    def catch_up(self, hall: HallLink) -> None:
        """Wait for a word that the hall says now: whatever it has said before would be here."""
        hall._link.send(urns_topic(self.user), MARKER)
        until(lambda: (urns_topic(self.user), MARKER) in self.said)

    def heard(self, topic: str, data: bytes) -> None:
        self.said.append((topic, data))


class Table:
    """A box that plays Venezia at random from the urn that it was handed."""

    def __init__(self, broker: Broker, name: str, folder: Path) -> None:
        self.name = name
        self.ledger = Ledger(folder / name)
        self.publisher = Publisher(Address.parse(broker.address(name)), self.ledger, lambda: "en")
        self.publisher.start()
        self.publisher.follow(None)
        self.publisher.publish()

    def begin(self) -> Referee:
        (urn,) = self.publisher.shared_urns()
        self.publisher.urns.begin(urn.seal)
        kit = find(urn.game)
        seats = seat_table(list(PEOPLE[self.name]), kit.game.colours)
        table = kit.game.set_table(seats, {}, kit.layout(None, {}))
        referee = self.ledger.begin(kit.game, table, urn.urn(), shared=True)
        self.publisher.follow(referee)
        self.publisher.publish()
        return referee

    def play(self, referee: Referee, answers: int = 9_999) -> None:
        rng = Random(self.name)
        for _ in range(answers):
            if referee.outcome is not None:
                return
            seat, decision = next(iter(referee.open.items()))
            referee.answer(seat, some_answer(referee.game, decision, rng))
            self.publisher.publish()


class Evening:
    """A hall and two tables."""

    def __init__(self, broker: Broker, folder: Path) -> None:
        self.broker, self.folder = broker, folder
        self.tables = Tables(Book(folder / "hall.sqlite"))
        self.hall = HallLink(Address.parse(broker.address("hall")), folder, self.tables, lambda: None)
        self.hall.start()
        until(lambda: self.hall.is_up)
        self.boxes = {name: Table(broker, name, folder) for name in PEOPLE}
        until(lambda: len(self.tables.all()) == 2)

    def hand_out(self) -> str:
        made = self.tables.book.share("venezia", 2, list(PEOPLE), 1)
        self.tables.book.change_shared(made.number, lambda one: replace(one, stirred=("gondola",), handed_out=True))
        self.hall.hand_out()
        return made.seal

    def open(self) -> None:
        self.tables.book.change_shared(1, lambda one: replace(one, opened=True, secret=""))
        self.hall.hand_out()

    def states(self, seal: str) -> list[str | None]:
        return [self.tables.urns().get(name, {}).get(seal) for name in PEOPLE]

    def close(self) -> None:
        for box in self.boxes.values():
            box.publisher.stop()
        self.hall.stop()
        self.tables.book.close()


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    monkeypatch.setenv(PASSWORD, "gondola")
    broker = Broker(tmp_path, ["hall", "home-assistant", "table-1", "table-2", "table-3"], "gondola")
    started = Evening(broker, tmp_path)
    yield started
    started.close()
    broker.kill()


def test_two_tables_play_the_same_draw_and_are_compared(evening: Evening) -> None:
    watching = Ears(evening.broker, "home-assistant", evening.folder, "#")
    for name in PEOPLE:
        evening.hall.watch(name)
    seal = evening.hand_out()
    until(lambda: evening.states(seal) == ["waiting", "waiting"])
    until(lambda: evening.tables.book.shared()[0].secret == "")
    first = evening.boxes["table-1"]
    game = first.begin()
    first.play(game)
    until(lambda: evening.states(seal) == ["over", "waiting"])
    second = evening.boxes["table-2"]
    other = second.begin()
    assert other.urn.secret == game.urn.secret
    assert game.urn.commitment == seal
    second.play(other, 20)
    until(lambda: evening.states(seal) == ["over", "playing"])
    assert evening.tables.book.results() == [], "nothing of it is told before all are done"
    until(lambda: (seen := evening.tables.find("table-1")) is not None and seen.is_over)
    everything = b"".join(data for _, data in watching.said)
    assert game.urn.secret.hex().encode() not in everything
    assert not [topic for topic, _ in watching.said if topic.endswith(("event", "result", "record"))]
    assert not any(data for topic, data in watching.said if topic.startswith("ballottino-boards/"))
    assert [evening.tables.board(name) for name in PEOPLE] == [b"", b""]
    said = {json.dumps(json.loads(data)["table"]) for topic, data in watching.said if topic.endswith("1/state")}
    assert len(said) <= 4, "free, begun, over: nothing between depends on a draw"
    second.play(other)
    until(lambda: evening.states(seal) == ["over", "over"])
    evening.open()
    until(lambda: len(evening.tables.book.results()) == 2)
    until(lambda: len(evening.tables.book.records_of(seal, list(PEOPLE))) == 2)
    records = [record.read(text) for text in evening.tables.book.records_of(seal, list(PEOPLE)).values()]
    assert all(record.verify(one) for one in records)
    assert compare(records).draws_alike > 0
    until(lambda: evening.states(seal) == ["opened", "opened"])
    watching.link.stop()


def test_nobody_but_its_box_reads_an_urn(evening: Evening) -> None:
    curious = [
        Ears(evening.broker, user, evening.folder, "#", f"{ROOT}/#", urns_topic("table-1"), f"{ROOT}/+")
        for user in ("home-assistant", "hall", "table-3", "table-2")
    ]
    evening.boxes["table-1"].publisher._link.stop()  # so that its urn stays with the broker
    seal = evening.hand_out()
    until(lambda: evening.states(seal)[1] == "waiting")
    late = Ears(evening.broker, "table-3", evening.folder, "#", f"{ROOT}/#", urns_topic("table-1"))
    for ears in [*curious, late]:
        ears.catch_up(evening.hall)
        heard = {topic for topic, data in ears.said if topic.startswith(ROOT) and data != MARKER}
        assert heard == ({urns_topic("table-2")} if ears is curious[-1] else set())
        ears.link.stop()
    owner = Ears(evening.broker, "table-1", evening.folder, urns_topic("table-1"))
    until(lambda: owner.said)
    assert evening.tables.book.shared()[0].secret.encode() in owner.said[0][1], "it is there for its own box"
    owner.link.stop()


def test_a_box_cannot_be_handed_an_urn_by_another_box(evening: Evening) -> None:
    forger = Ears(evening.broker, "table-3", evening.folder)
    urn = SharedUrn("venezia", 2, "ab" * 32, ("x",), "")
    forged = forger.link.send(urns_topic("table-1"), write_urns([replace(urn, opened=True)]), retain=True)
    until(lambda: forged in forger.taken)
    seal = evening.hand_out()
    until(lambda: evening.states(seal) == ["waiting", "waiting"])
    urns = evening.boxes["table-1"].publisher.urns
    assert [urn.seal for urn in urns.waiting()] == [seal]
    assert urns.opened() == set()
    forger.link.stop()


def test_an_urn_is_used_once_whoever_is_killed(evening: Evening) -> None:
    seal = evening.hand_out()
    until(lambda: evening.states(seal) == ["waiting", "waiting"])
    first = evening.boxes["table-1"]
    first.play(first.begin(), 10)
    evening.broker.kill()
    evening.broker.start()
    first.publisher.stop()
    again = evening.boxes["table-1"] = Table(evening.broker, "table-1", evening.folder)
    until(lambda: evening.states(seal) == ["playing", "waiting"])
    assert again.publisher.shared_urns() == []
    with pytest.raises(NotFound):
        again.publisher.urns.begin(seal)


def test_an_urn_goes_from_the_organisers_page_to_the_keys_of_a_box(evening: Evening, tmp_path: Path) -> None:
    pages = Hall(evening.tables, "key", lambda: True, lambda: "")
    pages.hand_out = evening.hall.hand_out
    organiser = create_hall(pages).test_client()
    organiser.set_cookie(KEY_COOKIE, "key")
    box = TestBox(tmp_path / "box")
    box.box.club.join(evening.broker.address("table-3"))
    until(lambda: evening.tables.find("table-3"))
    organiser.post("/shared", data={"kind": "doge.3", "table": ["table-2", "table-3"]})
    organiser.post("/shared/1/hand-out", data={"words": "gondola ponte"})
    until(box.box.club.shared_urns)
    choose_game(box.box)
    for _ in range(9):
        if box.box.game() is None:
            box.tap(Key.OK)
    referee = box.box.game()
    assert referee is not None
    assert referee.urn.stirred == ["gondola", "ponte"]
    until(lambda: "table-3: playing" in organiser.get("/shared").text)
    until(lambda: "hidden until all are done" in organiser.get("/table/table-3").text)
    assert organiser.post("/shared/1/open").status_code == 409
    assert box.box.club.publisher is not None
    box.box.club.stop()
    box.close()


@pytest.mark.parametrize("error", [Refusal("published"), sqlite3.DatabaseError("malformed")])
def test_a_held_game_that_is_damaged_stops_no_other_result(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    seal = evening.hand_out()
    until(lambda: evening.states(seal) == ["waiting", "waiting"])
    first = evening.boxes["table-1"]
    first.play(first.begin())
    until(lambda: evening.states(seal) == ["over", "waiting"])
    monkeypatch.setattr(first.ledger, "release", Mock(side_effect=error))
    evening.open()
    until(lambda: evening.states(seal)[0] == "opened")
    kit = find("venezia")
    seats = seat_table(list(PEOPLE["table-1"]), kit.game.colours)
    later = first.ledger.begin(kit.game, kit.game.set_table(seats, {}, kit.layout(None, {})), Urn.fresh())
    first.publisher.follow(later)
    first.play(later)
    until(lambda: [result.id for result in evening.tables.book.results()] == [later.urn.mark])


def test_no_older_word_on_an_urn_is_said_after_a_newer_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = Tables(Book(tmp_path / "hall.sqlite"))
    tables.book.share("venezia", 2, ["table-1"], 1)
    hall = HallLink(Address.parse("mqtt://hall@127.0.0.1:9"), tmp_path, tables, lambda: None)
    urn, is_read, is_newer_said = SharedUrn("venezia", 2, "ab" * 32, ("x",)), Event(), Event()
    older, newer = [replace(urn, secret="cd" * 32)], [urn]
    told = iter([older, newer])
    said: list[bytes] = []

    def read_slowly(_: str) -> list[SharedUrn]:
        urns = next(told)
        is_read.set()
        if urns is older:
            is_newer_said.wait(0.2)  # the other thread, unless it has to wait for this one
        return urns

    def send(_: str, payload: bytes, *, retain: bool) -> None:
        said.append(payload)
        if payload == write_urns(newer):
            is_newer_said.set()

    monkeypatch.setattr(tables, "urns_for", read_slowly)
    monkeypatch.setattr(hall, "_link", Mock(is_up=True, send=send))
    first = Thread(target=hall.hand_out)
    first.start()
    is_read.wait()
    hall.hand_out()
    first.join()
    assert said == [write_urns(older), write_urns(newer)], "the secret is not what the broker keeps"
    tables.book.close()


def test_nonsense_from_the_hall_changes_nothing(evening: Evening) -> None:
    seal = evening.hand_out()
    until(lambda: evening.states(seal) == ["waiting", "waiting"])
    for nonsense in (b"{", b"[]", b'{"version": 1, "urns": [{}]}', b"x" * 99_999, b""):
        evening.hall._link.send(urns_topic("table-1"), nonsense)
    later = evening.hand_out()
    until(lambda: evening.states(later) == ["waiting", "waiting"])
    assert {urn.seal for urn in evening.boxes["table-1"].publisher.shared_urns()} == {seal, later}
