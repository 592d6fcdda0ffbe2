"""What games and score sheets say is words, in every language: nothing is said in keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion import games
from companion.choices import Choice, Pick, Several, Sheet, Spread
from companion.jobs.score import Filled, ScoreSheet
from companion.layout import Layout
from companion.referee import Referee
from companion.referee.simulation import play_random
from companion.refusal import Refusal
from companion.words import LANGUAGES, Words, folders_of
from tests.games.harness import new_referee, tables

OWN_NAMES = {"ballot", "cell", "gold", "hex", "number"}
"""Vocabularies whose things are called what they are: B5, A1-B2, 3."""


ANSWERS = 400
"""Of each game: most are over by then."""


class NoKeys(Words):
    """Words that say nothing in keys: a key that no catalogue has is a fault, unless it is a thing's own name."""

    def template(self, key: str, number: int | None = None) -> str | None:
        text = super().template(key, number)
        of, _, value = key.partition(".")
        assert text is not None or (of in OWN_NAMES and not re.search("[a-z]", value)), key
        return text

    def part(self, of: str, value: Any) -> str:
        """One thing that is offered: each of its parts has a vocabulary."""
        assert str(value).count(".") <= of.count("."), f"{value} by {of}"
        return self.thing(of, value)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_everything_a_game_says_is_words(game: str, language: str) -> None:
    """Random games told in full: questions, all they offer, bars, tellings, receipts, corrections."""
    for n, (_, table) in enumerate(tables(game)):
        if n % 5 == 0:
            words = NoKeys(language, folders_of(game), table.seats)
            for text in _said(new_referee(table, game, n), words, Random(n)):
                assert text.strip()
                assert not re.search("[{}]", text), text


def _said(judge: Referee, words: NoKeys, rng: Random) -> Iterator[str]:
    """All that is said in a game played at random: every question, and now and then what may be set right."""
    while judge.open and len(judge.entries) < ANSWERS:
        for decision in judge.open.values():
            yield words.ask(decision)
            yield words.brief(decision)
            yield words(decision.rule)
            yield from _offered(decision.choice, words)
        if len(judge.entries) % 13 == 0:
            for correction in judge.game.corrections().values():
                yield words.correction(correction)
                yield from _offered(correction.choice, words)
        play_random(judge, rng, most=len(judge.entries) + 1)
    yield from (words.tell(tell) for tell in judge.game.tells)
    for receipt in judge.game.receipts:
        yield words.receipt(receipt)
        yield words(f"tally.{receipt.tally}")


def _offered(choice: Choice, words: NoKeys) -> Iterator[str]:
    """Each option, item, place, row and column in words, and why an option is barred."""
    match choice:
        case Pick():
            yield from (words.part(choice.of, option) for option in (*choice.options, *choice.barred))
            yield from (words.refusal(refusal) for refusal in choice.barred.values())
        case Several():
            yield from (words.part(choice.of, item) for item in choice.items)
        case Spread():
            yield from (words.part(choice.of, place) for place in choice.most)
        case Sheet():
            for row, cells in choice.rows.items():
                yield words.part(choice.of, row)
                for column, cell in cells.items():
                    yield words.column(column)
                    yield from _offered(cell, words)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_every_score_sheet_is_words(game: str, language: str) -> None:
    """What a sheet asks for, and how it explains its count."""
    kit, words, rng = games.find(game), NoKeys(language, folders_of(game)), Random(1)
    layout = kit.layout()
    for sheet in kit.sheets.values():
        for players in sheet.players:
            fields = sheet.fields(players, layout)
            said = [words(f"field.{key}") for key in fields]
            said += [text for choice in fields.values() for text in _offered(choice, words)]
            filled = {"players": players} | {key: choice.sample(rng) for key, choice in fields.items()}
            said += _explained(sheet, filled, layout, words)
            assert all(text.strip() for text in said)


def _explained(sheet: ScoreSheet, filled: Filled, layout: Layout, words: NoKeys) -> list[str]:
    """The count of a sheet that was filled at random, or why it can't be counted."""
    try:
        counted = sheet.score(filled, layout)
    except Refusal as refusal:
        return [words.refusal(refusal)]
    return [words.tell(tell) for tell in counted.tells] + [words.receipt(receipt) for receipt in counted.receipts]
