"""Questions with a list of options or a number. Each gives its answer to `done`; the referee judges it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from PIL import Image

from companion.choices import Choice, Count, Pick, Several, Spread
from companion.words import Words
from firmware.scenes import STEP, Scene, Stage, change_by
from firmware.screens import lists, numbers, reading
from hardware.keys import Key

LEFT_ALONE = 60.0
"""Seconds without a key after which a secret is covered."""


class Heading:
    """The text above a question: who is asked, the question in brief and in full, and the latest news."""

    def __init__(self, who: str, brief: str, question: str, news: str = "") -> None:
        self.title, self.right = (who, brief) if who else (brief, "")
        self.question = question
        self.news = news
        self.heard = question
        self.news_heard = news
        """The question, and all the news, for the ear."""

    @property
    def lines(self) -> list[str]:
        return reading.wrap(self.question)

    @property
    def footers(self) -> list[str]:
        """Return what may stand below the answers: the latest news, or else the question."""
        return [text for text in (self.news, self.question) if text]

    @property
    def texts_above(self) -> list[str]:
        """Return what may stand above the answers: the question after the latest news, or else alone."""
        return [f"{self.news} {self.question}", self.question] if self.news else [self.question]

    def lines_with_news(self, most: int) -> list[str]:
        """Return the question below the latest news, if there is room for both."""
        both = [*(reading.wrap(self.news) if self.news else []), *self.lines]
        return both if len(both) <= most else self.lines


Done = Callable[[Any], None]


class Asking(NamedTuple):
    """The parts of a question of any kind. Its answer goes to `done`."""

    stage: Stage
    heading: Heading
    words: Words
    done: Done


class QuestionScene(Scene):
    """The common part of all questions.

    BACK goes back within the question and, from its beginning, does what the asker wants, as holding it does.
    """

    holds_back = True

    def __init__(self, asking: Asking) -> None:
        super().__init__(asking.stage)
        self.heading = asking.heading
        self.words = asking.words
        self.done = asking.done
        self.on_back: Callable[[], None] = asking.stage.back
        self.on_hold_back: Callable[[], None] = asking.stage.back
        self.on_left_alone: Callable[[], None] | None = None
        self.on_move: Callable[[], None] | None = None
        """Called after every key that did not leave the question by BACK."""

    def cover_when_left_alone(self, cover: Callable[[], None]) -> None:
        """Call `cover` after a while without a key, so that no secret stays open on the table."""
        self.on_left_alone = cover
        self.stay_open()

    def stay_open(self) -> None:
        """Put off the moment at which a secret is covered."""
        if self.on_left_alone is not None:
            self.wake = self.stage.clock() + LEFT_ALONE

    def tick(self, now: float) -> None:
        if self.on_left_alone is not None:
            self.on_left_alone()

    def key(self, key: Key) -> None:
        self.stay_open()
        if key == Key.BACK and not self.step_back():
            self.on_back()
            return
        if key != Key.BACK:
            self.move(key)
        if self.on_move is not None:
            self.on_move()

    def step_back(self) -> bool:
        """Take the last step of a long answer back; return whether there was one."""
        return False

    def move(self, key: Key) -> None:
        raise NotImplementedError

    def give(self, value: Any) -> None:
        """Answer by a single key. Whoever presses OK after it, out of habit, does not answer the next question."""
        self.stage.settle()
        self.done(value)

    def hold(self, key: Key) -> None:
        if key == Key.BACK:
            self.on_hold_back()


def labels_of(words: Words, choice: Choice, options: Iterable[Any]) -> list[str]:
    """Return the options in words; numbers need none."""
    of = choice.of if isinstance(choice, Pick) else ""
    return [words.thing(of, option) for option in options]


class PickQuestion(QuestionScene):
    """Options in columns. UP and DOWN go through all, LEFT and RIGHT to the next column, and wrap around."""

    def __init__(self, asking: Asking, choice: Pick, likely: Any) -> None:
        super().__init__(asking)
        self.choice = choice
        self.options = [*choice.options, *choice.barred]
        self.labels = labels_of(asking.words, choice, self.options)
        self.grid = lists.grid_with_footer(self.labels, self.heading.question)
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
    """Return the option in the same row of the next column that has one there; after the last comes the first.

    >>> beside(1, 1, 5, 12), beside(1, -1, 5, 12), beside(3, -1, 5, 12)
    (6, 11, 8)
    """
    column, row = divmod(cursor, rows)
    columns = -(-count // rows)
    others = ((column + way * step) % columns for step in range(1, columns + 1))
    return next(other * rows + row for other in others if other * rows + row < count)


class TwoWays(QuestionScene):
    """Two options: LEFT and RIGHT answer at once; UP or DOWN and OK do it with a knob."""

    def __init__(self, asking: Asking, choice: Pick, likely: Any) -> None:
        super().__init__(asking)
        self.choice = choice
        self.options = choice.options
        self.labels = labels_of(asking.words, choice, choice.options)
        self.cursor = choice.options.index(likely) if likely in choice.options else 0

    def picture(self) -> Image.Image:
        heading = self.heading
        lines = heading.lines_with_news(lists.TWO_WAYS_LINES)
        return lists.two_ways(heading.title, heading.right, lines, self.labels, self.cursor)

    def move(self, key: Key) -> None:
        if key in (Key.UP, Key.DOWN):
            self.cursor = 1 - self.cursor
        elif key in (Key.LEFT, Key.RIGHT):
            self.give(self.options[0 if key == Key.LEFT else 1])
        elif key == Key.OK:
            self.give(self.options[self.cursor])

    def repeat(self, key: Key) -> None:
        """Let a held key move the cursor only: an answer is given once."""
        if key in (Key.UP, Key.DOWN):
            self.move(key)


ANSWER_KEYS = (Key.LEFT, Key.OK, Key.RIGHT)


class ThreeWays(QuestionScene):
    """Three options side by side: LEFT, OK and RIGHT answer at once."""

    def __init__(self, asking: Asking, choice: Pick) -> None:
        super().__init__(asking)
        self.choice = choice
        self.options = choice.options
        self.labels = labels_of(asking.words, choice, choice.options)

    def picture(self) -> Image.Image:
        heading = self.heading
        lines = heading.lines_with_news(lists.TWO_WAYS_LINES)
        return lists.three_ways(heading.title, heading.right, lines, self.labels)

    def move(self, key: Key) -> None:
        if key in ANSWER_KEYS:
            self.give(self.options[ANSWER_KEYS.index(key)])

    def repeat(self, key: Key) -> None:
        """Ignore a held key: an answer is given once."""


def fits_three_keys(asking: Asking, choice: Pick, likely: Any) -> bool:
    """Return whether there are three short answers, with the likely one, if any, in the middle, where OK takes it."""
    if asking.stage.has_knob or len(choice.options) != len(ANSWER_KEYS) or choice.barred:
        return False
    return likely in (None, choice.options[1]) and lists.stand_in_three(
        labels_of(asking.words, choice, choice.options)
    )


def fits_two_keys(asking: Asking, choice: Pick) -> bool:
    """Return whether there are two answers, both allowed, that fit side by side."""
    return not choice.barred and lists.stand_side_by_side(labels_of(asking.words, choice, choice.options))


class CountQuestion(QuestionScene):
    """A number: arrows change it, and wrap around; where there are many, UP and DOWN by five.

    A knob changes it by one, and by five while it is pushed.
    """

    def __init__(self, asking: Asking, choice: Count, likely: Any) -> None:
        super().__init__(asking)
        self.choice = choice
        self.value = likely if type(likely) is int and choice.low <= likely <= choice.high else choice.high

    def picture(self) -> Image.Image:
        heading, choice = self.heading, self.choice
        return numbers.count(
            heading.title,
            heading.right,
            heading.lines,
            low=choice.low,
            high=choice.high,
            value=self.value,
            footer=heading.news,
        )

    def move(self, key: Key) -> None:
        if key == Key.OK:
            self.done(self.value)
            return
        if key not in STEP:
            return
        by = change_by(self.stage, key)
        if self.choice.size() > 9 and key in self._by_five:
            self.value = max(self.choice.low, min(self.choice.high, self.value + by * 5))
        else:
            self.value = self.choice.low + (self.value + by - self.choice.low) % self.choice.size()

    @property
    def _by_five(self) -> tuple[Key, Key]:
        return (Key.LEFT, Key.RIGHT) if self.stage.has_knob else (Key.UP, Key.DOWN)


def wanted(choice: Several | Spread) -> str:
    """Return how many there should be: a number, or a range; where none will do, the most.

    >>> wanted(Several("", (1, 2, 3), 1, 2)), wanted(Several("", (1, 2, 3), 0, 2))
    ('1–2', '2')
    """
    return str(choice.high) if choice.low in (0, choice.high) else f"{choice.low}–{choice.high}"
