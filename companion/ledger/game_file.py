"""One game's file in the ledger: SQLite, each change durable before it is acknowledged."""

from __future__ import annotations

import json
import os
import sqlite3
import time
import weakref
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from companion.ledger.lock import Hold
from companion.referee.entries import Answer, Entry, entry_from_line
from companion.refusal import Damaged, NotSaved, Refusal
from companion.vocabulary import named

CHECKSUM, MISSING, UNREADABLE = named("damage", "checksum", "missing", "unreadable")
"""What may be wrong with a page. It never says what stands there: that may be a secret."""

SCHEMA = """
CREATE TABLE header (line TEXT NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE entries (n INTEGER PRIMARY KEY, line TEXT NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE kept (seat INTEGER, question TEXT, line TEXT NOT NULL, sum INTEGER NOT NULL,
                   PRIMARY KEY (seat, question));
CREATE TABLE state (line TEXT NOT NULL, sum INTEGER NOT NULL);
"""


class Page:
    """What a referee keeps its entries in. With a `header` a new one is made, without it one is found.

    Every row carries a checksum, so that a flipped bit is damage and not another game. Who plays the game has a
    `hold` on it, which ends when the page is closed. Who only looks leaves no trace of it: which game was played
    last is told by its file.
    """

    def __init__(self, path: Path, header: dict[str, Any] | None = None, hold: Hold | None = None) -> None:
        self.path = path
        self._hold = hold
        self._played = last_change(path)
        self._has_written = False
        mode = "rw" if header is None else "rwc"  # one that has just been set aside must not come back empty
        where = f"{path.absolute().as_uri()}?mode={mode}"
        self._db = sqlite3.connect(where, uri=True, isolation_level=None, check_same_thread=False)
        self._db.text_factory = bytes  # what is damaged need not be text
        weakref.finalize(self, self._db.close)  # a page that nobody holds any more: Python 3.13 wants it said
        try:
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            if header is None:
                self._look_over()
            else:
                with self._transaction():
                    for statement in SCHEMA.split(";"):
                        self._db.execute(statement)
                    self._db.execute("INSERT INTO header VALUES (?, ?)", _row(header))
                    self._db.execute("INSERT INTO state VALUES (?, ?)", _row({"over": False, "published": False}))
            self.header = self._only("header")
            self._look_at_state()
            self._next = self._count("entries")
            self._any_kept = self._count("kept") > 0
        except BaseException:
            self._db.close()
            raise

    def _look_over(self) -> None:
        (verdict,) = self._db.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != b"ok":
            raise Damaged("damaged-page", why=UNREADABLE)

    def _only(self, table: str) -> dict[str, Any]:
        """The one row of a table."""
        line: dict[str, Any] = _line(*self._db.execute(f"SELECT line, sum FROM {table}").fetchone())
        return line

    def _look_at_state(self) -> None:
        """As the file says it: another program may have ended the game, undone its end, or given the record out."""
        state = self._only("state")
        self.over, self.published = state["over"], state["published"]

    def _set_state(self, over: bool, published: bool) -> None:
        self._db.execute("UPDATE state SET line = ?, sum = ?", _row({"over": over, "published": published}))

    def _count(self, table: str) -> int:
        (number,) = self._db.execute(f"SELECT count(*) FROM {table}").fetchone()
        return int(number)

    def entries(self) -> list[Entry]:
        rows = self._db.execute("SELECT n, line, sum FROM entries ORDER BY n").fetchall()
        if [row[0] for row in rows] != list(range(len(rows))):
            raise Damaged("damaged-page", why=MISSING)
        return [entry_from_line(_line(*row[1:])) for row in rows]

    def kept(self) -> list[Answer]:
        rows = self._db.execute("SELECT line, sum FROM kept").fetchall()
        return [entry for row in rows if isinstance(entry := entry_from_line(_line(*row)), Answer)]

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All or nothing, durable at the end. A disk that won't take it is a refusal: nothing has changed."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
                self._has_written = True
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise NotSaved("not-saved", why=str(error)) from error

    def append(self, entry: Entry) -> None:
        with self._transaction():
            self._refuse_if_published()
            self._insert(self._next, [entry])
            if self._any_kept and isinstance(entry, Answer):
                self._db.execute("DELETE FROM kept WHERE seat = ? AND question = ?", (entry.seat, entry.question))
        self._next += 1

    def rewrite(self, start: int, entries: Sequence[Entry], kept: Sequence[Answer]) -> None:
        """The entries from `start` on are now these, and these answers wait for their question."""
        with self._transaction():
            self._refuse_if_published()
            self._db.execute("DELETE FROM entries WHERE n >= ?", (start,))
            self._insert(start, entries)
            self._db.execute("DELETE FROM kept")
            rows = [(answer.seat, answer.question, *_row(answer.line())) for answer in kept]
            self._db.executemany("INSERT INTO kept VALUES (?, ?, ?, ?)", rows)
            self._set_state(over=False, published=False)
        self._next = start + len(entries)
        self._any_kept = bool(kept)
        self.over = False

    def _insert(self, start: int, entries: Sequence[Entry]) -> None:
        rows = [(start + offset, *_row(entry.line())) for offset, entry in enumerate(entries)]
        self._db.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)

    def finish(self) -> None:
        """The game is over; undoing may take that back."""
        if self.over:
            return
        with self._transaction():
            self._look_at_state()
            self._set_state(over=True, published=self.published)
        self.over = True

    def publish(self) -> None:
        """The record goes out, and with it the urn's secret: nothing may change any more."""
        with self._transaction():
            self._look_at_state()
            if not self.over:
                raise Refusal("still-running")
            self._set_state(over=True, published=True)
        self.published = True

    def _refuse_if_published(self) -> None:
        self._look_at_state()
        if self.published:
            raise Refusal("published")

    def fold_in(self) -> None:
        """Bring all that was written into the file itself; an error where there is no room: closing would hide it."""
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        self._db.close()
        self._hold = None
        if not self._has_written and not beside(self.path).exists():  # else someone else is playing it
            with suppress(OSError):
                os.utime(self.path, ns=(time.time_ns(), self._played))


def beside(path: Path) -> Path:
    """Where SQLite keeps what is not yet folded into a game's file."""
    return path.with_name(f"{path.name}-wal")


def last_change(path: Path) -> int:
    """When a game was last played, in ns: as its file tells, or what lies beside it; 0 for one that is not there."""
    return max((piece.st_mtime_ns for piece in pieces(path)), default=0)


def pieces(path: Path) -> list[os.stat_result]:
    """A game's file and what SQLite keeps beside it, which is gone as soon as another reader closes it."""
    found = []
    for piece in (path, beside(path)):
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
