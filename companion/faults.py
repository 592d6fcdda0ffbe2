"""Reporting our own faults without their messages, which may quote a hand, a ballot or the urn."""

from __future__ import annotations

import traceback
from pathlib import Path


def brief(fault: BaseException) -> str:
    """Return the type of a fault and where it happened.

    >>> try:
    ...     {}["a secret"]
    ... except KeyError as fault:
    ...     brief(fault).partition(",")[0]
    'KeyError'
    """
    return ", ".join([type(fault).__name__, *_places(fault)[-1:]])


def trail(fault: BaseException) -> str:
    """Return, for a log, the whole path to the fault and to its causes."""
    lines = []
    cause: BaseException | None = fault
    while cause is not None:
        lines.append(" < ".join([type(cause).__name__, *reversed(_places(cause))]))
        cause = cause.__cause__ or cause.__context__
    return "\n".join(lines)


def _places(fault: BaseException) -> list[str]:
    frames = traceback.extract_tb(fault.__traceback__)
    return [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames]
