"""Files that survive a power cut, complete."""

from __future__ import annotations

import os
from errno import ENOTDIR
from pathlib import Path
from tempfile import NamedTemporaryFile


def write_whole(path: Path, text: str) -> None:
    """Write a file atomically: all of it or nothing, whatever happens and whoever else writes it."""
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
    """Make a folder and its parents durably, unless it exists."""
    if not folder.is_dir():
        make_folder(folder.parent)
        try:
            folder.mkdir(mode, exist_ok=True)
        except FileExistsError as error:  # a file is in the way
            raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), str(folder)) from error
        sync_folder(folder.parent)


def sync_file(path: Path) -> None:
    """Make what a file holds survive a power cut; its name does once its folder is synced."""
    with path.open("rb") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Make the names in a folder survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
