"""Waitress, as it serves our pages: with limits on strangers, and with connections that are kept for news."""

from __future__ import annotations

import errno
import os
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask
from werkzeug.http import parse_cookie

from firmware.machine.network import NOWHERE
from web.application import LARGEST
from web.table.actions import SEAT_COOKIE
from web.table.listeners import KEEP, Listeners, Write

THREADS = 16
"""Threads that make pages. A phone that listens needs none."""
FOR_SEATS = 8
"""Threads beyond those, which only phones with a seat are given."""
CONNECTIONS = 400
"""Connections at a time. A listening phone holds one and opens others to read; any more have to wait."""
PER_ADDRESS = 24
"""Connections from one address. A browser makes at most six; the machine itself is not limited."""
SPARE = 8
"""Connections that are kept free for newcomers, at the cost of idle ones."""
TIME_TO_ASK = 15.0
"""Seconds in which a request must have arrived, from its first byte to its last."""
LONGEST_HEAD = 16 * 1024
"""Bytes of a request before its body: an address with a whole board in it, and what browsers add. Waitress alone
takes 256 KB, of which a stranger makes 40,000 fields that cost 40 MB."""
IDLE = 60
"""Seconds that a connection is kept after its last request."""
HEARTBEAT = 15.0
"""Seconds between two signs of life to phones that listen."""
BACKLOG = 4096
"""Bytes that a listening phone may lag behind, beyond what its connection holds, before it is dropped."""


