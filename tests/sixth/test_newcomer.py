"""A game without tests of its own, as a newcomer's is at first: the shared tests say what it lacks."""

from __future__ import annotations

import pytest

from companion import games
from companion.steps import TABLE
from tests.games.randomisers import Listed
from tests.tables import referee
from tests.twins import check_open


def test_a_game_that_lists_no_randomisers_stops_no_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "names", lambda: ["doge", "nothing-yet"])
    assert {randomiser.kind.partition(":")[0] for randomiser in Listed().randomisers} == {"doge"}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("secret", True),
        ("to", 1),
        ("own", {"hand": [3]}),
    ],
)
def test_a_game_that_hides_something_must_say_what(key: str, value: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question in secret, a telling for one seat, something that only one seat sees: each is noticed."""
    judge = referee("doge", 3, ballots="table")
    check_open(judge)
    if key == "own":
        monkeypatch.setattr(judge.game, "view", lambda seat: {"own": value} if seat == 1 else {})
    else:
        monkeypatch.setattr(judge.game.tells[0] if key == "to" else judge.open[TABLE], key, value)
    with pytest.raises(LookupError, match=r"^tests/games/doge/hidden.py is missing: see CONTRIBUTING, 10$"):
        check_open(judge)
