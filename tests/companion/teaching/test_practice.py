"""A practice game is always the same, is short for whoever plays it, gives hints, and is played to its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import games
from companion.ledger import Ledger
from companion.players import STEADY
from companion.referee import Referee
from companion.referee.automatic import people_asked, thought_of_box, waiting_for_box
from companion.refusal import Refusal
from companion.steps import TABLE
from companion.teaching.explaining import Explainer
from companion.teaching.practice import (
    PERSON,
    hint_for,
    is_played_out,
    let_box_finish,
    may_have_hint,
    practice,
    practises,
)
from companion.words import LANGUAGES, Words, folders_of
from companion.words.answers import answer_text, hint_text
from tests.tables import referee as ordinary


def begin(game: str) -> Referee:
    beginning = practice(games.find(game), "Anna")
    referee = Referee(beginning.kind, beginning.table, beginning.urn)
    for seat, strength in beginning.boxed.items():
        referee.correct(f"player.{seat}.{games.find(game).game.adviser.version}", strength)  # type: ignore[union-attr]
    return referee


def step(referee: Referee) -> int:
    """Answer one question: as the box does, or as it hints; what the table is asked, as it likes."""
    boxed = waiting_for_box(referee)
    if boxed:
        referee.answer(boxed[0], thought_of_box(referee, boxed[0])(), by_box=True)
        return 0
    seat, decision = min(people_asked(referee).items())
    answer = next(iter(decision.choice.legal())) if seat == TABLE else hint_for(referee, seat)().answer
    referee.answer(seat, answer)
    return int(seat == PERSON)


@pytest.mark.parametrize("game", games.names())
def test_practice_is_short_for_the_person_and_plays_to_its_end(game: str) -> None:
    referee = begin(game)
    assert practises(referee)
    answers = 0
    while not is_played_out(referee):
        answers += step(referee)
    assert 1 <= answers <= 60
    let_box_finish(referee)
    while referee.open:
        assert step(referee) == 0, "the person is asked nothing more"
    assert referee.fault is None
    assert referee.outcome is not None


@pytest.mark.parametrize("game", games.names())
def test_whoever_practises_reads_no_rule_twice(game: str) -> None:
    """Not even one that came up in secret before it came up in the open: there is nobody to hide it from."""
    referee = begin(game)
    referee.teach(taught=True)
    explainer, explained = Explainer(referee), list[str]()
    while not is_played_out(referee):
        if not waiting_for_box(referee):
            explained += explainer.before(min(people_asked(referee).items())[1])
        step(referee)
    assert len(explained) == len(set(explained)) > 2


@pytest.mark.parametrize("game", games.names())
def test_practice_is_always_the_same_game(game: str) -> None:
    one, other = begin(game), begin(game)
    for referee in (one, other):
        for _ in range(12):
            step(referee)
    assert [entry.line() for entry in one.entries] == [entry.line() for entry in other.entries]
    assert [draw.value for draw in one.run.draws] == [draw.value for draw in other.run.draws]


def test_a_practice_game_is_known_when_it_is_resumed(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    referee = practice(games.find("doge"), "Anna").begin(ledger)
    assert {boxed.strength for boxed in referee.game.boxed.values()} == {STEADY}
    kept = ledger.last()
    assert kept is not None
    again = ledger.peek(kept)
    assert practises(again)
    assert again.taught
    assert may_have_hint(again, PERSON)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_a_hint_says_what_to_answer_and_why(game: str, language: str) -> None:
    """By the words with which the box explains its own answers; never that it overlooked something."""
    referee = begin(game)
    words = Words(language, folders_of(game), referee.table.seats)
    reasons = 0
    for _ in range(30):
        if is_played_out(referee):
            break
        if may_have_hint(referee, PERSON):
            hint = hint_for(referee, PERSON)()
            said = hint_text(words, hint)
            assert said.startswith(words("teach.hint", answer=answer_text(words, hint.decision.choice, hint.answer)))
            if hint.reason is not None:
                reasons += 1
                assert not hint.reason.is_slip
                told = hint.reason.worth if hint.reason.worth >= 0 else hint.reason.worth - hint.reason.other_worth
                assert words.decimal(told) in said or hint.reason.weighed == 1
        step(referee)
    assert reasons


def test_there_are_no_hints_in_a_game_among_people() -> None:
    judge = ordinary("doge", 3, 1, None)
    with pytest.raises(Refusal, match="no-hint"):
        hint_for(judge, 1)
