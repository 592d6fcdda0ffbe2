"""A fault of ours, told without what it says: that may quote a hand, a ballot or the urn."""

from __future__ import annotations

import traceback
from pathlib import Path


def brief(fault: BaseException) -> str:
    """What kind of fault it is, and where it happened.

    >>> try:
    ...     {}["a secret"]
    ... except KeyError as fault:
    ...     brief(fault).partition(",")[0]
    'KeyError'
    """
    return ", ".join([type(fault).__name__, *_places(fault)[-1:]])


def trail(fault: BaseException) -> str:
    """For a log: the whole way to the fault, and to what it came of."""
    lines = []
    came_of: BaseException | None = fault
    while came_of is not None:
        lines.append(" < ".join([type(came_of).__name__, *reversed(_places(came_of))]))
        came_of = came_of.__cause__ or came_of.__context__
    return "\n".join(lines)


def _places(fault: BaseException) -> list[str]:
    frames = traceback.extract_tb(fault.__traceback__)
    return [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames]
