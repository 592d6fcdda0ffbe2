"""What just happened, shown for as long as it takes to read; any key goes on sooner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PIL import Image

from companion.game import Tell
from companion.words import Words
from firmware.scenes import Scene
from firmware.screens import reading
from firmware.screens.reading import Bar
from hardware.keys import Key

if TYPE_CHECKING:
    from firmware.box import Box

READING = 0.045
"""Seconds to read a letter; and at least so long for any telling:"""
AT_LEAST = 1.4
FRAME = 0.07
TURNING = 0.6
"""A card turns over in so many seconds, a picture a frame."""


class Telling(Scene):
    """One telling on the screen. `then` follows when it has been read, or at any key."""

    def __init__(self, box: Box, letters: int, then: Callable[[], None]) -> None:
        super().__init__(box)
        self.then = then
        self.wake = self.end = box.clock() + AT_LEAST + READING * letters

    def key(self, key: Key) -> None:
        self.then()

    def tick(self, now: float) -> None:
        self.then()


class Still(Telling):
    """A telling that does not move."""

    def __init__(self, box: Box, image: Image.Image, letters: int, then: Callable[[], None]) -> None:
        super().__init__(box, letters, then)
        self.image = image

    def picture(self) -> Image.Image:
        return self.image


class CardTurning(Telling):
    """A card that turns over before it is read."""

    def __init__(self, box: Box, title: str, right: str, label: str, note: str, then: Callable[[], None]) -> None:
        super().__init__(box, len(label), then)
        self.shown = (title, right, label, note)
        self.start = box.clock()
        self.end = self.start + TURNING + AT_LEAST
        self.wake = self.start + FRAME

    def picture(self) -> Image.Image:
        turned = min(1.0, (self.box.clock() - self.start) / TURNING)
        return reading.card(*self.shown, turn=turned)

    def tick(self, now: float) -> None:
        if now >= self.end:
            self.then()
        else:
            self.wake = min(self.end, now + FRAME) if now < self.start + TURNING + FRAME else self.end


Scenery = Callable[["Box", Words, Sequence[Tell], Callable[[], None]], Telling]
"""Shows tellings of one kind that came together: most kinds come one at a time."""


def tell_votes(box: Box, words: Words, tells: Sequence[Tell], then: Callable[[], None]) -> Telling:
    """The count of an area: bars, most votes first, each with its ballots."""
    (tell,) = tells
    facts = tell.facts
    votes: dict[int, int] = facts.get("votes", {})
    ballots: dict[int, Sequence[int]] = facts.get("ballots", {})
    rows = [
        Bar(words.thing("seat", seat), parts(ballots.get(seat, []), votes.get(seat, 0)), votes.get(seat, 0))
        for seat in sorted({**ballots, **votes}, key=lambda seat: -votes.get(seat, 0))
    ]
    said = reading.wrap(words("box.wins" if tell.key == "wins" else "box.tied", **facts))
    return Still(box, reading.bars(words.thing("area", facts["area"]), "", rows, said), 40, then)


def parts(ballots: Sequence[int], votes: int) -> str:
    """How votes come about: the ballots, and a star for each advisor.

    >>> parts([3, 2], 6)
    '3+2+★'
    """
    return "+".join([*map(str, ballots), *("★" for _ in range(votes - sum(ballots)))])


def tell_order(box: Box, words: Words, tells: Sequence[Tell], then: Callable[[], None]) -> Telling:
    """A new year and the order of its counts."""
    (tell,) = tells
    labels = [words.thing("area", area) for area in tell.facts["order"]]
    title = words("box.year", year=tell.facts["year"])
    return Still(box, reading.order(title, words("box.order"), labels), 60, then)


def tell_card(box: Box, words: Words, tells: Sequence[Tell], then: Callable[[], None]) -> Telling:
    """A card of next year's order is turned over."""
    (tell,) = tells
    label = words.thing("area", tell.facts["area"])
    position = tell.facts["position"]
    note = words("box.card", position=position)
    return CardTurning(box, words("box.next-year"), "", label, note, then)


def tell_text(box: Box, words: Words, tells: Sequence[Tell], then: Callable[[], None]) -> Telling:
    (tell,) = tells
    text = words.tell(tell)
    title = words.thing("area", tell.facts["area"]) if "area" in tell.facts else words("box.news")
    return Still(box, reading.notice(title, "", reading.wrap(text)), len(text), then)


def tell_laid(box: Box, words: Words, tells: Sequence[Tell], then: Callable[[], None]) -> Telling:
    """What a reveal shows: who laid how many where, for the table to do the same."""
    rows = [(tell.facts["seat"], tell.facts["area"], tell.facts["n"]) for tell in tells]
    lines = [
        Bar(words.thing("seat", seat), words.thing("area", area), number, longest=4) for seat, area, number in rows
    ]
    return Still(box, reading.bars(words("box.laid"), "", lines, []), 20 * len(lines), then)


SHOWN: dict[str, Scenery] = {
    "wins": tell_votes,
    "tied": tell_votes,
    "nobody": tell_text,
    "laid": tell_laid,
    "year": tell_order,
    "order": tell_order,
    "next-year": tell_card,
    "first": tell_text,
    "built": tell_text,
    "too-many-builders": tell_text,
    "won": tell_text,
    "drawn": tell_text,
    "undecided": tell_text,
}
"""Tellings that get a screen of their own; all others are a line under the next question."""


def alike(tells: Sequence[Tell]) -> int:
    """How many of these, from the first on, are shown on one screen: reveals of one moment are."""
    if tells[0].key != "laid":
        return 1
    return next((n for n, tell in enumerate(tells) if tell.key != "laid"), len(tells))


def scene_for(box: Box, words: Words, tells: Sequence[Tell], then: Callable[[], None]) -> Telling | None:
    scenery = SHOWN.get(tells[0].key)
    return scenery(box, words, tells, then) if scenery else None
