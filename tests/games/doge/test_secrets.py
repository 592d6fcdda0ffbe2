"""Doge keeps nothing that could be peeked at. `tests/games/test_leaks.py` proves that ballots stay secret."""

from __future__ import annotations

import pytest

from tests.tables import referee


@pytest.mark.rule("DOG.S2", "DOG.V1")
def test_next_order_is_drawn_as_it_is_turned_up() -> None:
    """The blue cards are drawn one by one as they are shown, so that there is nothing to peek at."""
    judge = referee("doge", 3)
    drawn = [drawn.draw for drawn in judge.run.draws]
    assert drawn == ["first@0", *(f"order@0.{n}" for n in range(1, 7))]
