"""Files that phones send in pieces: a release, a backup."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.durable import make_folder
from companion.refusal import NotSaved, TooMuch

MEGABYTE = 1024 * 1024


class Upload:
    """A file of limited size. Each piece is small, so nobody can fill the memory by sending.

    What was left when the box was switched off is removed first: a phone begins again.
    """

    def __init__(self, place: Path, most: int) -> None:
        self._place = place
        self._most = most
        self._lock = threading.Lock()
        remove(place)

    def add(self, at: int, piece: bytes) -> int:
        """Add a piece where the last one ended, or begin again at 0; return how many bytes there are now.

        A piece that belongs elsewhere, such as one that is sent twice, is not added.
        """
        if at + len(piece) > self._most:
            raise TooMuch("upload-too-large", most=self._most // MEGABYTE)
        with self._lock:
            try:
                make_folder(self._place.parent, 0o700)
                with self._place.open("ab" if at else "wb") as file:
                    if file.tell() == at:
                        file.write(piece)
                    return file.tell()
            except OSError as error:
                raise NotSaved.because(error) from error

    @contextmanager
    def sent(self) -> Iterator[Path]:
        """Hold what has been sent, to be looked at or moved. It is gone afterwards, whatever becomes of it."""
        with self._lock:
            try:
                yield self._place
            finally:
                remove(self._place)


def remove(path: Path) -> None:
    """Remove a file, if it is there."""
    with suppress(OSError):
        path.unlink()
