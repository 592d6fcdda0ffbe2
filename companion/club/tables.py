"""The tables of a club as they are now, from what their boxes say."""

from __future__ import annotations

import re
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from companion.club import messages
from companion.club.book import Book
from companion.club.messages import EVENT, LARGEST_BOARD, ONLINE, PROBE, STATE, URNS, Message
from companion.club.people import People, veil, veil_picture
from companion.club.shared import Shared, SharedUrn
from companion.refusal import NotFound, Refusal, quoted
from companion.vocabulary import named

KEPT_EVENTS = 30
JUST_NOW = 120
"""Seconds for which the end of a game is news."""
A_DAY = 24 * 3600
MOST_TABLES = 5_000
KEPT_REFUSALS = 50
JOINS, WRITES, READS = named("open-rule", "joins", "writes", "reads")
"""Rules that a broker may lack: it lets anyone join without a password, write for any box, or read its urns."""


@dataclass
class LiveTable:
    """One table: what its box said last."""

    box: str
    version: int = 0
    """Grows with every change in the hall, so that a page can ask for what is new."""
    online: bool = False
    since: int = 0
    heard: float = 0.0
    at: float = 0.0
    """The time of its last change, by the box if its clock can be trusted."""
    now: dict[str, Any] | None = None
    urns: dict[str, str] = field(default_factory=dict)
    """Its state with each urn that it shares with other tables, by seal."""
    events: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=KEPT_EVENTS))

    @property
    def names(self) -> list[str]:
        """Return who plays now."""
        return [person["name"] for person in self.now["people"]] if self.now is not None else []

    @property
    def persons(self) -> list[str]:
        """Return the people who play now, without the seats of a box."""
        return [one["name"] for one in self.now["people"] if not one.get("box")] if self.now is not None else []

    @property
    def told(self) -> list[dict[str, Any]]:
        """Return what was told last in the game that is played now."""
        return [event for event in self.events if self.now is not None and event["game"] == self.now["id"]]

    def veiled(self, people: People, guest: str) -> LiveTable:
        """Return the table as everyone may see it: whoever asked to be left out of public lists is a guest there."""
        if self.now is None or not (names := people.left_out(self.names)):
            return self
        seated = [{**person, "name": guest} if person["name"] in names else person for person in self.now["people"]]
        told = [{**event, "text": veil(event["text"], names, guest)} for event in self.told]
        now = {**self.now, "people": seated, "asked": veil(self.now["asked"], names, guest)}
        return replace(self, now=now, events=deque(told, maxlen=KEPT_EVENTS))

    @property
    def is_over(self) -> bool:
        return self.now is not None and bool(self.now["over"])

    def interest(self, now: float) -> tuple[bool, bool, bool]:
        """Return what puts a table before others: it has just ended, two share the lead, it is being played.

        Of one that shares its urn nothing is shown, so there is nothing of interest.
        """
        if self.now is None or not self.online or self.now.get("shared"):
            return False, False, False
        scores = sorted((person["score"] for person in self.now["people"]), reverse=True)
        is_tied = len(scores) > 1 and scores[0] == scores[1] > 0
        return self.is_over and now - self.heard < JUST_NOW, is_tied and not self.is_over, not self.is_over

    def stands_out(self, now: float) -> bool:
        """Return whether more is to be said of the table than that it is being played."""
        has_ended, is_tied, _ = self.interest(now)
        return has_ended or is_tied


