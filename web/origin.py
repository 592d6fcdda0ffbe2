"""The origin of a request: a page of another site, a network, the machine that serves it, or a page of ours that it
can go back to.
"""

from __future__ import annotations

import re
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import quote, urlsplit

from flask import request

PLAIN_PATH = re.compile(r"/(?!/)[!-\[\]-~]*")
"""One slash, not two, then visible characters only, without a backslash. Browsers read a backslash as a slash and
drop tabs and line ends, so a path that contains them may lead elsewhere."""


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


def is_local(path: str | None) -> bool:
    """Return whether this path leads to a page of ours.

    >>> is_local("/seat"), is_local("//evil.example"), is_local("/\\t/evil.example"), is_local(None)
    (True, False, False, False)
    """
    return path is not None and PLAIN_PATH.fullmatch(path) is not None


def this_page() -> str:
    """Return the requested page with its query."""
    query = request.query_string.decode("ascii", "ignore")
    return quote(request.path) + (f"?{query}" if query else "")


def came_from() -> str:
    """Return the page of ours that led here, or the table."""
    host, _, rest = (request.referrer or "").partition(f"//{request.host}/")
    before = f"/{rest}"
    return before if host in ("http:", "https:") and is_local(before) else "/"


def page_before() -> str:
    """Return another page of ours that led here, or the table."""
    before = came_from()
    return before if before != this_page() else "/"


def return_here() -> str:
    """Return a page that can be requested again: this one, or the one whose form was sent."""
    return this_page() if request.method in ("GET", "HEAD") else came_from()
