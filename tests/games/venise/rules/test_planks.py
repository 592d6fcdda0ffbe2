"""Planks of Venise: where they may be laid, removed and moved, what falls, and what a step is."""

from __future__ import annotations

import pytest

from companion.refusal import Refusal
from tests.games.venise.play import Play, grid, layout

WALL = {"kind": "wall", "cells": [["n", "ne", "nw"], ["s", "se", "sw"]]}
BRIDGE = {"kind": "bridge", "cells": [["e", "w"], ["n", "ne", "nw", "s", "se", "sw"]]}


def places(play: Play, card: str) -> set[str]:
    """Return where a plank of this size may be laid from here."""
    play.answer("play", card)
    found = set(play.options) - {"back"}
    play.answer("lay", "back")
    return found


@pytest.mark.rule("VSE.W1", "VSE.W2", "VSE.W4")
def test_planks_from_a_pile_to_its_neighbours() -> None:
    play = Play(pawns={1: "B2"})
    assert places(play, "small") == {"A2-B2", "B1-B2", "B2-B3", "B2-C2"}
    assert places(play, "large") == {"A1-B2", "A3-B2", "B2-C3", "B2-C1"}


@pytest.mark.rule("VSE.W1")
def test_a_plank_needs_a_free_place_at_the_pawn() -> None:
    play = Play(["A1-A2", "C3-C4"])
    assert places(play, "small") == {"A1-B1"}
    play.answer("play", "small")
    with pytest.raises(Refusal):
        play.answer("lay", "C3-D3")


@pytest.mark.rule("VSE.W2", "VSE.W3")
def test_a_t_is_laid_from_either_end() -> None:
    assert places(Play(["A1-B2"], {1: "A1-B2"}), "small") == {"A2-B1.tee", "B1-A2.tee"}
    assert "A2-B1.tee" in places(Play(["A1-B2"], {1: "A2"}), "small")
    assert "A2-B1.tee" not in places(Play([], {1: "A2"}), "small"), "there is nothing to rest on"
    assert "A2-B1.tee" not in places(Play(["A1-B2"], {1: "A1"}), "small"), "its ends are not there"


@pytest.mark.rule("VSE.W3", "VSE.L2")
def test_an_x_is_laid_from_its_first_half() -> None:
    play = Play(["A1-B2", "A2-B1.tee"], {1: "A2-B1.tee"})
    assert places(play, "small") == {"B1-A2.tee"}
    play.answer("play", "small").answer("lay", "B1-A2.tee")
    assert play.game.view(0)["planks"] == {"A1-B2": "diagonal", "A2-B1.tee": "cross", "B1-A2.tee": "cross"}
    play.answer("play", "advance-1")
    assert set(play.options) == {"A2", "A1-B2", "B1-A2.tee", "back"}


@pytest.mark.rule("VSE.W4")
def test_large_planks_never_cross() -> None:
    assert "A2-B1" not in places(Play(["A1-B2"], {1: "A2"}), "large")
    assert "A2-B3" in places(Play(["A1-B2"], {1: "A2"}), "large")
    assert "A1-B2" not in places(Play(["A1-A2", "B1-B2", "A1-B1.aitch"], {1: "B2"}), "large"), "an H is in the way"


@pytest.mark.rule("VSE.W4")
def test_an_h_between_two_parallel_small_planks() -> None:
    assert places(Play(["A1-A2", "B1-B2"], {1: "A1-A2"}), "large") == {"A1-B1.aitch"}
    with pytest.raises(Refusal) as refused:
        Play(["A1-A2", "C1-C2"], {1: "A1-A2"}).answer("play", "large")
    assert refused.value.rule == "VSE.W1", "two grid steps apart is too far"
    with pytest.raises(Refusal):
        Play(["A1-A2", "B1-B2", "A1-B2"], {1: "A1-A2"}).answer("play", "large")


@pytest.mark.rule("VSE.W5", "VSE.L1")
def test_a_wall_separates_its_two_sides() -> None:
    play = Play(["A2-B2", "B2-C2"], {1: "A2-B2"}, special={"B2": WALL})
    play.answer("play", "advance-3")
    assert set(play.options) == {"A2", "B2.n", "A2-B2", "back"}, "not through the wall"
    play = Play(pawns={1: "B2.s"}, special={"B2": WALL})
    assert places(play, "small") == {"B2-C2"}
    assert places(play, "large") == {"B2-C1", "B2-C3"}


