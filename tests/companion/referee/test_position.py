"""A fork is the same game at the same moment, and a copied position goes its own way."""

from __future__ import annotations

from random import Random

import pytest

from companion import games
from companion.referee.position import Position
from companion.referee.run import Run
from companion.referee.simulation import play_random, random_urn, some_answer
from tests.tables import referee


def state_of(run: Run) -> str:
    game = run.game
    views = [game.view(seat) for seat in (0, *game.seats)]
    asked = {seat: decision.to_json() for seat, decision in run.open.items()}
    tells = [str(tell) for tell in game.tells]
    entries = [entry.line() for entry in run.entries]
    return str((views, game.score, tells, asked, run.draws, run.outcome, entries))


@pytest.mark.parametrize("name", games.names())
def test_fork_is_the_same_game(name: str) -> None:
    judge = referee(name, max(games.find(name).game.players))
    play_random(judge, Random(2), most=40)
    for place in list(judge.run.game.corrections())[:3]:
        judge.correct(place, judge.run.correction(place).choice.sample(Random(1)))
    play_random(judge, Random(3), most=90)
    assert state_of(judge.run.fork()) == state_of(judge.run)
    for length in (0, 1, 30, 41, 60):
        checked = Run(judge.kind, judge.table, judge.urn, judge.entries[:length])
        assert state_of(judge.run.fork(length)) == state_of(checked)


@pytest.mark.parametrize("name", games.names())
def test_fork_draws_from_another_urn_from_then_on(name: str) -> None:
    judge = referee(name, 3)
    play_random(judge, Random(2), most=70)
    fork = judge.run.fork(40, random_urn(Random(9)))
    assert fork.draws == [draw for draw in judge.run.draws if draw.after <= 40]
    futures = []
    for urn in (judge.urn, random_urn(Random(9))):
        position = Position(judge.run.fork(40, urn))
        play(position, 150)
        futures.append([draw.value for draw in position.run.draws if draw.after > 40])
    assert futures[0] != futures[1]


@pytest.mark.parametrize("name", games.names())
def test_hushed_game_goes_the_same_way_untold(name: str) -> None:
    judge = referee(name, 3)
    play_random(judge, Random(2), most=70)
    told, hushed = judge.run.fork(40), judge.run.fork(40, hushed=True)
    for run in (told, hushed):
        play(Position(run), 100)
    assert told.game.tells
    assert not hushed.game.tells
    assert not hushed.game.receipts
    for run in (told, hushed):
        run.game.tells.clear()
    assert state_of(hushed) == state_of(told)


@pytest.mark.parametrize("name", games.names())
def test_copies_part_when_one_moves_on(name: str) -> None:
    judge = referee(name, 3)
    play_random(judge, Random(2), most=60)
    here = Position(judge.run.fork())
    before = state_of(here.run)
    copy = here.copy()
    play(copy, 20)
    assert len(copy.run.entries) > 60
    assert state_of(here.run) == before
    play(here, 20)
    assert state_of(here.run) == state_of(copy.run)


def play(position: Position, answers: int) -> None:
    rng = Random(4)
    for _ in range(answers):
        decision = position.next()
        if decision is None:
            return
        position.answer(decision, decision.choice.check(some_answer(position.run.game, decision, rng)))
