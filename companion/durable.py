"""Files that are there, and whole, after a power cut."""

from __future__ import annotations

import os
from errno import ENOTDIR
from pathlib import Path
from tempfile import NamedTemporaryFile


def write_whole(path: Path, text: str) -> None:
    """Put a file in place: all of it or none, whatever happens meanwhile and whoever else does so."""
    make_folder(path.parent)
    with NamedTemporaryFile(dir=path.parent, suffix=".new", delete=False) as file:
        draft = Path(file.name)
        try:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
            draft.replace(path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
    sync_folder(path.parent)


def make_folder(folder: Path, mode: int = 0o777) -> None:
    """A folder, and those above it, with names that outlast a power cut; nothing if it is there."""
    if not folder.is_dir():
        make_folder(folder.parent)
        try:
            folder.mkdir(mode, exist_ok=True)
        except FileExistsError as error:  # a file, which is what is wrong with it
            raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), str(folder)) from error
        sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
