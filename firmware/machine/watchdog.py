"""Signs of life for systemd: ready, alive, stopping. Without systemd they go nowhere and harm nothing."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Mapping

SIGNS_PER_PATIENCE = 4  # systemd advises two; with four, one late sign does no harm


def notify(*states: str) -> bool:
    """Tell systemd how we are; return whether it could be told.

    It never waits and never raises: a game must not stop because nobody listens.

    >>> notify("READY=1", "STATUS=Doge, year 2")
    False
    """
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return False
    if address.startswith("@"):  # a socket with a name but no file
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
            wire.settimeout(0)
            wire.sendto("\n".join(states).encode(), address)
    except OSError:
        return False
    return True


class Watchdog:
    """Shows systemd that the event loop still turns; when it doesn't, systemd restarts the box.

        >>> watchdog = Watchdog.from_environment()
        >>> while True:                                     # doctest: +SKIP
        ...     watchdog.tick(time.monotonic())
        ...     edges.get(timeout=watchdog.interval)

    Only the loop may call it: a thread of its own would keep saying that all is well.
    """

    def __init__(self, interval: float | None = None, send: Callable[[str], object] = notify) -> None:
        self.interval = interval
        self._send = send
        self._due: float | None = None

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Watchdog:
        """Return the watchdog that systemd asks us for; if it asks for none, one that never barks."""
        microseconds = environment.get("WATCHDOG_USEC", "")
        ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        if not (ours and microseconds.isdecimal() and int(microseconds)):
            return cls()
        return cls(int(microseconds) / 1_000_000 / SIGNS_PER_PATIENCE)

    def tick(self, now: float) -> None:
        """Send the sign of life if it is due."""
        if self.interval is not None and (self._due is None or now >= self._due):
            self._send("WATCHDOG=1")
            self._due = now + self.interval
