"""The board as a picture: everything that the view shows and nothing more, for every eye, in every language."""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Collection
from random import Random
from xml.etree.ElementTree import Element

import pytest

from companion.games.venezia.game import Venezia
from companion.games.venezia.picture.board import board
from companion.games.venezia.rules.grid import CELLS, caught, hunting_ground, targets
from companion.games.venezia.rules.pieces import ZONES
from companion.referee import Referee
from companion.steps import TABLE
from companion.words import LANGUAGES
from tests.companion.picture.drawn import (
    ODD_NAMES,
    SVG,
    View,
    buttons,
    classes_without_style,
    colour_of,
    drawn,
    every_colour_has_its_sign,
    is_all_in_words,
    kinds,
    names_drawn,
    needs_no_style_and_no_script,
    of_kind,
    positions,
    text,
    used,
    words_for,
)
from tests.tables import referee

WAYS = [(players, piazza) for players in (2, 3, 4) for piazza in ("mapped", "counted")]


def crowded(players: int, seed: int, moving: bool = False, each: int = 10) -> tuple[Referee, View]:
    """A table, and a view of it in which as much is to be seen as there can be."""
    judge, rng = referee("venezia", players), Random(seed)
    view = judge.game.view(TABLE)
    square = view["piazza"]
    square |= {"tourists": rng.sample(CELLS, 3), "hunters": rng.sample(CELLS, 2), "blocked": rng.sample(CELLS, 1)}
    square["ground"] = sorted(hunting_ground(square["hunters"]))
    free = [cell for cell in CELLS if cell not in square["ground"] and cell not in square["blocked"]]
    rng.shuffle(free)
    for number, (seat, supply) in enumerate(view["seats"].items()):
        cells = free[number * each : number * each + each]
        square["cells"] |= dict.fromkeys(cells, int(seat))
        supply |= {"piazza": len(cells), "nest": 3, "dead": rng.randint(0, 12), "on_first": 2, "on_zones": [11, 2, 0]}
        view["homes"][seat] = ZONES[number]
    for zone in view["zones"].values():
        zone |= {"pigeons": {seat: rng.randint(1, 12) for seat in view["seats"]}, "grey": rng.randint(0, 2)}
    view |= {"round": 4, "phase": "piazza", "bird": "san-polo", "vatican": 2}
    if moving:
        lift(square, rng.choice(sorted(square["cells"])))
    return judge, view


def lift(square: View, start: str) -> None:
    """A pigeon in hand, with all its targets."""
    mover = square["cells"][start]
    others = {cell: seat for cell, seat in square["cells"].items() if cell != start}
    barred = {*square["ground"], *square["blocked"]}
    ways = targets(start, square["cells"], square["tourists"], barred)
    square["moving"] = start
    square["targets"] = {
        goal: {"path": list(path), "catches": sorted(caught(others | {goal: mover}, mover, "all"))}
        for goal, path in ways.items()
    }


def zones(picture: Element) -> dict[str, Element]:
    """Return the zones and San Michele."""
    return dict(zip((*ZONES, "san-michele"), of_kind(picture, "venezia-zone"), strict=True))


def square_of(picture: Element) -> Element:
    (square,) = of_kind(picture, "venezia-piazza")
    return square


