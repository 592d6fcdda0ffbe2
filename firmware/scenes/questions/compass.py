"""A question whose answers lie around the thumb: one key each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PIL import Image

from companion.choices import Count, Item, Pick
from firmware.scenes.questions.questions import Asking, Question, labels_of
from firmware.screens import compass as screen
from hardware.keys import Key

ON_A_PAGE = 5
MOST = 13
"""More answers than this are quicker to find in a list."""
KEYS = {
    0: (),
    1: (Key.OK,),
    2: (Key.LEFT, Key.RIGHT),
    3: (Key.LEFT, Key.OK, Key.RIGHT),
    4: (Key.UP, Key.LEFT, Key.RIGHT, Key.DOWN),
    5: (Key.UP, Key.LEFT, Key.OK, Key.RIGHT, Key.DOWN),
}
"""The keys of so many answers, in the order in which one reads them."""
ABOVE_MORE = (Key.UP, Key.LEFT, Key.OK, Key.RIGHT)
"""The keys of a page on which DOWN shows more answers."""
AROUND_LIKELY = {0: (), 1: (Key.RIGHT,), 2: (Key.LEFT, Key.RIGHT), 3: (Key.UP, Key.LEFT, Key.RIGHT)}

Page = Mapping[Key, Item]


class Compass(Question):
    """Each key gives the answer drawn at its side; with more than five, DOWN shows the next ones.

    BACK goes a page back. A barred answer is marked, and says why when it is taken.
    """

    def __init__(self, asking: Asking, choice: Pick | Count, likely: Any) -> None:
        super().__init__(asking)
        self.choice = choice
        allowed, barred = parts_of(choice)
        crossed = [f"× {label}" for label in labels_of(asking, choice, barred)]
        labels = [*labels_of(asking, choice, allowed), *crossed]
        self.labels = dict(zip([*allowed, *barred], labels, strict=True))
        is_known = isinstance(choice, Pick) and likely in allowed  # numbers stay in their order
        self.pages = pages([*allowed, *barred], likely if is_known else None)
        self.page = 0

    @property
    def answers(self) -> Page:
        """Return the answers of the keys now."""
        return self.pages[self.page]

    @property
    def has_more(self) -> bool:
        return self.page < len(self.pages) - 1

    def picture(self) -> Image.Image:
        labels = {key.name.lower(): self.labels[item] for key, item in self.answers.items()}
        if self.has_more:
            labels["down"] = self.stage.words("box.more-answers")
        heading = self.heading
        return screen.compass(heading.title, heading.right, heading.texts_above, screen.Compass(**labels))

    def step_back(self) -> bool:
        is_later = self.page > 0
        self.page -= is_later
        return is_later

    def move(self, key: Key) -> None:
        if key in self.answers:
            self.give(self.answers[key])
        elif key == Key.DOWN and self.has_more:
            self.page += 1

    def repeat(self, key: Key) -> None:
        """Ignore a held key: an answer is given once."""


def parts_of(choice: Pick | Count) -> tuple[list[Item], list[Item]]:
    """Return the answers that are allowed, and those that are barred."""
    return list(choice.legal()), list(choice.barred) if isinstance(choice, Pick) else []


def pages(items: Sequence[Item], likely: Any = None) -> list[Page]:
    """Return the answers by key, page by page; the likely one is OK's.

    >>> [[key.name for key in page] for page in pages("abcdefg")]
    [['UP', 'LEFT', 'OK', 'RIGHT'], ['LEFT', 'OK', 'RIGHT']]
    >>> pages("abc", "a")[0][Key.OK]
    'a'
    """
    if likely is not None:
        return _around(likely, [item for item in items if item != likely])
    if len(items) <= ON_A_PAGE:
        return [dict(zip(KEYS[len(items)], items, strict=True))]
    return [dict(zip(ABOVE_MORE, items, strict=False)), *pages(items[len(ABOVE_MORE) :])]


def _around(likely: Item, others: Sequence[Item]) -> list[Page]:
    """Return the pages with the likely answer in the middle of the first."""
    is_all = len(others) < ON_A_PAGE
    keys = AROUND_LIKELY.get(len(others), (Key.UP, Key.LEFT, Key.RIGHT, Key.DOWN)[: 4 if is_all else 3])
    first = {**dict(zip(keys, others, strict=False)), Key.OK: likely}
    return [first] if is_all else [first, *pages(others[len(keys) :])]


def fits_compass(asking: Asking, choice: Pick | Count) -> bool:
    """Return whether the answers are few and short enough for the keys, and there are keys."""
    allowed, barred = parts_of(choice)
    if asking.stage.has_knob or len(allowed) + len(barred) > (MOST if isinstance(choice, Pick) else ON_A_PAGE):
        return False
    return screen.fits([f"× {label}" for label in labels_of(asking, choice, [*allowed, *barred])])
