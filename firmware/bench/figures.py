"""What a benchmark found, as tables: for a terminal, for a page and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import Any

Cell = str | int | float | None
"""A figure, or what it is the figure of; `None` where there is none."""


@dataclass(frozen=True)
class Table:
    """A row for each thing measured, its figures by the heads of their columns, and in a sentence what they mean."""

    title: str
    meaning: str
    rows: Sequence[dict[str, Cell]]

    @property
    def heads(self) -> list[str]:
        return list(self.rows[0])

    def to_json(self) -> dict[str, Any]:
        return {"title": self.title, "meaning": self.meaning, "rows": list(self.rows)}

    def text(self) -> str:
        """With its columns one under another."""
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

    def markdown(self) -> str:
        rule = ["---:" if right else ":---" for right in self._numeric()]
        lines = [self.heads, rule, *([shown(cell) for cell in row.values()] for row in self.rows)]
        table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        return f"### {self.title}\n\n{fill(self.meaning, 110)}\n\n{table}\n"

    def _numeric(self) -> list[bool]:
        """Which columns hold numbers: those are set to the right."""
        return [not any(isinstance(row[head], str) for row in self.rows) for head in self.heads]


def shown(cell: Cell) -> str:
    """
    >>> shown(110537), shown(0.98), shown(None)
    ('110,537', '0.98', '–')
    """
    if cell is None:
        return "–"
    return cell if isinstance(cell, str) else f"{cell:,}"


def ratio(ours: float, beside: float | None, digits: int = 2) -> float | None:
    """Ours over what was run beside it; nothing if nothing was."""
    return round(ours / beside, digits) if beside else None


def share(number: int, effort: float, least: int = 1) -> int:
    """So much of the work.

    >>> share(1000, 1), share(1000, 0.01), share(5, 0.01)
    (1000, 10, 1)
    """
    return max(least, round(number * effort))


def quantile(values: Sequence[float], part: float) -> float:
    """The value below which this part of all lies.

    >>> quantile([3, 1, 2], 0.5)
    2
    """
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]
