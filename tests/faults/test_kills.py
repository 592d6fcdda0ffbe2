"""The program is killed at random moments, again and again, on one and the same data folder."""

from __future__ import annotations

import multiprocessing
import sqlite3
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import pytest

from companion.ledger import Ledger, record
from tests.faults.evening import running_sums
from tests.faults.under_load import play_on
from tests.nightly import NIGHTLY
from tests.tables import file_of

TABLES = 4
KILLS = (500 if NIGHTLY else 28) // TABLES
"""Number of kills at each of the tables, which have a data folder each."""

LONGEST = 100
"""A player is killed after at most this many messages."""

Said = tuple[bool, str, int, int]


def words_until_killed(folder: Path, seed: int, rng: Random) -> list[Said]:
    """Return everything that a player said before the kill."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.faults.under_load"])
    ours, theirs = context.Pipe(duplex=False)
    player = context.Process(target=play_on, args=(folder, seed, theirs), daemon=True)
    player.start()
    theirs.close()
    said = [ours.recv() for _ in range(rng.randrange(1, LONGEST))]
    player.kill()
    said += rest_of(ours)
    player.join()
    player.close()
    return said


def rest_of(pipe: Connection) -> list[Said]:
    """Return what was under way when the kill came."""
    said = []
    with closing(pipe):
        while True:
            try:
                said.append(pipe.recv())
            except EOFError:
                return said


def may_be(said: list[Said]) -> set[tuple[str, int, int]]:
    """Return the game as last acknowledged, and as it would be if something was under way."""
    last_safe = max(index for index, (safe, *_) in enumerate(said) if safe)
    return {(game_id, count, total) for _, game_id, count, total in said[last_safe:]}


def state_now(ledger: Ledger, game_id: str) -> tuple[str, int, int]:
    referee = ledger.resume(game_id)
    file_of(referee).close()
    assert referee.fault is None
    referee.game.check()
    sums = running_sums(referee.entries)
    return game_id, len(sums), sums[-1] if sums else 0


@pytest.mark.parametrize("table", range(TABLES))
def test_killed_again_and_again_nothing_acknowledged_is_lost(tmp_path: Path, table: int) -> None:
    rng = Random(table)
    ledger = Ledger(tmp_path)
    answers = 0
    for number in range(KILLS):
        said = words_until_killed(tmp_path, TABLES * number + table, rng)
        game_id = said[-1][1]
        assert state_now(ledger, game_id) in may_be(said)
        answers += sum(safe for safe, *_ in said)
    listed = ledger.games()
    assert ledger.set_aside == []
    for kept in listed:
        with closing(sqlite3.connect(tmp_path / "games" / f"{kept.id}.sqlite")) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        if kept.over:
            assert record.verify(record.read(ledger.export(kept.id)))
    print(f"{KILLS} kills, {answers} acknowledged, {len(listed)} games, {sum(kept.over for kept in listed)} over")
