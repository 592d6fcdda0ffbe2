"""The canal for a small screen: piles, cells and planks where the rules say they are."""

from __future__ import annotations

import pytest

from companion.games.venise.game import Venise
from companion.games.venise.rules.geometry import STEPS
from companion.screen.maps import Plan, Point
from tests.tables import referee

BOARDS = [value for option in Venise.own_options if option.name == "board" for value in option.values]


def begun(board: str) -> Venise:
    game = referee("venise", 3, 1, board=board).game
    assert isinstance(game, Venise)
    return game


def plan_of(game: Venise) -> Plan:
    plan = game.plan("cell.part")
    assert plan is not None
    return plan


def middle(plan: Plan, plank: str) -> Point:
    found = plan.middle(plank)
    assert found is not None
    return found


@pytest.mark.parametrize("board", BOARDS)
def test_cells_and_planks_are_where_they_belong(board: str) -> None:
    """A line ends where its plank rests: on a pile, or in the middle of another plank."""
    game = begun(board)
    canal, plan = game.pieces.canal, plan_of(game)
    assert set(plan.spots) == set(canal.cells)
    assert set(plan.lines) == set(canal.places)
    assert [post.at for post in plan.posts] == [pile.at for pile in canal.piles]
    piles = {cell: pile.at for pile in canal.piles for cell in pile.names()}
    for name, place in canal.places.items():
        line = plan.lines[name]
        resting = [piles[cell] if cell in piles else middle(plan, cell) for cell in place.rests]
        assert sorted((line.start, line.end)) == sorted(resting)
        assert line.is_wide == (place.size == "large")


@pytest.mark.rule("VSE.L1")
@pytest.mark.parametrize("board", BOARDS)
def test_the_two_cells_of_a_pile_are_side_by_side(board: str) -> None:
    """A side of a wall lies towards the directions it is open to; the level under a bridge lies beside it."""
    game = begun(board)
    plan = plan_of(game)
    for pile, post in zip(game.pieces.canal.piles, plan.posts, strict=True):
        names = pile.names()
        assert len({plan.spots[name] for name in names}) == len(names)
        assert (bool(post.wall), bool(post.bridge)) == (pile.kind == "wall", pile.kind == "bridge")
        for name, ways in zip(names, pile.cells, strict=True):
            aside = plan.spots[name][0] - pile.at[0], plan.spots[name][1] - pile.at[1]
            assert max(map(abs, aside)) < 0.3
            if post.wall:
                assert all(aside[0] * STEPS[way][0] + aside[1] * STEPS[way][1] > 0 for way in ways)
                assert abs(aside[0] * post.wall[0] + aside[1] * post.wall[1]) < 1e-9 or len(ways) != 3


def test_the_plan_shows_pawns_planks_and_gems() -> None:
    game = begun("day-1")
    game.seat = 2
    game.pieces.pawn[3] = game.pieces.pawn[2]
    game.pieces.pawn[1] = None
    game.pieces.lying.add("B1-B2")
    plan = plan_of(game)
    assert plan.marks == {game.pieces.pawn[2]: "2"}, "where two stand, the one on turn shows"
    assert list(plan.starred) == game.pieces.gems[2]
    assert "B1-B2" in plan.lying
    assert game.plan("card") is None
