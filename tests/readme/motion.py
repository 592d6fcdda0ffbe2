"""The screen in motion: played by keys on simulated pins, filmed from the memory of the screen's chip."""

from __future__ import annotations

import tempfile
from pathlib import Path

from PIL import Image

from companion.words import folders_of
from firmware.scenes.match.match import Match
from firmware.scenes.match.telling import Telling
from hardware.keys import Key
from tests.firmware.boxes import TestBox, asked_seat
from tests.readme.moments import Moment, Players, play_to
from tests.tables import referee

DOT = 4
RIM = 12
DARK, LIT = (8, 10, 14), (196, 228, 255)
STEP = 0.05
"""Seconds between two pictures; equal ones become a single one that is shown for longer."""
HASTE = 1.3
"""The film runs this much faster than life: viewers have no cards to look at meanwhile."""

DOGE = Moment("doge", 4, 73, "advisor", 7)
SCENES = (
    (Moment("venezia", 4, 21, "mover", 4, {"piazza": "mapped"}), 2, 0),
    (Moment("doge", 4, 6, "area", 7), 0, 2),
    (DOGE, 2, 1),
    (Moment("rialto", 3, 20, "stage", 3, {"cards": "table"}), 0, 1),
    (Moment("venise", 2, 95, "walk", 2, {"cards": "table"}), 0, 1),
    (Moment("venedig", 3, 93, "place", 5, {"cards": "table", "gold": "table"}), 0, 1),
)
"""Moments; how many of the last tellings are shown first; how many answers are given then."""


class Film:
    """Pictures of the glass, each with how long it was there, in seconds."""

    def __init__(self) -> None:
        self.pictures: list[tuple[Image.Image, float]] = []

    def take(self, glass: Image.Image, seconds: float) -> None:
        if self.pictures and self.pictures[-1][0].tobytes() == glass.tobytes():
            glass, before = self.pictures.pop()
            seconds += before
        self.pictures.append((glass, seconds))

    def save(self, path: Path) -> None:
        frames = [enlarged(glass) for glass, _ in self.pictures]
        lasting = [max(40, round(seconds * 100 / HASTE) * 10) for _, seconds in self.pictures]
        frames[0].save(path, save_all=True, append_images=frames[1:], duration=lasting, loop=0, optimize=True)


def enlarged(glass: Image.Image) -> Image.Image:
    """Dot for dot, each a small square, as the eye sees it close by."""
    width, height = glass.width * DOT, glass.height * DOT
    gaps = Image.new("1", (DOT, DOT), 0)
    gaps.paste(1, (0, 0, DOT - 1, DOT - 1))
    dots = Image.new("1", (width, height))
    for x in range(0, width, DOT):
        dots.paste(gaps, (x, 0))
    for y in range(DOT, height, DOT):
        dots.paste(dots.crop((0, 0, width, DOT)), (0, y))
    frame = Image.new("P", (width + 2 * RIM, height + 2 * RIM), 0)
    frame.putpalette([*DARK, *LIT])
    lit = glass.convert("1").resize((width, height), Image.Resampling.NEAREST)
    shown = Image.composite(dots, Image.new("1", dots.size), lit)
    frame.paste(1, (RIM, RIM), shown)
    return frame


class FilmedBox(TestBox):
    """A box before a camera, with a thumb in no hurry."""

    def __init__(self, data: Path, film: Film) -> None:
        self.film = film
        super().__init__(data)

    def wait(self, seconds: float = STEP) -> None:
        while seconds > 0:
            now = min(seconds, STEP)
            super().wait(now)
            seconds -= now
            self.film.take(self.glass(), now)

    def tap(self, key: Key) -> None:
        super().tap(key)
        self.wait(0.25)


def from_home(box: FilmedBox) -> None:
    """A look at the home menu, and at the games."""
    box.wait(1.2)
    for key in (Key.OK, Key.DOWN, Key.DOWN, Key.DOWN):
        box.tap(key)
    box.wait(0.6)


def put(box: TestBox, moment: Moment, tellings: int) -> tuple[Match, Players]:
    """Return the moment on the box, which shows the last tellings first, and the players who continue from there."""
    judge = referee(moment.game, moment.players, moment.seed, None, **moment.options)
    players = play_to(judge, moment)
    words = box.box.words_for(folders_of(moment.game), judge.table.seats)
    match = Match(box.box, judge, words, judge.game.tells[len(judge.game.tells) - tellings :])
    box.box.play(match)
    match.go_on()
    box.box.show()
    return match, players


def play_on(box: FilmedBox, moment: Moment, tellings: int, answers: int) -> None:
    match, players = put(box, moment, tellings)
    judge = match.referee
    box.wait_out_tellings()
    for _ in range(answers):
        box.wait(1.0)
        seat = asked_seat(match)
        box.thumb.answer(players.answer(judge.open[seat]), seat)
        box.wait_out_tellings()
    box.wait(1.2)


def the_end(box: FilmedBox) -> None:
    """Film the first pages of a final count; then a thumb continues to the winner."""
    put(box, Moment("rialto", 4, seed=3), tellings=2)
    box.wait(6.0)
    while isinstance(box.box.scene, Telling):
        box.tap(Key.OK)
        box.wait(0.6)
    box.wait(2.0)


def main(path: Path) -> None:
    film = Film()
    with tempfile.TemporaryDirectory() as folder:
        box = FilmedBox(Path(folder), film)
        from_home(box)
        for scene in SCENES:
            play_on(box, *scene)
        the_end(box)
        box.close()
    film.save(path)
