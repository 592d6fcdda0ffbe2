"""Our games as PettingZoo environments, where agents take turns (AEC).

    >>> env = Environment("venezia", players=2)
    >>> env.reset(seed=7)
    >>> env.agent_selection
    'seat_1'

An observation has the numbers of `companion.research.play.features` and an `action_mask` of the picks on offer.
Chance is drawn by the environment, from the seed that `reset` is given. Rewards come at the end, as in OpenSpiel.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from companion.research.picks import WIDEST
from companion.research.play import FEATURES, HORIZON, Play, features

MOST = 1e6
"""No number on a board is larger."""


class Environment(AECEnv):  # type: ignore[misc]  # gymnasium's spaces are untyped in it
    """A table at which agents play one of our games: `seat_1`, `seat_2` and so on."""

    def __init__(self, game: str, players: int, *, horizon: int = HORIZON, **options: str) -> None:
        super().__init__()
        self.metadata = {"name": f"ballottino_{game}_v0", "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self.horizon = horizon
        self._start = Play.begin(game, players, options)
        self.possible_agents = [f"seat_{seat}" for seat in self._start.seats]
        self._seats = dict(zip(self.possible_agents, self._start.seats, strict=True))
        self._action_spaces = {agent: spaces.Discrete(WIDEST) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-MOST, MOST, (FEATURES,), np.float32),
                    "action_mask": spaces.Box(0, 1, (WIDEST,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._rng = Random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng = Random(seed)
        self.play = self._start.copy()
        self.picked = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seats[agent]
        mask = np.zeros(WIDEST, np.int8)
        decision = self.play.decision
        if decision is not None and decision.seat == seat and not self.play.is_chance:
            mask[: len(self.play.options)] = 1
        return {"observation": np.array(features(self.play.seen(seat)), np.float32), "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._pick(int(action))
        self._go_on()
        self._accumulate_rewards()

    def _pick(self, index: int) -> None:
        self.play.pick(index)
        self.picked += 1

    def _go_on(self) -> None:
        """Draw what chance decides, then turn to the agent that is asked, or end the game."""
        while self.play.is_chance and self.picked < self.horizon:
            weights = self.play.chances()
            self._pick(self._rng.choices(range(len(weights)), weights)[0])
        if self.play.decision is None:
            rewards = self.play.rewards()
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = {agent: rewards[self._seats[agent]] for agent in self.agents}
        elif self.picked >= self.horizon:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = f"seat_{self.play.decision.seat}"

    def render(self) -> None:
        """Draw nothing: a table is watched on the box or its page."""

    def close(self) -> None:
        """Nothing is held open."""
