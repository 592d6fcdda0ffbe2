"""What was chosen last on this box, kept for the next evening: it comes first the next time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from firmware.scenes.home import Home

JOB, DRAW, SHEET, PLAYERS = "last-job", "last-draw", "last-sheet", "last-players"
"""Preferences: the job that was done last, the dial or deck, such as `venezia:dials`, the sheet and its players."""


def last_first(last: object, names: Sequence[str]) -> list[str]:
    """Return the names with the one that was used last in front; what is kept may name none of them.

    >>> last_first("venise", ["doge", "venise"]), last_first(None, ["doge"])
    (['venise', 'doge'], ['doge'])
    """
    return sorted(names, key=lambda name: name != last)


def game_of(kind: object) -> str:
    """Return the game of a draw or a sheet as it is kept, or nothing.

    >>> game_of("venezia:dials"), game_of(None)
    ('venezia', '')
    """
    return kind.partition(":")[0] if isinstance(kind, str) else ""


def place_of_job(box: Home, jobs: Sequence[str]) -> int:
    """Return where in the first menu the job stands that was done last."""
    kept = box.preferences[JOB]
    return jobs.index(kept) if kept in jobs else 0


def keep(box: Home, chosen: Mapping[str, object]) -> None:
    """Keep what was chosen, unless it is kept already: each change is written to the disk."""
    for name, value in chosen.items():
        if box.preferences[name] != value:
            box.preferences[name] = value
