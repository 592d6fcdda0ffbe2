"""Read a font as people draw it: strips of glyphs side by side, and a table of letters made of others."""

from __future__ import annotations

from collections.abc import Iterator

Rows = tuple[str, ...]
"""A glyph as drawn, top to bottom, ``#`` lit and ``.`` dark."""


class DrawingError(ValueError):
    """A font file with a mistake; the message names the line."""


class FontDrawing:
    """A parsed font file: its measures, the glyphs drawn in it, and how the others are composed of these."""

    def __init__(self) -> None:
        self.measures: dict[str, int] = {}
        self.drawn: dict[str, Rows] = {}
        self.made: dict[str, tuple[str, ...]] = {}

    @classmethod
    def read(cls, text: str) -> FontDrawing:
        """Read a whole font file."""
        drawing = cls()
        lines = enumerate(text.splitlines(), start=1)
        for number, line in lines:
            words = line.split()
            if not words or line.startswith(";"):
                continue
            if words[0] == "glyphs":
                drawing._add_strip(number, words[1:], lines)
            elif len(words) > 2 and words[1] == "=":
                drawing.made[_character(words[0])] = tuple(_character(name) for name in words[2::2])
            elif len(words) == 2 and words[1].isdecimal():
                drawing.measures[words[0]] = int(words[1])
            else:
                raise DrawingError(f"line {number}: {line!r} is neither measure, glyphs nor an '=' line")
        return drawing

    @property
    def height(self) -> int:
        """Return the number of rows in the cell of a glyph."""
        return self.measures["ascent"] + self.measures["descent"]

    def __contains__(self, name: str) -> bool:
        return name in self.drawn or name in self.made

    @property
    def characters(self) -> set[str]:
        """Return every character the font can draw, without the named parts that only others use."""
        return {name for name in (*self.drawn, *self.made) if len(name) == 1}

    def rows(self, name: str) -> Rows:
        """Return a glyph as drawn or composed, padded with dark rows to the height of the cell."""
        if name in self.drawn:
            rows = self.drawn[name]
            return rows + ("." * len(rows[0]),) * (self.height - len(rows))
        base, *marks = self.made[name]
        rows = self.rows(base)
        for mark in marks:
            rows = _laid_over(rows, self.rows(mark))
        return rows

    def _add_strip(self, number: int, names: list[str], lines: Iterator[tuple[int, str]]) -> None:
        strip: list[list[str]] = []
        for at, line in lines:
            if not line.strip():
                break
            strip.append(line.split())
            if len(strip[-1]) != len(names):
                raise DrawingError(f"line {at}: {len(strip[-1])} glyphs in this row, {len(names)} named")
        if not strip or len(strip) > self.height:
            raise DrawingError(f"line {number}: {len(strip)} rows, the cell has {self.height}")
        for name, rows in zip(names, zip(*strip, strict=True), strict=True):
            if len({len(row) for row in rows}) != 1 or "".join(rows).strip("#."):
                raise DrawingError(f"line {number}: rows of {name!r} differ in width, or are not all # and .")
            self.drawn[_character(name)] = rows


def _character(name: str) -> str:
    """Return what a name in the file stands for: a character, ``U+00A0`` by its number, or a part as it is."""
    if name == "space":
        return " "
    return chr(int(name[2:], 16)) if name.startswith("U+") else name


def _laid_over(base: Rows, mark: Rows) -> Rows:
    """Return both glyphs in one, each centred on the wider of the two."""
    width = max(len(base[0]), len(mark[0]))
    pairs = zip(_centred(base, width), _centred(mark, width), strict=True)
    return tuple("".join("#" if "#" in dots else "." for dots in zip(*pair, strict=True)) for pair in pairs)


def _centred(rows: Rows, width: int) -> Rows:
    left = (width - len(rows[0])) // 2
    return tuple(("." * left + row).ljust(width, ".") for row in rows)
