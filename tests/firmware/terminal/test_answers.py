"""Answers in words: no bare name of an option, an item or a place is left, in any game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion import games
from companion.choices import Choice, Pick, Several, Sheet, Spread
from companion.game import Correction
from companion.referee.simulation import some_answer
from companion.words import LANGUAGES, Words, folders_of
from companion.words.answers import answer_text, correction_label
from tests.firmware.long_tables import few_tables, long_table
from tests.games.harness import new_referee


def named_in(choice: Choice, value: Any) -> Iterator[tuple[str, str]]:
    """Yield the vocabulary and the name of everything that an answer names."""
    if isinstance(choice, Sheet):
        for row, cells in value.items():
            for column, cell in cells.items():
                yield from named_in(choice.rows[row][column], cell)
    elif isinstance(choice, Pick):
        yield choice.of, value
    elif isinstance(choice, Several):
        yield from ((choice.of, item) for item in value)
    elif isinstance(choice, Spread):
        yield from ((choice.of, place) for place, number in value.items() if number)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_every_answer_is_in_words(game: str, language: str) -> None:
    """Everything that an answer names is in its text, in the words of its vocabulary."""
    kinds = set()
    for plain in few_tables(game)[:3]:
        referee, rng = new_referee(long_table(game, plain), game, 2), Random(6)
        words = Words(language, folders_of(game), referee.table.seats)
        while referee.open and len(referee.entries) < 120:
            seat, decision = min(referee.open.items())
            value = some_answer(referee.game, decision, rng)
            text = answer_text(words, decision.choice, value)
            kinds.add(type(decision.choice))
            assert text
            assert [name for of, name in named_in(decision.choice, value) if words.thing(of, name) not in text] == []
            referee.answer(seat, value)
    assert kinds


def test_spread_leaves_out_zeros() -> None:
    words = Words("en", folders_of("rialto"))
    choice = Spread("card", {"A": 3, "B": 3, "J": 3}, 0, 9)
    assert answer_text(words, choice, {"A": 0, "B": 2, "J": 1}) == "Gold 2, Joker 1"
    assert answer_text(words, choice, {"A": 0, "B": 0, "J": 0}) == "–"


@pytest.mark.parametrize("game", games.names())
def test_every_correction_has_a_name_of_its_own(game: str) -> None:
    """In words, and different from all others of its kind: nobody makes a correction they did not mean."""
    for plain in few_tables(game):
        referee, rng = new_referee(long_table(game, plain), game, 2), Random(6)
        words = Words("en", folders_of(game), referee.table.seats)
        while referee.open and len(referee.entries) < 60:
            seat, decision = min(referee.open.items())
            referee.answer(seat, some_answer(referee.game, decision, rng))
        offered = referee.game.corrections()
        labels = [(one.key, correction_label(words, one)) for one in offered.values()]
        assert len(set(labels)) == len(labels)
        assert [label for _, label in labels if "-" in label] == []


def test_place_of_two_parts_is_named_in_full() -> None:
    words = Words("en", folders_of("rialto"))
    place = Correction(
        "ends", {"place": "san-marco.castello"}, Pick("district", ("castello", "san-marco")), "castello"
    )
    assert correction_label(words, place) == "San Marco – Castello"
