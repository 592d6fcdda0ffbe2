"""Building: where, for how many points, who gets treasure, and where the gondolas land."""

from __future__ import annotations

import pytest

from companion.refusal import Refusal
from tests.games.venedig.play import Play


@pytest.mark.rule("VEN.B6", "VEN.K3")
def test_several_casas_in_a_turn() -> None:
    play = Play().lay("casa.2").answer("place", "D5").answer("place", "D6")
    assert play.told("lays-casa").facts == {"seat": 1, "n": 2}
    assert play.gondolas[1] == 2
    assert play.pieces.supply["casa"] == 16
    assert play.pieces.houses_on("cannaregio") == 2


@pytest.mark.rule("VEN.B7")
def test_active_player_orders_the_buildings() -> None:
    play = Play(board="counted").holds(1, 5).before(2, "campo", 2).lay("casa.1", "campo.1")
    assert (play.key, play.options) == ("next", ["casa", "campo"])
    play.answer("next", "campo").answer("room", "yes").answer("developed", 2)
    play.answer("room", "no")
    assert play.key == "drain-number"
    assert play.pieces.cards.held[1] == 3


@pytest.mark.rule("VEN.B8", "VEN.K8")
def test_every_hex_must_be_empty() -> None:
    """At the start only stone sites are empty: two that touch for a palazzo, no three for a basilica."""
    play = Play().lay("palazzo.alone")
    assert play.options == ["D5", "D6", "E12", "F11"]
    play.answer("place", "D6")
    assert play.pieces.ground["D5"] == play.pieces.ground["D6"] == "palazzo"
    play = Play().holds(1, 5).lay("basilica.alone")
    assert play.told("no-place").facts == {"building": "basilica"}
    play = Play().holds(1, 5).dry("E5", "E6").lay("basilica.alone")
    assert play.options == ["D5", "D6", "E5", "E6"]
    play.answer("place", "E5")
    assert play.options == ["D5", "E6"], "three that all touch: each with D5"
    with pytest.raises(Refusal):
        play.answer("place", "D6")


@pytest.mark.rule("VEN.B8", "VEN.K8")
def test_a_ponte_needs_both_ends_of_a_crossing() -> None:
    play = Play().dry("C8", "C10", "F5").lay("ponte.alone")
    assert play.options == ["C8", "C10"]
    play.answer("place", "C10")
    assert play.pieces.ground["C8"] == "ponte"
    assert play.told("stands").facts["islands"] == ["cannaregio", "castello"]


@pytest.mark.rule("VEN.B8")
def test_place_is_chosen_again_after_a_correction() -> None:
    """The first hex of a palazzo turns out to be swamp: it can still be built elsewhere."""
    play = Play().dry("E5", "E6").lay("palazzo.alone").answer("place", "E5")
    play.referee.correct("hex.E5", "swamp")
    assert play.decision.facts["chosen"] == []
    assert {"D5", "D6", "E6"} <= set(play.options)
    assert "E5" not in play.options
    play.answer("place", "E6").answer("place", "D6")
    assert play.pieces.ground["E6"] == play.pieces.ground["D6"] == "palazzo"


@pytest.mark.rule("VEN.B8")
def test_without_a_place_cards_and_pawn_go_back() -> None:
    play = Play().before(2, "ponte", 2).gondola(1, 3).lay("ponte.1")
    assert play.told("no-place").rule == "VEN.B8"
    assert play.pieces.pawns["ponte"] is None
    assert play.pieces.cards.discards["ponte"] == 3
    assert play.gondolas == {1: 3, 2: 0, 3: 0}
    assert play.pieces.gold.left["treasure"] == 18
    assert play.pieces.supply["ponte"] == 5


@pytest.mark.rule("VEN.B8", "VEN.B5")
def test_without_a_place_building_alone_leaves_the_pawn() -> None:
    play = Play().before(2, "ponte", 2).lay("ponte.alone")
    assert play.was_told("no-place")
    assert (play.pieces.pawns["ponte"], play.pieces.cards.front[2]["ponte"]) == (2, 2)