class Tables:
    """All tables, and the book of their results. `take` is called by the link, the rest by pages of any thread."""

    def __init__(self, book: Book, clock: Callable[[], float] = time.time) -> None:
        self.book = book
        self.clock = clock
        self.version = 0
        self.refused: deque[tuple[str, Refusal]] = deque(maxlen=KEPT_REFUSALS)
        """The last messages that were refused: their topics, and why."""
        self.open_rules: set[str] = set()
        """The rules that the broker was found to lack."""
        self._tables: dict[str, LiveTable] = {}
        self._boards: dict[str, bytes] = {}
        self._off = self.book.off()
        self._lock = threading.Lock()

    def take(self, topic: str, data: bytes) -> bool:
        """Take a message. Return whether it changed anything; one that is unsound is refused and noted."""
        if topic.endswith(f"/{PROBE}"):  # said under a name that is not its sender's
            self.open_rules = self.open_rules | {WRITES}
            return True
        if not data:
            return self._leave(topic)
        try:
            return self._apply(messages.read(topic, data))
        except Refusal as refusal:
            self.refused.append((quoted(topic), refusal))
            return False

    def _apply(self, message: Message) -> bool:
        match message.kind:
            case messages.RESULT:
                return self.book.add_result(message.box, message.payload, int(self.clock()))
            case messages.RECORD:
                game = message.payload["game"]
                false = self.book.add_record(message.box, game, message.payload["text"])
                told = Refusal("of-another-box", value=quoted(game), box=message.box)
                self.refused.extend((messages.topic(box, messages.RESULT), told) for box in false)
                return bool(false)
            case _:
                return self._note(message)

    def _leave(self, topic: str) -> bool:
        """Take note of a box whose broker has forgotten what it retained: it has left the club."""
        with self._lock:
            left = [box for box in self._tables if messages.topic(box, ONLINE) == topic]
            for box in left:
                del self._tables[box]
                self.version += 1
            return bool(left)

    def take_off(self, box: str) -> None:
        """Take a table that is away off the wall, until it is there again."""
        table = self.find(box)
        if table is None:
            raise NotFound("no-such-table", value=quoted(box))
        if table.online:
            raise Refusal("table-is-here", box=box)
        self.book.note_off(box, is_off=True)
        with self._lock:
            self._off.add(box)
            self.version += 1

    def _note(self, message: Message) -> bool:
        with self._lock:
            if message.kind == ONLINE and message.payload["online"] and message.box in self._off:
                self.book.note_off(message.box, is_off=False)
                self._off.remove(message.box)
            if message.box not in self._tables and len(self._tables) >= MOST_TABLES:
                raise Refusal("too-many-tables", most=MOST_TABLES)
            if message.kind == STATE:
                self._note_begun(message.box, message.payload["table"])
            table = self._tables.setdefault(message.box, LiveTable(message.box))
            if message.kind == EVENT and not _add_event(table.events, message.payload):
                return False
            now = self.clock()
            if message.kind == ONLINE and table.online is not message.payload["online"]:
                table.online, table.at = message.payload["online"], now
            if message.kind == STATE:
                table.now, table.since = message.payload["table"], message.payload["since"]
                table.at = table.since if 0 <= now - table.since < A_DAY else now
            if message.kind == URNS:
                table.urns = message.payload["urns"]
            table.heard = now
            self.version += 1
            table.version = self.version
            return True

    def _note_begun(self, box: str, now: Mapping[str, Any] | None) -> None:
        """Keep whose game it is that a table says it plays, once."""
        known = self._tables.get(box, LiveTable(box)).now
        if now is not None and (known is None or known["id"] != now["id"]):
            self.book.note_begun(box, now["id"])

    def all(self) -> list[LiveTable]:
        """Return all tables but those that were taken off the wall, by name, as people count them."""
        with self._lock:
            return [self._tables[box] for box in sorted(self._tables.keys() - self._off, key=as_counted)]

    def find(self, box: str) -> LiveTable | None:
        return self._tables.get(box) if box not in self._off else None

    def take_board(self, box: str, picture: bytes) -> None:
        """Keep the last picture of a table's board; an empty one, or one that is too large, is none."""
        with self._lock:
            if 0 < len(picture) <= LARGEST_BOARD:
                self._boards[box] = picture
            else:
                self._boards.pop(box, None)

    def board(self, box: str, guest: str = "") -> bytes:
        """Return the picture of a table's board, if there is one to show: none while its urn is shared.

        With a word for a `guest` it stands for those who asked to be left out of public lists.
        """
        table = self.find(box)
        if table is None or table.now is None or table.now.get("shared"):
            return b""
        names = self.book.people().left_out(table.names) if guest else ()
        return veil_picture(self._boards.get(box, b""), names, guest)

    def show_again(self) -> None:
        """Have walls show every table again, since other names are shown from now on."""
        with self._lock:
            self.version += 1
            for table in self._tables.values():
                table.version = self.version

    def urns(self) -> dict[str, dict[str, str]]:
        """Return what each box says of the urns that it shares with others."""
        return {table.box: table.urns for table in self.all()}

    def urns_for(self, box: str) -> list[SharedUrn]:
        """Return what a box is to be told of its shared urns, the newest first."""
        has = self.urns().get(box, {})
        told = [one.for_box(box, has_it=one.seal in has) for one in self.book.shared()]
        return [urn for urn in told if urn is not None]

    def forget_secrets(self) -> None:
        """Forget the secret of each urn that every one of its boxes has: from then on nobody can look anything up."""
        states = self.urns()

        def forget(one: Shared) -> Shared:
            return replace(one, secret="") if one.is_everywhere(states) else one

        for one in self.book.shared():
            if one.secret and one.is_everywhere(states):
                self.book.change_shared(one.number, forget)


@lru_cache(maxsize=MOST_TABLES)
def as_counted(name: str) -> list[tuple[int, str]]:
    """Return what sorts names as people count them.

    >>> sorted(["table-10", "table-9", "bar"], key=as_counted)
    ['bar', 'table-9', 'table-10']
    """
    parts = re.split(r"([0-9]+)", name)
    return [(int(part), "") if part.isdecimal() else (0, part) for part in parts]


def _add_event(events: deque[dict[str, Any]], event: dict[str, Any]) -> bool:
    """Add an event, unless it is known. One with the number of an earlier one replaces it and all after it."""
    if any(known["id"] == event["id"] for known in events):
        return False
    while events and events[-1]["game"] == event["game"] and events[-1]["n"] >= event["n"]:
        events.pop()
    events.append(event)
    return True
