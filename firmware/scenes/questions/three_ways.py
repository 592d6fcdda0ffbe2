"""A question with three short answers: a key each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PIL import Image

from companion.choices import Pick
from companion.words import Words
from firmware.scenes import has_knob
from firmware.scenes.questions.questions import Done, Heading, Question
from firmware.screens import lists
from hardware.keys import Key

if TYPE_CHECKING:
    from firmware.box.box import Box

KEYS = (Key.LEFT, Key.OK, Key.RIGHT)


class ThreeWays(Question):
    """Three options side by side: LEFT, OK and RIGHT answer at once."""

    def __init__(self, box: Box, heading: Heading, words: Words, done: Done, choice: Pick) -> None:
        super().__init__(box, heading, words, done)
        self.options = choice.options
        self.labels = [words.thing(choice.of, option) for option in choice.options]

    def picture(self) -> Image.Image:
        heading = self.heading
        lines = heading.lines_with_news(lists.TWO_WAYS_LINES)
        return lists.three_ways(heading.title, heading.right, lines, self.labels)

    def move(self, key: Key) -> None:
        if key in KEYS:
            self.done(self.options[KEYS.index(key)])

    def repeat(self, key: Key) -> None:
        """An answer is given once, however long its key is held."""


def are_three(box: Box, words: Words, choice: Pick, likely: Any) -> bool:
    """Whether these are three short answers, the likely one, if any, in the middle, where OK takes it."""
    if has_knob(box) or len(choice.options) != len(KEYS) or choice.barred:
        return False
    labels = [words.thing(choice.of, option) for option in choice.options]
    return likely in (None, choice.options[1]) and lists.stand_in_three(labels)
