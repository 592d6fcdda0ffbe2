"""Durable answers per second, and the bytes written for one, beside bare SQLite and bare lines."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion import games
from companion.ledger import Ledger
from companion.ledger.game_file import GameFile
from companion.referee.simulation import play_random, random_urn
from firmware.bench.figures import Cell, FigureTable, ratio, share
from firmware.bench.tables import table

ANSWERS = 250
ROUNDS = 3
LINE = '{"seat":1,"question":"area@1.1","value":"castello"}'


class Durability(NamedTuple):
    """The speed of making things durable, and the bytes handed to the system for each."""

    per_s: float
    bytes_each: float | None


def measure(effort: float = 1) -> list[FigureTable]:
    number, rounds = share(ANSWERS, effort), share(ROUNDS, effort)
    rows: list[dict[str, Cell]] = []
    bare: list[Durability] = []
    for game in games.names():
        ours, commits = side_by_side(rounds, partial(answers_kept, game, number), partial(commits_kept, number))
        bare.append(commits)
        rows.append(as_row(f"answers of {game}", ours) | {"over bare SQLite": ratio(ours.per_s, commits.per_s)})
    best = max(bare, key=lambda kept: kept.per_s)
    (lines,) = side_by_side(rounds, partial(lines_kept, number))
    rows.append(as_row("bare SQLite commits", best) | {"over bare SQLite": 1.0})
    rows.append(as_row("bare lines with fsync", lines) | {"over bare SQLite": ratio(lines.per_s, best.per_s)})
    meaning = (
        "Answers that are on the disk before they are acknowledged, with all that the referee does for one; "
        "beside them an SQLite commit of one such row, in turn. Bytes are those handed to the system, log "
        "and pages alike."
    )
    return [FigureTable("Durable answers", meaning, rows)]


def as_row(name: str, kept: Durability) -> dict[str, Cell]:
    return {
        "what": name,
        "per s": round(kept.per_s),
        "bytes each": None if kept.bytes_each is None else round(kept.bytes_each),
    }


def side_by_side(rounds: int, *measured: Callable[[Path], Durability]) -> list[Durability]:
    """Return the fastest of several runs of each, run alternately, each in a folder of its own."""
    best = [Durability(0, None)] * len(measured)
    for _ in range(rounds):
        for place, one in enumerate(measured):
            with tempfile.TemporaryDirectory() as folder:
                best[place] = max(best[place], one(Path(folder)), key=lambda kept: kept.per_s)
    return best


def timed(number: Callable[[], int], work: Callable[[], object]) -> Durability:
    written, start = bytes_written(), time.perf_counter()
    work()
    seconds, after = time.perf_counter() - start, bytes_written()
    each = None if written is None or after is None else (after - written) / number()
    return Durability(number() / seconds, each)


def bytes_written() -> int | None:
    """Return how many bytes this process has written so far, if the system says."""
    try:
        lines = Path("/proc/self/io").read_text().splitlines()
    except OSError:
        return None
    return int(dict(line.split(": ") for line in lines)["wchar"])


def answers_kept(game: str, number: int, folder: Path) -> Durability:
    rng = Random(1)
    kind = games.find(game).game
    referee = Ledger(folder).begin(kind, table(game, max(kind.players)), random_urn(rng))
    kept = timed(lambda: len(referee.entries), lambda: play_random(referee, rng, most=number))
    assert isinstance(referee.keeper, GameFile)
    referee.keeper.close()
    return kept


def commits_kept(number: int, folder: Path) -> Durability:
    db = sqlite3.connect(folder / "bare.sqlite", isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("CREATE TABLE entries (n INTEGER PRIMARY KEY, line TEXT)")

    def commit() -> None:
        for row in range(number):
            db.execute("INSERT INTO entries VALUES (?, ?)", (row, LINE))

    kept = timed(lambda: number, commit)
    db.close()
    return kept


def lines_kept(number: int, folder: Path) -> Durability:
    with (folder / "lines").open("ab", buffering=0) as file:

        def write() -> None:
            for _ in range(number):
                file.write(f"{LINE}\n".encode())
                os.fsync(file.fileno())

        return timed(lambda: number, write)
