"""Venezia's second phase, rule by rule: landing, tourists, hunters, moves, pincers, births."""

from __future__ import annotations

import pytest

from companion import games
from companion.refusal import Refusal
from companion.steps import TABLE
from tests.games.venezia.play import Play

RED, BLUE, YELLOW, GREEN = 1, 2, 3, 4


@pytest.mark.rule("VEZ.Z1")
def test_first_cards_are_revealed_clockwise() -> None:
    play = Play({1: {"piazza": 1}, 2: {"feint": 1}, 3: {"piazza": 2}}, players=3, first=2).until("feint", seat=2)
    assert [tell["seat"] for tell in play.tells("reveals")] == [2]
    play.until("land", seat=3).until("land", seat=1)
    assert [(tell["seat"], tell["zone"]) for tell in play.tells("reveals")] == [
        (2, "feint"),
        (3, "piazza"),
        (1, "piazza"),
    ]


@pytest.mark.rule("VEZ.Z1")
def test_pigeons_land_on_different_empty_cells() -> None:
    play = Play({1: {"piazza": 2}}, {"piazza.2": ["C5"]}).until("land")
    for wrong in (["C3"], ["C3", "C3"], ["C3", "C5"], ["C3", "C4", "C6"], []):
        with pytest.raises(Refusal):
            play.answer("land", wrong)
    play.answer("land", ["C3", "C4"])
    assert play.cells == {"C3": 1, "C4": 1, "C5": 2}
    assert (play.before(1)["piazza"], play.before(1)["on_first"]) == (2, 0)


@pytest.mark.rule("VEZ.Z1")
def test_a_feint_moves_all_to_the_zone_cards() -> None:
    play = Play({1: {"feint": 4, "castello": 1, "giudecca": 2, "san-polo": 0}}).until("feint")
    for wrong in ({"castello": 3}, {"castello": 5}, {"san-marco": 4}):
        with pytest.raises(Refusal):
            play.answer("feint", wrong)
    play.answer("feint", {"castello": 1, "san-polo": 3})
    assert (play.before(1)["on_first"], play.before(1)["on_zones"]) == (0, [3, 2, 2])
    assert play.told("feinted").facts == {"seat": 1, "n": 4, "numbers": [3, 2, 2]}
    play.to_end_of_round()
    assert play.told("settled").facts == {"seat": 1, "flown": {"castello": 2, "giudecca": 2, "san-polo": 3}}


@pytest.mark.rule("VEZ.Z1")
def test_an_empty_first_card_is_not_revealed() -> None:
    play = Play({1: {"piazza": 0, "castello": 2}, 2: {"feint": 0}}).until("draw")
    assert play.tells("reveals") == []


@pytest.mark.rule("VEZ.Z1")
def test_real_plates_reveal_their_first_card_in_turn() -> None:
    play = Play({1: {"first": 2, "left": 1}}, plates="table").until("reveal")
    play.answer("reveal", "feint")
    assert play.decision.choice.to_json()["of"] == "card", "cards are named by position, not by zone"
    play.answer("feint", {"left": 0, "middle": 1, "right": 1})
    assert play.before(1)["on_zones"] == [1, 1, 1]


@pytest.mark.rule("VEZ.Z2", "VEZ.K4")
def test_tourists_stand_where_the_dials_say() -> None:
    play = Play(position={"piazza.1": ["C7"]}, spins=["C7", "A10", "H1"]).until("mover")
    piazza = play.game.view(TABLE)["piazza"]
    assert piazza["tourists"] == ["C7", "A10"]
    assert piazza["cells"] == {"C7": 1}
    assert [tell["figure"] for tell in play.tells("spun")] == ["tourist", "tourist", "hunter"]


