"""What a table may set right in Venedig, and that nothing is lost or made by it."""

from __future__ import annotations

import pytest

from tests.games.venedig.play import Play


def offered(play: Play, place: str) -> list[object]:
    correction = play.game.corrections().get(place)
    return list(correction.choice.legal()) if correction else []


@pytest.mark.rule("VEN.B3")
def test_a_pawn_goes_to_none_who_has_fewer_cards_than_another() -> None:
    play = Play().before(1, "basilica", 2).before(2, "basilica", 1)
    assert offered(play, "pawn.basilica") == [], "only one may have it"
    play = Play(4).before(2, "basilica", 1).before(3, "basilica", 1)
    assert offered(play, "pawn.basilica") == ["2", "3"]
    play.referee.correct("pawn.basilica", "3")
    assert play.pieces.pawns["basilica"] == 3
    play.game.check()
