"""Waiting for what happens in another thread."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 30.0


def wait_until(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not is_so() and time.monotonic() < until:
        time.sleep(0.01)
    assert is_so()
