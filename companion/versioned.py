"""Small JSON files that say which version of the program wrote them.

One without a version is of version 0 and read as it is; before it is written over, a copy is kept. One of a newer
version is refused and never overwritten.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.durable import write_whole
from companion.refusal import OfOtherVersion

VERSION = "version"


def older(path: Path, version: int) -> Path:
    """Return where a file is kept as an earlier version wrote it.

    >>> older(Path("preferences.json"), 0).name
    'preferences.json.v0'
    """
    return path.with_name(f"{path.name}.v{version}")


def read_mapping(path: Path, version: int) -> dict[str, Any]:
    """Return what a file holds besides its version: nothing if it can't be read. Refuse a newer one."""
    return _read(path, version)[1]


def write_mapping(path: Path, version: int, content: Mapping[str, Any]) -> None:
    """Write a file whole; keep a copy of an older one, and refuse to write over a newer one."""
    written, _ = _read(path, version)
    if written < version:
        write_whole(older(path, written), path.read_text("utf-8"))
    write_whole(path, json.dumps({VERSION: version, **content}))


def _read(path: Path, version: int) -> tuple[int, dict[str, Any]]:
    """Return the version of a file and what it holds besides. One that can't be read is as good as a new one."""
    try:
        kept = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return version, {}
    if not isinstance(kept, dict):
        return version, {}
    written = kept.pop(VERSION, 0)
    if type(written) is not int:
        return version, kept
    if written > version:
        raise OfOtherVersion("newer-file", value=path.name)
    return written, kept
