"""Games that were deleted, and are kept for a week in case someone wants them back.

The week is counted in days that the clock has reached for the first time. So a clock that starts in 1970 and is set
later takes a day off a game's week at most, and never the game.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.durable import make_folder, sync_folder, write_whole

DAYS = 7
OURS_ALONE = 0o700


def today() -> str:
    return time.strftime("%Y-%m-%d")


class Deleted:
    """The folder of deleted games, with the number of days that each has been there."""

    def __init__(self, folder: Path, day: Callable[[], str] = today) -> None:
        self.folder = folder
        self._day = day
        self._swept = ""

    def games(self) -> dict[str, int]:
        """Return the ids of the deleted games, each with the least number of days it is still kept."""
        days = self._read()[1]
        return {path.stem: DAYS - days.get(path.stem, 0) for path in sorted(self.folder.glob("*.sqlite"))}

    def take(self, path: Path) -> None:
        """Move a game's file here."""
        make_folder(self.folder, OURS_ALONE)
        move(path, self.folder)
        latest, days = self._read()
        days.pop(path.stem, None)  # it may have been here before
        self._write(latest or self._day(), days)

    def path(self, game_id: str) -> Path | None:
        """Return the file of a deleted game, if it is here."""
        path = self.folder / f"{game_id}.sqlite"
        return path if path.parent == self.folder and path.is_file() else None

    def sweep(self) -> None:
        """Count a day if it is a new one, and remove the games whose week is over. A full disk postpones it."""
        day = self._day()
        if day == self._swept or not self.folder.is_dir():
            return
        self._swept = day
        latest, days = self._read()
        if latest and day <= latest:
            return
        kept = {path.stem: days.get(path.stem, 0) + 1 for path in self.folder.glob("*.sqlite")}
        with suppress(OSError):
            self._write(day, kept)
            for game_id, number in kept.items():
                if number > DAYS:
                    for piece in self.folder.glob(f"{game_id}.sqlite*"):
                        piece.unlink(missing_ok=True)

    @property
    def _calendar(self) -> Path:
        return self.folder / "days.json"

    def _read(self) -> tuple[str, dict[str, int]]:
        """Return the latest day that was counted, and the days by game. Without them the week begins again."""
        try:
            match json.loads(self._calendar.read_text()):
                case {"latest": str(latest), "days": dict(days)}:
                    return latest, {str(game): number for game, number in days.items() if isinstance(number, int)}
        except (OSError, ValueError, RecursionError):
            pass
        return "", {}

    def _write(self, latest: str, days: dict[str, int]) -> None:
        write_whole(self._calendar, json.dumps({"latest": latest, "days": days}))


def move(path: Path, folder: Path) -> None:
    """Move a game's file, and what SQLite keeps beside it, durably.

    The file goes first: left behind without its log it might pass for a sound game, played less far.
    """
    for piece in sorted(path.parent.glob(f"{path.name}*")):
        with suppress(FileNotFoundError):  # another program was quicker
            piece.replace(folder / piece.name)
        sync_folder(folder)
        sync_folder(path.parent)
