"""The board as a picture: everything that the view shows and nothing more, for every eye, in every language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from itertools import pairwise
from typing import Any
from xml.etree.ElementTree import Element

import pytest

from companion.games.rialto.game import Rialto
from companion.games.rialto.picture.board import board
from companion.games.rialto.picture.doge_track import APART, LEFT, RIGHT, spread
from companion.games.rialto.picture.tokens import SIGNS
from companion.games.rialto.rules.pieces import DISTRICTS, KINDS
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
from tests.games.rialto.picture.crowd import colours_of, crossings, crowded, districts

WAYS: list[tuple[int, dict[str, Any]]] = [
    *((players, {}) for players in Rialto.players),
    (2, {"neutral": "with"}),
    (2, {"neutral": "with", "cards": "table"}),
    (4, {"cards": "table"}),
]


@pytest.mark.parametrize(("players", "options"), WAYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_sound_xml_and_all_in_words(players: int, options: dict[str, Any], language: str) -> None:
    looked_at = [
        (judge, judge.game.view(TABLE)) for judge in positions("rialto", players, players, every=23, **options)
    ]
    for judge, view in [*looked_at, crowded(players, 1, "neutral" in options)]:
        picture = drawn(judge, view, offered=(*DISTRICTS, *KINDS, *view["connections"]), language=language)
        is_all_in_words(picture, "board district short tiny bank building tile phase card seat colour")


def test_names_are_text_whatever_is_in_them() -> None:
    names = names_drawn("rialto", crowded(3, 1)[1], ("green", "white", "blue"))
    assert names == ODD_NAMES


@pytest.mark.parametrize(("players", "options"), WAYS)
def test_every_piece_of_the_view_is_in_the_picture(players: int, options: dict[str, Any]) -> None:
    for judge in positions("rialto", players, seed=players, every=11, **options):
        all_is_drawn(judge, judge.game.view(TABLE))


@pytest.mark.parametrize("players", Rialto.players)
def test_every_piece_of_a_crowd_is_in_the_picture(players: int) -> None:
    for seed in range(4):
        all_is_drawn(*crowded(players, seed))
    all_is_drawn(*crowded(2, 1, neutral=True))


def all_is_drawn(judge: Referee, view: View) -> None:
    picture = drawn(judge, view)
    map_is_drawn(judge, view, picture)
    track_is_drawn(judge, view, picture)
    assert [strip_in(strip) for strip in of_kind(picture, "rialto-strip")[: len(view["seats"])]] == [
        strip_of(view["seats"][str(seat.number)]) for seat in judge.table.seats
    ]
    rows = of_kind(picture, "rialto-row")
    assert [sorted(cards_in(row)) for row in rows] == [
        [""] * row if isinstance(row, int) else sorted(row) for row in view["rows"]
    ]
    if not view["rows"]:
        left = [int(text(part).split("×")[1]) for part in of_kind(picture, "rialto-stock")]
        assert left == list(view["supply"]["buildings"].values())
        (stocks,) = of_kind(picture, "rialto-stocks")
        assert [int(text(n)[1:]) for n in of_kind(stocks, "rialto-figure")] == [
            view["supply"][thing] for thing in ("coins", "bridges", "gondolas", "pile")
        ]
    if view["neutral"]:
        (strip,) = [part for part in of_kind(picture, "rialto-strip") if colour_of(part) == "neutral"]
        assert cards_in(strip) == view["neutral"]["cards"]


def map_is_drawn(judge: Referee, view: View, picture: Element) -> None:
    colours = colours_of(judge)
    for district, part in districts(picture).items():
        here = view["districts"][district]
        counts = {colour_of(count): int(text(count)) for count in of_kind(part, "rialto-count")}
        assert counts == {colours[player]: n for player, n in here["councillors"].items() if n}, district
        assert [int(text(n)) for n in of_kind(part, "rialto-worth")] == ([here["worth"]] if here["worth"] else [])
        assert ("rialto-present" in kinds(part)) == (district == view["district"] and view["phase"] != 4)
    for name, part in crossings(picture, view).items():
        connection = view["connections"][name]
        shapes = Counter(used(part))
        tiles = {"bridge": shapes["bridge"] + shapes["bridge-upright"], "gondola": shapes["hull"]}
        assert tiles == {tile: int(connection["tile"] == tile) for tile in tiles}, name
        values = sorted(int(text(value)) for value in part.iter(f"{SVG}text"))
        assert values == (sorted(connection["ends"].values()) or [1] * tiles["gondola"])
        marked = bool(view["neutral"]) and view["neutral"]["marker"] == connection["between"]
        assert shapes["disc-neutral"] == int(marked)
    banks = of_kind(picture, "rialto-bank")
    assert ["rialto-taken" not in kinds(bank) for bank in banks] == [
        view["banks"][bank]["open"] for bank in ("citra", "ultra")
    ]


def track_is_drawn(judge: Referee, view: View, picture: Element) -> None:
    colours = colours_of(judge)
    (track,) = of_kind(picture, "rialto-track")
    discs = [shape.removeprefix("disc-") for shape in used(track) if shape.startswith("disc-")]
    stacks = view["track"]["stacks"]
    assert discs == [colours[str(player)] for stack in stacks.values() for player in stack], "from below"
    assert [text(space) for space in of_kind(track, "rialto-space")] == list(stacks)
    assert len(of_kind(track, "rialto-cap")) == bool(stacks)


def cards_in(part: Element) -> list[str]:
    """Return the types of the cards that lie there, "" for one face down."""
    shown = [shape.removeprefix("icon-") for shape in used(part) if re.fullmatch("icon-[A-J]", shape)]
    return ["" for _ in of_kind(part, "rialto-back")] + shown


def strip_in(strip: Element) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the contents of a player's strip: the numbers, and the buildings with their state."""
    houses = [(used(house)[0], "coin" in used(house)) for house in of_kind(strip, "rialto-built")]
    states = [kinds(house)[1].removeprefix("rialto-") for house in of_kind(strip, "rialto-built")]
    assert [coin for _, coin in houses] == [state == "used" for state in states], "a coin lies on what was used"
    built = [(kind, state) for (kind, _), state in zip(houses, states, strict=True)]
    assert len(built) + len(of_kind(strip, "rialto-plot")) == 7
    return [text(n) for n in of_kind(strip, "rialto-figure")], built


