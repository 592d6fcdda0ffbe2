"""How many answers a second are durable, beside a bare fsynced line and a bare SQLite commit."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from pathlib import Path
from random import Random

from companion import games
from companion.ledger import Ledger
from companion.simulate import play_random, random_urn
from firmware.bench import Figures
from firmware.bench.tables import table

ANSWERS = 1000


def measure() -> Figures:
    with tempfile.TemporaryDirectory() as folder:
        ours = durable_answers_per_s(Path(folder))
        lines = fsynced_lines_per_s(Path(folder) / "lines")
        commits = commits_per_s(Path(folder) / "bare.sqlite")
    return {
        "answers_per_s": round(ours),
        "fsynced_lines_per_s": round(lines),
        "sqlite_commits_per_s": round(commits),
        "ratio_to_sqlite": round(ours / commits, 2),
    }


def durable_answers_per_s(folder: Path) -> float:
    rng = Random(1)
    referee = Ledger(folder).begin(games.find("doge").game, table("doge", 4), random_urn(rng))
    start = time.perf_counter()
    play_random(referee, rng, most=ANSWERS)
    return len(referee.entries) / (time.perf_counter() - start)


def fsynced_lines_per_s(path: Path) -> float:
    with path.open("ab", buffering=0) as file:
        start = time.perf_counter()
        for _ in range(ANSWERS):
            file.write(b'{"seat":1,"question":"area@1.1","value":"castello"}\n')
            os.fsync(file.fileno())
        return ANSWERS / (time.perf_counter() - start)


def commits_per_s(path: Path) -> float:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("CREATE TABLE entries (n INTEGER PRIMARY KEY, line TEXT)")
    start = time.perf_counter()
    for number in range(ANSWERS):
        db.execute("INSERT INTO entries VALUES (?, ?)", (number, '{"seat":1,"question":"area@1.1"}'))
    elapsed = time.perf_counter() - start
    db.close()
    return ANSWERS / elapsed
