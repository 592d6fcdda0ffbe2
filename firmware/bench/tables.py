"""The tables that benchmarks play at, and how they measure time."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from companion import games
from companion.game import Table
from companion.referee import Referee
from companion.referee.simulation import play_random, random_urn
from companion.seats import NAMES, seat_table


def table(game: str, players: int) -> Table:
    kit = games.find(game)
    return kit.game.set_table(seat_table(NAMES[:players], kit.game.colours), {}, kit.layout())


def few_and_many(game: str) -> list[int]:
    """Return the fewest and the most players of a game."""
    players = games.find(game).game.players
    return [min(players), max(players)]


def played(game: str, players: int, most: int, seed: int = 1) -> Referee:
    """Return a random game with up to this many answers."""
    rng = Random(seed)
    referee = Referee(games.find(game).game, table(game, players), random_urn(rng))
    play_random(referee, rng, most=most)
    return referee


def spent(measured: Callable[[], object]) -> float:
    """Return the seconds of processor time that this takes."""
    start = time.process_time()
    measured()
    return time.process_time() - start


def side_by_side(times: int, *measured: Callable[[], object]) -> list[float]:
    """Return the shortest run of each, in seconds of processor time; run alternately, so that disturbances hit all
    alike.
    """
    shortest = [float("inf")] * len(measured)
    for _ in range(times):
        shortest = [min(best, spent(one)) for best, one in zip(shortest, measured, strict=True)]
    return shortest
