"""Messages of a box to its club, kept on the card until the broker has them.

It also keeps which results were given out, so that after a power cut the ledger tells what is missing.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import weakref
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

VERSION = 1
"""In SQLite's `user_version`."""
MOST_EVENTS = 5_000
"""Events that wait at most; of more the oldest are dropped. Results are never dropped."""

TABLES = """
    CREATE TABLE waiting (sequence INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT, payload TEXT);
    CREATE TABLE results (game_id TEXT PRIMARY KEY, over INTEGER, published INTEGER, payload TEXT);
    CREATE TABLE box (id TEXT);
"""


class Unsent(NamedTuple):
    """A message that the broker does not have yet."""

    sequence: int
    kind: str
    payload: bytes


class Given(NamedTuple):
    """The club's knowledge of a game in the ledger: whether it is over, and whether its record was given out."""

    over: bool
    published: bool


class Outbox:
    """The messages of one box, in the order in which they were said. Used by one thread alone."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._open()
        except sqlite3.DatabaseError:  # damaged: nothing in it is worth more than the ledger knows
            for piece in path.parent.glob(f"{path.name}*"):
                piece.unlink(missing_ok=True)
            self._open()

    def _open(self) -> None:
        self._db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        weakref.finalize(self, self._db.close)
        with suppress(OSError):
            self.path.chmod(0o600)
        self._db.execute("PRAGMA journal_mode=WAL")
        self.is_new = self._db.execute("PRAGMA user_version").fetchone() == (0,)
        if self.is_new:
            self._db.executescript(f"BEGIN; {TABLES}")
            self._db.execute("INSERT INTO box VALUES (?)", (secrets.token_hex(4),))
            self._db.execute(f"PRAGMA user_version={VERSION}")
            self._db.execute("COMMIT")
        self.box: str = self._db.execute("SELECT id FROM box").fetchone()[0]

    def close(self) -> None:
        self._db.close()

    def put(self, kind: str, payloads: Iterable[Mapping[str, Any]]) -> None:
        """Keep messages. Their numbers grow from one to the next, also across power cuts."""
        with self._db:
            self._db.execute("BEGIN")
            for payload in payloads:
                self._insert(kind, payload)

    def _insert(self, kind: str, payload: Mapping[str, Any]) -> str:
        (last,) = self._db.execute("SELECT max(seq) FROM sqlite_sequence").fetchone()
        sequence = (last or 0) + 1
        text = json.dumps({**payload, "id": f"{self.box}-{sequence}", "sequence": sequence}, ensure_ascii=False)
        self._db.execute("INSERT INTO waiting VALUES (?, ?, ?)", (sequence, kind, text))
        if sequence % 100 == 0:
            self._drop_oldest_events()
        return text

    def _drop_oldest_events(self) -> None:
        self._db.execute(
            "DELETE FROM waiting WHERE kind = 'event' AND sequence <= (SELECT sequence FROM waiting"
            f" WHERE kind = 'event' ORDER BY sequence DESC LIMIT 1 OFFSET {MOST_EVENTS})"
        )

    def waiting(self, after: int, most: int) -> list[Unsent]:
        """Return the next messages to send, the oldest first."""
        found = self._db.execute(
            "SELECT sequence, kind, payload FROM waiting WHERE sequence > ? ORDER BY sequence LIMIT ?", (after, most)
        )
        return [Unsent(sequence, kind, payload.encode()) for sequence, kind, payload in found]

    def remove(self, sequences: Iterable[int]) -> None:
        """Forget messages that the broker has."""
        with self._db:
            self._db.execute("BEGIN")
            self._db.executemany("DELETE FROM waiting WHERE sequence = ?", [(sequence,) for sequence in sequences])

    def given(self) -> dict[str, Given]:
        """Return what the club was told of each game in the ledger."""
        with closing(self._db.execute("SELECT game_id, over, published FROM results")) as rows:
            return {game_id: Given(bool(over), bool(published)) for game_id, over, published in rows}

    def note(self, games: Mapping[str, Given]) -> None:
        """Take these games as known, without a word about them."""
        with self._db:
            self._db.execute("BEGIN")
            rows = [(game_id, given.over, given.published) for game_id, given in games.items()]
            self._db.executemany("REPLACE INTO results VALUES (?, ?, ?, NULL)", rows)

    def put_result(self, game_id: str, given: Given, messages: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        """Keep what there is to say about a game, together with the fact that it was said."""
        with self._db:
            self._db.execute("BEGIN")
            said = {kind: self._insert(kind, payload) for kind, payload in messages}
            self._db.execute(
                "INSERT INTO results VALUES (?, ?, ?, ?) ON CONFLICT (game_id) DO UPDATE SET over = excluded.over,"
                " published = excluded.published, payload = coalesce(excluded.payload, payload)",
                (game_id, given.over, given.published, said.get("result")),
            )

    def told(self, game_id: str) -> Mapping[str, Any]:
        """Return the last result of a game; nothing if none was given out."""
        found = self._db.execute("SELECT payload FROM results WHERE game_id = ?", (game_id,)).fetchone()
        told: dict[str, Any] = json.loads(found[0]) if found and found[0] else {}
        return told

    def last_results(self, most: int) -> list[bytes]:
        """Return the results that were given out last, the oldest of them first."""
        found = self._db.execute(
            "SELECT payload FROM results WHERE payload IS NOT NULL ORDER BY game_id DESC LIMIT ?", (most,)
        ).fetchall()
        return [payload.encode() for (payload,) in reversed(found)]
