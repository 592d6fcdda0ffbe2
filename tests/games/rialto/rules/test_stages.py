"""Phase II: who plays first, who takes the bonus, and what each stage does (RIA.P1-P6, A1-G1)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.choices import Spread
from companion.games.rialto.rules.pieces import DISTRICTS
from companion.games.rialto.rules.scoring import bonus, play_from
from companion.refusal import Refusal
from companion.steps import TABLE
from tests.games.rialto.play import Play

CITRA = ("cannaregio", "san-marco", "castello")


@pytest.mark.rule("RIA.P1")
def test_first_player_of_each_stage() -> None:
    play = Play(3, {"space.2": 3})
    firsts = [play.decision.facts["seat"]]
    for said in ({3: "1", 1: "2"}, {}, {3: "1"}, {}):
        play.plays(said)
        play.until("stage")
        firsts.append(play.decision.facts["seat"])
    assert firsts == [2, 1, 1, 3, 3], "whoever took the bonus, or the same as before if nobody played"


@pytest.mark.rule("RIA.P2")
def test_play_goes_clockwise_from_first_player() -> None:
    play = Play(4, {"space.3": 2})
    assert play.choice_rows == ["3", "4", "1", "2"]
    device = Play(4, {"space.3": 2}, cards="device", stop="play")
    seats = []
    while device.decision.at == "1.A":
        seats += [device.seat] if device.key == "play" else []
        device.quietly()
    assert seats == [3, 4, 1, 2]


@pytest.mark.rule("RIA.P2")
def test_players_without_cards_have_no_row() -> None:
    play = Play(3, {f"coins.{seat}": 0 for seat in (1, 2, 3)}).plays({2: "7"}).until("stage")
    assert play.choice_rows == ["3", "1"], "from the first player, 2, on"
    play.plays({1: "7", 3: "7"}).to("A", 2)
    assert play.tells("no-bonus") == ["no-bonus"] * 4, "with no card in any hand nothing is asked"


@pytest.mark.rule("RIA.P4", "RIA.T2")
@pytest.mark.parametrize(
    ("strengths", "order", "expected"),
    [
        ({1: 1, 2: 2}, [1, 2], 2),
        ({1: 2, 2: 2}, [2, 1], 2),
        ({1: 0, 2: 0}, [2, 1], None),
        ({"neutral": 3, 2: 1}, ["neutral", 2], "neutral"),
        ({}, [], None),
    ],
)
def test_bonus(strengths: dict[Any, int], order: list[Any], expected: Any) -> None:
    assert bonus(strengths, order) == expected


@pytest.mark.rule("RIA.P4", "RIA.P5", "RIA.A1")
def test_ties_and_actions_follow_initial_track() -> None:
    """Seat 2 leads seat 1 by a space. Both play 2: seat 2 takes the bonus, and seat 1 lands behind."""
    play = Play(3, {"space.2": 2}).plays({1: "2", 2: "2", 3: "4"})
    track = play.game.pieces.track
    assert play.told("bonus").facts["seat"] == 3
    assert [track.space(seat) for seat in (1, 2, 3)] == [3, 4, 6]
    tied = Play(3, {"space.2": 2}).plays({1: "2", 2: "2"})
    assert tied.told("bonus-by-track").facts["order"] == [2, 1, 3]
    assert [tied.game.pieces.track.space(seat) for seat in (1, 2)] == [3, 5]


@pytest.mark.rule("RIA.A1", "RIA.T1")
def test_later_mover_lands_on_top() -> None:
    play = Play(3, {"space.1": 3}).plays({1: "1", 2: "3"})
    assert play.game.pieces.track.stacks == {1: [3], 4: [1], 5: [2]}
    level = Play(3, {"space.1": 3}).plays({1: "1", 2: "2", 3: "2"})
    assert level.game.pieces.track.stacks[4] == [1, 2]


@pytest.mark.rule("RIA.P6", "RIA.P2")
def test_played_cards_go_to_their_owners_discards() -> None:
    play = Play(3).plays({1: "2+1"})
    cards = play.game.cards
    assert (cards.played, cards.discards[1][-3:]) == ({}, ["A", "A", "J"])
    assert len(cards.hand[1]) == 4


@pytest.mark.rule("RIA.K1")
def test_no_twelfth_card_of_a_type() -> None:
    """Ten Doge cards are known to be discarded: each may name one more, and two in all draw a warning."""
    play = Play(2).plays({1: "5", 2: "5"}).to("A", 2)
    assert max(play_from(text).cards for text in play.cell(1)) == 1
    play.plays({1: "1", 2: "1"})
    assert play.told("too-many").facts == {"card": "A", "n": 2, "left": 1}
    assert play.game.cards.everywhere().count("A") == 11
    play.game.check()


@pytest.mark.rule("RIA.K1")
def test_no_twelfth_joker() -> None:
    play = Play(2).plays({1: "1+6", 2: "1+6"})
    assert play.told("too-many").facts == {"card": "J", "n": 12, "left": 11}
    play.game.check()


@pytest.mark.rule("RIA.B1")
def test_gold() -> None:
    play = Play(3).to("B").plays({1: "1", 2: "3"})
    assert play.game.pieces.purse == {1: 2, 2: 6, 3: 3}


@pytest.mark.rule("RIA.B1")
def test_coins_run_short_in_doge_order() -> None:
    play = Play(3, {"coins.3": 24, "space.2": 4}).to("B")
    assert play.game.pieces.coins == 3
    play.plays({1: "3", 2: "2"})
    assert play.game.pieces.purse == {1: 2, 2: 4, 3: 24}
    assert play.told("coins-short").facts == {"seat": 1, "n": 1}


@pytest.mark.rule("RIA.D2")
def test_a_correction_before_the_bridge_is_turned_loses_nothing() -> None:
    """Another tile moves to the chosen connection: the place is asked for again."""
    play = Play(3).to("D").plays({1: "3"}).answer("bridge", "san-marco.castello").answer("bridge-end", "castello")
    play.to("D", 2).plays({1: "3"})
    bridge = play.game.pieces.bridge
    play.answer("bridge", "san-polo.dorsoduro")
    play.referee.correct("tile.san-marco.castello", "san-polo.dorsoduro")
    play.answer("bridge-end", "dorsoduro")
    assert (play.key, play.seat) == ("bridge", 1)
    assert "san-polo.dorsoduro" not in play.options
    play.answer("bridge", "san-marco.castello").answer("bridge-end", "castello").until("stage")
    assert play.game.pieces.connections["san-marco.castello"].tile == "bridge"
    assert play.game.pieces.bridge != bridge
    play.game.check()


@pytest.mark.rule("RIA.D1", "RIA.D2")
def test_bridge_points() -> None:
    play = Play(3).to("D").plays({1: "1", 2: "3"})
    assert (play.key, play.seat) == ("bridge", 2)
    assert [play.points(seat) for seat in (1, 2, 3)] == [4, 7, 3], "3 acts after 2"
    play.answer("bridge", "san-marco.castello").answer("bridge-end", "castello").until("stage")
    assert [play.points(seat) for seat in (1, 2, 3)] == [4, 7, 2]
    assert play.game.pieces.connections["san-marco.castello"].ends == {"san-marco": 3, "castello": 5}


@pytest.mark.rule("RIA.D2")
def test_bridge_with_equal_ends_has_no_direction() -> None:
    play = Play(3).to("D")
    play.game.pieces.bridge = "4-4"
    play.plays({1: "1"}).answer("bridge", "san-marco.castello")
    assert (play.key, play.decision.facts) == ("draw", {"draw": "bridge"}), "nothing to decide"
    assert play.game.pieces.connections["san-marco.castello"].ends == {"san-marco": 4, "castello": 4}


@pytest.mark.rule("RIA.D1")
@pytest.mark.parametrize(("floor", "points"), [("zero", 0), ("none", -1)])
def test_score_floor(floor: str, points: int) -> None:
    play = Play(3, {"points.3": 0}, score_floor=floor).to("E")
    assert play.points(3) == points
    assert play.points(1) == 2


@pytest.mark.rule("RIA.D1")
@pytest.mark.parametrize(("floor", "least"), [("zero", 0), ("none", -3)])
def test_points_can_be_corrected_down_to_the_floor(floor: str, least: int) -> None:
    """Everyone starts with 3 points and may lose one a round."""
    play = Play(3, {"points.1": least}, score_floor=floor)
    assert play.points(1) == least
    with pytest.raises(Refusal):
        play.referee.correct("points.1", least - 1)


@pytest.mark.rule("RIA.D2", "RIA.S2")
def test_bridge_goes_on_free_connection_and_next_is_turned_up() -> None:
    play = Play(3).to("D").plays({1: "1"})
    assert len(play.options) == 12
    play.answer("bridge", "san-polo.dorsoduro").answer("bridge-end", "san-polo")
    assert (play.key, play.decision.facts) == ("draw", {"draw": "bridge"})
    assert sorted(play.options) == ["3-4", "3-6", "4-5", "4-6", "5-6"]
    play.answer("draw", "5-6")
    view = play.game.view(TABLE)
    assert (view["supply"]["bridge"], view["supply"]["bridges"]) == ("5-6", 5)
    laid = view["connections"]["san-polo.dorsoduro"]
    assert laid == {"between": ["san-polo", "dorsoduro"], "tile": "bridge", "ends": {"dorsoduro": 3, "san-polo": 5}}
    play.to("D", 2).plays({1: "1"})
    assert "san-polo.dorsoduro" not in play.options
    assert len(play.options) == 11


@pytest.mark.rule("RIA.E1")
def test_gondola_cards_bring_councillors_or_points() -> None:
    play = Play(3, {"supply.1": 17}).to("E").plays({1: "3", 2: "2", 3: "4"})
    assert play.game.pieces.personal == {1: 18, 2: 7, 3: 9}
    assert play.why(1)["lacking"] == 2
    assert play.game.pieces.general[2] == 11


@pytest.mark.rule("RIA.E2", "RIA.P5")
def test_gondola_bonus_follows_normal_action() -> None:
    play = Play(3).to("E").plays({1: "2"})
    assert (play.key, play.game.pieces.personal[1]) == ("gondola", 7)
    play.answer("gondola", "castello.dorsoduro")
    assert play.options == ["castello", "dorsoduro"]
    play.answer("gondola-district", "dorsoduro")
    pieces = play.game.pieces
    assert (pieces.gondolas, pieces.general[1], pieces.districts["dorsoduro"][1]) == (5, 10, 1)
    assert pieces.connections["castello.dorsoduro"].tile == "gondola"


@pytest.mark.rule("RIA.E2")
def test_gondola_bonus_with_an_empty_general_supply() -> None:
    play = Play(3, {"councillors.1.castello": 2, "supply.1": 16}).to("E").plays({1: "1"})
    play.answer("gondola", "san-polo.dorsoduro")
    assert play.why(1)["lacking"] == 2, "one of E1, and one instead of the councillor"
    assert play.options == ["nowhere", "san-polo", "dorsoduro"]
    play.answer("gondola-district", "san-polo")
    assert play.options == ["supply", "castello"]
    play.answer("gondola-source", "castello")
    assert (play.game.pieces.districts["castello"][1], play.game.pieces.districts["san-polo"][1]) == (1, 1)
    own = Play(3, {"councillors.1.castello": 2, "supply.1": 16}).to("E").plays({1: "1"})
    own.answer("gondola", "san-polo.dorsoduro").answer("gondola-district", "dorsoduro")
    own.answer("gondola-source", "supply")
    assert (own.game.pieces.personal[1], own.game.pieces.districts["dorsoduro"][1]) == (15, 1)


@pytest.mark.rule("RIA.E2")
def test_councillor_does_not_move_within_its_district() -> None:
    """All 18 are in Castello: one may go from there to Dorsoduro, but not to Castello itself."""
    play = Play(3, {"supply.1": 0, "councillors.1.castello": 18}).to("E").plays({1: "1"})
    play.answer("gondola", "castello.dorsoduro")
    assert play.options == ["nowhere", "dorsoduro"]
    play.answer("gondola-district", "dorsoduro")
    assert play.game.pieces.districts["dorsoduro"][1] == 1


@pytest.mark.rule("RIA.F1")
def test_councillors_go_to_current_district() -> None:
    play = Play(3).to("F").plays({1: "2", 2: "3"})
    here = play.game.pieces.districts[DISTRICTS[0]]
    assert (here[1], here[2], here[3]) == (2, 4, 0)
    assert play.game.pieces.personal == {1: 3, 2: 1, 3: 5}


@pytest.mark.rule("RIA.F1", "RIA.P5")
def test_councillors_may_come_from_other_districts() -> None:
    position = {"supply.1": 1, "councillors.1.castello": 2, "councillors.1.san-polo": 1}
    play = Play(3, position).to("F").plays({1: "2"})
    assert (play.key, play.decision.facts["n"]) == ("bring", 2)
    assert isinstance(play.decision.choice, Spread)
    assert play.decision.choice.most == {"castello": 2, "san-polo": 1}
    assert {} in [{k: v for k, v in answer.items() if v} for answer in play.options], "it is optional"
    play.answer("bring", {"castello": 1, "san-polo": 1})
    pieces = play.game.pieces
    assert pieces.districts[DISTRICTS[0]][1] == 3
    assert (pieces.districts["castello"][1], pieces.districts["san-polo"][1]) == (1, 0)


@pytest.mark.rule("RIA.G1")
def test_bank_in_stage_e_scores_at_once() -> None:
    position = {"councillors.1.san-marco": 1, "councillors.1.castello": 1}
    play = Play(3, position).to("E").plays({1: "1"})
    play.answer("gondola", "cannaregio.san-polo").answer("gondola-district", "cannaregio")
    assert play.why(1)["bank"] == 5
    assert play.game.view(TABLE)["banks"]["citra"] == {"districts": list(CITRA), "open": False}
    play.set({"councillors.2.san-marco": 1, "councillors.2.castello": 1}).to("F").plays({2: "1"})
    assert "bank" not in play.why(2), "only the first"


@pytest.mark.rule("RIA.G1")
def test_bank_in_stage_f_scores_for_all_holders() -> None:
    """Seat 3 moves its councillor out of San Marco in the same stage, and no longer holds the bank."""
    position = {f"councillors.{seat}.{district}": 1 for seat in (1, 2, 3) for district in ("san-marco", "castello")}
    play = Play(3, position | {"supply.3": 0}).to("F").plays({1: "1", 2: "1", 3: "1"})
    assert (play.key, play.seat, play.tells("bank")) == ("bring", 3, [])
    play.answer("bring", {"san-marco": 1, "castello": 0})
    assert (play.why(1)["bank"], play.why(2)["bank"]) == (5, 5)
    assert "bank" not in play.why(3)
    assert not play.game.pieces.bank_open["citra"]
    assert play.game.pieces.bank_open["ultra"]


@pytest.mark.rule("RIA.P4")
def test_no_bonus_if_nobody_plays() -> None:
    play = Play(3).plays()
    assert play.tells("no-bonus", "bonus", "bonus-by-track") == ["no-bonus"]
    assert {play.game.pieces.track.space(seat) for seat in (1, 2, 3)} == {1}
