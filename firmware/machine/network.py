"""The address at which others on this network reach the box."""

from __future__ import annotations

import fcntl
import os
import socket
import struct
from collections.abc import Iterator
from typing import NamedTuple

from firmware.machine import hotspot

SIOCGIFADDR = 0x8915  # Linux: the address of a network interface
INTERFACES = "/sys/class/net"
NOWHERE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"


class Web(NamedTuple):
    """The address that serves the pages, and how much of them is shared with others."""

    host: str | None
    """Without a host, a real box serves everyone and a simulated box only the machine that it runs on."""
    port: int
    share_box: bool = False
    """Whether others may see and press the keys of a simulated box."""

    def host_for(self, *, is_simulated: bool) -> str:
        """Return the address to listen on.

        >>> Web(None, 80).host_for(is_simulated=False), Web(None, 80).host_for(is_simulated=True)
        ('0.0.0.0', '127.0.0.1')
        """
        return self.host or (NOWHERE if is_simulated else EVERYWHERE)


def address() -> str:
    """Return where phones find the box: on its own Wi-Fi, else on the way to the internet, else anywhere.

    >>> address().count(".")
    3
    """
    own = hotspot.known()
    if own is not None and own.is_on():
        return own.address
    return way_out() or next(addresses(), NOWHERE)


def reachable(host: str) -> str:
    """Return where others find what listens on this address.

    >>> reachable("127.0.0.1"), reachable(EVERYWHERE) == EVERYWHERE
    ('127.0.0.1', False)
    """
    return address() if host in (EVERYWHERE, "::") else host


def way_out() -> str:
    """Return our address on the route to the internet, or nothing without internet. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def interfaces() -> list[str]:
    """Return the names of the network interfaces; none where the kernel does not list them."""
    try:
        return sorted(os.listdir(INTERFACES))
    except OSError:
        return []


def addresses() -> Iterator[str]:
    """Yield our address on each network we are in, except the one inside this machine.

    The names of the interfaces are read from a folder: the service may not ask the kernel by netlink.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        for name in interfaces():
            try:
                told = fcntl.ioctl(any_socket, SIOCGIFADDR, struct.pack("40s", name.encode()))
            except OSError:
                continue  # it has no address
            if not (found := socket.inet_ntoa(told[20:24])).startswith("127."):
                yield found