@pytest.mark.rule("VEZ.Z2", "VEZ.K5")
def test_a_tourist_is_spun_again_on_a_tourist_or_a_blocked_cell() -> None:
    spins = ["F3", "C7", "C7", "F3", "C8", "H1"]
    play = Play(position={"piazza.1": ["A1"]}, spins=spins, blocked=["F3"]).until("mover")
    assert play.game.view(TABLE)["piazza"]["tourists"] == ["C7", "C8"]
    assert [tell["cell"] for tell in play.tells("again-taken")] == ["C7"]
    assert [tell["cell"] for tell in play.tells("again-blocked")] == ["F3", "F3"]


@pytest.mark.rule("VEZ.Z3", "VEZ.K5")
def test_a_hunter_is_spun_again_on_a_hunter_or_a_blocked_cell() -> None:
    spins = ["C7", "C8", "F3", "C7", "C7", "C8"]
    play = Play(position={"piazza.1": ["A1"]}, spins=spins, blocked=["F3"], hunters="two").until("mover")
    piazza = play.game.view(TABLE)["piazza"]
    assert (piazza["tourists"], piazza["hunters"]) == (["C7", "C8"], ["C7", "C8"])
    assert [(tell["figure"], tell["cell"]) for tell in play.tells("again-taken")] == [("hunter", "C7")]
    assert [(tell["figure"], tell["cell"]) for tell in play.tells("again-blocked")] == [("hunter", "F3")]


@pytest.mark.rule("VEZ.Z4")
def test_a_hunter_sweeps_nine_cells() -> None:
    nine = [row + str(column) for row in "BCD" for column in (4, 5, 6)]
    play = Play(position={"piazza.1": nine, "piazza.2": ["A4", "C3", "C7", "E5"]}, spins=["H1", "H3", "C5"]).until(
        "mover"
    )
    assert play.cells == dict.fromkeys(["A4", "C3", "C7", "E5"], 2)
    assert (play.before(1)["dead"], play.before(1)["piazza"], play.before(2)["dead"]) == (9, 0, 0)
    assert play.told("swept").facts == {"cell": "C5", "lost": {1: 9}, "n": 9}


@pytest.mark.rule("VEZ.Z4")
def test_a_hunter_in_a_corner_sweeps_four_cells() -> None:
    play = Play(position={"piazza.1": ["A1", "A2", "B1", "B2", "A3", "B10", "A10"]}, spins=["H1", "H3", "A1"])
    play.until("mover")
    assert sorted(play.cells) == ["A10", "A3", "B10"]


@pytest.mark.rule("VEZ.Z4")
def test_a_pigeon_on_a_tourist_is_swept_and_the_tourist_stays() -> None:
    play = Play(position={"piazza.1": ["C5", "A1"]}, spins=["C5", "H3", "C5"]).until("mover")
    assert play.cells == {"A1": 1}
    assert play.game.view(TABLE)["piazza"]["tourists"] == ["C5", "H3"]


@pytest.mark.rule("VEZ.Z4")
def test_counted_sweep_is_entered_by_the_table() -> None:
    play = Play(position={"piazza.1": 4, "piazza.2": 10}, piazza="counted", players=3).until("swept")
    asked = play.decision.choice.to_json()
    assert asked["most"] == {"1": 4, "2": 4}, "H10 is a corner"
    assert asked["high"] == 4, "of all players together"
    play.answer("swept", {"1": 3, "2": 0})
    assert (play.before(1)["dead"], play.before(1)["piazza"], play.before(2)["piazza"]) == (3, 1, 10)


@pytest.mark.rule("VEZ.V1", "VEZ.Z4")
def test_counted_sweep_excludes_cells_swept_before() -> None:
    position, spins = {"piazza.1": 9, "piazza.2": 9}, ["H1", "H3", "D5", "D6"]
    play = Play(position=position, piazza="counted", hunters="two", spins=spins).until("swept")
    play.answer("swept", {"1": 5, "2": 4}).until("swept")
    assert (play.decision.facts, play.decision.choice.to_json()["high"]) == ({"cell": "D6"}, 3)


