"""The canal as a picture: everything that the view shows and nothing more, for every eye, in every language."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import combinations
from math import dist
from random import Random
from typing import Any
from xml.etree.ElementTree import Element

import pytest

from companion.games.venise.game import Venise
from companion.games.venise.picture.board import board
from companion.games.venise.picture.spots import PITCH, Spots, lying
from companion.games.venise.rules.geometry import SIZES
from companion.games.venise.rules.plays import goals, placements
from companion.referee import Referee
from companion.referee.simulation import play_random
from companion.steps import TABLE
from companion.words import LANGUAGES
from tests.companion.picture.drawn import (
    ODD_NAMES,
    SVG,
    buttons,
    classes_without_style,
    drawn,
    every_colour_has_its_sign,
    is_all_in_words,
    names_drawn,
    needs_no_style_and_no_script,
    of_kind,
    text,
    words_for,
)
from tests.tables import referee

BOARDS = [value for option in Venise.own_options if option.name == "board" for value in option.values]


def game_of(judge: Referee) -> Venise:
    assert isinstance(judge.game, Venise)
    return judge.game


def crowded(which: str, players: int = 4, seed: int = 1, **options: Any) -> Referee:
    """A table with as many planks as fit, upper ones first, and everyone somewhere."""
    judge = referee("venise", players, board=which, cards="table", **options)
    pieces, rng = game_of(judge).pieces, Random(seed)
    canal = pieces.canal
    while free := [place for place in canal.places if canal.can_lie(place, pieces.lying)]:
        above = [place for place in free if "." in place]
        pieces.lying.add(rng.choice(above or free))
        if len(pieces.lying) == 20:
            break
    for seat in game_of(judge).seats:
        pieces.pawn[seat] = rng.choice([*canal.cells, *sorted(pieces.lying)])
        del pieces.gems[seat][: rng.randint(0, 3)]
        pieces.tiles[seat] = rng.randint(0, 3)
    game_of(judge).seat = 1
    return judge


def used(element: Element) -> list[str]:
    """Return the drawn shapes, without those that only define others."""
    defined = {id(part) for defs in element.iter(f"{SVG}defs") for part in defs.iter()}
    uses = [part for part in element.iter(f"{SVG}use") if id(part) not in defined]
    return [part.get("href", "").removeprefix("#d-") for part in uses]


def positions(which: str, players: int, seed: int) -> Iterator[Referee]:
    judge = referee("venise", players, seed=seed, board=which, help="ways")
    yield judge
    for _ in range(4):
        play_random(judge, Random(seed), most=len(judge.entries) + 12)
        yield judge


@pytest.mark.parametrize("which", BOARDS)
def test_every_plank_pawn_and_gem_of_the_view_is_in_the_picture(which: str) -> None:
    for players in Venise.players:
        judge = crowded(which, players, seed=players)
        view = judge.game.view(TABLE)
        shapes = used(drawn(judge, view)[2])
        shape_of = {"straight": "small", "tee": "small", "cross": "small", "diagonal": "large", "aitch": "aitch"}
        wanted = sorted(shape_of[way] for way in view["planks"].values())
        assert sorted(one for one in shapes if one in ("small", "large", "aitch")) == wanted
        for own in view["seats"].values():
            assert shapes.count(f"pawn-{own['colour']}") == 1
            assert shapes.count(f"gem-{own['colour']}") == len(own["gems"])
        piles = [pile["kind"] for pile in view["board"]["piles"]]
        assert shapes.count("fence") == piles.count("wall")
        assert shapes.count("arch") == piles.count("bridge")
        assert len([one for one in shapes if one.startswith("berth-")]) == 4


@pytest.mark.rule("VSE.W2", "VSE.W3", "VSE.W4")
def test_planks_lie_at_their_angles() -> None:
    ways = {"A1-A2": ("small", 0), "A1-B1": ("small", 90), "A1-B2": ("large", 45), "A2-B1": ("large", 135)}
    ways |= {"A1-B1.aitch": ("aitch", 90), "A1-A2.aitch": ("aitch", 0), "A2-B1.tee": ("small", 135)}
    assert {plank: (lying(plank).shape, lying(plank).angle) for plank in ways} == ways
    half = PITCH / 2
    assert lying("A1-B1.aitch").at == lying("A1-A2.aitch").at == (half, half), "an H lies in the middle of its square"
    one, other = lying("A2-B1.tee").at, lying("B1-A2.tee").at
    assert dist(one, (PITCH, 0)) == pytest.approx(dist(other, (0, PITCH))), "the halves of an X are alike"
    assert dist(one, (PITCH, 0)) < dist(one, (half, half)) + PITCH / 2


@pytest.mark.rule("VSE.L1")
@pytest.mark.parametrize("which", BOARDS)
def test_no_two_cells_of_a_board_share_a_spot(which: str) -> None:
    view = crowded(which).game.view(TABLE)
    spots = Spots(view["board"]["piles"])
    cells = [cell for pile in view["board"]["piles"] for cell in pile["cells"]]
    assert all(dist(spots.middle(one), spots.middle(other)) > 9 for one, other in combinations(cells, 2))


def test_the_strips_count_everyones_pieces() -> None:
    judge = crowded("day-4")
    view = judge.game.view(TABLE)
    view |= {"finished": [2], "hourglasses": 3}
    picture = drawn(judge, view)
    for strip, own in zip(of_kind(picture, "venise-strip"), view["seats"].values(), strict=True):
        figures = [int(text(one)) for one in of_kind(strip, "venise-figures")]
        assert figures == [own["tiles"], *own["planks"].values(), own["cards"], own["jokers"]]
        assert used(strip).count(f"gem-{own['colour']}") == 4 - len(own["gems"])
        assert used(strip).count(f"cut-{own['colour']}") == len(own["gems"])
    (box,) = of_kind(picture, "venise-box")
    left = [view["tiles"], *view["out"].values(), view["pile"], view["jokers"]]
    assert [int(text(one)) for one in of_kind(box, "venise-figures")] == left
    assert [text(one) for one in of_kind(picture, "venise-place-won")] == ["1"]
    assert (len(of_kind(picture, "venise-left")), len(of_kind(picture, "venise-spent"))) == (3, 1)


def test_a_hand_is_not_in_the_picture() -> None:
    judge = referee("venise", 3, cards="device")
    everyone, own = (board(judge.game.view(seat), words_for(judge), judge.table.seats) for seat in (TABLE, 2))
    assert everyone == own


@pytest.mark.rule("VSE.W1")
@pytest.mark.parametrize("which", ["day-1", "night-4"])
def test_every_place_for_a_plank_is_shown_where_it_can_be_tapped(which: str) -> None:
    judge = crowded(which)
    pieces = game_of(judge).pieces
    pieces.lying = set()
    for cell in pieces.canal.cells:
        pieces.pawn[1] = cell
        offered = [place for size in SIZES for place in placements(pieces, 1, size)]
        picture = drawn(judge, offered=[*offered, "back", "advance-1", "A1-x", "3-4"])
        assert set(buttons(picture)) == set(offered)
        assert len(buttons(picture)) == len(offered)
        assert len(of_kind(picture, "venise-ghost")) == len(offered)


@pytest.mark.rule("VSE.C1")
@pytest.mark.parametrize("which", BOARDS)
def test_every_goal_of_a_walk_can_be_tapped_by_thumb_and_by_key(which: str) -> None:
    judge = crowded(which)
    pieces = game_of(judge).pieces
    pieces.pawn[1] = max(pieces.canal.cells, key=lambda cell: len(pieces.canal.neighbours(cell, pieces.lying)))
    picture = drawn(judge, offered=goals(pieces, 1, 3))
    assert set(buttons(picture)) == set(goals(pieces, 1, 3))
    assert len(buttons(picture)) == len(goals(pieces, 1, 3))
    for button in of_kind(picture, "venise-place"):
        assert button.get("tabindex") == "0"
        assert text(button[0])
        assert of_kind(button, "venise-touch")
    assert not of_kind(picture, "venise-ghost")


@pytest.mark.rule("VSE.W6")
def test_planks_that_would_fall_are_marked() -> None:
    judge = crowded("day-1", seed=3)
    canal, planks = game_of(judge).pieces.canal, game_of(judge).pieces.lying
    view = judge.game.view(TABLE)
    plank = max(planks, key=lambda one: len(canal.falls(one, planks)))
    falls = canal.falls(plank, planks)
    assert falls
    assert not of_kind(drawn(judge, view, offered=[plank]), "venise-doomed"), "whoever walks there drops nothing"
    (button,) = of_kind(drawn(judge, view | {"lifting": ""}, offered=[plank]), "venise-place")
    assert len(of_kind(button, "venise-doomed")) == len(falls)
    assert [text(badge) for badge in of_kind(button, "venise-badge")] == [f"−{len(falls)}"]
    assert f"{len(falls)} would fall" in text(button[0])
    picture = drawn(judge, view | {"lifting": plank})
    assert len(of_kind(picture, "venise-doomed")) == len(falls)
    assert len(of_kind(picture, "venise-lifted")) == 1


def test_help_shows_the_way_to_each_gem_and_its_price() -> None:
    judge = crowded("night-4", help="ways")
    pieces = game_of(judge).pieces
    pieces.pawn[1] = next(cell for cell in pieces.canal.cells if cell not in pieces.gems[1])
    view = judge.game.view(TABLE)
    ways = view["ways"]["1"]
    picture = drawn(judge, view)
    prices = [text(one) for one in of_kind(picture, "venise-price")]
    assert prices == [str(way["hourglasses"]) if way else "–" for way in ways.values()]
    (line,) = of_kind(picture, "venise-way")
    assert line.get("d", "").count("M") == len([way for way in ways.values() if way])
    laid = {plank for way in ways.values() if way for plank in way["planks"]}
    assert len(of_kind(picture, "venise-wanted")) == len(laid)
    assert not of_kind(drawn(crowded("night-4")), "venise-ways")


def test_changes_are_marked_and_removed_pieces_leave_an_outline() -> None:
    judge = crowded("day-2")
    before = judge.game.view(TABLE)
    assert not of_kind(drawn(judge, before, before), "venise-changed")
    view = copy.deepcopy(before)
    gone = sorted(view["planks"])[0]
    del view["planks"][gone]
    view["planks"]["A1-A2"] = "straight"
    view["seats"]["1"]["pawn"] = "A1-A2"
    view["seats"]["1"]["tiles"] += 1
    taken = view["seats"]["1"]["gems"].pop()
    picture = drawn(judge, view, before)
    marked = [
        (part.get("href") or part.get("data-key") or text(part)).removeprefix("#d-")
        for part in of_kind(picture, "venise-changed")
    ]
    assert marked == ["small", "pawn-red", "gem-red", str(view["seats"]["1"]["tiles"])]
    assert len(of_kind(picture, "venise-gone")) == 1
    assert len(of_kind(picture, "venise-left-behind")) == 2, f"the pawn, and the gem on {taken}"


def test_another_game_before_is_nothing_to_compare_with() -> None:
    judge, other = crowded("day-2"), crowded("day-3", 3)
    view = judge.game.view(TABLE)
    assert board(view, words_for(judge), judge.table.seats, other.game.view(TABLE)) == board(
        view, words_for(judge), judge.table.seats
    )
    assert not of_kind(drawn(judge, view, {"piazza": {}}), "venise-changed")


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_sound_xml_and_all_in_words(language: str) -> None:
    looked_at = [*positions("night-3", 2, 1), *positions("day-4", 4, 2), crowded("night-4", 3)]
    for judge in looked_at:
        pieces = game_of(judge).pieces
        picture = drawn(judge, offered=[*pieces.canal.cells, *pieces.canal.places], language=language)
        is_all_in_words(picture, "board supply colour size part seat side level")


@pytest.mark.parametrize("which", BOARDS)
def test_a_colour_never_comes_without_its_sign(which: str) -> None:
    """A gem is cut like it."""
    every_colour_has_its_sign("venise", drawn(crowded(which)))


def test_names_are_text_whatever_is_in_them() -> None:
    names = names_drawn("venise", crowded("day-1", 3).game.view(TABLE), ("red", "white", "green"))
    assert names[:3] == ODD_NAMES


def test_no_style_and_no_script_is_in_it() -> None:
    judge = crowded("night-4", help="ways")
    pieces = game_of(judge).pieces
    view = judge.game.view(TABLE) | {"lifting": ""}
    picture = drawn(judge, view, offered=[*pieces.canal.cells, *pieces.canal.places])
    needs_no_style_and_no_script(picture)


def test_the_style_is_scoped_and_knows_every_class() -> None:
    judge = crowded("night-4", help="ways")
    view = judge.game.view(TABLE)
    other = crowded("night-4", seed=2).game.view(TABLE)
    picture = drawn(judge, view | {"lifting": sorted(view["planks"])[0]}, other, game_of(judge).pieces.canal.cells)
    plain = {"venise-ways", "venise-strip", "venise-turn", "venise-left"}
    assert classes_without_style("venise", [picture]) <= plain


def test_the_same_view_makes_the_same_picture_and_a_small_one() -> None:
    judge = crowded("night-4", help="ways")
    svg, again = (board(judge.game.view(TABLE), words_for(judge), judge.table.seats).svg for _ in range(2))
    assert svg == again
    assert len(svg) < 26_000
