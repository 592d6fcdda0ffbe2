"""The answers of the box are the same by every Python, and change only with the version that records name."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from companion import games
from companion.players import Player
from companion.players.advice import in_parts
from tests.companion.players.answers import fingerprint, kept, name_of, players

EVERYONE = list(players())


@pytest.mark.parametrize(("game", "player"), EVERYONE, ids=[f"{game}-{player.name}" for game, player in EVERYONE])
def test_answers_change_only_with_their_version(game: str, player: Player) -> None:
    """Else whoever verifies a record of before would come to other answers and call it forged."""
    known = kept()
    assert name_of(game, player) in known, "a new version: write answers.txt again"
    assert fingerprint(game, player) == known[name_of(game, player)], "other answers need another Adviser.version"


def test_nothing_is_kept_of_versions_that_are_gone() -> None:
    assert set(kept()) == {name_of(*one) for one in EVERYONE}


def added_from_the_end(numbers: Iterable[float], start: float = 0) -> float:
    """Add as another Python might: the same but for the last digits."""
    total = start
    for number in reversed([*numbers]):
        total += number
    return total


@pytest.mark.parametrize("game", games.names())
def test_answers_do_not_hang_on_the_last_digits_of_a_sum(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    adviser = games.find(game).game.adviser
    assert adviser is not None
    player = Player.named("sharp", adviser)
    assert player is not None
    known = fingerprint(game, player)
    monkeypatch.setattr(f"companion.games.{game}.player.sum", added_from_the_end, raising=False)
    assert fingerprint(game, player) == known


@pytest.mark.parametrize("base", [2, 10])
def test_no_fraction_of_few_digits_is_halfway_between_two_parts(base: int) -> None:
    for digits in range(6):
        for number in range(3000):
            worth = number / base**digits
            assert in_parts(worth * (1 + 1e-15)) == in_parts(worth) == in_parts(worth * (1 - 1e-15))
