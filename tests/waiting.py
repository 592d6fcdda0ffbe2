"""Waiting for what happens in another thread."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 30.0


def wait_until(is_so: Callable[[], object], patience: float = PATIENCE) -> None:
    end = time.monotonic() + patience
    while not is_so():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)
