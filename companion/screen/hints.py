"""Hints on how to show a game's tellings on a small screen. The game decides; the screen only draws.

Titles and notes name messages of the game's catalogue, `show.<name>`, worded with the facts of the
tell. Labels name a fact, and the vocabulary in which it is worded. A tell without a hint becomes a line
under the next question; one with the hint `None` is not shown, because that question's own words say it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class ScreenHint:
    """The common part of all hints.

    A screen that `waits` asks for cardboard to be moved, and stays until a key is pressed.

    `drawn` names the randomiser whose result it shows: a table that used its own need not copy it from the screen.
    `counted` names a fact that counts how often it was told: only the first time is everything in it new.
    """

    waits: bool = False
    drawn: str = ""
    counted: str = ""


@dataclass(frozen=True)
class Notice(ScreenHint):
    """The tell's own words in the middle of the screen."""

    title: str


@dataclass(frozen=True)
class Bars(ScreenHint):
    """A bar for each seat, the longest first. The facts `totals` and `parts`, what they consist of, are by seat.

    What a total has beyond its parts is shown by repeating the sign `rest`.
    """

    title: str
    said: str
    totals: str
    parts: str
    rest: str = ""


@dataclass(frozen=True)
class Cards(ScreenHint):
    """A row of cards: the fact `labels` lists them, worded in `of`."""

    title: str
    note: str
    labels: str
    of: str


@dataclass(frozen=True)
class Card(ScreenHint):
    """One card being turned over: the fact `label`, worded in the vocabulary of the same name."""

    title: str
    note: str
    label: str


@dataclass(frozen=True)
class Dials(ScreenHint):
    """Two dials that spin and stop on the row and the column of the fact `cell`, marked on the game's chart of it.

    The facts `starred` and `shaded` keep the chart as it was then, since the game may have moved on.
    """

    title: str
    note: str


@dataclass(frozen=True)
class Rows(ScreenHint):
    """Consecutive tellings of one kind, a line each: a seat, a label and a number.

    The fact `label` is worded in `of`, or in the vocabulary of its own name. `note` says what the numbers are.
    """

    title: str
    label: str
    number: str
    most: int
    of: str | None = None
    note: str = ""


@dataclass(frozen=True)
class Standing(ScreenHint):
    """A small table: how many each seat has in each place. Facts: `counts` by place and seat, `won` seat by place.

    The places are worded in `of`; places that a seat has won stand out. The next page shows, by seat, what was
    `gained` and the new `totals`.
    """

    title: str
    counts: str
    won: str
    of: str
    points: str
    gained: str
    totals: str


@dataclass(frozen=True)
class Reckoning(ScreenHint):
    """A final count in pages: first the parts of each seat's points, then the ranking place by place.

    Facts: `parts`, points by part and seat, the total last; `worth`, by place; `ranks`, by place a list of seat,
    number and points, first place first, with `None` as the points of a seat that scores nothing. Parts are worded in
    `part`, places in `of`; `heads` are the columns of a place (`column.<head>`), number and points; `each` words
    what a place is worth.
    """

    title: str
    of: str
    heads: tuple[str, str]
    each: str


Showing = Notice | Bars | Cards | Card | Rows | Dials | Standing | Reckoning
Shown = Mapping[str, Showing | None]
"""Hints by the key of a tell."""
