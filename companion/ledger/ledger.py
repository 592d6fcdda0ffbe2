"""All games that were played here, kept in a data folder: one file each.

With a file per game, damage to one can't reach another: a file that can't be read is set aside, and the rest are
unharmed.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, NamedTuple

from companion.durable import make_folder, sync_folder
from companion.game import Game, Table
from companion.ledger import record
from companion.ledger.game_file import UNREADABLE, GameFile, file_stats, last_change
from companion.ledger.lock import GameLock
from companion.referee import Referee
from companion.referee.urn import Urn
from companion.refusal import Busy, Damaged, Halted, NotFound, NotSaved, OfOtherVersion, Refusal, SetAside

BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)
NOT_A_GAME = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
BAD_READ = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS)
DAMAGE = (sqlite3.DatabaseError, Refusal, LookupError, TypeError, ValueError)
"""What reading a damaged file may raise."""

OURS_ALONE = 0o700
"""Whoever could read a running game would know its urn, and every draw to come."""

DRAFT_AGE = 60
"""Seconds after which a draft must be left over from a power cut: writing one takes much less."""


def default_folder() -> Path:
    """Return the user's data folder, by the XDG rule."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "ballottino"


class Listed(NamedTuple):
    """A game in the ledger, as a list shows it."""

    id: str
    game: str
    names: list[str]
    over: bool
    published: bool

    @property
    def resumable(self) -> bool:
        """Whether it can be played on: not if it is over, nor if its secret is known."""
        return not (self.over or self.published)


