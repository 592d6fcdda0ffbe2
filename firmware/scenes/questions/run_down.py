"""A number shared out, kind by kind: one press for most kinds, and none for what is left over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from PIL import Image

from companion.choices import Item, Several, Spread
from companion.words import Words
from firmware.scenes import STEP, change_by
from firmware.scenes.questions.column import SHOWN, Jump, others
from firmware.scenes.questions.nothing import OrNothing, is_ordinary
from firmware.scenes.questions.questions import Asking, wanted
from firmware.screens import column as screen
from hardware.keys import Key

ENOUGH = "✓"
"""The sign for LEFT where it leaves nothing for this kind and all that follow."""


class RunDown(OrNothing):
    """LEFT, OK and RIGHT take the number shown there and go to the next kind; UP and DOWN show other numbers.

    Kinds with only one possible number are skipped. Where the total is open, LEFT before the first number means
    that this is enough. The answer is given with its last number; where there is nothing to choose, by OK.
    BACK goes one kind back. `likely` is the whole answer given before.
    """

    def __init__(self, asking: Asking, choice: Spread | Several, likely: Any = None) -> None:
        super().__init__(asking)
        self.choice = choice
        self.is_ordinary = is_ordinary(choice, likely)
        self.most: dict[Item, int] = most_of(choice)
        self.kinds = list(self.most)
        self.names = names_of(self.words, choice, lambda number: self.stage.words("box.of-value", value=number))
        self.before: Mapping[Item, int] | None = Counter(likely) if isinstance(likely, dict | list) else None
        self.asked: list[int] = []
        self.values: dict[Item, int] = {}
        self.index = 0
        self._go_on()

    @property
    def placed(self) -> int:
        return sum(self.values.values())

    @property
    def left(self) -> int:
        return self.choice.high - self.placed

    @property
    def numbers(self) -> range:
        """Return the possible numbers of the next kind: at most what is left, and enough for the others to be the
        rest.
        """
        kind, *later = self.kinds[len(self.values) :]
        least = max(0, self.choice.low - self.placed - sum(self.most[one] for one in later))
        return range(least, min(self.most[kind], self.left) + 1)

    @property
    def is_filled(self) -> bool:
        """Return whether every kind has its number."""
        return len(self.values) == len(self.kinds)

    @property
    def can_stop(self) -> bool:
        """Return whether LEFT gives nothing to this kind and all that follow."""
        return self.index == 0 and len(self.kinds) - len(self.values) > 1 and self.placed >= self.choice.low

    def _go_on(self) -> None:
        """Go to the next kind that needs asking, or to the end."""
        self.jump = Jump()
        while not self.is_filled:
            if len(self.numbers) > 1:
                self.index = self._first_shown()
                self.asked.append(len(self.values))
                return
            self.values[self.kinds[len(self.values)]] = self.numbers[0]

    def _first_shown(self) -> int:
        """Return the place of the number that OK takes first: the one given before, else none or one."""
        if self.before is not None:
            wished = self.before[self.kinds[len(self.values)]]
            return self.numbers.index(max(self.numbers[0], min(self.numbers[-1], wished)))
        return 0 if self.choice.low < self.choice.high or self.choice.high < len(self.kinds) else 1

    def _answer(self) -> dict[Item, int] | list[Item]:
        if isinstance(self.choice, Spread):
            return dict(self.values)
        return items_of(self.values)

    def picture(self) -> Image.Image:
        if self.doubt is not None:
            return self.doubt.picture()
        row, heading = len(self.values), self.heading
        values = [str(self.values.get(kind, "")) for kind in self.kinds]
        if row < len(values):
            values[row] = str(self.numbers[self.index])
        beside = (self._beside(-1), self._beside(1))
        if not beside[0] and not self.is_filled and self.can_stop:
            beside = (ENOUGH, beside[1])
        widest, footer = str(self.choice.high), (heading.news, self._hint(), heading.question)
        return screen.column(
            heading.title,
            heading.right,
            label=self._label(),
            names=self.names,
            values=values,
            beside=beside,
            widest=widest,
            cursor=row,
            footer=footer,
        )

    def _label(self) -> str:
        so_far = self.stage.words("box.so-far", n=self.placed, all=wanted(self.choice))
        return f"{'▴▾ ' if self._count > SHOWN else ''}{so_far}"

    def _hint(self) -> str:
        words = self.stage.words
        if not self.is_filled and self.can_stop:
            return f"{ENOUGH} {words('box.enough')}"
        return words("box.sheet-done") if self.is_filled else words("box.sheet-next")

    @property
    def _count(self) -> int:
        return 0 if self.is_filled else len(self.numbers)

    def _beside(self, way: int) -> str:
        place = self.index + way
        return str(self.numbers[place]) if 0 <= place < self._count else ""

    def move(self, key: Key) -> None:
        if self.is_filled:
            if key == Key.OK:
                self.done(self._answer())
        elif key in (Key.UP, Key.DOWN):
            self._show_others(change_by(self.stage, key))
        elif key == Key.LEFT and self.can_stop:
            self.values |= dict.fromkeys(self.kinds[len(self.values) :], 0)
            self._end()
        elif key == Key.OK or (key in STEP and self._beside(STEP[key])):
            self.values[self.kinds[len(self.values)]] = self.numbers[self.index + STEP.get(key, 0)]
            self._go_on()
            if self.is_filled:
                self._end()

    def _end(self) -> None:
        """Give the answer; where it is nothing at all and that can hardly be meant, ask first."""
        if self.placed or self.is_ordinary:
            self.give(self._answer())
        else:
            self.ask_if_meant()

    def reconsider(self) -> None:
        """Start from the first kind again."""
        self.values, self.asked = {}, []
        self._go_on()

    def _show_others(self, way: int) -> None:
        """Show larger or smaller numbers: the next three, or with a knob the next one."""
        self.jump = self.jump.then(way, self._count)
        step = self.index + way if self.stage.has_knob else others(self.index, self.jump, self._count)
        self.index = step % self._count

    def repeat(self, key: Key) -> None:
        """Let held LEFT and RIGHT answer for one kind, not for all of them."""
        if key in (Key.UP, Key.DOWN):
            self.move(key)

    def step_back(self) -> bool:
        done = self.asked if self.is_filled else self.asked[:-1]
        if done:
            self.asked, before = done[:-1], done[-1]
            self.values = {kind: self.values[kind] for kind in self.kinds[:before]}
            self._go_on()
        return bool(done)


def most_of(choice: Spread | Several) -> dict[Item, int]:
    return dict(Counter(choice.most if isinstance(choice, Spread) else choice.items))


def items_of(numbers: Mapping[Item, int]) -> list[Item]:
    """Return as many of each kind as the numbers say, as a list."""
    return [kind for kind, number in numbers.items() for _ in range(number)]


def names_of(words: Words, choice: Spread | Several, of_value: Callable[[int], str]) -> list[str]:
    """Return the kinds in words; for items at hand also how many there are, and for bare numbers what they are."""
    if isinstance(choice, Spread):
        return [words.thing(choice.of, place) for place in choice.most]
    return [
        f"{of_value(item) if isinstance(item, int) else words.thing(choice.of, item)} ×{number}"
        for item, number in Counter(choice.items).items()
    ]
