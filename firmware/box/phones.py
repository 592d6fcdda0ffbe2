"""The pages for phones, served from a thread beside the box's loop."""

from __future__ import annotations

import errno
import os
import socket
import threading
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Protocol

from waitress.server import create_server

from companion.ledger import Ledger
from companion.ledger.game_file import GameFile
from companion.referee import Referee
from firmware.box.network import address
from hardware.keys import Key
from hardware.panel import Panel
from web.app import LARGEST, create_app
from web.site import Site

HTTP = 80  # the port that nobody has to type
THREADS = 128
CONNECTIONS = 400
"""A listening phone holds one connection and opens others to read. Beyond this number they have to wait."""


def one_address(host: str) -> str:
    """Return the address to listen at: of a host with several, one of the kind that phones are given.

    >>> one_address("192.168.1.7"), one_address("[::1]"), one_address("*")
    ('192.168.1.7', '::1', '0.0.0.0')
    """
    name = None if host == "*" else host.strip("[]")
    found = socket.getaddrinfo(name, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    if name and len(found) == 1:
        return name
    return str(min(found, key=lambda one: one[0] != socket.AF_INET)[4][0])


class Program(Protocol):
    """What the pages for phones need of the box."""

    @property
    def panel(self) -> Panel: ...

    @property
    def ledger(self) -> Ledger: ...

    def game(self) -> Referee | None:
        """Return the referee of the game on the table."""

    def post(self, item: Callable[[], None], /) -> None:
        """Hand something to do to the loop."""

    def publish_soon(self) -> None:
        """Have the phones told that there is something new, once the screen has been drawn."""


class Phones:
    """Waitress in a thread, and the host of its pages."""

    def __init__(self, box: Program, host: str, port: int) -> None:
        self.box = box
        self.site = Site(self, box.ledger)
        self.site.follow(self.game())
        try:
            self._server = create_server(
                create_app(self.site),
                host=one_address(host),
                port=port,
                threads=THREADS,
                connection_limit=CONNECTIONS,
                channel_request_lookahead=1,
                max_request_body_size=2 * LARGEST,
                ident=None,
            )
        except ValueError as error:  # not a valid host
            raise OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL)) from error
        self.port = int(self._server.effective_port)
        self._thread = threading.Thread(target=self._server.run, name="phones", daemon=True)

    @property
    def code(self) -> str:
        """What lets the next phone take a seat."""
        return self.site.codes.code

    @property
    def address(self) -> str:
        """What to type on a phone."""
        return address() if self.port == HTTP else f"{address()}:{self.port}"

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End every open stream, let every page be finished, then stop the server."""
        self.site.listeners.close()
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=2)
        with suppress(OSError):  # a page just finished may have pulled it already: the trigger is gone then
            self._server.trigger.pull_trigger(self._close)
        self._thread.join(3)

    def _close(self) -> None:
        """Close every connection, then the socket, in the server's own thread. Its loop ends when nothing is left."""
        for channel in list(self._server.active_channels.values()):
            channel.handle_close()
        self._server.close()

    def follow(self, referee: Referee | None) -> None:
        """Show another game on the pages, or none."""
        self.site.follow(referee)

    def publish(self) -> None:
        self.site.publish()

    def post(self, item: Callable[[], None]) -> None:
        self.box.post(item)

    def game(self) -> Referee | None:
        return self.box.game()

    def game_id(self) -> str:
        game = self.game()
        return game.keeper.path.stem if game is not None and isinstance(game.keeper, GameFile) else ""

    def dots(self) -> bytes | None:
        """Return what the chip of a simulated screen holds; a real screen is only seen on the box."""
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
        """Let another phone take this seat; the one that was lost, or passed on, no longer shows its hand."""
        self.site.seats.free(self.game_id(), seat)
        self.box.publish_soon()
