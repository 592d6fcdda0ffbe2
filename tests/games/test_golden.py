"""The golden games still play the same."""

from __future__ import annotations

from typing import Any

import pytest

from companion import games
from tests.games.golden import HERE, cases, playthrough

CASES = cases()


@pytest.mark.parametrize(("name", "case"), CASES.items(), ids=CASES)
def test_golden(name: str, case: Any) -> None:
    expected = (HERE / name).read_text("utf-8").splitlines()
    for number, (line, wanted) in enumerate(zip(playthrough(*case).splitlines(), expected, strict=True), start=1):
        assert line == wanted, f"line {number} of {name}"


def test_every_game_has_a_golden_playthrough() -> None:
    assert {case[0] for case in CASES.values()} == set(games.names())
