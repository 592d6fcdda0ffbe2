"""Some of several names, ticked in a list."""

from __future__ import annotations

from typing import Any

from PIL import Image

from companion.choices import Item, Several
from firmware.scenes import STEP
from firmware.scenes.questions.questions import Asking, QuestionScene, wanted
from firmware.screens import lists
from hardware.keys import Key


class Checklist(QuestionScene):
    """Some of several names: OK ticks one or unticks it, and on the last line gives the answer.

    When no more may be ticked, the bar goes to that line by itself.
    """

    def __init__(self, asking: Asking, choice: Several, likely: Any) -> None:
        super().__init__(asking)
        self.choice = choice
        self.items = list(choice.items)
        self.chosen: list[Item] = [item for item in likely if item in self.items] if isinstance(likely, list) else []
        self.names = [self.words.thing(choice.of, item) for item in self.items]
        self.grid = lists.grid_for([f"✓{name}" for name in self.names] + [self._done])
        self.cursor = len(self.items) if self.chosen and len(self.chosen) == choice.high else 0

    @property
    def _done(self) -> str:
        return f"{self.stage.words('box.places-done')} {len(self.chosen)}/{wanted(self.choice)}"

    def picture(self) -> Image.Image:
        ticked = [
            f"✓{name}" if item in self.chosen else name for item, name in zip(self.items, self.names, strict=True)
        ]
        heading = self.heading
        early = 0 if len(self.chosen) >= self.choice.low else 1
        labels = [*ticked, self._done]
        return lists.options(heading.title, heading.right, labels, early, self.cursor, self.grid, *heading.footers)

    def move(self, key: Key) -> None:
        if key == Key.OK:
            self._take()
            return
        lines = len(self.items) + 1
        jump = STEP.get(key, 0) * (self.grid.rows if key in (Key.LEFT, Key.RIGHT) else 1)
        if key in (Key.LEFT, Key.RIGHT) and not 0 <= self.cursor + jump < lines:
            jump = STEP[key]
        self.cursor = (self.cursor + jump) % lines

    @property
    def item(self) -> Item | None:
        """Return the name under the bar; `None` on the last line."""
        return self.items[self.cursor] if self.cursor < len(self.items) else None

    def _take(self) -> None:
        item = self.item
        if item is None and len(self.chosen) < self.choice.low:
            self.stage.refuse(self.stage.words("box.tick-more", want=wanted(self.choice), count=len(self.chosen)))
        elif item is None:
            self.done([one for one in self.items if one in self.chosen])
        elif item in self.chosen:
            self.chosen.remove(item)
        elif len(self.chosen) < self.choice.high:
            self.chosen.append(item)
            if len(self.chosen) == self.choice.high:
                self.cursor = len(self.items)
        else:
            self.stage.refuse(self.stage.words("box.untick-first", want=wanted(self.choice)))
