"""Figures that tests note for the page RELIABILITY.md, which `make reliability` makes of them."""

from __future__ import annotations

import json
import os
from pathlib import Path

PLACE = "BALLOTTINO_COUNTED"
"""Names the file, in the environment; without it nothing is noted."""


def counted(what: str, number: int = 1) -> None:
    """Note a figure, under the words it has on the page. All that is noted under the same words is added up."""
    _note("sum", what, number)


def at_most(what: str, number: int) -> None:
    """Note a figure of which the largest counts."""
    _note("most", what, number)


def _note(way: str, what: str, number: int) -> None:
    print(f"{what}: {number}")
    if place := os.environ.get(PLACE):
        with Path(place).open("a", encoding="utf-8") as file:
            file.write(json.dumps([way, what, number]) + "\n")


def taken_together(place: Path) -> dict[str, int]:
    """Return all figures that were noted in a file, in the order in which they first came up."""
    figures: dict[str, int] = {}
    for line in place.read_text("utf-8").splitlines():
        way, what, number = json.loads(line)
        before = figures.get(what, 0)
        figures[what] = before + number if way == "sum" else max(before, number)
    return figures
