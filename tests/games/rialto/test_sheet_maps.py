"""The final sheet counts every map that a game can end with, and refuses all others."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion import games
from companion.games.rialto.layout import check
from companion.games.rialto.rules.pieces import DISTRICTS
from companion.layout import Layout
from companion.refusal import Refusal
from tests.games.rialto.test_sheets import final_sheet

KIT = games.find("rialto")
LAYOUT = KIT.layout()
Map = dict[str, dict[str, int]]


def count(there: Map, layout: Layout = LAYOUT) -> None:
    sheet: dict[str, Any] = final_sheet()
    KIT.sheets["final"].score(sheet | {"map": there}, layout)


def empty() -> Map:
    return {district: {"bridges": 0, "gondolas": 0} for district in DISTRICTS}


def laid_at_random(layout: Layout, rng: Random, bridges: int, gondolas: int) -> Map:
    """Put tiles on free connections one by one, as in a game, and return what the eye then sees."""
    there = empty()
    places = rng.sample(layout["connections"], bridges + gondolas)
    for (one, two), tile in zip(places, rng.sample(layout["bridges"], bridges), strict=False):
        here, yonder = rng.sample(tile, 2)
        there[one]["bridges"] += here
        there[two]["bridges"] += yonder
    for one, two in places[bridges:]:
        there[one]["gondolas"] += 1
        there[two]["gondolas"] += 1
    return there


def some_board(rng: Random) -> Layout:
    """Make a board with other bridges, dear and cheap, and its districts shuffled."""
    other = dict(zip(DISTRICTS, rng.sample(DISTRICTS, len(DISTRICTS)), strict=True))
    highest = rng.choice([2, 6, 20])
    tiles = [[rng.randint(1, highest), rng.randint(1, highest)] for _ in range(6)]
    pairs = [[other[one], other[two]] for one, two in LAYOUT["connections"]]
    layout = LAYOUT.corrected("bridges", tiles).corrected("connections", pairs)
    check(layout)
    return layout


@pytest.mark.rule("RIA.K2", "RIA.K4", "RIA.K6", "RIA.E2")
def test_every_possible_map_is_counted() -> None:
    rng = Random(6)
    for number in range(1500):
        layout = LAYOUT if number % 2 else some_board(rng)
        count(laid_at_random(layout, rng, rng.randint(0, 6), rng.randint(0, 6)), layout)


@pytest.mark.rule("RIA.K2")
@pytest.mark.parametrize("what", ["gondolas", "bridges"])
def test_too_many_tiles_are_refused(what: str) -> None:
    """Six gondolas, each in two districts; the ends of all bridges add up to 54."""
    there = laid_at_random(LAYOUT, Random(1), 6, 6)
    count(there)
    there["dorsoduro"][what] += 1
    with pytest.raises(Refusal) as refused:
        count(there)
    assert (refused.value.key, refused.value.rule) == (f"too-many-{what}", "RIA.K2")


@pytest.mark.parametrize(
    ("bridges", "gondolas", "key", "rule"),
    [
        pytest.param({}, {"castello": 1}, "gondolas-apart", "RIA.E2", id="half a gondola"),
        pytest.param({}, {"castello": 2}, "gondolas-apart", "RIA.E2", id="a gondola at one district"),
        pytest.param({}, {"castello": 3, "dorsoduro": 1}, "gondolas-apart", "RIA.E2", id="one of two at one"),
        pytest.param({"castello": 1}, {}, "no-such-bridges", "RIA.K6", id="no end is so low"),
        pytest.param({"castello": 54}, {}, "no-such-bridges", "RIA.K6", id="all ends at one"),
        pytest.param({"castello": 24}, {}, "too-many-tiles", "RIA.K4", id="five bridges"),
        pytest.param({}, {"castello": 5, "dorsoduro": 5}, "too-many-tiles", "RIA.K4", id="five gondolas"),
        pytest.param(
            {"castello": 5, "dorsoduro": 3}, {"castello": 4, "dorsoduro": 4}, "too-many-tiles", "RIA.K4", id="mixed"
        ),
        pytest.param({"castello": 4}, {}, "bridges-apart", "RIA.K6", id="one end of a bridge"),
        pytest.param({"castello": 9}, {}, "bridges-apart", "RIA.K6", id="both ends at one"),
        pytest.param({"castello": 3, "dorsoduro": 3}, {}, "bridges-apart", "RIA.K6", id="no bridge has both"),
    ],
)
@pytest.mark.rule("RIA.K4", "RIA.K6", "RIA.E2")
def test_impossible_map_is_refused(bridges: dict[str, int], gondolas: dict[str, int], key: str, rule: str) -> None:
    there = empty()
    for district in DISTRICTS:
        there[district] = {"bridges": bridges.get(district, 0), "gondolas": gondolas.get(district, 0)}
    with pytest.raises(Refusal) as refused:
        count(there)
    assert (refused.value.key, refused.value.rule) == (key, rule)
