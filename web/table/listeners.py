"""Server-sent events: every listening phone hears that something changed; a slow or dead one is dropped.

No thread waits for a phone that listens. The server keeps its connection, and news is written to it from wherever
it comes: one text for all of them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection

from flask import Response, request

MOST = 110
"""Listeners at once. Any further phone polls every few seconds instead, so that pages always get a connection."""
FOR_SEATS = 24
"""Listeners beyond that, for phones that have a seat: strangers who listen keep no player from it."""
KEEP = "ballottino.keep"
"""A key in the environment of a request, set by a server that can keep its connection: see `stream`."""
FIRST = b"retry: 2000\n\n"
STILL = b"event: still\ndata: here\n\n"
END = b""
"""Writing nothing ends a stream."""

Write = Callable[[bytes], bool]
"""Send something without waiting; return whether the phone keeps up."""


def changed(version: int) -> bytes:
    return f"id: {version}\nevent: changed\ndata: {version}\n\n".encode()


def at_table(table: str) -> bytes:
    return f"event: table\ndata: {table}\n\n".encode() if table else b""


class Listener:
    """One phone's connection; until it is open, the news it is waiting for."""

    def __init__(self, token: str | None = None) -> None:
        self.token = token
        self.write: Write | None = None
        self.waiting = b""


class Listeners:
    """All connections. `publish` never waits."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
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
            news = changed(self.version) + at_table(table)
        self._send(news)

    def tell(self, table: str, lines: Collection[Listener] | None = None) -> None:
        """Tell these phones, or all, who is at the table."""
        self._send(at_table(table), lines)

    def beat(self) -> None:
        """Say that the box is still there, so that both ends notice a dead connection."""
        self._send(STILL)

    def _send(self, news: bytes, lines: Collection[Listener] | None = None) -> None:
        """Write to these phones, or all. The lock is not held meanwhile: closing a connection takes it too."""
        writes: list[tuple[Listener, Write]] = []
        with self._lock:
            for line in self._lines if lines is None else self._lines.intersection(lines):
                if line.write is None:
                    line.waiting += news
                else:
                    writes.append((line, line.write))
        for line, write in writes:
            if not write(news):
                self.leave(line)

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
                line.waiting = changed(self.version)
        return line

    def open(self, line: Listener, write: Write) -> None:
        """Write to this phone from now on, beginning with what it is waiting for."""
        with self._lock:
            line.write = write
            news, line.waiting = line.waiting, b""
        if news and not write(news):
            self.leave(line)

    def leave(self, line: Listener) -> None:
        """Forget a phone that has stopped listening, or never began."""
        with self._lock:
            self._lines.discard(line)

    def close(self) -> None:
        """End every connection, and accept no more."""
        with self._lock:
            self._closed = True
        self._send(END)


def stream(listeners: Listeners, line: Listener, left: Callable[[], None]) -> Response:
    """Return the beginning of a phone's event stream, and have the server keep the connection for the rest.

    A server that can't do that ends the stream after what was missed: the phone comes back in two seconds. `left` is
    called once the connection is gone.
    """
    keep = request.environ.get(KEEP)
    if keep is not None:
        keep(lambda write: listeners.open(line, write), left)
        return Response(iter([FIRST]), mimetype="text/event-stream")  # without a length
    response = Response(FIRST + line.waiting, mimetype="text/event-stream")
    response.call_on_close(left)
    return response
