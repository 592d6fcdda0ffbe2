"""A name, letter by letter: LEFT and RIGHT choose a place, UP and DOWN a letter."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PIL import Image

from firmware.canvas import Canvas
from firmware.scenes import STEP, Scene
from hardware.keys import Key

if TYPE_CHECKING:
    from firmware.box import Box

LETTERS = " abcdefghijklmnopqrstuvwxyzàâäçéèêëîïìôöòœùûüñ'-0123456789"


class NameEditor(Scene):
    """The first letter is a capital by itself. OK after an empty place takes the name; BACK rubs out."""

    def __init__(self, box: Box, most: int, done: Callable[[str], None]) -> None:
        super().__init__(box)
        self.most = most
        self.done = done
        self.letters = ["a"]
        self.cursor = 0

    @property
    def name(self) -> str:
        return " ".join(part.capitalize() for part in "".join(self.letters).split())

    def picture(self) -> Image.Image:
        words = self.box.words
        canvas = Canvas()
        canvas.title(words("naming.title"))
        shown = "".join(self.letters)
        x = 8
        for place, letter in enumerate(shown):
            glyph = letter.upper() if place == 0 or shown[place - 1] == " " else letter
            width = max(5, canvas.small.width(glyph))
            if place == self.cursor:
                canvas.box(x - 1, 24, width + 2, 12)
            canvas.text(x, 25, glyph, fill=0 if place == self.cursor else 1)
            x += width + 2
        here = LETTERS.index(self.letters[self.cursor])
        for offset, y in ((-1, 13), (1, 37)):
            canvas.text(8 + self.cursor * 7, y, LETTERS[(here + offset) % len(LETTERS)])
        canvas.footer(words("naming.keys"), words("naming.done"))
        return canvas.image

    def key(self, key: Key) -> None:
        letters = self.letters
        if key in (Key.UP, Key.DOWN):
            here = LETTERS.index(letters[self.cursor])
            letters[self.cursor] = LETTERS[(here + STEP[key]) % len(LETTERS)]
        elif key == Key.RIGHT:
            if self.cursor == len(letters) - 1 and len(letters) < self.most:
                letters.append("a" if len(letters) % 2 else "e")
            self.cursor = min(self.cursor + 1, len(letters) - 1)
        elif key == Key.LEFT:
            self.cursor = max(0, self.cursor - 1)
        elif key == Key.OK:
            self.done(self.name)
        elif key == Key.BACK:
            self._rub_out()

    def _rub_out(self) -> None:
        if len(self.letters) > 1:
            del self.letters[self.cursor]
            self.cursor = min(self.cursor, len(self.letters) - 1)
        else:
            self.box.back()
