"""What is in the box, what is printed on the board, and how a game begins (RIA.K1-K7, S1-S8, T1-T2)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion import games
from companion.game import Broken
from companion.games.rialto.rules.cards import Cards
from companion.games.rialto.rules.pieces import DISTRICTS, KINDS, Pieces, Track
from companion.layout import Layout
from companion.refusal import Refusal
from companion.steps import TABLE
from tests.games.rialto.play import Play

KIT = games.find("rialto")
LAYOUT = KIT.layout()


@pytest.mark.rule("RIA.K1")
@pytest.mark.parametrize("known", [True, False])
def test_there_are_77_cards(known: bool) -> None:
    cards = Cards([1, 2], known=known)
    assert len(cards.everywhere()) == 77
    assert not known or set(Counter(cards.everywhere()).values()) == {11}
    cards.pile.pop()
    with pytest.raises(Broken):
        cards.check()


@pytest.mark.rule("RIA.K1")
def test_changed_card_is_noticed() -> None:
    cards = Cards([1, 2], known=True)
    cards.pile[0] = "B"
    with pytest.raises(Broken):
        cards.check()


@pytest.mark.rule("RIA.K2", "RIA.K3", "RIA.S6")
def test_pieces_at_the_start() -> None:
    pieces = Pieces([1, 2, 3], LAYOUT)
    pieces.check()
    assert (pieces.coins, pieces.gondolas, len(pieces.bridges), set(pieces.bank_open.values())) == (30, 6, 6, {True})
    assert (pieces.personal, pieces.general) == ({1: 5, 2: 5, 3: 5}, {1: 13, 2: 13, 3: 13})
    assert pieces.supply == dict.fromkeys(KINDS, 5)
    assert len(KINDS) == 12


@pytest.mark.rule("RIA.K2", "RIA.K3")
@pytest.mark.parametrize("lost", ["coin", "councillor", "building", "gondola", "bridge", "marker", "eighth", "debt"])
def test_lost_piece_is_noticed(lost: str) -> None:
    play = Play(3)
    pieces = play.game.pieces
    if lost == "coin":
        pieces.coins -= 1
    elif lost == "councillor":
        pieces.general[1] -= 1
    elif lost == "building":
        pieces.supply["blue-2"] -= 1
    elif lost == "gondola":
        pieces.gondolas -= 1
    elif lost == "bridge":
        pieces.bridges.pop()
    elif lost == "marker":
        pieces.track.stacks[1].remove(2)
    elif lost == "eighth":
        for kind in KINDS[:7]:
            pieces.take_building(1, kind)
    else:
        pieces.purse[1], pieces.purse[2] = -1, pieces.purse[1] + pieces.purse[2] + 1
    with pytest.raises(Broken):
        pieces.check()


@pytest.mark.rule("RIA.K4", "RIA.K5", "RIA.K6", "RIA.K7")
def test_our_board() -> None:
    ends = Counter(district for pair in LAYOUT["connections"] for district in pair)
    assert (len(LAYOUT["connections"]), set(ends.values()), set(ends)) == (12, {4}, set(DISTRICTS))
    assert LAYOUT["banks"]["citra"] == ["cannaregio", "san-marco", "castello"]
    assert LAYOUT["banks"]["ultra"] == ["santa-croce", "san-polo", "dorsoduro"]
    assert LAYOUT["bridges"] == [[3, 4], [3, 5], [3, 6], [4, 5], [4, 6], [5, 6]]
    assert LAYOUT["doge_track"] == 30
    assert LAYOUT.assumed() == ["connections", "doge_track"]


@pytest.mark.rule("RIA.K4", "RIA.K5", "RIA.K6", "RIA.K7")
@pytest.mark.parametrize(
    ("fact", "value", "rule"),
    [
        ("connections", [], "RIA.K4"),
        ("connections", "all", "RIA.K4"),
        ("connections", [["castello", "castello"]], "RIA.K4"),
        ("connections", [["castello", "lido"]], "RIA.K4"),
        ("connections", [*LAYOUT["connections"], ["castello", "cannaregio"]], "RIA.K4"),
        ("connections", LAYOUT["connections"][:3], "RIA.K4"),
        ("connections", LAYOUT["connections"][:11], "RIA.K4"),
        ("connections", [["castello", "san-polo"], *LAYOUT["connections"][1:]], "RIA.K4"),
        ("banks", {"citra": ["castello"], "ultra": []}, "RIA.K5"),
        ("banks", {"citra": ["castello"] * 3, "ultra": ["san-polo"] * 3}, "RIA.K5"),
        ("banks", {"near": [], "far": []}, "RIA.K5"),
        ("bridges", [[3, 4]], "RIA.K6"),
        ("bridges", [[0, 4]] * 6, "RIA.K6"),
        ("bridges", [[True, 4]] * 6, "RIA.K6"),
        ("doge_track", 3, "RIA.K7"),
        ("doge_track", "long", "RIA.K7"),
    ],
)
def test_impossible_board_is_refused_by_its_rule(fact: str, value: Any, rule: str) -> None:
    with pytest.raises(Refusal) as refused:
        KIT.check_layout(LAYOUT.corrected(fact, value))
    assert (refused.value.key, refused.value.rule) == ("bad-board", rule)


@pytest.mark.rule("RIA.K4")
def test_missing_and_unknown_facts_are_refused() -> None:
    facts = dict(LAYOUT.facts)
    strange = Layout("odd", facts | {"lagoon": facts["banks"]})
    with pytest.raises(Refusal) as refused:
        KIT.check_layout(strange)
    assert refused.value.key == "unknown-fact"
    del facts["connections"]
    with pytest.raises(Refusal):
        KIT.check_layout(Layout("odd", facts))


@pytest.mark.rule("RIA.K6", "RIA.K7")
def test_pieces_follow_owners_board() -> None:
    layout = LAYOUT.corrected("bridges", [[2, 2]] * 6).corrected("doge_track", 12)
    KIT.check_layout(layout)
    pieces = Pieces([1, 2], layout)
    assert (pieces.bridges, pieces.track.length) == (["2-2"] * 6, 12)


@pytest.mark.rule("RIA.T1", "RIA.K7")
def test_doge_track() -> None:
    track = Track(10)
    for player in (3, 2, 1):
        track.put(player, 1)
    assert track.order() == [1, 2, 3]
    assert track.move(3, 4) == 4
    assert track.order() == [3, 1, 2]
    track.move(1, 4)
    assert track.order() == [1, 3, 2], "the last to arrive goes on top"
    track.move(2, 50)
    track.move(3, 50)
    assert (track.order(), track.space(2)) == ([3, 2, 1], 10)
    assert track.move(2, 3) == 0
    assert track.order() == [3, 2, 1], "a marker that is at the end already keeps its place in the stack"


@pytest.mark.rule("RIA.T1")
def test_moving_by_zero_keeps_place_in_stack() -> None:
    track = Track(10)
    for player in (2, 1):
        track.put(player, 1)
    track.move(2, 0)
    assert track.order() == [1, 2]


@pytest.mark.rule("RIA.S1", "RIA.I1")
def test_turn_tiles_give_district_of_each_round() -> None:
    turns = ["san-polo", "castello", "dorsoduro", "san-marco", "cannaregio", "santa-croce"]
    play = Play(3, turns=turns)
    assert play.game.view(TABLE)["districts"]["castello"]["turn"] == 2
    for number, district in enumerate(turns, start=1):
        play.to("A", number)
        assert play.game.view(TABLE)["district"] == district


@pytest.mark.rule("RIA.S2")
def test_only_top_bridge_is_seen() -> None:
    play = Play(3, bridge="4-6")
    supply = play.game.view(TABLE)["supply"]
    assert (supply["bridge"], supply["bridges"]) == ("4-6", 6)
    assert "4-6" not in play.game.pieces.bridges


@pytest.mark.rule("RIA.S3", "RIA.S4", "RIA.S5", "RIA.T2")
def test_first_player_leads() -> None:
    play = Play(4, first=3)
    assert play.game.clockwise == [3, 4, 1, 2]
    assert play.game.pieces.track.stacks == {1: [2, 1, 4, 3]}
    assert play.game.order() == [3, 4, 1, 2]
    assert {seat: play.points(seat) for seat in play.game.seats} == {1: 3, 2: 3, 3: 3, 4: 3}


@pytest.mark.rule("RIA.S7")
@pytest.mark.parametrize(("players", "coins"), [(2, [1, 2]), (3, [1, 2, 3]), (4, [1, 2, 2, 3]), (5, [1, 2, 2, 2, 3])])
def test_coins_at_the_start(players: int, coins: list[int]) -> None:
    play = Play(players, first=2, stop="")
    assert [play.game.pieces.purse[int(seat)] for seat in play.game.clockwise] == coins
    assert play.game.pieces.coins == 30 - sum(coins)


@pytest.mark.rule("RIA.S8")
def test_first_buildings_of_three_differ() -> None:
    play = Play(3, first=2, buildings={1: "blue-1", 3: "green-1"}, stop="")
    assert [play.kinds(seat) for seat in (1, 2, 3)] == [["blue-1"], ["yellow-1"], ["green-1"]]
    assert play.asked("first-building@0") == [1, 3], "from the first player's right; the last has no choice left"


@pytest.mark.rule("RIA.S8")
def test_first_building_twice_at_most_with_four() -> None:
    play = Play(4, buildings={4: "blue-1", 3: "blue-1", 2: "green-1", 1: "green-1"}, stop="")
    assert [play.kinds(seat) for seat in (4, 3, 2, 1)] == [["blue-1"], ["blue-1"], ["green-1"], ["green-1"]]
    with pytest.raises(Refusal) as refused:
        Play(4, buildings={4: "blue-1", 3: "blue-1", 2: "blue-1"}, stop="")
    assert (refused.value.key, refused.value.rule) == ("kind-taken", "RIA.S8")
