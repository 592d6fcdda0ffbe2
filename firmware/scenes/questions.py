"""One scene for each kind of question. Each gives its answer to `done`; the referee decides about it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PIL import Image

from companion.choices import Choice, Count, Item, Pick, Several, Sheet
from companion.words import Words
from firmware.scenes import STEP, Scene, change_by, has_knob
from firmware.screens import lists, numbers, reading
from hardware.keys import Key

if TYPE_CHECKING:
    from firmware.box import Box


class Heading:
    """What stands above a question: who is asked, the question in brief and in full, and what just happened."""

    def __init__(self, who: str, brief: str, question: str, news: str = "") -> None:
        self.title, self.right = (who, brief) if who else (brief, "")
        self.question = question
        self.news = news

    @property
    def lines(self) -> list[str]:
        return reading.wrap(self.question)

    def lines_with_news(self, most: int) -> list[str]:
        """The question below what just happened, if there is room for both."""
        both = [*(reading.wrap(self.news) if self.news else []), *self.lines]
        return both if len(both) <= most else self.lines


Done = Callable[[Any], None]


class Question(Scene):
    """What all questions share: BACK opens what the asker offers, and holding it too."""

    holds_back = True

    def __init__(self, box: Box, heading: Heading, words: Words, done: Done) -> None:
        super().__init__(box)
        self.heading = heading
        self.words = words
        self.done = done
        self.on_back: Callable[[], None] = box.back
        self.on_hold_back: Callable[[], None] = box.back

    def key(self, key: Key) -> None:
        if key == Key.BACK:
            self.on_back()
        else:
            self.move(key)

    def move(self, key: Key) -> None:
        raise NotImplementedError

    def hold(self, key: Key) -> None:
        if key == Key.BACK:
            self.on_hold_back()


class PickQuestion(Question):
    """Options in columns. UP and DOWN go through all, LEFT and RIGHT to the next column, or round the corner."""

    def __init__(self, box: Box, heading: Heading, words: Words, done: Done, choice: Pick, likely: Any) -> None:
        super().__init__(box, heading, words, done)
        self.choice = choice
        self.options = [*choice.options, *choice.barred]
        self.labels = [words.thing(choice.of, option) for option in self.options]
        self.grid = lists.grid_for(self.labels)
        self.cursor = self.options.index(likely) if likely in choice.options else 0

    def picture(self) -> Image.Image:
        heading, barred = self.heading, len(self.choice.barred)
        footer = heading.news or heading.question
        return lists.options(heading.title, heading.right, self.labels, barred, self.cursor, self.grid, footer)

    def move(self, key: Key) -> None:
        if key == Key.OK:
            self.done(self.options[self.cursor])
            return
        if key in (Key.LEFT, Key.RIGHT) and len(self.options) > self.grid.rows:
            self.cursor = beside(self.cursor, STEP[key], self.grid.rows, len(self.options))
        else:
            self.cursor = (self.cursor + STEP.get(key, 0)) % len(self.options)


def beside(cursor: int, way: int, rows: int, count: int) -> int:
    """The option in the same row of the next column that has one there, from the last column to the first.

    >>> beside(1, 1, 5, 12), beside(1, -1, 5, 12), beside(3, -1, 5, 12)
    (6, 11, 8)
    """
    column, row = divmod(cursor, rows)
    columns = -(-count // rows)
    others = ((column + way * step) % columns for step in range(1, columns + 1))
    return next(other * rows + row for other in others if other * rows + row < count)


class TwoWays(Question):
    """Two options: LEFT and RIGHT answer at once; UP or DOWN and OK do it with a knob."""

    def __init__(self, box: Box, heading: Heading, words: Words, done: Done, choice: Pick, likely: Any) -> None:
        super().__init__(box, heading, words, done)
        self.options = choice.options
        self.labels = [words.thing(choice.of, option) for option in choice.options]
        self.cursor = choice.options.index(likely) if likely in choice.options else 0

    def picture(self) -> Image.Image:
        heading = self.heading
        lines = heading.lines_with_news(lists.TWO_WAYS_LINES)
        return lists.two_ways(heading.title, heading.right, lines, self.labels, self.cursor)

    def move(self, key: Key) -> None:
        if key in (Key.UP, Key.DOWN):
            self.cursor = 1 - self.cursor
        elif key in (Key.LEFT, Key.RIGHT):
            self.done(self.options[0 if key == Key.LEFT else 1])
        elif key == Key.OK:
            self.done(self.options[self.cursor])

    def repeat(self, key: Key) -> None:
        """An answer is given once, however long its key is held."""
        if key in (Key.UP, Key.DOWN):
            self.move(key)


class CountQuestion(Question):
    """A number: arrows change it, round the corner too; where there are many, UP and DOWN by five.

    A knob changes it by one, and by five while it is pushed.
    """

    def __init__(self, box: Box, heading: Heading, words: Words, done: Done, choice: Count, likely: Any) -> None:
        super().__init__(box, heading, words, done)
        self.choice = choice
        self.value = likely if type(likely) is int and choice.low <= likely <= choice.high else choice.high

    def picture(self) -> Image.Image:
        heading, choice = self.heading, self.choice
        return numbers.count(
            heading.title, heading.right, heading.lines, choice.low, choice.high, self.value, heading.news
        )

    def move(self, key: Key) -> None:
        if key == Key.OK:
            self.done(self.value)
            return
        if key not in STEP:
            return
        by = change_by(self.box, key)
        if self.choice.size() > 9 and key in self._by_five:
            self.value = max(self.choice.low, min(self.choice.high, self.value + by * 5))
        else:
            self.value = self.choice.low + (self.value + by - self.choice.low) % self.choice.size()

    @property
    def _by_five(self) -> tuple[Key, Key]:
        return (Key.LEFT, Key.RIGHT) if has_knob(self.box) else (Key.UP, Key.DOWN)


class Counters(Question):
    """How many of each number at hand, side by side: LEFT and RIGHT move, UP and DOWN count."""

    def __init__(self, box: Box, heading: Heading, words: Words, done: Done, choice: Several) -> None:
        super().__init__(box, heading, words, done)
        self.choice = choice
        self.most: dict[Item, int] = dict(Counter(choice.items))
        self.places = list(self.most)
        self.values = dict.fromkeys(self.places, 0)
        self.cursor = len(self.places) - 1

    def answer(self) -> list[Item]:
        return [place for place in self.places for _ in range(self.values[place])]

    def picture(self) -> Image.Image:
        labels = [self.words.thing(self.choice.of, place) for place in self.places]
        values = [self.values[place] for place in self.places]
        most = [self.most[place] for place in self.places]
        low, high = self.choice.low, self.choice.high
        want = str(low) if low == high else f"{low}–{high}"
        summary = f"{sum(values)} / {want}"
        heading = self.heading
        return numbers.counters(heading.title, heading.right, labels, values, most, self.cursor, summary)

    def move(self, key: Key) -> None:
        place = self.places[self.cursor]
        if key in (Key.LEFT, Key.RIGHT):
            self.cursor = (self.cursor + STEP[key]) % len(self.places)
        elif key in (Key.UP, Key.DOWN):
            self.values[place] = (self.values[place] + change_by(self.box, key)) % (self.most[place] + 1)
        elif key == Key.OK:
            self.done(self.answer())


class Cell:
    """A cell of a sheet: its values with their labels, and which one is chosen."""

    def __init__(self, choice: Choice, words: Words, likely: Any) -> None:
        assert isinstance(choice, Pick | Count)
        self.values = list(choice.legal())
        of = choice.of if isinstance(choice, Pick) else ""
        self.labels = [words.thing(of, value) for value in self.values]
        middle = (len(self.values) - 1) // 2 if isinstance(choice, Count) or not of else 0
        self.index = self.values.index(likely) if likely in self.values else middle
        self.is_number = all(type(value) is int for value in self.values) and of == ""

    def turn(self, by: int) -> None:
        self.index = (self.index + by) % len(self.values)

    @property
    def jump(self) -> int:
        """How far a long step goes: about the square root, so that any value is few steps away."""
        return max(1, round(math.sqrt(len(self.values))))


class SheetQuestion(Question):
    """A table of small questions. OK goes to the next row and, after the last, gives the answer.

    With one column UP and DOWN change it, LEFT and RIGHT by more. With two, UP and DOWN change the first,
    LEFT and RIGHT the second. With more, LEFT and RIGHT move from cell to cell, and OK does too.
    """

    def __init__(self, box: Box, heading: Heading, words: Words, done: Done, choice: Sheet, likely: Any) -> None:
        super().__init__(box, heading, words, done)
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
        self.row = 0
        self.column = 0

    def _row(self, cells: dict[str, Choice], likely: Any, row: str) -> dict[str, Cell]:
        """`likely` is a whole sheet filled in before, or one value for every cell."""
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
        footer = (self.heading.news or names[self.row], self._hint())
        heading = self.heading
        return numbers.sheet(heading.title, heading.right, labels, names, texts, self.widest, cursor, footer)

    def _hint(self) -> str:
        last = self.row == len(self.rows) - 1
        return self.box.words("box.sheet-done") if last else self.box.words("box.sheet-next")

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
        """UP raises a number; through names it goes back, as in any list."""
        cell.turn(change_by(self.box, key) if cell.is_number else STEP[key])

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
        self.row += 1
        if self.row == len(self.rows):
            self.row -= 1
            self.done(
                {
                    row: {column: cell.values[cell.index] for column, cell in cells.items()}
                    for row, cells in self.cells.items()
                }
            )

    def hold(self, key: Key) -> None:
        """Holding BACK goes one row back; from the first it leaves the sheet."""
        if key == Key.BACK and self.row:
            self.row -= 1
        else:
            super().hold(key)
