"""From nothing to the first picture, to a box that plays, and to one that phones can join."""

from __future__ import annotations

import tempfile
import time

from firmware.bench import fresh
from firmware.bench.figures import Cell, Table, ratio, share

ROUNDS = 7

STAGES = {
    "Python alone": "",
    "luma's driver imported": "import luma.oled.device",
    "all libraries imported": fresh.LIBRARIES,
    "first picture on the screen": fresh.FIRST_PICTURE,
    "home menu, keys work": fresh.HOME,
    "home menu, and a phone has its page": fresh.WITH_PHONES,
}
DRIVER = "luma's driver imported"


def measure(effort: float = 1) -> list[Table]:
    shortest = dict.fromkeys(STAGES, float("inf"))
    with tempfile.TemporaryDirectory() as folder:
        for code in STAGES.values():
            fresh.run(code, folder)  # compiled once, as by an installation
        for _ in range(share(ROUNDS, effort)):
            for stage, code in STAGES.items():
                shortest[stage] = min(shortest[stage], seconds(code, folder))
    rows: list[dict[str, Cell]] = [
        {"from nothing to": stage, "ms": round(took * 1000), "over luma's import": ratio(took, shortest[DRIVER])}
        for stage, took in shortest.items()
    ]
    meaning = (
        "Fresh interpreters on the simulated box, the shortest of several in turn. The first three rows "
        "have nothing of ours in them: the first picture should cost little more than the screen's driver, "
        "which it needs, and a box with phones little more than all the libraries."
    )
    return [Table("Starting", meaning, rows)]


def seconds(code: str, folder: str) -> float:
    start = time.perf_counter()
    fresh.run(code, folder)
    return time.perf_counter() - start
