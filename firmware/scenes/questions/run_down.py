"""A fixed total, kind by kind: one press for most kinds, and none for what is left over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from PIL import Image

from companion.choices import MANY, Item, Several, Spread
from companion.words import Words
from firmware.scenes import STEP
from firmware.scenes.questions.column import SHOWN, others, turned
from firmware.scenes.questions.questions import Asking, Question
from firmware.screens import column as screen
from hardware.keys import Key

KINDS = 3
"""Kinds at least: with fewer there is nothing to run down."""


class RunDown(Question):
    """LEFT, OK and RIGHT take the number shown there and go to the next kind; UP and DOWN show other numbers.

    A kind of which only one number will do is not asked for; holding BACK goes one kind back. The whole answer
    stands there until a last OK gives it.
    """

    def __init__(self, asking: Asking, choice: Spread | Several) -> None:
        super().__init__(asking)
        self.choice = choice
        self.total = choice.high
        self.most: dict[Item, int] = most_of(choice)
        self.kinds = list(self.most)
        self.names = names_of(self.words, choice)
        self.asked: list[int] = []
        self.values: dict[Item, int] = {}
        self._go_on()

    @property
    def left(self) -> int:
        return self.total - sum(self.values.values())

    @property
    def numbers(self) -> range:
        """Return the possible numbers of the next kind: at most what is left, and enough for the others to be the
        rest.
        """
        kind, *later = self.kinds[len(self.values) :]
        least = max(0, self.left - sum(self.most[one] for one in later))
        return range(least, min(self.most[kind], self.left) + 1)

    def _go_on(self) -> None:
        """Go to the next kind that needs asking, or to the end."""
        self.turned = 0
        while len(self.values) < len(self.kinds):
            if len(self.numbers) > 1:
                self.index = 0 if self.total < len(self.kinds) else 1  # most kinds get none, or some
                self.asked.append(len(self.values))
                return
            self.values[self.kinds[len(self.values)]] = self.numbers[0]

    def _answer(self) -> dict[Item, int] | list[Item]:
        if isinstance(self.choice, Spread):
            return dict(self.values)
        return items_of(self.values)

    def picture(self) -> Image.Image:
        row, heading = len(self.values), self.heading
        values = [str(self.values.get(kind, "")) for kind in self.kinds]
        if row < len(values):
            values[row] = str(self.numbers[self.index])
        so_far = self.stage.words("box.so-far", n=self.total - self.left, all=self.total)
        label = f"{'▴▾ ' if self._count > SHOWN else ''}{so_far}"
        beside = (self._beside(-1), self._beside(1))
        hint = self.stage.words("box.sheet-next" if self._count else "box.sheet-done")
        return screen.column(
            heading.title, heading.right, label, self.names, values, beside, str(self.total), row, ("", hint)
        )

    @property
    def _count(self) -> int:
        return len(self.numbers) if len(self.values) < len(self.kinds) else 0

    def _beside(self, way: int) -> str:
        place = self.index + way
        return str(self.numbers[place]) if 0 <= place < self._count else ""

    def move(self, key: Key) -> None:
        if not self._count:
            if key == Key.OK:
                self.done(self._answer())
        elif key in (Key.UP, Key.DOWN):
            self.turned = turned(self.turned, STEP[key])
            self.index = others(self.index, self.turned, self._count)
        elif key == Key.OK or (key in STEP and self._beside(STEP[key])):
            self.values[self.kinds[len(self.values)]] = self.numbers[self.index + STEP.get(key, 0)]
            self._go_on()

    def repeat(self, key: Key) -> None:
        """Let held LEFT and RIGHT answer for one kind, not for all of them."""
        if key in (Key.UP, Key.DOWN):
            self.move(key)

    def hold(self, key: Key) -> None:
        """Go back to the kind that was asked before; from the first, leave the question."""
        done = self.asked[:-1] if self._count else self.asked
        if key == Key.BACK and done:
            self.asked, before = done[:-1], done[-1]
            self.values = {kind: self.values[kind] for kind in self.kinds[:before]}
            self._go_on()
        else:
            super().hold(key)


def most_of(choice: Spread | Several) -> dict[Item, int]:
    return dict(Counter(choice.most if isinstance(choice, Spread) else choice.items))


def items_of(numbers: Mapping[Item, int]) -> list[Item]:
    """Return as many of each kind as the numbers say, as a list."""
    return [kind for kind, number in numbers.items() for _ in range(number)]


def as_spread(choice: Several) -> Spread:
    """Return the same question, asked as how many of each kind."""
    return Spread(choice.of, most_of(choice), choice.low, choice.high)  # type: ignore[arg-type]


def names_of(words: Words, choice: Spread | Several) -> list[str]:
    """Return the kinds in words; for items at hand also how many there are."""
    if isinstance(choice, Spread):
        return [words.thing(choice.of, place) for place in choice.most]
    return [f"{words.thing(choice.of, item)} ×{number}" for item, number in Counter(choice.items).items()]


def can_run_down(asking: Asking, choice: Spread | Several) -> bool:
    """Return whether the total is fixed, and there are several kinds whose names leave room for three numbers."""
    if asking.stage.has_knob or choice.low != choice.high or choice.sole is not MANY or len(most_of(choice)) < KINDS:
        return False
    return screen.name_room(names_of(asking.words, choice), str(choice.high)) is not None
