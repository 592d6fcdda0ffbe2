"""The tables of a hall: what each box said last, which of them are of interest, and the urns that they share."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.club import messages
from companion.club import tables as hall
from companion.club.book import Book
from companion.club.messages import ONLINE, RECORD, RESULT, STATE, URNS
from companion.club.shared import OVER, WAITING
from companion.club.tables import JUST_NOW, LiveTable, Tables
from companion.refusal import NotFound, Refusal
from tests.companion.club.test_book import END, GAME, said
from tests.companion.club.test_book import RECORD as TEXT

FREE = {"version": 1, "since": 3, "table": None}


class Hall(Tables):
    """A hall that hears payloads."""

    def hear(self, box: str, kind: str, payload: dict[str, Any]) -> bool:
        return self.take(messages.topic(box, kind), json.dumps(payload).encode())


@pytest.fixture
def tables(tmp_path: Path) -> Hall:
    return Hall(Book(tmp_path / "hall.sqlite"), clock=lambda: 100.0)


def test_a_result_and_its_record_go_into_the_book(tables: Hall) -> None:
    assert tables.hear("table-1", RESULT, said(end=END))
    assert [(one.id, one.at) for one in tables.book.results()] == [(GAME, 100)]
    with pytest.raises(NotFound):
        tables.book.record(GAME)
    record = messages.record(GAME, TEXT) | {"id": "box-2"}
    assert not tables.hear("table-2", RECORD, record), "another box cannot say it first"
    assert not tables.hear("table-1", RECORD, record), "no page shows it by itself"
    assert tables.book.record(GAME) == TEXT
    assert [refusal.key for _, refusal in tables.refused] == ["unfit-record"]
    assert tables.all() == []


def test_each_table_has_the_version_of_its_last_change(tables: Hall) -> None:
    tables.hear("table-10", ONLINE, messages.online(is_online=True))
    tables.hear("table-9", STATE, FREE)
    assert [(table.box, table.version, table.since, table.now) for table in tables.all()] == [
        ("table-9", 2, 3, None),
        ("table-10", 1, 0, None),
    ]


def test_a_full_hall_refuses_another_table(tables: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "MOST_TABLES", 1)
    assert tables.hear("table-1", STATE, FREE)
    assert not tables.hear("table-2", STATE, FREE)
    assert [refusal.key for _, refusal in tables.refused] == ["too-many-tables"]
    assert tables.hear("table-1", ONLINE, messages.online(is_online=False)), "those that are in it are still heard"


def test_the_hall_forgets_a_secret_once_every_box_has_it(tables: Hall) -> None:
    boxes = ["table-1", "table-2"]
    made, unshared = (tables.book.share("doge", 3, boxes, at=1) for _ in range(2))
    tables.book.change_shared(made.number, lambda urn: replace(urn, handed_out=True))
    assert [[urn.secret for urn in tables.urns_for(box)] for box in (*boxes, "table-3")] == [
        [made.secret],
        [made.secret],
        [],
    ]
    for box in boxes:
        assert tables.book.find_shared(made.number).secret == made.secret, "not before the last"
        tables.hear(box, URNS, messages.urns({made.seal: WAITING}))
        tables.forget_secrets()
    assert tables.book.find_shared(made.number).secret == ""
    assert tables.book.find_shared(unshared.number).secret == unshared.secret
    with pytest.raises(NotFound):
        tables.book.find_shared(9)


def test_records_of_a_shared_urn_are_found_by_their_box(tables: Hall) -> None:
    made = tables.book.share("doge", 3, ["table-1", "table-2"], at=1)
    theirs = messages.shared_id(made.seal, "table-2")
    tables.book.add_result("table-2", said(game=theirs, end=END), 1)
    tables.book.add_record("table-2", theirs, TEXT)
    assert tables.book.records_of(made.seal, made.boxes) == {"table-2": TEXT}
    assert made.unfinished({"table-2": {made.seal: OVER}}) == ["table-1"]


def test_a_table_says_since_when_by_its_own_clock_unless_that_is_wrong(tables: Hall) -> None:
    tables.clock = lambda: 500_000.0
    for since, at in ((499_000, 499_000), (3, 500_000), (600_000, 500_000)):
        tables.hear("table-1", STATE, FREE | {"since": since})
        assert [table.at for table in tables.all()] == [at]
    tables.hear("table-1", ONLINE, messages.online(is_online=True))
    tables.clock = lambda: 500_900.0
    tables.hear("table-1", ONLINE, messages.online(is_online=False))
    tables.clock = lambda: 501_000.0
    tables.hear("table-1", ONLINE, messages.online(is_online=False))
    assert [table.at for table in tables.all()] == [500_900]


def test_a_table_is_taken_off_the_wall_until_it_is_there_again(tables: Hall) -> None:
    tables.hear("table-1", ONLINE, messages.online(is_online=True))
    with pytest.raises(Refusal, match="table-is-here"):
        tables.take_off("table-1")
    tables.hear("table-1", ONLINE, messages.online(is_online=False))
    version = tables.version
    tables.take_off("table-1")
    assert (tables.all(), tables.find("table-1")) == ([], None)
    assert tables.version > version, "walls hear of it"
    with pytest.raises(NotFound):
        tables.take_off("table-1")
    later = Hall(tables.book)
    later.hear("table-1", STATE, FREE)
    later.hear("table-1", ONLINE, messages.online(is_online=False))
    assert later.all() == [], "what the broker retains does not bring it back"
    later.hear("table-1", ONLINE, messages.online(is_online=True))
    assert [table.box for table in later.all()] == ["table-1"]
    assert Hall(tables.book).book.off() == set()


def test_no_board_is_shown_of_a_table_that_shares_its_urn(tables: Hall) -> None:
    person = {"name": "Anna", "colour": "red", "score": 0}
    table = {"id": GAME, "game": "doge", "title": "Doge", "round": 0, "people": [person], "turn": [], "asked": ""}
    now = {**table, "over": False, "winners": []}
    tables.take_board("table-1", b"<svg/>")
    assert tables.board("table-1") == b"", "of a table that nobody knows"
    tables.hear("table-1", STATE, FREE | {"table": now})
    assert tables.board("table-1") == b"<svg/>"
    tables.hear("table-1", STATE, FREE | {"table": now | {"shared": True}})
    assert tables.board("table-1") == b""
    tables.hear("table-1", STATE, FREE | {"table": now})
    tables.take_board("table-1", b"x" * (messages.LARGEST_BOARD + 1))
    assert tables.board("table-1") == b""


def test_a_box_that_has_left_the_club_leaves_the_wall(tables: Hall) -> None:
    tables.hear("table-1", ONLINE, messages.online(is_online=True))
    assert not tables.take(messages.topic("table-1", STATE), b"")
    assert tables.find("table-1") is not None
    assert tables.take(messages.topic("table-1", ONLINE), b"")
    assert not tables.take(messages.topic("table-2", ONLINE), b"")
    assert tables.all() == []
    assert not tables.refused


def live(*scores: int, over: bool = False, online: bool = True, **more: Any) -> LiveTable:
    people = [{"name": "Anna", "colour": "red", "score": score} for score in scores]
    return LiveTable("table-1", online=online, heard=100.0, now={"people": people, "over": over, **more})


@pytest.mark.parametrize(
    ("table", "interest"),
    [
        (live(3, 5), (False, False, True)),
        (live(5, 3, 5), (False, True, True)),
        (live(0, 0), (False, False, True)),
        (live(5, 5, over=True), (True, False, False)),
        (replace(live(5, 3, over=True), heard=100.0 - JUST_NOW), (False, False, False)),
        (live(5, 5, online=False), (False, False, False)),
        (live(5, 5, shared=True), (False, False, False)),
        (LiveTable("table-1", online=True), (False, False, False)),
    ],
)
def test_a_fresh_end_a_tie_and_play_are_of_interest(table: LiveTable, interest: tuple[bool, bool, bool]) -> None:
    assert table.interest(100.0) == interest
