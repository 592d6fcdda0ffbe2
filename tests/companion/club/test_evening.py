"""An evening that is over can be drawn again by anyone from its file; a forged one is found out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.club import book as keeping
from companion.club.book import Book, KeptEvening
from companion.club.evening import draw_round, is_evening, standing_now, verify_evening, write_evening
from companion.club.rounds import PAIRING
from companion.refusal import Damaged, OfOtherVersion, Refusal
from tests.companion.club.test_book import said

WRITTEN_BEFORE = Path(__file__).parents[2] / "versions" / "1" / "evening-1.json"
PEOPLE = ["Anna M", "Ben", "Cleo", "Dario", "Elena", "Fausto", "Gina"]
TABLES = [("doge", (3, 4)), ("rialto", (2, 3))]


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Book]:
    monkeypatch.setattr(keeping, "fresh_secret", lambda: "07" * 32)
    made = Book(tmp_path / "hall.sqlite")
    yield made
    made.close()


@pytest.fixture
def evening(book: Book) -> KeptEvening:
    """Return an evening of three rounds, after which somebody got another name; and one round was taken back."""
    book.stir(["gondola", "ponte"])
    for at in (100, 200):
        drawn = draw_round(book, PEOPLE, TABLES, at)
        for number, meeting in enumerate(drawn.meetings, start=at):
            places = [[seat] for seat in range(1, len(meeting.people) + 1)]
            people = [{"name": name, "colour": "red", "score": 9} for name in meeting.people]
            payload = said(number, f"{number:064x}", name=meeting.game, people=people, places=places)
            book.add_result(f"table-{number}", payload, at + 1)
    book.take_back(250)
    book.merge("Anna M", into="Anna")
    draw_round(book, ["Anna", *PEOPLE[1:], "Zeno"], TABLES, 300)
    book.merge("Ben", into="Benno")
    return book.evening(book.end_evening(400))


def test_every_round_of_an_evening_is_drawn_again_from_its_file(book: Book, evening: KeptEvening) -> None:
    text = write_evening(book, evening)
    assert is_evening(text)
    found = verify_evening(text)
    assert (found.rounds, found.unknown, found.taken_back) == (3, 0, 1)
    assert found.seals == {"first": evening.urn.commitment, "second": evening.sealed}
    facts = json.loads(text)
    assert {one["name"] for one in facts["standings"]} == {"Anna", "Benno", *PEOPLE[2:], "Zeno"}
    assert sum(one["points"] for one in facts["standings"]) > 0


def test_results_after_its_end_change_nothing_about_an_evening(book: Book, evening: KeptEvening) -> None:
    before = standing_now(book, evening)
    book.stir(["later"])
    drawn = draw_round(book, PEOPLE[1:], TABLES, 500)
    people = [{"name": name, "colour": "red", "score": 9} for name in drawn.meetings[0].people]
    places = [[seat] for seat in range(1, len(people) + 1)]
    book.add_result("table-1", said(9, name=drawn.meetings[0].game, people=people, places=places), 501)
    assert standing_now(book, book.evening(evening.number)) == before
    assert [one.number for one in book.evenings()] == [2, 1]
    with pytest.raises(Refusal, match="stirred-before"):
        book.stir(["again"])


def swap_people(facts: dict[str, Any]) -> None:
    one, other = facts["log"][0]["meetings"]
    one[1], other[1] = other[1], one[1]


def give_points(facts: dict[str, Any]) -> None:
    facts["log"][-1]["points"]["Ben"] += 96


def forge_standings(facts: dict[str, Any]) -> None:
    facts["standings"][0]["points"] += 1


def forge_result(facts: dict[str, Any]) -> None:
    facts["results"][0]["places"].reverse()


def stir_otherwise(facts: dict[str, Any]) -> None:
    facts["stirred"].append("later")


def draw_from_another_urn(facts: dict[str, Any]) -> None:
    facts["secret"] = "00" * 32


@pytest.mark.parametrize(
    ("forge", "key"),
    [
        (swap_people, "false-round"),
        (give_points, "false-round"),
        (forge_standings, "false-standings"),
        (forge_result, "false-standings"),
        (stir_otherwise, "false-second-seal"),
        (draw_from_another_urn, "false-commitment"),
    ],
)
def test_a_forged_evening_is_found_out(
    book: Book, evening: KeptEvening, forge: Callable[[dict[str, Any]], None], key: str
) -> None:
    facts = json.loads(write_evening(book, evening))
    forge(facts)
    with pytest.raises(Damaged, match=key):
        verify_evening(json.dumps(facts))


@pytest.mark.parametrize("change", [{"log": 5}, {"log": [{}]}, {"secret": "xy"}, {"results": [{}]}, {"names": []}])
def test_an_unsound_evening_is_refused(book: Book, evening: KeptEvening, change: dict[str, Any]) -> None:
    facts = json.loads(write_evening(book, evening)) | change
    with pytest.raises(Damaged):
        verify_evening(json.dumps(facts))


def test_an_evening_whose_rounds_were_made_the_first_way_is_drawn_again() -> None:
    text = WRITTEN_BEFORE.read_text("utf-8")
    assert verify_evening(text).rounds == 4
    facts = json.loads(text)
    for drawn in facts["log"]:
        drawn["pairing"] = PAIRING
    with pytest.raises(Damaged, match="false-round"):
        verify_evening(json.dumps(facts))
    facts["log"][0]["pairing"] = 9
    with pytest.raises(OfOtherVersion):
        verify_evening(json.dumps(facts))


def test_an_evening_of_another_version_is_not_called_forged(book: Book, evening: KeptEvening) -> None:
    facts = json.loads(write_evening(book, evening))
    with pytest.raises(OfOtherVersion):
        verify_evening(json.dumps({**facts, "ballottino-evening": 9}))
