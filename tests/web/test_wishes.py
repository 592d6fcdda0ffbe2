"""A wish to undo lapses when the game moves on, and no word given for one past counts for another."""

from __future__ import annotations

import pytest

from companion.refusal import Refusal
from tests.tables import referee
from web.wishes import agree, ask_undo


def test_a_wish_does_not_come_back_with_the_number_of_entries() -> None:
    judge = referee("doge", 3)
    for seat in (1, 2, 3):
        judge.answer(seat, "castello")
        judge.answer(seat, [3])
    wish = agree(judge, ask_undo(judge, 1), 2)
    assert wish is not None
    assert wish.holds(judge)
    judge.undo(5, judge.game.seats)
    judge.answer(3, [2])
    assert len(judge.entries) == wish.entries
    with pytest.raises(Refusal, match="no-wish"):
        agree(judge, wish, 3)
    assert len(judge.entries) == 6
