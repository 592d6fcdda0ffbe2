"""Lists of all games, made from the index where that is right, and from the games' files where it is not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from companion.game import Final
from companion.ledger import record
from companion.ledger.game_file import DAMAGE, GameFile, PlayOrder, last_change
from companion.ledger.index import (
    Index,
    IndexedGame,
    Stamp,
    by_last_played,
    folder_stamp,
    is_settled,
    log_stamps,
    stamps,
)

BATCH = 500
"""After this many games the index is written, so that a long reading which is interrupted need not begin again."""


class Listed(NamedTuple):
    """A game in the ledger, as a list shows it."""

    id: str
    game: str
    names: list[str]
    over: bool
    published: bool
    changed: int = 0
    """The time of its file's last change, in ns since 1970; 0 if that is not known."""
    shared: bool = False
    """Whether other tables play from the same urn."""
    seal: str = ""
    """The first seal of its urn."""

    @property
    def resumable(self) -> bool:
        """Return whether it can be continued: not if it is over, nor if its secret is known."""
        return not (self.over or self.published)

    @property
    def held(self) -> bool:
        """Return whether its record is held back until all tables with the same urn are done."""
        return self.shared and not self.published


class Ended(NamedTuple):
    """A finished game in the ledger, and how it ended."""

    id: str
    game: str
    names: list[str]
    final: Final


UNKNOWN = Final([], won=False, scores=[], boxed=[])
"""The end of a game that can no longer be replayed."""


