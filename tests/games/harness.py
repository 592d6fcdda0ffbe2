"""The common test of all games, whatever their rules: random games in which every promise is checked.

This follows OpenSpiel's simulation tests: one set of promises for all games, player counts and options.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from math import prod
from random import Random
from typing import Any

import pytest

from companion import games
from companion.choices import Choice
from companion.game import Table
from companion.referee import Referee
from companion.referee.entries import Answer
from companion.referee.simulation import random_urn, some_answer
from companion.referee.views import SeatView
from companion.refusal import Refusal
from companion.steps import TABLE
from tests.nightly import NIGHTLY
from tests.tables import table

LISTED = 300
"""Choices with at most this many answers are listed in full and compared with their own claims."""

MOST_TABLES = 200 if NIGHTLY else 12
"""Of a game with more tables than this, only some are tried, in which every two values meet."""


def covering(choices: Sequence[Sequence[Any]]) -> list[tuple[Any, ...]]:
    """Return all combinations of one value from each; of very many, enough for every two values to meet.

    >>> len(covering([[1, 2]] * 3)), len(covering([[1, 2]] * 9)) < 20
    (8, True)
    """
    if prod(len(values) for values in choices) <= MOST_TABLES:
        return list(itertools.product(*choices))
    rng = Random(1)
    places = [[(place, value) for value in values] for place, values in enumerate(choices)]
    missing = {pair for one, other in itertools.combinations(places, 2) for pair in itertools.product(one, other)}
    chosen = []
    while missing:
        candidates = [tuple(rng.choice(values) for values in choices) for _ in range(200)]
        best = max(candidates, key=lambda row: len(_pairs(row) & missing))
        missing -= _pairs(best)
        chosen.append(best)
    return chosen


def _pairs(row: tuple[Any, ...]) -> set[Any]:
    return set(itertools.combinations(enumerate(row), 2))


@cache
def tables(game: str) -> Mapping[str, Table]:
    """Return tables with every player count and combinations of options, by a name for each.

    Options that do not go with a number of players are combined with another number.
    """
    kind = games.find(game).game
    options = kind.all_options()
    made = {}
    for players, *values in covering([kind.players, *(option.values for option in options)]):
        chosen = {option.name.replace("draw.", "draw_"): v for option, v in zip(options, values, strict=True)}
        for number in (players, *kind.players):
            with suppress(Refusal):
                found = table(game, number, **chosen)
                break
        made[f"{game}-{len(found.seats)}-{'-'.join(values)}"] = found
    return made


def fingerprint(referee: Referee) -> str:
    """Return everything there is to a game as text: every view, entry, receipt and draw.

    How many answers a seat has given in all starts again when a game is resumed.
    """
    views = [SeatView.of(referee, seat) for seat in (TABLE, *referee.game.seats)]
    return json.dumps(
        {
            "views": [view.to_json() | {"sealed": view.sealed and view.sealed.question} for view in views],
            "entries": [entry.line() for entry in referee.entries],
            "receipts": [receipt.to_json() for receipt in referee.game.receipts],
            "draws": [drawn.line() for drawn in referee.run.draws],
        }
    )


def new_referee(table: Table, game: str, seed: int) -> Referee:
    return Referee(games.find(game).game, table, random_urn(Random(seed)))


def check_choice(choice: Choice, rng: Random, always: bool) -> None:
    """Check that a choice survives JSON, that its sample is legal, and that it counts its answers right.

    It must have more than one answer, unless it is asked `always`.
    """
    assert json.loads(json.dumps(choice.to_json())) == choice.to_json()
    size = choice.size()
    assert size > 1 or always
    value = choice.sample(rng)
    assert choice.check(json.loads(json.dumps(value))) == value
    if size <= LISTED:
        listed = [json.dumps(answer) for answer in choice.legal()]
        assert len(listed) == len(set(listed)) == size
        assert json.dumps(value) in listed
        assert all(choice.check(json.loads(answer)) == json.loads(answer) for answer in listed)


def check_strangers(referee: Referee, value: Any) -> None:
    """Check that seats which are not asked cannot answer, and that trying changes nothing."""
    before = len(referee.entries)
    strangers: tuple[Any, ...] = (TABLE, *referee.game.seats, 99, "1", None)
    for seat in strangers:
        if seat not in referee.open:
            with pytest.raises(Refusal) as refused:
                referee.answer(seat, value)
            assert refused.value.key == "not-asked"
    assert len(referee.entries) == before


def check_running_again(referee: Referee, rng: Random) -> None:
    """Check that replay, undo and redo, and amending to the same value lead back to the same state."""
    here = fingerprint(referee)
    entries = list(referee.entries)
    again = Referee(referee.kind, referee.table, referee.urn, entries)
    assert fingerprint(again) == here
    everyone = referee.game.seats
    index = rng.randrange(len(entries))
    again.undo(index, everyone)
    assert len(again.entries) == index
    for entry in entries[index:]:
        assert isinstance(entry, Answer)
        again.answer(entry.seat, entry.value, entry.question)
    assert fingerprint(again) == here
    chosen = entries[rng.randrange(len(entries))]
    assert isinstance(chosen, Answer)
    again.amend(entries.index(chosen), chosen.value, everyone)
    assert not again.kept
    assert fingerprint(again) == here
    check_amending(again, rng)


def check_amending(referee: Referee, rng: Random) -> None:
    """Change an old answer: everything before it stands, draws keep their results, and the game is sound."""
    index = rng.randrange(len(referee.entries))
    old = referee.entries[index]
    assert isinstance(old, Answer)
    assert old.decision is not None
    others = [value for _ in range(9) if (value := old.decision.choice.sample(rng)) != old.value]
    value = others[0] if others else old.value  # there is no other answer
    before = [entry.line() for entry in referee.entries[:index]]
    drawn = {(draw.draw, tuple(draw.outcomes)): draw.value for draw in referee.run.draws if draw.by == "urn"}
    referee.amend(index, value, referee.game.seats)
    assert referee.fault is None
    assert [entry.line() for entry in referee.entries[:index]] == before
    assert referee.entries[index].value == value
    for draw in referee.run.draws:
        assert draw.by == "table" or drawn.get((draw.draw, tuple(draw.outcomes)), draw.value) == draw.value
    referee.game.check()
    assert fingerprint(Referee(referee.kind, referee.table, referee.urn, referee.entries)) == fingerprint(referee)


def play_and_check(referee: Referee, rng: Random, answers: int, every: int) -> None:
    """Play at random up to this many answers, checking all promises once in `every` of them."""
    asked = {(seat, decision.id) for seat, decision in referee.open.items()}
    while referee.open and len(referee.entries) < answers:
        seat = rng.choice(list(referee.open))
        decision = referee.open[seat]
        look = len(referee.entries) % min(every, 20) == 0
        if look:
            check_choice(decision.choice, rng, decision.always)
        value = some_answer(referee.game, decision, rng)
        if look:
            check_strangers(referee, value)
        still_open = {(other, question.id) for other, question in referee.open.items() if other != seat}
        referee.answer(seat, value, decision.id)
        referee.game.check()
        fresh = {(other, question.id) for other, question in referee.open.items()} - still_open
        assert not fresh & asked, "a question was asked twice"
        asked |= fresh
        if len(referee.entries) % every == 0:
            check_running_again(referee, rng)
    assert referee.fault is None
    if referee.outcome is not None:
        assert sorted(itertools.chain(*referee.outcome.places)) == referee.game.seats


def play_with_corrections(referee: Referee, rng: Random, answers: int) -> int:
    """Play at random, with corrections at any moment, and return how many there were."""
    corrections = 0
    while referee.open and len(referee.entries) < answers:
        if rng.random() < 0.3 and (offered := referee.game.corrections()):
            place = rng.choice(list(offered))
            told = len(referee.game.tells)
            referee.correct(place, offered[place].choice.sample(rng))
            corrections += 1
            keys = [tell.key for tell in referee.game.tells[told:] if tell.key != "shuffled"]  # a pile made for it
            assert len(keys) == 1, "a correction is told, once"
        else:
            seat = rng.choice(list(referee.open))
            referee.answer(seat, some_answer(referee.game, referee.open[seat], rng))
        referee.game.check()
        assert all(decision.choice.size() for decision in referee.open.values())
        assert referee.fault is None
    return corrections
