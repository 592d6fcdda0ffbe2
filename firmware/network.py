"""Under which address others on this network reach the box."""

from __future__ import annotations

import socket


def address() -> str:
    """The address of the way out of here; nothing is sent to find it.

    >>> address().count(".")
    3
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
