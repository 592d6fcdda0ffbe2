"""Where a cursor on a board can get to."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from firmware.scenes.places import GridQuestion
from hardware.keys import Key


def reached(scene: GridQuestion, keys: Sequence[Key]) -> set[Any]:
    """Every option the cursor comes to with these keys."""
    waiting = [scene]
    seen = set()
    found = set()
    while waiting:
        shown = waiting.pop()
        state = (shown.cursor, shown.place, shown.column)
        if state in seen:
            continue
        seen.add(state)
        found.add(shown.cursor)
        for key in keys:
            after = copy.copy(shown)
            after.move(key)
            waiting.append(after)
    return found
