"""Random games for hours: every promise holds, and nothing grows except what was played."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.ledger import Ledger
from companion.referee.simulation import play_random, random_urn
from tests.counted import counted
from tests.games.harness import new_referee, play_and_check, tables
from tests.nightly import NIGHTLY
from tests.tables import file_of, table

ANSWERS = 1_000_000 if NIGHTLY else 10_000
"""For each game: fifty thousand in all on an ordinary day."""

LOOK = 997
"""All promises are checked once in this many answers, most of them at every answer."""

LONGEST = 10_000
"""A race played at random is left after this many answers: the last two may block each other forever."""

MEGABYTE = 1 << 20


def soak(game: str, rng: Random) -> Iterator[int]:
    """Play whole games at every table in turn, and yield how many answers each took."""
    for number, at in enumerate(cycle(tables(game).values())):
        referee = new_referee(at, game, number)
        play_and_check(referee, rng, LONGEST if referee.kind.leans else ANSWERS, LOOK)
        assert referee.outcome is not None or len(referee.entries) == LONGEST
        yield len(referee.entries)


def memory() -> tuple[int, int]:
    """Return how many blocks Python holds, and how many bytes the system has given it."""
    gc.collect()
    resident = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return sys.getallocatedblocks(), resident


@pytest.mark.parametrize("game", games.names())
def test_long_play_leaves_nothing_behind(game: str) -> None:
    """The second half holds no more memory than the first."""
    played, number, half = 0, 0, None
    for answers in soak(game, Random(5)):
        played += answers
        number += 1
        if half is None and played >= ANSWERS // 2:
            half = memory()
        if played >= ANSWERS:
            break
    assert half is not None
    blocks, resident = memory()
    counted(f"random answers of {game.capitalize()}", played)
    counted("whole games", number)
    assert blocks < half[0] * 1.02 + 2_000
    assert resident < half[1] + 16 * MEGABYTE


BESIDE = 5 * MEGABYTE
"""What SQLite may keep beside an open game: a thousand pages, and the largest change."""

A_GAME, AN_ANSWER = 40_000, 250
"""Bytes that a kept game may take: its header with the board, and each answer."""


def size(folder: Path, pattern: str) -> int:
    return sum(path.stat().st_size for path in folder.rglob(pattern))


@pytest.mark.parametrize("game", games.names())
def test_the_data_folder_holds_only_what_was_played(tmp_path: Path, game: str) -> None:
    """However often a table undoes and plays on; and once a game is closed, nothing is left beside it."""
    ledger, rng = Ledger(tmp_path), Random(3)
    kind = games.find(game).game
    kept = 0
    for players in kind.players:
        referee = ledger.begin(kind, table(game, players), random_urn(rng))
        for _ in range(20 if NIGHTLY else 4):
            play_random(referee, rng)
            kept = max(kept, len(referee.entries))
            assert size(tmp_path, "*-wal") < BESIDE
            referee.undo(len(referee.entries) // 2, referee.game.seats)
        file_of(referee).close()
    assert {path.suffix for path in (tmp_path / "games").iterdir()} == {".sqlite"}
    assert size(tmp_path, "*") < len(kind.players) * (A_GAME + kept * AN_ANSWER)


def test_no_file_stays_open(tmp_path: Path) -> None:
    """Neither of a game that was played nor of one that was only listed."""
    ledger, rng = Ledger(tmp_path), Random(3)
    kind = games.find("rialto").game
    for _ in range(20):
        referee = ledger.begin(kind, table("rialto", 2), random_urn(rng))
        play_random(referee, rng, most=10)
        file_of(referee).close()
        ledger.games()
        assert not [path for path in open_files() if tmp_path in path.parents]


def open_files() -> list[Path]:
    """Return the files that this process has open."""
    return [path.readlink() for path in Path("/proc/self/fd").iterdir() if path.is_symlink()]