class Catalogue:
    """The rows of all games in a folder, and the lists made of them.

    `leave_out` is called with every game that can't be read; `replay` returns how a game ended whose file does not
    say it, or `None` if it can no longer be replayed.
    """

    def __init__(
        self,
        folder: Path,
        index: Index,
        leave_out: Callable[[Path, Exception], None],
        replay: Callable[[str], Final | None],
    ) -> None:
        self.folder = folder
        self.index = index
        self.order = PlayOrder()
        """Numbers the games as they are played, after those in the folder once that is known."""
        self.on_read: Callable[[int, int], None] = lambda done, of: None
        """Called after each game that a list has to read again: how many are read, and of how many."""
        self._leave_out = leave_out
        self._replay = replay
        self._listed: tuple[dict[str, IndexedGame], list[Listed], list[Listed]] = {}, [], []
        self._ended: tuple[dict[str, IndexedGame], list[Ended]] = {}, []
        self._knows_order = False

    def rows(self) -> dict[str, IndexedGame]:
        """Return a row for every game that can be read."""
        return self._read_rows(self._leave_out)

    def games(self) -> list[Listed]:
        """Return all games, the one played last first."""
        rows = self.rows()
        of, listed, _ = self._listed
        if rows is not of:
            listed = [
                Listed(
                    game_id,
                    row.game,
                    row.names,
                    over=row.over,
                    published=row.published,
                    changed=row.changed,
                    shared=row.shared,
                    seal=row.commitment,
                )
                for game_id, row in sorted(rows.items(), key=by_last_played, reverse=True)
            ]
            self._listed = rows, listed, [game for game in listed if game.resumable]
        return list(listed)

    def left_open(self) -> list[Listed]:
        """Return the games that can be played on, the one played last first."""
        self.games()
        return list(self._listed[2])

    def winners(self, game_id: str) -> list[int]:
        """Return the seats that won a finished game; none if it can't be replayed any more, or is held back."""
        row = self.index.rows.get(game_id)
        if row is None or not row.over or _is_held(row):
            return []
        self._find_finals([game_id])
        final = self.index.rows[game_id].final
        return final.winners if final is not None else []

    def ended(self) -> list[Ended]:
        """Return how all games with people ended, the one played first first.

        While no game is played it is the same list, so that whatever is counted over it can be kept. Games that can
        no longer be replayed, draws alone, and games that are held back are left out.
        """
        rows = self.rows()
        if rows is not self._ended[0]:
            of_people = [game_id for game_id, row in rows.items() if _is_of_people(row) and not _is_held(row)]
            self._find_finals(of_people)
            rows = self.index.rows
            found = sorted(((game_id, rows[game_id]) for game_id in of_people), key=by_last_played)
            ended = [
                Ended(game_id, row.game, row.names, row.final)
                for game_id, row in found
                if row.final is not None and row.final.places
            ]
            self._ended = rows, ended
        return self._ended[1]

    def _find_finals(self, games: Iterable[str]) -> None:
        """Replay those of these games, once for the index, whose files do not say how they ended."""
        unknown = [game_id for game_id in games if self.index.rows[game_id].final is None]
        found: dict[str, IndexedGame] = {}
        for number, game_id in enumerate(unknown, start=1):
            found[game_id] = self.index.rows[game_id]._replace(final=self._replay(game_id) or UNKNOWN)
            if number % BATCH == 0 or number == len(unknown):
                self.index.update({**self.index.rows, **found}, self.index.known.folder)
                found = {}
            self.on_read(number, len(unknown))

    def _read_rows(self, failed: Callable[[Path, Exception], None]) -> dict[str, IndexedGame]:
        """Return a row for every game, opening only files that have changed since their row was made."""
        known = self.index.known
        folder = folder_stamp(self.folder)  # before the games are looked at: what comes meanwhile changes it
        is_certain = is_settled(folder)
        is_as_before = folder is not None and folder == known.folder
        found = dict(log_stamps(self.folder, known) if is_as_before else stamps(self.folder))
        new = {game_id: stamp for game_id, stamp in found.items() if not _is_known(known.rows, game_id, stamp)}
        rows = known.rows
        if new or not (is_as_before or found.keys() == rows.keys()):
            there = rows.keys() if is_as_before else found.keys()
            rows = {game_id: row for game_id, row in rows.items() if game_id in there and game_id not in new}
        if new or not is_as_before:
            are_all_read = self._read_new(new, rows, failed)
            self.index.update(rows, folder if are_all_read and is_certain else None)
        if not self._knows_order or new:
            self.order.note(max((row.played for row in rows.values()), default=0))
            self._knows_order = True
        return rows

    def _read_new(
        self, new: dict[str, Stamp], rows: dict[str, IndexedGame], failed: Callable[[Path, Exception], None]
    ) -> bool:
        """Read games into the rows; return whether all of them could be read."""
        for number, (game_id, stamp) in enumerate(new.items(), start=1):
            path = self.folder / f"{game_id}.sqlite"
            try:
                rows[game_id] = _read_row(path, stamp)
            except DAMAGE as error:
                failed(path, error)
            if number % BATCH == 0:
                self.index.update({**self.index.rows, **rows})
            self.on_read(number, len(new))
        return new.keys() <= rows.keys()

    def know_order(self) -> None:
        """Find out the number of the game that was played last, unless some list has found it out before."""
        if not self._knows_order:
            self._read_rows(lambda path, error: None)

    def forget_order(self) -> None:
        """Find the number out again before the next game: one has come that may have been played later than all."""
        self._knows_order = False


def _is_of_people(row: IndexedGame) -> bool:
    """Return whether a row is of a finished game with people, not of draws alone."""
    return row.over and bool(row.names) and ":" not in row.game


def _is_held(row: IndexedGame) -> bool:
    """Return whether other tables may still play from the same urn: then not even the winners are given away."""
    return row.shared and not row.published


def _is_known(rows: dict[str, IndexedGame], game_id: str, stamp: Stamp) -> bool:
    return game_id in rows and rows[game_id].stamp == stamp


def _read_row(path: Path, stamp: Stamp) -> IndexedGame:
    """Return the row of a game. The stamp was taken before, so that a change meanwhile is noticed later."""
    changed = last_change(path)
    with closing(GameFile(path)) as file:
        record.check_format(file.header)
        return IndexedGame(
            stamp=stamp,
            game=file.header["game"],
            names=[seat["name"] for seat in file.header["seats"]],
            over=file.state.over,
            published=file.state.published,
            final=file.state.final,
            played=file.state.played,
            changed=changed,
            commitment=file.header["commitment"],
            shared=file.state.shared,
        )
