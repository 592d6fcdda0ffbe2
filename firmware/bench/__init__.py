"""Benchmarks anyone can run again: `ballottino bench [NAME] [--json]`.

A speed is shown as a ratio to something run beside it in the same minute, so that a slow or busy
machine does not make a slow program.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from firmware.bench.figures import FigureTable

BENCHES = {
    "engine": "engine.measure",
    "rebuild": "engine.measure_rebuilding",
    "ledger": "ledger.measure",
    "many": "many_games.measure",
    "presses": "presses.measure",
    "screen": "screen.measure",
    "start": "fresh.measure_start",
    "memory": "fresh.measure_memory",
    "phones": "phones.fan_out.measure",
    "redrawn": "phones.redrawn.measure",
    "wire": "phones.wire.measure",
    "fairness": "fairness.measure",
    "moves": "moves.measure",
    "speech": "speech.measure",
    "club": "club.traffic.measure",
    "rounds": "club.pairing.measure",
}
"""Each benchmark by its name on the command line: its module and function."""

Bench = Callable[[float], list[FigureTable]]
"""Measures with the given effort: 1 is the whole work, a hundredth is enough to see that it runs."""


def find(name: str) -> Bench:
    """Return the benchmark of this name, imported only when it is run."""
    module, _, function = BENCHES[name].rpartition(".")
    measure: Bench = getattr(import_module(f"firmware.bench.{module}"), function)
    return measure
