"""The book of a hall: results, people and rounds in one SQLite file. A result that comes twice is kept once."""

from __future__ import annotations

import json
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from companion.club.messages import shared_id
from companion.club.people import People
from companion.club.results import Result
from companion.club.rounds import DrawnRound, Round, second_seal
from companion.club.shared import Shared
from companion.durable import make_folder
from companion.ledger.record import is_whole
from companion.referee.urn import Urn
from companion.refusal import NotFound, OfOtherVersion, Refusal, quoted

LATEST = 1 << 62
"""Later than anything, in seconds."""
MOST_RESULTS = 10_000
"""Results of one box: three games a day for nine years."""
MOST_BEGUN = 1_000
"""Games of one box that the hall remembers though they have no result: of more the oldest go."""
MOST_OF_RECORDS = 50_000_000
"""Characters of the records of one box, some hundreds of them: of more the oldest go."""

FIRST = """
    CREATE TABLE results (game TEXT PRIMARY KEY, box TEXT, sender TEXT, sequence INTEGER, heard INTEGER, line TEXT);
    CREATE TABLE records (game TEXT PRIMARY KEY, text TEXT);
    CREATE TABLE people (name TEXT PRIMARY KEY, same_as TEXT, hidden INTEGER DEFAULT 0);
    CREATE TABLE rounds (number INTEGER PRIMARY KEY, at INTEGER, line TEXT);
    CREATE TABLE urn (secret TEXT);
    INSERT INTO urn VALUES (fresh_secret());
"""
SINCE_2 = "CREATE TABLE shared (number INTEGER PRIMARY KEY, line TEXT)"
SINCE_3 = """
    ALTER TABLE records RENAME TO said;
    CREATE TABLE records (box TEXT, game TEXT, text TEXT, size INTEGER, PRIMARY KEY (box, game));
    INSERT INTO records SELECT box, game, text, length(text) FROM said JOIN results USING (game)
        WHERE is_whole(text, json_extract(line, '$.end'));
    DROP TABLE said;
    CREATE INDEX results_of_box ON results (box);
"""
SINCE_4 = """
    CREATE TABLE spellings (plain TEXT PRIMARY KEY, name TEXT);
    INSERT OR REPLACE INTO spellings SELECT casefold(one.value), one.value
        FROM rounds, json_each(line, '$.meetings') AS meeting, json_each(meeting.value) AS one WHERE one.key > 0;
    INSERT OR REPLACE INTO spellings SELECT casefold(value), value FROM rounds, json_each(line, '$.sitting_out');
    INSERT OR REPLACE INTO spellings SELECT casefold(json_extract(value, '$.name')), json_extract(value, '$.name')
        FROM results, json_each(line, '$.people') ORDER BY heard;
"""
SINCE_5 = """
    CREATE TABLE evenings (number INTEGER PRIMARY KEY, secret TEXT, stirred TEXT DEFAULT '[]', ended INTEGER);
    INSERT INTO evenings (secret) SELECT secret FROM urn;
    DROP TABLE urn;
    ALTER TABLE rounds RENAME TO before;
    CREATE TABLE rounds (id INTEGER PRIMARY KEY, evening INTEGER, at INTEGER, line TEXT);
    INSERT INTO rounds SELECT number, 1, at, line FROM before;
    DROP TABLE before;
"""
"""A round without a line takes the one before it back."""
SINCE_6 = "CREATE TABLE off (box TEXT PRIMARY KEY)"
SINCE_7 = """
    CREATE TABLE owners (game TEXT PRIMARY KEY, box TEXT);
    INSERT INTO owners SELECT game, box FROM results;
    CREATE INDEX owners_of_box ON owners (box);
"""
VERSIONS = (FIRST, SINCE_2, SINCE_3, SINCE_4, SINCE_5, SINCE_6, SINCE_7)
"""The statements that each version has brought, the first one's first."""
VERSION = len(VERSIONS)
"""In SQLite's `user_version`."""


@dataclass(frozen=True)
class KeptRound:
    """A round of an evening, and when it was drawn."""

    number: int
    at: int
    round: Round
    drawn: DrawnRound
    """The same under the names of then, with what it was drawn from."""


