"""Questions don't give away who could have played. All other secrets are in `tests/games/test_leaks.py`."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.rialto.game import Rialto
from companion.referee import Referee
from companion.referee.views import SeatView
from companion.steps import TABLE
from tests.games.rialto.play import Play, deal
from tests.tables import referee
from tests.twins import seen_by_others


def game_of(judge: Referee) -> Rialto:
    assert isinstance(judge.game, Rialto)
    return judge.game


@pytest.mark.rule("RIA.I3", "RIA.P2")
@pytest.mark.parametrize("cards", ["AA", "BJ", "FF", "CD"])
def test_cards_drawn_from_pile_stay_secret(cards: str) -> None:
    """Seat 1 draws other cards, but as long as it passes, the others see the same to the end of the round.

    So nobody can tell from the questions asked whether another could have played.
    """
    rows = ["ABCDEF", "AABBCC", "JJJFFF", "DDDEEE"]
    one, two = (Play(3, script=deal(rows, drawn, "CD", "EF"), cards="device", stop="row") for drawn in ("EE", cards))
    compared = noticed = 0
    while one.decision.at.startswith("1"):
        assert seen_by_others(one.referee, owner=1) == seen_by_others(two.referee, owner=1)
        noticed += seen_by_others(one.referee, owner=2) != seen_by_others(two.referee, owner=2)
        one.quietly()
        two.quietly()
        compared += 1
    assert compared > noticed > 20


@pytest.mark.rule("RIA.I5", "RIA.P2")
def test_players_without_the_type_are_asked_too() -> None:
    judge = referee("rialto", 4, seed=3)
    rng = Random(3)
    asked_of_none = 0
    while judge.outcome is None:
        seat = rng.choice(list(judge.open))
        decision = judge.open[seat]
        if decision.key == "play" and decision.choice.size() == 1:
            asked_of_none += 1
            assert {"seat": seat, "secret": True} in SeatView.of(judge, TABLE).to_json()["asked"]
        judge.answer(seat, decision.choice.sample(rng))
    assert asked_of_none > 10


@pytest.mark.rule("RIA.S2", "RIA.I2")
def test_hidden_cards_and_tiles_are_not_drawn_yet() -> None:
    """The next bridge and the pile are drawn as they are shown, so that there is nothing to peek at."""
    judge = referee("rialto", 3)
    assert [drawn.draw for drawn in judge.run.draws if drawn.draw.startswith("bridge")] == ["bridge@6"]
    hidden = {"hand", "pile"}
    view = judge.game.view(TABLE)
    assert not hidden & set(view)
    assert view["supply"]["pile"] == len(game_of(judge).cards.pile)
