"""A table of small questions, asked on one screen."""

from __future__ import annotations

import math
from typing import Any

from PIL import Image

from companion.choices import Choice, Count, Pick, Sheet
from companion.words import Words
from firmware.scenes import STEP, change_by
from firmware.scenes.questions.questions import Asking, QuestionScene, labels_of
from firmware.screens import numbers
from hardware.keys import Key


class Cell:
    """A cell of a sheet: its values with their labels, and which one is chosen."""

    def __init__(self, choice: Choice, words: Words, likely: Any) -> None:
        assert isinstance(choice, Pick | Count)
        self.values = list(choice.legal())
        self.labels = labels_of(words, choice, self.values)
        of = choice.of if isinstance(choice, Pick) else ""
        middle = 0 if of else (len(self.values) - 1) // 2
        self.index = self.values.index(likely) if likely in self.values else middle
        self.is_number = all(type(value) is int for value in self.values) and of == ""

    def turn(self, by: int) -> None:
        self.index = (self.index + by) % len(self.values)

    @property
    def is_open(self) -> bool:
        """Return whether there is anything to choose."""
        return len(self.values) > 1

    @property
    def jump(self) -> int:
        """Return the size of a long step: about the square root, so that no value is many steps away."""
        return max(1, round(math.sqrt(len(self.values))))


class SheetQuestion(QuestionScene):
    """A table of small questions. OK goes to the next row and, after the last, gives the answer.

    A row in which there is nothing to choose is passed over. With one column UP and DOWN change it, LEFT and RIGHT by
    more. With two, UP and DOWN change the first, LEFT and RIGHT the second. With more, LEFT and RIGHT move from cell
    to cell, and OK does too.
    """

    def __init__(self, asking: Asking, choice: Sheet, likely: Any) -> None:
        super().__init__(asking)
        self.choice = choice
        self.rows = list(choice.rows)
        self.columns = list(dict.fromkeys(column for cells in choice.rows.values() for column in cells))
        self.cells = {row: self._row(cells, likely, row) for row, cells in choice.rows.items()}
        self.widest = [
            max(
                (label for cells in self.cells.values() if column in cells for label in cells[column].labels), key=len
            )
            for column in self.columns
        ]
        self.row = next((row for row in range(len(self.rows)) if self.is_asked(row)), 0)
        self.column = 0

    def is_asked(self, row: int) -> bool:
        """Return whether there is anything to choose in a row. A wide table is gone through as a whole."""
        return len(self.columns) > 2 or any(cell.is_open for cell in self.cells[self.rows[row]].values())

    def _row(self, cells: dict[str, Choice], likely: Any, row: str) -> dict[str, Cell]:
        """Return the cells of a row; `likely` is a whole sheet filled in before, or one value for every cell."""
        before = likely.get(row, {}) if isinstance(likely, dict) else {}
        other = None if isinstance(likely, dict) else likely
        return {column: Cell(cell, self.words, before.get(column, other)) for column, cell in cells.items()}

    @property
    def current(self) -> list[Cell]:
        return list(self.cells[self.rows[self.row]].values())

    def picture(self) -> Image.Image:
        marks = {1: ("▴▾ ",), 2: ("▴▾ ", "◂▸ ")}.get(len(self.columns), ("",) * len(self.columns))
        labels = [mark + self.words.column(column) for mark, column in zip(marks, self.columns, strict=True)]
        names = [self.words.thing(self.choice.of, row) for row in self.rows]
        texts = [[self._text(row, column) for column in self.columns] for row in self.rows]
        cursor = (self.row, -1 if len(self.columns) < 3 else self.column)
        footer = (self.heading.news, self.hint(), names[self.row])
        heading = self.heading
        return numbers.sheet(
            heading.title,
            heading.right,
            columns=labels,
            names=names,
            cells=texts,
            widest=self.widest,
            cursor=cursor,
            footer=footer,
        )

    def hint(self) -> str:
        """Return what OK does now."""
        last = self._next_row() is None and (len(self.columns) < 3 or self.column == len(self.columns) - 1)
        return self.stage.words("box.sheet-done") if last else self.stage.words("box.sheet-next")

    def _text(self, row: str, column: str) -> str:
        cell = self.cells[row].get(column)
        return cell.labels[cell.index] if cell else "–"

    def move(self, key: Key) -> None:
        if key == Key.OK:
            self._next()
        elif key not in STEP:
            return
        elif len(self.columns) > 2:
            self._move_in_table(key)
        elif key in (Key.UP, Key.DOWN):
            self._turn(self.current[0], key)
        elif len(self.current) == 2:
            self.current[1].turn(STEP[key])
        else:
            self.current[0].turn(STEP[key] * self.current[0].jump)

    def _turn(self, cell: Cell, key: Key) -> None:
        """Change a cell: UP raises a number, but moves up through names, as in any list."""
        cell.turn(change_by(self.stage, key) if cell.is_number else STEP[key])

    def _move_in_table(self, key: Key) -> None:
        if key in (Key.UP, Key.DOWN):
            self._turn(self.current[self.column], key)
        else:
            place = self.row * len(self.columns) + self.column + STEP[key]
            place %= len(self.rows) * len(self.columns)
            self.row, self.column = divmod(place, len(self.columns))

    def _next(self) -> None:
        if len(self.columns) > 2 and self.column < len(self.columns) - 1:
            self.column += 1
            return
        self.column = 0
        row = self._next_row()
        if row is None:
            self.done(self.filled_in)
        else:
            self.row = row

    def _next_row(self) -> int | None:
        """Return the next row that is asked for, or `None` after the last."""
        return next((row for row in range(self.row + 1, len(self.rows)) if self.is_asked(row)), None)

    @property
    def filled_in(self) -> dict[str, dict[str, Any]]:
        """The table as it is filled in now."""
        return {
            row: {column: cell.values[cell.index] for column, cell in cells.items()}
            for row, cells in self.cells.items()
        }

    def stand_at(self, row: int, column: int) -> None:
        """Put the bar on a cell, if there is one."""
        if 0 <= row < len(self.rows) and 0 <= column < len(self.columns):
            self.row, self.column = row, column

    def step_back(self) -> bool:
        """Go back one row."""
        before = next((row for row in reversed(range(self.row)) if self.is_asked(row)), None)
        if before is not None:
            self.row = before
        return before is not None