class Ledger:
    """The games in a data folder.

    >>> ledger = Ledger(default_folder())                    # doctest: +SKIP
    >>> referee = ledger.begin(Doge, table, Urn.fresh())     # doctest: +SKIP
    >>> ledger.resume(ledger.last())                         # doctest: +SKIP
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.set_aside: list[tuple[str, str]] = []
        """Damaged games that were moved out of the way, each with the reason."""
        self.unopened: list[str] = []
        """Games that could not be opened, and are not damaged as far as we know."""
        self.newer: list[str] = []
        """Games that a newer version of the program wrote."""
        self._reported: set[str] = set()
        self._listed: dict[Path, tuple[list[tuple[int, int]], Listed]] = {}
        self._moving = threading.Lock()
        try:
            make_folder(folder / "games", OURS_ALONE)
            self._remove_old_drafts()
        except OSError as error:
            raise self._unusable(error) from error

    def _unusable(self, error: OSError) -> Refusal:
        return NotSaved("no-data-folder", value=str(self.folder), why=error.strerror or type(error).__name__)

    def check_writable(self) -> None:
        """Refuse if no game could begin here; leave nothing behind."""
        try:
            with NamedTemporaryFile(dir=self.folder / "games", suffix=".new"):
                pass
        except OSError as error:
            raise self._unusable(error) from error

    def _remove_old_drafts(self) -> None:
        """Delete drafts of games that a power cut kept from beginning."""
        for piece in (self.folder / "games").glob("*.new*"):
            with suppress(FileNotFoundError):
                if time.time() - piece.stat().st_mtime > DRAFT_AGE:
                    piece.unlink()

    def _path(self, game_id: str) -> Path:
        path = self.folder / "games" / f"{game_id}.sqlite"
        if path.parent != self.folder / "games" or not path.is_file():
            raise NotFound("no-such-game", value=game_id)
        return path

    def begin(self, kind: type[Game], table: Table, urn: Urn) -> Referee:
        """Begin a new game in a file of its own, durable before the first question is asked."""
        path = self._create(kind, table, urn, lambda file: None)
        with ExitStack() as until_begun:
            until_begun.callback(path.unlink)
            try:
                file = GameFile(path, lock=self._lock(path))
            except sqlite3.Error as error:
                raise NotSaved("not-saved", why=str(error)) from error
            until_begun.pop_all()
        return Referee(kind, table, urn, keeper=file)

    def _lock(self, path: Path) -> GameLock:
        try:
            return GameLock.on(path)
        except OSError as error:
            raise self._unusable(error) from error

    def _create(self, kind: type[Game], table: Table, urn: Urn, fill: Callable[[GameFile], None]) -> Path:
        """Create a game's file, which gets its name only once everything that `fill` writes is durable."""
        stamp = time.strftime("%Y%m%d-%H%M%S")
        game_id = f"{stamp}-{kind.name.replace(':', '-')}-{secrets.token_hex(3)}"
        path = self.folder / "games" / f"{game_id}.sqlite"
        draft = path.with_suffix(".new")
        try:
            with closing(GameFile(draft, record.header(kind, table, urn))) as file:
                fill(file)
                file.checkpoint()
            draft.replace(path)
            sync_folder(path.parent)
        except (OSError, sqlite3.Error) as error:
            raise NotSaved("not-saved", why=str(error)) from error
        finally:
            for piece in draft.parent.glob(f"{draft.name}*"):
                piece.unlink()
        return path

    def resume(self, game_id: str) -> Referee:
        """Open a game to play on from its last acknowledged entry; refuse while another program plays it.

        A damaged game is set aside and refused. A game that another version wrote is not damaged: it is refused if
        it can't be read, or halted where it no longer fits, and stays where it is. A game that was imported before
        its end can only be looked at: its secret is known.
        """
        path = self._path(game_id)
        referee = self._open(path, self._lock(path))
        file = referee.keeper
        assert isinstance(file, GameFile)
        if file.published and not file.over:
            file.close()
            raise Refusal("secret-known", value=game_id)
        return referee

    def peek(self, game_id: str) -> Referee:
        """Open a game only to look at it, whoever may be playing it."""
        return self._open(self._path(game_id))

    def _open(self, path: Path, lock: GameLock | None = None) -> Referee:
        with ExitStack() as until_resumed:
            try:
                file = until_resumed.enter_context(closing(GameFile(path, lock=lock)))
                entries, kept = file.entries(), file.kept()
            except OfOtherVersion:
                raise
            except DAMAGE as error:
                if _is_inaccessible(error) or not self._set_aside(path, _reason(error)):
                    raise Refusal("cannot-open", names=[path.stem]) from error
                raise SetAside(path.stem, _reason(error)) from error
            kind, table, urn = record.open_header(file.header)
            referee = Referee.resumed(kind, table, urn, entries, kept, file)
            until_resumed.pop_all()
        return referee

    def _set_aside(self, path: Path, why: str) -> bool:
        """Move a damaged file, and what SQLite keeps beside it, out of the way. Nothing is deleted.

        The file goes first: left behind without its log it might pass for a sound game, played less far. If several
        threads find the damage at once, one moves it. Return False if the disk allows no move; the file stays then.
        """
        aside = self.folder / "damaged"
        with self._moving:
            if not path.exists():
                return True
            try:
                make_folder(aside, OURS_ALONE)
                for piece in sorted(path.parent.glob(f"{path.name}*")):
                    with suppress(FileNotFoundError):  # another program was quicker
                        piece.replace(aside / piece.name)
                    sync_folder(aside)
                    sync_folder(path.parent)
            except OSError:
                return False
            self.set_aside.append((path.stem, why))
            return True

    def games(self) -> list[Listed]:
        """Return all games, the one played last first, and set damaged ones aside on the way.

        A game that can't be opened, because it is another user's or the disk is full, or that can't be moved, stays
        where it is and is left out; `unopened` names each of them once, and `newer` those of a newer version.
        """
        found = []
        for path in sorted((self.folder / "games").glob("*.sqlite"), key=_by_last_change, reverse=True):
            try:
                found.append(self._summary(path))
            except OfOtherVersion:
                self.newer += {path.stem} - self._reported
                self._reported.add(path.stem)
            except DAMAGE as error:
                if not path.exists():  # someone else has just set it aside
                    continue
                if _is_inaccessible(error) or not self._set_aside(path, _reason(error)):
                    self.unopened += {path.stem} - self._reported
                    self._reported.add(path.stem)
        return found

    def _summary(self, path: Path) -> Listed:
        """Return a game as a list shows it, opening its file only if it has changed since the last time."""
        stamps = [(stat.st_mtime_ns, stat.st_size) for stat in file_stats(path)]
        listed = self._listed.get(path)
        if listed is None or listed[0] != stamps:
            with closing(GameFile(path)) as file:
                record.check_format(file.header)
                names = [seat["name"] for seat in file.header["seats"]]
                listed = stamps, Listed(path.stem, file.header["game"], names, file.over, file.published)
            self._listed[path] = listed
        return listed[1]

    def last(self) -> str | None:
        """Return the id of the unfinished game that was played last, if there is one."""
        return next((kept.id for kept in self.games() if kept.resumable), None)

    def export(self, game_id: str) -> str:
        """Return the record of a finished game and publish it: its urn has been shown, so nothing can change now."""
        file = self._sound_file(game_id)
        file.publish()
        file.close()
        return record.write(self.peek(game_id), file.header)  # only now is it sure not to change

    def _sound_file(self, game_id: str) -> GameFile:
        """Return the file of a game that replays from beginning to end; refuse one that halts."""
        referee = self.peek(game_id)
        if referee.fault is not None:
            raise Halted(referee.fault)
        file = referee.keeper
        assert isinstance(file, GameFile)
        return file

    def import_record(self, text: str) -> str:
        """Add a game from its record, once all of it has been verified; refuse one that is here already.

        One that is not over can be looked at, never played on: whoever has its record knows every draw to come.
        """
        read = record.read(text)
        record.verify(read)
        self._refuse_duplicate(record.header(read.kind, read.table, read.urn))
        replayed = read.replay()

        def fill(file: GameFile) -> None:
            file.rewrite(0, replayed.entries, [])
            if replayed.outcome is not None:
                file.finish()
            file.publish(unfinished=True)

        return self._create(read.kind, read.table, read.urn, fill).stem

    def _refuse_duplicate(self, header: dict[str, Any]) -> None:
        for kept in self.games():
            with closing(GameFile(self._path(kept.id))) as file:
                if all(file.header[key] == header[key] for key in record.SAME_GAME):
                    raise Refusal("here-already", value=kept.id)


def _by_last_change(path: Path) -> tuple[int, str]:
    """Sort by the last change, and games that changed at the same moment by when they began."""
    return last_change(path), path.stem


def _reason(error: Exception) -> str:
    """Return why a file can't be read, worded by the vocabulary `damage`."""
    return str(error.facts.get("why", UNREADABLE)) if isinstance(error, Damaged) else UNREADABLE


def _is_inaccessible(error: Exception) -> bool:
    """Return whether a file can't be opened, though it may well be sound; refuse if someone else is writing it."""
    if not isinstance(error, sqlite3.OperationalError):
        return False
    code = error.sqlite_errorcode
    if code & 0xFF in BUSY:
        raise Busy("busy") from error
    return code & 0xFF not in NOT_A_GAME and code not in BAD_READ
