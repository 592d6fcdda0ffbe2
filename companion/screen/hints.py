"""How tellings are shown on a small screen. A game says it beside its words; the screen only draws.

Titles and notes name messages of the game's catalogue, `show.<name>`, worded with the facts of the
telling. Labels name a fact, and the vocabulary in which it is worded. A telling that a game says
nothing of is a line under the next question; one that is shown as `None` is seen in that question itself,
which then has its own words there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.game import Tell


@dataclass(frozen=True, kw_only=True)
class Screen:
    """What all of these may say. One that `waits` moves cardboard: it stays until a key says that this is done.

    `drawn` names the randomiser that it tells of: who has turned up his own need not copy it from the screen.
    """

    waits: bool = False
    drawn: str = ""


@dataclass(frozen=True)
class Notice(Screen):
    """The telling's own words, in the middle of the screen."""

    title: str


@dataclass(frozen=True)
class Bars(Screen):
    """Who has how many, the most first: `totals` and what they are made of, `parts`, are facts by seat.

    What a total has beyond its parts is shown by so many of the sign `rest`.
    """

    title: str
    said: str
    totals: str
    parts: str
    rest: str = ""


@dataclass(frozen=True)
class Cards(Screen):
    """Cards that lie in a row: the fact `labels` lists them, worded in `of`."""

    title: str
    note: str
    labels: str
    of: str


@dataclass(frozen=True)
class Card(Screen):
    """One card that is turned over: the fact `label`, worded in the vocabulary of that name."""

    title: str
    note: str
    label: str


@dataclass(frozen=True)
class Dials(Screen):
    """Two dials that turn and stop on the row and the column of the fact `cell`, marked on the game's chart of it.

    The facts `starred` and `shaded` are that chart's as it was before: the game may have gone on since.
    """

    title: str
    note: str


@dataclass(frozen=True)
class Rows(Screen):
    """Tellings of one kind that come together, a line each: a seat, a label and a number.

    The fact `label` is worded in `of`, or in the vocabulary of its own name.
    """

    title: str
    label: str
    number: str
    most: int
    of: str | None = None


@dataclass(frozen=True)
class Standing(Screen):
    """A small table: how many each seat has in each place. Facts: `counts` by place and seat, `won` seat by place.

    The places are worded in `of`; what a seat has won stands out. On a page of its own follow, by seat, what was
    `gained` and the `totals` there are now.
    """

    title: str
    counts: str
    won: str
    of: str
    points: str
    gained: str
    totals: str


@dataclass(frozen=True)
class Reckoning(Screen):
    """A final count on pages of its own: the parts of each seat's points, then place by place who is first there.

    Facts: `parts`, points by part and seat, the total last; `worth`, by place; `ranks`, by place a list of seat, how
    many he has there and his points, the first first, with `None` for who scores nothing. Parts are worded in
    `part`, places in `of`; `heads` are the columns of a place (`column.<head>`), how many and points; `each` is
    what a page says a place is worth.
    """

    title: str
    of: str
    heads: tuple[str, str]
    each: str


Showing = Notice | Bars | Cards | Card | Rows | Dials | Standing | Reckoning
Shown = Mapping[str, Showing | None]
"""By the key of a telling."""


def last_count(shown: Shown, tells: Sequence[Tell]) -> tuple[Reckoning, Tell] | None:
    """The final count that was told, with how it is shown; none while the game goes on."""
    for tell in reversed(tells):
        if isinstance(showing := shown.get(tell.key), Reckoning):
            return showing, tell
    return None
