"""The owner's tools: what each does to a draft, and that a draft without problems is a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import games
from companion.games.venedig.editor.draft import TOOLS, Draft, accept, blank
from companion.games.venedig.editor.drawing import draw, grid
from companion.games.venedig.editor.editor import VenedigEditor
from companion.games.venedig.editor.problems import problems
from companion.games.venedig.layout import check
from companion.games.venedig.rules.board import middle
from companion.games.venedig.rules.kinds import ISLANDS, KINDS
from companion.games.venedig.rules.track import LAST
from companion.layout import Fact, Layout
from companion.referee.simulation import play_random
from companion.refusal import Refusal
from companion.words import LANGUAGES, Words, folders_of
from tests.games.harness import new_referee
from tests.games.venedig.test_layouts import OURS, WRONG
from tests.tables import table

EDITOR = VenedigEditor()
EMPTY = blank(OURS)
EVERY_TOOL = [tool for tools in TOOLS.values() for tool in tools]


def mark(layout: Layout, tool: str, places: Sequence[str]) -> tuple[Layout, list[str]]:
    draft, waiting = EDITOR.use(layout, tool, places)
    return draft, list(waiting)


def use(layout: Layout, *uses: tuple[str, str]) -> Layout:
    """Use one tool after the other; waiting places are passed on, as a page does."""
    for tool, places in uses:
        waiting: list[str] = []
        for place in places.split():
            layout, waiting = mark(layout, tool, [*waiting, place])
    return layout


def refused(layout: Layout, tool: str, places: Sequence[str]) -> str:
    with pytest.raises(Refusal) as refusal:
        mark(layout, tool, places)
    return refusal.value.key


@pytest.mark.rule("VEN.K4")
def test_hexes_are_painted_into_islands_and_back_to_water() -> None:
    layout, waiting = mark(EMPTY, "castello", ["B2-B4", "a1"])
    assert (layout["islands"]["castello"], waiting) == (["A1", "B2", "B3", "B4"], [])
    assert layout.facts["islands"].source == "owner"
    layout = use(layout, ("giudecca", "B3"))
    assert layout["islands"]["castello"] == ["A1", "B2", "B4"], "a hex is on one island"
    layout, _ = mark(layout, "castello", ["B4", "C4"])
    assert layout["islands"]["castello"] == ["A1", "B2"], "a stroke that begins on the island takes away"


def test_a_removed_hex_takes_its_contents_along() -> None:
    layout = use(EMPTY, ("castello", "B2 B3 B4"), ("giudecca", "D2"), ("stone", "B2"), ("palazzo", "B3 B4"))
    layout = use(layout, ("crossing", "B2 D2"))
    layout, _ = mark(layout, "castello", ["B2", "B3"])
    assert (layout["stones"], layout["buildings"]["palazzo"], layout["crossings"]) == ([], [], [])


def test_stones_and_buildings_come_and_go() -> None:
    land = use(EMPTY, ("castello", "B2 B3 B4 C3 C4"), ("giudecca", "E3"))
    layout, waiting = mark(land, "basilica", ["B3"])
    assert (layout["buildings"], waiting) == (land["buildings"], ["B3"])
    layout, waiting = mark(layout, "basilica", ["B3", "C4", "B4"])
    assert (layout["buildings"]["basilica"], waiting) == ([["B3", "B4", "C4"]], [])
    assert use(layout, ("basilica", "C4"))["buildings"]["basilica"] == []
    assert use(layout, ("casa", "C4"))["buildings"] == land["buildings"] | {"casa": [["C4"]]}, (
        "one takes another's place"
    )
    assert use(layout, ("stone", "B2"))["stones"] == ["B2"]
    assert use(layout, ("stone", "B2 B2"))["stones"] == []
    layout = use(land, ("ponte", "C3 E3"))
    assert (layout["buildings"]["ponte"], layout["crossings"]) == ([["C3", "E3"]], [["C3", "E3"]])
    assert use(layout, ("crossing", "E3 C3"))["crossings"] == []
    assert mark(land, "crossing", ["C3", "C3"])[1] == [], "tapped again, it waits no longer"


@pytest.mark.parametrize("tool", ["stone", *KINDS, "crossing"])
def test_in_the_water_nothing_stands(tool: str) -> None:
    assert refused(EMPTY, tool, ["B2"]) == "not-land"


@pytest.mark.parametrize("tool", ["castello", "stone", "casa", "crossing", "way"])
@pytest.mark.parametrize("place", ["", "7", "AA1", "C31", "C0", "C7-", "C9-C7", "é1", "<b>", "C7-D8"])
def test_an_unknown_hex_is_refused(tool: str, place: str) -> None:
    assert refused(OURS, tool, [place]) == "not-a-hex"


@pytest.mark.rule("VEN.K5")
def test_the_way_is_laid_space_by_space_along_the_islands_near() -> None:
    land = use(EMPTY, ("castello", "B2 B3 B4"), ("giudecca", "D2 D3 D4"))
    layout, waiting = mark(land, "way", ["C1"])
    assert (layout["course"], waiting) == ([list(middle("C1"))], ["#1"])
    layout, waiting = mark(layout, "way", ["#1", "C3", "E3", "H3"])
    assert waiting == ["#4"]
    assert layout["track"][:4] == [["castello", "giudecca"], ["giudecca"], [], []]
    layout, waiting = mark(layout, "way", ["#1", "A3"])
    assert (layout["track"][0], len(layout["course"]), waiting) == (["castello"], 4, ["#2"])
    assert refused(layout, "way", ["#9", "C3"]) == "no-such-space"


@pytest.mark.rule("VEN.K5")
def test_10_and_45_are_laid_and_moved_together() -> None:
    layout, waiting = mark(EMPTY, "way", ["A1-A30", "C1-C15"])
    assert (len(layout["course"]), waiting) == (46, ["#46"])
    assert layout["course"][45] == layout["course"][10]
    for space in ("#10", "#45"):
        moved, _ = mark(layout, "way", [space, "F6"])
        assert moved["course"][10] == moved["course"][45] == list(middle("F6"))
    layout = use(use(layout, ("castello", "F6")), ("border", "#45 castello"))
    assert layout["track"][9] == layout["track"][44] == ["castello"]


@pytest.mark.rule("VEN.K5")
def test_borders_are_set_by_space_and_island() -> None:
    layout, waiting = mark(OURS, "border", ["#5", "C5"])
    assert ("cannaregio" not in layout["track"][4], waiting) == (True, ["#5"])
    assert use(OURS, ("border", "#5 castello"))["track"][4] == ["cannaregio", "castello"]
    assert use(OURS, ("border", "#0 giudecca"))["start"] == ["giudecca"]
    assert refused(OURS, "border", ["castello"]) == "space-first"
    assert refused(OURS, "border", ["#61", "castello"]) == "space-first"
    assert refused(OURS, "border", ["#5", "A1"]) == "not-land"


def test_a_way_is_cut_and_laid_again() -> None:
    layout, waiting = mark(OURS, "cut", ["#20"])
    assert (len(layout["course"]), layout["track"][19:], waiting) == (20, [[]] * 41, [])
    assert layout["track"][:19] == OURS["track"][:19]
    assert mark(layout, "way", ["C9"])[1] == ["#21"]
    assert len(mark(OURS, "cut", ["#45"])[0]["course"]) == 46, "45 is where 10 is"


@pytest.mark.rule("VEN.K4")
@pytest.mark.parametrize("what", WRONG)
def test_an_impossible_board_has_a_problem_or_can_not_be_drawn(what: str) -> None:
    layout, key, _ = WRONG[what]
    try:
        accept(layout)
    except Refusal:
        return
    keys = {problem.key for problem in problems(layout)}
    alike = {
        "bad-islands": {"empty-island"},
        "bad-borders": {"bad-spaces", "wrong-spaces", "bad-borders"},
        "bad-course": {"way-short"},
    }
    assert keys & alike.get(key, {key}), keys


def test_all_problems_are_reported_at_once() -> None:
    keys = [problem.key for problem in problems(EMPTY)]
    assert keys == [*["empty-island"] * 5, "too-small", "way-short", "bad-spaces", "wrong-spaces"]
    layout = use(OURS, ("cannaregio", "B5"), ("border", "#5 castello dorsoduro"), ("border", "#57 giudecca"))
    facts = [(problem.key, problem.facts.get("spaces")) for problem in problems(layout)]
    assert facts == [("bad-spaces", "5"), ("wrong-spaces", "57")]


@given(st.lists(st.tuples(st.sampled_from(EVERY_TOOL), st.integers(0, 2**32)), max_size=6), st.booleans())
@settings(max_examples=60)
def test_whatever_is_drawn_is_a_board_or_has_a_problem(strokes: list[tuple[str, int]], ours: bool) -> None:
    """Any tools on any places: the draft can be drawn, and is a board exactly if no problem is found."""
    layout = OURS if ours else EMPTY
    for tool, seed in strokes:
        rng = Random(seed)
        hexes = rng.sample(grid(Draft(layout)), 3)
        places = [f"#{rng.randrange(70)}", *hexes] if tool in TOOLS["way"] else hexes
        try:
            layout, waiting = mark(layout, tool, places)
        except Refusal:
            continue
        accept(layout)
        ElementTree.fromstring(draw(layout, WORDS["en"], tool, waiting).svg)
    assert (problems(layout) == []) == is_board(layout)


def is_board(layout: Layout) -> bool:
    try:
        check(layout)
    except Refusal:
        return False
    return True


NO_DRAFTS: dict[str, Any] = {
    "islands": [[], {"murano": []}, {"castello": ["Z99"]}, {"castello": "B5"}, {"castello": ["B5", "B5"]}, None],
    "stones": ["D5", [5], {}, ["D5", "D5"]],
    "buildings": [[], {"tower": []}, {"casa": [["AA"]]}, {"casa": ["B5"]}, {"casa": [[]]}, {"casa": [["B5"]] * 20}],
    "crossings": [[["C8"]], [["C8", 5]], {}],
    "track": [{}, [[]] * 61, [["murano"]], [[["castello"]]]],
    "start": ["castello", [7]],
    "course": [{}, [[1]], [["a", "b"]], [[1, float("nan")]], [[1, 1]] * 200],
}


@pytest.mark.parametrize(("fact", "value"), [(fact, value) for fact in NO_DRAFTS for value in NO_DRAFTS[fact]])
def test_an_undrawable_draft_is_refused(fact: str, value: Any) -> None:
    with pytest.raises(Refusal):
        accept(Layout("mine", OURS.facts | {fact: Fact(value, "owner")}))


@pytest.mark.rule("VEN.K2")
def test_no_more_is_built_than_the_box_has() -> None:
    """A draft of a thousand casas, from a stranger's code of 3 KB, would keep the box busy for minutes."""
    layout = mark(EMPTY, "castello", ["B1-B30"])[0]
    full = mark(layout, "casa", ["B1-B19"])[0]
    assert "too-many-built" in [problem.key for problem in problems(full)]
    assert refused(full, "casa", ["B20"]) == "too-many-built"
    assert len(mark(full, "casa", ["B19"])[0]["buildings"]["casa"]) == 18


