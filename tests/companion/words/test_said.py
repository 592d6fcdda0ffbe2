"""Everything that games and score sheets say is in words, in every language: nothing is shown by its key."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from companion import games
from companion.jobs.score import Filled, ScoreSheet
from companion.layout import Layout
from companion.referee import Referee
from companion.referee.simulation import play_random
from companion.refusal import Refusal
from companion.seats import Seat
from companion.words import folders_of, languages_of
from companion.words.answers import step_text
from companion.words.checking import SpeechCheck, StrictWords, Unworded, worded_choice, worded_correction
from tests.games.harness import new_referee, tables
from tests.tables import referee

OWN_NAMES = {"", "ballot", "cell", "gold", "hex", "number"}
"""Vocabularies whose things are called what they are: B5, A1-B2, 3."""

ANSWERS = 400
"""For each game: most are over by then."""

SPOKEN = [(game, language) for game in games.names() for language in languages_of(game)]


class NoKeys(StrictWords):
    """Words in which only things of a few vocabularies are their own names."""

    def is_own_name(self, of: str, value: str) -> bool:
        return of in OWN_NAMES and super().is_own_name(of, value)


def speech(judge: Referee) -> SpeechCheck:
    """Return a speech in every language that the game speaks."""
    game = judge.kind.name
    made = SpeechCheck(game, judge.table.seats)
    made.spoken = [NoKeys(language, folders_of(game), judge.table.seats) for language in languages_of(game)]
    return made


@pytest.mark.parametrize("game", games.names())
def test_everything_a_game_says_is_in_words(game: str) -> None:
    """Random games are told in full: questions, all they offer, bars, tellings, receipts, corrections."""
    for number, table in enumerate(tables(game).values()):
        if number % 5 == 0:
            judge, rng = new_referee(table, game, number), Random(number)
            said = speech(judge)
            while judge.open and len(judge.entries) < ANSWERS:
                said.check(judge)
                if len(judge.entries) % 13 == 0:
                    check_corrections(judge, said.spoken)
                play_random(judge, rng, most=len(judge.entries) + 1)
            said.check(judge)


@pytest.mark.parametrize("game", games.names())
def test_a_step_stands_in_a_sentence(game: str) -> None:
    """“Anna wants to take back: Ben, Castello.”"""
    judge = referee(game, max(games.find(game).game.players))
    play_random(judge, Random(1), most=120)
    for words, entry in product(speech(judge).spoken, judge.entries):
        said = step_text(words, entry)
        assert said
        assert said[-1] not in "? \u00a0\u202f"
        assert "¿" not in said


def check_corrections(judge: Referee, spoken: Sequence[StrictWords]) -> None:
    for words, correction in product(spoken, judge.game.corrections().values()):
        assert all(text.strip() for text in worded_correction(words, correction))


@pytest.mark.parametrize(("game", "language"), SPOKEN)
def test_every_score_sheet_is_in_words(game: str, language: str) -> None:
    """What a sheet asks for, and how it explains its count."""
    kit, words, rng = games.find(game), NoKeys(language, folders_of(game)), Random(1)
    layout = kit.layout()
    for sheet in kit.sheets.values():
        for players in sheet.players:
            fields = sheet.fields(players, layout)
            said = [words(f"field.{key}") for key in fields]
            said += [text for choice in fields.values() for text in worded_choice(words, choice)]
            filled = {"players": players} | {key: choice.sample(rng) for key, choice in fields.items()}
            said += explained(sheet, filled, layout, words)
            assert all(text.strip() for text in said)


def explained(sheet: ScoreSheet, filled: Filled, layout: Layout, words: StrictWords) -> list[str]:
    """Return the count of a filled sheet in words, or why it cannot be counted."""
    try:
        counted = sheet.score(filled, layout)
    except Refusal as refusal:
        return [words.refusal(refusal)]
    return [words.tell(tell) for tell in counted.tells] + [words.receipt(receipt) for receipt in counted.receipts]


def test_a_misspelt_telling_is_found() -> None:
    judge = referee("doge", 3)
    said = SpeechCheck("doge", judge.table.seats)
    said.check(judge)
    judge.game.tell("palace-biult", "DOG.P1", seat=1)
    with pytest.raises(Unworded, match=r"^tell.palace-biult is not in en.po$"):
        said.check(judge)


def test_a_fact_that_is_not_given_is_found() -> None:
    words = StrictWords("en", folders_of("doge"), [Seat(1, "Anna", "red")])
    with pytest.raises(Unworded, match=r"^tell.placed in en.po names 'area', but is given seat, n$"):
        words("tell.placed", seat=1, n=2)


def test_a_word_without_its_vocabulary_is_found() -> None:
    words = StrictWords("en", folders_of("doge"))
    assert words.format_field("B5", "") == "B5"
    with pytest.raises(Unworded, match="'castello' without a vocabulary"):
        words.format_field({"castello": 2}, "")
