"""The index of the ledger: what lists show of every game, kept beside the games so that no list has to open them all.

It is never the truth. Each row carries the stamp of the game's file it was read from, and counts only as long as the
file still has that stamp. Damage to the index, or its loss, costs the time of reading the games again, nothing else.

While the folder of games has the stamp that it had when all of them were looked at, no game has come or gone, and
none was opened either: SQLite puts a log beside each game that it opens. So only games with a log are looked at then.
A file that is overwritten in place, by hand, is noticed the next time that anything comes or goes.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from companion.game import Final

FORMAT = 4
"""In SQLite's `user_version`. An index of another format is made again."""

PATIENCE = 2.0
"""Seconds to wait while another program writes the index."""

SETTLED = 3.0
"""Seconds after which a folder that changes again has another time of change, on any kind of card."""

OURS_ALONE = 0o600
SUFFIX = ".sqlite"
WORTHLESS = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)

Stamp = list[int]
WITHOUT_LOG = 3
"""Length of the stamp of a game that nobody plays."""


class IndexedGame(NamedTuple):
    """A game as its file describes it."""

    stamp: Stamp
    game: str
    names: list[str]
    over: bool
    published: bool
    final: Final | None
    """Its end; `None` if it runs, or where the file does not say. Without places it can't be replayed either."""
    played: int
    """Grows from each game that is begun or answered to the next, whatever the clock says; 0 in files without it."""
    changed: int
    """The time of the file's last change, in ns: the order among the games whose files have no number."""
    commitment: str
    shared: bool
    """Whether other tables play from the same urn."""


def by_last_played(item: tuple[str, IndexedGame]) -> tuple[int, int, str]:
    """Sort by the number of the last play; games without one by their last change, before all others."""
    game_id, row = item
    return row.played, 0 if row.played else row.changed, game_id


class Known(NamedTuple):
    """Rows, and the stamp of the folder when they were all its games; `None` if that is not certain."""

    rows: dict[str, IndexedGame]
    folder: Stamp | None
    with_log: list[str]
    """The games that had a log when their row was made: they may be played on at any time."""

    @classmethod
    def of(cls, rows: dict[str, IndexedGame], folder: Stamp | None) -> Known:
        return cls(rows, folder, [game_id for game_id, row in rows.items() if len(row.stamp) != WITHOUT_LOG])


NOTHING = Known({}, None, [])


class Index:
    """The rows by game id, in memory and in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: Known | None = None

    @property
    def known(self) -> Known:
        """The rows and the folder's stamp, read from the file the first time and always replaced together."""
        if self._known is None:
            self._known = self._load()
        return self._known

    @property
    def rows(self) -> dict[str, IndexedGame]:
        return self.known.rows

    def update(self, rows: dict[str, IndexedGame], folder: Stamp | None = None) -> None:
        """Replace all rows. What can't be saved is rebuilt by the next program."""
        known = self.known
        changed = [(game_id, row) for game_id, row in rows.items() if known.rows.get(game_id) is not row]
        gone = known.rows.keys() - rows.keys()
        self._known = Known.of(rows, folder)
        if changed or gone or (folder is not None and folder != known.folder):
            self._save(changed, gone, self._known)

    def _load(self) -> Known:
        if not self.path.exists():
            return NOTHING
        try:
            with self._opened() as db:
                if db.execute("PRAGMA user_version").fetchone() != (FORMAT,):
                    raise sqlite3.DatabaseError("another format")
                db.execute("BEGIN")  # the rows and the folder of the same moment
                return Known.of(_rows_in(db), _folder_in(db))
        except sqlite3.Error as error:
            self._discard_if_worthless(error)
            return NOTHING

    def _save(self, changed: Iterable[tuple[str, IndexedGame]], gone: Iterable[str], known: Known) -> None:
        """Write what has changed. The folder's stamp counts for all rows in the file, so they must all be these."""
        try:
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, OURS_ALONE))
            with self._opened() as db:
                db.execute("BEGIN IMMEDIATE")
                db.execute("CREATE TABLE IF NOT EXISTS games (id TEXT PRIMARY KEY, line TEXT, sum INTEGER)")
                db.execute("CREATE TABLE IF NOT EXISTS folder (line TEXT, sum INTEGER)")
                db.execute(f"PRAGMA user_version={FORMAT}")
                db.execute("DELETE FROM folder")
                db.executemany("DELETE FROM games WHERE id = ?", [(game_id,) for game_id in gone])
                db.executemany("REPLACE INTO games VALUES (?, ?, ?)", [_as_line(*pair) for pair in changed])
                if known.folder is not None and _rows_in(db) == known.rows:
                    line = json.dumps(known.folder)
                    db.execute("INSERT INTO folder VALUES (?, ?)", (line, zlib.crc32(line.encode())))
                db.execute("COMMIT")
        except sqlite3.Error as error:
            self._discard_if_worthless(error)
        except OSError:
            return  # a full or read-only disk: lists take longer, and are right

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)) as db:
            db.text_factory = bytes  # damaged text may not decode
            db.execute("PRAGMA synchronous=NORMAL")
            yield db

    def _discard_if_worthless(self, error: sqlite3.Error) -> None:
        """Delete an index that is damaged or of another format, but not one that is only busy or out of reach."""
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
        if code & 0xFF in WORTHLESS:
            for piece in (self.path.with_name(f"{self.path.name}-journal"), self.path):
                with suppress(OSError):
                    piece.unlink(missing_ok=True)


