"""The hall's book keeps each result once, from the box that played it, and people under one name."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.club import book as keeping
from companion.club.book import Book
from companion.club.evening import draw_round, played, standing_now
from companion.club.fame import hall_of_fame, ratings
from companion.club.messages import shared_id
from companion.club.results import Result
from companion.club.rounds import DrawnRound, Meeting, Round
from companion.ledger.record import chained, end_of, is_whole
from companion.referee.urn import Urn
from companion.refusal import NotFound, OfOtherVersion, Refusal

GAME = "ab" * 32
RECORD = chained({"ballottino": 2}, [])
END = end_of(RECORD)
"""The record of a game, and the digest that its result names."""


def said(number: int = 1, game: str = GAME, **changes: Any) -> dict[str, Any]:
    """Return a result as a box says it."""
    people = [
        {"name": name, "colour": "red", "score": score} for name, score in (("Anna", 9), ("Ben", 5), ("Cleo", 5))
    ]
    usual = {"places": [[1], [2, 3]], "won": True, "options": {}, "end": "cd" * 32, "at": 5, "people": people}
    return {"version": 1, "id": f"box-{number}", "sequence": number, "game": game, "name": "doge"} | usual | changes


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book(tmp_path / "hall.sqlite")


def test_a_result_that_comes_twice_counts_once(book: Book) -> None:
    assert book.add_result("table-1", said(), 10)
    assert not book.add_result("table-1", said(), 20)
    assert [(one.people[0], one.at) for one in book.results()] == [("Anna", 10)]


def test_only_a_later_result_replaces_another(book: Book) -> None:
    book.add_result("table-1", said(1), 10)
    book.add_result("table-1", said(3, places=[[2], [1, 3]]), 20)
    assert not book.add_result("table-1", said(2, places=[[3], [1, 2]]), 30)
    assert book.results()[0].winners == [2]


def test_an_end_that_was_undone_is_no_result(book: Book) -> None:
    book.add_result("table-1", said(1), 10)
    book.add_result("table-1", said(2, places=[], won=False), 20)
    assert book.results() == []


def test_nobody_changes_the_result_of_another_box(book: Book) -> None:
    book.add_result("table-1", said(1), 10)
    with pytest.raises(Refusal, match="of-another-box"):
        book.add_result("table-2", said(9, places=[[2], [1], [3]]), 20)
    assert book.results()[0].winners == [1]


def test_a_game_belongs_to_the_box_that_was_seen_to_begin_it(book: Book, tmp_path: Path) -> None:
    book.note_begun("table-1", GAME)
    for again in (book, Book(tmp_path / "hall.sqlite")):
        with pytest.raises(Refusal, match="of-another-box"):
            again.add_result("table-2", said(places=[[2], [1], [3]]), 10)
        with pytest.raises(Refusal, match="of-another-box"):
            again.note_begun("table-2", GAME)
    assert book.results() == []
    assert book.add_result("table-1", said(), 20)
    assert [(one.box, one.winners) for one in book.results()] == [("table-1", [1])]


def test_games_that_have_no_result_are_forgotten_in_the_end(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST_BEGUN", 2)
    games = [f"{number:064x}" for number in range(4)]
    book.note_begun("table-2", "ef" * 32)
    for game in games:
        book.note_begun("table-1", game)
        if game == games[0]:
            book.add_result("table-1", said(game=game), 10)
    book.note_begun("table-2", games[1])
    for game in (games[0], games[2], games[3]):
        with pytest.raises(Refusal, match="of-another-box"):
            book.note_begun("table-2", game)


def test_a_record_proves_whose_game_it_was_though_another_box_sealed_it(book: Book) -> None:
    urn = Urn(bytes(32))
    text = chained({"ballottino": 2, "secret": urn.secret.hex()}, [])
    game, claimed = urn.mark, urn.commitment
    assert game not in (claimed, shared_id(claimed, "table-1"))
    book.add_result("table-2", said(game=claimed), 5)
    book.add_result("table-1", said(game=game, end=end_of(text)), 10)
    assert book.add_record("table-1", game, text) == ["table-2"]
    assert [one.box for one in book.results()] == ["table-1"]
    with pytest.raises(Refusal, match="of-another-box"):
        book.add_result("table-2", said(9, game=claimed), 20)
    with pytest.raises(Refusal, match="of-another-box"):
        book.add_result("table-2", said(9, game=game, end=end_of(text)), 20)
    assert book.add_record("table-1", game, text) == []


def test_only_the_record_that_a_result_was_made_of_is_kept(book: Book) -> None:
    forged = chained({"ballottino": 2}, [{"answer": "forged"}])
    with pytest.raises(Refusal, match="unfit-record"):
        book.add_record("table-1", GAME, RECORD)
    book.add_result("table-1", said(end=END), 10)
    for box, text in (("table-2", RECORD), ("table-1", forged), ("table-1", RECORD.replace("2", "3"))):
        with pytest.raises(Refusal, match="unfit-record"):
            book.add_record(box, GAME, text)
    book.add_record("table-1", GAME, RECORD)
    book.add_record("table-1", GAME, RECORD)
    assert book.record(GAME) == RECORD
    book.add_result("table-1", said(2, places=[], won=False, end=""), 20)
    with pytest.raises(NotFound):
        book.record(GAME)


def test_a_box_cannot_fill_the_disk(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST_OF_RECORDS", 2 * len(RECORD))
    monkeypatch.setattr(keeping, "MOST_RESULTS", 3)
    games = [f"{number:064x}" for number in range(4)]
    for number, game in enumerate(games[:3]):
        book.add_result("table-1", said(number, game, end=END), number)
        book.add_record("table-1", game, RECORD)
    with pytest.raises(NotFound):
        book.record(games[0])
    assert [book.record(game) for game in games[1:3]] == [RECORD, RECORD], "the newest are kept"
    with pytest.raises(Refusal, match="too-many-results"):
        book.add_result("table-1", said(9, games[3]), 9)
    assert book.add_result("table-1", said(9, games[2], places=[[2], [1, 3]]), 9), "those that are here may change"
    assert book.add_result("table-2", said(9, games[3]), 9), "the others are not concerned"


def test_only_its_own_box_reports_a_game_from_a_shared_urn(book: Book) -> None:
    seal = book.share("doge", 3, ["table-1", "table-2"], 1).seal
    theirs = shared_id(seal, "table-1")
    for box in ("table-2", "table-3"):
        with pytest.raises(Refusal, match="of-another-box"):
            book.add_result(box, said(game=theirs), 10)
    assert book.add_result("table-1", said(game=theirs), 20)
    assert [one.box for one in book.results()] == ["table-1"]


@pytest.mark.parametrize("places", [[[1], [2]], [[1], [2, 3, 3]], [[1], [2], [4]]])
def test_a_result_needs_one_place_for_everyone(book: Book, places: Any) -> None:
    with pytest.raises(Refusal, match="unplaced-people"):
        book.add_result("table-1", said(places=places), 10)
    assert book.results() == []


def test_two_spellings_become_one_person_and_come_apart_again(book: Book) -> None:
    book.add_result("table-1", said(), 10)
    book.merge("Cleo", into="Cléo")
    assert "Cléo" in book.results()[0].people
    book.merge("Cleo", into="Cleo")
    assert "Cleo" in book.results()[0].people


def test_merging_in_a_chain_ends_at_one_name(book: Book) -> None:
    book.add_result("table-1", said(), 10)
    book.merge("Ben", into="Benno")
    book.merge("Benno", into="Benjamin")
    assert book.people().same_as == {"Ben": "Benjamin", "Benno": "Benjamin"}


def test_merging_the_other_way_round_turns_a_name_back(book: Book) -> None:
    book.add_result("table-1", said(), 10)
    book.merge("Ben", into="Benno")
    book.merge("Benno", into="Ben")
    assert "Ben" in book.results()[0].people
    assert book.people().same_as == {"Benno": "Ben"}


def test_spellings_that_differ_in_capitals_are_one_person(book: Book) -> None:
    book.add_result("table-1", said(1), 10)
    lower = [{"name": name, "colour": "red", "score": 1} for name in ("anna", "BEN", "Cleo")]
    book.add_result("table-1", said(2, "1" * 64, people=lower), 20)
    assert [one.people for one in book.results()] == [["anna", "BEN", "Cleo"]] * 2
    book.merge("anna", into="Anna")
    book.merge("BEN", into="Benno")
    assert [one.people for one in book.results()] == [["Anna", "Benno", "Cleo"]] * 2


@pytest.mark.parametrize(
    ("name", "into", "typed"), [("Anna M", "Anna", "Anna M"), ("Anna", "Anna M", "Anna M"), ("ANNA", "Anna", "ANNA")]
)
def test_a_person_of_a_round_who_is_merged_keeps_the_points(book: Book, name: str, into: str, typed: str) -> None:
    draw_round(book, [typed, "Ben", "Cleo"], [("doge", (3, 4))], at=100)
    book.merge(name, into=into)
    book.add_result("table-1", said(), 150)
    people = [into, "Ben", "Cleo"]
    assert {one.name: one.points for one in standing_now(book, book.evening(), people)} == {
        into: 24,
        "Ben": 6,
        "Cleo": 6,
    }
    with pytest.raises(Refusal, match="same-name"):
        draw_round(book, [name, into, "Cleo"], [("doge", (3, 4))], at=200)
    book.merge(name, into=name)
    assert typed.casefold() in map(str.casefold, book.evening().rounds[0].round.people)


def test_whoever_is_left_out_stays_so_under_another_name(book: Book) -> None:
    book.hide("Ben", hidden=True)
    book.merge("Ben", into="Benno")
    assert book.people().hidden == {"Benno"}
    assert book.people().shown("ben") == "–"
    assert book.people().shown("ben", to_all=False) == "Benno"
    book.hide("Benno", hidden=False)
    assert book.people().hidden == set()


def test_all_of_it_is_there_after_a_restart(tmp_path: Path) -> None:
    book = Book(tmp_path / "hall.sqlite")
    seal = book.evening().urn.commitment
    book.add_result("table-1", said(), 10)
    book.add_round(DrawnRound(Round([Meeting("doge", ("Anna", "Ben", "Cleo"))], ["Dario"])), 5)
    book.hide("Ben", hidden=True)
    book.close()
    again = Book(tmp_path / "hall.sqlite")
    assert again.evening().urn.commitment == seal
    assert again.evening().rounds[0].round.sitting_out == ["Dario"]
    assert again.people().hidden == {"Ben"}
    assert [one.id for one in again.results()] == [GAME]


def test_a_book_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    book = Book(tmp_path / "hall.sqlite")
    book._db.execute("PRAGMA user_version=9")
    book.close()
    with pytest.raises(OfOtherVersion):
        Book(tmp_path / "hall.sqlite")


def test_a_meetings_result_counts_in_the_standings(book: Book) -> None:
    people = ["Anna", "Ben", "Cleo"]
    drawn = draw_round(book, people, [("doge", (3, 4))], at=100)
    assert played(book, book.evening()) == {}
    book.add_result("table-1", said(), 150)
    assert set(played(book, book.evening())) == {(1, drawn.meetings[0])}
    standing = {one.name: (one.place, one.points, one.wins) for one in standing_now(book, book.evening(), people)}
    assert standing == {"Anna": (1, 24, 1), "Ben": (2, 6, 0), "Cleo": (2, 6, 0)}


def test_results_from_before_the_first_round_do_not_count_in_it(book: Book) -> None:
    book.add_result("table-1", said(), 50)
    draw_round(book, ["Anna", "Ben", "Cleo"], [("doge", (3, 4))], at=100)
    assert played(book, book.evening()) == {}


def result(number: int, *places: list[int], box: frozenset[int] = frozenset()) -> Result:
    return Result(f"{number}", "doge", "table-1", ["Anna", "Ben", "Cleo"], [9, 5, 2], places, True, number, box)


def test_fame_counts_wins_streaks_and_who_came_in_before_whom() -> None:
    results = [result(1, [1], [2, 3]), result(2, [1, 2], [3]), result(3, [2], [1], [3])]
    anna, ben, cleo = sorted(hall_of_fame(results), key=lambda one: one.name)
    assert (anna.games, anna.wins, anna.streak, anna.longest) == (3, 2, 0, 2)
    assert (ben.wins, ben.streak, cleo.wins) == (2, 2, 0)
    assert (anna.against["Ben"].before, anna.against["Ben"].behind, anna.against["Ben"].games) == (1, 1, 3)


def test_games_with_a_seat_of_the_box_count_apart() -> None:
    results = [result(1, [1], [2, 3]), result(2, [3], [1], [2], box=frozenset({3}))]
    assert {one.name: one.games for one in hall_of_fame(results)} == {"Anna": 1, "Ben": 1, "Cleo": 1}
    assert {one.name for one in hall_of_fame(results, with_boxes=True)} == {"Anna", "Ben"}
    assert ratings(results[1:]) == {}


def test_ratings_rise_by_winning_and_grow_more_certain() -> None:
    few, many = ratings([result(1, [1], [2], [3])]), ratings([result(n, [1], [2], [3]) for n in range(20)])
    assert few["Anna"].strength > few["Ben"].strength > few["Cleo"].strength
    assert many["Anna"].doubt < few["Anna"].doubt


SECRET = "07" * 32


def older(path: Path, version: int) -> sqlite3.Connection:
    """Return a book as this version made it."""
    book = sqlite3.connect(path)
    book.create_function("fresh_secret", 0, lambda: SECRET)
    book.create_function("casefold", 1, str.casefold)
    book.create_function("is_whole", 2, is_whole)
    for brought in keeping.VERSIONS[:version]:
        book.executescript(brought)
    book.execute(f"PRAGMA user_version={version}")
    return book


@pytest.mark.parametrize("version", range(1, keeping.VERSION))
def test_a_book_of_any_version_is_read(tmp_path: Path, version: int) -> None:
    other = "ef" * 32
    with closing(older(tmp_path / "hall.sqlite", version)) as book:
        for number, game in enumerate((GAME, other), start=1):
            result = json.dumps(said(number, game, end=END))
            book.execute("INSERT INTO results VALUES (?, 'table-1', 'box', ?, ?, ?)", (game, number, number, result))
        if version < 3:
            book.executemany("INSERT INTO records VALUES (?, ?)", [(GAME, RECORD), (other, "forged")])
        line = json.dumps({"meetings": [["doge", "anna", "BEN", "Cleo"]], "sitting_out": ["Dario"]})
        book.execute(
            f"INSERT INTO rounds ({'number' if version < 5 else 'evening'}, at, line) VALUES (1, 0, ?)", (line,)
        )
        if version >= 4:
            names = ("Anna", "Ben", "Cleo", "Dario")
            book.executemany("INSERT INTO spellings VALUES (?, ?)", [(name.casefold(), name) for name in names])
        book.commit()
    for _ in range(2):
        with closing(Book(tmp_path / "hall.sqlite")) as book_now:
            evening = book_now.evening()
            assert (evening.number, evening.secret, evening.stirred) == (1, SECRET, [])
            assert evening.rounds[0].round.meetings == [Meeting("doge", ("Anna", "Ben", "Cleo"))]
            assert set(played(book_now, evening)) == {(1, evening.rounds[0].round.meetings[0])}
            assert book_now.people().name_of("DARIO") == "Dario"
            assert book_now.shared() == []
            if version < 3:
                assert book_now.record(GAME) == RECORD
            with pytest.raises(NotFound):
                book_now.record(other)


def test_a_new_book_has_an_urn_that_no_other_has(tmp_path: Path) -> None:
    secrets = set()
    for number in range(3):
        with closing(Book(tmp_path / f"{number}.sqlite")) as book:
            secrets.add(book.evening().secret)
    assert len(secrets) == 3