@pytest.mark.rule("VEN.B8", "VEN.K3")
def test_no_room_without_a_map() -> None:
    play = Play(board="counted").before(2, "campo", 2).lay("campo.1").answer("room", "no")
    assert play.was_told("no-place")
    assert play.pieces.supply["campo"] == 5
    assert play.pieces.pawns["campo"] is None


@pytest.mark.rule("VEN.B9")
def test_treasure_goes_clockwise_from_the_master_builder() -> None:
    play = Play(4, first=2).before(4, "basilica", 2).before(1, "basilica", 1)
    for seat, space in ((1, 4), (4, 5), (2, 2), (3, 3)):
        play.gondola(seat, space)
    play.dry("E5", "E6").lay("basilica.1")
    assert play.seat == 4, "the master builder"
    play.answer("place", "E5").answer("place", "E6")
    takers = [tell.facts["seat"] for tell in play.game.tells if tell.key == "treasure"]
    assert takers == [4, 1, 2], "all are alongside, but seat 3 did not build"
    play.until("drain")
    told = [tell.key for tell in play.game.tells]
    assert told.index("moves") > max(n for n, key in enumerate(told) if key == "treasure")
    movers = [tell.facts["seat"] for tell in play.game.tells if tell.key in ("moves", "leaps")]
    assert movers == [4, 1, 2]


@pytest.mark.rule("VEN.B9")
def test_treasure_is_taken_before_the_gondolas_move() -> None:
    """Seat 1 is alongside only after moving, seat 2 only before."""
    play = Play().before(2, "campo", 1).gondola(2, 50).gondola(1, 56).stands("casa", "D5").dry("E4")
    play.lay("campo.2").answer("place", "D6")
    assert play.pieces.gold.held == {
        1: {"treasure": 0, "swamp": 0}, 2: {"treasure": 1, "swamp": 0}, 3: {"treasure": 0, "swamp": 0},
    }  # fmt: skip


@pytest.mark.rule("VEN.B9")
def test_a_ponte_gives_treasure_on_either_island() -> None:
    play = Play().before(2, "ponte", 1).gondola(1, 5).gondola(2, 41).dry("C8", "C10").lay("ponte.2")
    play.until("place", "drain").places("C8")
    assert [tell.facts["seat"] for tell in play.game.tells if tell.key == "treasure"] == [1, 2]


@pytest.mark.rule("VEN.B9")
def test_no_treasure_left_to_take() -> None:
    play = Play().before(2, "campo", 1).gondola(1, 4).gondola(2, 5).tokens(3, treasure=17).lay("campo.2")
    play.answer("place", "D5")
    assert play.pieces.gold.left["treasure"] == 0
    assert play.pieces.gold.held[1]["treasure"] == 1
    assert play.told("no-treasure").facts == {"seat": 2}


@pytest.mark.rule("VEN.B9")
def test_without_a_map_the_table_says_who_is_alongside() -> None:
    play = Play(board="counted").before(2, "campo", 1).before(3, "campo", 1).gondola(1, 4).gondola(3, 58)
    play.lay("campo.1").answer("room", "yes").answer("developed", 3)
    assert list(play.decision.choice.to_json()["rows"]) == ["1"], "2 is at the start, 3 beyond all islands"
    play.answer("along", {"1": {"along": "yes"}})
    assert play.pieces.gold.held[1]["treasure"] == 1


