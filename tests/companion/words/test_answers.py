"""Answers, corrections and endings in words, as box, phones and terminal say them."""

from __future__ import annotations

import pytest

from companion.choices import Choice, Count, Pick, Sheet
from companion.game import Outcome, Receipt
from companion.referee.entries import Corrected
from companion.words import Words, folders_of
from companion.words.answers import answer_text, corrected_text, step_text
from companion.words.checking import SpeechCheck, StrictWords, Unworded
from companion.words.ending import reasons, telling_tallies
from tests.tables import referee, table

DOGE = Words("en", folders_of("doge"), table("doge", 3).seats)


def test_a_sheet_is_worded_row_by_row() -> None:
    cells: dict[str, Choice] = {"houses": Count("houses", 0, 9), "at": Pick("area", ("castello", "dorsoduro"))}
    sheet = Sheet("seat", {"1": cells, "2": cells})
    answer = {"1": {"houses": 3, "at": "castello"}, "2": {"houses": 0, "at": "dorsoduro"}}
    assert answer_text(DOGE, sheet, answer) == "Anna 3, Castello; Ben 0, Dorsoduro"
    french = Words("fr", folders_of("doge"), table("doge", 3).seats)
    assert answer_text(french, sheet, answer) == french.joined(["Anna 3, Castello", "Ben 0, Dorsoduro"])


def test_a_correction_is_worded_also_when_its_place_is_gone() -> None:
    game = referee("doge", 3).game
    assert corrected_text(DOGE, game, Corrected("houses.2.castello", 3)) == ("houses, Ben Castello", "3")
    assert corrected_text(DOGE, game, Corrected("houses.9.castello", 3)) == ("houses", "3")
    assert step_text(DOGE, Corrected("houses.2.castello", 3)) == DOGE("step.corrected")


def test_an_ending_names_what_the_first_place_got_its_points_for() -> None:
    def receipt(seat: int, tally: str, amount: int, why: str) -> Receipt:
        return Receipt(seat, tally, amount, "", why, {"area": "castello"})

    receipts = [
        receipt(1, "houses", 1, "placed"),
        receipt(1, "houses", 2, "influence"),
        receipt(1, "palaces", 9, "palace"),
        receipt(1, "houses", 3, "placed"),
        receipt(2, "houses", 9, "placed"),
    ]
    said = reasons(Outcome([[1], [2]], ""), receipts, "houses", DOGE)
    assert said == [(DOGE.receipt(receipts[0]), 4), (DOGE.receipt(receipts[1]), 2)]


@pytest.mark.parametrize(
    ("second", "told"),
    [
        ({"gems": 3, "tiles": 1}, ["gems"]),
        ({"gems": 4, "tiles": 0}, ["gems", "tiles"]),
        ({"gems": 4, "tiles": 1}, ["gems", "tiles"]),
    ],
)
def test_an_ending_shows_only_the_tallies_that_tell_places_apart(second: dict[str, int], told: list[str]) -> None:
    score = {1: {"gems": 4, "tiles": 1}, 2: second}
    assert telling_tallies(Outcome([[1], [2]], ""), score, ["gems", "tiles"]) == told


@pytest.mark.parametrize(
    ("of", "value", "why"),
    [("area", "castello.2", "more parts than its vocabulary"), ("", "castello", "offered without a vocabulary")],
)
def test_an_option_without_its_vocabulary_is_found(of: str, value: str, why: str) -> None:
    words = StrictWords("en", folders_of("doge"))
    assert words.offered("area", "castello") == "Castello"
    with pytest.raises(Unworded, match=why):
        words.offered(of, value)


def test_words_that_are_blank_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = referee("doge", 3)
    monkeypatch.setattr(StrictWords, "ask", lambda *_: " ")
    with pytest.raises(Unworded, match=r"worded with nothing in en.po"):
        SpeechCheck("doge", judge.table.seats).check(judge)
