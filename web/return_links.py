"""Where a page is, and the way back from it: only ever to pages of this box."""

from __future__ import annotations

import re
from urllib.parse import quote

from flask import request

PLAIN_PATH = re.compile(r"/(?!/)[!-\[\]-~]*")
"""A slash that no second one follows, and only signs that are seen: no blank, no control sign, no backslash. Browsers
take a backslash for a slash and leave out tabs and line ends, so that a path with them may lead elsewhere."""


def is_local(path: str | None) -> bool:
    """Whether this leads to a page of ours.

    >>> is_local("/seat"), is_local("//evil.example"), is_local("/\\t/evil.example"), is_local(None)
    (True, False, False, False)
    """
    return path is not None and PLAIN_PATH.fullmatch(path) is not None


def this_page() -> str:
    """The page that is asked for, with what is sought on it."""
    query = request.query_string.decode("ascii", "ignore")
    return quote(request.path) + (f"?{query}" if query else "")


def page_before() -> str:
    """The page of ours that led here, or else the table."""
    host, _, rest = (request.referrer or "").partition(f"//{request.host}/")
    before = f"/{rest}"
    return before if host in ("http:", "https:") and is_local(before) and before != this_page() else "/"


def to_come_back_to() -> str:
    """A page that can be got: this one, or the one whose form was sent here."""
    return this_page() if request.method in ("GET", "HEAD") else page_before()
