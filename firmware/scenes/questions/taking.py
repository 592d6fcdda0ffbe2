"""A few of what is at hand, taken one by one: each key takes the kind drawn at its side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PIL import Image

from companion.choices import MANY, Item, Several, Spread
from firmware.scenes.questions.compass import MOST, ON_A_PAGE, Page, Paged, pages
from firmware.scenes.questions.nothing import OrNothing, is_ordinary
from firmware.scenes.questions.questions import Asking, wanted
from firmware.scenes.questions.run_down import items_of, most_of
from firmware.screens import compass as screen
from firmware.screens.reading import beside_title
from hardware.keys import Key

DONE = ""
"""Stands on OK's place for the end of the taking."""


class Taking(Paged, OrNothing):
    """A key takes one of its kind, OK ends where fewer will do, BACK puts the last one back.

    The answer is given as soon as no more may be taken, or only one answer is left.
    """

    def __init__(self, asking: Asking, choice: Several | Spread, likely: Any = None) -> None:
        super().__init__(asking)
        self.choice = choice
        self.is_ordinary = is_ordinary(choice, likely)
        self.most = {kind: number for kind, number in most_of(choice).items() if number}
        self.labels = {kind: self.words.thing(choice.of, kind) for kind in self.most}
        self.taken: list[Item] = []
        if choice.sole is not MANY:  # asked so that nobody learns that there is no choice
            self._take_the_rest()

    @property
    def pages(self) -> list[Page]:
        """Return the kinds by key. If there are several pages, those after the one taken last come first: whoever
        takes them in order finds them there.
        """
        if self.is_forced:
            return pages([DONE])
        is_open = self.choice.low != self.choice.high
        kinds = [*self.most]
        if len(kinds) + is_open > ON_A_PAGE and self.taken:
            next_one = kinds.index(self.taken[-1]) + (not self.left(self.taken[-1]))
            kinds = [kind for kind in kinds[next_one:] + kinds[:next_one] if self.left(kind)]
        return pages([*kinds, DONE], DONE) if is_open else pages(kinds)

    @property
    def is_forced(self) -> bool:
        return self.choice.sole is not MANY

    def left(self, kind: Item) -> int:
        return self.most[kind] - self.taken.count(kind)

    @property
    def answers(self) -> dict[Key, Item]:
        """Return what the keys take now; nothing more once all are taken, should the referee refuse them."""
        if self.is_full:
            return {Key.OK: DONE}
        return {key: item for key, item in self.pages[self.page].items() if self._can_take(item)}

    def _can_take(self, item: Item) -> bool:
        if item == DONE:
            return self.choice.low <= len(self.taken)
        return self.left(item) > 0

    @property
    def is_full(self) -> bool:
        return len(self.taken) == self.choice.high

    @property
    def turns(self) -> Mapping[Key, int]:
        return {} if self.is_full else super().turns

    def picture(self) -> Image.Image:
        if self.doubt is not None:
            return self.doubt.picture()
        so_far = f"{len(self.taken)}/{wanted(self.choice)}"
        named = " + ".join(self.labels[item] for item in self.taken)
        title = self.heading.title
        right = beside_title(title, f"{self.heading.right} {so_far}".lstrip(), so_far)
        texts = [named] if named else self.heading.texts_above
        return screen.compass(title, right, texts, self.around(self.answers, self._label))

    def _label(self, item: Item) -> str:
        if item == DONE:
            return self.stage.words("box.places-done")
        is_at_hand = isinstance(self.choice, Several) and self.most[item] > 1
        return f"{self.labels[item]} ×{self.left(item)}" if is_at_hand else self.labels[item]

    def step_back(self) -> bool:
        if self.turn_back():
            return True
        is_begun = bool(self.taken) and not self.is_forced
        if is_begun:
            self.taken.pop()
        return is_begun

    def move(self, key: Key) -> None:
        item = self.answers.get(key)
        if item == DONE and not self.taken and not self.is_ordinary:
            self.ask_if_meant()
        elif item == DONE:
            self._give()
        elif item is not None:
            self._take(item)
        else:
            self.turn(key)

    def _take(self, item: Item) -> None:
        self.page = 0
        self.taken.append(item)
        if len(self.taken) < self.choice.low and len([kind for kind in self.most if self.left(kind)]) == 1:
            self._take_the_rest()
        if self.is_full:
            self._give()

    def _take_the_rest(self) -> None:
        for kind in self.most:
            self.taken += [kind] * min(self.left(kind), self.choice.low - len(self.taken))

    def _give(self) -> None:
        numbers = {kind: self.taken.count(kind) for kind in most_of(self.choice)}
        self.give(numbers if isinstance(self.choice, Spread) else items_of(numbers))


def can_take(asking: Asking, choice: Several | Spread, likely: Any) -> bool:
    """Return whether taking one by one is short: few are wanted, or there is nothing to choose."""
    kinds = [kind for kind, number in most_of(choice).items() if number]
    if asking.stage.has_knob or likely not in (None, {}, []) or not kinds or len(kinds) >= MOST:
        return False
    usual = (choice.low + choice.high) / 2 * (1 if len(kinds) <= ON_A_PAGE else 1.5)
    names = [f"{asking.words.thing(choice.of, kind)} ×9" for kind in kinds]
    return usual <= len(kinds) + 1 and screen.fits(names)
