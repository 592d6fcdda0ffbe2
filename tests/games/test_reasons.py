"""Why the box played so: from the terms of its own judgement, in words for every one of them."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from companion import games
from companion.players import STRENGTHS, Player, Question, Reason, reason_for
from companion.players.advice import in_parts
from companion.players.reason import SPARED
from companion.players.terms import remembering
from companion.referee.automatic import Explained
from companion.referee.entries import Answer
from companion.referee.views import SeatView
from companion.seats import NAME_LENGTH, Seat
from companion.steps import Decision
from companion.words import LANGUAGES, Words, folders_of
from companion.words.answers import reason_text
from firmware.screens import reading
from tests.games.test_players import questions, table_for_box

ALL = games.names()
ENOUGH = 160
"""Questions of a game whose reasons are looked at, those with several answers in the beginning and later."""
EVERY = 3
TOLD = 0.5
"""The part of all answers with an alternative that has a ground which can be told."""
MOST_LINES = 4
"""Lines of a ground on the box's screen, with the widest names: less than a page."""


@cache
def reasons(game: str) -> list[tuple[Player, Question, Any, Reason]]:
    """Return why each strength answers as its judgement would to questions of a game."""
    adviser = games.find(game).game.adviser
    assert adviser is not None
    found: list[tuple[Player, Question, Any, Reason]] = []
    for number, (judge, seat) in enumerate(questions(game, table_for_box(game, 3), seed=2)):
        player = Player(adviser, STRENGTHS[number % 3])
        view, question = SeatView.of(judge, seat), Question.of(judge.open[seat])
        plain = player.weigh(view, question) if number % EVERY == 0 else ()
        if not plain:
            continue
        remembered = adviser.advise(view, question, remembering(player.numbers))
        assert [(one.answer, in_parts(one.worth)) for one in remembered] == [
            (one.answer, in_parts(one.worth)) for one in plain
        ], "names change nothing"
        answer = max(plain, key=lambda one: in_parts(one.worth)).answer
        reason = reason_for(player, view, question, answer)
        assert reason is not None
        found.append((player, question, answer, reason))
        if len(found) == ENOUGH:
            break
    return found


@pytest.mark.parametrize("game", ALL)
def test_most_answers_have_a_ground(game: str) -> None:
    better = [
        reason for *_, reason in reasons(game) if reason.weighed > 1 and reason.worth - reason.other_worth > 0.05
    ]
    assert len(better) > 15
    assert sum(bool(reason.grounds) for reason in better) >= TOLD * len(better)
    names = Counter(ground.name for reason in better for ground in reason.grounds)
    assert len(names) >= 4, "not always the same"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ALL)
def test_every_ground_is_worded_and_fits(game: str, language: str) -> None:
    adviser = games.find(game).game.adviser
    assert adviser is not None
    words = Words(language, folders_of(game), [Seat(number, "W" * NAME_LENGTH, "") for number in (1, 2, 3)])
    for name in adviser.grounds:
        assert name.removesuffix(f"-{SPARED}") in adviser.numbers._fields
        assert words.template(f"because.{name}", 2), name
    for ground in {ground.name: ground for *_, reason in reasons(game) for ground in reason.grounds}.values():
        text = words(f"because.{ground.name}", **ground.facts)
        assert "{" not in text
        assert len(reading.wrap(text)) <= MOST_LINES, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_price_to_pay_is_told_by_what_it_saves(language: str) -> None:
    """In Venise a step is weighed by what is left to pay: nobody would call it worth less than nothing."""
    words, told = Words(language, folders_of("venise")), 0
    for _, question, answer, reason in reasons("venise"):
        if reason.weighed > 1 and reason.worth < 0:
            decision = Decision(question.key, question.seat, question.at, question.choice, "", dict(question.facts))
            decision.choice = question.choice
            explained = Explained(0, Answer(question.seat, question.id, answer, decision), reason)
            text = reason_text(words, explained)
            assert words.decimal(reason.worth - reason.other_worth) in text
            assert words.decimal(reason.worth) not in text
            told += 1
    assert told > 5
