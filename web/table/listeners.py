"""Server-sent events: every listening phone hears that something changed; a slow or dead one is dropped."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator

HEARTBEAT = 15.0
MOST = 110
"""Listeners at a time. Any further phone polls every few seconds instead, so that pages always get a thread."""
BACKLOG = 8
"""Events that a phone may lag behind before it is dropped; it reconnects and gets the newest."""


class Listener:
    """One phone's connection: the versions it has not heard of yet."""

    def __init__(self) -> None:
        self.versions: queue.Queue[int | None] = queue.Queue(BACKLOG)

    def offer(self, version: int | None) -> bool:
        try:
            self.versions.put_nowait(version)
        except queue.Full:
            return False
        return True


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

    def publish(self) -> None:
        """Tell everyone that there is a new version."""
        with self._lock:
            self.version += 1
            self._lines = {line for line in self._lines if line.offer(self.version)}

    def join(self, last: int) -> Listener | None:
        """Return a new connection, which is told at once what it missed; `None` if there are too many."""
        line = Listener()
        with self._lock:
            if self._closed or len(self._lines) >= self.most:
                return None
            self._lines.add(line)
            if last != self.version:
                line.offer(self.version)
        return line

    def events(self, line: Listener) -> Iterator[str]:
        """Yield the event stream of one phone, with a heartbeat so that a dead connection is noticed."""
        yield "retry: 2000\n\n"
        while True:
            try:
                version = line.versions.get(timeout=self.heartbeat)
            except queue.Empty:
                yield ": still here\n\n"
                continue
            if version is None:
                return
            yield f"id: {version}\nevent: changed\ndata: {version}\n\n"
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
