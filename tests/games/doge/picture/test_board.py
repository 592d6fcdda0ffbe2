"""The board as a picture: everything that the view shows and nothing more, for every eye, in every language."""

from __future__ import annotations

import copy
import itertools
import re
from collections import Counter
from random import Random
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from companion.games.doge.picture.board import board
from companion.games.doge.picture.map import SPOTS
from companion.games.doge.picture.style import STYLE
from companion.games.doge.picture.tokens import along
from companion.games.doge.rules.pieces import ADVISORS, AREAS, COUNCIL
from companion.picture.picture import Tappable
from companion.picture.shapes import with_style
from companion.referee import Referee
from companion.referee.simulation import play_random
from companion.steps import TABLE
from companion.words import LANGUAGES, Words, folders_of
from tests.companion.picture.drawn import (
    ODD_NAMES,
    SVG,
    View,
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
from tests.twins import twins

WAYS = [(players, ballots) for players in (3, 4) for ballots in ("device", "table")]


def areas(picture: Element) -> dict[str, Element]:
    return dict(zip(AREAS, of_kind(picture, "doge-area"), strict=True))


@pytest.mark.parametrize(("players", "ballots"), WAYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_sound_xml_and_all_in_words(players: int, ballots: str, language: str) -> None:
    for judge in positions("doge", players, seed=players, ballots=ballots, draw_order="table", every=29, most=700):
        picture = drawn(judge, language=language)
        is_all_in_words(picture, "board short initials area advisor seat colour")


def test_names_are_text_whatever_is_in_them() -> None:
    names = names_drawn("doge", referee("doge", 3).game.view(TABLE), ("green", "red", "blue"))
    assert names == ODD_NAMES


@pytest.mark.parametrize(("players", "ballots"), WAYS)
def test_every_piece_of_the_view_is_in_the_picture(players: int, ballots: str) -> None:
    for seed in (1, 2):
        for judge in positions("doge", players, seed, ballots=ballots, every=29, most=700):
            view = judge.game.view(TABLE)
            seats = {str(seat.number): seat.colour for seat in judge.table.seats}
            picture = drawn(judge)
            for area, element in areas(picture).items():
                assert pieces_drawn(element) == pieces_in(view, area, seats), area
                assert advisors_drawn(picture, area) == advisors_in(view, area, seats), area
            assert neutral_drawn(picture) == [
                words_for(judge)(f"initials.{name}") for name in ADVISORS if view["advisors"][name]["place"] is None
            ]
            assert len(of_kind(picture, "doge-advisor")) == len(ADVISORS)
            assert supplies_drawn(picture) == [
                "".join(str(view["seats"][seat][thing]) for thing in ("houses", "palaces", "rings", "ballots"))
                for seat in seats
            ]


def pieces_in(view: View, area: str, seats: dict[str, str]) -> dict[str, Any]:
    here = view["areas"][area]
    return {
        "houses": {seats[seat]: n for seat, n in here.get("houses", {}).items() if n},
        "palaces": {seats[seat]: n for seat, n in here.get("palaces", {}).items() if n},
        "price": here.get("price"),
        "down": {seats[seat]: n for seat, n in here["ballots"].items() if seat not in here["turned"]},
        "up": {seats[seat]: values for seat, values in here["turned"].items()},
    }


def advisors_in(view: View, area: str, seats: dict[str, str]) -> list[tuple[str, str]]:
    words = Words("en", folders_of("doge"))
    return sorted(
        (words(f"initials.{name}"), seats[str(one["controller"])])
        for name, one in view["advisors"].items()
        if one["place"] == area
    )


def advisors_drawn(picture: Element, area: str) -> list[tuple[str, str]]:
    """Return the advisors drawn where an area has room for them: above all areas, to be seen on their way."""
    left, top, width, height = SPOTS[area].votes
    (crew,) = of_kind(picture, "doge-crew")
    return sorted(
        (text(pawn), colour_of(pawn))
        for pawn, (x, y) in ((pawn, where(pawn)) for pawn in crew)
        if left < x < left + width and top < y < top + height
    )


def where(piece: Element) -> tuple[int, int]:
    """Return where a piece stands on the board."""
    x, y = re.findall(r"translate\((\d+) (\d+)\)", piece.get("transform", ""))[0]
    return int(x), int(y)


def pieces_drawn(element: Element) -> dict[str, Any]:
    houses = [part for row in of_kind(element, "doge-houses") for part in row]
    prices = [int(text(price)) for price in of_kind(element, "doge-next")]
    return {
        "houses": {used_one(pile): int(text(n)) for pile, n in zip(houses[::2], houses[1::2], strict=True)},
        "palaces": dict(Counter(shape[7:] for shape in used(element) if shape.startswith("palace-"))),
        "price": prices[0] if prices else None,
        "down": {used(pile)[0][7:]: int(text(pile).strip("×") or 1) for pile in of_kind(element, "doge-ballots")},
        "up": {colour_of(row): [int(value) for value in text(row)] for row in of_kind(element, "doge-turned")},
    }


def used_one(use: Element) -> str:
    """Return the colour of a house or of a pile."""
    return use.get("href", "").rpartition("-")[2]


def neutral_drawn(picture: Element) -> list[str]:
    return [text(pawn) for pawn in of_kind(picture, "doge-neutral")]


def supplies_drawn(picture: Element) -> list[str]:
    """Return the numbers of each player's supply, in order."""
    return ["".join(text(part) for part in supply[3:]) for supply in of_kind(picture, "doge-supply")]


@pytest.mark.rule("DOG.V1", "DOG.E1")
def test_the_order_of_counting_is_below_the_map() -> None:
    for judge in positions("doge", 3, seed=4, every=7, most=180, draw_order="table"):
        view, words = judge.game.view(TABLE), words_for(judge)
        picture = drawn(judge)
        this_year, next_year = of_kind(picture, "doge-order")
        for row, cards in ((this_year, view["order"]), (next_year, view["next"])):
            assert used(row) == ["card"] * len(AREAS)
            assert [text(card) for card in row.iter(f"{SVG}text")][1:] == [words(f"short.{card}") for card in cards]
            assert len(of_kind(row, "doge-back")) == len(AREAS) - len(cards)
        struck = "".join(text(group) for group in of_kind(this_year, "doge-counted"))
        assert struck == "".join(words(f"short.{area}") for area in view["counted"] if area != view["area"])
        assert [text(card) for card in of_kind(this_year, "doge-now")] == [
            words(f"short.{area}") for area in AREAS if area == view["area"]
        ]
        assert [area for area, part in areas(picture).items() if "doge-present" in kinds(part)] == [
            area for area in AREAS if area == view["area"]
        ]


def test_when_the_game_is_over_all_is_counted() -> None:
    judge = referee("doge", 4, seed=3)
    play_random(judge, Random(3))
    this_year, _ = of_kind(drawn(judge), "doge-order")
    assert [used(card) for card in of_kind(this_year, "doge-counted")] == [["card"]] * len(AREAS)


def test_no_style_and_no_script_is_in_it() -> None:
    for judge in itertools.islice(positions("doge", 4, seed=5, every=83, most=700), 5):
        picture = drawn(judge, offered=list(AREAS))
        needs_no_style_and_no_script(picture)


def test_the_style_is_scoped_and_knows_every_class() -> None:
    judge = referee("doge", 4, seed=6)
    play_random(judge, Random(6), most=250)
    assert classes_without_style("doge", [drawn(judge, offered=list(AREAS))]) <= {"doge-ballots"}


def test_a_file_of_its_own_has_the_style_in_it() -> None:
    judge = referee("doge", 3)
    svg = board(judge.game.view(TABLE), words_for(judge), judge.table.seats).svg
    picture = ElementTree.fromstring(with_style(svg, STYLE))
    assert [part.text for part in picture.iter(f"{SVG}style")] == [STYLE]
    assert "<style" not in svg


def test_no_byte_depends_on_a_secret() -> None:
    """Everyone's board is the table's, and another's sealed choice or hidden ballot changes nothing in it."""
    compared = 0
    rng = Random(7)
    for seed in range(20):
        judge = referee("doge", 3 + seed % 2, seed=seed)
        words, seats = words_for(judge), judge.table.seats
        play_random(judge, rng, most=rng.randrange(1, 160))
        for _ in range(6):
            public = board(judge.game.view(TABLE), words, seats)
            assert all(board(judge.game.view(seat), words, seats) == public for seat in judge.game.seats)
            for pair in twins(judge, rng):
                assert board(pair.twin.game.view(TABLE), words, seats) == public
                compared += 1
            play_random(judge, rng, most=len(judge.entries) + 1)
    assert compared > 30


def test_offered_places_are_buttons() -> None:
    judge = referee("doge", 3)
    picture = drawn(judge, offered=["castello", "quarantia", "abstain", "stay"])
    buttons = [part for part in picture.iter() if part.get("role") == "button"]
    assert [button.get("data-option") for button in buttons] == ["castello", "quarantia"]
    for button in buttons:
        assert button.get("tabindex") == "0"
        assert "doge-offered" in kinds(button)
        assert button.get("aria-label")
    assert not [part for part in drawn(judge).iter() if part.get("role") == "button" or part.get("data-option")]


def test_a_house_is_sent_and_fetched_where_houses_lie() -> None:
    """An empty place takes a house; where the player has some, they can be fetched, or one more put beside them."""
    judge = referee("doge", 3)
    offer = Tappable(["stay", "out.castello", "out.san-polo", "in.castello"], {"seat": 2, "area": "san-marco"})
    picture = drawn(judge, offered=offer)
    colour = judge.table.seats[1].colour
    places = {part.get("data-option"): part for part in of_kind(picture, "doge-mark")}
    assert set(places) == {"out.castello", "out.san-polo", "in.castello"}
    assert [f"house-{colour}" in used(part) for part in places.values()] == [False, True, True]
    assert len({ElementTree.tostring(part) for part in places.values()}) == 3
    assert text(places["in.castello"]) == "from Castello"


def test_a_palace_is_built_on_the_next_site() -> None:
    judge = referee("doge", 3)
    view = judge.game.view(TABLE)
    view["areas"]["castello"]["palaces"] = {"1": 1, "2": 0, "3": 0}
    offer = Tappable(["palace", "no"], {"seat": 3, "area": "castello", "price": 4})
    (mark,) = of_kind(drawn(judge, view, offered=offer), "doge-mark")
    (palace,) = [one for one in mark.iter(f"{SVG}use") if "palace" in one.get("href", "")]
    sites = along(view["sites"])
    assert palace.get("href") == f"#d-palace-{judge.table.seats[2].colour}"
    assert float(palace.get("x", "")) == SPOTS["castello"].middle[0] + sites[1]
    view["areas"]["castello"]["price"] = None
    assert not of_kind(drawn(judge, view, offered=offer), "doge-mark")


def test_one_of_the_council_is_called_where_it_stands() -> None:
    """Beside the map, or where it was sent; the advisor of a district is never mistaken for the district."""
    judge = referee("doge", 3)
    view = judge.game.view(TABLE)
    view["advisors"]["quarantia-2"] = {"place": "castello", "controller": 3}
    picture = drawn(judge, view, offered=["quarantia-1", "quarantia-2", "castello"])
    marks = of_kind(picture, "doge-mark")
    assert [part.get("data-option") for part in marks] == ["quarantia-1", "quarantia-2"]
    assert [used(part)[0] for part in marks] == ["neutral", "robe"]
    assert len(of_kind(picture, "doge-advisor")) == len(ADVISORS)
    hidden = [part for part in picture.iter() if part.get("aria-hidden")]
    assert not [one for part in hidden for one in part.iter() if one.get("role") == "button"]


def changed(view: View, before: View, judge: Referee) -> tuple[list[str], list[str]]:
    """Return the marked areas, and the shapes of the marked pieces."""
    svg = board(view, words_for(judge), judge.table.seats, before).svg
    picture = ElementTree.fromstring(svg)
    marked = of_kind(picture, "doge-changed")
    pieces = [part for part in marked if "doge-area" not in kinds(part)]
    shapes = [used(part)[0] if kinds(part)[0] != "doge-changed" else used(part)[-1] for part in pieces]
    return [area for area, part in areas(picture).items() if part in marked], shapes


def test_changes_are_marked() -> None:
    judge = referee("doge", 3)
    before = judge.game.view(TABLE)
    assert changed(before, before, judge) == ([], [])

    def after(*steps: tuple[str, ...], value: Any) -> View:
        view = copy.deepcopy(before)
        for path in steps:
            place = view
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = value
        return view

    view = after(("areas", "castello", "houses", "1"), value=2)
    assert changed(view, before, judge) == (["castello"], ["pile-red"])
    assert changed(before, view, judge) == (["castello"], []), "what is gone marks its area"
    view = after(("areas", "castello", "palaces", "2"), value=1)
    assert changed(view, before, judge) == (["castello"], ["palace-blue"])
    view = after(("areas", "quarantia", "ballots", "3"), value=3)
    assert changed(view, before, judge) == (["quarantia"], ["ballot-yellow"])
    view["areas"]["quarantia"]["turned"]["3"] = [3, 2, 0]
    assert changed(view, before, judge) == (["quarantia"], ["sign-yellow"])
    view = after(("advisors", "castello"), value={"place": "san-polo", "controller": 1})
    assert changed(view, before, judge) == (["san-polo"], ["robe"])
    assert changed(before, view, judge) == (["san-polo"], ["neutral"]), "it came home"
    there = copy.deepcopy(view)
    there["advisors"]["castello"]["place"] = "dorsoduro"
    assert changed(there, view, judge) == (["dorsoduro", "san-polo"], ["robe"])
    view = after(("next",), value=["castello"])
    assert changed(view, before, judge) == ([], ["card"])


def test_a_second_palace_is_marked_alone() -> None:
    judge = referee("doge", 3)
    before = judge.game.view(TABLE)
    before["areas"]["castello"]["palaces"] = {"1": 1, "2": 1, "3": 0}
    view = copy.deepcopy(before)
    view["areas"]["castello"]["palaces"]["1"] = 2
    assert changed(view, before, judge) == (["castello"], ["palace-red"])


@pytest.mark.parametrize(("players", "ballots"), WAYS)
def test_it_is_small(players: int, ballots: str) -> None:
    """Under 21 KB in the midst of a game, as it would be sent: after an answer, with a question open."""
    for seed in range(3):
        judge = referee("doge", players, seed=seed, ballots=ballots)
        rng = Random(seed)
        for language in LANGUAGES:
            play_random(judge, rng, most=len(judge.entries) + 110)
            before = judge.game.view(TABLE)
            play_random(judge, rng, most=len(judge.entries) + 1)
            svg = board(
                judge.game.view(TABLE),
                words_for(judge, language),
                judge.table.seats,
                before,
                ["castello", "san-polo"],
            ).svg
            assert len(svg.encode()) < 21 * 1024
            assert not re.search(r"\d\.\d\d", svg), "one decimal is enough"


def test_a_colour_never_comes_without_its_sign() -> None:
    judge = referee("doge", 4, seed=8)
    play_random(judge, Random(8), most=300)
    every_colour_has_its_sign("doge", drawn(judge))


def test_an_area_describes_its_contents() -> None:
    judge = referee("doge", 3)
    view = judge.game.view(TABLE)
    castello = view["areas"]["castello"]
    castello["houses"]["1"], castello["palaces"]["1"], castello["price"] = 2, 1, 4
    view["advisors"]["castello"] = {"place": "quarantia", "controller": 2}
    view["advisors"] |= {name: {"place": "castello", "controller": 3} for name in COUNCIL}
    view["areas"]["quarantia"] = {"ballots": {"1": 1, "3": 2}, "turned": {"3": [3, 1]}}
    view["areas"]["san-polo"] |= {"palaces": {"1": 1, "2": 2, "3": 2}, "price": None}
    view |= {"area": "quarantia", "counted": ["san-polo"]}

    def labels(language: str) -> dict[str, str]:
        svg = board(view, words_for(judge, language), judge.table.seats).svg
        return {area: part.get("aria-label", "") for area, part in areas(ElementTree.fromstring(svg)).items()}

    assert labels("en")["castello"] == (
        "Castello: Anna 2 houses, 1 palace; Cleo advisors of Quarantia 1, Quarantia 2, Quarantia 3;"
        " next palace 4 houses"
    )
    assert labels("en")["quarantia"] == (
        "Quarantia: being counted; Anna 1 ballot face down; Ben advisor of Castello; Cleo ballots 3, 1;"
        " all its advisors are away"
    )
    assert labels("en")["san-polo"].startswith("San Polo: already counted; Anna 1 palace; Ben 2 palaces;")
    assert labels("en")["san-polo"].endswith("1 neutral advisor beside the map; no palace site left")
    assert re.match(r"Castello\s: Anna 2\smaisons, 1\spalais\s; Cleo conseillers ", labels("fr")["castello"])


@pytest.mark.rule("DOG.K5", "DOG.P1")
def test_the_numbers_on_the_sites_are_those_of_the_owners_board() -> None:
    judge = referee("doge", 3)
    assert judge.game.view(TABLE)["sites"] == [3, 4, 5, 6, 7]
    view = {**judge.game.view(TABLE), "sites": [2, 4, 6, 8]}
    drawn = board(view, Words("en", folders_of("doge"), judge.table.seats), judge.table.seats).svg
    assert all(f">{price}</text>" in drawn for price in (4, 6, 8))
    assert ">7</text>" not in drawn
