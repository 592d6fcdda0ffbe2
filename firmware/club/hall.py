"""The hall: one process that listens to all boxes of a club, keeps their results and shows the wall."""

from __future__ import annotations

import logging
import secrets
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

from companion.club.book import Book
from companion.club.messages import BOARDS, ROOT, URNS, board_topic
from companion.club.shared import urns_topic, write_urns
from companion.club.tables import Tables
from companion.durable import write_whole
from firmware.club.address import Address
from firmware.club.link import Link
from firmware.club.probe import open_rules
from firmware.machine.network import reachable
from web.hall.app import create_hall
from web.hall.hall import Hall

PAUSE = 0.25
"""Seconds between two words to the walls: many tables at once are one change."""
WATCHED = 30.0
"""Seconds for which a board is kept up to date after somebody has looked at it."""
MOST_WATCHED = 30
"""Boards at a time, each some 30 kB every few seconds."""

log = logging.getLogger("ballottino.club")


class HallLink:
    """The hall's ears at the broker. What came while it was away is kept there for it."""

    def __init__(self, address: Address, folder: Path, tables: Tables, changed: Callable[[], None]) -> None:
        self.tables = tables
        self.refusal = ""
        self._changed = changed
        self._told: dict[str, bytes] = {}
        self._lock = threading.Lock()
        """Held from reading urns until they are said: no older word, with its secret, comes after a newer one."""
        self._link = Link(address, folder, self, client_id=f"{address.name}-hall", lasting=True)
        self._watched: dict[str, float] = {}
        """The tables whose boards somebody looks at, and when somebody did last."""
        self.start, self.stop = self._link.start, self._link.stop

    @property
    def is_up(self) -> bool:
        return self._link.is_up

    def connected(self) -> None:
        self.refusal = ""
        self._link.subscribe(f"{ROOT}/#")
        for box in list(self._watched):
            self._link.look_at(board_topic(box))
        with self._lock:
            self._told = {}
        self.hand_out()
        self._changed()

    def refused(self, why: str) -> None:
        if why != self.refusal:  # it is tried again every second
            log.warning("%s does not let us in: %s", self._link.address, why)
        self.refusal = why

    def delivered(self, number: int) -> None:
        """Ignore: everything is sent again after each connection."""

    def heard(self, topic: str, data: bytes) -> None:
        if topic.startswith(BOARDS):
            self._see(topic.rpartition("/")[2], data)
        elif self.tables.take(topic, data):
            if topic.endswith(f"/{URNS}"):
                self.tables.forget_secrets()
                self.hand_out()
            self._changed()

    def _see(self, box: str, picture: bytes) -> None:
        if box in self._watched:
            self.tables.take_board(box, picture)
            self._changed()
        else:  # of before a restart: the broker remembers what we wanted to hear
            self._link.unsubscribe(board_topic(box))

    def watch(self, box: str) -> None:
        """Have the board of a table while somebody looks at it; of too many tables those looked at last."""
        with self._lock:
            if box not in self._watched:
                self._link.look_at(board_topic(box))
            self._watched[box] = time.monotonic()
            for late in sorted(self._watched, key=lambda one: -self._watched[one])[MOST_WATCHED:]:
                self._look_away(late)

    def look_away(self) -> None:
        """Hear no more of boards that nobody looks at."""
        with self._lock:
            now = time.monotonic()
            for box in [box for box, at in self._watched.items() if now - at > WATCHED]:
                self._look_away(box)

    def _look_away(self, box: str) -> None:
        del self._watched[box]
        self._link.unsubscribe(board_topic(box))
        self.tables.take_board(box, b"")

    def hand_out(self) -> None:
        """Tell each box of the urns that it shares with others, unless it was told the same before.

        Each has a topic of its own, which the broker lets nobody else read. It is retained for a box that is away,
        and said again without the secret once that box has it.
        """
        with self._lock:
            for box in {box for one in self.tables.book.shared() for box in one.boxes}:
                said = write_urns(self.tables.urns_for(box))
                if self._link.is_up and self._told.get(box) != said:
                    self._told[box] = said
                    self._link.send(urns_topic(box), said, retain=True)


def organisers_key(folder: Path) -> str:
    """Return the key that makes a browser the organiser's: the same after every start."""
    path = folder / "hall-key"
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        write_whole(path, secrets.token_urlsafe(9))
        path.chmod(0o600)
        return path.read_text("utf-8")


def check_rules(address: Address, folder: Path, tables: Tables, warn: Callable[[str], None]) -> None:
    """Find out what the broker allows though it should not, for the pages and for `warn`, which prints it."""
    tables.open_rules = tables.open_rules | (open_rules(address, folder) or set())
    for rule in sorted(tables.open_rules):
        warn(rule)


def run_hall(
    address: Address,
    folder: Path,
    *,
    host: str,
    port: int,
    said: Callable[[str], None],
    warn: Callable[[str], None],
) -> None:
    """Run the hall until it is stopped. `said` prints where its pages are, `warn` what the broker allows."""
    from firmware.server import Server

    book = Book(folder / "hall.sqlite")
    has_changed, stopped = threading.Event(), threading.Event()
    link = HallLink(address, folder, Tables(book), has_changed.set)
    hall = hall_of(link, organisers_key(folder), has_passwords=bool(address.user))
    server = Server(create_hall(hall), hall.listeners, host, port)
    pages = threading.Thread(target=server.run, name="pages", daemon=True)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    pages.start()
    link.start()
    said(f"http://{reachable(host)}:{server.effective_port}/?key={hall.key}")

    def probe() -> None:
        check_rules(address, folder, hall.tables, warn)
        has_changed.set()

    try:
        keep_walls_right(hall, link, has_changed, stopped, probe)
    finally:
        link.stop()
        server.stop(pages)
        book.close()


def hall_of(link: HallLink, key: str, *, has_passwords: bool) -> Hall:
    """Return what the pages of the hall share, with this link to the boxes."""
    hall = Hall(link.tables, key, lambda: link.is_up, lambda: link.refusal)
    hall.hand_out, hall.watch, hall.has_passwords = link.hand_out, link.watch, has_passwords
    return hall


def keep_walls_right(
    hall: Hall, link: HallLink, has_changed: threading.Event, stopped: threading.Event, probe: Callable[[], None]
) -> None:
    """Tell the walls of changes until the hall is stopped; once the broker is there, `probe` it in a thread."""
    probing = threading.Thread(target=probe, name="probe", daemon=True)
    was_up = False
    while not stopped.wait(PAUSE):
        if link.is_up and probing.ident is None:
            probing.start()
        if has_changed.is_set() or link.is_up is not was_up:
            has_changed.clear()
            was_up = link.is_up
            hall.listeners.publish()
        link.look_away()
