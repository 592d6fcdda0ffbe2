"""Hexes checked by brute force: real hexagons in a plane, random boards, all sets of up to three hexes."""

from __future__ import annotations

from itertools import combinations
from math import cos, dist, pi, sin
from random import Random

import pytest

from companion.games.venedig.rules.board import adjacency, is_hex, neighbours, pairs, singles, triangles
from companion.games.venedig.rules.kinds import ISLANDS

ROWS, COLUMNS = "ABCDEFGH", range(1, 9)
GRID = [f"{row}{column}" for row in ROWS for column in COLUMNS]


def corners(name: str) -> set[tuple[float, float]]:
    """Return the corners of a hexagon with one on top; every second row is shifted half a hexagon to the right."""
    row, column = ROWS.index(name[0]), int(name[1:])
    x = (column + (0.5 if row in (1, 3, 5, 7) else 0)) * 3**0.5
    y = row * 1.5
    turns = [pi / 6 + side * pi / 3 for side in range(6)]
    return {(round(x + cos(turn), 6), round(y + sin(turn), 6)) for turn in turns}


def touch(one: str, other: str) -> bool:
    """Return whether two hexagons share a side, that is two corners."""
    shared = sum(any(dist(a, b) < 1e-3 for b in corners(other)) for a in corners(one))
    return shared == 2


TOUCHING = {frozenset(pair) for pair in combinations(GRID, 2) if touch(*pair)}


def random_board(rng: Random) -> dict[str, list[str]]:
    """Put each hex on one of five islands, or under water."""
    board: dict[str, list[str]] = {island: [] for island in ISLANDS}
    for name in GRID:
        if rng.random() < 0.7:
            board[rng.choice(ISLANDS[: rng.randint(1, 5)])].append(name)
    return board


@pytest.mark.rule("VEN.K7")
def test_neighbours_share_a_side() -> None:
    for name in GRID:
        found = {other for other in neighbours(name) if other in GRID}
        assert found == {other for other in GRID if frozenset((name, other)) in TOUCHING}


@pytest.mark.rule("VEN.K7", "VEN.K8")
@pytest.mark.parametrize("seed", range(25))
def test_adjacency_and_shapes_on_random_boards(seed: int) -> None:
    board = random_board(Random(seed))
    island = {name: one for one, hexes in board.items() for name in hexes}

    def near(one: str, other: str) -> bool:
        return island[one] == island[other] and frozenset((one, other)) in TOUCHING

    adjacent = adjacency(board)
    assert set(adjacent) == set(island)
    for name, others in adjacent.items():
        assert others == {other for other in island if other != name and near(name, other)}
    found = list(pairs(adjacent))
    assert len(found) == len(set(map(frozenset, found)))
    assert {frozenset(pair) for pair in found} == {frozenset(pair) for pair in combinations(island, 2) if near(*pair)}
    threes = list(triangles(adjacent))
    assert len(threes) == len(set(map(frozenset, threes)))
    assert {frozenset(three) for three in threes} == {
        frozenset(three)
        for three in combinations(island, 3)
        if all(near(one, other) for one, other in combinations(three, 2))
    }
    assert {name for (name,) in singles(adjacent)} == set(island)


@pytest.mark.parametrize("name", ["", "A", "A0", "A31", "a1", "1A", "AA1", "A01", 7, None, "A1 "])
def test_bad_hex_names(name: object) -> None:
    assert not is_hex(name)
    assert is_hex("Z30")
