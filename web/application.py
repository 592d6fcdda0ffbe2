"""The common part of all our pages, those of a box and those of a hall: guarded, compressed, kept, worded."""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, request
from jinja2 import ChoiceLoader, FileSystemBytecodeCache, FileSystemLoader
from jinja2.bccache import Bucket

from companion.faults import trail
from companion.refusal import Busy, Forbidden, Malformed, NotFound, Refusal, TooManyTries, WrongMediaType
from companion.words import LANGUAGES, language_name
from web.wire import compress, keep_for_good, name_by_digest

SHARED = Path(__file__).parent / "templates"
"""The folder with the frame of all pages."""

LARGEST = 32 * 1024
"""Bytes a phone may send at once."""

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)

STATUS: Mapping[type[Refusal], int] = {
    Refusal: 409,
    Malformed: 400,
    Forbidden: 403,
    NotFound: 404,
    WrongMediaType: 415,
    TooManyTries: 429,
    Busy: 503,
}
"""The HTTP status of a refusal, by its nearest class."""


class Pages(Flask):
    """An application of ours. Its log reveals no secret; its templates are compiled once for all starts."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.config.update(MAX_CONTENT_LENGTH=LARGEST, MAX_FORM_MEMORY_SIZE=LARGEST, MAX_FORM_PARTS=500)
        self.jinja_env.trim_blocks = self.jinja_env.lstrip_blocks = True
        self.jinja_env.loader = ChoiceLoader([self.jinja_env.loader or SHARED_TEMPLATES, SHARED_TEMPLATES])
        self.jinja_env.bytecode_cache = compiled_templates()
        self.jinja_env.globals.update(languages={language: language_name(language) for language in LANGUAGES})
        self.before_request(refuse_strangers)
        self.url_defaults(name_by_digest)
        self.after_request(compress)
        self.after_request(guard)

    def log_exception(self, exc_info: Any) -> None:
        """Log which page failed and where, but neither the error's text nor the address, which may hold a code."""
        self.logger.error("%s failed: %s", request.endpoint, trail(exc_info[1]))


SHARED_TEMPLATES = FileSystemLoader(SHARED)


class CompiledTemplates(FileSystemBytecodeCache):
    """Compiled templates in a folder, as Python keeps its modules; where they can't be written they are not kept."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def compiled_templates() -> CompiledTemplates | None:
    """Return the cache in the folder that systemd gives the service; to compile them takes time and 5 MB."""
    folder = os.environ.get("CACHE_DIRECTORY", "")
    return CompiledTemplates(folder) if folder and Path(folder).is_dir() else None


def refuse_strangers() -> None:
    """Serve only names that can be this box, and accept changes only from our own pages.

    Where phones look for internet they use names of others, which `web.care.captive` knows.
    """
    if not (is_ours(request.host) or request.endpoint == "captive.check") or not request.query_string.isascii():
        abort(400)
    if request.method == "POST":
        origin = request.headers.get("Origin")
        if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
            abort(403)
        if origin and origin.partition("//")[2] != request.host:
            abort(403)


def is_ours(host: str) -> bool:
    """Return whether a Host header can mean this box: an address, localhost, its own or a .local name.

    >>> is_ours("10.42.0.1:8080"), is_ours("ballottino.local"), is_ours("evil.example")
    (True, True, False)
    """
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return name == "localhost" or name.endswith(".local") or name == socket.gethostname()
    return True


def guard(response: Response) -> Response:
    """Say what browsers must not do. Most of it is about documents, and means nothing for styles and scripts."""
    response.headers["X-Content-Type-Options"] = "nosniff"
    if response.mimetype not in ("text/css", "text/javascript"):
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers["Referrer-Policy"] = "same-origin"
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    keep_for_good(response)
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    return response
