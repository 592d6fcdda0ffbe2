"""Changes of a page: a phone that says which version it has is sent the difference only.

A page's changing part is made once per change for all phones that see the same. A difference names runs of tags to
keep, and holds the tags in between; it is only made against what the same seat was sent before, because whether a
page is known would tell what stands on it.
"""

from __future__ import annotations

import json
import re
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from web.wire import digest

TAG = re.compile(r"<[^<]*|^[^<]+")
"""A tag with the text after it. The script on the page splits by the same pattern."""
KEPT = 32
"""The number of parts, and of differences, that are remembered."""
SHORTEST = 16
"""Letters below which a run is sent again rather than named."""
CANDIDATES = 12
"""Places where a run may begin that are compared."""

Key = TypeVar("Key")
Value = TypeVar("Value")
Operation = str | tuple[int, int]


class Viewer(NamedTuple):
    """Those who see the same: a page, a seat, a game, a language."""

    page: str
    seat: int
    game_id: str
    language: str


Moment = tuple[int, int, int]
"""The version that phones were told of, the number of entries, and the run that they are in: an answer that phones
are about to be told of makes another moment."""


class Part(NamedTuple):
    """The changing part of a page at some moment of the game."""

    page: bytes
    """As it is sent: half as large as text, in which one sign beyond Latin-1 makes all others take as much."""
    digest: str
    moment: Moment


class Updates:
    """The parts that phones were sent lately, and the differences between them. Any thread may ask."""

    def __init__(self) -> None:
        self.making = threading.Lock()
        """Held while a part is made: news reaches all phones at once, and those that see the same need it once."""
        self._lock = threading.Lock()
        self._newest: OrderedDict[Viewer, Part] = OrderedDict()
        self._sent: OrderedDict[tuple[Viewer, str], bytes] = OrderedDict()
        self._differences: OrderedDict[tuple[Viewer, str, str], str] = OrderedDict()

    def find(self, viewer: Viewer, moment: Moment) -> Part | None:
        """Return the part that was made for this moment, if any was."""
        with self._lock:
            part = self._newest.get(viewer)
        return part if part is not None and part.moment == moment else None

    def keep(self, viewer: Viewer, moment: Moment, text: str) -> Part:
        """Remember a part that is about to be sent."""
        page = text.encode()
        part = Part(page, digest(page), moment)
        with self._lock:
            _put(self._newest, viewer, part)
            _put(self._sent, (viewer, part.digest), page)
        return part

    def since(self, viewer: Viewer, had: str, part: Part) -> str | None:
        """Return the difference to what this viewer had, as JSON; `None` if that is not remembered."""
        key = (viewer, had, part.digest)
        with self._lock:
            old, made = self._sent.get((viewer, had)), self._differences.get(key)
        if old is None or made is not None:
            return made
        made = json.dumps(difference(old.decode(), part.page.decode()), ensure_ascii=False, separators=(",", ":"))
        with self._lock:
            _put(self._differences, key, made)
        return made


def _put(kept: OrderedDict[Key, Value], key: Key, value: Value) -> None:
    """Remember a value, and forget the oldest one."""
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > KEPT:
        kept.popitem(last=False)


def difference(old: str, new: str) -> list[Operation]:
    """Return how to make the new text from the old one: runs of its tags, by first and number, and new text.

    >>> difference("<p>Anna <b>3", "<p>Anna <b>4")
    ['<p>Anna <b>4']
    >>> difference("<p>Anna has this many points: <b>3", "<p>Anna has this many points: <b>4")
    [(0, 1), '<b>4']
    """
    before, after = TAG.findall(old), TAG.findall(new)
    places: dict[str, list[int]] = {}
    for number, tag in enumerate(before):
        places.setdefault(tag, []).append(number)
    made: list[Operation] = []
    at = follows = 0
    while at < len(after):
        first, length = _longest(before, after, at, _near(places.get(after[at], []), follows))
        run = "".join(after[at : at + length]) if length else after[at]
        if length and len(run) >= SHORTEST:
            made.append((first, length))
            follows = first + length
        elif made and isinstance(made[-1], str):
            made[-1] += run
        else:
            made.append(run)
        at += length or 1
    return made


def _near(places: Sequence[int], follows: int) -> list[int]:
    """Return the places next to where the last run ended: most pages change little."""
    return sorted(places, key=lambda place: abs(place - follows))[:CANDIDATES]


def _longest(before: Sequence[str], after: Sequence[str], at: int, places: Sequence[int]) -> tuple[int, int]:
    """Return the longest run of old tags that the new ones from here on repeat: its first, and its length."""
    best = (0, 0)
    for place in places:
        length = 0
        while (
            place + length < len(before) and at + length < len(after) and before[place + length] == after[at + length]
        ):
            length += 1
        if length > best[1]:
            best = (place, length)
    return best
