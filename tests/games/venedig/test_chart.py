"""The map for the box and the terminal: what everyone sees on each hex."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.venedig.game import Venedig
from companion.games.venedig.rules.board import spot
from companion.games.venedig.view import SIGNS
from companion.referee.simulation import play_random
from companion.steps import TABLE
from firmware.screens.maps.grid import spots
from firmware.terminal.asker import board_text
from tests.games.venedig.play import Play
from tests.tables import referee


@pytest.mark.rule("VEN.K4", "VEN.K7")
@pytest.mark.parametrize("players", Venedig.players)
def test_chart_agrees_with_the_view(players: int) -> None:
    """Buildings by their signs, swamp shaded, islands as areas, and chosen hexes, throughout a game."""
    judge, rng = referee("venedig", players, seed=players), Random(players)
    while judge.open and len(judge.entries) < 250:
        play_random(judge, rng, most=len(judge.entries) + 3)
        view = judge.game.view(TABLE)["board"]
        chart = judge.game.chart("hex")
        assert chart is not None
        ground = dict.fromkeys(chart.areas, "empty")
        ground |= dict.fromkeys(chart.shaded, "swamp")
        kinds = {sign: kind for kind, sign in SIGNS.items()}
        ground |= {name: kinds[sign] for name, sign in chart.marks.items()}
        assert ground == view["lies"]
        assert {(name, area) for name, area in chart.areas.items()} == {
            (name, island) for island, names in view["islands"].items() for name in names
        }
        assert list(chart.chosen) == view["chosen"]
        assert {name: dict(told) for name, told in chart.told.items()} == {
            name: {"island": chart.areas[name], "lies": ground[name]} for name in ground
        }


def test_neighbours_on_the_board_are_neighbours_on_the_chart() -> None:
    """Columns count half hexes: neighbours in a row are two apart, in the next row one."""
    game = Play().game
    chart = game.chart("hex")
    assert chart is not None
    where = spots(chart)
    near = {(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)}
    for name, (row, column) in where.items():
        touching = {other for other, (y, x) in where.items() if (y - row, x - column) in near}
        assert touching == game.pieces.plan.adjacent[name], "no islands touch on our board"


def test_only_hexes_of_a_mapped_board_have_a_chart() -> None:
    assert Play().game.chart("island") is None
    assert Play(board="counted").game.chart("hex") is None


def test_chart_in_text_keeps_the_rows_of_the_board() -> None:
    """Each sign is right under its column, in shifted rows half a place further right; chosen hexes are crossed."""
    play = Play().dry("E5", "E6").lay("palazzo.alone").answer("place", "E5")
    chart = play.game.chart("hex")
    assert chart is not None
    head, *lines = board_text(chart).splitlines()
    for name, sign in (("E5", "x"), ("E6", "."), ("B5", "~"), ("N8", "^"), ("J12", "H"), ("E8", "="), ("D11", "+")):
        row, _ = spot(name)
        column = head.index(f" {name[1:]}") + len(name) - 1
        line = lines[row - spot(f"{chart.rows[0]}1")[0]]
        assert line[0] == name[0]
        assert line[column + 2 * (name[0] in chart.shifted)] == sign, name
