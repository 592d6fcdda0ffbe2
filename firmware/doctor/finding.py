"""What an examination found: data, which every face words in its own language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

State = Literal["ok", "warn", "bad"]


class Finding(NamedTuple):
    """One thing that was looked at: how it is, and what to do about it if it should be otherwise.

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
    """All is well."""
    return Finding(check, "ok", f"doctor.{key}", "", facts)


def note(check: str, key: str, /, **facts: Any) -> Finding:
    """All is well, with something to know."""
    return Finding(check, "ok", f"doctor.{key}", f"advice.{key}", facts)


def warn(check: str, key: str, /, **facts: Any) -> Finding:
    """The box works, but not as well as it could."""
    return Finding(check, "warn", f"doctor.{key}", f"advice.{key}", facts)


def bad(check: str, key: str, /, **facts: Any) -> Finding:
    """The box can't work like this."""
    return Finding(check, "bad", f"doctor.{key}", f"advice.{key}", facts)
