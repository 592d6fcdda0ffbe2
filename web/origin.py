"""The origin of a request: a page of another site, a network, or the machine that serves it."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from flask import request


def is_from_elsewhere() -> bool:
    """Return whether a page of another site requests this, or loads it as a part of itself.

    Browsers say so themselves only over HTTPS or on the same machine. Otherwise the referring page tells, and the
    types that the browser accepts: a page is requested as HTML, a picture or a script is not.
    """
    headers = request.headers
    if said := headers.get("Sec-Fetch-Site"):
        return said not in ("same-origin", "none")
    if source := headers.get("Origin") or headers.get("Referer"):
        return urlsplit(source).netloc != request.host
    return "text/html" not in headers.get("Accept", "text/html")


def is_in(network: str) -> bool:
    """Return whether this request comes from a network; from none if it is not named."""
    try:
        address = ip_address(request.remote_addr or "")
        return bool(network) and address in ip_network(network)
    except ValueError:
        return False


def is_this_machine() -> bool:
    """Return whether this request comes from the machine that serves it."""
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback
