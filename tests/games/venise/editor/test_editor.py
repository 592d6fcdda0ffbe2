"""Boards made by their owner: what each tool does, what is found, and a shuffle that stays fair."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
from collections.abc import Callable
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from companion import games
from companion.games.venise.editor.editor import VeniseEditor
from companion.games.venise.rules.geometry import DIRECTIONS
from companion.games.venise.rules.piles import pile_in
from companion.layout import Fact, Layout
from companion.refusal import Refusal
from companion.words import LANGUAGES, Words, folders_of

KIT = games.find("venise")
EDITOR = VeniseEditor()
BOARDS = [value for option in KIT.game.own_options if option.name == "board" for value in option.values]
SVG = "{http://www.w3.org/2000/svg}"


def values(layout: Layout) -> dict[str, Any]:
    return {name: fact.value for name, fact in layout.facts.items()}


def draft(board: str) -> Layout:
    return EDITOR.read(values(KIT.layout(None, {"board": board})))


def made(*taps: tuple[str, str], to: Layout | None = None) -> Layout:
    """Return the draft after these taps: each a tool and a place."""
    board = to or EDITOR.read({})
    for tool, place in taps:
        board = EDITOR.put(board, tool, place)
    return board


def whole(board: Layout) -> Layout:
    return Layout(board.name, KIT.layout().facts | board.facts)


def found(board: Layout) -> dict[str, Any]:
    return {one.key: (dict(one.facts), one.good) for one in EDITOR.findings(board)}


@pytest.mark.parametrize("board", BOARDS)
def test_our_boards_stay_unchanged_in_the_editor(board: str) -> None:
    ours = KIT.layout(None, {"board": board})
    ready = draft(board)
    assert {name: fact.value for name, fact in whole(ready).facts.items()} == values(ours)
    KIT.check_layout(whole(ready))
    assert "symmetric" in found(ready)
    assert not [one for one in EDITOR.findings(ready) if one.good is False]


@pytest.mark.rule("VSE.L1")
@pytest.mark.parametrize("kind", ["wall", "bridge"])
def test_a_wall_or_bridge_tapped_again_turns_and_stands_four_ways(kind: str) -> None:
    board = made((kind, "C3"))
    begun = board
    seen = []
    for _ in range(8):
        seen.append({frozenset(cell) for cell in board["piles"][0]["cells"]})
        board = EDITOR.put(board, kind, cell_of(board))
    assert all(seen.count(cells) == 2 for cells in seen), "four ways, twice round"
    assert seen[:4] == seen[4:]
    assert values(board) == values(begun), "and all is as it was"


def cell_of(board: Layout) -> str:
    return next(place for place in EDITOR.places(board) if place.startswith("C3."))


Cells = tuple[tuple[str, ...], ...]


def every_pile(kind: str) -> set[Cells]:
    """Return everything that a layout can say of a pile of this kind, by closing each passage in either cell."""
    found = set()
    for states in itertools.product((0, 1, 2), repeat=8):
        cells = [[way for way, state in zip(DIRECTIONS, states, strict=True) if state == n] for n in (1, 2)]
        with contextlib.suppress(Refusal):
            pile_in({"at": "C3", "kind": kind, "cells": cells}, "any")
            found.add(tuple(map(tuple, cells)))
    return found


@pytest.mark.rule("VSE.L1")
@pytest.mark.parametrize(("kind", "number"), [("wall", 512), ("bridge", 196)])
def test_every_pile_a_layout_can_say_can_be_made(kind: str, number: int) -> None:
    """By turning it and switching its ways, from the first tap on: between two directions, ways closed, all."""
    waiting = [made((kind, "C3"))]
    seen: set[Cells] = set()
    while waiting:
        board = waiting.pop()
        detail = EDITOR.detail(board, "C3")
        assert detail is not None
        cells = tuple(tuple(sorted(cell, key=DIRECTIONS.index)) for cell in board["piles"][0]["cells"])
        if cells in seen:
            continue
        seen.add(cells)
        waiting.append(EDITOR.put(board, kind, cell_of(board)))
        waiting += [EDITOR.switch(board, "C3", way.name) for way in detail.passages if way.changes]
    assert seen == every_pile(kind)
    assert len(seen) == number


@pytest.mark.rule("VSE.L1")
def test_a_wall_between_two_directions_is_two_taps_away() -> None:
    board = made(("wall", "C3"), ("gem.red", "C3.e"))
    between = EDITOR.switch(EDITOR.switch(board, "C3.e", "n"), "C3.w", "s")
    assert between["piles"][0]["cells"] == [["n", "ne", "e", "se"], ["s", "sw", "w", "nw"]]
    assert between["gems"]["red"] == ["C3.ne"], "the gem stays on its side"


@pytest.mark.rule("VSE.L1")
def test_a_passage_is_described_with_whether_it_can_change() -> None:
    detail = EDITOR.detail(made(("bridge", "C3")), "C3.under")
    assert detail is not None
    assert {way.name: (way.state, way.changes) for way in detail.passages} == {
        **dict.fromkeys(("n", "s"), ("bridge", False)),
        **dict.fromkeys(("ne", "e", "se", "sw", "w", "nw"), ("under", True)),
    }
    board = made(("bridge", "C3"))
    for way in ("ne", "e"):
        board = EDITOR.switch(board, "C3", way)
    for way, key in (("se", "way-is-fixed"), ("n", "way-is-fixed"), ("x", "way-is-fixed")):
        with pytest.raises(Refusal) as refused:
            EDITOR.switch(board, "C3", way)
        assert refused.value.key == key, "the level below is open on both sides"
    assert EDITOR.switch(board, "C3", "e")["piles"][0]["cells"][1] == ["e", "se", "sw", "w", "nw"]


def test_a_pile_of_one_cell_has_no_ways_to_change() -> None:
    board = made(("plain", "C3"))
    assert EDITOR.detail(board, "C3") is None
    assert EDITOR.detail(board, "A1") is None
    changes: list[Callable[[], object]] = [
        lambda: EDITOR.put(board, "ways", "C3"),
        lambda: EDITOR.switch(board, "A1", "n"),
    ]
    for change in changes:
        with pytest.raises(Refusal) as refused:
            change()
        assert refused.value.key == "ways-need-two"
    walled = made(("wall", "C3"))
    assert values(made(("ways", cell_of(walled)), to=walled)) == values(walled), "it is only looked at"


def test_gems_stay_on_a_pile_that_becomes_another() -> None:
    board = made(("wall", "B2"))
    far = [place for place in EDITOR.places(board) if place.startswith("B2.")][1]
    board = made(("gem.red", far), ("wall", far), to=board)
    turned = [place for place in EDITOR.places(board) if place.startswith("B2.")][1]
    assert board["gems"]["red"] == [turned] != [far]
    board = made(("plain", turned), to=board)
    assert board["gems"]["red"] == ["B2"]
    assert made(("erase", "B2"), to=board)["gems"]["red"] == []


def test_a_start_is_one_of_its_colour() -> None:
    board = made(("start.red", "A1"), ("start.white", "A3"), ("start.red", "A2"))
    assert board["starts"] == {"red": "A2", "white": "A3"}
    assert {pile["at"]: pile["kind"] for pile in board["piles"]} == {"A1": "plain", "A2": "start", "A3": "start"}
    assert made(("start.white", "A2"), to=board)["starts"] == {"white": "A2"}
    assert made(("plain", "A2"), to=board)["starts"] == {"white": "A3"}


@pytest.mark.rule("VSE.L3")
def test_a_gem_needs_a_pile_and_a_colour_has_four() -> None:
    board = made(*(("plain", f"A{n}") for n in range(1, 7)), *(("gem.red", f"A{n}") for n in range(1, 5)))
    for tool, place, key in (("gem.red", "A5", "four-gems"), ("gem.red", "B1", "gem-needs-pile")):
        with pytest.raises(Refusal) as refused:
            EDITOR.put(board, tool, place)
        assert refused.value.key == key
    assert made(("gem.red", "A2"), ("gem.red", "A5"), to=board)["gems"]["red"] == ["A1", "A3", "A4", "A5"]


@pytest.mark.parametrize(
    ("tool", "place"), [("plain", "Z99"), ("plain", ""), ("dig", "A1"), ("", "A1"), ("gem.blue", "A1")]
)
def test_a_tool_or_place_that_there_is_not_is_refused(tool: str, place: str) -> None:
    with pytest.raises(Refusal):
        EDITOR.put(EDITOR.read({}), tool, place)


@pytest.mark.rule("VSE.L3")
def test_missing_unreachable_and_unfair_things_are_found() -> None:
    assert found(EDITOR.read({})) == {
        "piles": ({"n": 0, "most": 18}, None),
        "no-start": ({"colours": ["red", "white", "green", "yellow"]}, False),
        "gems-missing": ({"gems": dict.fromkeys(("red", "white", "green", "yellow"), 4)}, False),
    }
    board = made(("start.red", "A1"), ("plain", "A2"), ("plain", "C5"), ("gem.red", "C5"), ("gem.red", "A1"))
    assert found(board)["unreached"] == ({"colour": "red", "place": "C5"}, False)
    assert found(board)["gem-on-start"] == ({"colour": "red"}, False)
    day = draft("day-1")
    assert found(made(*(("plain", f"E{n}") for n in range(1, 3)), to=day))["piles-over"] == (
        {"n": 20, "most": 18},
        False,
    )
    moved = made(("gem.red", day["gems"]["red"][0]), ("gem.red", "B1"), to=day)
    assert found(moved)["unfair"] == ({"n": spread(moved)}, None)
    assert spread(moved) > 1


def spread(board: Layout) -> int:
    steps: dict[str, int] = found(board)["steps"][0]["steps"]
    return max(steps.values()) - min(steps.values())


@pytest.mark.rule("VSE.L3")
@pytest.mark.parametrize("board", BOARDS)
def test_a_shuffle_stays_sound_and_fair(board: str) -> None:
    begun = draft(board)
    seen = set()
    for seed in range(6):
        shuffled = EDITOR.shuffle(begun, Random(seed))
        KIT.check_layout(whole(shuffled))
        assert "symmetric" in found(shuffled), "as the board itself is"
        assert (shuffled["piles"], shuffled["starts"]) == (begun["piles"], begun["starts"])
        seen.add(json.dumps(shuffled["gems"]))
    assert len(seen) > 1


@pytest.mark.rule("VSE.L3")
def test_on_a_square_the_images_of_one_players_gems_fit_together() -> None:
    """A square has two ways to bring one corner to another: only some choices of them are a symmetry of all four."""
    corners = {"red": "A1", "white": "A4", "green": "D4", "yellow": "D1"}
    square = [("plain", f"{row}{column}") for row in "ABCD" for column in range(1, 5)]
    begun = made(*square, *((f"start.{colour}", at) for colour, at in corners.items()))
    assert all("symmetric" in found(EDITOR.shuffle(begun, Random(seed))) for seed in range(20))


@pytest.mark.rule("VSE.L3")
def test_a_board_without_symmetry_is_shuffled_until_the_steps_are_even() -> None:
    begun = made(("erase", "B4"), ("plain", "A4"), to=draft("day-1"))
    for seed in range(4):
        assert "fair" in found(EDITOR.shuffle(begun, Random(seed))), "though not symmetric"


@pytest.mark.parametrize("taps", [(), (("start.red", "A1"),)])
def test_an_unshufflable_draft_is_refused(taps: tuple[tuple[str, str], ...]) -> None:
    with pytest.raises(Refusal) as refused:
        EDITOR.shuffle(made(*taps), Random(1))
    assert refused.value.key == "shuffle-needs-starts"
    corners = {"red": "A1", "white": "A8", "green": "F1", "yellow": "F8"}
    apart = made(*((f"start.{colour}", at) for colour, at in corners.items()))
    with pytest.raises(Refusal) as refused:
        EDITOR.shuffle(apart, Random(1))
    assert refused.value.key == "no-fair-shuffle"


@pytest.mark.parametrize(
    "facts",
    [
        {"side": "dusk"},
        {"side": ["day"]},
        {"level": 3},
        {"piles": {}},
        {"piles": [3]},
        {"piles": [{"at": "A1", "kind": "tower"}]},
        {"piles": [{"at": "A1", "kind": "plain"}] * 2},
        {"piles": [{"at": "Z50", "kind": "plain"}]},
        {"piles": [{"at": f"A{n}", "kind": "plain"} for n in range(1, 90)]},
        {"starts": []},
        {"gems": "A1"},
    ],
)
def test_a_draft_that_is_no_board_is_refused(facts: dict[str, Any]) -> None:
    with pytest.raises(Refusal):
        EDITOR.read(facts)


def test_starts_and_gems_that_lie_nowhere_are_left_out() -> None:
    board = EDITOR.read(
        {
            "piles": [{"at": "A1", "kind": "plain"}],
            "starts": {"red": "A1", "x": "B1"},
            "gems": {"red": ["A1", 3, "C1"]},
        }
    )
    assert (board["starts"], board["gems"]["red"], board["gems"]["white"]) == ({}, ["A1"], [])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("board", ["day-1", "night-4"])
def test_the_draft_is_drawn_with_every_place_to_be_tapped(board: str, language: str) -> None:
    words = Words(language, folders_of("venise"))
    ready = draft(board)
    drawing = EDITOR.draw(ready, words, "plain", [])
    picture = ElementTree.fromstring(drawing.svg)
    places = {part.get("data-place"): part for part in picture.iter() if part.get("role") == "button"}
    assert sorted(map(str, places)) == sorted(EDITOR.places(ready)) == sorted(drawing.places)
    said = " ".join(part.text or "" for part in picture.iter(f"{SVG}title"))
    said += " ".join(one.text(words) for one in [*EDITOR.findings(ready), *EDITOR.findings(EDITOR.read({}))])
    assert not re.search(r"(tool|colour|make|part)\.[a-z]|[{}]", said)
    for tool in (tool for group in EDITOR.tools.values() for tool in group):
        icon = ElementTree.fromstring(EDITOR.icon(tool))
        defined = {part.get("id") for part in picture.iter()}
        assert {use.get("href", "")[1:] for use in icon.iter("use")} <= defined
        assert "." not in EDITOR.describe(words, tool)[0]


def test_a_gem_nobody_gets_to_is_struck_through() -> None:
    words = Words("en", folders_of("venise"))
    board = made(("start.red", "A1"), ("plain", "C5"), ("gem.red", "C5"))
    assert 'class="venise-strike"' in EDITOR.draw(board, words, "gem.red", []).svg
    assert 'class="venise-strike"' not in EDITOR.draw(made(("plain", "C5"), ("gem.red", "C5")), words, "", []).svg


def test_a_draft_is_the_owners() -> None:
    assert {fact.source for fact in draft("day-1").facts.values()} == {"owner"}
    assert isinstance(draft("day-1").facts["side"], Fact)
