"""A table of small questions, cell by cell: each key gives the answer drawn at its side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import Image

from companion.choices import Count, Pick, Sheet
from firmware.scenes.questions.compass import Page, Paged, fits_compass, pages
from firmware.scenes.questions.questions import Asking
from firmware.scenes.questions.sheets import Cell, SheetQuestion
from firmware.screens import compass as screen
from firmware.screens.reading import beside_title
from hardware.keys import Key

MOST_COLUMNS = 2
"""Wider tables are seen as a whole."""


class CellByCell(SheetQuestion, Paged):
    """One cell at a time, row by row; BACK goes one back. The last one gives the answer.

    Cells in which there is nothing to choose are passed over.
    """

    def __init__(self, asking: Asking, choice: Sheet, likely: Any) -> None:
        super().__init__(asking, choice, likely)
        self.asked = [
            (row, column)
            for row, name in enumerate(self.rows)
            for column, cell in enumerate(self.cells[name].values())
            if cell.is_open
        ] or [(0, 0)]
        self.row, self.column = self.asked[0]

    @property
    def cell(self) -> Cell:
        return self.current[self.column]

    @property
    def pages(self) -> Sequence[Page]:
        return pages(self.cell.values)

    @property
    def answers(self) -> Page:
        """Return the answers of the keys now."""
        return self.pages[self.page]

    def picture(self) -> Image.Image:
        words = dict(zip(self.cell.values, self.cell.labels, strict=True))
        answers = self.around(self.answers, words.__getitem__)
        name = self.words.thing(self.choice.of, self.rows[self.row])
        column = self.words.column(list(self.cells[self.rows[self.row]])[self.column])
        place = f"{self.row + 1}/{len(self.rows)}"
        right = beside_title(name, f"{column} {place}", place)
        return screen.compass(name, right, [*self._so_far(column), self.heading.question], answers)

    def _so_far(self, column: str) -> list[str]:
        """Return the row's answers so far, if there are any, and the column that is asked for."""
        given = [cell.labels[cell.index] for cell in self.current[: self.column]]
        return [self.words("box.cell-asked", given=", ".join(given), column=column)] if given else []

    def move(self, key: Key) -> None:
        if key in self.answers:
            self.cell.index = self.cell.values.index(self.answers[key])
            self.stage.settle()
            self._next()
        else:
            self.turn(key)

    def _next(self) -> None:
        self.page = 0
        if not self._step(1):
            self.done(self.filled_in)

    def step_back(self) -> bool:
        return self.turn_back() or self._step(-1)

    def _step(self, way: int) -> bool:
        """Go to the next cell that is asked for, or to the one before; return whether there is one."""
        place = self.asked.index((self.row, self.column)) + way
        is_there = 0 <= place < len(self.asked)
        if is_there:
            self.row, self.column = self.asked[place]
        return is_there


def fits_cells(asking: Asking, sheet: Sheet, likely: Any) -> bool:
    """Return whether the table is narrow, nothing stands in it yet, and every cell's answers fit the keys."""
    cells = [cell for row in sheet.rows.values() for cell in row.values()]
    if likely is not None or max(map(len, sheet.rows.values())) > MOST_COLUMNS:
        return False
    return all(isinstance(cell, Pick | Count) and fits_compass(asking, cell) for cell in cells)


def has_more_than(number: int, sheet: Sheet) -> bool:
    """Return whether a cell has more answers than that."""
    return any(cell.size() > number for row in sheet.rows.values() for cell in row.values())
