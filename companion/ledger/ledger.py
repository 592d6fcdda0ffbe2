"""Every game that was played here, kept in a data folder: one file each.

A file a game, so that damage to one can't reach another: one that can't be read is set aside with a
word, and the rest go on.
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
from companion.ledger.game_file import UNREADABLE, Page, last_change, pieces
from companion.ledger.lock import Hold
from companion.referee import Referee
from companion.referee.urn import Urn
from companion.refusal import Busy, Damaged, Halted, NotFound, NotSaved, Refusal, SetAside

BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)
NOT_A_PAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
BAD_READ = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS)
DAMAGE = (sqlite3.DatabaseError, Refusal, LookupError, TypeError, ValueError)
"""What reading a damaged page may raise."""

OURS_ALONE = 0o700
"""Whoever could read a running game would know its urn, and all that is still to be drawn."""


def default_folder() -> Path:
    """The user's data folder, by the XDG rule."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "ballottino"


class Listed(NamedTuple):
    """A game in the ledger, as a list shows it."""

    id: str
    game: str
    names: list[str]
    over: bool
    published: bool


class Ledger:
    """The games in a data folder.

    >>> ledger = Ledger(default_folder())                    # doctest: +SKIP
    >>> referee = ledger.begin(Doge, table, Urn.fresh())     # doctest: +SKIP
    >>> ledger.resume(ledger.last())                         # doctest: +SKIP
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.set_aside: list[tuple[str, str]] = []
        self.unopened: list[str] = []
        self._closed: set[str] = set()
        self._listed: dict[Path, tuple[list[tuple[int, int]], Listed]] = {}
        self._moving = threading.Lock()
        try:
            make_folder(folder / "games", OURS_ALONE)
            self._sweep()
        except OSError as error:
            raise self._useless(error) from error

    def _useless(self, error: OSError) -> Refusal:
        return NotSaved("no-data-folder", value=str(self.folder), why=error.strerror or type(error).__name__)

    def check_writable(self) -> None:
        """Refuses where no game could begin; nothing is left behind."""
        try:
            with NamedTemporaryFile(dir=self.folder / "games", suffix=".new"):
                pass
        except OSError as error:
            raise self._useless(error) from error

    def _sweep(self) -> None:
        """Clear away drafts of games that a power cut kept from beginning. Who is at work on one takes no minute."""
        for piece in (self.folder / "games").glob("*.new*"):
            with suppress(FileNotFoundError):
                if time.time() - piece.stat().st_mtime > 60:
                    piece.unlink()

    def _path(self, game_id: str) -> Path:
        path = self.folder / "games" / f"{game_id}.sqlite"
        if path.parent != self.folder / "games" or not path.is_file():
            raise NotFound("no-such-game", value=game_id)
        return path

    def begin(self, kind: type[Game], table: Table, urn: Urn) -> Referee:
        """A new game on a page of its own; durable before the first question is asked."""
        path = self._add(kind, table, urn, lambda page: None)
        with ExitStack() as until_begun:
            until_begun.callback(path.unlink)
            try:
                page = Page(path, hold=self._hold(path))
            except sqlite3.Error as error:
                raise NotSaved("not-saved", why=str(error)) from error
            until_begun.pop_all()
        return Referee(kind, table, urn, keeper=page)

    def _hold(self, path: Path) -> Hold:
        try:
            return Hold.on(path)
        except OSError as error:
            raise self._useless(error) from error

    def _add(self, kind: type[Game], table: Table, urn: Urn, fill: Callable[[Page], None]) -> Path:
        """A new page, which has its name only once all that `fill` writes on it is safe."""
        stamp = time.strftime("%Y%m%d-%H%M%S")
        game_id = f"{stamp}-{kind.name.replace(':', '-')}-{secrets.token_hex(3)}"
        path = self.folder / "games" / f"{game_id}.sqlite"
        draft = path.with_suffix(".new")
        try:
            with closing(Page(draft, record.header(kind, table, urn))) as page:
                fill(page)
                page.fold_in()
            draft.replace(path)
            sync_folder(path.parent)
        except (OSError, sqlite3.Error) as error:
            raise NotSaved("not-saved", why=str(error)) from error
        finally:
            for piece in draft.parent.glob(f"{draft.name}*"):
                piece.unlink()
        return path

    def resume(self, game_id: str) -> Referee:
        """A game to be played on, as it stood at its last acknowledged entry; refused while another program plays it.

        A damaged one is set aside and refused. One that another version wrote is not damaged: it is refused where
        it can't be read, or halted where it no longer fits, and stays where it is.
        """
        path = self._path(game_id)
        return self._open(path, self._hold(path))

    def look(self, game_id: str) -> Referee:
        """A game as `resume` finds it, but only to be looked at: whoever may be playing it."""
        return self._open(self._path(game_id))

    def _open(self, path: Path, hold: Hold | None = None) -> Referee:
        with ExitStack() as until_resumed:
            try:
                page = until_resumed.enter_context(closing(Page(path, hold=hold)))
                entries, kept = page.entries(), page.kept()
            except DAMAGE as error:
                if _is_closed(error) or not self._put_aside(path, _reason(error)):
                    raise Refusal("cannot-open", names=[path.stem]) from error
                raise SetAside(path.stem, _reason(error)) from error
            kind, table, urn = record.open_header(page.header)
            referee = Referee.resumed(kind, table, urn, entries, kept, page)
            until_resumed.pop_all()
        return referee

    def _put_aside(self, path: Path, why: str) -> bool:
        """Move a damaged file, and what SQLite keeps beside it, out of the way. Nothing is deleted.

        The file goes first: left behind without the rest it might pass for a sound game, played less far.
        Of several that find the damage at once, one moves it. A card that takes nothing more keeps it where it is.
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
        """All games, the one played last first. Damaged ones are set aside on the way.

        One that can't be opened, because it is another user's or the disk is full, or that can't be moved, is left as
        it is and left out; those found so are named in `unopened`, each once.
        """
        found = []
        for path in sorted((self.folder / "games").glob("*.sqlite"), key=_by_last_change, reverse=True):
            try:
                found.append(self._look_at(path))
            except DAMAGE as error:
                if not path.exists():  # someone else has just set it aside
                    continue
                if _is_closed(error) or not self._put_aside(path, _reason(error)):
                    self.unopened += {path.stem} - self._closed
                    self._closed.add(path.stem)
        return found

    def _look_at(self, path: Path) -> Listed:
        """A game as a list shows it; its page is opened only if it has changed since."""
        stamps = [(piece.st_mtime_ns, piece.st_size) for piece in pieces(path)]
        listed = self._listed.get(path)
        if listed is None or listed[0] != stamps:
            with closing(Page(path)) as page:
                names = [seat["name"] for seat in page.header["seats"]]
                listed = stamps, Listed(path.stem, page.header["game"], names, page.over, page.published)
            self._listed[path] = listed
        return listed[1]

    def last(self) -> str | None:
        """The game that was played last, if it is not over."""
        return next((kept.id for kept in self.games() if not kept.over), None)

    def export(self, game_id: str) -> str:
        """The record of a finished game. From then on nothing in it can change: its urn has been shown."""
        page = self._sound(game_id)
        page.publish()
        page.close()
        return record.write(self.look(game_id))  # as it can be no other any more

    def _sound(self, game_id: str) -> Page:
        """The page of a game that can be played from beginning to end; refuses one that is halted."""
        referee = self.look(game_id)
        if referee.fault is not None:
            raise Halted(referee.fault)
        page = referee.keeper
        assert isinstance(page, Page)
        return page

    def bring_in(self, text: str) -> str:
        """Take a record from elsewhere into the ledger, once all of it has been verified; not one that is here."""
        read = record.read(text)
        record.verify(read)
        self._refuse_if_here(record.header(read.kind, read.table, read.urn))
        replayed = read.replay()

        def fill(page: Page) -> None:
            page.rewrite(0, replayed.entries, [])
            if replayed.outcome is not None:
                page.finish()
                page.publish()

        return self._add(read.kind, read.table, read.urn, fill).stem

    def _refuse_if_here(self, header: dict[str, Any]) -> None:
        for kept in self.games():
            with closing(Page(self._path(kept.id))) as page:
                if page.header == header:
                    raise Refusal("here-already", value=kept.id)


def _by_last_change(path: Path) -> tuple[int, str]:
    """Of those that changed in the same moment, the one begun later."""
    return last_change(path), path.stem


def _reason(error: Exception) -> str:
    """Why a page can't be read, worded by the vocabulary `damage`."""
    return str(error.facts.get("why", UNREADABLE)) if isinstance(error, Damaged) else UNREADABLE


def _is_closed(error: Exception) -> bool:
    """Whether a page can't be opened and is not damaged for all we know; refuses if someone else is writing it."""
    if not isinstance(error, sqlite3.OperationalError):
        return False
    code = error.sqlite_errorcode
    if code & 0xFF in BUSY:
        raise Busy("busy") from error
    return code & 0xFF not in NOT_A_PAGE and code not in BAD_READ