@pytest.mark.rule("VSE.W5", "VSE.L1")
def test_under_a_bridge_both_halves_connect() -> None:
    planks = ["A2-B2", "B2-C2", "B1-B2"]
    play = Play(planks, {1: "A2-B2"}, special={"B2": BRIDGE}).answer("play", "advance-2")
    assert {"B2.under", "B2-C2"} <= set(play.options)
    assert "B1-B2" not in play.options
    play = Play(planks, {1: "B1-B2"}, special={"B2": BRIDGE}).answer("play", "advance-1")
    assert set(play.options) == {"B1", "B2.bridge", "back"}


@pytest.mark.rule("VSE.L1")
def test_anyone_may_pass_a_start_pile() -> None:
    play = Play(["C4-D4", "D3-D4"], {1: "C4-D4"}).answer("play", "advance-2")
    assert "D3-D4" in play.options, "over White's start"


@pytest.mark.rule("VSE.L2")
def test_steps_between_planks_and_piles() -> None:
    play = Play(["A1-A2", "B1-B2", "A1-B1.aitch"], {1: "A1-A2"}).answer("play", "advance-1")
    assert set(play.options) == {"A1", "A2", "A1-B1.aitch", "back"}


@pytest.mark.rule("VSE.C2")
def test_a_plank_card_needs_a_plank_in_stock() -> None:
    play = Play(stock={"small": 0})
    assert play.rule_against("small") == "VSE.C2"
    assert "large" in play.options


@pytest.mark.rule("VSE.W6")
def test_a_removed_plank_goes_to_the_remover() -> None:
    play = Play(["A1-A2"], stock={"small": 2})
    play.answer("play", "remove").answer("remove", "A1-A2")
    assert play.lying == set()
    assert play.game.pieces.stock[1]["small"] == 3
    assert "fell" not in [tell.key for tell in play.game.tells], "nothing rested on it"


@pytest.mark.rule("VSE.W6")
def test_falls_are_confirmed_and_leave_the_game() -> None:
    play = Play(["A1-B2", "A2-B1.tee", "B1-A2.tee"], stock={"large": 1})
    out = play.game.pieces.out["small"]
    play.answer("play", "remove").answer("remove", "A1-B2")
    assert play.decision.facts["places"] == ["A2-B1.tee", "B1-A2.tee"]
    assert len(play.lying) == 3, "nothing has happened yet"
    play.answer("falls", "keep")
    assert len(play.lying) == 3
    assert play.game.hourglasses == 4, "and nothing was paid"
    play.answer("play", "remove").answer("remove", "A1-B2").answer("falls", "drop")
    assert play.lying == set()
    assert play.game.pieces.out["small"] == out + 2
    assert play.game.pieces.stock[1] == {"small": 6, "large": 2}


@pytest.mark.rule("VSE.W6", "VSE.W3")
def test_removing_half_an_x_leaves_a_t() -> None:
    play = Play(["A1-B2", "A2-B1.tee", "B1-A2.tee"], {1: "A2"})
    play.answer("play", "remove").answer("remove", "A2-B1.tee")
    assert play.game.view(0)["planks"] == {"A1-B2": "diagonal", "B1-A2.tee": "tee"}


@pytest.mark.rule("VSE.W6")
def test_nothing_is_removed_from_under_a_pawn() -> None:
    play = Play(["A1-B2", "A2-B1.tee"], {1: "A1", 2: "A2-B1.tee"})
    assert play.rule_against("remove") == "VSE.W6", "it is the only plank near"
    play = Play(["A1-B2", "A1-A2"], {1: "A1", 2: "A1-B2"}).answer("play", "remove")
    assert play.options == ["A1-A2", "back"]
    assert play.rule_against("A1-B2") == "VSE.W6"


