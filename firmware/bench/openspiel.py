"""The reference beside our engine: random play of the games that OpenSpiel, too, runs from Python."""

from __future__ import annotations

import time
from random import Random
from typing import Any, NamedTuple

REFERENCE = "python_liars_poker"
GAMES = (REFERENCE, "python_kuhn_poker", "python_tic_tac_toe", "python_block_dominoes")
ABSENT = "OpenSpiel is not installed here, so nothing was run beside it: `pip install 'ballottino[bench]'`."


class Speed(NamedTuple):
    steps: float
    games: float


def load(name: str = REFERENCE) -> Any:
    """A game of OpenSpiel's; `None` where it is not installed."""
    try:
        import open_spiel.python.games  # noqa: F401  (registers them)
        import pyspiel
    except ImportError:
        return None
    return pyspiel.load_game(name)


def speed(game: Any, steps: int, seed: int = 1) -> Speed:
    """Steps and games in a second of processor time."""
    rng = Random(seed)
    done = games = 0
    start = time.process_time()
    while done < steps:
        done += play(game, rng)
        games += 1
    spent = time.process_time() - start
    return Speed(done / spent, games / spent)


def play(game: Any, rng: Random) -> int:
    """One game at random; how many steps it took, those of chance included."""
    state = game.new_initial_state()
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            action = rng.choices(outcomes, weights)[0]
        else:
            legal = state.legal_actions()
            action = legal[int(rng.random() * len(legal))]
        state.apply_action(action)
        steps += 1
    return steps
