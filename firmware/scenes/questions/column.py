"""A sheet with one short column: one press for most rows."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from companion.choices import Sheet
from firmware.scenes import STEP, change_by
from firmware.scenes.questions.questions import Asking, labels_of
from firmware.scenes.questions.sheets import SheetQuestion
from firmware.screens import column as screen
from hardware.keys import Key

SHOWN = 3
"""Values side by side: the one before, the one that OK takes, and the one after."""
JUMPS = 14
"""UP or DOWN pressed again jumps as many threes as this goes into the number of values: one for 20, five for 70."""


class Jump(NamedTuple):
    """The last jump by UP or DOWN, in threes."""

    way: int = 0
    threes: int = 1
    is_closing: bool = False
    """Whether the way has changed: the value lies between, so that each jump is half the last from then on."""

    def then(self, way: int, count: int) -> Jump:
        """Return the jump that the next press makes through `count` values.

        >>> far = Jump().then(1, 70).then(1, 70)
        >>> far.threes, far.then(-1, 70).threes, far.then(-1, 70).then(1, 70).threes
        (5, 2, 1)
        """
        if self.is_closing or self.way * way < 0:
            return Jump(way, max(1, self.threes // 2), is_closing=True)
        return Jump(way, max(1, count // JUMPS) if self.way else 1)


class ColumnQuestion(SheetQuestion):
    """Each row shows three values: LEFT, OK and RIGHT take one and go to the next row; UP and DOWN show others.

    UP shows larger numbers, but goes up through names, as in any list.
    """

    jump = Jump()

    def picture(self) -> Image.Image:
        (name,) = self.columns
        heading, cell = self.heading, self.current[0]
        label = f"▴▾ {self.words.column(name)}" if len(cell.values) > SHOWN else self.words.column(name)
        names = [self.words.thing(self.choice.of, row) for row in self.rows]
        values = [self._text(row, name) for row in self.rows]
        beside = (self._beside(-1), self._beside(1))
        footer = (heading.news, self.hint(), names[self.row])
        return screen.column(
            heading.title,
            heading.right,
            label=label,
            names=names,
            values=values,
            beside=beside,
            widest=self.widest[0],
            cursor=self.row,
            footer=footer,
        )

    def _beside(self, way: int) -> str:
        cell = self.current[0]
        place = cell.index + way
        return cell.labels[place] if 0 <= place < len(cell.labels) else ""

    def move(self, key: Key) -> None:
        cell = self.current[0]
        if key in (Key.UP, Key.DOWN):
            way = change_by(self.stage, key) if cell.is_number else STEP[key]
            self.jump = self.jump.then(way, len(cell.values))
            cell.index = others(cell.index, self.jump, len(cell.values))
        elif key == Key.OK:
            self._next()
        elif key in STEP and self._beside(STEP[key]):
            cell.index += STEP[key]
            self._next()

    def _next(self) -> None:
        self.jump = Jump()
        super()._next()

    def repeat(self, key: Key) -> None:
        """Let held LEFT and RIGHT answer one row, not all of them."""
        if key in (Key.UP, Key.DOWN):
            self.move(key)


def others(index: int, jump: Jump, count: int) -> int:
    """Return the middle of the three values that a jump shows.

    >>> [others(1, Jump(*jump), 70) for jump in ((1, 1), (1, 5), (-1, 1))]
    [4, 16, 68]
    """
    for _ in range(jump.threes):
        index = next_three(index, jump.way, count)
    return index


def next_three(index: int, way: int, count: int) -> int:
    """Return the middle of the next three of `count` values, or the last; after the last, of the first three.

    >>> [next_three(index, 1, 9) for index in (1, 4, 5, 6, 7)]
    [4, 7, 8, 8, 1]
    """
    last = count - 1
    here = index if way > 0 else last - index
    middle = here + SHOWN if here + SHOWN <= last else last if here + 1 < last else min(1, last)
    return middle if way > 0 else last - middle


def fits_column(asking: Asking, sheet: Sheet) -> bool:
    """Return whether all rows have the same single column, and three of its values fit beside the names."""
    rows = list(sheet.rows.values())
    if asking.stage.has_knob or len({tuple(cells) for cells in rows}) > 1 or len(rows[0]) > 1:
        return False
    names = [asking.words.thing(sheet.of, row) for row in sheet.rows]
    labels = [
        label for cells in rows for cell in cells.values() for label in labels_of(asking.words, cell, cell.legal())
    ]
    return screen.name_room(names, max(labels, key=len)) is not None
