"""The board as a picture: all that the view shows and nothing more, for every eye, in every language."""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Callable, Collection
from itertools import pairwise
from random import Random
from typing import Any
from xml.etree.ElementTree import Element

import pytest

from companion.choices import Pick
from companion.games.rialto.board import board
from companion.games.rialto.doge_track import APART, LEFT, RIGHT, spread
from companion.games.rialto.game import Rialto
from companion.games.rialto.pieces import DISTRICTS, KINDS
from companion.games.rialto.strips import owner
from companion.games.rialto.tokens import SIGNS
from companion.referee import Referee
from companion.simulate import play_random
from companion.steps import TABLE, Decision
from companion.words import LANGUAGES
from tests.games.drawn import (
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

WAYS: list[tuple[int, dict[str, Any]]] = [
    *((players, {}) for players in Rialto.players),
    (2, {"neutral": "with"}),
    (2, {"neutral": "with", "cards": "table"}),
    (4, {"cards": "table"}),
]


def asked(key: str, players: int, seed: int = 1, **options: Any) -> tuple[Referee, Decision]:
    """A random game up to a question."""
    judge, rng = referee("rialto", players, seed=seed, **options), Random(seed)
    while judge.open:
        for decision in judge.open.values():
            if decision.key == key:
                return judge, decision
        play_random(judge, rng, most=len(judge.entries) + 1)
    raise AssertionError(f"never asked: {key}")


def options_of(decision: Decision) -> set[str]:
    assert isinstance(decision.choice, Pick)
    return set(map(str, decision.choice.options))


def crowded(players: int, seed: int, neutral: bool = False) -> tuple[Referee, View]:
    """A table, and a view of it in which as much is to be seen as there can be."""
    rng = Random(seed)
    options: dict[str, Any] = {"neutral": "with"} if neutral else {}
    judge = referee("rialto", players, seed=seed, **options)
    play_random(judge, rng, most=30)
    view = judge.game.view(TABLE)
    for here in view["districts"].values():
        here |= {"councillors": {player: rng.randint(1, 18) for player in here["councillors"]}, "worth": 21}
    for connection in view["connections"].values():
        ends = dict(zip(connection["between"], rng.sample(range(3, 7), 2), strict=True))
        tile = rng.choice(["bridge", "gondola"])
        connection |= {"tile": tile, "ends": ends if tile == "bridge" else {}}
    for own in view["seats"].values():
        buildings = [{"kind": rng.choice(KINDS), "state": rng.choice(["idle", "used", "fresh"])} for _ in range(7)]
        own |= {"buildings": buildings, "cards": 15, "limit": 10, "coins": rng.randint(1, 12)}
    players_there = view["track"]["order"]
    view |= {"rows": [], "phase": 2, "stage": "F", "first": players_there[0], "holder": players_there[-1], "round": 4}
    view["plays"] = {str(player): {"play": "2", "n": rng.randint(0, 5)} for player in players_there}
    view["district"] = next(district for district, here in view["districts"].items() if here["turn"] == 4)
    return judge, view


def districts(picture: Element) -> dict[str, Element]:
    return dict(zip(DISTRICTS, of_kind(picture, "rialto-district"), strict=True))


def crossings(picture: Element, view: View) -> dict[str, Element]:
    return dict(zip(view["connections"], of_kind(picture, "rialto-crossing"), strict=True))


def colours_of(judge: Referee) -> dict[str, str]:
    return {str(seat.number): seat.colour for seat in judge.table.seats} | {"neutral": "neutral"}


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
    """The types of the cards that lie there, "" for one with its face down."""
    shown = [shape.removeprefix("icon-") for shape in used(part) if re.fullmatch("icon-[A-J]", shape)]
    return ["" for _ in of_kind(part, "rialto-back")] + shown


def strip_in(strip: Element) -> tuple[list[str], list[tuple[str, str]]]:
    """What a player's strip shows: his numbers, and his buildings with how they are."""
    houses = [(used(house)[0], "coin" in used(house)) for house in of_kind(strip, "rialto-built")]
    states = [kinds(house)[1].removeprefix("rialto-") for house in of_kind(strip, "rialto-built")]
    assert [coin for _, coin in houses] == [state == "used" for state in states], "a coin lies on what was used"
    built = [(kind, state) for (kind, _), state in zip(houses, states, strict=True)]
    assert len(built) + len(of_kind(strip, "rialto-plot")) == 7
    return [text(n) for n in of_kind(strip, "rialto-figure")], built


def strip_of(own: View) -> tuple[list[str], list[tuple[str, str]]]:
    numbers = [str(own[thing]) for thing in ("coins", "councillors", "general")]
    return [*numbers, f"{own['cards']}/{own['limit']}"], [(one["kind"], one["state"]) for one in own["buildings"]]


# Where things are


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


def test_districts_apart_on_our_map_are_joined_by_ferries_with_their_names() -> None:
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
def test_who_is_first_on_the_doge_track_has_the_cap(length: int) -> None:
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
def test_the_round_the_stage_the_first_player_and_the_bonus_are_seen() -> None:
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


# What may be tapped


@pytest.mark.rule("RIA.D2", "RIA.E2")
@pytest.mark.parametrize("key", ["bridge", "gondola"])
def test_free_connections_are_tapped_on_the_map(key: str) -> None:
    judge, decision = asked(key, 3)
    offered = options_of(decision)
    picture = drawn(judge, offered=offered)
    assert set(buttons(picture)) == offered
    for name, part in crossings(picture, judge.game.view(TABLE)).items():
        assert ("rialto-offered" in kinds(part)) == (name in offered)
        assert ("berth" in used(part)) == (name in offered), "only free ones are offered, and all of them"
    assert not buttons(drawn(judge))


@pytest.mark.rule("RIA.D2")
def test_districts_are_tapped_on_the_map() -> None:
    judge, decision = asked("bridge-end", 4)
    picture = drawn(judge, offered={*options_of(decision), "nowhere", "supply"})
    assert sorted(map(str, buttons(picture))) == sorted(options_of(decision))
    assert {name for name, part in districts(picture).items() if "rialto-offered" in kinds(part)} == options_of(
        decision
    )


@pytest.mark.rule("RIA.S8", "RIA.C1")
@pytest.mark.parametrize("key", ["first-building", "building"])
def test_buildings_are_taken_from_the_supply(key: str) -> None:
    judge, decision = asked(key, 4)
    picture = drawn(judge, offered=options_of(decision))
    assert set(buttons(picture)) == options_of(decision) - {"none"}
    assert not [button for strip in of_kind(picture, "rialto-strip") for button in buttons(strip)]


@pytest.mark.rule("RIA.C1")
def test_a_building_to_be_taken_is_not_one_that_somebody_has() -> None:
    judge, view = boards(anna="blue-1 green-1", ben="", cleo="")
    view |= {"phase": 2, "stage": "C"}
    picture = drawn(judge, view, offered=["none", "green-1", "blue-1"])
    assert buttons(picture) == ["green-1", "blue-1"]
    assert not buttons(of_kind(picture, "rialto-strip")[0])


@pytest.mark.rule("RIA.I3")
def test_rows_are_tapped_whole() -> None:
    judge, decision = asked("row", 3)
    picture = drawn(judge, offered=options_of(decision))
    assert set(buttons(picture)) == options_of(decision)
    assert len(of_kind(picture, "rialto-row")) == 4


@pytest.mark.rule("RIA.X1")
def test_cards_of_the_last_row_are_tapped_singly() -> None:
    judge, decision = asked("more-cards", 3)
    picture = drawn(judge, offered=options_of(decision))
    assert set(buttons(picture)) == options_of(decision) - {"pile"}
    view = judge.game.view(TABLE) | {"rows": [["A"]]}
    (row,) = of_kind(drawn(judge, view, offered=["A", "pile"]), "rialto-row")
    assert (row.get("role"), buttons(row)) == ("group", ["A"]), "the card, and not the row"


@pytest.mark.rule("RIA.I5")
def test_cards_to_discard_are_not_those_of_the_row() -> None:
    judge, _ = asked("discard", 3)
    assert not buttons(drawn(judge, offered=set("ABCDEFJ")))


def boards(**buildings: str) -> tuple[Referee, View]:
    """A table with these buildings: `anna="blue-1 green-2.used"`; in phase III, all with a coin."""
    judge, view = crowded(3, 1)
    view |= {"stage": None, "phase": 3}
    for (_, own), labels in zip(view["seats"].items(), buildings.values(), strict=False):
        parts = [label.partition(".") for label in labels.split()]
        own |= {"coins": 1, "buildings": [{"kind": kind, "state": state or "idle"} for kind, _, state in parts]}
    return judge, view


@pytest.mark.rule("RIA.X3")
def test_ones_own_buildings_are_tapped_on_ones_own_board() -> None:
    """Whoever else has the same: what Ben may activate is his."""
    judge, view = boards(anna="blue-1 blue-3 green-2", ben="blue-1.used blue-3 green-2", cleo="yellow-1")
    for seat, offered in (
        (1, ["none", "blue-1", "blue-3"]),
        (2, ["none", "blue-3"]),
        (2, ["blue-1.used", "green-2"]),
    ):
        strips = of_kind(drawn(judge, view | {"seat": seat}, offered=offered), "rialto-strip")
        tapped = {number: buttons(strip) for number, strip in enumerate(strips, start=1)}
        assert tapped == {1: [], 2: [], 3: []} | {seat: [label for label in offered if label != "none"]}
        assert [strip.get("role") for strip in strips].index("group") == seat - 1
    assert owner(view | {"seat": 1}, ["none"]) is owner(view | {"seat": 1}, DISTRICTS) is None


@pytest.mark.rule("RIA.X3", "RIA.C3")
@pytest.mark.parametrize("key", ["activate", "upgrade"])
def test_whoever_is_asked_finds_his_buildings_on_his_board(key: str) -> None:
    """In a game at random, by the very view that his phone gets."""
    judge, decision = asked(key, 5)
    picture = drawn(judge, judge.game.view(decision.seat), offered=options_of(decision))
    strip = of_kind(picture, "rialto-strip")[decision.seat - 1]
    assert set(buttons(strip)) == options_of(decision) - {"none"}
    assert len(buttons(picture)) == len(buttons(strip))


@pytest.mark.rule("RIA.C3")
def test_a_building_to_be_returned_is_tapped_on_its_board() -> None:
    judge, view = boards(anna="blue-1 blue-2 blue-3 blue-4 green-1 green-2 green-3", ben="blue-1", cleo="blue-2")
    view |= {"phase": 2, "stage": "C", "seat": 1}
    labels = ["blue-1", "blue-2", "blue-3", "blue-4", "green-1", "green-2", "green-3"]
    picture = drawn(judge, view, offered=labels)
    assert buttons(picture) == labels
    assert buttons(of_kind(picture, "rialto-strip")[0]) == labels


# What changed


def changed(judge: Referee, view: View, before: View) -> tuple[list[str], list[str]]:
    """The districts that are marked, and the texts or shapes of what else is."""
    picture = drawn(judge, view, before)
    marked = of_kind(picture, "rialto-changed")
    pieces = [part for part in marked if "rialto-district" not in kinds(part)]
    names = [(part.get("href") or text(part) or used(part)[0]).removeprefix("#d-") for part in pieces]
    return [name for name, part in districts(picture).items() if part in marked], names


FREED: View = {"cannaregio.castello": {"between": ["cannaregio", "castello"], "tile": None, "ends": {}}}
CHANGES: dict[str, tuple[Callable[[View], Any], tuple[list[str], list[str]]]] = {
    "councillors": (
        lambda view: view["districts"]["castello"]["councillors"].update({"1": 19}),
        (["castello"], ["19"]),
    ),
    "worth": (lambda view: view["districts"]["castello"].update(worth=22), ([], ["22"])),
    "tile": (lambda view: view["connections"].update(FREED), ([], ["touch"])),
    "marker": (lambda view: view["track"].update(stacks={"3": [2, 3], "9": [1]}), ([], ["disc-red"])),
    "bank": (lambda view: view["banks"]["ultra"].update(open=False), ([], ["west bank"])),
    "supply": (lambda view: view["supply"]["buildings"].update({"blue-2": 0}), ([], ["×0"])),
    "coins": (lambda view: view["supply"].update(coins=29), ([], ["×29"])),
    "purse": (lambda view: view["seats"]["2"].update(coins=25), ([], ["25"])),
    "hand": (lambda view: view["seats"]["2"].update(limit=11), ([], ["15/11"])),
    "play": (lambda view: view["plays"].update({"2": {"play": "6", "n": 6}}), ([], ["6"])),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_changed_is_marked(what: str) -> None:
    judge, before = crowded(3, 1)
    before["track"] |= {"stacks": {"3": [1, 2, 3]}, "order": [3, 2, 1]}
    assert changed(judge, before, before) == ([], [])
    view = copy.deepcopy(before)
    change, marked = CHANGES[what]
    change(view)
    assert changed(judge, view, before) == marked


@pytest.mark.rule("RIA.X5")
def test_a_building_that_came_or_was_used_is_marked_and_no_other() -> None:
    judge, before = boards(anna="blue-1 blue-1 green-2", ben="", cleo="")
    view = copy.deepcopy(before)
    view["seats"]["1"]["buildings"][1]["state"] = "used"
    view["seats"]["1"]["buildings"].append({"kind": "blue-1", "state": "fresh"})
    marks = [
        kinds(part)[1]
        for part in of_kind(drawn(judge, view, before), "rialto-built")
        if "rialto-changed" in kinds(part)
    ]
    assert marks == ["rialto-used", "rialto-fresh"]
    view = copy.deepcopy(before)
    view["seats"]["1"]["buildings"].append({"kind": "blue-1", "state": "idle"})
    built = of_kind(drawn(judge, view, before), "rialto-built")
    assert ["rialto-changed" in kinds(part) for part in built] == [False, False, False, True], "one more of a kind"


# For every page


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
    """Under 45 KB with all that can be there, after an answer, with a question open."""
    for seed in range(6):
        judge, view = crowded(players, seed)
        _, before = crowded(players, seed + 1)
        for language in LANGUAGES:
            offered = (*DISTRICTS, *KINDS, *view["connections"], "none")
            svg = board(view, words_for(judge, language), judge.table.seats, before, offered)
            assert len(svg.encode()) < 45 * 1024
            assert not re.search(r"\d\.\d\d", re.sub(r"scale\(\.\d+\)|scale\(0\.\d+\)", "", svg)), (
                "one decimal is enough"
            )


def test_the_board_says_what_is_where() -> None:
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
        "west bank: bonus taken",
        "Anna, red: 1 coin; 4 councillors, 9 in the general supply; 6 cards in hand, 8 may be kept; "
        "buildings: blue 2, green 1 used",
    ):
        assert said in english
    assert any(re.match(r"Castello\s: .*; Anna 3\sconseillers\s; ", label) for label in labels("fr"))


@pytest.mark.rule("RIA.N3", "RIA.N4")
def test_the_neutral_players_cards_and_marker_are_told() -> None:
    judge, view = crowded(2, 1, neutral=True)
    view["connections"]["san-marco.castello"] |= {"tile": None, "ends": {}}
    view["neutral"] = {"cards": ["A", "A", "J"], "marker": ["san-marco", "castello"]}
    picture = drawn(judge, view)
    assert crossings(picture, view)["san-marco.castello"].get("aria-label") == (
        "San Marco, Castello: free; the neutral player’s marker"
    )
    assert of_kind(picture, "rialto-strip")[-1].get("aria-label") == "Neutral: Doge 2, Joker 1"
