"""A rule in a sentence, before the question in which it matters for the first time."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from firmware.scenes.questions.questions import Asking, QuestionScene
from firmware.screens import reading
from firmware.screens.reading import OK
from hardware.keys import Key


class NewRules(QuestionScene):
    """Rules to read, page by page. OK turns the page, LEFT turns back; after the last one comes the question.

    It is covered like the question: even the rule of a secret one may reveal something.
    """

    def __init__(self, asking: Asking, rules: Sequence[str]) -> None:
        super().__init__(asking)
        self.pages = [(rule, leaf) for rule in rules for leaf in reading.leaves(asking.words(rule))]
        self.shown = 0

    def picture(self) -> Image.Image:
        rule, leaf = self.pages[self.shown]
        left = f"{self.shown + 1}/{len(self.pages)} " if len(self.pages) > 1 else ""
        title = self.words("box.new-rule")
        right = reading.beside_title(title, f"{rule} {left}{OK}", f"{left}{OK}", OK)
        return reading.leaf(title, right, leaf)

    def step_back(self) -> bool:
        """Skip what is left to read: BACK goes to the question."""
        self.done(None)
        return True

    def move(self, key: Key) -> None:
        self.shown += -1 if key in (Key.LEFT, Key.UP) else 1
        if self.shown == len(self.pages):
            self.done(None)
        self.shown = max(0, min(self.shown, len(self.pages) - 1))
