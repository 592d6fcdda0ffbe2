"""There is nothing to peek at in Venedig. That nobody learns a hand or a purse is in `tests/games/test_leaks.py`."""

from __future__ import annotations

import pytest

from tests.tables import referee


@pytest.mark.rule("VEN.R4", "VEN.D1")
def test_pile_and_tokens_do_not_exist_before_they_are_drawn() -> None:
    """Cards and values are drawn as they are taken: there is nothing to peek at."""
    judge = referee("venedig", 3)
    assert [one.draw for one in judge.run.draws] == ["first@0", *(f"card@{n}" for n in range(1, 10))]