def strip_of(own: View) -> tuple[list[str], list[tuple[str, str]]]:
    numbers = [str(own[thing]) for thing in ("coins", "councillors", "general")]
    return [*numbers, f"{own['cards']}/{own['limit']}"], [(one["kind"], one["state"]) for one in own["buildings"]]


@pytest.mark.rule("RIA.K4")
def test_each_end_of_a_bridge_is_on_its_districts_side() -> None:
    judge, view = crowded(2, 1)
    for connection in view["connections"].values():
        connection |= {"tile": "bridge", "ends": dict(zip(connection["between"], (3, 6), strict=True))}
    picture = drawn(judge, view)
    middles = {"cannaregio": (130, 50), "castello": (340, 170), "dorsoduro": (90, 290), "san-marco": (215, 270)}
    middles |= {"san-polo": (181, 165), "santa-croce": (63, 165)}
    for name, part in crossings(picture, view).items():
        first, second = view["connections"][name]["between"]
        ends = {
            int(text(value)): (float(value.get("x", 0)), float(value.get("y", 0)))
            for value in part.iter(f"{SVG}text")
        }
        (x, y), (other_x, other_y) = middles[first], middles[second]
        across = (ends[3][0] - ends[6][0]) * (x - other_x) + (ends[3][1] - ends[6][1]) * (y - other_y)
        assert across > 0, name


def test_distant_districts_are_joined_by_named_ferries() -> None:
    judge, view = crowded(3, 1)
    pairs = [("cannaregio", "dorsoduro"), ("san-marco", "santa-croce"), ("castello", "san-polo")]
    plain = drawn(judge, view)
    for pair in pairs:
        view["connections"][".".join(pair)] = {"between": list(pair), "tile": None, "ends": {}}
    picture = drawn(judge, view, offered=[".".join(pair) for pair in pairs])
    parts = crossings(picture, view)
    harbours = [[text(name) for name in of_kind(parts[".".join(pair)], "rialto-harbour")] for pair in pairs]
    assert harbours == [["Cann.", "Dors."], ["Marco", "Croce"], ["Cast.", "Polo"]]
    assert buttons(picture) == [".".join(pair) for pair in pairs]
    taller = [int(one.get("viewBox", "").split()[3]) for one in (plain, picture)]
    assert taller[0] < taller[1]


