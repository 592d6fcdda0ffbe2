"""How fast a game runs through the referee, beside OpenSpiel's Python liar's poker."""

from __future__ import annotations

import time
from random import Random

from companion import games
from companion.simulate import simulate
from firmware.bench import Figures
from firmware.bench.tables import best_of, table

ROUNDS = 5
REFERENCE = "python_liars_poker"


def measure() -> Figures:
    figures: Figures = {}
    reference = openspiel_steps_per_s()
    for game in games.names():
        kind = games.find(game).game
        for players in kind.players:
            answers = answers_per_s(game, players)
            figures[f"{game}, {players} players"] = {
                "answers_per_s": round(answers),
                "ratio": round(answers / reference, 2) if reference else None,
            }
    figures[REFERENCE] = {"steps_per_s": round(reference)} if reference else "not installed: see the extra [bench]"
    return figures


def answers_per_s(game: str, players: int) -> float:
    kind = games.find(game).game
    setting = table(game, players)
    answers = simulate(kind, setting, games=20, seed=1, every=0).answers
    return answers / best_of(ROUNDS, lambda: simulate(kind, setting, games=20, seed=1, every=0))


def openspiel_steps_per_s() -> float | None:
    """Random play of a game that OpenSpiel, too, runs from Python; `None` where it is not installed."""
    try:
        import pyspiel
        from open_spiel.python.games import liars_poker  # noqa: F401  (registers the game)
    except ImportError:
        return None
    game = pyspiel.load_game(REFERENCE)
    best = 0.0
    for seed in range(ROUNDS):
        rng = Random(seed)
        steps = 0
        start = time.process_time()
        while steps < 20_000:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    action = rng.choices(outcomes, weights)[0]
                else:
                    legal = state.legal_actions()
                    action = legal[int(rng.random() * len(legal))]
                state.apply_action(action)
                steps += 1
        best = max(best, steps / (time.process_time() - start))
    return best
