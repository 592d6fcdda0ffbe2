"""One game's file in the ledger: SQLite, each change durable before it is acknowledged."""

from __future__ import annotations

import json
import os
import sqlite3
import time
import weakref
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from companion.durable import sync_file, sync_folder
from companion.game import Final
from companion.ledger.lock import GameLock
from companion.referee import Referee
from companion.referee.entries import Answer, Entry, entry_from_line
from companion.refusal import Damaged, NotSaved, OfOtherVersion, Refusal
from companion.versioned import older
from companion.vocabulary import named

CHECKSUM, MISSING, UNREADABLE = named("damage", "checksum", "missing", "unreadable")
"""Reasons why a file is damaged. They never quote its contents, which may be secret."""

DAMAGE = (sqlite3.DatabaseError, Refusal, LookupError, TypeError, ValueError)
"""Errors that reading a damaged file may raise."""

VERSION = 1
"""The number in SQLite's `user_version`. Files of version 0 have the same tables, and only lack this number."""

SCHEMA = """
CREATE TABLE header (line TEXT NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE entries (n INTEGER PRIMARY KEY, line TEXT NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE kept (seat INTEGER, question TEXT, line TEXT NOT NULL, sum INTEGER NOT NULL,
                   PRIMARY KEY (seat, question));
CREATE TABLE state (line TEXT NOT NULL, sum INTEGER NOT NULL);
"""

TABLES = "SELECT type, name, tbl_name, sql FROM sqlite_master"
MANY = 20
"""More than a game's file has of tables and their indexes."""


class PlayOrder:
    """Numbers the games in the order in which they are played, whatever the clock says."""

    def __init__(self) -> None:
        self.last = 0

    def next(self) -> int:
        self.last += 1
        return self.last

    def note(self, number: int) -> None:
        """Take note of a number that was given before."""
        self.last = max(self.last, number)


class GameState(NamedTuple):
    """The state of a game as a whole, which its file keeps beside the entries. It is no part of the record."""

    over: bool = False
    published: bool = False
    """Whether the record was given out, and the urn's secret with it."""
    played: int = 0
    """The game's number in the `PlayOrder`; 0 in files without one."""
    final: Final | None = None
    """Its end, if that is known."""
    taught: bool = False
    shared: bool = False
    """Whether other tables play from the same urn."""

    @property
    def held(self) -> bool:
        """Return whether the record is held back until all tables with the same urn are done."""
        return self.shared and not self.published

    @classmethod
    def from_line(cls, line: Mapping[str, Any]) -> GameState:
        final = line.get("final")
        return cls(
            over=line["over"],
            published=line["published"],
            played=line.get("played", 0),
            final=Final(**final) if final else None,
            taught=line.get("taught", False),
            shared=line.get("shared", False),
        )

    def line(self) -> dict[str, Any]:
        line: dict[str, Any] = {"over": self.over, "published": self.published, "played": self.played}
        if self.final is not None:
            line["final"] = self.final._asdict()
        if self.taught:
            line["taught"] = True
        if self.shared:
            line["shared"] = True
        return line


