"""The box's own Wi-Fi, for a table without one: its name, and how a phone gets in."""

from __future__ import annotations

import json
import re
import socket
from pathlib import Path
from typing import NamedTuple

PLACE = Path("/etc/ballottino/hotspot.json")
ADDRESS = "10.42.0.1"
CHECK_NAMES = (
    "captive.apple.com",
    "clients3.google.com",
    "connectivitycheck.android.com",
    "connectivitycheck.gstatic.com",
    "detectportal.firefox.com",
    "www.msftconnecttest.com",
    "www.msftncsi.com",
)
"""Names by which phones and laptops look whether a Wi-Fi has internet (`web.care.captive` answers for them)."""


class Hotspot(NamedTuple):
    """The box's own Wi-Fi, as it was set up when the box was installed.

    >>> Hotspot("Ballot", "k7m2p9xw").code()
    'WIFI:T:WPA;S:Ballot;P:k7m2p9xw;;'
    """

    ssid: str
    password: str
    address: str = ADDRESS

    def code(self) -> str:
        """Return the text that a phone's camera reads to join it."""
        return f"WIFI:T:WPA;S:{_escaped(self.ssid)};P:{_escaped(self.password)};;"

    def is_on(self) -> bool:
        """Return whether this machine has the hotspot's address right now."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
            try:
                trial.bind((self.address, 0))
            except OSError:
                return False
        return True


def known(place: Path = PLACE) -> Hotspot | None:
    """Return the hotspot this box was given, or `None` if it has none that we may read."""
    try:
        return Hotspot(**json.loads(place.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def _escaped(text: str) -> str:
    return re.sub(r'([\\;,":])', r"\\\1", text)
