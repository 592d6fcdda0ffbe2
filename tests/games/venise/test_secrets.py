"""The table's view of the cards of Venise. That it sees no more is tested in `tests/games/test_leaks.py`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.games.venise.game import Venise
from companion.referee.views import SeatView
from companion.steps import TABLE
from tests.tables import referee


@pytest.mark.rule("VSE.T1", "VSE.T5")
def test_considering_a_card_shows_nothing() -> None:
    """Choosing a card and going back leaves no trace that others could see."""
    judge = referee("venise", 2, seed=3)
    (seat,) = judge.open
    before = [SeatView.of(judge, other).to_json()["pieces"] for other in (TABLE, 3 - seat)]
    told = len(judge.game.tells)
    judge.answer(seat, "small")
    judge.answer(seat, "back")
    assert [SeatView.of(judge, other).to_json()["pieces"] for other in (TABLE, 3 - seat)] == before
    assert len(judge.game.tells) == told
    assert all(entry.secret for entry in judge.entries)


def hidden_words(value: Any) -> set[str]:
    text = json.dumps(value)
    return {card for card in ("advance-3", "remove", "move", "advance-2") if f'"{card}"' in text}


@pytest.mark.rule("VSE.S1")
def test_the_table_sees_only_the_number_of_cards() -> None:
    judge = referee("venise", 3)
    view = SeatView.of(judge, TABLE).to_json()
    assert [view["pieces"]["seats"][str(seat)]["cards"] for seat in (1, 2, 3)] == [6, 6, 6]
    assert hidden_words(view) == set()
    assert "own" not in view["pieces"]


def test_with_cardboard_cards_the_box_knows_no_hand() -> None:
    judge = referee("venise", 3, cards="table")
    assert all(judge.game.view(seat)["own"] == {} for seat in judge.game.seats)
    assert isinstance(judge.game, Venise)
    assert {card for hand in judge.game.pieces.hand.values() for card in hand} == {None}
    assert not any(drawn.draw.startswith("card") for drawn in judge.run.draws)
