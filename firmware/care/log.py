"""The last lines of the program's log, kept in memory so that a card is not worn by them."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

LINES = 300
LONGEST = 500
"""Characters of one line."""
OURS = ("ballottino", "web.app")
"""Logs that we write ourselves, and keep free of secrets. Of others only the name and the level are kept: whatever
they quote may be somebody's."""


class MemoryLog(logging.Handler):
    """Keeps the last lines, and forgets the oldest.

    >>> log = MemoryLog()
    >>> log.emit(logging.makeLogRecord({"name": "waitress", "levelname": "ERROR", "msg": "a secret"}))
    >>> log.text().endswith("ERROR waitress")
    True
    """

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._time = logging.Formatter("%(asctime)s")
        self._lines: deque[str] = deque(maxlen=LINES)

    def emit(self, record: logging.LogRecord) -> None:
        said = f" {record.getMessage()}" if record.name in OURS else ""
        line = f"{self._time.formatTime(record)} {record.levelname} {record.name}{said}"
        self._lines.append(" < ".join(line.splitlines())[:LONGEST])

    def text(self) -> str:
        """Return all lines that are kept, the oldest first."""
        return "\n".join(self._lines)


@contextmanager
def kept_log() -> Iterator[MemoryLog]:
    """Keep the log of the whole program for as long as this lasts; it goes to standard error as before."""
    log, shown, root = MemoryLog(), logging.StreamHandler(), logging.getLogger()
    shown.setLevel(logging.WARNING)
    for handler in (log, shown):
        root.addHandler(handler)
    try:
        yield log
    finally:
        for handler in (log, shown):
            root.removeHandler(handler)
