"""A game without tests of its own, as the guide begins with one: the shared tests say what it lacks."""

from __future__ import annotations

import pytest

from companion import games
from tests.games.randomisers import Listed
from tests.twins import told_by


def test_a_game_that_lists_no_randomisers_stops_no_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "names", lambda: ["doge", "nothing-yet"])
    assert {randomiser.kind.partition(":")[0] for randomiser in Listed().randomisers} == {"doge"}


def test_where_nothing_is_said_of_secrets_that_is_told() -> None:
    with pytest.raises(LookupError, match=r"^tests/games/nothing-yet/hidden.py is missing: see CONTRIBUTING, 10$"):
        told_by("nothing-yet")
