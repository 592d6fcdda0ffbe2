"""Up to five answers, each at the place of the key that gives it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from firmware.screens.canvas import HEIGHT, LINE, WIDTH, Canvas

THIRD = (WIDTH - 2) // 3
SIDE = THIRD - 10
"""Dots for an answer of which three stand in a row, beside its arrow."""
ALONE = WIDTH - 16
"""Dots for an answer that has a row to itself."""
HALF = WIDTH // 2 - 12
"""Dots for an answer of which two stand in a row."""
BAR = 12
"""Height of an answer with its frame."""
LEAST = 9
"""Height of an answer where the rows are crowded."""
TOP = LINE + 1
"""The first row of dots under the title."""


Row = dict[str, str]
"""The answers that stand in a row, by key."""


class CompassLabels(NamedTuple):
    """The answers by key; an empty one where the key gives none."""

    up: str = ""
    left: str = ""
    ok: str = ""
    right: str = ""
    down: str = ""


def fits(labels: Sequence[str]) -> bool:
    """Return whether each of these could have a row to itself."""
    canvas = Canvas()
    return all(canvas.tiny.width(label) <= ALONE for label in labels)


def compass(title: str, right: str, texts: Sequence[str], answers: CompassLabels) -> Image.Image:
    """Draw answers around the one that OK gives: those of LEFT and RIGHT beside it if they are short enough.

    Above them stands the first of the `texts` that has room there.
    """
    canvas = Canvas()
    canvas.title(title, right)
    rows = _rows(canvas, answers)
    least_room = HEIGHT - TOP - LEAST * len(rows)
    needed = [lines * canvas.tiny.height for text in texts for lines in [len(canvas.tiny.wrap(text, WIDTH - 2))]]
    above = min((room for room in needed if room <= least_room), default=0)
    height = min(BAR, (HEIGHT - TOP - above) // len(rows))
    top = HEIGHT - height * len(rows)
    _text_above(canvas, texts, top)
    for place, row in enumerate(rows):
        for key, label in row.items():
            _answer(canvas, key, label, y=top + place * height, height=height, in_row=len(row))
    return canvas.image


def _rows(canvas: Canvas, answers: CompassLabels) -> list[Row]:
    """Return the answers of each row by key: those of LEFT, OK and RIGHT in one row, in two or in three."""
    around = {key: label for key, label in answers._asdict().items() if label}
    beside = {key: label for key, label in around.items() if key in ("left", "ok", "right")}
    above, below = {"up": answers.up}, {"down": answers.down}
    if all(canvas.tiny.width(label) <= SIDE for label in beside.values()):
        return [row for row in (above, beside, below) if any(row.values())]
    if len(around) == len(answers) and _fit_side_by_side(canvas, answers):
        return [above, {"left": answers.left, "right": answers.right}, {"ok": answers.ok}, below]
    return [{key: label} for key, label in around.items()]


def _fit_side_by_side(canvas: Canvas, answers: CompassLabels) -> bool:
    return max(map(canvas.tiny.width, (answers.left, answers.right))) <= HALF


def _text_above(canvas: Canvas, texts: Sequence[str], bottom: int) -> None:
    room = bottom - TOP
    for text in texts:
        for font, lead in ((canvas.small, canvas.small.height + 1), (canvas.tiny, canvas.tiny.height)):
            lines = font.wrap(text, WIDTH - 2)
            if len(lines) * lead <= room:
                start = TOP + (room - len(lines) * lead) // 2
                for line, part in enumerate(lines):
                    canvas.centre(start + line * lead, part, font=font)
                return


def _answer(canvas: Canvas, key: str, label: str, *, y: int, height: int, in_row: int) -> None:
    """Draw one answer at the side of its key, with its arrow; the one of OK is lit. Crowded rows have no frames."""
    font = canvas.snug(label, {1: ALONE, 2: HALF}.get(in_row, SIDE))
    width = THIRD if in_row > 2 else max(font.width(label) + 16, THIRD - 2)
    x = {"left": 0, "right": WIDTH - width}.get(key, (WIDTH - width) // 2)
    lift = height < canvas.small.height  # tails of letters stay in sight
    if key == "ok":
        canvas.box(x, y - lift, width, height + lift)
    elif height >= BAR - 1:
        canvas.frame(x, y, width, height)
    before, after = {"ok": (2, 2), "right": (2, 8)}.get(key, (8, 2))
    inside = y + (height - font.height + 1) // 2 - lift
    canvas.centre(inside, label, fill=0 if key == "ok" else 1, left=x + before, right=x + width - after, font=font)
    arrow = {"up": "▴", "left": "◂", "right": "▸", "down": "▾"}.get(key, "")
    arrow_y = y + (height - canvas.small.height + 1) // 2 - lift
    canvas.text(x + width - 7 if key == "right" else x + 2, arrow_y, arrow)