@pytest.mark.rule("VEZ.C1")
@pytest.mark.parametrize(("own", "most"), [(2, 1), (3, 3), (4, 6), (10, 6)])
def test_counted_each_pair_catches_at_most_one(own: int, most: int) -> None:
    play = Play(position={"piazza.1": own, "piazza.2": 6}, piazza="counted").until("caught", seat=1)
    assert play.decision.choice.to_json()["high"] == most


@pytest.mark.rule("VEZ.V1", "VEZ.K2")
def test_two_hunters_sweep_in_turn_and_bar_both_grounds() -> None:
    spins = ["H1", "H3", "B2", "B9"]
    play = Play(position={"piazza.1": ["A1", "A10", "E5", "D2"]}, spins=spins, hunters="two").until("mover")
    assert sorted(play.cells) == ["D2", "E5"]
    assert [tell["cell"] for tell in play.tells("swept")] == ["B2", "B9"]
    play.answer("mover", "D2")
    assert {"C1", "C2", "C3"}.isdisjoint(play.options)
    assert len(play.game.view(TABLE)["piazza"]["ground"]) == 18


@pytest.mark.rule("VEZ.V2", "VEZ.K2")
def test_three_tourists() -> None:
    play = Play(position={"piazza.1": ["C2"]}, spins=["C1", "C3", "B2", "H10"], tourists="three").until("mover")
    assert play.game.view(TABLE)["piazza"]["tourists"] == ["C1", "C3", "B2"]
    play.answer("mover", "done")
    assert play.told("born").facts["n"] == 6


@pytest.mark.rule("VEZ.M1")
def test_players_move_clockwise() -> None:
    position = {"piazza.1": ["A1"], "piazza.2": ["A5"], "piazza.3": ["A9"]}
    play = Play(position=position, players=3, first=3).until("mover")
    asked = []
    while play.is_asked("mover"):
        asked.append(play.seat)
        play.pass_by()
    assert asked == [3, 1, 2]


@pytest.mark.rule("VEZ.M1")
def test_each_pigeon_moves_at_most_once() -> None:
    play = Play(position={"piazza.1": ["A1", "A5"]}).until("mover")
    assert play.options == ["done", "A1", "A5"]
    play.answer("mover", "A5").answer("target", "A6")
    assert play.options == ["done", "A1"], "the pigeon on A6 has moved"
    play.answer("mover", "A1").answer("target", "B1")
    assert not play.is_asked("mover"), "nobody is left to move"
    assert sorted(play.cells) == ["A6", "B1"]


@pytest.mark.rule("VEZ.M1")
def test_a_pigeon_on_a_vacated_cell_has_moved() -> None:
    play = Play(position={"piazza.1": ["A1", "A2", "A9"]}).until("mover")
    play.answer("mover", "A2").answer("target", "B3").answer("mover", "A1").answer("target", "A2")
    assert play.options == ["done", "A9"]


@pytest.mark.rule("VEZ.M1")
def test_moving_is_optional_and_can_be_reconsidered() -> None:
    play = Play(position={"piazza.1": ["A1", "A5"]}).until("mover")
    play.answer("mover", "A1").answer("target", "other")
    assert play.options == ["done", "A1", "A5"]
    play.answer("mover", "done")
    assert play.cells == {"A1": 1, "A5": 1}


@pytest.mark.rule("VEZ.M2")
def test_a_walk_goes_one_step_to_a_cell_without_a_pigeon() -> None:
    play = Play(position={"piazza.1": ["C5"], "piazza.2": ["C6"]}, spins=["B4", "H3", "H10"]).until("mover")
    play.answer("mover", "C5")
    walks = {"B4", "B5", "B6", "C4", "D4", "D5", "D6"}
    assert set(play.options) == walks | {"C7", "A3", "other"}, "the tourist on B4 is fine; beyond C6 and B4 by a jump"
    with pytest.raises(Refusal) as refused:
        play.answer("target", "C6")
    assert (refused.value.key, refused.value.rule) == ("cell-taken", "VEZ.M2")


