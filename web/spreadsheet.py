"""Tables for a spreadsheet, as CSV: nothing that somebody has written, such as a name, is read as a formula there."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

BYTE_ORDER_MARK = "\ufeff"
"""By which Excel reads a file as UTF-8."""
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The beginnings of a formula."""

Cell = str | int


def as_csv(rows: Iterable[Sequence[Cell]]) -> str:
    """Return rows as CSV.

    >>> as_csv([["name", "score"], ["=1+1", -3]])
    "name,score\\r\\n'=1+1,-3\\r\\n"
    """
    text = io.StringIO()
    csv.writer(text).writerows([_plain(cell) for cell in row] for row in rows)
    return text.getvalue()


def _plain(cell: Cell) -> Cell:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
