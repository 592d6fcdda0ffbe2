"""Locks between programs: one plays a game at a time, or two would overwrite each other's answers."""

from __future__ import annotations

import fcntl
import os
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

from companion.refusal import Busy


class GameLock:
    """This program's lock on a game, for as long as someone refers to it. It ends with the program, even if killed.

    It locks a file of its own: SQLite's locks on the game's file are lost when anyone else in the program closes it.
    """

    _held: ClassVar[weakref.WeakValueDictionary[Path, GameLock]] = weakref.WeakValueDictionary()
    _guard: ClassVar[threading.Lock] = threading.Lock()

    def __init__(self, path: Path) -> None:
        self.release = weakref.finalize(self, _release, path, _acquire(path))

    @classmethod
    def on(cls, game: Path) -> GameLock:
        """Return the program's lock on the game in this file, acquiring it if need be.

        Refuse while another program holds it.
        """
        path = game.absolute().with_suffix(".lock")
        with cls._guard:
            lock = cls._held.get(path)
            if lock is None:
                lock = cls._held[path] = cls(path)
            return lock


def _acquire(path: Path) -> int:
    """Return the lock file, opened and locked.

    Try again if its last holder deleted it between our opening and locking it: a lock on a deleted file is worthless.
    """
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_same_file(path, file):
                return file
        except BlockingIOError as taken:
            os.close(file)
            raise Busy("played-elsewhere") from taken
        os.close(file)


def _is_same_file(path: Path, file: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(file))
    except FileNotFoundError:
        return False


def _release(path: Path, file: int) -> None:
    path.unlink(missing_ok=True)  # while it is still locked
    os.close(file)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Keep other programs from changing a folder's shared files, for the moment that a change takes."""
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except FileNotFoundError:  # nothing in it to be changed by anyone
        yield
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
