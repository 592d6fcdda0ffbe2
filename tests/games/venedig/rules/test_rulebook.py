"""The worked examples of the Venedig rulebook, to the letter. Seat 1 is Klaus, seat 2 is Jürgen."""

from __future__ import annotations

import pytest

from companion.games.venedig.rules.track import Landing, walk
from companion.refusal import Refusal
from tests.games.venedig.play import Play

KLAUS, JURGEN = 1, 2


@pytest.mark.rule(
    "VEN.B3", "VEN.B6", "VEN.B7", "VEN.B9", "VEN.B10", "VEN.B11", "VEN.B12", "VEN.G1", "VEN.D1", "VEN.R2"
)
def test_turn_of_klaus() -> None:
    play = klaus_to_move()
    pieces = play.pieces
    # Klaus lays two ponte cards and takes the pawn from Jürgen, who has one out. Then he lays two casas, built first.
    play.answer("card", "ponte.2")
    assert play.told("takes-over").facts == {"holder": KLAUS, "building": "ponte", "n": 2}
    assert pieces.pawns["ponte"] == KLAUS
    play.lay("casa.2")
    assert play.options == ["casa", "ponte"]
    # The first casa joins three others. His gondola is alongside, so he takes treasure, then moves one space.
    play.answer("next", "casa").answer("place", "D6")
    assert pieces.gold.held[KLAUS]["treasure"] == 1
    assert play.gondolas[KLAUS] == 10
    assert pieces.cards.discards["casa"] == 1
    # The second casa goes to the same island: treasure again, one space again.
    play.answer("next", "casa").until("place").answer("place", "D5")
    assert pieces.gold.held[KLAUS]["treasure"] == 2
    assert play.gondolas[KLAUS] == 11
    assert pieces.cards.discards["casa"] == 2
    # The ponte joins an island with two casas and one with five: he chooses the five. No treasure this time.
    play.until("place").answer("place", "C8")
    assert play.decision.facts["houses"] == {"cannaregio": 5, "castello": 2}
    play.answer("district", "cannaregio")
    assert pieces.gold.held[KLAUS]["treasure"] == 2
    assert play.gondolas[KLAUS] == 16, "right behind Jürgen"
    # For 5 gold he passes Jürgen, who has not moved yet.
    play.answer("tokens", {"treasure": 1, "swamp": 0}).answer("worth", 5)
    assert play.told("pays").facts == {"seat": KLAUS, "gold": 5, "n": 1}
    # Jürgen gets half of five, and leaps over Klaus with his two spaces.
    assert play.gondolas == {KLAUS: 18, JURGEN: 20, 3: 0}
    assert play.told("leaps").facts == {"seat": JURGEN, "n": 2, "space": 20, "over": [18]}
    assert pieces.cards.discards["ponte"] == 3
    assert pieces.pawns["ponte"] is None
    # He drains two hexes, lays a palazzo face up, and takes one face-up card and two from the pile.
    play.answer("drain", "F7").answer("drain", "F8").until("take")
    assert pieces.gold.held[KLAUS]["swamp"] == 2
    held, pile = pieces.cards.held[KLAUS], pieces.cards.pile
    play.answer("take", "lay.palazzo").answer("three", {"campo": 1})
    assert pieces.cards.held[KLAUS] == held + 2 == 3
    assert pieces.cards.pile == pile - 2
    assert pieces.cards.open == ["palazzo"]
    assert play.seat == JURGEN


def klaus_to_move() -> Play:
    play = Play().holds(KLAUS, 5).before(JURGEN, "ponte", 1).opened("campo").gondola(KLAUS, 9).gondola(JURGEN, 17)
    for place in ("E4", "E5", "E6", "E13", "E14"):
        play.stands("casa", place)
    return play.dry("C8", "C10")


@pytest.mark.rule("VEN.K3", "VEN.K7", "VEN.B10")
def test_palazzo_with_five_of_six_undeveloped_hexes() -> None:
    """On a shore six hexes touch it, one of them built on; Jürgen is the master builder. It gives five and two."""
    play = Play(first=KLAUS).before(JURGEN, "palazzo", 2).gondola(KLAUS, 30).gondola(JURGEN, 1)
    play.stands("casa", "B6").dry("C6", "C5")
    assert play.pieces.plan.around(["C5", "C6"]) == ["B5", "B6", "C7", "D4", "D5", "D6"]
    play.lay("palazzo.1")
    assert play.seat == JURGEN, "the master builder chooses the place"
    play.answer("place", "C5").answer("place", "C6").until("drain")
    assert play.told("stands").facts["n"] == 5
    assert play.gondolas == {KLAUS: 32, JURGEN: 6, 3: 0}


@pytest.mark.rule("VEN.B11")
def test_jurgen_and_klaus_leap_over_each_other() -> None:
    """Jürgen moves seven spaces, not counting the one with Klaus; then Klaus passes him with three."""
    jurgen, klaus = 20, 26
    landing = walk(jurgen, 7, [klaus])
    assert landing == Landing(28, [26])
    assert walk(klaus, 3, [landing.space]) == Landing(30, [28])


@pytest.mark.rule("VEN.B4")
def test_two_cards_may_join_two_basilica_cards() -> None:
    play = Play().holds(1, 5).before(2, "basilica", 2)
    offered = {option for option in play.options if option.startswith("basilica")}
    assert offered == {"basilica.1", "basilica.2", "basilica.alone"}
    with pytest.raises(Refusal) as refused:
        play.answer("card", "basilica.3")
    assert (refused.value.key, refused.value.rule) == ("too-many-cards", "VEN.B4")
    assert refused.value.facts == {"building": "basilica", "out": 2, "most": 2, "needed": 4}


@pytest.mark.rule("VEN.B2", "VEN.B3", "VEN.B10")
def test_ponte_completed_over_two_turns() -> None:
    play = Play(board="counted").lay("ponte.1")
    assert play.pieces.pawns["ponte"] == 1
    for _ in range(3):
        play.end_turn()
    play.lay("ponte.2").answer("room", "yes").answer("houses", 1)
    assert play.gondolas == {1: 1, 2: 0, 3: 0}
    assert play.pieces.pawns["ponte"] is None
