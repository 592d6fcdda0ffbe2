"""The time to find everything a player may do, on the worst boards of the two games where that is a lot.

Venezia: dense Piazzas, and one made for long chains of jumps. Venise: as many planks as the densest board bears.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from companion import games
from companion.games.venezia.rules.grid import AROUND, CELLS, targets
from companion.games.venise.game import Venise
from companion.games.venise.rules.geometry import LARGE, SMALL
from companion.games.venise.rules.pieces import Pieces
from companion.games.venise.rules.piles import canal_of
from companion.games.venise.rules.plays import MOVE, REMOVE, STEPS, goals, new_places, placements, removals
from companion.seats import NAMES, seat_table
from firmware.bench.figures import Cell, FigureTable, ratio, share

BOARDS = 2_000
PIGEONS = 40

Play = tuple[str, ...]
"""A card and its use: where a plank is laid, which is lifted, where a walk ends."""


def measure(effort: float = 1) -> list[FigureTable]:
    boards = [*dense_boards(share(BOARDS, effort)), ladder()]
    worst = max(min(spent(board) for _ in range(3)) for board in boards)
    rows = [
        row(f"venezia: all moves of a player, {len(boards):,} dense boards", worst),
        row("venise: all plays of a turn, the densest board full of planks", venise_spent()),
    ]
    meaning = (
        "How long the worst board keeps the box from asking, beside one look at every cell of Venezia's "
        "grid and its neighbours: the least that any search does."
    )
    return [FigureTable("Finding all moves", meaning, rows)]


def row(what: str, seconds: float) -> dict[str, Cell]:
    reference = min(walk_spent() for _ in range(200))
    return {
        "what": what,
        "worst ms": round(seconds * 1000, 2),
        "over a walk of the grid": ratio(seconds, reference, 1),
    }


def dense_boards(number: int) -> list[dict[str, int]]:
    rng = Random(1)
    return [
        {cell: seat % 4 + 1 for seat, cell in enumerate(rng.sample(CELLS, rng.randint(20, PIGEONS)))}
        for _ in range(number)
    ]


def ladder() -> dict[str, int]:
    """Return a staircase of pigeons: from each of them a chain of jumps leads nearly everywhere."""
    cells = [cell for cell in CELLS if cell[0] in "BDFH" or int(cell[1:]) % 2 == 0]
    return {cell: seat % 4 + 1 for seat, cell in enumerate(cells[:PIGEONS])}


def spent(board: dict[str, int]) -> float:
    """Return the seconds to find all moves of all pigeons of one player."""
    start = time.perf_counter()
    for cell, seat in board.items():
        if seat == 1:
            targets(cell, board, ("C4", "F7"), ())
    return time.perf_counter() - start


def walk_spent() -> float:
    """Return the seconds to visit every cell and its neighbours once: the least that any search does."""
    start = time.perf_counter()
    for cell in CELLS:
        for near in AROUND[cell]:
            near in AROUND  # noqa: B015 - a look is all that is measured
    return time.perf_counter() - start


def venise_spent() -> float:
    """Return the seconds to list all plays of a turn, from the worst cell of the densest board, full of planks."""
    kit = games.find("venise")
    (boards,) = (option.values for option in kit.game.own_options if option.name == "board")
    layouts = [(board, kit.layout(None, {"board": board})) for board in boards]
    board, densest = max(layouts, key=lambda one: len(canal_of(one[1]).places))
    kind = kit.game
    game = kind(kind.set_table(seat_table(NAMES[:4], kind.colours), {"board": board}, densest))
    assert isinstance(game, Venise)
    pieces = game.pieces
    for place in pieces.canal.places:
        if pieces.canal.can_lie(place, pieces.lying):
            pieces.lying.add(place)
    worst = 0.0
    for cell in [*pieces.canal.cells, *pieces.lying]:
        pieces.pawn[1] = cell
        worst = max(worst, min(_listed(pieces) for _ in range(3)))
    return worst


def _listed(pieces: Pieces) -> float:
    start = time.perf_counter()
    list(every_play(pieces, 1))
    return time.perf_counter() - start


def every_play(pieces: Pieces, seat: int) -> Iterator[Play]:
    """Yield everything that this player could do with one card now, whichever it is."""
    for size in (SMALL, LARGE):
        yield from ((size, place) for place in placements(pieces, seat, size))
    free, _ = removals(pieces, seat)
    yield from ((REMOVE, plank) for plank in free)
    for plank in free:
        yield from ((MOVE, plank, place) for place in new_places(pieces, seat, plank))
    for card, steps in STEPS.items():
        for goal, ways in goals(pieces, seat, steps).items():
            yield from ((card, goal, *sorted(gems)) for gems in ways)
