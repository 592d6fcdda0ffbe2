"""Benchmarks anyone can run again: `ballottino bench [NAME] [--json]`.

A speed is shown as a ratio to something run beside it in the same minute, so that a slow or busy
machine does not make a slow program.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

Figures = dict[str, Any]

BENCHES = ("engine", "rebuild", "ledger", "presses", "screen", "start", "phones", "fairness", "moves")


def find(name: str) -> Callable[[], Figures]:
    """The benchmark of this name, imported only when it is run."""
    measure: Callable[[], Figures] = import_module(f"firmware.bench.{name}").measure
    return measure
