"""Links back to the page that a request came from: only ever to pages of this box."""

from __future__ import annotations

import re
from urllib.parse import quote

from flask import request

PLAIN_PATH = re.compile(r"/(?!/)[!-\[\]-~]*")
"""One slash, not two, then visible characters only, without a backslash. Browsers read a backslash as a slash and
drop tabs and line ends, so a path that contains them may lead elsewhere."""


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
