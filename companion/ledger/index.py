"""The index of the ledger: what lists show of every game, kept beside the games so that no list has to open them all.

It is never the truth. Each row carries the stamp of the game's file it was read from, and counts only as long as the
file still has that stamp. Damage to the index, or its loss, costs the time of reading the games again, nothing else.
"""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

FORMAT = 1
"""In SQLite's `user_version`. An index of another format is made again."""

PATIENCE = 2.0
"""Seconds to wait while another program writes the index."""

OURS_ALONE = 0o600
SUFFIX = ".sqlite"
WORTHLESS = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)

Stamp = list[int]


class Row(NamedTuple):
    """A game as its file describes it."""

    stamp: Stamp
    game: str
    names: list[str]
    over: bool
    published: bool
    winners: list[int] | None
    """The winners' seats, or `None` where the file does not say."""
    played: int
    """Grows from each game that is begun or answered to the next, whatever the clock says; 0 in files without it."""
    changed: int
    """The time of the file's last change, in ns: the order among the games whose files have no number."""
    commitment: str


def by_last_played(item: tuple[str, Row]) -> tuple[int, int, str]:
    """Sort by the number of the last play; games without one by their last change, before all others."""
    game_id, row = item
    return row.played, 0 if row.played else row.changed, game_id


class Index:
    """The rows by game id, in memory and in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._rows: dict[str, Row] | None = None

    @property
    def rows(self) -> dict[str, Row]:
        """The rows that are known, read from the file the first time."""
        if self._rows is None:
            self._rows = self._load()
        return self._rows

    def update(self, rows: dict[str, Row]) -> None:
        """Have these rows and no others. What can't be written now is found out again by the next program."""
        known = self.rows
        changed = [(game_id, row) for game_id, row in rows.items() if known.get(game_id) is not row]
        gone = known.keys() - rows.keys()
        self._rows = rows
        if changed or gone:
            self._save(changed, gone)

    def _load(self) -> dict[str, Row]:
        if not self.path.exists():
            return {}
        try:
            with closing(self._connect()) as db:
                if db.execute("PRAGMA user_version").fetchone() != (FORMAT,):
                    raise sqlite3.DatabaseError("another format")
                return _sound_rows(db.execute("SELECT id, line, sum FROM games").fetchall())
        except sqlite3.Error as error:
            self._discard_if_worthless(error)
            return {}

    def _save(self, changed: Iterable[tuple[str, Row]], gone: Iterable[str]) -> None:
        try:
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, OURS_ALONE))
            with closing(self._connect()) as db:
                db.execute("BEGIN IMMEDIATE")
                db.execute("CREATE TABLE IF NOT EXISTS games (id TEXT PRIMARY KEY, line TEXT, sum INTEGER)")
                db.execute(f"PRAGMA user_version={FORMAT}")
                db.executemany("DELETE FROM games WHERE id = ?", [(game_id,) for game_id in gone])
                db.executemany("REPLACE INTO games VALUES (?, ?, ?)", [_as_line(*pair) for pair in changed])
                db.execute("COMMIT")
        except sqlite3.Error as error:
            self._discard_if_worthless(error)
        except OSError:
            return  # a full or read-only disk: lists take longer, and are right

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
        db.text_factory = bytes  # damaged text may not decode
        db.execute("PRAGMA synchronous=NORMAL")
        return db

    def _discard_if_worthless(self, error: sqlite3.Error) -> None:
        """Delete an index that is damaged or of another format, but not one that is only busy or out of reach."""
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
        if code & 0xFF in WORTHLESS:
            for piece in (self.path.with_name(f"{self.path.name}-journal"), self.path):
                with suppress(OSError):
                    piece.unlink(missing_ok=True)


def _as_line(game_id: str, row: Row) -> tuple[str, str, int]:
    line = json.dumps(row, separators=(",", ":"))
    return game_id, line, zlib.crc32(f"{game_id} {line}".encode())


def _sound_rows(rows: Iterable[tuple[Any, Any, Any]]) -> dict[str, Row]:
    """Return the rows whose checksum is right; the games of the others are read again."""
    sound = [row[:2] for row in rows if _is_sound(*row)]
    lines = json.loads(b"[%s]" % b",".join(line for _, line in sound))  # at once: ten times as fast as one by one
    return {game_id.decode(): Row._make(line) for (game_id, _), line in zip(sound, lines, strict=True)}


def _is_sound(game_id: Any, line: Any, checksum: Any) -> bool:
    try:
        return bool(zlib.crc32(line, zlib.crc32(game_id + b" ")) == checksum)
    except TypeError:  # a damaged cell may be a number, or nothing
        return False


def stamps(folder: Path) -> Iterator[tuple[str, Stamp]]:
    """Yield the ids of all games, each with numbers that change whenever its file or its write-ahead log does.

    A file's time of change can be set back, so the change of its status counts. That of a log would not do: SQLite
    changes the status of a log that it only reads.
    """
    found: dict[str, os.DirEntry[str]] = {}
    with suppress(OSError), os.scandir(folder) as entries:
        found = {entry.name: entry for entry in entries}
    for name, entry in found.items():
        if not name.endswith(SUFFIX):
            continue
        try:
            stat = entry.stat()
            stamp = [stat.st_ino, stat.st_size, stat.st_ctime_ns]
            if (log := found.get(f"{name}-wal")) is not None:
                stat = log.stat()
                stamp += [stat.st_ino, stat.st_size, stat.st_mtime_ns]
        except OSError:  # it has just vanished, or is a link to nothing
            stamp = []
        yield name[: -len(SUFFIX)], stamp
