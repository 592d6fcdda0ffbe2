"""Pages and files on the wire: compressed where the phone can read it, and kept while unchanged."""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from unicodedata import normalize
from urllib.parse import quote

from flask import Response, current_app, request

from companion import games

SMALLEST = 400
"""Bytes below which compression gains nothing worth having."""
FITTING = {
    "text/html",
    "text/css",
    "text/javascript",
    "application/json",
    "application/manifest+json",
    "image/svg+xml",
}
BOARD_STYLES = ("library.board_style", "library.night_style")
REMARK = re.compile(rb"^[ \t]*//.*\n", re.MULTILINE)
"""A line of a script that only people read: of a small file it is a fifth, and compresses worst."""
FOR_GOOD = "max-age=31536000, immutable"
NO_MORE_OF_USE = ("ETag", "Last-Modified", "Accept-Ranges", "Content-Disposition")
"""Headers by which a client asks for a file again: of no use where it is kept for good."""


def as_file(text: str, name: str, kind: str) -> Response:
    """Send text as a file. Headers are ASCII, so a name with other letters is sent in two ways."""
    response = Response(text, content_type=f"{kind}; charset=utf-8")
    names = {"filename": normalize("NFKD", name).encode("ascii", "ignore").decode()}
    if not name.isascii():
        names["filename*"] = f"UTF-8''{quote(name, safe='')}"
    response.headers.set("Content-Disposition", "attachment", **names)
    return response


@lru_cache(maxsize=32)
def compressed(data: bytes) -> bytes:
    """Return this compressed. The same page for many phones is compressed once."""
    return gzip.compress(data, 9, mtime=0)


@lru_cache(maxsize=32)
def without_remarks(script: bytes) -> bytes:
    r"""Return a script without the lines that only people read.

    >>> without_remarks(b"// Adds.\nsum = (a, b) => a + b; // of two\n")
    b'sum = (a, b) => a + b; // of two\n'
    """
    return REMARK.sub(b"", script)


def digest(data: bytes) -> str:
    """Return a short name for these bytes: other bytes, other name."""
    return hashlib.sha256(data).hexdigest()[:16]


def digest_of(endpoint: str, name: str) -> str:
    """Return the name of a style, script or picture; empty if there is no such thing."""
    return _digest_of(endpoint, name, current_app.static_folder or "")


@cache
def _digest_of(endpoint: str, name: str, static: str) -> str:
    if endpoint == "static":
        path = Path(static) / name
        return digest(path.read_bytes()) if path.is_file() else ""
    return digest(games.find(name).board_style.encode()) if name in games.names() else ""


def name_by_digest(endpoint: str, values: dict[str, Any]) -> None:
    """Add its digest to the address of what pages are dressed with: it may be kept until it changes."""
    if endpoint == "static":
        values.setdefault("v", digest_of(endpoint, values["filename"]))
    elif endpoint in BOARD_STYLES:
        values.setdefault("v", digest_of(endpoint, values["game"]))


def keep_for_good(response: Response) -> None:
    """Let a phone keep what it has requested by its digest."""
    if response.status_code != 200 or request.endpoint not in ("static", *BOARD_STYLES):
        return  # the query of what was refused may not even decode
    said, named = request.args.get("v"), request.view_args or {}
    if said and said == digest_of(request.endpoint, named.get("filename") or named.get("game", "")):
        response.headers["Cache-Control"] = FOR_GOOD
        for name in NO_MORE_OF_USE:
            response.headers.pop(name, None)


def compress(response: Response) -> Response:
    """Compress a response that gains from it, for a phone that says it can read that."""
    if response.mimetype not in FITTING or response.headers.get("Content-Encoding"):
        return response
    response.vary.add("Accept-Encoding")
    if response.status_code != 200 or not request.accept_encodings.quality("gzip"):
        return response
    response.direct_passthrough = False
    data = response.get_data()
    if response.mimetype == "text/javascript":
        data = without_remarks(data)
    if len(data) >= SMALLEST:
        response.set_data(compressed(data))
        response.headers["Content-Encoding"] = "gzip"
    return response
