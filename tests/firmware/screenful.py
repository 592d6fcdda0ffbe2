"""As much of a terminal as the window uses, read back into the dots of the glass."""

from __future__ import annotations

import re

from PIL import Image

TOKEN = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])|[^\x1b]")


class Screenful:
    """As much of a terminal as the window uses; anything else it is sent is a failure."""

    def __init__(self, columns: int, lines: int) -> None:
        self.size = columns, lines
        self.cells: dict[tuple[int, int], str] = {}
        self.modes: set[str] = set()
        self.written: list[int] = []  # the line of each jump of the cursor
        self.line = self.column = 1
        self._rest = ""

    def feed(self, text: str) -> None:
        text = self._rest + text
        place = 0
        while (token := TOKEN.match(text, place)) is not None:
            place = token.end()
            self._obey(token[1], token[2]) if token[2] else self._put(token[0])
        self._rest = text[place:]
        assert len(self._rest) < 12, self._rest  # the window sends no longer ones

    def _put(self, character: str) -> None:
        assert character.isprintable()
        assert self.column <= self.size[0]
        assert self.line <= self.size[1]
        self.cells[self.line, self.column] = character
        self.column += 1

    def _obey(self, values: str, final: str) -> None:
        if final == "H":
            self.line, self.column = map(int, values.split(";")) if values else (1, 1)
            self.written.append(self.line)
        elif final == "J":
            assert values == "2"
            self.cells.clear()
        elif final in "hl":
            (self.modes.add if final == "h" else self.modes.discard)(values)
        else:
            assert final == "m", final

    @property
    def text(self) -> list[str]:
        columns, lines = self.size
        return [
            "".join(self.cells.get((line, column), " ") for column in range(1, columns + 1)).rstrip()
            for line in range(1, lines + 1)
        ]

    def glass(self) -> list[str]:
        """Return the lines inside the frame, which must be whole."""
        (corner,) = [place for place, character in self.cells.items() if character == "┌"]
        (end,) = [place for place, character in self.cells.items() if character == "┘"]
        top, left, bottom, right = *corner, *end
        lines = [
            "".join(self.cells.get((line, column), " ") for column in range(left, right + 1))
            for line in range(top, bottom + 1)
        ]
        inside = right - left - 1
        assert lines[0] == "┌" + "─" * inside + "┐"
        assert lines[-1] == "└" + "─" * inside + "┘"
        assert {(line[0], line[-1]) for line in lines[1:-1]} == {("│", "│")}
        return [line[1:-1] for line in lines[1:-1]]

    def picture(self) -> Image.Image:
        """Return the glass read back into dots."""
        lines = self.glass()
        wide = 128 // len(lines[0])
        picture = Image.new("1", (128, 64))
        for y, line in enumerate(lines):
            for x, character in enumerate(line):
                picture.paste(half_block(character) if wide == 1 else braille(character), (x * wide, y * wide * 2))
        return picture


def half_block(character: str) -> Image.Image:
    cell = Image.new("1", (1, 2))
    cell.putpixel((0, 0), character in "▀█")
    cell.putpixel((0, 1), character in "▄█")
    return cell


def braille(character: str) -> Image.Image:
    """Dots 1 to 8 as Unicode names them: 1-3 down the left, 4-6 down the right, 7 and 8 beneath."""
    assert character == " " or "\u2800" < character <= "\u28ff"
    bits = 0 if character == " " else ord(character) - 0x2800
    places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
    cell = Image.new("1", (2, 4))
    for number, place in enumerate(places):
        cell.putpixel(place, bits >> number & 1)
    return cell
