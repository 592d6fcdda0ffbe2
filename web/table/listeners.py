"""Server-sent events: every listening phone hears that something changed; a slow or dead one is dropped."""

from __future__ import annotations

import queue
import threading
from collections.abc import Collection, Iterator

HEARTBEAT = 15.0
MOST = 110
"""Listeners at once. Any further phone polls every few seconds instead, so that pages always get a thread."""
FOR_SEATS = 24
"""Listeners beyond that, for phones that have a seat: strangers who listen keep no player from it."""
BACKLOG = 8
"""Events that a phone may lag behind before it is dropped; it reconnects and gets the newest."""


class Listener:
    """One phone's connection: the versions it has not heard of yet, and who is at the table now."""

    def __init__(self, token: str | None = None) -> None:
        self.token = token
        self.table = ""
        self.versions: queue.Queue[int | None] = queue.Queue(BACKLOG)

    def offer(self, version: int | None) -> bool:
        try:
            self.versions.put_nowait(version)
        except queue.Full:
            return False
        return True

    def take_table(self) -> str:
        """Return the newest word on who is at the table, once."""
        table, self.table = self.table, ""
        return table


class Listeners:
    """All connections. `publish` never waits."""

    def __init__(self, most: int = MOST, heartbeat: float = HEARTBEAT) -> None:
        self.most = most
        self.heartbeat = heartbeat
        self.version = 1
        self._lines: set[Listener] = set()
        self._lock = threading.Lock()
        self._closed = False

    def __len__(self) -> int:
        return len(self._lines)

    def publish(self, table: str = "") -> None:
        """Tell everyone that there is a new version, and who is at the table."""
        with self._lock:
            self.version += 1
            for line in self._lines:
                line.table = table
            self._lines = {line for line in self._lines if line.offer(self.version)}

    def tell(self, table: str, lines: Collection[Listener] | None = None) -> None:
        """Tell these phones, or all, who is at the table; one that has not heard the last word only hears this."""
        with self._lock:
            for line in self._lines if lines is None else self._lines.intersection(lines):
                line.table = table
                line.offer(self.version)

    def tokens(self) -> set[str]:
        """Return the cookies of all phones that listen."""
        with self._lock:
            return {line.token for line in self._lines if line.token}

    def join(self, last: int, *, has_seat: bool = False, token: str | None = None) -> Listener | None:
        """Return a new connection, which hears at once of what it missed; `None` if there are too many."""
        line = Listener(token)
        with self._lock:
            if self._closed or len(self._lines) >= self.most + (FOR_SEATS if has_seat else 0):
                return None
            self._lines.add(line)
            if last != self.version:
                line.offer(self.version)
        return line

    def events(self, line: Listener) -> Iterator[str]:
        """Yield the event stream of one phone, with a heartbeat so that both ends notice a dead connection."""
        yield "retry: 2000\n\n"
        told = 0
        while True:
            try:
                version = line.versions.get(timeout=self.heartbeat)
            except queue.Empty:
                yield "event: still\ndata: here\n\n"
                continue
            if version is None:
                return
            if version != told:
                told = version
                yield f"id: {version}\nevent: changed\ndata: {version}\n\n"
            if table := line.take_table():
                yield f"event: table\ndata: {table}\n\n"
            if line not in self._lines:
                return

    def leave(self, line: Listener) -> None:
        """Forget a phone that has stopped listening, or never began."""
        with self._lock:
            self._lines.discard(line)

    def close(self) -> None:
        """End every connection, and accept no more."""
        with self._lock:
            self._closed = True
            for line in self._lines:
                line.offer(None)