def _as_line(game_id: str, row: IndexedGame) -> tuple[str, str, int]:
    line = json.dumps(row, separators=(",", ":"))
    return game_id, line, zlib.crc32(f"{game_id} {line}".encode())


def _rows_in(db: sqlite3.Connection) -> dict[str, IndexedGame]:
    return _sound_rows(db.execute("SELECT id, line, sum FROM games").fetchall())


def _folder_in(db: sqlite3.Connection) -> Stamp | None:
    """Return the stamp of the folder that the rows are of, if there is one and it is sound."""
    for line, checksum in db.execute("SELECT line, sum FROM folder").fetchall():
        if isinstance(line, bytes) and zlib.crc32(line) == checksum:
            found: Stamp = json.loads(line)
            return found
    return None


def _sound_rows(rows: Iterable[tuple[Any, Any, Any]]) -> dict[str, IndexedGame]:
    """Return the rows whose checksum is right; the games of the others are read again."""
    sound = [row[:2] for row in rows if _is_sound(*row)]
    lines = json.loads(b"[%s]" % b",".join(line for _, line in sound))  # at once: ten times as fast as one by one
    return {game_id.decode(): _row_of(line) for (game_id, _), line in zip(sound, lines, strict=True)}


def _row_of(line: list[Any]) -> IndexedGame:
    row = IndexedGame._make(line)
    return row if row.final is None else row._replace(final=Final._make(row.final))


def _is_sound(game_id: Any, line: Any, checksum: Any) -> bool:
    try:
        return bool(zlib.crc32(line, zlib.crc32(game_id + b" ")) == checksum)
    except TypeError:  # a damaged cell may be a number, or nothing
        return False


def folder_stamp(folder: Path) -> Stamp | None:
    """Return numbers that change whenever a file comes into a folder or goes from it; `None` if it can't be seen."""
    try:
        stat = folder.stat()
    except OSError:
        return None
    return [stat.st_dev, stat.st_ino, stat.st_mtime_ns, stat.st_ctime_ns]


def is_settled(stamp: Stamp | None) -> bool:
    """Return whether the next change to a folder is sure to give it another stamp: not within the same moment."""
    return stamp is not None and time.time() - stamp[2] / 1e9 > SETTLED


def stamps(folder: Path) -> Iterator[tuple[str, Stamp]]:
    """Return the ids of all games, each with numbers that change whenever its file or its write-ahead log does."""
    found: set[str] = set()
    with suppress(OSError), os.scandir(folder) as entries:
        found = {entry.name for entry in entries}
    for name in found:
        if name.endswith(SUFFIX):
            yield name[: -len(SUFFIX)], _stamp(f"{folder}/{name}", has_log=f"{name}-wal" in found)


def log_stamps(folder: Path, known: Known) -> Iterator[tuple[str, Stamp]]:
    """Return the stamps of games with a log."""
    return ((game_id, _stamp(f"{folder}/{game_id}{SUFFIX}", has_log=True)) for game_id in known.with_log)


def _stamp(path: str, *, has_log: bool) -> Stamp:
    """Return the stamp of a game's file, and of its log.

    A file's time of change can be set back, so the change of its status counts. That of a log would not do: SQLite
    changes the status of a log that it only reads.
    """
    try:
        stat = os.stat(path)
        stamp = [stat.st_ino, stat.st_size, stat.st_ctime_ns]
        if has_log:
            stat = os.stat(f"{path}-wal")
            stamp += [stat.st_ino, stat.st_size, stat.st_mtime_ns]
    except OSError:  # it has just vanished, or is a link to nothing
        return []
    return stamp
