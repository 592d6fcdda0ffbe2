"""Writing a name letter by letter: LEFT and RIGHT choose a place, UP and DOWN a letter."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from firmware.scenes import STEP, Scene, Stage
from firmware.screens import setting_up
from hardware.keys import Key

LETTERS = " abcdefghijklmnopqrstuvwxyzàâäçéèêëîïìôöòœùûüñ'-0123456789"


class NameEditor(Scene):
    """A name being written. Its first letter becomes a capital. OK takes the name; BACK rubs out."""

    def __init__(self, stage: Stage, most: int, done: Callable[[str], None]) -> None:
        super().__init__(stage)
        self.most = most
        self.done = done
        self.letters = ["a"]
        self.touched = False
        self.cursor = 0

    @property
    def name(self) -> str:
        return " ".join(part.capitalize() for part in "".join(self.letters).split())

    def picture(self) -> Image.Image:
        words = self.stage.words
        here = LETTERS.index(self.letters[self.cursor])
        beside = (LETTERS[here - 1], LETTERS[(here + 1) % len(LETTERS)])
        footer = (words("naming.keys"), words("naming.done"))
        return setting_up.letters(words("naming.title"), self.letters, self.cursor, beside, footer)

    def key(self, key: Key) -> None:
        letters = self.letters
        self.touched = self.touched or key in STEP
        if key in (Key.UP, Key.DOWN):
            here = LETTERS.index(letters[self.cursor])
            letters[self.cursor] = LETTERS[(here + STEP[key]) % len(LETTERS)]
        elif key == Key.RIGHT:
            if self.cursor == len(letters) - 1 and len(letters) < self.most:
                letters.append("a" if len(letters) % 2 else "e")
            self.cursor = min(self.cursor + 1, len(letters) - 1)
        elif key == Key.LEFT:
            self.cursor = max(0, self.cursor - 1)
        elif key == Key.OK and self.touched:
            self.done(self.name)
        elif key == Key.BACK:
            self._rub_out()

    def _rub_out(self) -> None:
        if len(self.letters) > 1:
            del self.letters[self.cursor]
            self.cursor = min(self.cursor, len(self.letters) - 1)
        else:
            self.stage.back()
