"""A question whose answers lie around the thumb: one key each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PIL import Image

from companion.choices import Count, Item, Pick
from firmware.scenes.questions.questions import Asking, QuestionScene, labels_of
from firmware.screens import compass as screen
from hardware.keys import Key

ON_A_PAGE = 5
MOST = 13
"""More answers than three pages hold are quicker to find in a list."""
MOST_NUMBERS = 9
"""More numbers than two pages hold are quicker to count up to."""
KEYS = {
    0: (),
    1: (Key.OK,),
    2: (Key.LEFT, Key.RIGHT),
    3: (Key.LEFT, Key.OK, Key.RIGHT),
    4: (Key.UP, Key.LEFT, Key.RIGHT, Key.DOWN),
    5: (Key.UP, Key.LEFT, Key.OK, Key.RIGHT, Key.DOWN),
}
"""The keys of up to five answers, by their number, in the order in which one reads them."""
ABOVE_MORE = (Key.UP, Key.LEFT, Key.OK, Key.RIGHT)
"""The keys of the first page if DOWN shows more answers."""
BETWEEN_MORE = (Key.LEFT, Key.OK, Key.RIGHT)
"""The keys of the first page if UP and DOWN show more answers."""
AROUND_LIKELY = {
    0: (),
    1: (Key.RIGHT,),
    2: (Key.LEFT, Key.RIGHT),
    3: (Key.UP, Key.LEFT, Key.RIGHT),
    4: (Key.UP, Key.LEFT, Key.RIGHT, Key.DOWN),
}
"""The keys of the answers beside the likely one, by their number."""
TURNS: Mapping[int, Mapping[Key, int]] = {1: {}, 2: {Key.DOWN: 1}, 3: {Key.UP: 1, Key.DOWN: 2}}
"""The keys of the first page that show another one, by the number of pages."""

Page = Mapping[Key, Item]


class Paged(QuestionScene):
    """The common part of questions whose answers lie around the thumb, on up to three pages.

    From the first page DOWN shows another one, and with many answers UP does, too; BACK comes back.
    """

    page = 0

    @property
    def pages(self) -> Sequence[Page]:
        """Return the answers by key, page by page."""
        raise NotImplementedError

    @property
    def turns(self) -> Mapping[Key, int]:
        """Return the keys that show another page now, and which."""
        return {} if self.page else TURNS[len(self.pages)]

    def turn(self, key: Key) -> None:
        """Show another page, if the key does that."""
        self.page = self.turns.get(key, self.page)

    def turn_back(self) -> bool:
        """Show the first page again; return whether another one was shown."""
        is_further = self.page > 0
        self.page = 0
        return is_further

    def repeat(self, key: Key) -> None:
        """Ignore a held key: an answer is given once."""

    def around(self, answers: Page, label: Callable[[Item], str]) -> screen.CompassLabels:
        """Return what stands at the keys: their answers; for one of two further pages, what it begins with."""
        labels = {key.name.lower(): label(item) for key, item in answers.items()}
        for key, page in self.turns.items():
            begins = f"{label(next(iter(self.pages[page].values())))} …"
            is_said = len(self.turns) > 1 and screen.fits([begins])
            labels[key.name.lower()] = begins if is_said else self.stage.words("box.more-answers")
        return screen.CompassLabels(**labels)


class Compass(Paged):
    """Each key gives the answer drawn at its side. A barred answer is marked, and says why when it is taken."""

    def __init__(self, asking: Asking, choice: Pick | Count, likely: Any) -> None:
        super().__init__(asking)
        self.choice = choice
        allowed, barred = parts_of(choice)
        crossed = [f"× {label}" for label in labels_of(asking.words, choice, barred)]
        labels = [*labels_of(asking.words, choice, allowed), *crossed]
        self.labels = dict(zip([*allowed, *barred], labels, strict=True))
        is_known = isinstance(choice, Pick) and likely in allowed  # numbers stay in their order
        self._pages = pages([*allowed, *barred], likely if is_known else None)

    @property
    def pages(self) -> Sequence[Page]:
        return self._pages

    @property
    def answers(self) -> Page:
        """Return the answers of the keys now."""
        return self.pages[self.page]

    def picture(self) -> Image.Image:
        heading, answers = self.heading, self.around(self.answers, self.labels.__getitem__)
        return screen.compass(heading.title, heading.right, heading.texts_above, answers)

    def step_back(self) -> bool:
        return self.turn_back()

    def move(self, key: Key) -> None:
        if key in self.answers:
            self.give(self.answers[key])
        else:
            self.turn(key)


def parts_of(choice: Pick | Count) -> tuple[list[Item], list[Item]]:
    """Return the answers that are allowed, and those that are barred."""
    return list(choice.legal()), list(choice.barred) if isinstance(choice, Pick) else []


def pages(items: Sequence[Item], likely: Any = None) -> list[Page]:
    """Return at most 13 answers by key, page by page; the likely one is OK's on the first page.

    >>> [[key.name for key in page] for page in pages("abcdefg")]
    [['UP', 'LEFT', 'OK', 'RIGHT'], ['LEFT', 'OK', 'RIGHT']]
    >>> ["".join(page.values()) for page in pages("abcdefghijk")]
    ['abc', 'defg', 'hijk']
    >>> pages("abc", "a")[0][Key.OK]
    'a'
    """
    others = [item for item in items if item != likely]
    is_likely = len(others) < len(items)
    keys = _first_keys(len(items), is_likely=is_likely)
    first = dict(zip(keys, others, strict=False)) | ({Key.OK: likely} if is_likely else {})
    rest = others[len(keys) :]
    half = -(-len(rest) // 2)
    further = [rest] if len(rest) <= ON_A_PAGE else [rest[:half], rest[half:]]
    return [first, *(dict(zip(KEYS[len(page)], page, strict=True)) for page in further if page)]


def _first_keys(number: int, *, is_likely: bool) -> Sequence[Key]:
    """Return the keys of the first page, without OK if that has the likely answer."""
    if number <= ON_A_PAGE:
        return AROUND_LIKELY[number - 1] if is_likely else KEYS[number]
    keys = ABOVE_MORE if number < 2 * ON_A_PAGE else BETWEEN_MORE
    return [key for key in keys if key != Key.OK] if is_likely else keys


def fits_compass(asking: Asking, choice: Pick | Count) -> bool:
    """Return whether the answers are few and short enough for the keys, and there are keys."""
    allowed, barred = parts_of(choice)
    if asking.stage.has_knob or len(allowed) + len(barred) > (MOST if isinstance(choice, Pick) else MOST_NUMBERS):
        return False
    return screen.fits([f"× {label}" for label in labels_of(asking.words, choice, [*allowed, *barred])])
