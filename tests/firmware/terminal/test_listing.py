"""Typed answers mean what they say: a number where numbers are offered, otherwise a line or a name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.choices import Choice, Pick, Several
from companion.refusal import Refusal
from companion.screen.maps import Chart
from companion.words import Words, folders_of
from firmware import WORDS
from firmware.terminal import asker
from firmware.terminal.asker import Asker
from firmware.terminal.listing import Listing
from tests.firmware.commands.test_cli import run


def words_of(game: str, language: str = "en") -> Words:
    return Words(language, [WORDS, *folders_of(game)], long=True)


def answered(monkeypatch: pytest.MonkeyPatch, choice: Choice, typed: str, at: Asker | None = None) -> Any:
    monkeypatch.setattr(asker, "read_line", lambda prompt: typed)
    return (at or Asker(words_of("venezia"))).ask(choice)


@pytest.mark.parametrize(
    ("options", "typed", "answer"),
    [
        ((0, 1, 2), "2", 2),
        ((0, 1, 2), "0", 0),
        ((0, 1, 3), "2", "2"),
        (("0", "1", "1+1", "0*2"), "1", "1"),
        (("0", "1", "1+1", "0*2"), "1 + 1", "1+1"),
        (("3-4", "4-5"), "1", "1"),
        (("3-4", "4-5"), "4-5", "4-5"),
    ],
)
def test_a_typed_number_is_the_answer_where_answers_are_numbers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], options: Any, typed: str, answer: Any
) -> None:
    assert answered(monkeypatch, Pick("", options), typed) == answer
    assert capsys.readouterr().out == "  " + "  ".join(map(str, options)) + "\n", "no line has a number of its own"


def test_names_are_listed_in_numbered_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = Pick("card", ("row", "draw"))
    assert answered(monkeypatch, rows, "2", Asker(words_of("rialto"))) == "draw"
    assert "   2  " in capsys.readouterr().out


def test_a_bare_number_is_not_a_place_on_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Asker(words_of("venezia"), lambda of: Chart("AB", ("1", "2"), {}))
    cells = Pick("cell", ("A1", "B2"))
    with pytest.raises(Refusal):
        cells.check(answered(monkeypatch, cells, "2", board))
    assert answered(monkeypatch, cells, "b2", board) == "B2"
    several = Several("cell", ("A1", "B1", "B2"), 1, 2)
    with pytest.raises(Refusal):
        several.check(answered(monkeypatch, several, "1 2", board))
    assert answered(monkeypatch, several, "b1 a1", board) == ["B1", "A1"]


def test_a_barred_answer_may_be_typed_and_says_why_not(monkeypatch: pytest.MonkeyPatch) -> None:
    choice = Pick("zone", ("castello", "cannaregio"), {"san-marco": Refusal("over")})
    with pytest.raises(Refusal, match="over"):
        choice.check(answered(monkeypatch, choice, "san marco"))


ZONES = ("san-marco", "san-polo", "castello", "cannaregio", "dorsoduro", "santa-croce")


@pytest.mark.parametrize(
    "typed",
    [
        "San Marco, San Polo, Castello",
        "san marco san polo castello",
        "san marco,san polo castello",
        "SAN MARCO + 2; castello",
        "1 2 3",
        "1, san polo, 3",
    ],
)
def test_names_of_two_words_may_stand_in_a_list(typed: str) -> None:
    assert Listing(words_of("venezia"), "zone", ZONES).some(typed) == ["san-marco", "san-polo", "castello"]


def test_text_between_commas_is_one_name_even_if_unknown() -> None:
    assert Listing(words_of("venezia"), "zone", ZONES).some("San Marko, castello") == ["San Marko", "castello"]


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_names_are_understood_without_accents_and_signs(language: str) -> None:
    for name in games.names():
        words = words_of(name, language)
        listing = Listing(words, "game", games.names())
        assert listing.one(words.thing("game", name).upper()) == name
    listing = Listing(words_of("venise", "fr"), "card", ("large", "joker", "small"))
    assert listing.some(", ".join(listing.names)) == ["large", "joker", "small"]


def test_cards_laid_in_venedig_are_as_many_as_were_typed(tmp_path: Path) -> None:
    said = run("play", "venedig", "-p", "3", "-o", "cards=device", data=tmp_path, stdin="x\n\n\n\n2\nquit\n").stdout
    assert "\n  0  1  2\n" in said or "\n  0  1\n" in said
    assert "   1  0\n" not in said


def test_an_exact_name_comes_before_one_that_differs_by_an_accent() -> None:
    listing = Listing(words_of("doge"), "", ("Leo", "Léo", "Zoé"))
    assert [listing.one(typed) for typed in ("Leo", "Léo", "leo", "zoe")] == ["Leo", "Léo", "Leo", "Zoé"]
