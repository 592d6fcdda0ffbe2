"""How long it takes to find every place a pigeon may go, on the worst boards: dense, and made for long chains."""

from __future__ import annotations

import time
from random import Random

from companion.games.venezia.grid import AROUND, CELLS, targets
from firmware.bench import Figures

BOARDS = 2_000
PIGEONS = 40


def measure() -> Figures:
    boards = [*dense_boards(), ladder()]
    worst = max(min(spent(board) for _ in range(3)) for board in boards)
    reference = min(walk_spent() for _ in range(200))
    return {
        "boards": len(boards),
        "worst_ms_for_all_of_a_player": round(worst * 1000, 2),
        "ratio to walking the whole grid": round(worst / reference, 1),
    }


def dense_boards() -> list[dict[str, int]]:
    rng = Random(1)
    return [
        {cell: seat % 4 + 1 for seat, cell in enumerate(rng.sample(CELLS, rng.randint(20, PIGEONS)))}
        for _ in range(BOARDS)
    ]


def ladder() -> dict[str, int]:
    """A pigeon on every second cell of every second row: from each, a chain leads nearly everywhere."""
    cells = [cell for cell in CELLS if cell[0] in "BDFH" or int(cell[1:]) % 2 == 0]
    return {cell: seat % 4 + 1 for seat, cell in enumerate(cells[:PIGEONS])}


def spent(board: dict[str, int]) -> float:
    """Seconds to find all moves of all pigeons of one player."""
    start = time.perf_counter()
    for cell, seat in board.items():
        if seat == 1:
            targets(cell, board, ("C4", "F7"), ())
    return time.perf_counter() - start


def walk_spent() -> float:
    """Seconds to look at every cell and its neighbours once: the least that any search of the grid does."""
    start = time.perf_counter()
    for cell in CELLS:
        for near in AROUND[cell]:
            near in AROUND  # noqa: B015 - a look is all that is measured
    return time.perf_counter() - start
