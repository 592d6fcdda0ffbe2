"""How a cursor walks a board, from one legal place to the next.

LEFT and RIGHT go along the row, UP and DOWN to the next row that has a legal place, there to the one nearest to
the column in which the walk began. So every row can be reached, and in a row every place. Past the edges
one comes in again at the other side. Answers that are no places are buttons beside the board: LEFT and RIGHT lead
to them from either end of a row, LEFT comes back.

A knob turned goes through all of it, place by place and then the buttons; turned while pushed, by rows.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from PIL import Image

from companion.choices import Item
from companion.maps import Chart
from companion.words import Words
from firmware.scenes import STEP, has_knob
from firmware.scenes.questions import Done, Heading, Question
from firmware.screens import grid, hexes
from firmware.screens.side import Button, Side
from hardware.keys import Key

if TYPE_CHECKING:
    from firmware.box import Box

Spot = tuple[int, int]
"""A row and a column, both counted from 0."""


def along_row(spots: Collection[Spot], start: Spot, way: int) -> Spot | None:
    """The next place in the same row."""
    ahead = [spot for spot in spots if spot[0] == start[0] and (spot[1] - start[1]) * way > 0]
    return min(ahead, key=lambda spot: abs(spot[1] - start[1]), default=None)


def to_column(spots: Collection[Spot], start: Spot, way: int, columns: int) -> Spot:
    """The next column that has a place, and there the nearest row."""
    others = [spot for spot in spots if spot[1] != start[1]]
    return min(
        others, key=lambda spot: ((spot[1] - start[1]) * way % columns, abs(spot[0] - start[0])), default=start
    )


def to_row(spots: Collection[Spot], start: Spot, way: int, rows: int, column: int) -> Spot:
    """The next row that has a place, and there the one nearest to `column`."""
    others = [spot for spot in spots if spot[0] != start[0]]
    return min(others, key=lambda spot: ((spot[0] - start[0]) * way % rows, abs(spot[1] - column)), default=start)


class GridQuestion(Question):
    """The walk that both kinds share. `cursor` is the option OK takes, `place` where one is on the board."""

    def __init__(
        self, box: Box, heading: Heading, words: Words, done: Done, of: str, options: Sequence[Item], chart: Chart
    ) -> None:
        super().__init__(box, heading, words, done)
        self.of = of
        self.chart = chart
        where = grid.spots(chart)
        self.spots = {option: where[option] for option in options if isinstance(option, str) and option in where}
        self.names = {spot: option for option, spot in self.spots.items()}
        self.others: list[Item] = [option for option in options if option not in where]
        self.knob = has_knob(box)
        self.start(self._first([where[name] for name in chart.chosen if name in where]))

    def start(self, option: Item) -> None:
        """Put the cursor here."""
        self.cursor: Item = option
        if isinstance(option, str) and option in self.spots:
            self.place = option
            self.column = self.spots[option][1]

    def _first(self, chosen: Sequence[Spot]) -> str:
        """The legal place nearest to what was chosen last; else the middle one on a map, the first on a grid."""
        if not chosen and not self.chart.shifted:
            return next(iter(self.spots))
        rows, columns = (sorted(numbers) for numbers in zip(*self.spots.values(), strict=True))
        row, column = chosen[-1] if chosen else (rows[len(rows) // 2], columns[len(columns) // 2])
        return min(self.spots, key=lambda name: abs(self.spots[name][0] - row) + abs(self.spots[name][1] - column))

    def places(self) -> Collection[Spot]:
        """Where the cursor may go on the board."""
        return self.names

    def buttons(self) -> Sequence[Item]:
        """Where it may go beside the board."""
        return self.others

    def take(self) -> None:
        """OK on the cursor."""
        raise NotImplementedError

    def move(self, key: Key) -> None:
        if key == Key.OK:
            self.take()
        elif key not in STEP:
            return
        elif self.knob and key in (Key.UP, Key.DOWN):
            self._turn(STEP[key])
        elif self.cursor in self.spots:
            self._walk(STEP[key], by_rows=self.knob or key in (Key.UP, Key.DOWN))
        elif key in (Key.UP, Key.DOWN) or self.knob:
            buttons = self.buttons()
            self.cursor = buttons[(buttons.index(self.cursor) + STEP[key]) % len(buttons)]
        else:
            self._come_back(STEP[key])

    def _turn(self, way: int) -> None:
        """A click of the knob: the next of all there is, as one reads."""
        stops = [*(self.names[spot] for spot in sorted(self.places())), *self.buttons()]
        self.start(stops[(stops.index(self.cursor) + way) % len(stops)])

    def _walk(self, way: int, *, by_rows: bool) -> None:
        here, places = self.spots[self.place], self.places()
        if by_rows:
            column = self.column
            self.start(self.names[to_row(places, here, way, len(self.chart.rows), column)])
            self.column = column
        elif (spot := along_row(places, here, way)) is not None:
            self.start(self.names[spot])
        elif self.buttons():
            self.place = self.names[self._row_end(1)]
            self.cursor = self.buttons()[0]
        else:
            self.start(self.names[to_column(places, here, way, grid.steps_across(self.chart))])

    def _row_end(self, way: int) -> Spot:
        row = self.spots[self.place][0]
        return max((spot for spot in self.places() if spot[0] == row), key=lambda spot: spot[1] * way)

    def _come_back(self, way: int) -> None:
        """From a button to the board: LEFT to where one was, RIGHT to the other end of that row."""
        places = self.places()
        if not places:
            return
        row, column = self.spots[self.place]
        self.place = self.names[min(places, key=lambda spot: abs(spot[0] - row) + abs(spot[1] - column))]
        self.start(self.place if way < 0 else self.names[self._row_end(-1)])

    def picture(self) -> Image.Image:
        cursor = self.place if self.cursor == self.place else None
        legal = {self.names[spot] for spot in self.places()}
        side = self._side(cursor or "")
        if self.chart.shifted:
            return hexes.board(self.chart, legal, self.chosen_places(), cursor, side, self.place)
        return grid.board(self.chart, legal, self.chosen_places(), cursor, side)

    def chosen_places(self) -> Collection[str]:
        return ()

    def tally(self) -> str:
        """How many are chosen of how many."""
        return ""

    def label(self, option: Item) -> Button:
        return Button(self.words.thing(self.of, option))

    def _side(self, place: str) -> Side:
        heading = self.heading
        who, brief = (heading.title, heading.right) if heading.right else ("", heading.title)
        at = None if place else self.others.index(self.cursor)
        return Side(who, brief, place, self._told(place), self.tally(), [*map(self.label, self.others)], at)

    def _told(self, place: str) -> str:
        """What there is to say of a place: on a map, a line each; on a grid, who stands there and on what."""
        if place in self.chart.told:
            return "\n".join(self.words.thing(of, value) for of, value in self.chart.told[place])
        mark = self.chart.marks.get(place, "")
        there = [self.words.thing("seat", mark)] if mark.isdecimal() else []
        return " ".join([*there, "★"] if place in self.chart.starred else there)
