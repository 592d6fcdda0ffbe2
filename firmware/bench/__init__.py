"""Benchmarks anyone can run again: `ballottino bench [NAME] [--json]`.

A speed is shown as a ratio to something run beside it in the same minute, so that a slow or busy
machine does not make a slow program.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from firmware.bench.figures import Table

BENCHES = (
    "engine",
    "rebuild",
    "ledger",
    "presses",
    "screen",
    "start",
    "memory",
    "phones",
    "fairness",
    "moves",
)

Bench = Callable[[float], list[Table]]
"""Measures with so much effort: 1 is the whole work, a hundredth is enough to see that it runs."""


def find(name: str) -> Bench:
    """The benchmark of this name, imported only when it is run."""
    measure: Bench = import_module(f"firmware.bench.{name}").measure
    return measure
