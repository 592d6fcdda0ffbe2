"""Venezia's dials for a table that plays without a referee: fair, and spun again where the rules say so."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion import games
from companion.game import Table
from companion.games.venezia.rules.grid import CELLS
from companion.jobs.at_once import draw_all
from companion.jobs.draw import Drawing
from companion.options import settle
from companion.referee import Referee
from companion.referee.simulation import random_urn
from companion.steps import TABLE
from tests.games.venezia.play import referee

CHI_SQUARE = {79: 134.3, 75: 129.1}
"""The 99.99 % quantile by degrees of freedom: a fair dial stays below it."""


def drawing(kind: str, blocked: tuple[str, ...] = (), **options: str) -> tuple[type[Drawing], Table]:
    drawn = games.find("venezia").draws[kind]
    wanted = {name.replace("draw_", "draw."): value for name, value in options.items()}
    layout = games.find("venezia").layout().corrected("blocked", list(blocked))
    return drawn, Table([], settle(drawn.all_options(), wanted), layout)


def by_table(kind: str, cells: list[str], answers: dict[str, Any], blocked: tuple[str, ...] = ()) -> Referee:
    """Make a drawing with the table's own dials, which stop at these cells, and answer until they run out."""
    drawn, table = drawing(kind, blocked, draw_dials="table")
    judge = Referee(drawn, table, random_urn(Random(1)))
    while judge.open and (cells or judge.open[TABLE].key != "draw"):
        decision = judge.open[TABLE]
        judge.answer(TABLE, cells.pop(0) if decision.key == "draw" else answers[decision.key])
    return judge


def tells(judge: Referee, key: str) -> list[tuple[str, str]]:
    return [(tell.facts["figure"], tell.facts["cell"]) for tell in judge.game.tells if tell.key == key]


@pytest.mark.rule("VEZ.Z2", "VEZ.K4", "VEZ.K5")
@pytest.mark.parametrize("blocked", [(), ("A1", "D5", "F3", "H10")])
def test_every_free_cell_is_equally_likely(blocked: tuple[str, ...]) -> None:
    drawn, table = drawing("dials", blocked)
    spins = 4000
    game = draw_all(drawn, table, random_urn(Random(7)), spins)
    found = Counter(one["cell"] for one in game.drawn)
    free = [cell for cell in CELLS if cell not in blocked]
    assert set(found) == set(free)
    expected = len(game.drawn) / len(free)
    assert sum((found[cell] - expected) ** 2 / expected for cell in free) < CHI_SQUARE[len(free) - 1]


@pytest.mark.rule("VEZ.K4")
def test_rows_and_columns_are_named() -> None:
    drawn, table = drawing("dials")
    game = draw_all(drawn, table, random_urn(Random(8)), 500)
    assert all(one["cell"] == f"{one['row']}{one['column']}" for one in game.drawn)
    rows, columns = ({one[dial] for one in game.drawn} for dial in ("row", "column"))
    assert (sorted(rows), sorted(columns)) == (list("ABCDEFGH"), list(range(1, 11)))


@pytest.mark.rule("VEZ.Z2", "VEZ.K5")
def test_single_spins_skip_only_blocked_cells() -> None:
    judge = by_table("dials", ["C7", "F3", "F3", "C7", "A1"], {"go-on": "more"}, blocked=("F3",))
    assert [one["cell"] for one in judge.game.view(TABLE)["drawn"]] == ["C7", "C7", "A1"]
    assert tells(judge, "again-blocked") == [("dials", "F3"), ("dials", "F3")]


@pytest.mark.rule("VEZ.Z2", "VEZ.Z3")
def test_a_round_spins_again_on_taken_and_blocked_cells() -> None:
    spins = ["C7", "C7", "F3", "C8", "C8", "C8", "F3", "A1"]
    judge = by_table("round", spins, {"set": "2-2", "next-figure": "rest"}, blocked=("F3",))
    assert tells(judge, "spun") == [("tourist", "C7"), ("tourist", "C8"), ("hunter", "C8"), ("hunter", "A1")]
    assert tells(judge, "again-taken") == [("tourist", "C7"), ("hunter", "C8")]
    assert tells(judge, "again-blocked") == [("tourist", "F3"), ("hunter", "F3")]


@pytest.mark.rule("VEZ.V1", "VEZ.V2", "VEZ.K2")
@pytest.mark.parametrize("chosen", ["2-1", "3-1", "2-2", "3-2"])
def test_a_round_has_the_chosen_figures(chosen: str) -> None:
    drawn, table = drawing("round")
    judge = Referee(drawn, table, random_urn(Random(2)))
    assert list(judge.open[TABLE].choice.legal()) == ["2-1", "3-1", "2-2", "3-2"]
    judge.answer(TABLE, chosen)
    judge.answer(TABLE, "rest")
    figures = Counter(one["figure"] for one in judge.game.view(TABLE)["drawn"])
    tourists, hunters = map(int, chosen.split("-"))
    assert figures == {"tourist": tourists, "hunter": hunters}


@pytest.mark.rule("VEZ.Y6")
def test_a_new_round_starts_with_an_empty_piazza() -> None:
    judge = by_table("round", ["A1", "A2", "A3", "A1"], {"set": "2-1", "next-figure": "rest"})
    assert tells(judge, "spun") == [("tourist", "A1"), ("tourist", "A2"), ("hunter", "A3"), ("tourist", "A1")]
    assert tells(judge, "again-taken") == []
    assert [one["round"] for one in judge.game.view(TABLE)["drawn"]] == [1, 1, 1, 2]


@pytest.mark.rule("VEZ.Z2")
@pytest.mark.parametrize("kind", ["dials", "round"])
def test_a_drawing_can_be_stopped(kind: str) -> None:
    drawn, table = drawing(kind)
    judge = Referee(drawn, table, random_urn(Random(2)))
    if kind == "round":
        judge.answer(TABLE, "2-1")
    judge.answer(TABLE, "stop")
    assert judge.outcome is not None
    assert not judge.open


@pytest.mark.rule("VEZ.Z2", "VEZ.Z3")
def test_in_a_game_every_cell_is_an_outcome() -> None:
    """The same dials as the drawing: every cell is an outcome, each once."""
    judge, rng = referee(2), Random(4)
    while not judge.run.draws:
        seat = next(iter(judge.open))
        judge.answer(seat, judge.open[seat].choice.sample(rng))
    assert all(list(drawn.outcomes) == list(CELLS) for drawn in judge.run.draws)
    assert all(drawn.draw.startswith("dials@") for drawn in judge.run.draws)