@pytest.mark.rule("VEZ.M3")
def test_a_chain_of_jumps_over_anyone_and_over_tourists() -> None:
    """A1 over its own A2 to A3, over the tourist B4 to C5, over the other's D5 to E5."""
    play = Play(position={"piazza.1": ["A1", "A2"], "piazza.2": ["D5"]}, spins=["B4", "H3", "H10"]).until("mover")
    play.answer("mover", "A1").answer("target", "E5")
    assert play.told("moved").facts == {"seat": 1, "cell": "A1", "path": ["A3", "C5", "E5"]}
    assert play.cells == {"A2": 1, "E5": 1, "D5": 2}


@pytest.mark.rule("VEZ.M3")
def test_jumps_never_lead_over_two() -> None:
    position = {"piazza.1": ["A1"], "piazza.2": ["A2", "A3", "B1"]}
    play = Play(position=position, spins=["B1", "H3", "H10"]).until("mover").answer("mover", "A1")
    assert set(play.options) == {"B2", "C1", "other"}


@pytest.mark.rule("VEZ.M4")
def test_the_hunters_ground_is_never_entered() -> None:
    """The hunter on C5 bars row B and the jump over the tourist on B4 to C4; A3 to A5 and B3 are free."""
    play = Play(position={"piazza.1": ["A4"]}, spins=["B4", "H3", "C5"]).until("mover").answer("mover", "A4")
    assert set(play.options) == {"A3", "A5", "B3", "other"}
    for cell in ("B5", "C4", "B4"):
        with pytest.raises(Refusal) as refused:
            play.answer("target", cell)
        assert (refused.value.key, refused.value.rule) == ("hunter-near", "VEZ.M4")


@pytest.mark.rule("VEZ.M4")
def test_a_tourist_on_hunters_ground_may_be_jumped_over() -> None:
    play = Play(position={"piazza.1": ["D7"]}, spins=["C6", "H3", "B5"]).until("mover").answer("mover", "D7")
    assert "C6" not in play.options
    assert "B5" not in play.options
    play = Play(position={"piazza.1": ["A7"]}, spins=["B6", "H3", "B5"]).until("mover").answer("mover", "A7")
    assert "C5" not in play.options, "the cell behind is the hunter's"
    play = Play(position={"piazza.1": ["C4"]}, spins=["B5", "H3", "A4"]).until("mover").answer("mover", "C4")
    play.answer("target", "A6")
    assert play.cells == {"A6": 1}


@pytest.mark.rule("VEZ.K5")
def test_blocked_cells_are_never_used() -> None:
    play = Play({1: {"piazza": 1}}, blocked=["A2", "B1"]).until("land")
    assert len(play.decision.choice.to_json()["items"]) == 78
    play.answer("land", ["A1"]).until("mover").answer("mover", "A1")
    assert set(play.options) == {"B2", "other"}
    with pytest.raises(Refusal) as refused:
        play.answer("target", "A2")
    assert (refused.value.key, refused.value.rule) == ("cell-blocked", "VEZ.K5")


@pytest.mark.rule("VEZ.M2", "VEZ.M3")
def test_trapped_pigeons_still_breed() -> None:
    walled = ["A2", "B1", "B2", "A3", "C1", "C3"]
    play = Play(position={"piazza.1": ["A1"], "piazza.2": walled}, spins=["A1", "H3", "H10"]).until("mover")
    assert play.seat == 2
    assert play.told("born").facts["n"] == 5


@pytest.mark.rule("VEZ.C1", "VEZ.C2")
def test_pincer_example_of_the_rulebook() -> None:
    """Red moves: yellow and blue between two reds go. Red between two greens stays until Green has moved."""
    position = {
        "piazza.1": ["B2", "B4", "D4", "F6"],
        "piazza.2": ["C4"],
        "piazza.3": ["B3"],
        "piazza.4": ["F5", "F7"],
    }
    play = Play(position=position, players=4, spins=["H1", "H3", "H10"]).until("mover", seat=RED)
    play.answer("mover", "done")
    assert {tell["cell"]: (tell["victim"], set(tell["between"])) for tell in play.tells("caught")} == {
        "B3": (YELLOW, {"B2", "B4"}),
        "C4": (BLUE, {"B4", "D4"}),
    }
    assert play.cells["F6"] == RED, "only the mover's pincers count"
    assert play.seat == GREEN, "blue and yellow have none left to move"
    play.answer("mover", "done")
    assert "F6" not in play.cells
    assert [play.before(seat)["dead"] for seat in (RED, BLUE, YELLOW, GREEN)] == [1, 1, 1, 0]


