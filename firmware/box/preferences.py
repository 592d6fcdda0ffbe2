"""What the owner chose on the box, kept for the next evening: language, brightness, sound, boards compared."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.durable import write_whole


class Preferences:
    """A small file in the data folder. If it can't be read it counts as empty: nothing depends on it.

    >>> Preferences(Path("nowhere"))["language"] is None
    True
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / "preferences.json"
        self._kept: dict[str, Any] = {}
        with suppress(OSError, ValueError):
            kept = json.loads(self._path.read_text("utf-8"))
            self._kept = kept if isinstance(kept, dict) else {}

    def __getitem__(self, name: str) -> Any:
        return self._kept.get(name)

    def __setitem__(self, name: str, value: Any) -> None:
        self._kept[name] = value
        with suppress(OSError):
            write_whole(self._path, json.dumps(self._kept))
