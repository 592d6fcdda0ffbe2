"""The board as a picture: everything that the view shows and nothing more, for every eye, in every language."""

from __future__ import annotations

import copy
import re
from collections import Counter
from dataclasses import replace
from random import Random
from xml.etree.ElementTree import Element

import pytest

from companion.games.venedig.game import Venedig
from companion.games.venedig.picture.board import board
from companion.games.venedig.picture.tokens import SIGNS
from companion.games.venedig.rules.kinds import CARDS, ISLANDS, KINDS, PONTE, SHARED
from companion.games.venedig.rules.pieces import EMPTY, WATER
from companion.games.venedig.rules.track import LAST
from companion.referee import Referee
from companion.referee.simulation import play_random
from companion.steps import TABLE
from companion.words import LANGUAGES
from tests.companion.picture.drawn import (
    ODD_NAMES,
    SVG,
    View,
    buttons,
    classes_without_style,
    drawn,
    every_colour_has_its_sign,
    is_all_in_words,
    kinds,
    names_drawn,
    needs_no_style_and_no_script,
    positions,
    text,
    used,
    words_for,
)
from tests.games.harness import new_referee
from tests.games.venedig.play import Play
from tests.games.venedig.test_layouts import small_board
from tests.tables import referee, table

WAYS = [(players, way) for players in Venedig.players for way in ("mapped", "counted")]


def of_kind(element: Element, kind: str) -> list[Element]:
    """Return the drawn parts of a kind; parts that are only defined don't count."""
    hidden = {id(part) for defs in element.iter(f"{SVG}defs") for part in defs.iter()}
    return [part for part in element.iter() if f"venedig-{kind}" in kinds(part) and id(part) not in hidden]


def numbers(picture: Element, kind: str) -> list[int]:
    return [int(text(part).removeprefix("×")) for part in of_kind(picture, kind)]


