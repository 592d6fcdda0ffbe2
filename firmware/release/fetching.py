"""Fetching the latest release from the address that an owner has chosen.

Neither that server nor the way to it is trusted: the release is signed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    UnknownHandler,
)

from companion.refusal import Malformed, NotFound, Refusal, quoted
from firmware.release.archive import BLOCK, LARGEST, MEGABYTE

ADDRESS = "/etc/ballottino/release-url"
"""The owner's file with the address below which releases are, such as `https://example.org/ballottino`."""
LATEST = "latest.update"
LONGEST_ADDRESS = 2000
SILENCE = 30.0
"""Seconds without a byte after which nothing more is expected."""
LONGEST = 900.0
"""Seconds that all of it may take."""
HANDLERS = (
    HTTPHandler,
    HTTPSHandler,
    HTTPRedirectHandler,
    HTTPErrorProcessor,
    HTTPDefaultErrorHandler,
    UnknownHandler,
)
"""Kinds of addresses that are followed: no files of this machine, whatever a server leads to."""


def chosen_address(root: Path) -> str:
    """Return the address of the latest release; nothing if the owner has chosen none."""
    try:
        said = (root / ADDRESS.lstrip("/")).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""
    return f"{said.rstrip('/')}/{LATEST}" if said else ""


def require_address(root: Path) -> str:
    """Return the address of the latest release; refuse if there is none, or none that can be fetched from."""
    address = chosen_address(root)
    if not address:
        raise NotFound("update-no-address", value=ADDRESS)
    if not is_address(address):
        raise Malformed("update-bad-address", value=quoted(address))
    return address


def is_address(text: str) -> bool:
    """Return whether a text is an address on the web.

    >>> is_address("https://example.org/latest.update"), is_address("file:///etc/passwd")
    (True, False)
    """
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and len(text) <= LONGEST_ADDRESS
    except ValueError:
        return False


def fetch(address: str, target: Path, clock: Callable[[], float] = time.monotonic) -> None:
    """Write what lies at an address into a new file; refuse what is larger than any release, or takes too long."""
    opener = OpenerDirector()
    for handler in (*HANDLERS, ProxyHandler):
        opener.add_handler(handler())
    host = quoted(urlsplit(address).hostname or "")
    until, left = clock() + LONGEST, LARGEST
    try:
        with opener.open(address, timeout=SILENCE) as response, target.open("xb") as file:
            while block := response.read1(BLOCK):
                left -= len(block)
                if left < 0:
                    raise Malformed("update-too-large", most=LARGEST // MEGABYTE)
                if clock() > until:
                    raise TimeoutError(f"{LONGEST:.0f} s")
                file.write(block)
    except HTTPError as error:
        raise Refusal("update-not-fetched", value=host, why=f"HTTP {error.code}") from error
    except (OSError, HTTPException, ValueError) as error:
        why = getattr(error, "strerror", None) or getattr(error, "reason", None) or error
        raise Refusal("update-not-fetched", value=host, why=quoted(str(why))) from error