WORDS = {language: Words(language, folders_of("venedig")) for language in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("tool", EVERY_TOOL)
def test_every_tool_has_its_words_and_its_drawing(tool: str, language: str) -> None:
    words = WORDS[language]
    assert all(text and "tool" not in text and "{" not in text for text in EDITOR.describe(words, tool))
    for layout in (EMPTY, OURS):
        drawing = EDITOR.draw(layout, words, tool, ["C7", "#12"])
        picture = ElementTree.fromstring(drawing.svg)
        places = [part.get("data-place", "") for part in picture.iter() if part.get("data-place")]
        hexes, spaces = [one for one in places if "#" not in one], [one for one in places if "#" in one]
        assert len(hexes) == len(set(hexes)) >= 15 * 15
        tappable = len(layout["course"]) - 1 if layout is OURS and tool in TOOLS["way"] else 0
        assert len(spaces) == tappable, "10 and 45 are one"
        assert drawing.places == set(places)
        assert not [part for part in picture.iter() if part.get("style")]
    for problem in problems(EMPTY):
        assert "refuse." not in words.refusal(problem)


def test_the_grid_grows_with_the_land() -> None:
    assert "P1" not in grid(Draft(EMPTY))
    assert "Q1" in grid(Draft(use(EMPTY, ("castello", "P9"))))
    assert "Z30" in grid(Draft(use(EMPTY, ("castello", "Z30"))))


@pytest.mark.rule("VEN.K4", "VEN.E1")
def test_a_board_drawn_from_nothing_is_played_on() -> None:
    """Five islands of twelve hexes round one canal; the way as its owner lays it."""
    layout = drawn_small()
    assert problems(layout) == []
    check(layout)
    for seed in range(2):
        judge = new_referee(replace(table("venedig", 3), layout=layout), "venedig", seed)
        play_random(judge, Random(seed), every=1, most=5000)
        assert judge.outcome is not None


def drawn_small() -> Layout:
    """A small board by the tools alone, and as few strokes as will do."""
    layout = EMPTY
    for island, rows in zip(ISLANDS, ("B2-B5 C2-C5 D2-D5", "B7-B10 C7-C10 D7-D10", "F2-F5 G2-G5 H2-H5",
                                      "F7-F10 G7-G10 H7-H10", "J3-J8 K3-K8"), strict=True):  # fmt: skip
        layout, _ = mark(layout, island, rows.split())
    layout = use(layout, ("stone", "B2 G3"), ("crossing", "B5 B7"), ("casa", "C3"), ("ponte", "D3 F3"))
    layout, _ = mark(layout, "way", ["A1-A10", "E6"])
    layout, _ = mark(layout, "way", ["#11", *["E7-E10"] * 8, "E7"])
    layout, waiting = mark(layout, "way", ["#44", "E10", "E2-E5", "I3-I9", "A12-A15", "A14"])
    assert waiting == [f"#{LAST + 2}"], waiting
    for space in (10, 45):
        for island in ISLANDS[:4]:
            if island not in layout["track"][space - 1]:
                layout, _ = mark(layout, "border", [f"#{space}", island])
    return layout


def test_the_kit_brings_it() -> None:
    assert games.find("venedig").editor is not None
