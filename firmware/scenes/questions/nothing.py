"""Nothing at all as an answer: where it can hardly be meant, the box asks before it takes it."""

from __future__ import annotations

from typing import Any

from companion.choices import MANY, Pick, Several, Spread
from firmware.scenes.questions.questions import Asking, Heading, QuestionScene, TwoWays, wanted
from hardware.keys import Key


class OrNothing(QuestionScene):
    """A question about how many of what, to which nothing at all may be the answer.

    Where that is no ordinary answer, OK alone never gives it: the box asks, LEFT says yes, OK and BACK go back.
    """

    choice: Several | Spread
    is_ordinary: bool
    """Whether nothing is given without being asked for again."""
    doubt: TwoWays | None = None
    """The question whether nothing is meant, while it is asked."""

    def ask_if_meant(self) -> None:
        """Ask whether nothing at all is the answer; until that is said, this question stands still."""
        heading, words = self.heading, self.stage.words
        who, brief = (heading.title, heading.right) if heading.right else ("", heading.title)
        doubt = Heading(who, brief, words("box.nothing-meant", all=wanted(self.choice)), heading.question)
        yes, no = words("box.yes"), words("box.no")
        asking = Asking(self.stage, doubt, self.words, lambda said: self._hear(is_meant=said == yes))
        self.doubt = TwoWays(asking, Pick("", (yes, no)), no)

    def _hear(self, *, is_meant: bool) -> None:
        self.doubt = None
        if is_meant:
            self.give_nothing()
        else:
            self.reconsider()

    def give_nothing(self) -> None:
        """Give the answer that there is nothing at all."""
        self.done(dict.fromkeys(self.choice.most, 0) if isinstance(self.choice, Spread) else [])

    def reconsider(self) -> None:
        """Get ready to be answered again."""

    def key(self, key: Key) -> None:
        if self.doubt is None:
            super().key(key)
            return
        self.stay_open()
        if key == Key.BACK:
            self._hear(is_meant=False)
        else:
            self.doubt.move(key)


def is_ordinary(choice: Several | Spread, likely: Any) -> bool:
    """Return whether nothing is an ordinary answer: the game offers it, or a whole answer given before stands ready.

    It is also where nothing else could be said.
    """
    return choice.sole is not MANY or isinstance(likely, dict | list)