@pytest.mark.rule("VSE.W6")
def test_only_planks_that_touch_the_pawn_are_removed() -> None:
    play = Play(["A1-B2", "A2-B1.tee"], {1: "A2-B1.tee"})
    assert play.rule_against("remove") == "VSE.W6", "the T's own support touches it with no end"
    play = Play(["A1-A2", "B1-B2", "A1-B1.aitch"], {1: "A1-A2"}).answer("play", "remove")
    assert play.options == ["A1-B1.aitch", "back"]


@pytest.mark.rule("VSE.W7")
def test_a_plank_is_moved_around_the_pawn() -> None:
    play = Play(["A1-A2"]).answer("play", "move").answer("lift", "A1-A2")
    assert set(play.options) == {"A1-B1", "back"}, "the same size, at the pawn, and not where it was"
    play.answer("shift", "A1-B1")
    assert play.lying == {"A1-B1"}
    assert play.game.hourglasses == 2


@pytest.mark.rule("VSE.W7")
def test_planks_fall_before_a_new_place_is_chosen() -> None:
    play = Play(["A1-A2", "B1-B2", "A1-B1.aitch"], {1: "A2"}).answer("play", "move").answer("lift", "A1-A2")
    assert play.decision.facts["places"] == ["A1-B1.aitch"]
    play.answer("falls", "drop")
    assert "A2-B2" in play.options
    play.answer("shift", "A2-B2")
    assert play.lying == {"B1-B2", "A2-B2"}
    play = Play(["A2-B1", "A1-B2.tee"], {1: "A2"}).answer("play", "move").answer("lift", "A2-B1")
    play.answer("falls", "drop")
    assert set(play.options) == {"A2-B3", "back"}


@pytest.mark.rule("VSE.W7")
def test_a_moved_plank_needs_a_new_place() -> None:
    play = Play(["A1-B2", "A2-B1.tee", "B1-A2.tee"], {1: "A2-B1.tee"})
    assert play.rule_against("move") == "VSE.W7", "half an X has no other place at its other half"


@pytest.mark.rule("VSE.W7")
def test_nothing_is_moved_from_under_a_pawn() -> None:
    play = Play(["A1-B2", "A1-A2"], {1: "A1", 2: "A1-B2"}).answer("play", "move")
    assert play.options == ["A1-A2", "back"]
    assert play.rule_against("A1-B2") == "VSE.W7"


@pytest.mark.rule("VSE.W8")
def test_pawns_share_cells_and_pass_each_other() -> None:
    play = Play(["A1-A2"], {2: "A1-A2"}).answer("play", "advance-2")
    assert {"A1-A2", "A2"} <= set(play.options)
    play.answer("walk", "A1-A2")
    assert play.game.pieces.pawn == {1: "A1-A2", 2: "A1-A2"}


def test_a_correction_can_prevent_a_fall() -> None:
    """A plank is corrected away while its fall is being confirmed: nothing is left to confirm."""
    play = Play(["A1-B2", "A2-B1.tee"], stock={"large": 1}).answer("play", "remove").answer("remove", "A1-B2")
    play.referee.correct("lift", "A2-B1.tee")
    assert play.options == ["keep"]
    play.answer("falls", "keep")
    assert play.key == "play"


@pytest.mark.rule("VSE.C2", "VSE.W1")
def test_a_correction_can_remove_the_plank_to_lay() -> None:
    play = Play(stock={"small": 1}).answer("play", "small")
    assert len(play.options) > 1
    play.referee.correct("stock.1.small", 0)
    assert play.options == ["back"]


@pytest.mark.rule("VSE.W7")
def test_a_correction_can_stop_a_move() -> None:
    """While the new place is chosen, a correction adds a plank that rests on the one being moved."""
    play = Play(["A1-A2", "B1-B2"], {1: "A2"}).answer("play", "move").answer("lift", "A1-A2")
    assert "A2-B2" in play.options
    play.referee.correct("lay.large", "A1-B1.aitch")
    assert play.options == ["back"]


def test_a_board_of_one_row_has_no_large_planks() -> None:
    piles = grid(rows="A") + [pile for pile in grid() if pile["kind"] == "start" and pile["at"][0] == "D"]
    play = Play(board=layout(piles))
    assert play.rule_against("large") == "VSE.W1"
