"""Guessed worlds fit what a seat has seen, and depend on nothing else; OpenSpiel's search plays with them."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from companion import games
from companion.referee.worlds import knowledge_of, sample_world
from companion.research.play import Play
from companion.research.spiel import Resampler

TABLES = [("doge", 4), ("rialto", 3), ("venedig", 2), ("venedig", 5), ("venezia", 4), ("venise", 2)]
PICKS = 160


def moments(name: str, players: int) -> Iterator[Play]:
    """Yield a random game whenever a seat is asked something, now and then."""
    rng = Random(7)
    play = Play.begin(name, players, {})
    for _ in range(PICKS):
        if play.decision is None:
            return
        if not play.is_chance and not play.chosen and rng.random() < 0.08:
            yield play
        weights = play.chances() if play.is_chance else [1.0] * len(play.options)
        play.pick(rng.choices(range(len(weights)), weights)[0])


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_world_is_one_that_the_seat_may_be_in(name: str, players: int) -> None:
    """What the seat would know in the guessed world is what it knows: else the guess would have looked at more."""
    others = 0
    for play in moments(name, players):
        assert play.decision is not None
        seat = play.decision.seat
        game = play.run.game
        known = knowledge_of(play.run, seat, in_order=True)
        for seed in range(2):
            world = sample_world(type(game), game.table, known, Random(seed))
            assert knowledge_of(world.run, seat, in_order=True) == known
            there = Play(world)
            assert there.decision is not None
            assert there.decision.seat == seat
            assert there.seen(seat) == play.seen(seat)
            assert there.memory(seat) == play.memory(seat)
            others += [entry.line() for entry in world.run.entries] != [entry.line() for entry in play.run.entries]
    assert others


@pytest.mark.parametrize("name", games.names())
def test_openspiel_searches_without_peeking(name: str) -> None:
    game = pyspiel.load_game(f"ballottino_{name}", {"horizon": 90})
    evaluator = RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ISMCTSBot(game, evaluator, 2.0, 4, random_state=np.random.RandomState(2))
    bot.set_resampler(Resampler(Random(3)))
    rng = Random(4)
    state, searched = game.new_initial_state(), 0
    while not state.is_terminal() and searched < 3:
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, weights)[0])
        elif state.move_number() % 5 == 0 and len(state.legal_actions()) > 1:
            state.apply_action(int(bot.step(state)))
            searched += 1
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert searched == 3


def test_sampled_state_goes_on_like_any_other() -> None:
    game: Any = pyspiel.load_game("ballottino_doge(players=3)")
    state = game.new_initial_state()
    rng = Random(1)
    while state.is_chance_node() or len(state.history()) < 40:
        state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()] or state.legal_actions()))
    player = state.current_player()
    world = Resampler(rng)(state, player)
    assert world.information_state_string(player) == state.information_state_string(player)
    world.clone().apply_action(0)
    assert str(world) == str(state)
    assert str(pickle.loads(pickle.dumps(world))) == str(world)
