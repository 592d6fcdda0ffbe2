"""Finds out whether a broker keeps access rules like ours, by trying what they forbid.

It speaks under a name that no box has, in words that nobody keeps, so it does no harm where it is allowed. It uses
connections of its own, since some brokers drop one that tries too much.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path
from threading import Event

from companion.club.messages import PROBE, topic
from companion.club.shared import urns_topic
from companion.club.tables import JOINS, READS, WRITES
from firmware.club.address import Address
from firmware.club.link import Link

PATIENCE = 5.0
"""Seconds for a broker to answer."""
GRACE = 0.5
"""Seconds for a word to come back to a connection that should not hear it."""
WORD = b"probe"


def open_rules(address: Address, folder: Path) -> set[str] | None:
    """Return what a broker allows though it should not; nothing at all if it can't be reached or refuses us."""
    name = f"probe-{secrets.token_hex(8)}"
    ours, anyone = RuleProbe(address, folder, name), RuleProbe(replace(address, user=""), folder, name)
    try:
        if not ours.begin():
            return None
        found = {JOINS} if not address.user or anyone.begin() else set()
        ours.say_urn()
        anyone.caught.wait(GRACE) if found else ours.caught.wait(GRACE)
        return found | ours.found | anyone.found
    finally:
        ours.link.stop()
        anyone.link.stop()


class RuleProbe:
    """One connection that tries to write and to read what belongs to a box."""

    def __init__(self, address: Address, folder: Path, name: str) -> None:
        self.found: set[str] = set()
        self.caught = Event()
        self._box_topic, self._urn_topic = topic(name, PROBE), urns_topic(name)
        self._answered, self._done = Event(), Event()
        self._is_in = False
        self._last = 0
        self.link = Link(address, folder, self)

    def begin(self) -> bool:
        """Try; return whether the broker has let us in."""
        self.link.start()
        self._answered.wait(PATIENCE)
        if self._is_in:
            self._done.wait(PATIENCE)
        return self._is_in

    def say_urn(self) -> None:
        """Say a word where only one box should hear it, and wait until the broker has it."""
        self._done.clear()
        self._last = self.link.send(self._urn_topic, WORD)
        self._done.wait(PATIENCE)

    def connected(self) -> None:
        if self._is_in:  # dropped for what we tried: that is a refusal too
            self._done.set()
            return
        self._is_in = True
        self._answered.set()
        self.link.subscribe(self._box_topic)
        self.link.subscribe(self._urn_topic)
        self.link.send(self._box_topic, WORD)
        self._last = self.link.send(self._urn_topic, WORD)

    def refused(self, why: str) -> None:
        self._answered.set()

    def delivered(self, number: int) -> None:
        if number == self._last:
            self._done.set()

    def heard(self, topic: str, data: bytes) -> None:
        self.found.add(WRITES if topic == self._box_topic else READS)
        self.caught.set()
