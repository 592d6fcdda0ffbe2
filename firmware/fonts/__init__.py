"""The box's own bitmap fonts: small, tiny and large, drawn dot by dot in the text files beside this one."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path

from PIL import Image

from firmware.fonts.drawing import FontDrawing

ELLIPSIS = "…"
NO_BREAK_SPACE = "\u00a0"
STAY_WITH_THE_WORD_BEFORE = ":;!?»"
A_NAMES_NUMBER = re.compile(r" (?=\d+(?:[,.;]|$))")
"""The spaces in "Anna 3, Ben 12.": a number stays with its name, unless that takes an extra line."""


class Font:
    """A bitmap font for one-bit pictures.

    ``y`` is the top of the cell. The cell is ``height`` dots high: ``ascent`` above the baseline, with room
    for the accent of a capital, and room below it.

    >>> from PIL import Image
    >>> picture = Image.new("1", (128, 64))
    >>> small = Font.load("small")
    >>> small.draw(picture, (0, 0), "Niccolò")
    30
    """

    def __init__(self, drawing: FontDrawing) -> None:
        measures = drawing.measures
        self.ascent = measures["ascent"]
        self.height = drawing.height
        self.capitals = measures["capitals"]
        self.gap = measures["gap"]
        self.characters = drawing.characters
        self._glyphs = _Glyphs(drawing, self.gap)

    @staticmethod
    @cache
    def load(name: str) -> Font:
        """Return the font of this name; it is read once and cached."""
        text = Path(__file__).with_name(f"{name}.txt").read_text(encoding="utf-8")
        return Font(FontDrawing.read(text))

    def can_draw(self, text: str) -> bool:
        """Return whether it has a glyph for every letter; a missing one is drawn as a box.

        >>> Font.load("small").can_draw("Niccolò"), Font.load("small").can_draw("日本")
        (True, False)
        """
        return set(_settled(text)) <= self.characters

    def width(self, text: str) -> int:
        """Return how many dots wide the text is, without the gap after its last letter."""
        columns = sum(map(len, map(self._glyphs.__getitem__, _settled(text)))) // self._glyphs.stride
        return max(0, columns - self.gap)

    def draw(self, target: Image.Image, at: tuple[int, int], text: str, fill: int = 1) -> int:
        """Draw one line with the top left of its cell at a place; return the x after its last dot."""
        x, y = at
        columns = b"".join([self._glyphs[character] for character in _settled(text)])
        if not columns:
            return x
        stride = self._glyphs.stride
        count = len(columns) // stride
        lying = Image.frombytes("1", (stride * 8, count), columns)
        mask = lying.transpose(Image.Transpose.TRANSPOSE)
        target.paste(fill, (x, y), mask)
        return x + count - self.gap

    def fit(self, text: str, width: int) -> str:
        """Return the text if it is no wider than this, or as much of it as leaves room for an ellipsis."""
        text = _settled(text)
        if self.width(text) <= width:
            return text
        room = width - self.width(ELLIPSIS)
        if room < 0:
            return ""
        return text[: self._reach(text, room)].rstrip() + ELLIPSIS

    def wrap(self, text: str, width: int) -> list[str]:
        """Return the text in lines no wider than this, broken at spaces; a word too long for a line is cut."""
        if not text.strip():
            return []
        lines: list[str] = []
        for paragraph in _settled(text).split("\n"):
            whole = self._wrap_paragraph(A_NAMES_NUMBER.sub(NO_BREAK_SPACE, paragraph), width)
            broken = self._wrap_paragraph(paragraph, width)
            lines += whole if len(whole) <= len(broken) else broken
        return lines

    def _wrap_paragraph(self, text: str, width: int) -> list[str]:
        for mark in STAY_WITH_THE_WORD_BEFORE:
            text = text.replace(f" {mark}", NO_BREAK_SPACE + mark)
        lines: list[str] = []
        line = ""
        for word in filter(None, text.replace("« ", "«" + NO_BREAK_SPACE).split(" ")):
            longer = f"{line} {word}" if line else word
            if self.width(longer) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            *whole, line = self._cut(word, width)
            lines += whole
        return [*lines, line]

    def _cut(self, word: str, width: int) -> list[str]:
        """Return a word in pieces no wider than this, of one letter at least."""
        pieces = []
        while self.width(word) > width and len(word) > 1:
            end = max(1, self._reach(word, width + self.gap))
            pieces.append(word[:end])
            word = word[end:]
        return [*pieces, word]

    def _reach(self, text: str, room: int) -> int:
        """Return how many letters from the start fit into this room, each with the gap after it."""
        for index, character in enumerate(text):
            room -= self._advance(character)
            if room < 0:
                return index
        return len(text)

    def _advance(self, character: str) -> int:
        return len(self._glyphs[character]) // self._glyphs.stride


class _Glyphs(dict[str, bytes]):
    """Glyphs by character, drawn at first use: the dots of each column from the top, then the gap."""

    def __init__(self, drawing: FontDrawing, gap: int) -> None:
        super().__init__()
        self.drawing = drawing
        self.stride = (drawing.height + 7) // 8
        self._gap = bytes(self.stride * gap)

    def __missing__(self, character: str) -> bytes:
        rows = self.drawing.rows(character if character in self.drawing else "box")
        self[character] = b"".join(map(self._column, zip(*rows, strict=True))) + self._gap
        return self[character]

    def _column(self, dots: tuple[str, ...]) -> bytes:
        bits = "".join(dots).replace("#", "1").replace(".", "0")
        return int(bits.ljust(self.stride * 8, "0"), 2).to_bytes(self.stride, "big")


def _settled(text: str) -> str:
    """Return the text with each accented letter as one character, however the phone sent it."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)
