"""PettingZoo's own tests of our environments."""

from __future__ import annotations

from functools import partial

import pytest
from pettingzoo.test import api_test, seed_test

from companion import games
from companion.research.zoo import Environment
from firmware.bench.tables import few_and_many

BOTH = [(name, players) for name in games.names() for players in few_and_many(name)]


@pytest.mark.filterwarnings("ignore:Observation")  # numbers with a mask are not one array
@pytest.mark.parametrize(("name", "players"), BOTH)
def test_conforms(name: str, players: int) -> None:
    api_test(Environment(name, players, horizon=400), num_cycles=8)
    seed_test(partial(Environment, name, players), num_cycles=8)


def test_rewards_come_at_the_end() -> None:
    env = Environment("rialto", players=2, neutral="with")
    env.reset(seed=3)
    for _ in env.agent_iter():
        observation, _, over, _, _ = env.last()
        if over:
            break
        env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))
    assert sorted(env.rewards.values()) == [-1, 1]


def test_horizon_truncates() -> None:
    env = Environment("venise", players=2, horizon=30)
    env.reset(seed=3)
    while not any(env.truncations.values()):
        env.step(env.action_space(env.agent_selection).sample(env.observe(env.agent_selection)["action_mask"]))
    assert env.picked == 30
    assert set(env.rewards.values()) == {0}
