"""Settings in a backup: those of the owner, which go along to another box, and those of this box alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.refusal import OfOtherVersion
from companion.versioned import VERSION, read_mapping, write_mapping

PREFERENCES, DRAFTS = "preferences.json", "drafts.json"
VERSIONS: Mapping[str, int] = {PREFERENCES: 1, DRAFTS: 1}
"""Files in the data folder, each with its version: what was chosen, and score sheets that are being filled in."""

OF_THE_OWNER = frozenset(
    {
        *("language", "brightness", "sound", "box-waits", "teach", "names", "compared"),
        *("voice", "voice-volume", "voice-speed", "voice-earphone"),
        *("last-job", "last-draw", "last-sheet", "last-players", "last-game", "last-tables"),
    }
)
"""Preferences that somebody has chosen and will miss on another box."""
BY_GAME = frozenset({"last-tables"})
"""Preferences of which each game has its own."""
OF_THE_BOX = frozenset({"has-screen", "voice-output", "set-up", "update-told", "club"})
"""Preferences that are true of one box only: its parts, what it has been through, and its name in a club."""


def portable(name: str, kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return what another box may take over from a file of settings.

    >>> portable("preferences.json", {"language": "it", "has-screen": True})
    {'language': 'it'}
    """
    return {key: value for key, value in kept.items() if name != PREFERENCES or key in OF_THE_OWNER}


def portable_text(path: Path) -> str | None:
    """Return a file of settings as it goes into a backup; `None` for one that can't be read: it counts as empty."""
    try:
        kept = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(kept, dict):
        return None
    version = {VERSION: kept.pop(VERSION)} if VERSION in kept else {}
    return json.dumps({**version, **portable(path.name, kept)})


def merge(path: Path, text: str) -> int:
    """Add to a file of settings what it lacks; return how many were added. Refuse a newer file, here or there."""
    version = VERSIONS[path.name]
    theirs = json.loads(text)
    if type(written := theirs.pop(VERSION, 0)) is int and written > version:
        raise OfOtherVersion("newer-file", value=path.name)
    ours = read_mapping(path, version)
    merged = _joined(portable(path.name, theirs), ours)
    if merged != ours:
        write_mapping(path, version, merged)
    return sum(ours.get(key) != value for key, value in merged.items())


def _joined(theirs: Mapping[str, Any], ours: Mapping[str, Any]) -> dict[str, Any]:
    """Return both, where what is here wins."""
    both = {**theirs, **ours}
    for key in BY_GAME & theirs.keys() & ours.keys():
        if isinstance(theirs[key], dict) and isinstance(ours[key], dict):
            both[key] = {**theirs[key], **ours[key]}
    return both