@pytest.mark.parametrize(("players", "way"), WAYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_sound_xml_and_all_in_words(players: int, way: str, language: str) -> None:
    for judge in positions("venedig", players, players, every=40, board=way, most=220):
        view = judge.game.view(TABLE)
        hexes = list(view["board"]["lies"]) if view["board"] else []
        offered = [*hexes, *ISLANDS, "pile", *(f"up.{kind}" for kind in KINDS)]
        picture = drawn(judge, view, offered=offered, language=language)
        is_all_in_words(picture, "board island supply phase building seat colour lies")


def test_names_are_text_whatever_is_in_them() -> None:
    names = names_drawn("venedig", referee("venedig", 3).game.view(TABLE), ("green", "red", "white"))
    assert names == ODD_NAMES


@pytest.mark.parametrize(("players", "way"), WAYS)
def test_all_that_the_view_shows_is_in_the_picture(players: int, way: str) -> None:
    for judge in positions("venedig", players, seed=players, board=way, every=15, most=220):
        view = judge.game.view(TABLE)
        picture = drawn(judge, view)
        if view["board"]:
            the_map_is_drawn(picture, view["board"])
        colours = {str(seat.number): seat.colour for seat in judge.table.seats}
        (course,) = of_kind(picture, "way")
        assert sorted(shape for shape in used(course) if shape.startswith("gondola-")) == sorted(
            f"gondola-{colour}" for colour in colours.values()
        )
        assert numbers(picture, "left") == [view["supply"][kind] for kind in KINDS]
        assert numbers(picture, "number") == [view["pile"], view["treasure"], view["swamp"]]
        assert len(of_kind(picture, "open")) == len(view["open"])
        for strip, seat in zip(of_kind(picture, "strip"), colours, strict=False):
            here = view["seats"][seat]
            assert numbers(strip, "figures") == [here[fact] for fact in ("gondola", "cards", "treasure", "swamp")]
            laid: Counter[str] = Counter()
            for card in of_kind(strip, "laid"):
                laid[used(card)[0]] += int(text(card))
            assert laid == Counter(here["front"]) + Counter(here["alone"])
        assert len(of_kind(picture, "strip")) == len(colours) + (view["third"] is not None)
        the_works_are_drawn(picture, view, colours)


def the_map_is_drawn(picture: Element, here: View) -> None:
    board = picture.find(f"{SVG}g[2]")
    assert board is not None
    shapes = Counter(used(board))
    lies = Counter(here["lies"].values())
    assert shapes["swamp"] == lies[WATER]
    assert shapes["stone"] == sum(here["lies"][name] == EMPTY for name in here["stones"])
    for kind in KINDS:
        standing = sum(one == kind for one, *_ in here["buildings"])
        assert (len(of_kind(picture, "deck")) if kind == PONTE else shapes[kind]) == standing
    bridged = [set(hexes) for kind, *hexes in here["buildings"] if kind == PONTE]
    dashed = [pair for pair in here["crossings"] if set(pair) not in bridged]
    assert of_kind(picture, "crossing")[0].get("d", "").count("M") == len(dashed)
    assert shapes["post"] == len(here["course"]) - LAST - 1


def the_works_are_drawn(picture: Element, view: View, colours: dict[str, str]) -> None:
    """Every card before a player is a disc on its building, and the pawn is its master's."""
    for kind, panel in zip(KINDS, of_kind(picture, "panel"), strict=True):
        shapes = Counter(used(panel))
        for seat, colour in colours.items():
            assert shapes[f"disc-{colour}"] == view["seats"][seat]["front"].get(kind, 0)
        if view["third"] is not None:
            assert shapes["disc-third"] == view["third"].get(kind, 0)
        discs = sum(n for shape, n in shapes.items() if shape.startswith("disc-"))
        assert discs + shapes["slot"] == CARDS[kind]
        master = view["pawns"][kind] if kind in SHARED else None
        assert shapes["pawn"] == (master is not None)
        assert ("venedig-waiting" in kinds(panel)) == any(job.split(".")[0] == kind for job in view["waiting"])


def test_without_a_map_there_is_the_way_in_rows_and_no_island() -> None:
    judge = referee("venedig", 4, board="counted")
    picture = drawn(judge)
    assert not of_kind(picture, "island")
    (spaces,) = of_kind(picture, "spaces")
    assert [text(part) for part in spaces.iter(f"{SVG}text")] == [str(space) for space in range(1, LAST + 1)]


@pytest.mark.rule("VEN.K5")
def test_10_and_45_are_one_space() -> None:
    judge = referee("venedig", 3)
    (spaces,) = of_kind(drawn(judge), "spaces")
    assert used(spaces).count("ring") == LAST - 2
    assert used(spaces).count("wide") == 1
    view = referee("venedig", 3, board="counted").game.view(TABLE)
    view["seats"]["2"]["gondola"] = 45
    assert len(of_kind(drawn(judge, view), "gone")) == 1, "drawn apart, it lies on both"


def test_offered_hexes_islands_and_cards_are_buttons() -> None:
    play = Play().opened("campo", "casa")
    judge = play.referee
    assert buttons(drawn(judge)) == []
    picture = drawn(judge, offered=["C7", "B5", "enough", "A1"])
    assert buttons(picture) == ["B5", "C7"]
    assert [text(button[0]) for button in of_kind(picture, "place")] == [
        "B5, Cannaregio: swamp",
        "C7, Cannaregio: swamp",
    ]
    assert buttons(drawn(judge, offered=["castello", "giudecca"])) == ["castello", "giudecca"]
    assert buttons(drawn(judge, offered=["pile", "up.campo", "lay.ponte"])) == ["pile", "up.campo"]


@pytest.mark.rule("VEN.B8", "VEN.D1")
def test_every_offered_place_can_be_tapped() -> None:
    """Whole games: every hex of every question is a button with the very value of the answer."""
    seen = set()
    judge, rng = referee("venedig", 3, seed=4), Random(4)
    while judge.open and len(judge.entries) < 200:
        for decision in judge.open.values():
            if decision.key in ("place", "drain"):
                seen.add(decision.key)
                options = [str(option) for option in decision.choice.legal()]
                on_board = [one for one in options if one not in ("enough", "nowhere")]
                assert sorted(filter(None, buttons(drawn(judge, offered=options)))) == sorted(on_board)
        play_random(judge, rng, most=len(judge.entries) + 1)
    assert seen == {"place", "drain"}


@pytest.mark.rule("VEN.B8", "VEN.K8")
def test_hexes_chosen_for_a_building_are_ticked_until_it_stands() -> None:
    """Everyone who looks at the board sees the chosen hexes while the next is asked for, and they are no buttons."""
    play = Play().holds(1, 5).dry("E5", "E6", "E7").lay("basilica.alone")
    assert not of_kind(drawn(play.referee), "chosen")
    for name, chosen in (("D6", ["D6"]), ("E6", ["D6", "E6"])):
        play.answer("place", name)
        for seat in (TABLE, *play.game.seats):
            assert play.game.view(seat)["board"]["chosen"] == chosen
        picture = drawn(play.referee, offered=[*play.options, *chosen])
        labels = [part.get("aria-label") for part in of_kind(picture, "chosen")]
        assert labels == [f"{one}, Cannaregio: chosen" for one in chosen]
        assert used(picture).count("tick") == 2 * len(chosen), "each with its halo"
    play.answer("place", "D5")
    assert play.game.view(TABLE)["board"]["chosen"] == []
    assert not of_kind(drawn(play.referee), "chosen")


@pytest.mark.rule("VEN.D1")
def test_the_first_hex_to_be_drained_is_ticked_until_both_are() -> None:
    for second in ("C7", "enough"):
        play = Play().until("drain").answer("drain", "B5")
        assert play.game.view(TABLE)["board"]["chosen"] == ["B5"]
        assert len(of_kind(drawn(play.referee), "chosen")) == 1
        play.answer("drain", second)
        assert play.game.view(TABLE)["board"]["chosen"] == []


@pytest.mark.rule("VEN.B8")
def test_chosen_hexes_are_dropped_when_there_is_no_place_after_all() -> None:
    """The table makes corrections in between, until the building fits nowhere any more."""
    play = Play().dry("E5", "E6").lay("palazzo.alone").answer("place", "E5")
    while play.options != ["nowhere"]:
        play.referee.correct(f"hex.{play.options[0]}", "casa")
    play.answer("place", "nowhere")
    assert play.was_told("no-place")
    assert play.game.view(TABLE)["board"]["chosen"] == []


def test_changes_are_marked() -> None:
    play = Play().gondola(2, 5).opened("casa")
    judge, before = play.referee, copy.deepcopy(play.game.view(TABLE))
    assert not of_kind(drawn(judge, before, before), "changed")
    assert not of_kind(drawn(judge, before, before), "fresh")
    view = play.stands("campo", "C7").before(1, "ponte", 1).gondola(1, 8).opened("ponte").game.view(TABLE)
    picture = drawn(judge, view, before)
    shapes = [part.get("href", "").removeprefix("#d-") for part in of_kind(picture, "changed")]
    assert {"campo", "gondola-red", "disc-red", "pawn"} <= set(shapes)
    assert "gondola-blue" not in shapes
    (fresh,) = of_kind(picture, "fresh")
    assert fresh.get("d", "").count("M") == 1, "one hex is not as it was"
    assert len([part for part in of_kind(picture, "open") if "venedig-changed" in kinds(part)]) == 1


@pytest.mark.rule("VEN.B11")
def test_a_gondola_that_leapt_shows_its_way_and_the_leap() -> None:
    play = Play().gondola(1, 3).gondola(2, 5)
    before = copy.deepcopy(play.game.view(TABLE))
    view = play.gondola(1, 8).game.view(TABLE)
    (trail,) = of_kind(drawn(play.referee, view, before), "trail")
    assert [trail.get("d", "").count(step) for step in "MLQ"] == [1, 3, 1], "4, over 5 to 6, 7, 8"
    assert len(of_kind(drawn(play.referee, view, before), "passed")) == 4
    assert not of_kind(drawn(play.referee, view), "trail")


def test_a_gondola_far_beyond_the_last_post_is_still_in_the_picture() -> None:
    judge = referee("venedig", 2)
    view = judge.game.view(TABLE)
    view["seats"]["1"]["gondola"], view["seats"]["2"]["gondola"] = 71, 95
    (course,) = of_kind(drawn(judge, view), "way")
    places = [float(part.get("x", "0")) for part in course.iter(f"{SVG}use") if "gondola" in part.get("href", "")]
    assert len(places) == 2
    assert all(0 < x < 420 for x in places)


@pytest.mark.rule("VEN.B1", "VEN.B5")
@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("kinds_laid", range(1, 7))
def test_all_cards_laid_stay_in_the_picture_and_clear_of_each_other(players: int, kinds_laid: int) -> None:
    """However many kinds are laid, none leaves the picture, or covers the next or the number beside it."""
    judge = referee("venedig", players)
    view = judge.game.view(TABLE)
    laid = [("front", kind) for kind in SHARED] + [("alone", "casa"), ("alone", "palazzo")]
    for here in view["seats"].values():
        for way, kind in laid[:kinds_laid]:
            here[way][kind] = 1
    for strip in of_kind(drawn(judge, view), "strip")[:players]:
        *_, swamp = of_kind(strip, "figures")
        right = float(swamp.get("x", "0")) + 12
        cards = of_kind(strip, "laid")
        assert len(cards) == kinds_laid
        for card in cards:
            x, scale = place_and_scale(card)
            assert x - CARD_HALF * scale > right
            right = x + CARD_HALF * scale
        assert right <= 400 - 2


CARD_HALF = 12.5
"""Half the width of a card's drawing."""


def place_and_scale(part: Element) -> tuple[float, float]:
    found = re.fullmatch(r"translate\(([\d.]+) [\d.]+\)(?:scale\(([\d.]+)\))?", part.get("transform", ""))
    assert found
    return float(found[1]), float(found[2] or 1)


def crowd() -> tuple[Referee, View, View]:
    """Five players late in a game, just after a move."""
    judge, before = referee("venedig", 5, seed=3), None
    rng = Random(3)
    while judge.open and len(judge.entries) < 160:
        now = judge.game.view(TABLE)
        play_random(judge, rng, most=len(judge.entries) + 1)
        before = now if judge.game.view(TABLE) != now else before
    assert before is not None
    return judge, judge.game.view(TABLE), before


def test_no_style_and_no_script_is_in_it() -> None:
    judge, view, before = crowd()
    picture = drawn(judge, view, before, [*view["board"]["lies"], "pile"])
    needs_no_style_and_no_script(picture)


def test_the_style_is_scoped_and_knows_every_class() -> None:
    judge, view, before = crowd()
    picture = drawn(judge, view, before, [*view["board"]["lies"], *ISLANDS, "pile"])
    assert classes_without_style("venedig", [picture]) <= {
        f"venedig-{kind}" for kind in ("way", "strip", "panel", "flag", "fan", "front")
    }


def test_a_colour_never_comes_without_its_sign() -> None:
    """A pawn stands on its owner's disc."""
    judge, view, _ = crowd()
    picture = drawn(judge, view)
    every_colour_has_its_sign("venedig", picture, but=of_kind(picture, "pawn"))
    assert set(Venedig.colours) <= set(SIGNS)
    assert len(set(SIGNS.values())) == len(SIGNS)


@pytest.mark.rule("VEN.S2")
def test_everyones_board_is_the_tables_and_always_the_same() -> None:
    for judge in positions("venedig", 3, seed=7, every=5, most=60):
        words, seats = words_for(judge), judge.table.seats
        hexes = list(judge.game.view(TABLE)["board"]["lies"])
        public = board(judge.game.view(TABLE), words, seats, None, set(hexes))
        for seat in judge.game.seats:
            assert board(judge.game.view(seat), words, seats, None, hexes) == public


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_small(language: str) -> None:
    """Under 48 KB after an answer with all swamp offered; numbers no finer than they show."""
    judge, view, before = crowd()
    for now in (view, referee("venedig", 5).game.view(TABLE)):
        swamps = [name for name, lies in now["board"]["lies"].items() if lies == WATER]
        svg = board(now, words_for(judge, language), judge.table.seats, before, swamps).svg
        assert len(svg.encode()) < 48 * 1024
        assert not re.search(r"\d\.\d\d", re.sub(r"scale\([\d.]+\)", "", svg)), "one decimal is enough"


def test_any_board_that_can_be_played_can_be_drawn() -> None:
    """Islands of single rows, nothing on them, and few hexes."""
    layout = small_board(60)
    judge = new_referee(replace(table("venedig", 3), layout=layout), "venedig", 1)
    rng = Random(1)
    for _ in range(8):
        play_random(judge, rng, most=len(judge.entries) + 25)
        view = judge.game.view(TABLE)
        the_map_is_drawn(drawn(judge, view), view["board"])
        assert len(of_kind(drawn(judge, view), "names")[0]) == len(ISLANDS)


def test_the_board_is_described_in_words() -> None:
    play = Play().gondola(2, 12).before(2, "basilica", 2).before(1, "basilica", 1).dry("N5")
    view = play.game.view(TABLE)
    view["seats"]["3"]["gondola"] = 63

    def labels(language: str) -> list[str]:
        return [part.get("aria-label", "") for part in drawn(play.referee, view, language=language).iter()]

    english = labels("en")
    assert "Giudecca: Casa on N8; 2 hexes free: N5, O8; 9 hexes of swamp" in english
    assert "Gondolas: Anna at the start; Ben on space 12; Cleo at mooring post 63" in english
    assert "Basilica: Anna 1 card; Ben 2 cards; Ben is master builder; takes 4 cards; 4 left to build" in english
    assert (
        "Ben, blue: Ben on space 12; 3 cards in hand; 0 treasure tokens; 0 swamp tokens; laid: 2 Basilica cards"
        in english
    )
    assert any(re.match(r"Giudecca\s: Casa en N8\s; 2\shexagones libres", label) for label in labels("fr"))
