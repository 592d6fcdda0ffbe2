"""Many small questions at once, as a table."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from math import prod
from random import Random
from typing import Any

from companion.choices.choice import MANY, Choice
from companion.refusal import Refusal


class Sheet(Choice[dict[str, dict[str, Any]]]):
    """A table of small questions answered on one screen, with a row for each player or place.

    >>> from companion.choices import Count
    >>> sheet = Sheet("seat", {"1": {"cards": Count("cards", 0, 3)}, "2": {}})
    >>> sheet.check({"1": {"cards": 2}})
    {'1': {'cards': 2}}
    """

    __slots__ = ("of", "rows")
    kind = "sheet"

    def __init__(self, of: str, rows: Mapping[str, Mapping[str, Choice]]):
        self.of = of
        self.rows = {row: dict(cells) for row, cells in rows.items() if cells}
        self.sole = self._sole()

    def _cells(self) -> list[Choice]:
        return [cell for cells in self.rows.values() for cell in cells.values()]

    def check(self, value: Any) -> dict[str, dict[str, Any]]:
        if type(value) is not dict:
            raise Refusal("not-a-sheet", value=value)
        for row in value:
            if row not in self.rows:
                raise Refusal("unknown-row", row=row)
        return {row: self._check_row(row, value.get(row)) for row in self.rows}

    def _check_row(self, row: str, value: Any) -> dict[str, Any]:
        cells = self.rows[row]
        if type(value) is not dict:
            raise Refusal("row-missing", row=row)
        for column in value:
            if column not in cells:
                raise Refusal("unknown-column", row=row, column=column)
        for column in cells:
            if column not in value:
                raise Refusal("cell-missing", row=row, column=column)
        return {column: cell.check(value[column]) for column, cell in cells.items()}

    def _filled(self, values: Sequence[Any]) -> dict[str, dict[str, Any]]:
        each = iter(values)
        return {row: {column: next(each) for column in cells} for row, cells in self.rows.items()}

    def legal(self) -> Iterator[dict[str, dict[str, Any]]]:
        for values in itertools.product(*(list(cell.legal()) for cell in self._cells())):
            yield self._filled(values)

    def size(self) -> int:
        return prod(cell.size() for cell in self._cells())

    def sample(self, rng: Random) -> dict[str, dict[str, Any]]:
        return self._filled([cell.sample(rng) for cell in self._cells()])

    def _sole(self) -> Any:
        values = [cell.sole for cell in self._cells()]
        return MANY if MANY in values else self._filled(values)

    def to_json(self) -> dict[str, Any]:
        rows = {row: {column: cell.to_json() for column, cell in cells.items()} for row, cells in self.rows.items()}
        return {"kind": self.kind, "of": self.of, "rows": rows}

    def schema(self) -> dict[str, Any]:
        return _closed_object(
            {
                row: _closed_object({column: cell.schema() for column, cell in cells.items()})
                for row, cells in self.rows.items()
            }
        )


def _closed_object(properties: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an object that has exactly these keys."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
