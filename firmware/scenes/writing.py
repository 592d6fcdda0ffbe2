"""Writing letter by letter: LEFT and RIGHT choose a place, UP and DOWN a letter."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from firmware.scenes import STEP, Scene, Stage
from firmware.screens import setting_up
from hardware.keys import Key

IN_SIGHT = 14
"""Letters of a long text that the screen shows."""
LETTERS = " abcdefghijklmnopqrstuvwxyzàáâäçéèêëîïìíôöòóœùûüúñß'-0123456789"


class TextEditor(Scene):
    """A text being written from an alphabet. OK takes it; BACK rubs out."""

    def __init__(
        self, stage: Stage, title: str, alphabet: str, *, most: int, done: Callable[[str], None], text: str = ""
    ) -> None:
        super().__init__(stage)
        self.title = title
        self.alphabet = alphabet
        self.most = most
        self.done = done
        self.letters = [letter for letter in text if letter in alphabet] or ["a"]
        self.touched = bool(text)
        self.cursor = 0

    @property
    def text(self) -> str:
        return "".join(self.letters)

    def shown(self) -> list[str]:
        return self.letters

    def picture(self) -> Image.Image:
        words = self.stage.words
        here = self.alphabet.index(self.letters[self.cursor])
        beside = (self.alphabet[here - 1], self.alphabet[(here + 1) % len(self.alphabet)])
        footer = (words("naming.keys"), words("naming.done"))
        first = max(0, self.cursor - IN_SIGHT + 1)
        in_sight = self.shown()[first : first + IN_SIGHT]
        return setting_up.letters(self.title, in_sight, self.cursor - first, beside, footer)

    def key(self, key: Key) -> None:
        letters = self.letters
        self.touched = self.touched or key in STEP
        if key in (Key.UP, Key.DOWN):
            here = self.alphabet.index(letters[self.cursor])
            letters[self.cursor] = self.alphabet[(here + STEP[key]) % len(self.alphabet)]
        elif key == Key.RIGHT:
            if self.cursor == len(letters) - 1 and len(letters) < self.most:
                letters.append("a" if len(letters) % 2 else "e")
            self.cursor = min(self.cursor + 1, len(letters) - 1)
        elif key == Key.LEFT:
            self.cursor = max(0, self.cursor - 1)
        elif key == Key.OK and self.touched:
            self.done(self.text)
        elif key == Key.BACK:
            self._rub_out()

    def _rub_out(self) -> None:
        if len(self.letters) > 1:
            del self.letters[self.cursor]
            self.cursor = min(self.cursor, len(self.letters) - 1)
        else:
            self.stage.back()


class NameEditor(TextEditor):
    """A name being written: the first letter of each part becomes a capital."""

    def __init__(self, stage: Stage, most: int, done: Callable[[str], None]) -> None:
        super().__init__(stage, stage.words("naming.title"), LETTERS, most=most, done=done)

    @property
    def text(self) -> str:
        return " ".join(part.capitalize() for part in "".join(self.letters).split())

    def shown(self) -> list[str]:
        before = [" ", *self.letters]
        return [
            letter.upper() if place == " " else letter for place, letter in zip(before, self.letters, strict=False)
        ]
