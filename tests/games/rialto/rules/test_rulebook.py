"""The worked cases of the Rialto rulebook, to the letter."""

from __future__ import annotations

import pytest

from companion.games.rialto.rules.neutral import marked
from companion.games.rialto.rules.scoring import Play as Laid
from companion.games.rialto.rules.scoring import rank_scores
from companion.steps import TABLE
from tests.games.rialto.play import Play, deal

RED, BLUE, YELLOW = 1, 2, 3


@pytest.mark.rule("RIA.A1", "RIA.P3", "RIA.P4", "RIA.P5")
def test_bonus_of_three_doge_cards() -> None:
    """Page 4, example 1: Red takes the bonus and moves one space more."""
    play = Play(3).plays({RED: "3", BLUE: "2", YELLOW: "1"})
    assert play.told("bonus").facts["seat"] == RED
    spaces = {seat: play.game.pieces.track.space(seat) for seat in (RED, BLUE, YELLOW)}
    assert spaces == {RED: 5, BLUE: 3, YELLOW: 2}


@pytest.mark.rule("RIA.B1", "RIA.X2", "RIA.J2", "RIA.P3")
@pytest.mark.parametrize(("other", "coins"), [("0", 4), ("4", 3)])
def test_doge_card_as_two_gold_with_a_joker(other: str, coins: int) -> None:
    """Page 4, example 2: with yellow 4 and a joker it counts 3; 4 coins with the bonus, else 3."""
    play = Play(3, {"buildings.1.yellow-4": 1, "coins.1": 1}).to("B")
    play.plays({RED: "0+1*4", BLUE: other})
    assert play.game.pieces.purse[RED] == coins
    assert "yellow-4.used" in play.kinds(RED)


@pytest.mark.rule("RIA.B1", "RIA.X2", "RIA.J2")
def test_doge_card_as_two_gold_from_a_known_hand() -> None:
    rows = ["AJCCDD", "ABCDEF", "ABCDEF"]
    play = Play(2, {"buildings.1.yellow-4": 1}, script=deal(rows, "EE", "FF"), cards="device", stop="row")
    play.answer("row", "ACCDDJ").until("discard").answer("discard", ["E"]).until("play", "1.B")
    while play.seat != RED:
        play.quietly()
    assert "0+1*4" in play.options
    play.answer("play", "0+1*4").answer("convert", "A")
    assert play.game.plays[RED] == Laid(0, 1, (4,))
    assert play.game.plays[RED].strength == 3


@pytest.mark.rule("RIA.X2", "RIA.A1")
def test_gold_card_as_one_doge_card() -> None:
    """Page 8, yellow 2: one Gold card moves the marker one space."""
    rows = ["BBCCDD", "ABCDEF", "ABCDEF"]
    play = Play(2, {"buildings.1.yellow-2": 1}, script=deal(rows, "EE", "FF"), cards="device", stop="row")
    play.answer("row", "BBCCDD").until("play", "1.A")
    play.answer("play", "0*2").answer("convert", "B").answer("play", "1")
    assert play.told("bonus-by-track").facts["strengths"] == {RED: 1, BLUE: 1}
    assert play.game.pieces.track.space(RED) == 3


@pytest.mark.rule("RIA.X3")
def test_blue_3_moves_three_from_third_space() -> None:
    play = Play(3, {"buildings.1.blue-3": 1, "space.1": 3}).until("activate", "1.3")
    play.answer("activate", "blue-3")
    assert play.game.pieces.track.space(RED) == 6


@pytest.mark.rule("RIA.Z3")
def test_district_4_with_bridge_ends_5_and_4_and_two_gondolas() -> None:
    """Page 6: the ranks score 11, 5, 2 and 1."""
    play = Play(4)
    pieces = play.game.pieces
    district = play.game.turns[3]
    around = [connection for connection in pieces.connections.values() if district in connection.between]
    for connection, worth in zip(around, (5, 4, 1, 1), strict=True):
        other = next(one for one in connection.between if one != district)
        if worth > 1:
            connection.put("bridge", {district: worth, other: 3})
        else:
            connection.put("gondola", {})
    assert pieces.worth(district) == 11
    assert [score for score, _ in zip(rank_scores(11), range(4), strict=False)] == [11, 5, 2, 1]


@pytest.mark.rule("RIA.X3")
def test_blue_1_upgrades_green_2_to_green_3() -> None:
    position = {"buildings.1.blue-1": 1, "buildings.1.blue-4": 1, "buildings.1.green-2": 1, "coins.1": 2}
    play = Play(3, position, buildings={RED: "yellow-1"}).until("activate", "1.3")
    play.answer("activate", "blue-1").answer("upgrade", "green-2")
    assert play.kinds(RED) == ["blue-1.used", "blue-4", "green-3.fresh", "yellow-1"]


def mark_of(play: Play) -> set[int]:
    connection = marked(play.game)
    assert connection is not None
    return {play.game.turns.index(district) + 1 for district in connection.between}


@pytest.mark.rule("RIA.N3")
def test_marker_between_1_and_3_if_1_and_2_are_not_joined() -> None:
    """Variant, example 1."""
    turns = ["cannaregio", "dorsoduro", "castello", "san-marco", "san-polo", "santa-croce"]
    assert mark_of(Play(2, turns=turns, neutral="with", stop="")) == {1, 3}


@pytest.mark.rule("RIA.N3")
def test_marker_moves_to_2_and_3_if_1_is_full() -> None:
    """Variant, example 2."""
    turns = ["cannaregio", "castello", "san-marco", "dorsoduro", "san-polo", "santa-croce"]
    play = Play(2, turns=turns, neutral="with", stop="")
    assert mark_of(play) == {1, 2}
    for connection in play.game.pieces.connections.values():
        if turns[0] in connection.between:
            connection.put("gondola", {})
    assert mark_of(play) == {2, 3}


@pytest.mark.rule("RIA.I2")
def test_rows_in_a_game_of_two() -> None:
    """Page 4: three rows of six cards for two players."""
    play = Play(2, cards="device", stop="row")
    rows = play.game.view(TABLE)["rows"]
    assert [len(row) for row in rows] == [6, 6, 6]
