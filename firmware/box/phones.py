"""The pages for phones, served from a thread beside the box's loop."""

from __future__ import annotations

import errno
import os
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Collection
from contextlib import suppress
from ipaddress import ip_address
from typing import Any, Protocol

from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher
from werkzeug.http import parse_cookie

from companion.ledger import Ledger
from companion.ledger.beginning import Beginning
from companion.ledger.game_file import GameFile
from companion.referee import Referee
from companion.refusal import Refusal
from companion.seats import Seat
from firmware.box.network import NOWHERE, address
from firmware.scenes.owner import Asked
from hardware.keys import Key
from hardware.panel import Panel
from web.app import LARGEST, create_app
from web.petitions import Petition
from web.site import Site
from web.table.actions import SEAT_COOKIE

HTTP = 80  # the port that nobody has to type
THREADS = 128
FOR_SEATS = 32
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


class Program(Protocol):
    """The part of the box that the pages for phones need."""

    @property
    def panel(self) -> Panel: ...

    @property
    def ledger(self) -> Ledger: ...

    def game(self) -> Referee | None:
        """Return the referee of the game on the table."""

    def post(self, item: Callable[[], None], /) -> None:
        """Hand something to do to the loop."""

    def publish_soon(self) -> None:
        """Tell the phones that there is something new, once the screen has been drawn."""

    def ask_owner(self, petition: Asked) -> None:
        """Show what a phone asks for, over everything else."""

    def play_again(self) -> None:
        """Leave the table for another game of the same people, with the next player first."""

    def start_game(self, beginning: Beginning) -> None:
        """Show the seals of a game that was set up on a phone, and begin it soon."""

    def about_to_begin(self) -> Beginning | None:
        """Return the game whose seals are shown now, before its first draw."""

    def teaches(self) -> bool:
        """Return whether newcomers are to be taught, as the owner likes it."""


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


class Caller(HTTPChannel):  # type: ignore[misc]
    """A connection that knows since when a request has been incomplete."""

    asking_since = 0.0
    """When the request that is still arriving began; before the first one, when the connection was made. Else 0."""
    has_seat = False
    """Whether its last request came from a phone that has a seat."""

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


class Server(TcpWSGIServer):  # type: ignore[misc]
    """Waitress with a limit per address and on slow requests: nobody can block others with endless requests."""

    channel_class = Caller

    def __init__(self, pages: Site, **settings: Any) -> None:
        threads = Threads(for_strangers=THREADS)
        threads.set_thread_count(THREADS + FOR_SEATS)
        super().__init__(create_app(pages), dispatcher=threads, **settings)
        self._seats = pages.seats

    def add_task(self, task: Caller) -> None:
        """Have a request answered, which has come whole."""
        cookies = parse_cookie(task.requests[0].headers.get("COOKIE", ""))
        task.has_seat = self._seats.is_held_by(cookies.get(SEAT_COOKIE))
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


class Phones:
    """Waitress in a thread, and the host of its pages."""

    def __init__(self, box: Program, host: str, port: int, *, share_box: bool = False) -> None:
        self.box = box
        self.site = Site(self, box.ledger, share_box=share_box)
        self._before_again: tuple[str, list[Seat]] | None = None
        self.site.follow(self.game())
        try:
            self._server = Server(
                self.site,
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
        self.port = int(self._server.effective_port)
        self._is_private = ip_address(self._server.effective_host).is_loopback
        self._thread = threading.Thread(target=self._server.run, name="phones", daemon=True)

    @property
    def code(self) -> str:
        """Return the code with which phones take a seat."""
        return self.site.codes.code

    @property
    def address(self) -> str:
        """Return the address to type on a phone."""
        host = NOWHERE if self._is_private else address()
        return host if self.port == HTTP else f"{host}:{self.port}"

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End every open stream, let every page finish, then stop the server."""
        self.site.listeners.close()
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=2)
        with suppress(OSError):  # a page just finished may have pulled the trigger and closed it
            self._server.trigger.pull_trigger(self._close)
        self._thread.join(3)

    def _close(self) -> None:
        """Close every connection, then the socket, in the server's own thread. Its loop ends when nothing is left."""
        for channel in list(self._server.active_channels.values()):
            channel.handle_close()
        self._server.close()

    def follow(self, referee: Referee | None) -> None:
        """Show another game on the pages, or none; if the same people play again, their phones keep their seats."""
        self.site.follow(referee)
        if referee is not None and self._before_again is not None:
            (game_id, before), self._before_again = self._before_again, None
            now = {seat.name: seat.number for seat in referee.table.seats}
            if now.keys() == {seat.name for seat in before}:
                with suppress(Refusal):  # a full disk: phones join again
                    self.site.seats.carry(game_id, self.game_id(), {seat.number: now[seat.name] for seat in before})

    def expect_again(self) -> None:
        """Remember who holds which seat: the same people are about to play again."""
        game = self.game()
        self._before_again = None if game is None else (self.game_id(), list(game.table.seats))

    def play_again(self) -> None:
        self.box.play_again()

    def start_game(self, beginning: Beginning) -> None:
        self.box.start_game(beginning)

    def about_to_begin(self) -> Beginning | None:
        return self.box.about_to_begin()

    def teaches(self) -> bool:
        return self.box.teaches()

    def publish(self) -> None:
        self.site.publish()

    def post(self, item: Callable[[], None]) -> None:
        self.box.post(item)

    def game(self) -> Referee | None:
        return self.box.game()

    def game_id(self) -> str:
        game = self.game()
        return game.keeper.path.stem if game is not None and isinstance(game.keeper, GameFile) else ""

    def has_owner(self) -> bool:
        """Return whether the box has its screen and its keys; with wires missing, nobody could answer on it."""
        return self.box.panel.simulated is not None or not self.box.panel.faults

    def ask_owner(self, petition: Petition) -> None:
        self.box.ask_owner(petition)

    def dots(self) -> bytes | None:
        """Return the contents of a simulated screen's chip; a real screen is only seen on the box."""
        simulated = self.box.panel.simulated
        return simulated.chip.picture().tobytes() if simulated is not None else None

    def touch(self, key: str, down: bool) -> None:
        simulated = self.box.panel.simulated
        if simulated is not None:
            with suppress(ValueError):  # a key that this build does not have
                (simulated.press if down else simulated.release)(Key(key))

    def refresh(self) -> None:
        self.box.publish_soon()

    def taken_seats(self) -> Collection[int]:
        """Return the seats that a phone has taken in the game on the table."""
        return self.site.seats.taken(self.game_id())

    def free_seat(self, seat: int) -> None:
        """Let another phone take this seat; a phone that was lost or passed on no longer shows its hand."""
        self.site.seats.free(self.game_id(), seat)
        self.box.publish_soon()