@pytest.mark.parametrize(("players", "piazza"), WAYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_sound_xml_and_all_in_words(players: int, piazza: str, language: str) -> None:
    looked_at = [
        (judge, judge.game.view(TABLE))
        for judge in positions("venezia", players, players, piazza=piazza, every=9, most=250)
    ]
    for judge, view in [*looked_at, crowded(players, 1), crowded(players, 2, moving=True)]:
        picture = drawn(judge, view, offered=(*CELLS, *ZONES, "edge"), language=language)
        is_all_in_words(picture, "board zone island supply phase action seat colour")


def test_names_are_text_whatever_is_in_them() -> None:
    names = names_drawn("venezia", crowded(3, 1)[1], ("green", "red", "blue"))
    assert names == ODD_NAMES


@pytest.mark.parametrize(("players", "piazza"), WAYS)
def test_every_pigeon_of_the_view_is_in_the_picture(players: int, piazza: str) -> None:
    for judge in positions("venezia", players, seed=players, piazza=piazza, every=9, most=250):
        all_is_drawn(judge, judge.game.view(TABLE))


@pytest.mark.parametrize("players", Venezia.players)
def test_every_pigeon_of_a_crowd_is_in_the_picture(players: int) -> None:
    for seed in range(5):
        all_is_drawn(*crowded(players, seed))
        all_is_drawn(*crowded(players, seed, moving=True))


def all_is_drawn(judge: Referee, view: View) -> None:
    colours = {str(seat.number): seat.colour for seat in judge.table.seats}
    picture = drawn(judge, view)
    shapes = Counter(used(square_of(picture)))
    square = view["piazza"]
    for seat, colour in colours.items():
        assert shapes[f"pigeon-{colour}"] == sum(str(owner) == seat for owner in square["cells"].values())
    assert (shapes["tourist"], shapes["hunter"]) == (len(square["tourists"]), len(square["hunters"]))
    assert shapes["tower"] == len(square["blocked"])
    hunted = "".join(part.get("d", "") for part in of_kind(picture, "venezia-hunted"))
    assert hunted.count("M") == len(square["ground"])
    dead = {seat: supply["dead"] for seat, supply in view["seats"].items()}
    for zone, element in zones(picture).items():
        here = view["zones"].get(zone, {"pigeons": dead, "grey": 0})
        counts = {colour_of(count): int(text(count)) for count in of_kind(element, "venezia-count")}
        assert counts == {colours[seat]: n for seat, n in here["pigeons"].items() if n}, zone
        assert [int(text(grey)) for grey in of_kind(element, "venezia-grey")] == (
            [here["grey"]] if here["grey"] else []
        )
        assert [shape for shape in used(element) if shape.startswith("home-")] == [
            f"home-{colours[seat]}" for seat, home in view["homes"].items() if home == zone
        ]
        assert ("hawk" in used(element)) == (zone == view["bird"])
    (edge,) = of_kind(picture, "venezia-edge")
    assert text(edge) == (str(view["grey"]) if view["grey"] else "")
    strips = of_kind(picture, "venezia-strip")
    assert [strip_in(strip) for strip in strips] == [strip_of(view["seats"][seat]) for seat in colours]
    assert ["pennant" in used(strip) for strip in strips] == [view["first"] == int(seat) for seat in colours]


def strip_in(strip: Element) -> tuple[list[int], list[int]]:
    """Return the numbers of a player's strip: off the board and in hand, and on the plate."""
    cards = [*of_kind(strip, "venezia-first-card"), *of_kind(strip, "venezia-zone-card")]
    return [int(text(n)) for n in of_kind(strip, "venezia-figures")], [int(text(card) or 0) for card in cards]


def strip_of(supply: View) -> tuple[list[int], list[int]]:
    numbers = [supply[thing] for thing in ("reserve", "nest", "stock", "dead")]
    return [*numbers, len(supply["hand"])], [supply["on_first"], *supply["on_zones"]]


def test_a_counted_piazza_shows_figures_and_how_many_pigeons_each_has() -> None:
    judge = referee("venezia", 3, piazza="counted")
    view = judge.game.view(TABLE)
    view["piazza"] |= {"tourists": ["C4"], "hunters": ["G8"], "ground": sorted(hunting_ground(["G8"]))}
    for seat, n in (("1", 7), ("2", 10), ("3", 0)):
        view["seats"][seat]["piazza"] = n
    picture = drawn(judge, view)
    (beside,) = of_kind(picture, "venezia-beside")
    assert used(beside) == ["pigeon-red", "pigeon-blue", "pigeon-yellow"]
    assert [text(number) for number in beside.iter(f"{SVG}text")] == ["7", "10", "0"]
    assert not of_kind(drawn(*crowded(3, 1)), "venezia-beside")


@pytest.mark.parametrize("cells", [CELLS, CELLS[7:20], ()])
def test_every_offered_cell_is_a_button_of_its_own(cells: Collection[str]) -> None:
    for judge, view in (crowded(4, 1), crowded(4, 2, moving=True), crowded(2, 3, each=0)):
        picture = drawn(judge, view, offered=[*reversed([*cells]), "done", "other"])
        assert buttons(picture) == list(cells)
        for button in of_kind(picture, "venezia-place"):
            assert button.get("tabindex") == "0"
            assert str(button.get("data-option")) in text(button[0])


def test_offered_zones_are_buttons() -> None:
    judge, view = crowded(3, 1)
    picture = drawn(judge, view, offered=["castello", "san-giorgio", "edge", "enough", "piazza", "feint"])
    assert buttons(picture) == ["castello", "san-giorgio", "edge"]
    assert [zone for zone, part in zones(picture).items() if "venezia-offered" in kinds(part)] == [
        "castello",
        "san-giorgio",
    ]
    assert not buttons(drawn(judge, view))


@pytest.mark.rule("VEZ.C1")
def test_a_target_says_how_many_it_would_catch() -> None:
    judge = referee("venezia", 2)
    view = judge.game.view(TABLE)
    square = view["piazza"]
    square["cells"] = {"C3": 1, "D4": 2, "D3": 2, "E5": 1, "E3": 1, "A10": 2}
    lift(square, "E3")
    picture = drawn(judge, view, offered=[*square["targets"], "other"])
    badges = {
        str(place.get("data-option")): [text(badge) for badge in of_kind(place, "venezia-badge")]
        for place in of_kind(picture, "venezia-place")
    }
    assert set(badges) == set(square["targets"])
    for cell, goal in square["targets"].items():
        assert badges[cell] == ([f"×{len(goal['catches'])}"] if goal["catches"] else []), cell
    assert badges["F3"] == ["×1"], "D4 stands between C3 and E5 anyway"
    prey = [use.get("href") for use in of_kind(picture, "venezia-prey")]
    assert prey == ["#d-pigeon-blue"] * len({one for goal in square["targets"].values() for one in goal["catches"]})
    places = {place.get("data-option"): place for place in of_kind(picture, "venezia-place")}
    assert text(places["F3"][0]) == "To F3, catching 1 pigeon"
    assert len(of_kind(picture, "venezia-shadow")) == 1, "the one in hand is lifted"


def test_spectators_see_the_targets_too() -> None:
    judge, view = crowded(4, 2, moving=True)
    (goals,) = of_kind(drawn(judge, view), "venezia-goals")
    assert used(goals) == ["ring"] * len(view["piazza"]["targets"])
    assert not of_kind(drawn(judge, view, offered=view["piazza"]["targets"]), "venezia-goals")


@pytest.mark.rule("VEZ.Y1", "VEZ.Y4")
def test_whoever_has_strictly_most_wears_a_crown() -> None:
    judge = referee("venezia", 3)
    view = judge.game.view(TABLE)
    view["zones"]["castello"] = {"pigeons": {"1": 3, "2": 2, "3": 0}, "grey": 2}
    view["zones"]["dorsoduro"] = {"pigeons": {"1": 3, "2": 3, "3": 1}, "grey": 0}

    def crowned(zone: str) -> list[str]:
        return [colour_of(part) for part in of_kind(zones(drawn(judge, view))[zone], "venezia-leads")]

    assert (crowned("castello"), crowned("dorsoduro")) == (["red"], [])
    view["vatican"] = 2
    assert (crowned("castello"), crowned("dorsoduro")) == (["blue"], [])
    view["seats"]["3"]["dead"] = 2
    assert crowned("san-michele") == ["yellow"]


def changed(judge: Referee, view: View, before: View) -> tuple[list[str], list[str]]:
    """Return the marked zones, and the shapes or numbers of other marks."""
    picture = drawn(judge, view, before)
    marked = of_kind(picture, "venezia-changed")
    pieces = [part for part in marked if "venezia-zone" not in kinds(part)]
    shapes = [(part.get("href") or text(part)).removeprefix("#d-") for part in pieces]
    return [zone for zone, part in zones(picture).items() if part in marked], shapes


def test_changes_are_marked() -> None:
    judge, before = crowded(3, 1, each=3)
    assert changed(judge, before, before) == ([], [])

    view = copy.deepcopy(before)
    view["zones"]["castello"]["pigeons"]["1"] = 20
    assert changed(judge, view, before) == (["castello"], ["20"])
    view = copy.deepcopy(before)
    view["zones"]["castello"]["pigeons"]["1"] = 0
    assert changed(judge, view, before) == (["castello"], []), "what is gone marks its zone"
    view = copy.deepcopy(before)
    view["bird"] = "castello"
    assert changed(judge, view, before) == (["castello", "san-polo"], [""])
    view = copy.deepcopy(before)
    view["seats"]["2"]["dead"] = 30
    assert changed(judge, view, before) == (["san-michele"], ["30", "30"]), "on the island, and in the strip"
    view = copy.deepcopy(before)
    view["seats"]["2"] |= {"on_first": 9, "on_zones": [11, 5, 0], "hand": ["feud"]}
    assert changed(judge, view, before) == ([], ["9", "5", "1"])
    view = copy.deepcopy(before)
    view["grey"] -= 1
    assert changed(judge, view, before) == ([], [str(view["grey"])])


def test_a_pigeon_that_moved_or_died_leaves_its_outline_and_its_way() -> None:
    judge, before = crowded(2, 1, each=0)
    before["piazza"] |= {"tourists": [], "hunters": [], "ground": [], "cells": {"A1": 1, "H3": 2}}
    view = copy.deepcopy(before)
    view["piazza"] |= {"cells": {"C3": 1}, "path": ["A1", "A3", "C3"]}
    picture = drawn(judge, view, before)
    (gone,) = of_kind(picture, "venezia-gone")
    assert used(gone) == ["pigeon", "pigeon"]
    assert changed(judge, view, before) == ([], ["pigeon-red"])
    (way,) = of_kind(picture, "venezia-way")
    (landing,) = of_kind(picture, "venezia-landing")
    assert len(re.split("[ML]", way.get("d", ""))) - 1 == 3
    assert landing.get("d", "").count("M") == 1
    view["piazza"] |= {"tourists": ["B2"], "hunters": ["G7"]}
    assert used(square_of(drawn(judge, view, before))).count("place") == 2, "those who came are framed"
    assert not of_kind(drawn(judge, before), "venezia-way")


def test_no_style_and_no_script_is_in_it() -> None:
    for judge, view in (crowded(4, 1), crowded(3, 2, moving=True)):
        picture = drawn(judge, view, offered=[*CELLS, *ZONES])
        needs_no_style_and_no_script(picture)


def test_the_style_is_scoped_and_knows_every_class() -> None:
    judge, view = crowded(4, 2, moving=True)
    _, before = crowded(4, 3)
    picture = drawn(judge, view, before, [*CELLS, *ZONES, "edge"])
    assert classes_without_style("venezia", [picture]) <= {"venezia-piazza", "venezia-strip", "venezia-pick"}


def test_a_colour_never_comes_without_its_sign() -> None:
    every_colour_has_its_sign("venezia", drawn(*crowded(4, 8)))


@pytest.mark.rule("VEZ.P2")
def test_everyones_board_is_the_tables_and_always_the_same() -> None:
    for judge in positions("venezia", 3, seed=7, every=3, most=250):
        words, seats = words_for(judge), judge.table.seats
        public = board(judge.game.view(TABLE), words, seats, None, set(CELLS))
        for seat in judge.game.seats:
            assert board(judge.game.view(seat), words, seats, None, list(CELLS)) == public


@pytest.mark.parametrize("players", Venezia.players)
def test_it_is_small(players: int) -> None:
    """Under 40 KB with everything that can be there, after an answer, with a question open."""
    for seed in range(12):
        judge, view = crowded(players, seed, moving=seed % 2 == 0)
        _, before = crowded(players, seed + 1)
        square = view["piazza"]
        free = [cell for cell in CELLS if cell not in square["cells"]]
        for language in LANGUAGES:
            offered = square["targets"] or free
            svg = board(view, words_for(judge, language), judge.table.seats, before, offered).svg
            assert len(svg.encode()) < 40 * 1024
            assert not re.search(r"\d\.\d\d", svg), "one decimal is enough"


def test_the_board_is_described_in_words() -> None:
    judge = referee("venezia", 3)
    view = judge.game.view(TABLE)
    view |= {"round": 2, "phase": "zones", "bird": "castello", "homes": {"2": "castello"}, "vatican": 2}
    view["zones"]["castello"] = {"pigeons": {"1": 3, "2": 1, "3": 0}, "grey": 1}
    view["seats"]["3"]["dead"] = 1
    view["seats"]["1"] |= {"piazza": 2, "on_first": 2, "on_zones": [4, 1, 0], "hand": ["feud", "bird"]}
    view["piazza"] |= {"cells": {"B2": 1, "C3": 1}, "tourists": ["B2"], "hunters": ["H10"], "blocked": ["F3"]}

    def labels(language: str) -> dict[str, str]:
        picture = drawn(judge, view, language=language)
        named = {name: part.get("aria-label", "") for name, part in zones(picture).items()}
        strips = of_kind(picture, "venezia-strip")
        return named | {"square": square_of(picture).get("aria-label", ""), "anna": strips[0].get("aria-label", "")}

    english = labels("en")
    assert english["castello"] == (
        "Castello: Anna 3 pigeons; Ben 1 pigeon; 1 grey pigeon; Anna has the most; home of Ben;"
        " bird of prey: not scored"
    )
    assert english["san-polo"] == "San Polo: no pigeon"
    assert english["san-michele"] == "San Michele: Cleo 1 pigeon; Cleo has the most"
    assert english["square"] == ("Piazza: Anna 2 pigeons, on B2, C3; tourist on B2; hunter on H10; blocked: F3")
    assert english["anna"].startswith("Anna, red: reserve 12; nest 0; stock 28; dead 0; on the first card 2, ")
    assert english["anna"].endswith(" 4, 1, 0; 2 action cards: Feud, Bird of prey; first player")
    assert re.match(r"Castello\s: Anna 3\spigeons\s; Ben 1\spigeon\s; ", labels("fr")["castello"])