@pytest.mark.rule("VEZ.C1", "VEZ.C2")
def test_a_pincer_that_moves_apart_catches_nothing() -> None:
    play = Play(position={"piazza.1": ["F6"], "piazza.4": ["F5", "F7"]}, players=4, first=4).until(
        "mover", seat=GREEN
    )
    play.answer("mover", "F5").answer("target", "E4").answer("mover", "done")
    assert play.cells == {"F6": RED, "F7": GREEN, "E4": GREEN}


@pytest.mark.rule("VEZ.C2")
def test_walking_between_two_others_is_safe_until_they_move() -> None:
    play = Play(position={"piazza.1": ["E6"], "piazza.2": ["F5", "F7", "A1"]}).until("mover", seat=1)
    play.answer("mover", "E6").answer("target", "F6")
    assert play.cells["F6"] == 1
    play.answer("mover", "A1").answer("target", "A2")
    assert play.cells["F6"] == 1, "not while they still move"
    play.answer("mover", "done")
    assert "F6" not in play.cells


@pytest.mark.rule("VEZ.C1")
def test_pincers_close_only_when_all_moves_are_made() -> None:
    """A pigeon between two halfway through the turn, but not at its end, is not caught."""
    play = Play(position={"piazza.1": ["C4", "B7"], "piazza.2": ["C5"]}).until("mover", seat=1)
    play.answer("mover", "B7").answer("target", "C6").answer("mover", "C4").answer("target", "B3")
    assert play.cells == {"B3": 1, "C6": 1, "C5": 2}


@pytest.mark.rule("VEZ.C1")
def test_all_are_caught_at_once() -> None:
    """In the row 1 2 1 2 1 both are caught together."""
    play = Play(position={"piazza.1": ["C2", "C4", "C6"], "piazza.2": ["C3", "C5"]}).until("mover", seat=1)
    play.answer("mover", "done")
    assert sorted(play.cells) == ["C2", "C4", "C6"]


@pytest.mark.rule("VEZ.C1")
@pytest.mark.parametrize(("pincer", "left"), [("all", 0), ("orthogonal", 1)])
def test_diagonal_pincers_are_an_option(pincer: str, left: int) -> None:
    play = Play(position={"piazza.1": ["B4", "D6"], "piazza.2": ["C5"]}, pincer=pincer).until("mover", seat=1)
    play.answer("mover", "done")
    assert play.before(2)["piazza"] == left
    straight = Play(position={"piazza.1": ["B5", "D5"], "piazza.2": ["C5"]}, pincer=pincer).until("mover", seat=1)
    straight.answer("mover", "done")
    assert straight.before(2) == {**straight.before(2), "piazza": 0, "dead": 1}


@pytest.mark.rule("VEZ.C1")
def test_the_view_shows_what_a_move_would_catch() -> None:
    play = Play(position={"piazza.1": ["C4", "B7"], "piazza.2": ["C5"]}).until("mover", seat=1).answer("mover", "B7")
    targets = play.game.view(TABLE)["piazza"]["targets"]
    assert targets["C6"] == {"path": ["C6"], "catches": ["C5"]}
    assert targets["A7"]["catches"] == []


@pytest.mark.rule("VEZ.C1")
def test_counted_catch_is_entered_by_the_mover() -> None:
    position = {"piazza.1": 3, "piazza.2": 5, "piazza.3": 1}
    play = Play(position=position, players=3, piazza="counted").until("caught", seat=1)
    assert play.decision.choice.to_json()["most"] == {"2": 3, "3": 1}
    play.answer("caught", {"2": 2, "3": 0})
    assert (play.before(2)["dead"], play.before(2)["piazza"]) == (2, 3)