@pytest.mark.rule("RIA.T1")
def test_stacks_that_are_close_are_drawn_apart_and_in_order() -> None:
    for spots in ([], [100], [100, 101, 102], [LEFT, LEFT + 1, LEFT + 2, LEFT + 3], [RIGHT - 2, RIGHT - 1, RIGHT]):
        places = spread(spots)
        assert all(right - left >= APART - 0.01 for left, right in pairwise(places))
        assert all(LEFT <= place <= RIGHT for place in places)
    assert spread([60, 120, 200]) == [60, 120, 200], "what is far apart stays where it is"


@pytest.mark.rule("RIA.T1")
@pytest.mark.parametrize("length", [10, 30, 200])
def test_the_leader_on_the_doge_track_has_the_cap(length: int) -> None:
    judge, view = crowded(4, 1)
    view["track"] |= {"length": length, "stacks": {"2": [4], "9": [1, 3, 2]}, "order": [2, 3, 1, 4]}
    (track,) = of_kind(drawn(judge, view), "rialto-track")
    shapes = [shape for shape in used(track) if shape.startswith(("disc", "icon"))]
    assert shapes == ["icon-A", "disc-green", "disc-red", "disc-yellow", "disc-blue", "icon-A"]
    assert track.get("aria-label") == (
        "Doge track: Ben on space 9; Cleo on space 9; Anna on space 9; Dario on space 2"
    )


@pytest.mark.rule("RIA.Z3")
def test_in_a_district_the_first_comes_first_and_wears_a_crown() -> None:
    judge, view = crowded(3, 1)
    view["districts"]["castello"]["councillors"] = {"1": 2, "2": 3, "3": 3}
    view["track"] |= {"stacks": {"1": [1, 2], "5": [3]}, "order": [3, 2, 1]}
    castello = districts(drawn(judge, view))["castello"]
    assert [colour_of(count) for count in of_kind(castello, "rialto-count")] == ["yellow", "blue", "red"]
    assert [colour_of(count) for count in of_kind(castello, "rialto-leads")] == ["yellow"]


@pytest.mark.rule("RIA.I1", "RIA.P1", "RIA.P4")
def test_the_picture_shows_round_stage_first_player_and_bonus() -> None:
    judge, view = crowded(3, 1)
    view |= {"clockwise": [1, 2, 3], "first": 2, "holder": 1, "stage": "C"}
    view["plays"] = {"2": {"play": "0", "n": 0}, "1": {"play": "3", "n": 3}}
    picture = drawn(judge, view)
    tabs = of_kind(picture, "rialto-tab")
    assert ["rialto-now" in kinds(tab) for tab in tabs] == [i == 3 for i in range(6)]
    assert ["rialto-past" in kinds(tab) for tab in tabs] == [i < 3 for i in range(6)]
    stops = of_kind(picture, "rialto-stop")
    assert [text(stop) for stop in stops] == ["I", *"ABCDEF", "III"]
    assert [text(stop) for stop in stops if "rialto-now" in kinds(stop)] == ["C"]
    assert [text(brief) for brief in of_kind(picture, "rialto-brief")] == ["Building"]
    strengths = [part for part in of_kind(picture, "rialto-count") if part not in inside(districts(picture).values())]
    assert [(colour_of(part), text(part)) for part in strengths] == [("blue", "0"), ("yellow", "…"), ("red", "3")]
    strips = of_kind(picture, "rialto-strip")
    assert ["pennant" in used(strip) for strip in strips] == [False, True, False]
    assert len(of_kind(picture, "rialto-bonus")) == 1
    view |= {"stage": None, "first": None, "holder": None, "plays": {}, "phase": 4, "round": 6}
    picture = drawn(judge, view)
    assert not of_kind(picture, "rialto-now")
    assert "this round’s district" not in " ".join(part.get("aria-label", "") for part in picture.iter())
    assert not of_kind(picture, "rialto-flag")


def inside(parts: Collection[Element]) -> list[Element]:
    return [one for part in parts for one in part.iter()]


def test_no_style_and_no_script_is_in_it() -> None:
    for judge, view in (crowded(5, 1), crowded(2, 2, neutral=True)):
        picture = drawn(judge, view, offered=[*DISTRICTS, *KINDS])
        needs_no_style_and_no_script(picture)


def test_the_style_is_scoped_and_knows_every_class() -> None:
    pictures = [
        drawn(judge, None, crowded(5, 2)[1], [*DISTRICTS, *KINDS, "pile", *"ABCDEFJ"])
        for judge in positions("rialto", 5, 3, every=23)
    ]
    plain = {"rialto-turns", "rialto-track", "rialto-strip", "rialto-built", "rialto-idle", "rialto-card-C"}
    assert classes_without_style("rialto", pictures) <= plain


