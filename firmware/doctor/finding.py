"""The finding of an examination: data, which every face words in its own language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

State = Literal["ok", "warn", "bad"]


class Finding(NamedTuple):
    """One thing that was checked: its state, and what to do about it if something is wrong.

    `what` and `advice` are messages of the catalogues; `advice` is empty when there is nothing to do.

    >>> bad("chip", "chip-missing", why="x").advice
    'advice.chip-missing'
    """

    check: str
    state: State
    what: str
    advice: str
    facts: dict[str, Any]


Findings = Iterator[Finding]


def ok(check: str, key: str, /, **facts: Any) -> Finding:
    """Return a finding that all is well."""
    return Finding(check, "ok", f"doctor.{key}", "", facts)


def note(check: str, key: str, /, **facts: Any) -> Finding:
    """Return a finding that all is well, with something to know."""
    return Finding(check, "ok", f"doctor.{key}", f"advice.{key}", facts)


def warn(check: str, key: str, /, **facts: Any) -> Finding:
    """Return a finding that the box works, but not as well as it could."""
    return Finding(check, "warn", f"doctor.{key}", f"advice.{key}", facts)


def bad(check: str, key: str, /, **facts: Any) -> Finding:
    """Return a finding that the box can't work like this."""
    return Finding(check, "bad", f"doctor.{key}", f"advice.{key}", facts)