@dataclass(frozen=True)
class KeptEvening:
    """An evening of rounds: its urn, and all that was drawn from it."""

    number: int
    secret: str
    stirred: Sequence[str]
    ended: int
    """The time at which it ended, in seconds since 1970; 0 while it goes on."""
    log: Sequence[KeptRound | int]
    """Every round that was drawn, and where the last one was taken back, the time of that."""

    @property
    def urn(self) -> Urn:
        return Urn(bytes.fromhex(self.secret), self.stirred)

    @property
    def sealed(self) -> str:
        """Return the second seal: over the first one and what was stirred."""
        return second_seal(self.urn)

    @property
    def rounds(self) -> list[KeptRound]:
        """Return the rounds that stand."""
        standing: list[KeptRound] = []
        for one in self.log:
            if isinstance(one, KeptRound):
                standing.append(one)
            else:
                standing.pop()
        return standing

    @property
    def people(self) -> set[str]:
        """Return everyone who was in any of its rounds, also in one that was taken back."""
        return {name for one in self.log if isinstance(one, KeptRound) for name in one.round.people}


class Book:
    """The hall's own file. Any thread may use it."""

    def __init__(self, path: Path) -> None:
        make_folder(path.parent)
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        weakref.finalize(self, self._db.close)
        self._lock = threading.RLock()
        self._people: People | None = None
        """As they were read last; nothing once that has changed."""
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise OfOtherVersion("newer-file", value=path.name)
        if version < VERSION:
            self._bring_up_to_date(version)

    def _bring_up_to_date(self, version: int) -> None:
        self._db.create_function("is_whole", 2, is_whole)
        self._db.create_function("casefold", 1, str.casefold)
        self._db.create_function("fresh_secret", 0, fresh_secret)
        with self._transaction():
            for brought in VERSIONS[version:]:
                for statement in filter(str.strip, brought.split(";")):
                    self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version={VERSION}")

    def close(self) -> None:
        with self._lock:
            self._db.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def _rows(self, query: str, *values: Any) -> list[Any]:
        with self._lock:
            return self._db.execute(query, values).fetchall()

    # Results

    def add_result(self, box: str, payload: Mapping[str, Any], heard: int) -> bool:
        """Keep a result, unless it is here already or a later word on the same game is. Return whether it was new.

        Results are ordered by when they were first `heard`, since the clocks of boxes can't be trusted.
        """
        sender, sequence, game = str(payload["id"]).rpartition("-")[0], payload["sequence"], payload["game"]
        if payload["places"] and not Result.from_message(box, payload, heard).is_sound():
            raise Refusal("unplaced-people", value=quoted(game))
        with self._transaction():
            self._claim(game, box)
            known = self._rows("SELECT box, sender, sequence, heard, line FROM results WHERE game = ?", game)
            if known and known[0][1] == sender and known[0][2] >= sequence:
                return False
            if not known and self._rows("SELECT count(*) FROM results WHERE box = ?", box)[0][0] >= MOST_RESULTS:
                raise Refusal("too-many-results", box=box, most=MOST_RESULTS)
            if known and json.loads(known[0][4])["end"] != payload["end"]:
                self._db.execute("DELETE FROM records WHERE box = ? AND game = ?", (box, game))
            first = known[0][3] if known else heard
            values = (game, box, sender, sequence, first, json.dumps(payload, ensure_ascii=False))
            self._db.execute("REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?)", values)
            self._note_spellings(person["name"] for person in payload["people"])
        return True

    def note_begun(self, box: str, game: str) -> None:
        """Note that a box plays a game: from then on no other can tell of its result. Refuse one of another box."""
        with self._transaction():
            self._claim(game, box)

    def _claim(self, game: str, box: str) -> None:
        """Take a game for a box's own, unless it is another's.

        It belongs to the box that told of it first, which is when it begins, or to the one that was handed its urn.
        """
        known = dict(self._rows("SELECT game, box FROM owners WHERE game = ?", game))
        owner = known.get(game) or self._handed_to().get(game, box)
        if owner != box:
            raise Refusal("of-another-box", value=quoted(game), box=owner)
        if not known:
            self._db.execute("INSERT INTO owners VALUES (?, ?)", (game, box))
            self._db.execute(
                "DELETE FROM owners WHERE box = ? AND game NOT IN (SELECT game FROM results) AND rowid <="
                " (SELECT rowid FROM owners WHERE box = ? ORDER BY rowid DESC LIMIT 1 OFFSET ?)",
                (box, box, MOST_BEGUN),
            )

    def _handed_to(self) -> dict[str, str]:
        """Return the games that are played from shared urns, each with the box that plays it."""
        return {shared_id(one.seal, box): box for one in self.shared() for box in one.boxes}

    def add_record(self, box: str, game: str, text: str) -> list[str]:
        """Keep the record of a game that its box gave out; refuse one that is not what its result was made of.

        It proves whose game it was. Return the other boxes that told of it by its seal: their word counts no more.
        """
        with self._transaction():
            found = self._rows("SELECT line FROM results WHERE box = ? AND game = ?", box, game)
            if not found or not is_whole(text, json.loads(found[0][0])["end"]):
                raise Refusal("unfit-record", value=quoted(game), box=box)
            urn = _urn_of(text)
            seal = urn.commitment if urn is not None and urn.mark == game else ""
            false = [other for (other,) in self._rows("SELECT box FROM results WHERE game = ?", seal) if other != box]
            if seal:
                self._db.execute("DELETE FROM results WHERE game = ? AND box != ?", (seal, box))
                self._db.execute("REPLACE INTO owners VALUES (?, ?)", (seal, box))
            self._db.execute("REPLACE INTO records VALUES (?, ?, ?, ?)", (box, game, text, len(text)))
            kept = 0
            for number, size in self._rows("SELECT rowid, size FROM records WHERE box = ? ORDER BY rowid DESC", box):
                kept += size
                if kept > MOST_OF_RECORDS:
                    self._db.execute("DELETE FROM records WHERE rowid = ?", (number,))
        return false

    def recorded(self) -> set[str]:
        """Return the games whose records are here."""
        return {game for (game,) in self._rows("SELECT game FROM records")}

    def record(self, game: str) -> str:
        found = self._rows("SELECT text FROM records WHERE game = ?", game)
        if not found:
            raise NotFound("no-such-game", value=quoted(game))
        return str(found[0][0])

    def results(self, *, since: int = 0, until: int = LATEST) -> list[Result]:
        """Return all results that stand, the oldest first, with people under the names that count now."""
        name_of = self.people().name_of
        found = self._rows(
            "SELECT box, line, heard FROM results WHERE heard >= ? AND heard <= ? ORDER BY heard, game", since, until
        )
        results = [Result.from_message(box, json.loads(line), heard) for box, line, heard in found]
        return [result.renamed(name_of) for result in results if result.places]

    # People

    def people(self) -> People:
        """Return everybody's names as they are known now."""
        with self._lock:
            if self._people is None:
                self._people = self._read_people()
            return self._people

    def _read_people(self) -> People:
        known = self._rows("SELECT name, same_as, hidden FROM people")
        return People(
            same_as={name: same_as for name, same_as, _ in known if same_as is not None},
            spelled=dict(self._rows("SELECT plain, name FROM spellings")),
            asked=[name for name, _, hidden in known if hidden],
        )

    def merge(self, name: str, into: str) -> None:
        """Take two spellings for one person from now on. To undo it, merge a name into itself."""
        with self._transaction():
            people = self.people()
            if into != name and (final := people.name_of(into)) != people.name_of(name):
                into = final
            merged = [one for one, at in people.same_as.items() if name.casefold() in (one.casefold(), at.casefold())]
            for one in {name, *merged}:
                self._note(one)
                self._db.execute("UPDATE people SET same_as = ? WHERE name = ?", (into, one))
            self._note(into)
            self._db.execute("UPDATE people SET same_as = NULL WHERE name = ?", (into,))
            self._people = None

    def hide(self, name: str, *, hidden: bool) -> None:
        """Leave somebody out of public lists, or bring them back, under whichever spellings."""
        with self._transaction():
            people = self.people()
            self._note(name)
            for one in {name, *people.asked}:
                if people.name_of(one) == people.name_of(name):
                    self._db.execute("UPDATE people SET hidden = ? WHERE name = ?", (hidden, one))
            self._people = None

    def _note(self, name: str) -> None:
        self._db.execute("INSERT OR IGNORE INTO people (name) VALUES (?)", (name,))

    def _note_spellings(self, names: Iterable[str]) -> None:
        spellings = [(name.casefold(), name) for name in names]
        self._db.executemany("REPLACE INTO spellings VALUES (?, ?)", spellings)
        self._people = None

    # Evenings of rounds

    def evenings(self) -> list[KeptEvening]:
        """Return all evenings, the latest first: it is the one that goes on."""
        numbers = self._rows("SELECT number FROM evenings ORDER BY number DESC")
        return [self.evening(number) for (number,) in numbers]

    def evening(self, number: int = 0) -> KeptEvening:
        """Return an evening, or without a number the one that goes on."""
        with self._lock:
            found = self._rows(
                "SELECT number, secret, stirred, coalesce(ended, 0) FROM evenings WHERE number = ?"
                if number
                else "SELECT number, secret, stirred, 0 FROM evenings WHERE ended IS NULL AND ? = 0",
                number,
            )
            if not found:
                raise NotFound("no-such-evening")
            number, secret, stirred, ended = found[0]
            return KeptEvening(number, secret, json.loads(stirred), ended, self._log(number))

    def _log(self, evening: int) -> list[KeptRound | int]:
        name_of = self.people().name_of
        log: list[KeptRound | int] = []
        standing = 0
        for at, line in self._rows("SELECT at, line FROM rounds WHERE evening = ? ORDER BY id", evening):
            standing += 1 if line is not None else -1
            if line is None:
                log.append(at)
            else:
                drawn = DrawnRound.from_line(json.loads(line))
                log.append(KeptRound(standing, at, drawn.round.renamed(name_of), drawn))
        return log

    def stir(self, words: Sequence[str]) -> None:
        """Stir words into the urn of the evening, once, before anything is drawn from it."""
        with self._transaction():
            evening = self.evening()
            if evening.stirred or evening.log:
                raise Refusal("stirred-before")
            self._db.execute("UPDATE evenings SET stirred = ? WHERE number = ?", (json.dumps(words), evening.number))

    def add_round(self, drawn: DrawnRound, at: int) -> None:
        with self._transaction():
            line = json.dumps(drawn.to_line(), ensure_ascii=False)
            self._db.execute(
                "INSERT INTO rounds (evening, at, line) VALUES (?, ?, ?)", (self.evening().number, at, line)
            )
            self._note_spellings(drawn.round.people)

    def take_back(self, at: int) -> None:
        """Take the last round back. It stays on record, so that nobody draws until the round is to their liking."""
        with self._transaction():
            evening = self.evening()
            if not evening.rounds:
                raise Refusal("no-rounds")
            self._db.execute("INSERT INTO rounds (evening, at) VALUES (?, ?)", (evening.number, at))

    def end_evening(self, at: int) -> int:
        """End the evening, whose secret may now be seen, and start the next with a fresh urn. Return its number."""
        with self._transaction():
            evening = self.evening()
            if not evening.log:
                raise Refusal("no-rounds")
            self._db.execute("UPDATE evenings SET ended = ? WHERE number = ?", (at, evening.number))
            self._db.execute("INSERT INTO evenings (secret) VALUES (?)", (fresh_secret(),))
        return evening.number

    # Tables that were taken off the wall

    def off(self) -> set[str]:
        """Return the tables that were taken off the wall."""
        return {box for (box,) in self._rows("SELECT box FROM off")}

    def note_off(self, box: str, *, is_off: bool) -> None:
        change = "INSERT OR IGNORE INTO off VALUES (?)" if is_off else "DELETE FROM off WHERE box = ?"
        with self._transaction():
            self._db.execute(change, (box,))

    # Urns that several tables share

    def share(self, game: str, players: int, boxes: Sequence[str], at: int) -> Shared:
        """Make an urn for several tables. Its seal may be shown at once, and then people stir."""
        urn = Urn.fresh()
        with self._transaction():
            number = 1 + self._rows("SELECT coalesce(max(number), 0) FROM shared")[0][0]
            made = Shared(number, at, game, players, tuple(boxes), urn.commitment, urn.secret.hex())
            self._keep_shared(made)
        return made

    def shared(self) -> list[Shared]:
        """Return all urns that tables share, the newest first."""
        lines = self._rows("SELECT line FROM shared ORDER BY number DESC")
        return [Shared.from_line(json.loads(line)) for (line,) in lines]

    def find_shared(self, number: int) -> Shared:
        for one in self.shared():
            if one.number == number:
                return one
        raise NotFound("no-shared-urn")

    def change_shared(self, number: int, change: Callable[[Shared], Shared]) -> None:
        """Keep what `change` makes of an urn, or nothing if it refuses. Meanwhile nobody else changes it.

        Pages and the link to the broker change urns at the same time: what decides belongs into `change`.
        """
        with self._transaction():
            self._keep_shared(change(self.find_shared(number)))

    def _keep_shared(self, one: Shared) -> None:
        line = json.dumps(asdict(one), ensure_ascii=False)
        self._db.execute("REPLACE INTO shared VALUES (?, ?)", (one.number, line))

    def records_of(self, seal: str, boxes: Sequence[str]) -> dict[str, str]:
        """Return the records of the tables that have played from a shared urn, by box, as far as they are here."""
        found = {}
        for box in boxes:
            game = shared_id(seal, box)
            for (text,) in self._rows("SELECT text FROM records WHERE box = ? AND game = ?", box, game):
                found[box] = str(text)
        return found


def _urn_of(text: str) -> Urn | None:
    """Return the urn whose secret a record tells, if it does."""
    try:
        return Urn(bytes.fromhex(json.loads(text.partition("\n")[0])["secret"]))
    except (ValueError, LookupError, TypeError, RecursionError):
        return None


def fresh_secret() -> str:
    """Return the secret of an urn that nobody has seen."""
    return Urn.fresh().secret.hex()