def test_a_colour_never_comes_without_its_sign() -> None:
    for picture in (drawn(*crowded(5, 8)), drawn(*crowded(2, 8, neutral=True))):
        every_colour_has_its_sign("rialto", picture)
    assert {*Rialto.colours, "neutral"} == set(SIGNS)
    assert len(set(SIGNS.values())) == len(SIGNS)


@pytest.mark.rule("RIA.I5")
def test_everyones_board_is_the_tables_and_always_the_same() -> None:
    for judge in positions("rialto", 3, seed=7, every=13):
        words, seats = words_for(judge), judge.table.seats
        public = board(judge.game.view(TABLE), words, seats, None, set(DISTRICTS))
        for seat in judge.game.seats:
            assert board(judge.game.view(seat), words, seats, None, list(DISTRICTS)) == public


@pytest.mark.parametrize("players", Rialto.players)
def test_it_is_small(players: int) -> None:
    """Under 45 KB with everything that can be there, after an answer, with a question open."""
    for seed in range(6):
        judge, view = crowded(players, seed)
        _, before = crowded(players, seed + 1)
        for language in LANGUAGES:
            offered = (*DISTRICTS, *KINDS, *view["connections"], "none")
            svg = board(view, words_for(judge, language), judge.table.seats, before, offered).svg
            assert len(svg.encode()) < 45 * 1024
            assert not re.search(r"\d\.\d\d", re.sub(r"scale\(\.\d+\)|scale\(0\.\d+\)", "", svg)), (
                "one decimal is enough"
            )


def test_the_board_is_described_in_words() -> None:
    judge, view = crowded(3, 1)
    view |= {"round": 2, "district": "castello", "stage": "C", "first": 2, "holder": 1, "clockwise": [1, 2, 3]}
    view["plays"] = {"2": {"play": "0", "n": 0}, "1": {"play": "2+1", "n": 3}}
    view["districts"]["castello"] = {"turn": 2, "councillors": {"1": 3, "2": 1, "3": 0}, "worth": 9}
    view["districts"]["san-polo"] = {"turn": 5, "councillors": {"1": 0, "2": 0, "3": 0}, "worth": 0}
    view["connections"]["san-marco.castello"] |= {"tile": "bridge", "ends": {"castello": 3, "san-marco": 5}}
    view["connections"]["cannaregio.castello"] |= {"tile": "gondola", "ends": {}}
    view["banks"]["ultra"]["open"] = False
    view["seats"]["1"] |= {"coins": 1, "councillors": 4, "general": 9, "cards": 6, "limit": 8}
    view["seats"]["1"]["buildings"] = [{"kind": "blue-2", "state": "idle"}, {"kind": "green-1", "state": "used"}]

    def labels(language: str) -> list[str]:
        return [label for part in drawn(judge, view, language=language).iter() if (label := part.get("aria-label"))]

    english = labels("en")
    for said in (
        "Round 2, Castello: stage C, Building: Ben plays first; Ben 0; Anna 3; Anna has the bonus",
        "Castello: turn 2; this round’s district; worth 9; Anna 3 councillors; Ben 1 councillor",
        "San Polo: turn 5; worth 0; no councillor",
        "San Marco, Castello: bridge, Castello 3, San Marco 5",
        "Cannaregio, Castello: gondola, 1 for each",
        "east bank: 5 points for all three districts",
        "west bank: bonus gone",
        "Anna, red: 1 coin; 4 councillors, 9 in the general supply; 6 cards in hand, 8 may be kept; "
        "buildings: blue 2, green 1 used",
    ):
        assert said in english
    assert any(re.match(r"Castello\s: .*; Anna 3\sconseillers\s; ", label) for label in labels("fr"))


@pytest.mark.rule("RIA.N3", "RIA.N4")
def test_the_neutral_players_cards_and_marker_are_described() -> None:
    judge, view = crowded(2, 1, neutral=True)
    view["connections"]["san-marco.castello"] |= {"tile": None, "ends": {}}
    view["neutral"] = {"cards": ["A", "A", "J"], "marker": ["san-marco", "castello"]}
    picture = drawn(judge, view)
    assert crossings(picture, view)["san-marco.castello"].get("aria-label") == (
        "San Marco, Castello: free; the neutral player’s marker"
    )
    assert of_kind(picture, "rialto-strip")[-1].get("aria-label") == "Neutral: Doge 2, Joker 1"
