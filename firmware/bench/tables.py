"""The tables that benchmarks play at."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from companion import games
from companion.game import Table
from companion.referee import Referee
from companion.seats import NAMES, seat_table
from companion.simulate import play_random, random_urn


def table(game: str, players: int) -> Table:
    kit = games.find(game)
    return kit.game.set_table(seat_table(NAMES[:players], kit.game.colours), {}, kit.layout())


def played(game: str, players: int, answers: int) -> Referee:
    """A random game of at least so many answers: the first seed whose game lasts that long."""
    for seed in range(1000):
        rng = Random(seed)
        referee = Referee(games.find(game).game, table(game, players), random_urn(rng))
        play_random(referee, rng, most=answers)
        if len(referee.entries) == answers:
            return referee
    raise ValueError(f"no game of {game} lasts {answers} answers")


def best_of(times: int, measured: Callable[[], object]) -> float:
    """The shortest of several runs in seconds of processor time: what the machine can do, not what disturbed it."""
    shortest = float("inf")
    for _ in range(times):
        start = time.process_time()
        measured()
        shortest = min(shortest, time.process_time() - start)
    return shortest
