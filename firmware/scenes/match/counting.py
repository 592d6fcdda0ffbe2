"""Standings with their reasons, and the pages of a final count: shown when a game ends, and again from its menu."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from PIL import Image

from companion.game import Game
from companion.screen.hints import Reckoning
from companion.words import Words
from companion.words.answers import receipt_text
from firmware.scenes import STEP, Scene, Stage
from firmware.scenes.match.telling import Telling
from firmware.scenes.menus import Reading
from firmware.screens import counts, reading
from firmware.screens.counts import SumRow
from hardware.keys import Key

LETTERS = 40
"""Letters on a page, from which its reading time follows."""
NOTHING = "–"
MANY = 2
"""The number that headings are worded for: they are in the plural."""


class Scores(Scene):
    """Everyone's tallies; OK on a seat shows its receipts, the newest first."""

    def __init__(self, stage: Stage, game: Game, words: Words) -> None:
        super().__init__(stage)
        self.game = game
        self.words = words
        self.cursor = 0

    def picture(self) -> Image.Image:
        game, words = self.game, self.words
        columns = [words(f"tally.{tally}", n=MANY) for tally in game.tallies]
        rows = [(words.thing("seat", seat), list(game.score[seat].values())) for seat in game.seats]
        return reading.scores(words("box.scores"), "", columns, rows, self.cursor)

    def key(self, key: Key) -> None:
        seats = self.game.seats
        if key == Key.BACK:
            self.stage.back()
        elif key == Key.OK:
            self._show_receipts(seats[self.cursor])
        elif key in (Key.UP, Key.DOWN):
            self.cursor = (self.cursor + STEP[key]) % len(seats)

    def _show_receipts(self, seat: int) -> None:
        words = self.words
        receipts = [one for one in self.game.receipts if one.seat == seat]
        lines = [receipt_text(words, receipt, has_name=False) for receipt in receipts[::-1]] or [words("box.nothing")]
        self.stage.push(Reading(self.stage, words.thing("seat", seat), lines))


class CountPage(NamedTuple):
    """A page of a count: its picture, and the same for the ear."""

    image: Image.Image
    said: str


class CountPages(Telling):
    """Pages that turn by themselves; with an arrow the reader turns them, and OK continues."""

    def __init__(self, stage: Stage, pages: Sequence[CountPage], then: Callable[[], None]) -> None:
        super().__init__(stage, LETTERS, then)
        self.pages = pages
        self.page = 0

    def picture(self) -> Image.Image:
        return self.timed(self.pages[self.page].image)

    def read_on(self, key: Key) -> None:
        if key in STEP:
            self.stay()
            self.page = (self.page + STEP[key]) % len(self.pages)
        else:
            self.then()

    def tick(self, now: float) -> None:
        if now >= self.end and self.page + 1 < len(self.pages):
            self.page += 1
            self.end = now + self.reading
        super().tick(now)


class CountAgain(CountPages):
    """The same pages, shown again: they turn only by a key."""

    def __init__(self, stage: Stage, pages: Sequence[CountPage]) -> None:
        super().__init__(stage, pages, stage.back)
        self.stay()


def pages_of(words: Words, showing: Reckoning, facts: Mapping[str, Any]) -> list[CountPage]:
    """Return the pages: the parts with their total, the places side by side, then each place rank by rank."""
    places = [place for place, ranks in facts["ranks"].items() if ranks]
    marks = [f"◂▸ {page}/{len(places) + 2}" for page in range(1, len(places) + 3)]
    return [
        _parts(words, marks[0], facts),
        _overview(words, marks[1], showing, facts),
        *(_place(words, mark, showing, facts, place) for mark, place in zip(marks[2:], places, strict=True)),
    ]


def _parts(words: Words, mark: str, facts: Mapping[str, Any]) -> CountPage:
    points = [list(by_seat.values()) for by_seat in facts["parts"].values()]
    best = [column for column, number in enumerate(points[-1]) if number == max(points[-1])]
    names = [words.thing("part", part) for part in facts["parts"]]
    lines = [SumRow(name, numbers) for name, numbers in zip(names[:-1], points[:-1], strict=True)]
    total, seats = SumRow(names[-1], points[-1], best), _names(words, facts)
    return CountPage(counts.sums(mark, seats, lines, total), _said(words, seats, [*lines, total]))


def _said(words: Words, seats: Sequence[str], lines: Sequence[SumRow]) -> str:
    """Return a table for the ear, line by line; whoever has nothing in a line is left out there."""
    return " ".join(
        f"{words.pair(line.name, ', '.join(said))}."
        for line in lines
        if (said := [f"{seat} {number}" for seat, number in zip(seats, line.points, strict=True) if number])
    )


def _names(words: Words, facts: Mapping[str, Any]) -> list[str]:
    return [words.thing("seat", seat) for seat in _seats(facts)]


def _seats(facts: Mapping[str, Any]) -> list[int]:
    return list(next(iter(facts["parts"].values())))


def _overview(words: Words, mark: str, showing: Reckoning, facts: Mapping[str, Any]) -> CountPage:
    """Draw the points by place and seat; whoever is first in a place, and scores, stands out."""
    seats = _seats(facts)
    lines = []
    for place, ranks in facts["ranks"].items():
        points = {seat: scored for seat, _, scored in ranks}
        first = [seats.index(seat) for seat, _, _ in ranks[:1] if seat in seats]
        lines.append(SumRow(words.thing(showing.of, place), [points.get(seat) for seat in seats], first))
    names = _names(words, facts)
    return CountPage(counts.sums(mark, names, lines), _said(words, names, lines))


def _place(words: Words, mark: str, showing: Reckoning, facts: Mapping[str, Any], place: str) -> CountPage:
    ranks = facts["ranks"][place]
    names = [f"{rank} {words.thing('seat', seat)}" for rank, (seat, _, _) in enumerate(ranks, start=1)]
    cells = [[str(number), NOTHING if points is None else str(points)] for _, number, points in ranks]
    heads = [words.column(head) for head in showing.heads]
    right = words(f"show.{showing.each}", worth=facts["worth"][place])
    name = words.thing(showing.of, place)
    said = [words.pair(who, ", ".join(row)) for who, row in zip(names, cells, strict=True)]
    return CountPage(
        counts.ranks(name, right, mark, heads=heads, names=names, cells=cells), ". ".join([f"{name}, {right}", *said])
    )
