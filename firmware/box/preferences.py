"""The owner's choices on the box, kept for the next evening: language, brightness, sound, voice, boards compared."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.backup.settings import OF_THE_BOX, OF_THE_OWNER, PREFERENCES, VERSIONS
from companion.refusal import OfOtherVersion, Refusal
from companion.versioned import read_mapping, write_mapping

VERSION = VERSIONS[PREFERENCES]
TEACH = "teach"
"""The preference that is False where newcomers are not to be taught."""


class Preferences:
    """A small file in the data folder. If it can't be read it counts as empty: nothing depends on it.

    One that a newer version wrote stays as it is; `refusal` says so, and what is chosen lasts until the box is
    switched off. A name that is on no list is refused, so that it is known of each whether it goes into backups.

    >>> Preferences(Path("nowhere"))["language"] is None
    True
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / PREFERENCES
        self._kept: dict[str, Any] = {}
        self.refusal: Refusal | None = None
        self.read_again()

    def read_again(self) -> None:
        """Read the file, which a backup may have brought."""
        try:
            self._kept = read_mapping(self._path, VERSION)
        except Refusal as newer:
            self.refusal = newer

    def __getitem__(self, name: str) -> Any:
        return self._kept.get(name)

    def __setitem__(self, name: str, value: Any) -> None:
        if name not in OF_THE_OWNER | OF_THE_BOX:
            raise KeyError(name)
        self._kept[name] = value
        with suppress(OSError, OfOtherVersion):
            self._kept = {**read_mapping(self._path, VERSION), **self._kept}  # a backup may have brought some
            write_mapping(self._path, VERSION, self._kept)
