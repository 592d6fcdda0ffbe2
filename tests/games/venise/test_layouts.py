"""The boards of Venise: all are sound and fair, wrong ones are refused, and the owner's copies win."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.games.venise.draws import BOARDS
from companion.games.venise.editor import fairness
from companion.games.venise.editor import findings as editor_findings
from companion.games.venise.rules.piles import canal_of
from companion.games.venise.rules.routes import cheapest, everything_in_reach
from companion.layout import Fact, Layout, dump
from companion.refusal import Refusal
from tests.games.venise.play import GEMS, grid, layout
from tests.tables import table

KIT = games.find("venise")
NAMES = KIT.game.own_options[1].values
LAYOUTS = {name: KIT.layout(None, {"board": name}) for name in NAMES}


def findings(board: Layout) -> dict[str, Any]:
    """Return what the editor would find."""
    return {
        one.key: one.facts
        for one in editor_findings.findings(canal_of(board), board["side"], board["starts"], board["gems"])
    }


@pytest.mark.rule("VSE.L3", "VSE.K4")
@pytest.mark.parametrize("name", NAMES)
def test_every_board_is_sound_and_fair(name: str) -> None:
    found = findings(LAYOUTS[name])
    assert found.keys() == {"piles", "steps", "symmetric"}, "sound and fair"
    assert len(set(found["steps"]["steps"].values())) == 1
    gems = [gem for own in LAYOUTS[name]["gems"].values() for gem in own]
    assert len(set(gems)) == 16, "no two gems share a cell"


@pytest.mark.rule("VSE.K1", "VSE.N1")
@pytest.mark.parametrize("name", NAMES)
def test_eighteen_piles_by_day_and_twenty_by_night(name: str) -> None:
    board = LAYOUTS[name]
    assert board["side"] == ("night" if name.startswith("night") else "day")
    assert len(board["piles"]) == {"day": 18, "night": 20}[board["side"]]


@pytest.mark.rule("VSE.K4")
def test_four_levels_by_day_and_by_night() -> None:
    for level, boards in BOARDS.items():
        assert [LAYOUTS[name]["level"] for name in boards] == [level, level]
        assert [LAYOUTS[name]["side"] for name in boards] == ["day", "night"]
    places = {frozenset(pile["at"] for pile in board["piles"]) for board in LAYOUTS.values()}
    assert len(places) >= 8, "no two boards are the same"


@pytest.mark.rule("VSE.L3")
@pytest.mark.parametrize("name", NAMES)
def test_every_gem_can_be_reached_with_all_planks(name: str) -> None:
    board = LAYOUTS[name]
    for colour, start in board["starts"].items():
        ways = cheapest(canal_of(board), start, (), {"small": 12, "large": 8}, wanted=board["gems"][colour])
        assert set(ways) == set(board["gems"][colour])


@pytest.mark.rule("VSE.K2", "VSE.K3")
def test_the_box_is_the_same_on_all_boards() -> None:
    for board in LAYOUTS.values():
        assert sum(board["cards"].values()) == 46
        assert board["cards"]["small"] == 10
        assert board["first"] == ["small", "large", "advance-1", "advance-2"]
        assert board["planks"] == {
            "2": {"small": 6, "large": 4},
            "3": {"small": 4, "large": 2},
            "4": {"small": 3, "large": 2},
        }


def test_every_fact_has_a_source() -> None:
    for board in LAYOUTS.values():
        assert all(fact.source == "assumed" and fact.note for fact in board.facts.values())
        assert Layout.from_json(board.to_json()).to_json() == board.to_json()


def test_the_owners_copies_win(tmp_path: Path) -> None:
    mine = LAYOUTS["night-2"].corrected("level", "expert")
    (tmp_path / "venise-night-2.toml").write_text(dump(Layout("x", {"level": mine.facts["level"]})), "utf-8")
    cards = {**LAYOUTS["day-1"]["cards"], "small": 9, "large": 7}
    (tmp_path / "venise.toml").write_text(dump(LAYOUTS["day-1"].corrected("cards", cards)), "utf-8")
    board = KIT.layout(tmp_path, {"board": "night-2"})
    assert (board["level"], board["side"], board["cards"]["large"]) == ("expert", "night", 7)
    assert board.facts["cards"].source == "owner"
    assert KIT.layout(tmp_path, {"board": "night-1"})["level"] == "beginner"
    assert (KIT.layout(tmp_path).name, KIT.layout(tmp_path, {"board": "day-1"}).name) == ("venise", "venise")


def test_the_table_plays_on_the_board_it_chose() -> None:
    assert table("venise", 2, board="night-3").layout.name == "venise-night-3"


WALL = {"kind": "wall", "cells": [["n"], ["s"]]}
AWAY = [{"at": "Z9", "kind": "plain"}]


@pytest.mark.rule("VSE.L1", "VSE.L3", "VSE.K2", "VSE.K3", "VSE.K4")
@pytest.mark.parametrize(
    ("facts", "key"),
    [
        ({"side": "dusk"}, "bad-side"),
        ({"level": ["easy"]}, "bad-side"),
        ({"piles": "many"}, "bad-pile"),
        ({"piles": [{"at": "A1"}]}, "bad-pile"),
        ({"piles": [{"at": "1A", "kind": "plain"}]}, "bad-pile"),
        ({"piles": [{"at": "A1", "kind": "tower"}]}, "bad-pile"),
        ({"piles": [{"at": "A1", "kind": "plain", "cells": [["n"]]}]}, "bad-pile"),
        ({"piles": [{"at": "A1", "kind": "wall", "cells": [["n"], ["up"]]}]}, "bad-pile"),
        ({"piles": [{"at": "A1", "kind": "wall", "cells": [["n"], "s"]}]}, "bad-pile"),
        ({"piles": [{"at": "A1", "kind": "wall", "cells": [["n", "e"], ["s"]]}]}, "bad-pile"),
        ({"piles": [{"at": "A1", "kind": "bridge", "cells": [["n", "e"], ["s", "w"]]}]}, "bad-pile"),
        ({"piles": [*grid(), {"at": "A1", "kind": "plain"}]}, "shared-point"),
        ({"starts": {"red": "A1"}}, "bad-starts"),
        ({"starts": {"red": "A1", "white": "A1", "green": "A4", "yellow": "D1"}}, "bad-starts"),
        ({"gems": {"red": ["A2"]}}, "bad-gems"),
        ({"gems": GEMS | {"red": ["B4", "C4", "D2", "D9"]}}, "bad-gems"),
        ({"gems": GEMS | {"red": ["B4", "B4", "D2", "D3"]}}, "bad-gems"),
        ({"gems": GEMS | {"red": ["A1", "C4", "D2", "D3"]}}, "bad-gems"),
        ({"piles": [*grid(), *AWAY], "gems": GEMS | {"red": ["Z9", "C4", "D2", "D3"]}}, "gem-out-of-reach"),
        ({"piles": grid({"B4": WALL})}, "bad-gems"),
        ({"cards": {"small": 46}}, "bad-cards"),
        ({"first": ["small", "small", "large", "large"]}, "bad-first-cards"),
        ({"planks": {"2": {"small": 7, "large": 4}}}, "bad-planks"),
    ],
)
def test_a_wrong_board_is_refused_with_its_reason(facts: dict[str, Any], key: str) -> None:
    with pytest.raises(Refusal) as refused:
        KIT.check_layout(changed(facts))
    assert refused.value.key == key
    assert refused.value.rule


@pytest.mark.parametrize(
    ("side", "most"),
    [
        pytest.param("day", 18, marks=pytest.mark.rule("VSE.K1")),
        pytest.param("night", 20, marks=pytest.mark.rule("VSE.N1")),
    ],
)
def test_piles_are_limited_on_each_side(side: str, most: int) -> None:
    more = [{"at": f"H{n}", "kind": "plain"} for n in range(1, most - 16 + 1)]
    KIT.check_layout(changed({"side": side, "piles": [*grid(), *more]}))
    with pytest.raises(Refusal) as refused:
        KIT.check_layout(changed({"side": side, "piles": [*grid(), *more, {"at": "J1", "kind": "plain"}]}))
    assert (refused.value.key, refused.value.rule) == ("too-many-piles", {"day": "VSE.K1", "night": "VSE.N1"}[side])


def changed(facts: dict[str, Any]) -> Layout:
    plain = layout(grid(), None)
    return Layout("test", plain.facts | {name: Fact(value, "owner") for name, value in facts.items()})


@pytest.mark.rule("VSE.L3")
def test_a_plain_square_is_sound_and_symmetric() -> None:
    board = layout(grid())
    KIT.check_layout(board)
    assert "symmetric" in findings(board)


@pytest.mark.rule("VSE.L3")
def test_a_board_is_fair_if_all_rounds_are_equally_long() -> None:
    even = findings(layout(grid(), {"red": ["B4", "C4", "D2", "C3"]}))
    assert set(even["steps"]["steps"].values()) == {12}
    assert "fair" in even
    longer = findings(layout(grid(), {"red": ["B4", "C4", "D2", "A4"]}))
    assert longer["steps"]["steps"] == {"red": 14, "white": 12, "green": 12, "yellow": 12}
    assert longer["unfair"] == {"n": 2}


@pytest.mark.rule("VSE.L3")
@pytest.mark.parametrize(
    ("gems", "steps"),
    [(["A2", "A3", "A4", "B1"], 8), (["A2", "A3", "A4", "C1"], 12), (["A2", "A4", "C1", "D4"], 18)],
)
def test_a_round_visits_all_gems_in_the_best_order(gems: list[str], steps: int) -> None:
    assert findings(layout(grid(), {"red": gems}))["steps"]["steps"]["red"] == steps


@pytest.mark.rule("VSE.L3")
def test_a_gem_behind_an_h_that_nobody_can_lay_is_out_of_reach() -> None:
    """Only an H could join the two rows, and its far support can't be laid from the near side."""
    cut = {
        f"{row}{column}": {"kind": "wall", "cells": [["e"], ["w"]]}
        for row, column in (("A", 1), ("A", 2), ("B", 1), ("B", 2))
    }
    piles = [
        *({"at": at, **cell} for at, cell in cut.items()),
        *({"at": f"{row}9", "kind": "start"} for row in "ACEG"),
    ]
    board = layout(piles, starts={"red": "A9", "white": "C9", "green": "E9", "yellow": "G9"})
    canal = canal_of(board)
    assert "A1-B1.aitch" in canal.places
    assert "B1.e" in fairness.distances(canal, "A1.e")
    assert "B1.e" not in everything_in_reach(canal, ["A1.e"], (), ("small", "large"))["A1.e"]