@pytest.mark.rule("VEZ.C3", "VEZ.C4")
def test_births_beside_and_on_a_tourist() -> None:
    play = Play(position={"piazza.1": ["C5", "D5", "A1"]}, spins=["C5", "H3", "H10"]).until("mover")
    play.answer("mover", "done")
    assert play.told("born").facts == {"seat": 1, "n": 7, "due": 7, "on": 1}
    assert play.told("born").rule == "VEZ.C3"
    before = play.before(1)
    assert (before["nest"], before["stock"], before["piazza"]) == (7, 28 - 3 - 7, 3), "those on the Piazza stay"


@pytest.mark.rule("VEZ.C3")
@pytest.mark.parametrize(("births", "number"), [("per-tourist", 4 + 7), ("per-pigeon", 2 + 5)])
def test_births_per_tourist_or_per_pigeon(births: str, number: int) -> None:
    """Tourists on C4 and C5: B5 is next to both; the pigeon on C4 is on one and next to the other."""
    play = Play(position={"piazza.1": ["B5", "C4"]}, spins=["C4", "C5", "H10"], births=births).until("mover")
    play.answer("mover", "done")
    assert play.told("born").facts["n"] == number


@pytest.mark.rule("VEZ.C3")
def test_births_come_after_moves_and_pincers() -> None:
    play = Play(position={"piazza.1": ["C3"], "piazza.2": ["C5"]}, spins=["C5", "H3", "H10"]).until("mover", seat=1)
    play.answer("mover", "C3").answer("target", "C4")
    assert play.told("born").facts["n"] == 2
    play.answer("mover", "done")
    assert play.told("born").facts["seat"] == 2
    caught = Play(position={"piazza.1": ["C4", "C6"], "piazza.2": ["C5"]}, spins=["C5", "H3", "H10"]).until(
        "mover", seat=1
    )
    caught.answer("mover", "done")
    assert [tell["seat"] for tell in caught.tells("born")] == [1], "a caught pigeon does not breed"


@pytest.mark.rule("VEZ.C4", "VEZ.K6")
def test_births_are_limited_by_the_stock() -> None:
    position = {"piazza.1": ["C5", "D5"], "zone.1.castello": 23}
    play = Play(position=position, spins=["C5", "H3", "H10"]).until("mover")
    assert play.before(1)["stock"] == 3
    play.answer("mover", "done")
    assert play.told("born-fewer").facts == {"seat": 1, "n": 3, "due": 7, "on": 1}
    assert play.told("born-fewer").rule == "VEZ.C4"
    assert (play.before(1)["nest"], play.before(1)["stock"]) == (3, 0)


@pytest.mark.rule("VEZ.C3", "VEZ.C4")
@pytest.mark.parametrize(("births", "key"), [("per-tourist", "beside"), ("per-pigeon", "beside-only")])
def test_counted_births(births: str, key: str) -> None:
    play = Play(position={"piazza.1": 4}, piazza="counted", births=births).until("on")
    assert play.options == [0, 1, 2], "two tourists"
    play.answer("on", 1)
    assert max(play.options) == (7 if births == "per-tourist" else 3), "H1 has three cells around it"
    play.answer(key, 3)
    assert play.before(1)["nest"] == 5 + 6


@pytest.mark.rule("VEZ.C3", "VEZ.C4")
@pytest.mark.parametrize(("stock", "told"), [(11, ("hatch", "VEZ.C3")), (9, ("hatch-fewer", "VEZ.C4"))])
def test_births_sheet(stock: int, told: tuple[str, str]) -> None:
    kit = games.find("venezia")
    counted = kit.sheets["births"].score({"players": 1, "beside": 3, "on": 1, "stock": stock}, kit.layout())
    assert counted.result["born"] == min(11, stock)
    assert [(tell.key, tell.rule) for tell in counted.tells] == [told]
