"""Our board agrees with all that is known of the real one, and impossible boards are refused with the reason."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from math import dist
from random import Random
from typing import Any

import pytest

from companion import games
from companion.games.venedig.game import Venedig
from companion.games.venedig.layout import check
from companion.games.venedig.rules.board import middle, plan_of
from companion.games.venedig.rules.kinds import HEXES, ISLANDS, KINDS
from companion.layout import Fact, Layout
from companion.referee.simulation import play_random
from companion.refusal import Refusal
from tests.games.harness import new_referee
from tests.tables import table

OURS = games.find("venedig").layout()


@pytest.mark.rule("VEN.K2", "VEN.K4", "VEN.S1")
def test_our_board_has_the_known_pieces() -> None:
    plan = plan_of(OURS)
    assert sorted(plan.islands) == sorted(ISLANDS)
    assert len(plan.swamps) == 86
    assert sorted(kind for kind, _ in plan.buildings) == sorted(KINDS)
    assert all(len(hexes) == HEXES[kind] for kind, hexes in plan.buildings)
    assert all(plan.shapes[kind] for kind in KINDS)


@pytest.mark.rule("VEN.K5")
def test_borders_of_our_spaces() -> None:
    plan = plan_of(OURS)
    borders = {space: len(plan.borders(space)) for space in range(75)}
    assert plan.borders(10) == plan.borders(45)
    assert borders[10] == 4
    assert [borders[space] for space in (0, 57, 58, 59, 60, 61, 74)] == [0] * 7
    assert {borders[space] for space in range(1, 57) if space not in (10, 45)} == {1, 2}


@pytest.mark.rule("VEN.K5")
def test_spaces_are_drawn_beside_their_islands() -> None:
    plan = plan_of(OURS)
    for space, at in enumerate(OURS["course"][:61]):
        for island, hexes in plan.islands.items():
            nearest = min(dist(at, middle(name)) for name in hexes)
            if space not in (0, 10, 45):
                assert (nearest < 1.46) == (island in plan.borders(space)), (space, island)
            assert nearest > 0.7


@pytest.mark.rule("VEN.K6")
def test_spread_of_tokens() -> None:
    assert OURS["treasure"] == {"3": 5, "4": 5, "5": 4, "6": 4}
    assert OURS["swamp"] == {"0": 28, "1": 30, "2": 28}


@pytest.mark.rule("VEN.K6")
def test_spread_of_tokens_in_any_order() -> None:
    """The order makes no difference to what is drawn."""
    layout = changed("treasure", {"6": 4, "3": 5, "5": 4, "4": 5})
    layout = Layout("mine", layout.facts | {"swamp": Fact({"2": 28, "0": 28, "1": 30}, "owner")})
    check(layout)
    ours, mine = (Venedig(replace(table("venedig", 3), layout=one)).pieces.gold for one in (OURS, layout))
    assert all(ours.values(token) == mine.values(token) for token in ("treasure", "swamp"))


def test_every_fact_has_a_source() -> None:
    assert all(fact.source == "assumed" and fact.note for fact in OURS.facts.values())


def changed(fact: str, value: Any) -> Layout:
    return Layout("mine", OURS.facts | {fact: Fact(value, "owner")})


def with_island(island: str, hexes: Any) -> Layout:
    return changed("islands", OURS["islands"] | {island: hexes})


def with_building(kind: str, *sites: Any) -> Layout:
    return changed("buildings", OURS["buildings"] | {kind: list(sites)})


def with_space(space: int, islands: Any) -> Layout:
    track = deepcopy(OURS["track"])
    track[space - 1] = islands
    return changed("track", track)


BOTH = deepcopy(OURS["track"])
BOTH[9] = BOTH[44] = list(ISLANDS[:3])
LOPSIDED = deepcopy(OURS["track"])
LOPSIDED[9] = [island for island in ISLANDS if island != "castello"]
OFF_COURSE = deepcopy(OURS["course"])
OFF_COURSE[45] = [1, 1]

WRONG = {
    "no dict of islands": (changed("islands", []), "bad-islands", "VEN.K4"),
    "four islands": (
        changed("islands", {one: OURS["islands"][one] for one in ISLANDS[:4]}), "bad-islands", "VEN.K4",
    ),
    "an island without hexes": (with_island("giudecca", []), "empty-island", "VEN.K4"),
    "a hex with no name": (with_island("giudecca", ["AA1"]), "not-a-hex", "VEN.K4"),
    "a hex on two islands": (with_island("giudecca", ["N5", "B5"]), "hex-twice", "VEN.K4"),
    "stones that are no list": (changed("stones", "D5"), "not-hexes", "VEN.K4"),
    "a stone in the water": (changed("stones", ["A1"]), "not-land", "VEN.K4"),
    "a stone twice": (changed("stones", ["D5", "D5"]), "hex-twice", "VEN.K4"),
    "a stone under a casa": (changed("stones", ["N8"]), "hex-taken", "VEN.K4"),
    "no list of buildings": (changed("buildings", []), "bad-buildings", "VEN.K4"),
    "a building in the water": (with_building("casa", ["A1"]), "not-land", "VEN.K4"),
    "a building that is no list": (with_building("casa", "N8"), "bad-buildings", "VEN.K4"),
    "a palazzo on one hex": (with_building("palazzo", ["J12"]), "bad-shape", "VEN.K8"),
    "a palazzo in two pieces": (with_building("palazzo", ["J11", "J13"]), "bad-shape", "VEN.K8"),
    "a basilica in a row": (with_building("basilica", ["B10", "B11", "B12"]), "bad-shape", "VEN.K8"),
    "two on a hex": (with_building("casa", ["N8"], ["N8"]), "hex-taken", "VEN.K4"),
    "all basilicas built": (
        with_building("basilica", *(["C11", "C12", "D11"] for _ in range(5))), "too-many-built", "VEN.K2",
    ),
    "a ponte without crossing": (with_building("ponte", ["D8", "D10"]), "no-crossing", "VEN.K8"),
    "crossings that are no list": (changed("crossings", {}), "not-hexes", "VEN.K4"),
    "a crossing of three": (changed("crossings", [["C8", "C10", "C11"]]), "bad-crossing", "VEN.K8"),
    "a crossing within an island": (changed("crossings", [["C7", "C8"]]), "bad-crossing", "VEN.K8"),
    "a crossing twice": (changed("crossings", [["C8", "C10"], ["C10", "C8"]]), "bad-crossing", "VEN.K8"),
    "a crossing into the water": (changed("crossings", [["C8", "C9"]]), "not-land", "VEN.K4"),
    "a short way": (changed("track", OURS["track"][:59]), "bad-track", "VEN.K5"),
    "a space along three": (with_space(5, list(ISLANDS[:3])), "bad-borders", "VEN.K5"),
    "a space along none": (with_space(5, []), "bad-borders", "VEN.K5"),
    "a space along nowhere": (with_space(5, ["murano"]), "bad-borders", "VEN.K5"),
    "an island twice": (with_space(5, ["castello", "castello"]), "bad-borders", "VEN.K5"),
    "57 along one": (with_space(57, ["castello"]), "bad-borders", "VEN.K5"),
    "10 and 45 along three": (changed("track", BOTH), "bad-borders", "VEN.K5"),
    "10 and 45 not alike": (changed("track", LOPSIDED), "not-one-space", "VEN.K5"),
    "a start along nowhere": (changed("start", ["murano"]), "bad-borders", "VEN.K5"),
    "a short course": (changed("course", OURS["course"][:61]), "bad-course", "VEN.K4"),
    "a course of words": (changed("course", [["a", "b"]] * 70), "bad-course", "VEN.K4"),
    "a crossing drawn twice": (changed("course", OFF_COURSE), "not-one-space", "VEN.K5"),
    "treasure of seven": (changed("treasure", {"7": 18}), "bad-tokens", "VEN.K6"),
    "too few tokens": (changed("treasure", {"3": 5, "4": 5, "5": 4, "6": 3}), "wrong-tokens", "VEN.K2"),
    "too much swamp": (changed("stones", OURS["stones"][:-1]), "too-much-swamp", "VEN.K2"),
    "an unknown fact": (changed("sites", []), "unknown-fact", "VEN.K4"),
}  # fmt: skip


@pytest.mark.rule("VEN.K4", "VEN.K5", "VEN.K6", "VEN.K8")
@pytest.mark.parametrize("what", WRONG)
def test_impossible_boards_are_refused(what: str) -> None:
    layout, key, rule = WRONG[what]
    with pytest.raises(Refusal) as refused:
        check(layout)
    assert (refused.value.key, refused.value.rule) == (key, rule)


@pytest.mark.parametrize("fact", OURS.facts)
def test_a_missing_fact_is_refused(fact: str) -> None:
    with pytest.raises(Refusal) as refused:
        check(Layout("mine", {name: value for name, value in OURS.facts.items() if name != fact}))
    assert refused.value.key == "missing-fact"


def small_board(hexes: int) -> Layout:
    """Make a board of this many hexes on five islands in rows, with nothing pre-built."""
    rows = dict(zip(ISLANDS, "ACEGI", strict=True))
    per_island = [hexes // 5 + (n < hexes % 5) for n in range(5)]
    facts = {
        "islands": {
            one: [f"{rows[one]}{n + 1}" for n in range(size)] for one, size in zip(ISLANDS, per_island, strict=True)
        },
        "stones": ["A1", "A2"],
        "buildings": {kind: [] for kind in KINDS},
        "crossings": [["A1", "C1"]],
    }
    return Layout("small", OURS.facts | {name: Fact(value, "owner") for name, value in facts.items()})


@pytest.mark.rule("VEN.E1", "VEN.B8")
def test_the_smallest_board_lets_games_end() -> None:
    with pytest.raises(Refusal) as refused:
        check(small_board(54))
    assert (refused.value.key, refused.value.facts["least"]) == ("too-small", 56)
    layout = small_board(56)
    check(layout)
    for seed in range(3):
        judge = new_referee(replace(table("venedig", 3), layout=layout), "venedig", seed)
        play_random(judge, Random(seed), every=1, most=5000)
        assert judge.outcome is not None
