"""A table of small questions, cell by cell: each key gives the answer drawn at its side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import Image

from companion.choices import Count, Pick, Sheet
from firmware.scenes.questions.compass import Page, fits_compass, pages
from firmware.scenes.questions.questions import Asking
from firmware.scenes.questions.sheets import Cell, SheetQuestion
from firmware.screens import compass as screen
from firmware.screens.reading import beside_title
from hardware.keys import Key

MOST_COLUMNS = 2
"""Wider tables are seen as a whole."""


class CellByCell(SheetQuestion):
    """One cell at a time, row by row; BACK goes one back. The last one gives the answer."""

    page = 0

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

    @property
    def has_more(self) -> bool:
        return self.page < len(self.pages) - 1

    def picture(self) -> Image.Image:
        words = dict(zip(self.cell.values, self.cell.labels, strict=True))
        labels = {key.name.lower(): words[value] for key, value in self.answers.items()}
        if self.has_more:
            labels["down"] = self.stage.words("box.more-answers")
        name = self.words.thing(self.choice.of, self.rows[self.row])
        column = self.words.column(list(self.cells[self.rows[self.row]])[self.column])
        place = f"{self.row + 1}/{len(self.rows)}"
        right = beside_title(name, f"{column} {place}", place)
        return screen.compass(name, right, [*self._so_far(column), self.heading.question], screen.Compass(**labels))

    def _so_far(self, column: str) -> list[str]:
        """Return the row's answers so far, if there are any, and the column that is asked for."""
        given = [cell.labels[cell.index] for cell in self.current[: self.column]]
        return [f"{', '.join(given)}, {column}?"] if given else []

    def move(self, key: Key) -> None:
        if key in self.answers:
            self.cell.index = self.cell.values.index(self.answers[key])
            self.stage.settle()
            self._next()
        elif key == Key.DOWN and self.has_more:
            self.page += 1

    def _next(self) -> None:
        self.page = 0
        if self.column + 1 < len(self.current):
            self.column += 1
        elif self.row + 1 < len(self.rows):
            self.row, self.column = self.row + 1, 0
        else:
            self.done(self.filled_in)

    def step_back(self) -> bool:
        if self.page:
            self.page -= 1
        elif self.column:
            self.column -= 1
        elif self.row:
            self.row -= 1
            self.column = len(self.current) - 1
        else:
            return False
        return True

    def repeat(self, key: Key) -> None:
        """Ignore a held key: it answers for one cell."""


def fits_cells(asking: Asking, sheet: Sheet, likely: Any) -> bool:
    """Return whether the table is narrow, nothing stands in it yet, and every cell's answers fit the keys."""
    cells = [cell for row in sheet.rows.values() for cell in row.values()]
    if likely is not None or max(map(len, sheet.rows.values())) > MOST_COLUMNS:
        return False
    return all(isinstance(cell, Pick | Count) and fits_compass(asking, cell) for cell in cells)
