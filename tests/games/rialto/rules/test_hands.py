"""Phase I: rows, green buildings, and the hands that players keep (RIA.I1-I6, X1)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.referee.views import SeatView
from companion.refusal import Refusal
from companion.steps import TABLE
from tests.games.rialto.play import Play, deal

ROWS = ["ABCDEF", "AABBCC", "JJJFFF", "DDDEEE"]


def device(**more: Any) -> Play:
    """Start a game of three with these four rows, and then A and B, C and D, E and F on the pile."""
    return Play(3, script=deal(ROWS, "AB", "CD", "EF", "AAABBB"), cards="device", **{"stop": "row"} | more)


@pytest.mark.rule("RIA.I2", "RIA.I3", "RIA.T2")
def test_rows_are_taken_in_doge_order_with_two_cards() -> None:
    play = device(position={"space.3": 2})
    assert (play.seat, play.options) == (3, ["ABCDEF", "AABBCC", "FFFJJJ", "DDDEEE"])
    play.answer("row", "FFFJJJ")
    assert sorted(map(str, play.game.cards.hand[3])) == list("ABFFFJJJ")
    assert (play.seat, play.options) == (1, ["ABCDEF", "AABBCC", "DDDEEE"])
    play.answer("row", "DDDEEE").answer("row", "ABCDEF")
    assert sorted(map(str, play.game.cards.hand[2])) == list("ABCDEEFF")
    assert play.game.view(TABLE)["rows"] == [list("AABBCC")]


@pytest.mark.rule("RIA.I2")
def test_rows_are_laid_card_by_card() -> None:
    play = Play(3, script="ABCD" * 6, cards="device", stop="row")
    assert play.options == ["AAAAAA", "BBBBBB", "CCCCCC", "DDDDDD"]


@pytest.mark.rule("RIA.I2")
def test_equal_rows_are_offered_once() -> None:
    play = Play(2, script=deal(["AAABBB", "CCCDDD", "BBBAAA"]), cards="device", stop="row")
    assert play.options == ["AAABBB", "CCCDDD"]


@pytest.mark.rule("RIA.I2")
def test_discards_are_reshuffled() -> None:
    play = Play(5).to("A", 2)
    assert play.told("shuffled").facts["n"] > 0
    cards = play.game.cards
    assert sum(map(len, (cards.pile, *cards.hand.values(), *cards.discards.values()))) == 77


@pytest.mark.rule("RIA.I2", "RIA.I3")
def test_fewer_cards_when_all_run_out() -> None:
    """With 49 cards in hands, 28 are left for six rows, four of five cards and two of four, and none to draw."""
    play = Play(5).to("F")
    game = play.game
    play.set({"cards.1": 14, "cards.2": 14})
    assert sum(map(len, game.cards.hand.values())) == 49
    play.until("row", "2")
    assert [len(row) for row in game.cards.rows] == [5, 5, 5, 5, 4, 4]
    assert play.options == [5, 4]
    play.answer("row", 4)
    assert len(game.cards.hand[1]) == 18
    play.until("stage")
    assert [tell.facts["row"] for tell in game.tells if tell.key == "takes-cards"][-5:] == [4, 5, 5, 5, 5]
    assert play.told("takes-cards").facts["n"] == 0


@pytest.mark.rule("RIA.I3", "RIA.P2")
def test_kept_cards_stay_in_hand() -> None:
    play = Play(3)
    assert {len(play.game.cards.hand[seat]) for seat in play.game.seats} == {7}
    play.plays({1: "2"}).to("A", 2)
    assert {seat: len(play.game.cards.hand[seat]) for seat in play.game.seats} == {1: 7, 2: 7, 3: 7}
    assert play.told("takes-cards", 3).facts["hand"] == 13


@pytest.mark.rule("RIA.I4", "RIA.X1")
def test_green_buildings_come_between_rows_and_discards() -> None:
    play = Play(4, {"coins.3": 2, "space.3": 2}, buildings=dict.fromkeys((3, 4), "green-1"), stop="activate")
    assert (play.seat, play.decision.at) == (3, "1.1.1")
    assert {len(hand) for hand in play.game.cards.hand.values()} == {8}
    play.answer("activate", "green-1").answer("more-cards", "pile")
    assert play.told("activates").facts == {"seat": 3, "building": "green-1"}
    assert play.seat == 4
    assert play.tells("discards") == []
    play.answer("activate", "none")
    assert play.tells("discards") == ["discards"] * 4


@pytest.mark.rule("RIA.X1", "RIA.I5")
@pytest.mark.parametrize(
    ("value", "taken", "drawn", "kept"), [(1, 9, 11, 7), (2, 8, 8, 8), (3, 9, 11, 8), (4, 9, 11, 9)]
)
def test_green_buildings(value: int, taken: int, drawn: int, kept: int) -> None:
    position = {f"buildings.1.green-{value}": 1}
    for source, number in (("row", taken), ("pile", drawn)):
        play = Play(3, position, buildings={1: "blue-1", 2: "yellow-1"}, stop="activate")
        play.answer("activate", f"green-{value}")
        if value != 2:
            play.answer("more-cards", source)
        play.until("stage")
        discards = [tell.facts for tell in play.game.tells if tell.key == "discards" and tell.facts["seat"] == 1]
        assert sum(facts["n"] for facts in discards) == number - kept
        assert len(play.game.cards.hand[1]) == kept
        assert play.game.pieces.purse[1] == 0
        assert f"green-{value}.used" in play.kinds(1)


@pytest.mark.rule("RIA.X1", "RIA.I2")
@pytest.mark.parametrize("left_over", [True, False])
def test_empty_pile_is_not_offered(left_over: bool) -> None:
    """With pile and discards empty, only a card of the remaining row can be taken, if there is one."""
    play = device(buildings={1: "green-1", 3: "blue-1"})
    play.answer("row", "ABCDEF").answer("row", "AABBCC").answer("row", "FFFJJJ")
    cards = play.game.cards
    assert not cards.discards
    cards.hand[2] += cards.pile
    cards.pile = []
    if not left_over:
        cards.hand[2] += cards.rows.pop()
    told = len(play.tells("drawn"))
    play.answer("activate", "green-1")
    if left_over:
        assert play.options == ["D", "E"]
    else:
        assert play.told("draws").facts["n"] == 0
    assert len(play.tells("drawn")) == told


@pytest.mark.rule("RIA.I2")
def test_short_rows_are_announced() -> None:
    play = Play(3, {"cards.1": 20, "cards.2": 20, "cards.3": 20}).to("A", 2)
    facts = play.told("lay-short-rows").facts
    assert facts["number"] == 4
    assert sum(facts["cards"]) < 24


@pytest.mark.rule("RIA.X1")
def test_green_takes_card_of_remaining_row() -> None:
    play = device(buildings={1: "green-1", 3: "blue-1"})
    play.answer("row", "ABCDEF").answer("row", "AABBCC").answer("row", "FFFJJJ")
    play.answer("activate", "green-1")
    assert play.options == ["D", "E", "pile"]
    play.answer("more-cards", "E")
    assert play.game.cards.hand[1].count("E") == 2
    nothing_left = Play(3, buildings={1: "green-1"}, stop="activate")
    nothing_left.game.cards.discards[0] = nothing_left.game.cards.rows.pop()
    nothing_left.answer("activate", "green-1")
    assert nothing_left.told("draws").facts == {"seat": 1, "n": 3}, "without a row there is nothing to choose"


@pytest.mark.rule("RIA.X1")
def test_no_activation_without_coin() -> None:
    play = Play(3, {"coins.1": 0}, buildings={1: "green-1"}, stop="")
    assert play.key == "stage"


@pytest.mark.rule("RIA.I4")
def test_green_buildings_are_activated_in_one_go() -> None:
    position = {"coins.1": 5, "buildings.1.green-2": 2}
    play = Play(3, position, buildings={1: "green-1"}, stop="activate")
    assert play.options == ["none", "green-1", "green-2"]
    play.answer("activate", "green-2").answer("activate", "green-2")
    assert play.options == ["none", "green-1"]
    play.answer("activate", "none")
    assert (play.game.limit[1], play.game.pieces.purse[1]) == (9, 3)


@pytest.mark.rule("RIA.I5")
def test_discards_are_secret_and_simultaneous() -> None:
    play = device(buildings={1: "blue-1", 2: "yellow-1"}, position={"coins.3": 0})
    play.answer("row", "ABCDEF").answer("row", "AABBCC").answer("row", "FFFJJJ")
    assert sorted(play.referee.open) == [1, 2, 3]
    play.referee.answer(1, ["B"])
    assert len(play.game.cards.hand[1]) == 8, "nothing moves before all have chosen"
    with pytest.raises(Refusal):
        play.referee.answer(2, ["A", "A"])
    play.referee.answer(2, ["A"])
    play.referee.answer(3, ["J"])
    assert [len(play.game.cards.hand[seat]) for seat in (1, 2, 3)] == [7, 7, 7]
    assert play.game.cards.discards[1] == ["B"]
    assert {seat: view["cards"] for seat, view in SeatView.of(play.referee, TABLE).pieces["seats"].items()} == {
        "1": 7,
        "2": 7,
        "3": 7,
    }


@pytest.mark.rule("RIA.I5")
def test_hand_limit_lasts_one_round() -> None:
    play = Play(3, {"buildings.1.green-4": 1}, buildings={1: "blue-1", 2: "yellow-1"}, stop="activate")
    play.answer("activate", "green-4").answer("more-cards", "pile")
    assert play.game.limit[1] == 9
    play.to("A", 2)
    assert play.game.limit[1] == 7


@pytest.mark.rule("RIA.I6")
def test_remaining_row_is_discarded() -> None:
    play = Play(3)
    assert play.game.cards.rows == []
    assert len(play.game.cards.discards[0]) == 6
