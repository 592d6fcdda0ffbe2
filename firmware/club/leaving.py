"""Takes a box off the walls of the clubs that it has left: what a broker retains of it would stand there for ever.

A box remembers where it is known, and with which password, until it has left there: also if the broker can't be
reached at the moment, or if the box was sent to another club while it was off.
"""

from __future__ import annotations

import json
import logging
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from threading import Event

from companion.club import messages
from companion.club.messages import ONLINE, RESULT_AGAIN, STATE, URNS, board_topic
from companion.durable import write_whole
from companion.refusal import Refusal
from firmware.club.address import KNOWN, OURS_ALONE, Address, password
from firmware.club.discovery import config_topic
from firmware.club.link import Link

REPEATED = 20
"""Results that are retained for a hall that comes back later than we do."""
PATIENCE = 30.0
"""Seconds for a broker to answer. It is tried again after the next start."""

log = logging.getLogger("ballottino.club")
_alone = threading.Lock()


def retained_topics(box: str) -> list[str]:
    """Return every topic on which a broker retains something of a box; the word that it is there comes last."""
    again = [f"{RESULT_AGAIN}/{number}" for number in range(REPEATED)]
    ours = [messages.topic(box, kind) for kind in (*again, STATE, URNS)]
    return [config_topic(box), board_topic(box), *ours, messages.topic(box, ONLINE)]


def note_known(folder: Path, address: Address) -> None:
    """Remember that a broker knows this box, so that it can leave there."""
    with _alone:
        known = _read(folder)
        if known.get(str(address), "") != (secret := password(folder) or ""):
            _write(folder, {**known, str(address): secret})


def leave_others(folder: Path, current: Address | None) -> None:
    """Leave every club in which this box is known, but the current one. This may take a while."""
    for text, secret in _read(folder).items():
        if current is None or text != str(current):
            try:
                has_left = Leaving(Address.parse(text), folder, secret).run()
            except Refusal:
                has_left = True  # never written by us
            if has_left:
                with _alone:
                    _write(folder, {kept: known for kept, known in _read(folder).items() if kept != text})


def _read(folder: Path) -> dict[str, str]:
    try:
        known = json.loads((folder / KNOWN).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}


def _write(folder: Path, known: Mapping[str, str]) -> None:
    try:
        if known:
            write_whole(folder / KNOWN, json.dumps(known))
            os.chmod(folder / KNOWN, OURS_ALONE)
        else:
            (folder / KNOWN).unlink(missing_ok=True)
    except OSError as error:
        log.warning("where this box is known was not kept: %s", error)


class Leaving:
    """One connection that says nothing but that a box is gone for good."""

    def __init__(self, address: Address, folder: Path, secret: str) -> None:
        self._topics = retained_topics(address.name)
        self._done = Event()
        self._has_left = False
        self._last = -1
        self._link = Link(address, folder, self, secret=secret)

    def run(self) -> bool:
        """Leave; return whether there is nothing left to do: the broker has forgotten us, or does not let us in."""
        self._link.start()
        self._done.wait(PATIENCE)
        self._link.stop()
        return self._has_left

    def connected(self) -> None:
        for topic in self._topics:
            self._last = self._link.send(topic, b"", retain=True)

    def refused(self, why: str) -> None:
        self._has_left = True
        self._done.set()

    def delivered(self, number: int) -> None:
        if number == self._last:
            self._has_left = True
            self._done.set()

    def heard(self, topic: str, data: bytes) -> None: ...
