"""One game's file in the ledger: SQLite, each change durable before it is acknowledged."""

from __future__ import annotations

import json
import sqlite3
import weakref
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.entries import Answer, Entry, entry_from_line
from companion.hold import Hold
from companion.refusal import Refusal
from companion.vocabulary import named

CHECKSUM, MISSING, UNREADABLE = named("damage", "checksum", "missing", "unreadable")
"""What may be wrong with a page. It never says what stands there: that may be a secret."""

SCHEMA = """
CREATE TABLE header (line TEXT NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE entries (n INTEGER PRIMARY KEY, line TEXT NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE kept (seat INTEGER, question TEXT, line TEXT NOT NULL, sum INTEGER NOT NULL,
                   PRIMARY KEY (seat, question));
CREATE TABLE state (over INTEGER NOT NULL, published INTEGER NOT NULL);
INSERT INTO state VALUES (0, 0);
"""


class Page:
    """What a referee keeps its entries in. With a `header` a new one is made, without it one is found.

    Every row carries a checksum, so that a flipped bit is damage and not another game. Who plays the game has a
    `hold` on it, which ends when the page is closed.
    """

    def __init__(self, path: Path, header: dict[str, Any] | None = None, hold: Hold | None = None) -> None:
        self.path = path
        self._hold = hold
        mode = "rw" if header is None else "rwc"  # one that has just been set aside must not come back empty
        where = f"{path.absolute().as_uri()}?mode={mode}"
        self._db = sqlite3.connect(where, uri=True, isolation_level=None, check_same_thread=False)
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
            self.header = self._header()
            self.over, self.published = map(bool, self._db.execute("SELECT * FROM state").fetchone())
            self._next = self._count("entries")
            self._any_kept = self._count("kept") > 0
        except BaseException:
            self._db.close()
            raise

    def _look_over(self) -> None:
        (verdict,) = self._db.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise Refusal("damaged-page", why=UNREADABLE)

    def _header(self) -> dict[str, Any]:
        header: dict[str, Any] = _line(*self._db.execute("SELECT line, sum FROM header").fetchone())
        return header

    def _count(self, table: str) -> int:
        (number,) = self._db.execute(f"SELECT count(*) FROM {table}").fetchone()
        return int(number)

    def entries(self) -> list[Entry]:
        rows = self._db.execute("SELECT n, line, sum FROM entries ORDER BY n").fetchall()
        if [row[0] for row in rows] != list(range(len(rows))):
            raise Refusal("damaged-page", why=MISSING)
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
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise Refusal("not-saved", why=str(error)) from error

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
            self._db.execute("UPDATE state SET over = 0")
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
            self._db.execute("UPDATE state SET over = 1")
        self.over = True

    def publish(self) -> None:
        """The record goes out, and with it the urn's secret: nothing may change any more.

        Whether the game is over is asked of the file: another program may have undone its end.
        """
        with self._transaction():
            if self._db.execute("UPDATE state SET published = 1 WHERE over = 1").rowcount == 0:
                raise Refusal("still-running")
        self.published = True

    def _refuse_if_published(self) -> None:
        """Asked of the file, not of memory: another program may have given the record out."""
        (self.published,) = map(bool, self._db.execute("SELECT published FROM state").fetchone())
        if self.published:
            raise Refusal("published")

    def close(self) -> None:
        self._db.close()
        self._hold = None


def _row(line: dict[str, Any]) -> tuple[str, int]:
    text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
    return text, zlib.crc32(text.encode())


def _line(text: str, checksum: int) -> Any:
    if zlib.crc32(text.encode()) != checksum:
        raise Refusal("damaged-page", why=CHECKSUM)
    return json.loads(text)
