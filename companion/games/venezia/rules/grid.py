"""The geometry of the Piazza: which cells touch, where a pigeon may go, which are caught, which breed."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from typing import NamedTuple

ROWS = tuple("ABCDEFGH")
COLUMNS = tuple(str(number) for number in range(1, 11))
CELLS = tuple(row + column for row in ROWS for column in COLUMNS)  # VEZ.K4

_STRAIGHT = ((-1, 0), (0, -1))
_DIAGONAL = ((-1, -1), (-1, 1))
_HALF = (*_STRAIGHT, *_DIAGONAL)
_WAYS = (*_HALF, *((-down, -right) for down, right in _HALF))


def _shifted(cell: str, down: int, right: int) -> str | None:
    """Return the cell this far below and to the right, if there is one."""
    row, column = ROWS.index(cell[0]) + down, int(cell[1:]) - 1 + right
    return ROWS[row] + COLUMNS[column] if 0 <= row < len(ROWS) and 0 <= column < len(COLUMNS) else None


def _around(cell: str) -> tuple[str, ...]:
    return tuple(near for down, right in _WAYS if (near := _shifted(cell, down, right)))


def _leaps(cell: str) -> tuple[tuple[str, str], ...]:
    """Return each neighbour a pigeon may leap over, with the cell right behind it."""
    return tuple(
        (over, behind)
        for down, right in _WAYS
        if (over := _shifted(cell, down, right)) and (behind := _shifted(over, down, right))
    )


def _jaws(cell: str, ways: Collection[tuple[int, int]]) -> tuple[tuple[str, str], ...]:
    """Return the pairs of cells on opposite sides of this one."""
    return tuple(
        (one, other)
        for down, right in ways
        if (one := _shifted(cell, down, right)) and (other := _shifted(cell, -down, -right))
    )


AROUND = {cell: _around(cell) for cell in CELLS}
GROUND = {cell: frozenset((cell, *near)) for cell, near in AROUND.items()}
LEAPS = {cell: _leaps(cell) for cell in CELLS}
JAWS = {
    "all": {cell: _jaws(cell, _HALF) for cell in CELLS},
    "orthogonal": {cell: _jaws(cell, _STRAIGHT) for cell in CELLS},
}


def hunting_ground(hunters: Collection[str]) -> frozenset[str]:
    """VEZ.Z4: return the cell of each hunter and the eight around it."""
    return frozenset().union(*[GROUND[hunter] for hunter in hunters])


Pigeons = Mapping[str, int]
"""The cells with a pigeon, each with its owner's seat."""


def walks(start: str, pigeons: Pigeons, barred: Collection[str]) -> list[str]:
    """VEZ.M2: return the neighbouring cells that hold no pigeon and are not barred."""
    return [cell for cell in AROUND[start] if cell not in pigeons and cell not in barred]


def leaps(start: str, pigeons: Pigeons, tourists: Collection[str], barred: Collection[str]) -> list[str]:
    """VEZ.M3: return the cells one jump away, over a neighbouring pigeon or tourist."""
    return [
        behind
        for over, behind in LEAPS[start]
        if (over in pigeons or over in tourists) and behind not in pigeons and behind not in barred
    ]


def chains(
    start: str, pigeons: Pigeons, tourists: Collection[str], barred: Collection[str]
) -> dict[str, tuple[str, ...]]:
    """VEZ.M1, M3: return every cell that a chain of jumps reaches, with a shortest chain to it.

    The jumping pigeon has left its own cell: it may pass through it again, but not jump over itself.
    """
    others = {cell: seat for cell, seat in pigeons.items() if cell != start}
    paths: dict[str, tuple[str, ...]] = {start: ()}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for landing in leaps(here, others, tourists, barred):
            if landing not in paths:
                paths[landing] = (*paths[here], landing)
                waiting.append(landing)
    del paths[start]
    return paths


def targets(
    start: str, pigeons: Pigeons, tourists: Collection[str], barred: Collection[str]
) -> dict[str, tuple[str, ...]]:
    """VEZ.M1-M4: return every cell this pigeon may go to, with the cells it touches on the way."""
    steps: dict[str, tuple[str, ...]] = {cell: (cell,) for cell in walks(start, pigeons, barred)}
    return steps | {
        cell: path for cell, path in chains(start, pigeons, tourists, barred).items() if cell not in steps
    }


def can_move(start: str, pigeons: Pigeons, tourists: Collection[str], barred: Collection[str]) -> bool:
    return bool(walks(start, pigeons, barred) or leaps(start, pigeons, tourists, barred))


def caught(pigeons: Pigeons, mover: int, lines: str) -> dict[str, tuple[str, str]]:
    """VEZ.C1, C2: return the others' pigeons between two of the mover's, each with the pair that catches it."""
    found = {}
    for cell, seat in pigeons.items():
        if seat != mover:
            for one, other in JAWS[lines][cell]:
                if pigeons.get(one) == mover == pigeons.get(other):
                    found[cell] = (one, other)
                    break
    return found


class Brood(NamedTuple):
    """The reasons why one pigeon breeds: whether it stands on a tourist, and next to how many."""

    cell: str
    on: bool
    beside: int


def broods(pigeons: Pigeons, seat: int, tourists: Collection[str]) -> list[Brood]:
    """VEZ.C3: this player's pigeons that stand on or next to a tourist."""
    found = []
    for cell, owner in pigeons.items():
        if owner == seat:
            beside = sum(near in tourists for near in AROUND[cell])
            if beside or cell in tourists:
                found.append(Brood(cell, cell in tourists, beside))
    return found
