"""One scene for each kind of question. Each gives its answer to `done`; the referee decides about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PIL import Image

from companion.choices import Count, Item, Pick, Several, Spread
from companion.words import Words
from firmware.scenes import STEP, Scene, change_by, has_knob
from firmware.screens import lists, numbers, reading
from hardware.keys import Key

if TYPE_CHECKING:
    from firmware.box.box import Box


LEFT_ALONE = 60.0
"""Seconds without a key after which a secret is covered."""


class Heading:
    """What stands above a question: who is asked, the question in brief and in full, and what just happened."""

    def __init__(self, who: str, brief: str, question: str, news: str = "") -> None:
        self.title, self.right = (who, brief) if who else (brief, "")
        self.question = question
        self.news = news

    @property
    def lines(self) -> list[str]:
        return reading.wrap(self.question)

    @property
    def footers(self) -> list[str]:
        """What may stand below the answers: what just happened, or else the question."""
        return [text for text in (self.news, self.question) if text]

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
        self.on_left_alone: Callable[[], None] | None = None

    def cover_when_left_alone(self, cover: Callable[[], None]) -> None:
        """A secret does not stand open on the table: after a while without a key, `cover` takes its place."""
        self.on_left_alone = cover
        self.wake = self.box.clock() + LEFT_ALONE

    def tick(self, now: float) -> None:
        if self.on_left_alone is not None:
            self.on_left_alone()

    def key(self, key: Key) -> None:
        if self.on_left_alone is not None:
            self.wake = self.box.clock() + LEFT_ALONE
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
        self.grid = lists.grid_with_footer(self.labels, heading.question)
        self.cursor = self.options.index(likely) if likely in choice.options else 0

    def picture(self) -> Image.Image:
        heading, barred = self.heading, len(self.choice.barred)
        return lists.options(
            heading.title, heading.right, self.labels, barred, self.cursor, self.grid, *heading.footers
        )

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


def wanted(choice: Several | Spread) -> str:
    """How many there should be: a number, or from one to another; of those that may be none, the most.

    >>> wanted(Several("", (1, 2, 3), 1, 2)), wanted(Several("", (1, 2, 3), 0, 2))
    ('1–2', '2')
    """
    return str(choice.high) if choice.low in (0, choice.high) else f"{choice.low}–{choice.high}"


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
        summary = self.box.words("box.lay", want=wanted(self.choice), n=sum(values))
        hint = "OK ✓" if self.choice.low <= sum(values) <= self.choice.high else ""
        heading = self.heading
        return numbers.counters(
            heading.title, heading.right, labels, values, most, self.cursor, (summary, hint), self._row_names()
        )

    def _row_names(self) -> tuple[str, str, str] | None:
        """What the numbers on the screen are; where each has a name of its own, that is plain enough."""
        words = self.box.words
        if not all(isinstance(place, int) for place in self.places):
            return None
        return words("box.counters-value"), words("box.counters-lay"), words("box.counters-have")

    def move(self, key: Key) -> None:
        place = self.places[self.cursor]
        if key in (Key.LEFT, Key.RIGHT):
            self.cursor = (self.cursor + STEP[key]) % len(self.places)
        elif key in (Key.UP, Key.DOWN):
            self.values[place] = (self.values[place] + change_by(self.box, key)) % (self.most[place] + 1)
        elif key == Key.OK:
            self.done(self.answer())
