"""Every game keeps the promises of the shared harness."""

from __future__ import annotations

from random import Random

import pytest

from companion import games
from companion.game import Table
from companion.referee import Referee
from companion.referee.entries import Corrected
from tests.games.harness import fingerprint, new_referee, play_and_check, play_with_corrections, tables
from tests.nightly import NIGHTLY

ALL = [pytest.param(game, table, id=name) for game in games.names() for name, table in tables(game).items()]


@pytest.mark.parametrize(("game", "table"), ALL)
def test_every_promise_at_every_answer(game: str, table: Table) -> None:
    """Over the first answers of a game, everything is checked after each one."""
    play_and_check(new_referee(table, game, 7), Random(7), answers=50 if NIGHTLY else 25, every=1)


@pytest.mark.parametrize(("game", "table"), ALL)
def test_whole_game(game: str, table: Table) -> None:
    """A game is played to its end, with all promises checked now and then."""
    referee = new_referee(table, game, 11)
    play_and_check(referee, Random(11), answers=100_000, every=997)
    assert referee.outcome is not None


@pytest.mark.parametrize(("game", "table"), ALL)
def test_corrections_never_break_conservation(game: str, table: Table) -> None:
    """A table that keeps correcting still has every piece, and can undo and replay it all.

    Some games are short, so games are played until there were more than ten corrections.
    """
    corrections = 0
    for seed in range(13, 33):
        referee = new_referee(table, game, seed)
        made = play_with_corrections(referee, Random(seed), answers=250)
        corrections += made
        if made:
            check_replay_and_undo(referee)
        if corrections > 10:
            return
    raise AssertionError(f"only {corrections} corrections in 20 games")


def check_replay_and_undo(referee: Referee) -> None:
    """Check that a game with corrections replays to the same state, and that the last of them can be undone."""
    entries = list(referee.entries)
    again = Referee(referee.kind, referee.table, referee.urn, entries)
    assert fingerprint(again) == fingerprint(referee)
    last = max(n for n, entry in enumerate(entries) if isinstance(entry, Corrected))
    referee.undo(last, referee.game.seats)
    assert [entry.line() for entry in referee.entries] == [entry.line() for entry in entries[:last]]
