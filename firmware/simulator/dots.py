"""The box's dots in characters of a terminal, and a frame around them."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Callable
from typing import NamedTuple, Protocol

from PIL import Image

from hardware.frame import HEIGHT, WIDTH

CLEAR = "\x1b[0m\x1b[2J\x1b[H"
LIT, PLAIN = "\x1b[97;40m", "\x1b[0m"  # white on black in any theme, as the glass is

HALVES = " ▀▄█"
BRAILLE = 0x2800
BRAILLE_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # of the two dots in each of four lines


def half_blocks(picture: Image.Image) -> list[str]:
    """Return the picture in 32 lines of 128 characters, each of two dots."""
    lines = _lines(picture)
    return [
        "".join([HALVES[upper + 2 * lower] for upper, lower in zip(*lines[y : y + 2], strict=True)])
        for y in range(0, HEIGHT, 2)
    ]


def braille(picture: Image.Image) -> list[str]:
    """Return the picture in 16 lines of 64 characters, each of two by four dots."""
    lines = _lines(picture)
    return ["".join([_braille_cell(lines, x, y) for x in range(0, WIDTH, 2)]) for y in range(0, HEIGHT, 4)]


def _braille_cell(lines: list[list[bool]], x: int, y: int) -> str:
    bits = 0
    for line, (left, right) in zip(lines[y : y + 4], BRAILLE_BITS, strict=True):
        bits |= left * line[x] | right * line[x + 1]
    return chr(BRAILLE + bits) if bits else " "  # some fonts draw the empty cell as eight rings


def _lines(picture: Image.Image) -> list[list[bool]]:
    dots = [dot > 0 for dot in picture.convert("L").tobytes()]
    return [dots[start : start + WIDTH] for start in range(0, WIDTH * HEIGHT, WIDTH)]


class Style(NamedTuple):
    """A way to write dots, and the characters that takes; the terminal must have room for a frame as well.

    >>> STYLES[0].columns_needed, STYLES[0].lines_needed
    (130, 36)
    """

    write: Callable[[Image.Image], list[str]]
    columns: int
    lines: int

    @property
    def columns_needed(self) -> int:
        """Return the width with the frame's two sides."""
        return self.columns + 2

    @property
    def lines_needed(self) -> int:
        """Return the height with frame, legend and a spare line: some terminals scroll when their last one is
        written.
        """
        return self.lines + 4


class TooSmall(Protocol):
    """Words for a terminal that has no room for the picture: how much it needs, and how much it has."""

    def __call__(self, *, columns: int, lines: int, columns_here: int, lines_here: int) -> str: ...


def in_figures(*, columns: int, lines: int, columns_here: int, lines_here: int) -> str:
    """Return what is too small in figures, which read the same in every language."""
    sides = (("↔", columns_here, columns), ("↕", lines_here, lines))
    return "  ".join(f"{sign} {here} < {least}" for sign, here, least in sides if here < least)


STYLES = (Style(half_blocks, WIDTH, HEIGHT // 2), Style(braille, WIDTH // 2, HEIGHT // 4))


class Pane:
    """The picture's place in a terminal of one size, and what is written there already.

    >>> pane = Pane(os.terminal_size((80, 24)), "q: leave")
    >>> text = pane.frame() + pane.update(picture)
    """

    def __init__(self, size: os.terminal_size, legend: str, too_small: TooSmall = in_figures) -> None:
        self.size = size
        self._legend = legend
        self._too_small = too_small
        fitting = (style for style in STYLES if style.columns_needed <= size.columns)
        self._style = next((style for style in fitting if style.lines_needed <= size.lines), None)
        if self._style is not None:
            self._left = (size.columns - self._style.columns_needed) // 2 + 1
            self._top = (size.lines - self._style.lines_needed) // 2 + 1
        self._picture: Image.Image | None = None
        self._rows: list[str] = []

    def frame(self) -> str:
        """Return all but the dots; where there is no room for them, say how much is missing."""
        if self._style is None:
            return CLEAR + self._shortage()
        columns, lines = self._style.columns, self._style.lines
        drawn = ["┌" + "─" * columns + "┐", *["│" + " " * columns + "│"] * lines, "└" + "─" * columns + "┘"]
        written = [self._at(number, 0) + line for number, line in enumerate(drawn)]
        self._rows = [""] * lines
        return CLEAR + "".join(written) + self._legend_lines(lines + 2)

    def update(self, picture: Image.Image) -> str:
        """Return the text that redraws the rows that have changed."""
        if self._style is None or picture == self._picture:
            return ""
        before, self._rows, self._picture = self._rows, self._style.write(picture), picture
        changed = [
            self._at(number, 1) + row
            for number, (old, row) in enumerate(zip(before, self._rows, strict=True), start=1)
            if row != old
        ]
        return LIT + "".join(changed) + PLAIN

    def _at(self, line: int, column: int) -> str:
        return f"\x1b[{self._top + line};{self._left + column}H"

    def _legend_lines(self, line: int) -> str:
        """Return the legend in lines; it may be as wide as the terminal, and go on below the frame."""
        top, width = self._top + line, self.size.columns
        lines = textwrap.wrap(self._legend, width)[: max(1, self.size.lines - top)]
        return "".join(
            f"\x1b[{top + number};{(width - len(text)) // 2 + 1}H{text}" for number, text in enumerate(lines)
        )

    def _shortage(self) -> str:
        """Return how much room is missing, in as many lines as there are."""
        needed, here = STYLES[-1], self.size
        text = self._too_small(
            columns=needed.columns_needed,
            lines=needed.lines_needed,
            columns_here=here.columns,
            lines_here=here.lines,
        )
        return "\r\n".join(textwrap.wrap(text, here.columns)[: here.lines])
