"""Limits on text from outside, checked by one cheap pass before any parser runs.

A parser may need far more time and memory than the text it reads: the standard library's `tomllib` took 14 seconds
and a gigabyte for one key of 15,400 dotted parts. The pass knows just enough of TOML and JSON to serve both:
strings, comments, brackets and separators. Whether a text is well-formed remains for the parser to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from companion.refusal import TooMuch


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits on what a text may hold."""

    size: int
    """Bytes of the whole."""
    deep: int
    """Brackets within one another."""
    entries: int
    """Keys and items of lists."""
    name: int = 100
    """Characters of a key, all its parts together."""
    dots: int = 8
    """Dots in one key."""


BOARD = Bounds(size=32 * 1024, deep=10, entries=4000)
"""A board, in a file, a form or a code. The largest of ours has 5 KB."""

RECORD = Bounds(size=4 * 1024 * 1024, deep=20, entries=400_000)
"""The record of a game. A long one has 100 KB."""

MARKS = re.compile(r"\"\"\"|'''|[\"'\[\]{},=:.\n]|#[^\n]*")
"""Everything that counts in a text. Everything else is skipped."""

REST_OF_STRING = {
    '"""': re.compile(r'(?:[^"\\]++|\\.|"(?!""))*+"""(?:"{0,2})', re.DOTALL),
    "'''": re.compile(r"(?:[^']++|'(?!''))*+'''(?:'{0,2})"),
    '"': re.compile(r'(?:[^"\\\n]++|\\.)*+"'),
    "'": re.compile(r"[^'\n]*'"),
}
"""The text after an opening quote, up to the closing one; a long string may end in quotes of its own."""


def check_size(text: str | bytes, bounds: Bounds) -> None:
    """Refuse a text that is too long: by its bytes, or by its characters once it is decoded."""
    if len(text) > bounds.size:
        raise TooMuch("too-large", most=bounds.size // 1024)


def check_toml(text: str, bounds: Bounds) -> None:
    """Refuse a TOML text that holds too much, before it is parsed."""
    check_size(text, bounds)
    _Scan(bounds, has_headers=True).through(text)


def check_json(text: str, bounds: Bounds) -> None:
    """Refuse a JSON text that holds too much, before it is parsed. No comment can hide anything: JSON has none.

    >>> check_json('{"sites": [3, 4, 5]}', BOARD)
    """
    check_size(text, bounds)
    _Scan(bounds, has_headers=False).through(text)


class _Scan:
    """One pass through a text, which counts what it holds."""

    def __init__(self, bounds: Bounds, *, has_headers: bool) -> None:
        self.bounds = bounds
        self.has_headers = has_headers
        self.deep = self.entries = self.dots = 0
        self.in_header = False
        self.line_starts = True

    def through(self, text: str) -> None:
        at = start = 0
        while found := MARKS.search(text, at):
            mark, at = found[0], found.end()
            if mark in REST_OF_STRING:
                rest = REST_OF_STRING[mark].match(text, at)
                if rest is None:
                    return  # never closed: no parser gets past this place
                at = rest.end()
            elif mark == ".":
                self._count_dot()
            else:
                self._count(mark, text[start : found.start()].strip())
                start = at

    def _count_dot(self) -> None:
        self.dots += 1
        if self.dots > self.bounds.dots:
            raise TooMuch("too-many-dots", most=self.bounds.dots)

    def _count(self, mark: str, before: str) -> None:
        """Count a mark other than a dot; `before` is what stands between it and the mark before it."""
        if mark == "[" and self.has_headers and self.line_starts and self.deep == 0:
            self.in_header = True
        if (mark in ("=", ":") or (mark == "]" and self.in_header)) and len(before) > self.bounds.name:
            raise TooMuch("name-too-long", most=self.bounds.name)
        if mark in ("[", "{"):
            self.deep += 1
        elif mark in ("]", "}"):
            self.deep = max(0, self.deep - 1)
        if self.deep > self.bounds.deep:
            raise TooMuch("too-deep", most=self.bounds.deep)
        self.entries += mark in ("[", "{", ",", "=")
        if self.entries > self.bounds.entries:
            raise TooMuch("too-many-entries", most=self.bounds.entries)
        self.dots = 0
        self.line_starts = mark == "\n"
        self.in_header = self.in_header and mark != "\n"
