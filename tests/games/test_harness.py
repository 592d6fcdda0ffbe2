"""The shared harness over all games."""

from __future__ import annotations

from random import Random

import pytest

from companion import games
from companion.game import Table
from companion.referee import Referee
from companion.referee.entries import Corrected
from tests.games.harness import fingerprint, new_referee, play_and_check, play_with_corrections, tables

ALL = [pytest.param(game, table, id=name) for game in games.names() for name, table in tables(game)]


@pytest.mark.parametrize(("game", "table"), ALL)
def test_every_promise_at_every_answer(game: str, table: Table) -> None:
    """For the first answers of a game, everything is looked at after each one."""
    play_and_check(new_referee(table, game, 7), Random(7), answers=50, every=1)


@pytest.mark.parametrize(("game", "table"), ALL)
def test_whole_game(game: str, table: Table) -> None:
    """A whole game to its end, with all promises looked at now and then."""
    referee = new_referee(table, game, 11)
    play_and_check(referee, Random(11), answers=100_000, every=997)
    assert referee.outcome is not None


@pytest.mark.parametrize(("game", "table"), ALL)
def test_corrections_never_break_conservation(game: str, table: Table) -> None:
    """A table that sets things right all the time still has every piece, and can undo and replay it all.

    Games are begun until it has done so more than ten times: some are over soon.
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
    """With all its corrections a game replays to the same state, and the last of them can be undone."""
    entries = list(referee.entries)
    again = Referee(referee.kind, referee.table, referee.urn, entries)
    assert fingerprint(again) == fingerprint(referee)
    last = max(n for n, entry in enumerate(entries) if isinstance(entry, Corrected))
    referee.undo(last, referee.game.seats)
    assert [entry.line() for entry in referee.entries] == [entry.line() for entry in entries[:last]]
