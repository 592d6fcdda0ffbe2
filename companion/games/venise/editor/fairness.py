"""The fairness of a board (VSE.L3): how many steps everything is away, and its symmetries."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from itertools import permutations

from companion.games.venise.rules.geometry import STEPS, Canal, Pile, Point
from companion.games.venise.rules.piles import COLOURS

TURNS = ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0))
MIRRORED = tuple((-a, b, -c, d) for a, b, c, d in TURNS)
"""All turns and reflections of a grid, as x' = ax + by, y' = cx + dy."""

Starts = Mapping[str, str]
Gems = Mapping[str, list[str]]
"""The cells of each colour's gems."""


def distances(canal: Canal, start: str) -> dict[str, int]:
    """Return how many steps each cell is from here if every possible plank is laid."""
    far = {start: 0}
    ahead = deque([start])
    while ahead:
        cell = ahead.popleft()
        for other in canal.beside[cell]:
            if other not in far:
                far[other] = far[cell] + 1
                ahead.append(other)
    return far


def round_of(canal: Canal, start: str, gems: Sequence[str]) -> int | None:
    """Return the fewest steps from the start past all these gems in the best order; `None` if there is no way."""
    far = {cell: distances(canal, cell) for cell in (start, *gems)}
    return shortest(far, start, gems) if all(gem in far[start] for gem in gems) else None


def shortest(far: Mapping[str, Mapping[str, int]], start: str, gems: Sequence[str]) -> int:
    """Return the same, given the distances between all cells."""
    return min(
        sum(far[one][other] for one, other in zip((start, *order), order, strict=False))
        for order in permutations(gems)
    )


def is_symmetric(canal: Canal, starts: Starts, gems: Gems) -> bool:
    """Return whether turning and mirroring the board can bring every player's start and gems onto every other's."""
    holdings = {(starts[colour], frozenset(gems[colour])) for colour in COLOURS}
    first = (starts[COLOURS[0]], frozenset(gems[COLOURS[0]]))
    met = set()
    for onto in symmetries(canal):
        moved = {(onto[start], frozenset(onto[gem] for gem in own)) for start, own in holdings}
        if moved == holdings:
            met.add((onto[first[0]], frozenset(onto[gem] for gem in first[1])))
    return met == holdings


def symmetries(canal: Canal) -> list[dict[str, str]]:
    """Return each turn or reflection that brings the piles onto themselves, as a map from cell to cell."""
    found = []
    names = {
        (pile.at, cell): name for pile in canal.piles for name, cell in zip(pile.names(), pile.cells, strict=True)
    }
    for turn in (*TURNS, *MIRRORED):
        moved = {pile: _turned(pile, turn) for pile in canal.piles}
        shift = [min(at[axis] for at, _ in names) - min(at[axis] for at, _ in moved.values()) for axis in (0, 1)]
        onto: dict[str, str | None] = {}
        for pile, (at, cells) in moved.items():
            there = (at[0] + shift[0], at[1] + shift[1])
            onto |= {name: names.get((there, cell)) for name, cell in zip(pile.names(), cells, strict=True)}
        if None not in onto.values():
            found.append({name: other for name, other in onto.items() if other is not None})
    return found


def _turned(pile: Pile, turn: tuple[int, int, int, int]) -> tuple[Point, list[frozenset[str]]]:
    a, b, c, d = turn
    x, y = pile.at
    ways = {step: way for way, step in STEPS.items()}
    to = {way: ways[a * dx + b * dy, c * dx + d * dy] for way, (dx, dy) in STEPS.items()}
    return (a * x + b * y, c * x + d * y), [frozenset(to[way] for way in cell) for cell in pile.cells]