def one_address(host: str) -> str:
    """Return the address to listen at: for a host with several, one of the kind that phones are given.

    >>> one_address("192.168.1.7"), one_address("[::1]"), one_address("*")
    ('192.168.1.7', '::1', '0.0.0.0')
    """
    name = None if host == "*" else host.strip("[]")
    found = socket.getaddrinfo(name, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    if name and len(found) == 1:
        return name
    return str(min(found, key=lambda one: one[0] != socket.AF_INET)[4][0])


class StrangersTurn:
    """A request of a phone without a seat, which has one of the threads that strangers may have."""

    def __init__(self, caller: Caller, ended: Callable[[], None]) -> None:
        self.caller = caller
        self.ended = ended

    def service(self) -> None:
        try:
            self.caller.service()
        finally:
            self.ended()

    def cancel(self) -> None:
        self.caller.cancel()


class Threads(ThreadedTaskDispatcher):  # type: ignore[misc]
    """The threads that answer requests. Strangers may have some of them; the others are kept for seats."""

    def __init__(self, for_strangers: int) -> None:
        super().__init__()
        self._free = for_strangers
        self._waiting: deque[StrangersTurn] = deque()
        self._turns = threading.Lock()

    def add_task(self, task: Caller) -> None:
        if task.has_seat:
            super().add_task(task)
            return
        with self._turns:
            self._waiting.append(StrangersTurn(task, self._end_turn))
        self._next_turns()

    def _end_turn(self) -> None:
        with self._turns:
            self._free += 1
        self._next_turns()

    def _next_turns(self) -> None:
        with self._turns:
            while self._free and self._waiting:
                self._free -= 1
                super().add_task(self._waiting.popleft())

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        with self._turns:
            waiting = list(self._waiting)
            self._waiting.clear()
        for turn in waiting:
            turn.cancel()
        return bool(super().shutdown(cancel_pending, timeout))


class KeptOpen(BaseException):
    """Raised where waitress would close a connection, which is to stay open instead. Waitress lets it pass."""


class PageTask(WSGITask):  # type: ignore[misc]
    """A response, whose connection the page may have asked to keep."""

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ[KEEP] = self.channel.keep
        return environ

    def finish(self) -> None:
        if self.channel.opened is None:
            super().finish()
            return
        self.channel.is_chunked = self.chunked_response
        self.channel.opened(self.channel.push)
        raise KeptOpen


class Caller(HTTPChannel):  # type: ignore[misc]
    """A connection that knows since when a request has been incomplete, and may be kept for news."""

    task_class = PageTask
    asking_since = 0.0
    """The time at which the request that is still arriving began, or the first one could; 0 if none is arriving."""
    has_seat = False
    """Whether its last request came from a phone that has a seat."""
    is_chunked = False
    opened: Callable[[Write], None] | None = None
    """Given the way to write to this connection once the head of its response is sent, if it is kept."""
    _left: Callable[[], None] | None = None

    def __init__(self, *what: Any, **named: Any) -> None:
        super().__init__(*what, **named)
        self.asking_since = self.creation_time

    def received(self, data: bytes) -> bool:
        if self.request is None and not self.asking_since:
            self.asking_since = time.time()
        taken = bool(super().received(data))
        if self.request is None:
            self.asking_since = 0.0
        return taken

    @property
    def is_idle(self) -> bool:
        """Return whether nothing is being done for it: no whole request has come, or all are answered."""
        return not self.requests and not self.total_outbufs_len

    def service(self) -> None:
        with suppress(KeptOpen):  # its request stays the one that is being answered, and so no other is begun
            super().service()

    def keep(self, opened: Callable[[Write], None], left: Callable[[], None]) -> None:
        """Keep this connection after its response, to be written to; say so when it is gone."""
        self.opened, self._left = opened, left

    def push(self, data: bytes) -> bool:
        """Send news without waiting, from any thread; drop a phone that has not taken the last in a long time."""
        is_late = self.total_outbufs_len > BACKLOG
        try:
            if is_late or not self.connected:
                raise ClientDisconnected
            self.write_soon(b"%X\r\n%b\r\n" % (len(data), data) if self.is_chunked else data)
        except ClientDisconnected:
            self._close_soon()
            return False
        if not data:
            self._close_soon()
        return True

    def _close_soon(self) -> None:
        """Have the server's own thread close this connection."""
        self.will_close = True
        with suppress(OSError):  # the server has stopped, and closed them all
            self.server.pull_trigger()

    def handle_close(self) -> None:
        super().handle_close()
        left, self._left = self._left, None
        if left is not None:
            left()


class Server(TcpWSGIServer):  # type: ignore[misc]
    """Waitress with a limit per address and on slow requests: nobody can block others with endless requests."""

    channel_class = Caller

    def __init__(
        self,
        pages: Any,
        listeners: Listeners,
        host: str,
        port: int,
        *,
        holds_seat: Callable[[str | None], bool] = lambda token: False,
    ) -> None:
        threads = Threads(for_strangers=THREADS)
        threads.set_thread_count(THREADS + FOR_SEATS)
        try:
            super().__init__(
                pages,
                dispatcher=threads,
                host=one_address(host),
                port=port,
                connection_limit=CONNECTIONS,
                channel_timeout=IDLE,
                cleanup_interval=5,
                channel_request_lookahead=1,
                max_request_header_size=LONGEST_HEAD,
                max_request_body_size=2 * LARGEST,
                ident=None,
            )
        except ValueError as error:  # not a valid host
            raise OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL)) from error
        self._listeners = listeners
        self._holds_seat = holds_seat
        self._last_beat = time.time()

    def add_task(self, task: Caller) -> None:
        """Have a request answered, which has come whole."""
        cookies = parse_cookie(task.requests[0].headers.get("COOKIE", ""))
        task.has_seat = self._holds_seat(cookies.get(SEAT_COOKIE))
        super().add_task(task)

    def handle_accept(self) -> None:
        try:
            accepted = self.accept()
            if accepted is None:
                return
            connection, address = accepted
            self.set_socket_options(connection)
        except OSError:  # gone before it was let in
            return
        if self._is_crowded_by(address[0]):
            connection.close()
            return
        self._make_room()
        self.channel_class(self, connection, address, self.adj, map=self._map)

    def _is_crowded_by(self, host: str) -> bool:
        callers = self.active_channels.values()
        return host != NOWHERE and sum(caller.addr[0] == host for caller in callers) >= PER_ADDRESS

    def _make_room(self) -> None:
        """Close the connection that has been silent for longest if nearly all are taken, or else a stranger's."""
        if len(self._map) < self.adj.connection_limit - SPARE:
            return
        callers = list(self.active_channels.values())
        idle = [caller for caller in callers if caller.is_idle]
        if closing := idle or [caller for caller in callers if not caller.has_seat]:
            min(closing, key=lambda caller: caller.asking_since or caller.last_activity).handle_close()

    def maintenance(self, now: float) -> None:
        """Close connections that have not sent a request in time, beside those that waitress itself gives up."""
        super().maintenance(now)
        for caller in self.active_channels.values():
            if caller.is_idle and caller.asking_since and now - caller.asking_since > TIME_TO_ASK:
                caller.will_close = True
        if now - self._last_beat >= HEARTBEAT:
            self._last_beat = now
            self._listeners.beat()

    def stop(self, thread: threading.Thread) -> None:
        """End every open stream, let every page finish, then stop; `thread` is the one that runs the server."""
        self._listeners.close()
        self.task_dispatcher.shutdown(cancel_pending=True, timeout=2)
        with suppress(OSError):  # a page just finished may have pulled the trigger and closed it
            self.trigger.pull_trigger(self._close_all)
        thread.join(3)

    def _close_all(self) -> None:
        """Close every connection, then the socket, in the server's own thread. Its loop ends when nothing is left."""
        for caller in list(self.active_channels.values()):
            caller.handle_close()
        self.close()
