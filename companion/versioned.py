"""Small JSON files that say which version of the program wrote them.

One without a version is of version 0 and read as it is. One of a newer version is refused and never overwritten.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.durable import write_whole
from companion.refusal import OfOtherVersion

VERSION = "version"


def read_mapping(path: Path, version: int) -> dict[str, Any]:
    """Return what a file holds besides its version: nothing if it can't be read. Refuse a newer one."""
    try:
        kept = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(kept, dict):
        return {}
    written = kept.pop(VERSION, 0)
    if type(written) is int and written > version:
        raise OfOtherVersion("newer-file", value=path.name)
    return kept


def write_mapping(path: Path, version: int, content: Mapping[str, Any]) -> None:
    """Write a file whole; refuse to write over a newer one."""
    read_mapping(path, version)
    write_whole(path, json.dumps({VERSION: version, **content}))
