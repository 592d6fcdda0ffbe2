"""One program at a time plays a game, or two would write over each other's answers."""

from __future__ import annotations

import fcntl
import os
import threading
import weakref
from pathlib import Path
from typing import ClassVar

from companion.refusal import Busy


class Hold:
    """This program's hold on a game, for as long as someone keeps it; it ends with the program, even if killed.

    It is a lock on a file of its own: SQLite loses its locks when anyone else in the program closes the game's.
    """

    _held: ClassVar[weakref.WeakValueDictionary[Path, Hold]] = weakref.WeakValueDictionary()
    _taking: ClassVar[threading.Lock] = threading.Lock()

    def __init__(self, path: Path) -> None:
        self.release = weakref.finalize(self, _let_go, path, _take(path))

    @classmethod
    def on(cls, game: Path) -> Hold:
        """The program's hold on the game in this file, taken if need be; refused while another program has it."""
        path = game.absolute().with_suffix(".lock")
        with cls._taking:
            hold = cls._held.get(path)
            if hold is None:
                hold = cls._held[path] = cls(path)
            return hold


def _take(path: Path) -> int:
    """The locked file, opened. One that its last holder has just taken away counts for nothing: again."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_there(path, file):
                return file
        except BlockingIOError as taken:
            os.close(file)
            raise Busy("played-elsewhere") from taken
        os.close(file)


def _is_there(path: Path, file: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(file))
    except FileNotFoundError:
        return False


def _let_go(path: Path, file: int) -> None:
    path.unlink(missing_ok=True)  # while it is still ours
    os.close(file)
