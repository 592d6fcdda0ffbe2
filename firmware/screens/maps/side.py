"""The panel beside a board: who is asked what, what is under the cursor, and the answers that are not places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from firmware.screens.canvas import HEIGHT, LINE, WIDTH, Canvas

BUTTON = 10
BUTTONS = 3
"""Height of a button, and the number in sight at once; a single one is a little higher."""
BUTTON_ALONE = 12
TINY_LINE = 7
BRIEF = 4
"""Most lines of the question."""


class SideButton(NamedTuple):
    """An answer that is not a place; a `dim` one is not allowed now."""

    label: str
    dim: bool = False


class Side(NamedTuple):
    """The contents of the panel. `there` may have lines; `at` is the button under the cursor, if it is on one."""

    who: str
    brief: str
    place: str
    there: str = ""
    tally: str = ""
    buttons: Sequence[SideButton] = ()
    at: int | None = None


class Room(NamedTuple):
    """Free rows of dots, from `top` to before `foot`."""

    top: int
    foot: int


def draw_side(canvas: Canvas, side: Side, left: int) -> Room:
    """Draw who is asked, the question in brief, and the buttons at the foot; return the room left between them."""
    y = 0
    if side.who:
        canvas.box(left - 1, 0, WIDTH - left + 1, LINE)
        font = canvas.snug(side.who, WIDTH - left - 1)
        canvas.centre(0 if font is canvas.small else 1, side.who, fill=0, font=font, left=left, right=WIDTH - 1)
        y = LINE
    lines = canvas.tiny.wrap(side.brief, WIDTH - left)
    for line in lines if len(lines) <= BRIEF else [*lines[: BRIEF - 1], " ".join(lines[BRIEF - 1 :])]:
        canvas.text(left, y, line, font=canvas.tiny, width=WIDTH - left)
        y += TINY_LINE
    return Room(y + 1, draw_buttons(canvas, side, left))


def draw_under_cursor(canvas: Canvas, side: Side, left: int, free: Room) -> None:
    """Draw the name of the place, large, and what stands there, always at the same spot."""
    room = free.foot - free.top
    there = side.there.split("\n")
    below = len(there) * TINY_LINE + 1
    needed = canvas.large.height + (below if len(there) > 1 else 2)
    font = canvas.large if room >= needed else canvas.small
    has_room = room >= font.height + below
    y = free.top + max(0, (room - font.height - (below if has_room else 0)) // 2)
    if side.place:
        canvas.text(left, y, side.place, font=font)
        if side.tally:
            canvas.right(WIDTH, y + font.height - TINY_LINE, side.tally, font=canvas.tiny)
    elif side.tally:
        canvas.centre(y, side.tally, font=font, left=left, right=WIDTH)
    for number, line in enumerate(there if has_room else ()):
        at = y + font.height + 1 + number * TINY_LINE
        canvas.text(left, at, line, font=canvas.tiny, width=WIDTH - left)


def draw_buttons(canvas: Canvas, side: Side, left: int) -> int:
    """Draw the buttons at the foot, the one under the cursor lit; return where they begin."""
    first = max(0, min((side.at or 0) - BUTTONS + 1, len(side.buttons) - BUTTONS))
    shown = side.buttons[first : first + BUTTONS]
    alone = len(side.buttons) == 1
    pitch = BUTTON_ALONE if alone else BUTTON
    top = HEIGHT - pitch * len(shown)
    for line, button in enumerate(shown):
        y = top + line * pitch + 1
        lit = side.at == first + line
        (canvas.box if lit else canvas.frame)(left - 1, y, WIDTH - left + 1, pitch - 1)
        if button.dim and not lit:
            canvas.dither(left - 1, y, WIDTH - left + 1, pitch - 1)
        font = canvas.snug(button.label, WIDTH - left - 3) if alone else canvas.tiny
        middle = y + (pitch - 1 - font.capitals) // 2 - (font.ascent - font.capitals)
        canvas.centre(middle, button.label, fill=0 if lit else 1, font=font, left=left + 1, right=WIDTH - 2)
    return top
