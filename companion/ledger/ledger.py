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
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from enum import Enum
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from companion.durable import make_folder, sync_file, sync_folder
from companion.game import Final, Game, Table
from companion.ledger import record
from companion.ledger.catalogue import Catalogue, Ended, Listed
from companion.ledger.deleted import Deleted, move
from companion.ledger.game_file import DAMAGE, UNREADABLE, GameFile, check_schema, file_stats
from companion.ledger.index import Index
from companion.ledger.lock import GameLock
from companion.referee import Referee
from companion.referee.entries import Answer, Entry
from companion.referee.urn import Urn
from companion.refusal import Busy, Damaged, Halted, NotFound, NotSaved, OfOtherVersion, Refusal, SetAside

BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)
NOT_A_GAME = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
BAD_READ = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS)
OURS_ALONE = 0o700
"""Whoever could read a running game would know its urn, and every draw to come."""

DRAFT_AGE = 60
"""Seconds after which a draft must be left over from a power cut: writing one takes much less."""


def default_folder() -> Path:
    """Return the user's data folder, by the XDG rule."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "ballottino"


def begun_as(game_id: str) -> str:
    """Return which game an id was given to, as far as the id tells.

    >>> begun_as("20260131-201500-doge-abcdef"), begun_as("20260131-201500-doge-order-abcdef")
    ('doge', 'doge:order')
    """
    game, _, draw = "-".join(game_id.split("-")[2:-1]).partition("-")
    return f"{game}:{draw}" if draw else game


class Adopted(Enum):
    """The result of adopting a game from a copy of its file."""

    ADDED = "added"
    CONTINUED = "continued"
    """It was here, and the copy was further: it goes on from there."""
    HERE = "here"
    """It was here already, and stays as it is."""


class Ledger:
    """The games in a data folder.

    >>> ledger = Ledger(default_folder())                    # doctest: +SKIP
    >>> referee = ledger.begin(Doge, table, Urn.fresh())     # doctest: +SKIP
    >>> ledger.resume(ledger.last())                         # doctest: +SKIP
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._games = folder / "games"
        self.set_aside: list[tuple[str, str]] = []
        """Damaged games that were moved out of the way, each with the reason."""
        self.unopened: list[str] = []
        """Games that could not be opened, and are not damaged as far as we know."""
        self.newer: list[str] = []
        """Games that a newer version of the program wrote."""
        self.speed: Callable[[], float] = float
        """Returns how fast this machine thinks: see `Referee.speed`."""
        self._reported: set[str] = set()
        self.catalogue = Catalogue(
            self._games, Index(folder / "index.sqlite"), leave_out=self._leave_out, replay=self._replayed
        )
        self._deleted = Deleted(folder / "deleted")
        self._moving = threading.Lock()
        try:
            make_folder(self._games, OURS_ALONE)
            self._remove_old_drafts()
        except OSError as error:
            raise self._unusable(error) from error

    def _unusable(self, error: OSError) -> Refusal:
        return NotSaved("no-data-folder", value=str(self.folder), why=error.strerror or type(error).__name__)

    def check_writable(self) -> None:
        """Refuse if no game could begin here; leave nothing behind."""
        try:
            with NamedTemporaryFile(dir=self._games, suffix=".new"):
                pass
        except OSError as error:
            raise self._unusable(error) from error

    def _remove_old_drafts(self) -> None:
        """Delete drafts of games that a power cut kept from beginning."""
        drafts: list[os.DirEntry[str]] = []
        with suppress(PermissionError), os.scandir(self._games) as pieces:
            drafts = [piece for piece in pieces if ".new" in piece.name]
        for draft in drafts:
            with suppress(FileNotFoundError):
                if time.time() - draft.stat().st_mtime > DRAFT_AGE:
                    Path(draft).unlink()

    def _path(self, game_id: str) -> Path:
        path = self._games / f"{game_id}.sqlite"
        if path.parent != self._games or not path.is_file():
            raise NotFound("no-such-game", value=game_id)
        return path

    def begin(self, kind: type[Game], table: Table, urn: Urn, *, shared: bool = False) -> Referee:
        """Begin a new game in a file of its own, durable before the first question is asked.

        If the urn is `shared` with other tables, its record is held back until `release`.
        """
        path = self._create(kind, table, urn, GameFile.share if shared else lambda file: None)
        with ExitStack() as until_begun:
            until_begun.callback(path.unlink)
            try:
                file = GameFile(path, lock=self._lock(path), order=self.catalogue.order)
            except sqlite3.Error as error:
                raise NotSaved("not-saved", why=str(error)) from error
            until_begun.pop_all()
        referee = Referee(kind, table, urn, keeper=file)
        referee.speed = self.speed
        return referee

    def _lock(self, path: Path) -> GameLock:
        try:
            return GameLock.on(path)
        except OSError as error:
            raise self._unusable(error) from error

    def _create(self, kind: type[Game], table: Table, urn: Urn, fill: Callable[[GameFile], None]) -> Path:
        """Create a game's file, which gets its name only once everything that `fill` writes is durable."""
        self.catalogue.know_order()
        stamp = time.strftime("%Y%m%d-%H%M%S")
        game_id = f"{stamp}-{kind.name.replace(':', '-')}-{secrets.token_hex(3)}"
        path = self._games / f"{game_id}.sqlite"
        try:
            with _draft_of(path) as draft:
                with closing(GameFile(draft, record.header(kind, table, urn), order=self.catalogue.order)) as file:
                    fill(file)
                    file.checkpoint()
                draft.replace(path)
                sync_folder(path.parent)
        except (OSError, sqlite3.Error) as error:
            raise NotSaved("not-saved", why=str(error)) from error
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
        if file.state.published and not file.state.over:
            file.close()
            raise Refusal("secret-known", value=game_id)
        self.catalogue.know_order()
        return referee

    def peek(self, game_id: str) -> Referee:
        """Open a game only to look at it, whoever may be playing it."""
        return self._open(self._path(game_id))

    def stamp(self, game_id: str) -> object:
        """Return something that changes whenever the file of a game does; refuse a game that is not here."""
        return [(stat.st_mtime_ns, stat.st_size) for stat in file_stats(self._path(game_id))]

    def _open(self, path: Path, lock: GameLock | None = None) -> Referee:
        with ExitStack() as until_resumed:
            try:
                file = until_resumed.enter_context(closing(GameFile(path, lock=lock, order=self.catalogue.order)))
                entries, kept = file.entries(), file.kept()
            except OfOtherVersion:
                raise
            except DAMAGE as error:
                if _is_inaccessible(error) or not self._set_aside(path, _reason(error)):
                    raise Refusal("cannot-open", names=[path.stem]) from error
                raise SetAside(path.stem, _reason(error)) from error
            kind, table, urn = record.open_header(file.header)
            referee = Referee.resumed(kind, table, urn, entries, kept=kept, keeper=file)
            referee.taught = file.state.taught
            referee.speed = self.speed
            until_resumed.pop_all()
        return referee

    def _set_aside(self, path: Path, why: str) -> bool:
        """Move a damaged file out of the way. Nothing is deleted.

        If several threads find the damage at once, one moves it. Return False if the disk allows no move; the file
        stays then.
        """
        aside = self.folder / "damaged"
        with self._moving:
            if not path.exists():
                return True
            try:
                make_folder(aside, OURS_ALONE)
                move(path, aside)
            except OSError:
                return False
            self.set_aside.append((path.stem, why))
            return True

    def games(self) -> list[Listed]:
        """Return all games, the one played last first, and set damaged ones aside on the way.

        A game that can't be opened, because it is another user's or the disk is full, or that can't be moved, stays
        where it is and is left out; `unopened` names each of them once, and `newer` those of a newer version.
        """
        self._deleted.sweep()
        return self.catalogue.games()

    def left_open(self) -> list[Listed]:
        """Return the games that can be played on, the one played last first."""
        self._deleted.sweep()
        return self.catalogue.left_open()

    def winners(self, game_id: str) -> list[int]:
        """Return the seats that won a finished game; none if it can no longer be replayed."""
        return self.catalogue.winners(game_id)

    def ended(self) -> list[Ended]:
        """Return how all games with people ended, as the catalogue knows it."""
        return self.catalogue.ended()

    def _leave_out(self, path: Path, error: Exception) -> None:
        """Set a damaged game aside; note one that can't be opened or moved, or that a newer version wrote."""
        if isinstance(error, OfOtherVersion):
            self._report_once(path.stem, self.newer)
            return
        if not path.exists():  # someone else has just set it aside
            return
        if _is_inaccessible(error) or not self._set_aside(path, _reason(error)):
            self._report_once(path.stem, self.unopened)

    def _report_once(self, game_id: str, among: list[str]) -> None:
        if game_id not in self._reported:
            self._reported.add(game_id)
            among.append(game_id)

    def _replayed(self, game_id: str) -> Final | None:
        try:
            referee = self.peek(game_id)
        except Refusal:
            return None
        assert isinstance(referee.keeper, GameFile)
        referee.keeper.close()
        return referee.run.final

    def delete(self, game_id: str) -> None:
        """Delete a game, which can be restored for a week; refuse while another program plays it."""
        path = self._path(game_id)
        lock = self._lock(path)
        try:
            with suppress(*DAMAGE), closing(GameFile(path, lock=lock)) as file:
                file.checkpoint()
            with self._moving:
                self._deleted.take(path)
        except OSError as error:
            raise NotSaved("not-saved", why=str(error)) from error

    def deleted(self) -> dict[str, int]:
        """Return the games that can be restored, each with the least number of days it is still kept."""
        self._deleted.sweep()
        return self._deleted.games()

    def restore(self, game_id: str) -> None:
        """Bring a deleted game back."""
        path = self._deleted.path(game_id)
        if path is None:
            raise NotFound("no-such-game", value=game_id)
        if (self._games / path.name).exists():
            raise Refusal("here-already", value=game_id)
        try:
            move(path, self._games)
        except OSError as error:
            raise NotSaved("not-saved", why=str(error)) from error

    def last(self) -> str | None:
        """Return the id of the unfinished game that was played last, if there is one."""
        return next((kept.id for kept in self.left_open()), None)

    def export(self, game_id: str, *, anyway: bool = False) -> str:
        """Return the record of a finished game and publish it: its urn has been shown, so nothing can change now.

        One that is held back, because other tables play from the same urn, is given out only `anyway`.
        """
        file = self._sound_file(game_id)
        if anyway and file.state.over:
            file.release()
        file.publish()
        file.close()
        return record.write(self.peek(game_id), file.header)  # only now is it sure not to change

    def release(self, game_id: str) -> None:
        """Publish the record of a game that was held back, once nobody plays from its urn any more."""
        with closing(GameFile(self._path(game_id))) as file:
            file.release()

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
                file.finish(replayed.run.final)
            file.publish(unfinished=True)

        return self._create(read.kind, read.table, read.urn, fill).stem

    def _refuse_duplicate(self, header: dict[str, Any]) -> None:
        game_id = self._find_same(header)
        if game_id is not None:
            raise Refusal("here-already", value=game_id)

    def _find_same(self, header: dict[str, Any]) -> str | None:
        """Return the id under which a game is here, whatever it is called elsewhere."""
        for game_id, row in self.catalogue.rows().items():
            if row.commitment == header["commitment"]:
                with closing(GameFile(self._path(game_id))) as file:
                    if all(file.header[key] == header[key] for key in record.SAME_GAME):
                        return game_id
        return None

    def copy_of(self, game_id: str) -> bytes:
        """Return the file of a game as it is at this moment, even while it is played."""
        try:
            with closing(GameFile(self._path(game_id))) as file:
                return file.snapshot()
        except DAMAGE as error:
            if isinstance(error, Refusal):
                raise
            raise Refusal("cannot-open", names=[game_id]) from error

    def adopt(self, game_id: str, data: bytes, changed: int) -> Adopted:
        """Add a game from a copy of its file, changed last at this time in ns; refuse a damaged or newer one.

        A game that is here already is kept once. If the copy goes on from where ours ends, ours goes on like it.
        """
        path = self._games / f"{game_id}.sqlite"
        if path.exists():  # another game, or the same: its name can't be had
            path = path.with_stem(f"{game_id}-{secrets.token_hex(3)}")
        try:
            with _draft_of(path) as draft:
                draft.write_bytes(data)
                check_schema(draft)
                with closing(GameFile(draft)) as file:
                    entries, kept = file.entries(), file.kept()
                    record.open_header(file.header)
                    same = self._find_same(file.header)
                    if same is not None:
                        return self._continue_like(same, file, entries, kept)
                    file.checkpoint()
                os.utime(draft, ns=(changed, changed))
                sync_file(draft)
                draft.replace(path)
                sync_folder(path.parent)
        except OSError as error:
            raise NotSaved("not-saved", why=str(error)) from error
        except (*DAMAGE, RecursionError) as error:
            if isinstance(error, Refusal):
                raise
            raise Damaged("damaged-page", why=UNREADABLE) from error
        self.catalogue.forget_order()
        return Adopted.ADDED

    def _continue_like(
        self, game_id: str, other: GameFile, entries: Sequence[Entry], kept: Sequence[Answer]
    ) -> Adopted:
        """Continue a game as a copy of it did. One that went another way, or is being played, stays as it is."""
        path = self._path(game_id)
        try:
            lock = GameLock.on(path)
        except Busy:
            return Adopted.HERE
        self.catalogue.know_order()
        with closing(GameFile(path, lock=lock, order=self.catalogue.order)) as file:
            ours = [entry.line() for entry in file.entries()]
            is_further = len(entries) > len(ours)
            if file.state.published or [entry.line() for entry in entries[: len(ours)]] != ours:
                return Adopted.HERE
            if is_further:
                file.rewrite(len(ours), entries[len(ours) :], kept)
            if other.state.over:
                file.finish(other.state.final)
            if other.state.published:
                file.publish(unfinished=True)
        return Adopted.CONTINUED if is_further else Adopted.HERE


@contextmanager
def _draft_of(path: Path) -> Iterator[Path]:
    """Lend the name under which a game's file is written; whatever still has it afterwards is deleted."""
    draft = path.with_suffix(".new")
    try:
        yield draft
    finally:
        for piece in draft.parent.glob(f"{draft.name}*"):
            piece.unlink()


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