@pytest.mark.rule("VEN.K3", "VEN.K7")
def test_campo_counts_developed_and_palazzo_undeveloped_hexes() -> None:
    """Swamp, drained land and stone sites are all undeveloped."""
    play = Play().stands("casa", "C6").stands("palazzo", "E5", "E6").lay("campo.alone")
    assert play.pieces.plan.around(["D5"]) == ["C5", "C6", "D4", "D6", "E5", "E6"]
    play.answer("place", "D5")
    assert play.gondolas[1] == 3
    play = Play().stands("casa", "C6").dry("E5").lay("palazzo.alone")
    play.answer("place", "D5").answer("place", "D6")
    assert play.pieces.plan.around(["D5", "D6"]) == ["C5", "C6", "C7", "D4", "D7", "E5", "E6", "E7"]
    assert play.gondolas[1] == 7


@pytest.mark.rule("VEN.K7")
def test_hexes_across_a_canal_do_not_count() -> None:
    play = Play().stands("casa", "C8").dry("C10")
    assert play.pieces.plan.around(["C10"]) == ["B10", "C11", "D10"]
    assert play.pieces.developed(["C11", "D10", "B10"]) == 1, "the pre-built basilica"


@pytest.mark.rule("VEN.K3")
def test_a_ponte_counts_the_casas_of_the_chosen_island() -> None:
    play = Play().dry("L7", "N7").stands("casa", "N5").lay("ponte.alone").answer("place", "L7")
    assert (play.key, play.seat, play.options) == ("district", 1, ["dorsoduro", "giudecca"])
    assert play.decision.likely == "giudecca"
    play.answer("district", "giudecca")
    assert play.gondolas[1] == 2
    play = Play().dry("L7", "N7").lay("ponte.alone").answer("place", "N7").answer("district", "dorsoduro")
    assert play.gondolas[1] == 0


@pytest.mark.rule("VEN.K3")
def test_counts_without_a_map_are_bounded() -> None:
    play = Play(board="counted").lay("palazzo.alone").answer("room", "yes")
    assert (play.key, play.options[-1]) == ("undeveloped", 8)
    play = Play(board="counted").lay("campo.alone").answer("room", "yes")
    assert (play.key, play.options[-1]) == ("developed", 6)
    play = Play(board="counted").holds(1, 4).lay("casa.1", "ponte.alone").answer("next", "casa")
    play.answer("room", "yes").until("room").answer("room", "yes")
    assert (play.key, play.options[-1]) == ("houses", 2)


@pytest.mark.rule("VEN.B10", "VEN.B11")
def test_half_points_rounded_down_and_leaps() -> None:
    play = Play(4).before(2, "basilica", 1).before(3, "basilica", 1).gondola(4, 2).dry("E5", "E6").lay("basilica.2")
    play.until("place").answer("place", "E5").answer("place", "E6").until("drain")
    assert play.gondolas == {1: 8, 2: 4, 3: 5, 4: 2}, "7 over seat 4; 3 over seat 4; 3 over seats 4 and 2"
    receipts = [(one.seat, one.amount, one.why) for one in play.game.receipts if one.why != "corrected"]
    assert receipts == [
        (1, 7, "built"), (1, 1, "leapt"), (2, 3, "built"), (2, 1, "leapt"), (3, 3, "built"), (3, 2, "leapt"),
    ]  # fmt: skip


@pytest.mark.rule("VEN.B10")
def test_half_of_one_is_nothing() -> None:
    play = Play(board="counted").before(2, "campo", 1).gondola(2, 7).lay("campo.2").answer("room", "yes")
    play.answer("developed", 1).until("drain-number")
    assert play.gondolas == {1: 1, 2: 7, 3: 0}


@pytest.mark.rule("VEN.B12")
def test_after_building_cards_and_pawn_go_back() -> None:
    play = Play(board="counted").before(2, "campo", 2).before(3, "ponte", 1).lay("campo.1")
    play.answer("room", "yes").answer("developed", 0)
    assert play.pieces.pawns == {"palazzo": None, "campo": None, "basilica": None, "ponte": 3}
    assert play.pieces.cards.discards["campo"] == 3
    assert not play.pieces.cards.front[2]["campo"]
