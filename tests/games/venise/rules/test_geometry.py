"""Where planks can lie, what falls and what is one step away, checked against brute force on random boards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.venise.rules.geometry import DIRECTIONS, SIZES, Canal, middle_of, opposite
from companion.games.venise.rules.piles import is_bridge, is_wall, pile_in
from tests.games.venise.board import Board, plank_name, segment

AROUND = DIRECTIONS * 2


def random_piles(rng: Random) -> list[dict[str, Any]]:
    """Return piles of all kinds on some points of a small grid."""
    points = [f"{row}{column}" for row in "ABCD" for column in range(1, 5)]
    piles = []
    for at in sorted(rng.sample(points, rng.randint(6, 13))):
        turn = rng.randrange(8)
        sides = [[*AROUND[turn : turn + 3]], [*AROUND[turn + 4 : turn + 7]]]
        bridge = [AROUND[turn], opposite(AROUND[turn])]
        below = [way for way in DIRECTIONS if way not in bridge]
        kinds: list[dict[str, Any]] = [
            {"kind": "plain"},
            {"kind": "plain"},
            {"kind": "wall", "cells": sides},
            {"kind": "bridge", "cells": [bridge, below]},
        ]
        piles.append({"at": at, **rng.choice(kinds)})
    return piles


def both(rng: Random) -> tuple[Canal, Board]:
    canal = Canal([pile_in(pile, "test") for pile in random_piles(rng)])
    shown = [
        {"at": pile.names()[0].partition(".")[0], "cells": dict(zip(pile.names(), pile.cells, strict=True))}
        for pile in canal.piles
    ]
    return canal, Board(shown)


@pytest.mark.rule("VSE.W1", "VSE.W2", "VSE.W3", "VSE.W4", "VSE.W5", "VSE.L1", "VSE.L2", "VSE.W6")
@pytest.mark.parametrize("seed", range(60))
def test_geometry_matches_brute_force(seed: int) -> None:
    """While planks are laid and taken away at random, both boards agree about every cell."""
    rng = Random(seed)
    canal, board = both(rng)
    for _ in range(25):
        possible = [place for place in canal.places if canal.can_lie(place, board.names)]
        assert set(possible) == {plank_name(plank) for plank in board.everywhere() if board.allowed(plank)}
        lying = board.names
        for cell in rng.sample([*board.pile_cells(), *sorted(lying)], 4 if len(board.cells) > 4 else 1):
            for size in SIZES:
                assert set(canal.layable(size, cell, lying)) == board.layable(cell, size), (cell, size, lying)
            assert set(canal.within_reach(cell, lying)) == board.in_reach(cell)
            assert set(canal.neighbours(cell, lying)) == board.beside(cell)
        if lying and (rng.random() < 0.25 or not possible):
            plank = rng.choice(sorted(lying))
            left, fallen = board.without(plank)
            assert set(canal.falls(plank, lying)) == fallen
            board.lying = left
        elif possible:
            board.lying.add(segment(rng.choice(possible)))


@pytest.mark.rule("VSE.W3", "VSE.W6")
def test_random_boards_have_every_kind_of_plank() -> None:
    """Otherwise the test above would prove little."""
    ways = set()
    for seed in range(20):
        canal, _ = both(Random(seed))
        ways |= {place.way + ("x" if place.partner else "") for place in canal.places.values()}
    assert ways == {"straight", "diagonal", "tee", "teex", "aitch"}


def test_plank_names_round_trip() -> None:
    canal, _ = both(Random(3))
    assert all(plank_name(segment(place)) == place for place in canal.places)


@pytest.mark.rule("VSE.L1")
@pytest.mark.parametrize(
    ("one", "other", "wall", "bridge"),
    [
        ("n ne e", "s sw w", True, False),
        ("n ne e se", "s sw w nw", True, False),
        ("n", "s", True, False),
        ("n s", "e w", False, True),
        ("n s", "e", False, False),
        ("n e", "s w", False, False),
        ("nw se", "n ne e s sw w", False, True),
        ("n ne e se s", "w", False, False),
    ],
)
def test_walls_and_bridges(one: str, other: str, wall: bool, bridge: bool) -> None:
    cells = frozenset(one.split()), frozenset(other.split())
    assert (is_wall(*cells), is_bridge(*cells)) == (wall, bridge)


def test_the_middle_of_a_side_names_it() -> None:
    assert [middle_of({"n", "ne", "e"}), middle_of({"nw", "n"}), middle_of({"w"})] == ["ne", "nw", "w"]
