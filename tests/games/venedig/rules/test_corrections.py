"""Corrections of Venedig, none of which loses or makes a piece."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.venedig.rules.kinds import KINDS, SHARED
from tests.games.harness import play_with_corrections
from tests.games.venedig.play import Play


def offered(play: Play, place: str) -> list[object]:
    correction = play.game.corrections().get(place)
    return list(correction.choice.legal()) if correction else []


@pytest.mark.rule("VEN.B3")
def test_pawn_moves_only_between_those_with_most_cards() -> None:
    play = Play().before(1, "basilica", 2).before(2, "basilica", 1)
    assert offered(play, "pawn.basilica") == [], "only seat 1 may have it"
    play = Play(4).before(2, "basilica", 1).before(3, "basilica", 1)
    assert offered(play, "pawn.basilica") == ["2", "3"]
    play.referee.correct("pawn.basilica", "3")
    assert play.pieces.pawns["basilica"] == 3
    play.game.check()


def empty_pile(play: Play) -> Play:
    """Discard the whole pile."""
    stock = play.pieces.cards
    for kind in stock.pile_cards()[: stock.pile]:
        stock.turn_up(kind)
        stock.discards[kind] += 1
    play.game.check()
    return play


@pytest.mark.rule("VEN.B1", "VEN.B2", "VEN.R2")
def test_all_visible_cards_can_be_corrected_on_the_first_turn() -> None:
    """With no discards yet, a card comes from its holder's hand, and once that is empty from the pile."""
    play = Play()
    pile = play.pieces.cards.pile
    assert all(offered(play, f"front.{seat}.{kind}") for seat in (1, 2, 3) for kind in SHARED)
    assert all(offered(play, f"open.{kind}") == [0, 1] for kind in KINDS)
    play.referee.correct("front.2.basilica", 3)
    play.game.check()
    assert (play.pieces.cards.held[2], play.pieces.cards.pile) == (0, pile)
    assert play.pieces.pawns["basilica"] == 2
    play.referee.correct("front.2.campo", 1)
    play.referee.correct("open.casa", 1)
    play.game.check()
    assert (play.pieces.cards.open, play.pieces.cards.pile) == (["casa"], pile - 2)
    play.referee.correct("open.casa", 0)
    assert play.pieces.cards.discards["casa"] == 1


@pytest.mark.rule("VEN.E1")
def test_no_corrected_gondola_ends_the_game() -> None:
    play = Play()
    assert offered(play, "gondola.1") == list(range(13)), "no further than twelve spaces at once"
    for space in (12, 24, 36, 48, 58):
        play.referee.correct("gondola.1", space)
    assert offered(play, "gondola.1") == list(range(46, 60))
    assert 58 not in offered(play, "gondola.2")
    assert play.told("corrected").facts["number"] == 58


def test_a_corrected_pawn_is_told_with_its_holder() -> None:
    play = Play(4).before(2, "basilica", 1).before(3, "basilica", 1)
    play.referee.correct("pawn.basilica", "3")
    assert play.told("corrected-pawn").facts == {"building": "basilica", "holder": "3"}


@pytest.mark.rule("VEN.T1")
def test_a_corrected_card_of_the_third_comes_from_the_pile() -> None:
    play = Play(2)
    held, pile = dict(play.pieces.cards.held), play.pieces.cards.pile
    play.referee.correct("front.third.ponte", 2)
    play.game.check()
    assert (play.pieces.cards.held, play.pieces.cards.pile) == (held, pile - 2)


@pytest.mark.rule("VEN.R4")
def test_a_hand_can_grow_from_an_empty_pile() -> None:
    play = empty_pile(Play())
    discarded = play.pieces.cards.discards.total()
    play.referee.correct("held.1", 5)
    play.game.check()
    assert play.pieces.cards.held[1] == 5
    assert (play.pieces.cards.pile, play.pieces.cards.discards.total()) == (discarded - 2, 0)


@pytest.mark.rule("VEN.T1", "VEN.R4")
def test_third_gets_a_card_after_a_correction_emptied_the_pile() -> None:
    play = Play(2).answer("third-when", "now").until("third-card")
    stock = play.pieces.cards
    for kind in stock.pile_cards()[: stock.pile - 1]:
        stock.turn_up(kind)
        stock.discards[kind] += 1
    play.referee.correct("held.1", stock.held[1] + 1)
    assert stock.pile == 0
    play.answer("third-card", play.options[0])
    play.game.check()
    assert play.referee.fault is None


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("seed", range(4))
def test_corrections_never_lose_or_make_a_piece(players: int, seed: int) -> None:
    play = Play(players, board="counted")
    assert play_with_corrections(play.referee, Random(seed), answers=300) > 10
