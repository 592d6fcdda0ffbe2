"""The film of a boot: pictures read off the bus, with the seconds since power on and what the console said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from firmware.screens.canvas import HEIGHT, WIDTH, Canvas
from tests.boot.machine import Line, Machine

LARGER, GAP, CAPTION, GROUND = 2, 10, 22, 60
ACROSS = 4
MARK = re.compile(r"mark-\d+-(begin|end)")
"""Before and after what a command of a test prints on the console (`Machine.run`)."""
OURS = re.compile(r"printf '|stty -echo|root@\w+:| running \(")
"""Lines that are typed, or their prompt; and a service that is waited for, counted in seconds."""
STATUS = re.compile(r"^\[[^]]*\] +")
NEAREST = Image.Resampling.NEAREST


class Shot(NamedTuple):
    """One picture, when it was taken, and what it shows."""

    seconds: float
    picture: Image.Image
    caption: str
    console: str


class Strip:
    """Pictures in the order in which they were taken."""

    def __init__(self) -> None:
        self.shots: list[Shot] = []

    def shoot(self, pi: Machine, caption: str, at: float | None = None) -> None:
        """Take what the glass shows now, or showed at a moment."""
        moment = pi.begun + pi.since() if at is None else at
        picture = [seen.picture for seen in pi.bus.seen if seen.at <= moment][-1]
        self.shots.append(Shot(moment - pi.begun, picture, caption, last_word(pi.console, moment)))

    def image(self) -> Image.Image:
        """Return all pictures, twice as large, four in a row, each with its seconds above it."""
        wide, high = WIDTH * LARGER + GAP, HEIGHT * LARGER + GAP + CAPTION
        rows = -(-len(self.shots) // ACROSS)
        sheet = Image.new("L", (wide * ACROSS + GAP, high * rows + GAP), GROUND)
        for number, shot in enumerate(self.shots):
            left, top = GAP + number % ACROSS * wide, GAP + number // ACROSS * high
            sheet.paste(written(f"{shot.seconds:.0f} s  {shot.caption}"), (left, top))
            large = shot.picture.convert("L").resize((WIDTH * LARGER, HEIGHT * LARGER), NEAREST)
            sheet.paste(large, (left, top + CAPTION))
        return sheet.quantize(4)

    def save(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self.image().save(file, optimize=True)


def last_word(console: Sequence[Line], moment: float) -> str:
    """Return the last line that the machine itself had said up to a moment, whatever it was about.

    Not what a test had it print, nor the count of seconds of a service that it waits for.

    >>> last_word([Line(1.0, "[  OK  ] Reached target basic.target"), Line(2.0, "mark-1-begin")], 3.0)
    'Reached target basic.target'
    """
    word, is_ours = "", False
    for line in console:
        text = line.text.strip()
        if line.at > moment:
            break
        if found := MARK.match(text):
            is_ours = found[1] == "begin"
        elif text and not (is_ours or OURS.search(text)):
            word = STATUS.sub("", text)
    return word


def written(caption: str) -> Image.Image:
    """Return a caption in letters of the box, lit on the ground of the sheet."""
    canvas = Canvas()
    width = min(WIDTH, canvas.text(0, 0, caption))
    text = canvas.image.crop((0, 0, width, 10)).convert("L").point(lambda dot: 255 if dot else GROUND)
    return text.resize((width * 2, 20), NEAREST)
