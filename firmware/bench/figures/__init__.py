"""The findings of a benchmark as tables: for a terminal, for programs, and on the page `BENCHMARKS.md`."""

from __future__ import annotations

import os
import platform
import sqlite3
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from typing import Any

from firmware.bench.figures.curve import Curve

Cell = str | int | float | None
"""A figure, or the name of what was measured; `None` where there is none."""

BENCHMARKS = """# Benchmarks

Made by `make bench`, which runs `ballottino bench --write BENCHMARKS.md` and takes a few minutes. To measure one
part again, name it: `ballottino bench engine`; for programs, add `--json`. A speed depends on the machine and on
what else it does at the time. What counts is its ratio to something run beside it in the same minute: the columns
“over ...”.
"""


@dataclass(frozen=True)
class FigureTable:
    """A row for each thing measured, its figures by column heading, and a sentence on what they mean; a curve, if the
    figures grow with something.
    """

    title: str
    meaning: str
    rows: Sequence[dict[str, Cell]]
    curve: Curve | None = None

    @property
    def heads(self) -> list[str]:
        return list(self.rows[0])

    def to_json(self) -> dict[str, Any]:
        return {"title": self.title, "meaning": self.meaning, "rows": list(self.rows)}

    def text(self) -> str:
        """Return the table for a terminal, its columns aligned."""
        lines = [self.heads, *([shown(cell) for cell in row.values()] for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        numeric = self._numeric()
        aligned = (
            "  ".join(
                cell.rjust(width) if right else cell.ljust(width)
                for cell, width, right in zip(line, widths, numeric, strict=True)
            ).rstrip()
            for line in lines
        )
        return "\n".join([self.title, *(f"  {line}" for line in aligned)])

    def markdown(self, pictures: str | None = None) -> str:
        """Return the table for a page, and below it the curve that lies in the folder of its pictures."""
        rule = ["---:" if right else ":---" for right in self._numeric()]
        lines = [self.heads, rule, *([shown(cell) for cell in row.values()] for row in self.rows)]
        table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        drawn = f"\n![{self.curve.title}]({pictures}/{self.curve.name}.svg)\n" if self.curve and pictures else ""
        return f"### {self.title}\n\n{fill(self.meaning, 110)}\n\n{table}\n{drawn}"

    def _numeric(self) -> list[bool]:
        """Return which columns hold numbers: those are aligned right."""
        return [not any(isinstance(row[head], str) for row in self.rows) for head in self.heads]


def shown(cell: Cell) -> str:
    """Return a cell as text.

    >>> shown(110537), shown(0.98), shown(None)
    ('110,537', '0.98', '–')
    """
    if cell is None:
        return "–"
    return cell if isinstance(cell, str) else f"{cell:,}"


def ratio(ours: float, beside: float | None, digits: int = 2) -> float | None:
    """Return ours over what was run beside it, or `None` if nothing was."""
    return round(ours / beside, digits) if beside else None


def share(number: int, effort: float, least: int = 1) -> int:
    """Return this share of the work.

    >>> share(1000, 1), share(1000, 0.01), share(5, 0.01)
    (1000, 10, 1)
    """
    return max(least, round(number * effort))


def quantile(values: Sequence[float], part: float) -> float:
    """Return the value below which this part of all values lies.

    >>> quantile([3, 1, 2], 0.5)
    2
    """
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def curve_of(name: str, title: str, across: str, rows: Sequence[Mapping[str, Cell]], *heads: str) -> Curve:
    """Return the curve of these columns over the sizes in another."""
    sizes = [size for row in rows if isinstance(size := row[across], int)]
    return Curve(name, title, sizes, {head: [number(row[head]) for row in rows] for head in heads})


def number(cell: Cell) -> float | None:
    """Return the figure in a cell, if there is one."""
    return None if isinstance(cell, str) else cell


@dataclass(frozen=True)
class Section:
    """A part of a page: its tables, and how anyone makes them again."""

    name: str
    made_by: str
    tables: Sequence[FigureTable]

    def markdown(self, pictures: str | None = None) -> str:
        tables = [table.markdown(pictures) for table in self.tables]
        return "\n".join([f"## {self.name}\n\n{self.made_by}\n", *tables])


def page(head: str, about: Mapping[str, str], sections: Iterable[Section], pictures: str | None = None) -> str:
    """Return a page of figures, which says what they were made on; `pictures` leads from it to their folder."""
    machine = "\n".join(f"- {what}: {value}" for what, value in about.items()) + "\n"
    return "\n".join([head, machine, *(section.markdown(pictures) for section in sections)])


def draw_curves(folder: Path, sections: Iterable[Section]) -> None:
    """Draw every curve of a page into this folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for curve in (table.curve for section in sections for table in section.tables if table.curve):
        (folder / f"{curve.name}.svg").write_text(curve.svg(), "utf-8")


def machine() -> dict[str, str]:
    """Return the machine that the figures were made on, and how busy it was."""
    load = os.getloadavg()[0]
    return {
        "Date": time.strftime("%Y-%m-%d"),
        "Processor": f"{processor()}, {os.cpu_count()} cores",
        "System": f"{system()}, {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}, SQLite {sqlite3.sqlite_version}",
        "Disk of the ledger": filesystem(Path(tempfile.gettempdir())),
        "Load when it began": f"{load:.1f}" + (", so others were at work too" if load > 1 else ""),
    }


def processor() -> str:
    """Return the model of the processor, or of the Raspberry Pi, as Linux reports it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    told = {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return told.get("model name") or told.get("Model") or platform.processor() or "unknown"


def system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return platform.system()


def filesystem(folder: Path) -> str:
    """Return the file system of a folder: on one in memory, durability costs nothing and means nothing."""
    try:
        mounts = [line.split() for line in Path("/proc/mounts").read_text().splitlines()]
    except OSError:
        return "unknown"
    around = [(mount[1], mount[2]) for mount in mounts if folder.resolve().is_relative_to(mount[1])]
    return max(around, key=lambda mount: len(mount[0]))[1] if around else "unknown"
