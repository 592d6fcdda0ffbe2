"""The neutral player of the variant for two (RIA.N1-N6)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.rialto.game import Rialto
from companion.games.rialto.rules.neutral import marked
from companion.games.rialto.rules.pieces import DISTRICTS
from companion.ledger import record
from companion.refusal import Refusal
from companion.steps import TABLE
from tests.games.rialto.play import Play
from tests.tables import referee, table

NP = "neutral"
PLAIN = dict.fromkeys("ABCDEFJ", 0)


def against(cards: str, position: dict[str, Any] | None = None, **more: Any) -> Play:
    """Start a game of two against the neutral player, who has these seven cards in the first round."""
    play = Play(2, position, neutral="with", stop="neutral-cards", **more)
    return play.answer("neutral-cards", PLAIN | {card: cards.count(card) for card in cards})


@pytest.mark.rule("RIA.N1", "RIA.S4", "RIA.S7", "RIA.S8")
def test_set_up() -> None:
    play = Play(2, first=2, neutral="with", stop="", buildings={1: "green-1"})
    game = play.game
    assert game.clockwise == [NP, 2, 1]
    assert game.order() == [NP, 2, 1]
    assert game.pieces.purse == {2: 1, 1: 2}
    assert play.asked("first-building@0") == [1, 2], "the player on its right first"
    device = Play(2, neutral="with", cards="device", stop="row")
    assert [len(row) for row in device.game.view(TABLE)["rows"]] == [6, 6, 6]
    device.until("play")
    assert device.game.view(TABLE)["rows"] == []
    assert len(device.game.cards.hand[NP]) + len(device.game.cards.played.get(NP, [])) == 7


@pytest.mark.rule("RIA.N1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_only_two_players_face_the_neutral_player(players: int) -> None:
    assert not Play(2).game.neutral
    with pytest.raises(Refusal) as refused:
        table("rialto", players, neutral="with")
    assert (refused.value.key, refused.value.rule) == ("neutral-for-two", "RIA.N1")


@pytest.mark.rule("RIA.N1")
def test_a_game_of_three_that_was_begun_with_the_option_is_still_read() -> None:
    """Earlier versions let three players choose it, and ignored it."""
    begun = referee("rialto", 3)
    header = record.header(begun.kind, begun.table, begun.urn)
    header["options"] = {**header["options"], "neutral": "with"}
    _, kept, _ = record.open_header(header)
    assert kept.options["neutral"] == "with"
    assert not Rialto(kept).neutral


@pytest.mark.rule("RIA.N2")
def test_neutral_never_scores_and_has_endless_councillors() -> None:
    play = against("FFFFFFF").to("F").set({f"councillors.{NP}.{DISTRICTS[0]}": 17}).plays()
    assert play.game.pieces.districts[DISTRICTS[0]][NP] == 17 + 7 + 1
    assert set(play.game.score) == {1, 2}
    assert set(play.game.pieces.purse) == set(play.game.pieces.boards) == {1, 2}


@pytest.mark.rule("RIA.N4", "RIA.N5", "RIA.P1")
def test_neutral_cards_by_stage_with_jokers_as_councillors() -> None:
    play = against("AABEFJJ")
    assert play.told("neutral-cards").facts["cards"] == {"A": 2, "B": 1, "E": 1, "F": 3}
    assert play.decision.facts["seat"] == NP, "it leads the track, so it leads stage A"
    play.plays({1: "1"})
    assert play.told("bonus").facts["seat"] == NP
    assert play.game.pieces.track.space(NP) == 1 + 2 + 1
    assert play.decision.facts["seat"] == NP, "whoever took the bonus leads the next stage"


@pytest.mark.rule("RIA.N4")
def test_neutral_lone_joker_counts() -> None:
    play = Play(2, neutral="with", stop="neutral-cards")
    choice: Any = play.decision.choice
    assert (choice.low, choice.high, set(choice.most)) == (7, 7, set("ABCDEFJ"))
    play.answer("neutral-cards", PLAIN | {"J": 1, "A": 6}).to("F").plays()
    assert play.game.pieces.districts[DISTRICTS[0]][NP] == 2, "one for the joker and one for the bonus"


@pytest.mark.rule("RIA.N5")
def test_neutral_only_denies_bonus_in_b_and_c() -> None:
    play = against("BBBCCCC").to("B").plays({1: "2"})
    assert play.game.pieces.purse[1] == 1 + 2
    play.plays({1: "2"})
    assert play.options == ["none", "green-1", "green-2", "yellow-1", "yellow-2", "blue-1", "blue-2"]


@pytest.mark.rule("RIA.N5", "RIA.N3")
def test_neutral_bridge_on_marked_connection() -> None:
    turns = ["san-polo", "castello", "dorsoduro", "san-marco", "cannaregio", "santa-croce"]
    play = against("DDDDDDD", turns=turns).to("D").plays({1: "1"}).until("stage")
    told = play.told("lays-bridge").facts
    assert (told["district"], told["low"], told["other"], told["high"]) == ("san-polo", 3, "dorsoduro", 5)
    assert told["seat"] == NP
    marker = play.told("marker").facts
    assert (marker["district"], marker["other"]) == ("san-polo", "san-marco"), "castello is not joined to San Polo"
    without = against("DABCEFJ", turns=turns).to("D").plays({1: "2"})
    assert (without.key, without.seat) == ("bridge", 1), "without the bonus it lays nothing"


@pytest.mark.rule("RIA.N5")
def test_neutral_gondola_with_councillors_at_both_ends() -> None:
    play = against("EEEEEEE").to("E").plays({1: "1"})
    pieces = play.game.pieces
    assert pieces.connections["cannaregio.castello"].tile == "gondola"
    assert (pieces.districts["cannaregio"][NP], pieces.districts["castello"][NP]) == (1, 1)
    assert pieces.gondolas == 5


@pytest.mark.rule("RIA.N5")
def test_neutral_places_councillors_with_bonus() -> None:
    play = against("FFAABBC").to("F").plays({1: "1"})
    assert play.game.pieces.districts[DISTRICTS[0]] == {1: 1, 2: 0, NP: 3}


@pytest.mark.rule("RIA.N3")
def test_marker_moves_when_players_build_there() -> None:
    play = against("ABCDEFJ").to("D").plays({1: "5"}).answer("bridge", "cannaregio.castello")
    play.answer("bridge-end", "castello").until("stage")
    assert play.told("marker").facts == {"district": "cannaregio", "other": "san-marco"}


@pytest.mark.rule("RIA.N3")
def test_no_marker_without_free_connection() -> None:
    play = against("ABCDEFJ")
    for connection in play.game.pieces.connections.values():
        connection.put("gondola", {})
    assert marked(play.game) is None
    assert play.game.view(TABLE)["neutral"]["marker"] is None


@pytest.mark.rule("RIA.N6", "RIA.G1")
def test_bank_completed_by_neutral_scores_nobody() -> None:
    play = against("EEEEEEE", {f"councillors.{NP}.san-marco": 1}).to("E").plays()
    assert not play.game.pieces.bank_open["citra"]
    assert play.tells("bank", "bank-lost") == ["bank-lost"]


@pytest.mark.rule("RIA.N6")
def test_player_completing_bank_in_same_stage_still_scores() -> None:
    position = {f"councillors.{player}.{district}": 1 for player in (NP, 1) for district in ("san-marco", "castello")}
    play = against("FFAABBC", position).to("F").plays({1: "1"})
    assert play.why(1)["bank"] == 5
    assert play.tells("bank", "bank-lost") == ["bank"]


@pytest.mark.rule("RIA.N6", "RIA.Z3")
def test_neutral_takes_up_ranks_in_districts() -> None:
    play = against("ABCDEFJ").to("E", 6)
    play.set({f"councillors.{NP}.castello": 3, "councillors.1.castello": 1, "councillors.2.castello": 2})
    play.until("stage", "6.F")
    for connection in play.game.pieces.connections.values():
        if "castello" in connection.between and connection.tile is None and play.game.pieces.gondolas:
            connection.put("gondola", {})
            play.game.pieces.gondolas -= 1
    while play.key != "over":
        play.quietly()
    castello = play.counted("castello")
    worth = castello["worth"]
    assert list(castello["scores"].items())[:2] == [(NP, None), (2, worth // 2)]
    assert play.why(2)["district"] >= worth // 2


@pytest.mark.rule("RIA.N4")
def test_neutral_cards_are_drawn_after_phase_one() -> None:
    play = Play(2, neutral="with", cards="device", stop="play")
    told = [tell.key for tell in play.game.tells]
    assert told.index("neutral-cards") > max(n for n, key in enumerate(told) if key == "discards")
    assert sum(play.told("neutral-cards").facts["cards"].values()) == 7
