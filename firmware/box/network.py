"""The address at which others on this network reach the box."""

from __future__ import annotations

import fcntl
import socket
import struct
from collections.abc import Iterator

from firmware.box import hotspot

SIOCGIFADDR = 0x8915  # Linux: the address of a network interface
NOWHERE = "127.0.0.1"


def address() -> str:
    """Return where phones find the box: on its own Wi-Fi, else on the way to the internet, else anywhere.

    >>> address().count(".")
    3
    """
    own = hotspot.known()
    if own is not None and own.is_on():
        return own.address
    return way_out() or next(addresses(), NOWHERE)


def way_out() -> str:
    """Return our address on the way to the internet, or nothing without internet. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def addresses() -> Iterator[str]:
    """Yield our address on each network we are in, except the one inside this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        for _, name in socket.if_nameindex():
            try:
                told = fcntl.ioctl(any_socket, SIOCGIFADDR, struct.pack("40s", name.encode()))
            except OSError:
                continue  # it has none
            if not (found := socket.inet_ntoa(told[20:24])).startswith("127."):
                yield found