class GameFile:
    """The file in which a referee keeps its entries. A `header` creates it; without one it must exist.

    Every row carries a checksum, so that a flipped bit is damage and not another game. A program that plays the game
    passes its `lock`, which is released when the file is closed, and its `order`, by which the file says when it was
    played. One that only reads leaves no trace: where there is no such number, the time of change has to do.
    """

    def __init__(
        self,
        path: Path,
        header: dict[str, Any] | None = None,
        lock: GameLock | None = None,
        order: PlayOrder | None = None,
    ) -> None:
        self.path = path
        self._lock = lock
        self._order = order
        self._changed = last_change(path)
        self._has_written = False
        self._version = VERSION
        self.state = GameState()
        mode = "rw" if header is None else "rwc"  # a file that has just been set aside must not come back empty
        uri = f"{path.absolute().as_uri()}?mode={mode}"
        self._db = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
        self._db.text_factory = bytes  # damaged text may not decode
        weakref.finalize(self, self._db.close)  # Python 3.13 warns about connections that were never closed
        try:
            if header is None:
                self._version = self._check_version()
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            if header is None:
                self._check_integrity()
            else:
                self._create(header)
            self.header = self._only_row("header")
            self._read_state()
            self._next = self._count("entries")
            self._any_kept = self._count("kept") > 0
        except BaseException:
            self._db.close()
            raise

    def _create(self, header: dict[str, Any]) -> None:
        with self._transaction():
            self._db.execute(f"PRAGMA user_version={VERSION}")
            for statement in SCHEMA.split(";"):
                self._db.execute(statement)
            self._db.execute("INSERT INTO header VALUES (?, ?)", _row(header))
            self._db.execute("INSERT INTO state VALUES (?, ?)", _row(self.state.line()))
            self._note_played()

    def _check_version(self) -> int:
        """Return the file's version; refuse one that a newer program wrote, before anything in it is touched."""
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise OfOtherVersion("newer-game", value=self.path.stem)
        return int(version)

    def _keep_copy(self) -> None:
        """Keep the file as an earlier version wrote it, durably, before anything in it changes."""
        copy = older(self.path, self._version)
        draft = copy.with_name(f"{copy.name}.new")
        draft.unlink(missing_ok=True)
        with closing(sqlite3.connect(draft)) as target:
            self._db.backup(target)
        sync_file(draft)
        draft.replace(copy)
        sync_folder(copy.parent)

    def _check_integrity(self) -> None:
        (verdict,) = self._db.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != b"ok":
            raise Damaged("damaged-page", why=UNREADABLE)

    def _only_row(self, table: str) -> dict[str, Any]:
        """Return the one row of a table."""
        line: dict[str, Any] = _line(*self._db.execute(f"SELECT line, sum FROM {table}").fetchone())
        return line

    def _read_state(self) -> None:
        """Read the state again: another program may have ended the game, undone its end, or published its record."""
        self.state = GameState.from_line(self._only_row("state"))

    def _change_state(self, **changes: Any) -> None:
        self.state = self.state._replace(**changes)
        self._db.execute("UPDATE state SET line = ?, sum = ?", _row(self.state.line()))

    def _note_played(self) -> None:
        """Give the game the next number, unless it was the last one played already."""
        played = self.state.played
        if self._order is not None and (played == 0 or played != self._order.last):
            self._change_state(played=self._order.next())

    def _count(self, table: str) -> int:
        (number,) = self._db.execute(f"SELECT count(*) FROM {table}").fetchone()
        return int(number)

    def entries(self) -> list[Entry]:
        """Return all entries in order; refuse a file in which one is missing or changed."""
        rows = self._db.execute("SELECT n, line, sum FROM entries ORDER BY n").fetchall()
        if [row[0] for row in rows] != list(range(len(rows))):
            raise Damaged("damaged-page", why=MISSING)
        return [entry_from_line(_line(*row[1:])) for row in rows]

    def kept(self) -> list[Answer]:
        """Return the answers that wait for their question to be asked again."""
        rows = self._db.execute("SELECT line, sum FROM kept").fetchall()
        return [entry for row in rows if isinstance(entry := entry_from_line(_line(*row)), Answer)]

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Commit all changes or none, durably. If the disk won't take them, refuse: nothing has changed.

        The first change to a file of an earlier version makes it one of ours.
        """
        before = self.state
        try:
            is_older = self._version < VERSION
            if is_older:
                self._keep_copy()
            self._db.execute("BEGIN IMMEDIATE")
            try:
                if is_older:
                    self._db.execute(f"PRAGMA user_version={VERSION}")
                yield
                self._db.execute("COMMIT")
                self._has_written = True
                self._version = VERSION
            except BaseException:
                self.state = before
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        except (sqlite3.Error, OSError) as error:
            raise NotSaved("not-saved", why=str(error)) from error

    def append(self, entry: Entry) -> None:
        """Add an entry at the end. An answer no longer waits for its question."""
        with self._transaction():
            self._refuse_if_published()
            self._note_played()
            self._insert(self._next, [entry])
            if self._any_kept and isinstance(entry, Answer):
                self._db.execute("DELETE FROM kept WHERE seat = ? AND question = ?", (entry.seat, entry.question))
        self._next += 1

    def rewrite(self, start: int, entries: Sequence[Entry], kept: Sequence[Answer]) -> None:
        """Replace the entries from `start` on, and the answers that wait for their question."""
        with self._transaction():
            self._refuse_if_published()
            self._note_played()
            self._db.execute("DELETE FROM entries WHERE n >= ?", (start,))
            self._insert(start, entries)
            self._db.execute("DELETE FROM kept")
            rows = [(answer.seat, answer.question, *_row(answer.line())) for answer in kept]
            self._db.executemany("INSERT INTO kept VALUES (?, ?, ?, ?)", rows)
            self._change_state(over=False, published=False, final=None)
        self._next = start + len(entries)
        self._any_kept = bool(kept)

    def _insert(self, start: int, entries: Sequence[Entry]) -> None:
        rows = [(start + offset, *_row(entry.line())) for offset, entry in enumerate(entries)]
        self._db.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)

    def finish(self, final: Final | None = None) -> None:
        """Mark the game as over, and how it ended if that is known; undoing may take that back."""
        if self.state.over:
            return
        with self._transaction():
            self._read_state()
            self._change_state(over=True, final=final)

    def publish(self, *, unfinished: bool = False) -> None:
        """Mark the record as given out, and the urn's secret with it: nothing may change any more.

        Only a game whose secret is known already may be published `unfinished`: it came here as a record, or others
        who played from the same urn have theirs.
        """
        with self._transaction():
            self._read_state()
            if not (self.state.over or self.state.published or unfinished):
                raise Refusal("still-running")
            if self.state.held and not unfinished:
                raise Refusal("held-back")
            self._change_state(published=True)

    def teach(self, *, taught: bool) -> None:
        """Keep whether the table is taught the game."""
        with self._transaction():
            self._read_state()
            self._change_state(taught=taught)

    def share(self) -> None:
        """Note that other tables play from the same urn: nobody gets the record before `release`."""
        with self._transaction():
            self._read_state()
            self._change_state(shared=True)

    def release(self) -> None:
        """Publish a record that was held back. A game that is not over can't be played on: its secret is known."""
        self.publish(unfinished=True)

    def is_still_held(self) -> bool:
        """Return whether the record is held back now: another thread or program may have released it."""
        if self.state.held:
            self._read_state()
        return self.state.held

    def _refuse_if_published(self) -> None:
        self._read_state()
        if self.state.published:
            raise Refusal("published")

    def snapshot(self) -> bytes:
        """Return a file with all that was committed so far, whoever is writing meanwhile."""
        with closing(sqlite3.connect(":memory:")) as copy:
            self._db.backup(copy)
            return copy.serialize()

    def checkpoint(self) -> None:
        """Move the write-ahead log into the file; raise if there is no room, which closing would hide."""
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close the file and release the lock; restore the time of change if it matters and nothing was written."""
        self._db.close()
        self._lock = None
        if self.state.played or self._has_written or wal_of(self.path).exists():  # someone else may be playing it
            return
        with suppress(OSError):
            if self.path.stat().st_mtime_ns != self._changed:
                os.utime(self.path, ns=(time.time_ns(), self._changed))


def is_held(referee: Referee) -> bool:
    """Return whether the record of a game is held back, since other tables still play from the same urn."""
    return isinstance(referee.keeper, GameFile) and referee.keeper.is_still_held()


def check_schema(path: Path) -> None:
    """Refuse a file from elsewhere that has other tables than a game's, or views and triggers, before it is read."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as db:
            db.execute("PRAGMA trusted_schema=OFF")
            found = db.execute(TABLES).fetchmany(MANY)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise Damaged("damaged-page", why=UNREADABLE) from error
    with closing(sqlite3.connect(":memory:")) as ours:
        ours.executescript(SCHEMA)
        if sorted(map(repr, found)) != sorted(map(repr, ours.execute(TABLES))):
            raise Damaged("damaged-page", why=UNREADABLE)


def wal_of(path: Path) -> Path:
    """Return where SQLite keeps the write-ahead log of a game's file."""
    return path.with_name(f"{path.name}-wal")


def last_change(path: Path) -> int:
    """Return when a game was last played, in ns, by its file or its write-ahead log; 0 if there is none."""
    return max((stat.st_mtime_ns for stat in file_stats(path)), default=0)


def file_stats(path: Path) -> list[os.stat_result]:
    """Return the stats of a game's file and its write-ahead log, which vanishes when another reader closes it."""
    found = []
    for piece in (path, wal_of(path)):
        with suppress(FileNotFoundError):
            found.append(piece.stat())
    return found


def _row(line: dict[str, Any]) -> tuple[str, int]:
    text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
    return text, zlib.crc32(text.encode())


def _line(text: bytes, checksum: int) -> Any:
    if zlib.crc32(text) != checksum:
        raise Damaged("damaged-page", why=CHECKSUM)
    return json.loads(text)
