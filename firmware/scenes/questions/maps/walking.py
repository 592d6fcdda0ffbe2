"""A cursor that walks a board, from one legal place to the next.

LEFT and RIGHT go along the row, UP and DOWN to the next row that has a legal place, there to the one nearest to
the column in which the walk began. So every row can be reached, and in a row every place. Past the edges
one comes in again at the other side. Answers that are no places are buttons beside the board: LEFT and RIGHT lead
to them from either end of a row, LEFT comes back.

A knob turned goes through all of it, place by place and then the buttons; turned while pushed, by rows.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.choices import Item
from firmware.scenes import STEP
from firmware.scenes.questions.questions import Asking, QuestionScene
from firmware.screens.maps.side import Side, SideButton
from hardware.keys import Key

Spot = tuple[int, int]
"""A row and a column, both counted from 0."""


def along_row(spots: Collection[Spot], start: Spot, way: int) -> Spot | None:
    """Return the next place in the same row, if there is one."""
    ahead = [spot for spot in spots if spot[0] == start[0] and (spot[1] - start[1]) * way > 0]
    return min(ahead, key=lambda spot: abs(spot[1] - start[1]), default=None)


def to_column(spots: Collection[Spot], start: Spot, way: int, columns: int) -> Spot:
    """Return the place in the next column that has one, there in the nearest row."""
    others = [spot for spot in spots if spot[1] != start[1]]
    return min(
        others, key=lambda spot: ((spot[1] - start[1]) * way % columns, abs(spot[0] - start[0])), default=start
    )


def to_row(spots: Collection[Spot], start: Spot, way: int, rows: int, column: int) -> Spot:
    """Return the place in the next row that has one, there the one nearest to `column`."""
    others = [spot for spot in spots if spot[0] != start[0]]
    return min(others, key=lambda spot: ((spot[0] - start[0]) * way % rows, abs(spot[1] - column)), default=start)


class BoardWalk(QuestionScene):
    """The walk itself. `cursor` is the option OK takes, `place` where one is on the board.

    `spots` are the options that are places, `others` those that are buttons; `around` is how many rows and columns
    there are before one comes in again at the other side.
    """

    def __init__(
        self,
        asking: Asking,
        of: str,
        *,
        spots: dict[str, Spot],
        others: list[Item],
        around: tuple[int, int],
    ) -> None:
        super().__init__(asking)
        self.of = of
        self.spots = spots
        self.names = {spot: option for option, spot in spots.items()}
        self.others = others
        self.around = around
        self.knob = asking.stage.has_knob

    def start(self, option: Item) -> None:
        """Put the cursor on an option."""
        self.cursor: Item = option
        if isinstance(option, str) and option in self.spots:
            self.place = option
            self.column = self.spots[option][1]

    def places(self) -> Collection[Spot]:
        """Return the places on the board where the cursor may go."""
        return self.names

    def buttons(self) -> Sequence[Item]:
        """Return the buttons beside the board where the cursor may go."""
        return self.others

    def take(self) -> None:
        """Act on OK at the cursor."""
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
        """Move on by a click of the knob: to the next of all places and buttons, in reading order."""
        stops = [*(self.names[spot] for spot in sorted(self.places())), *self.buttons()]
        self.start(stops[(stops.index(self.cursor) + way) % len(stops)])

    def _walk(self, way: int, *, by_rows: bool) -> None:
        here, places = self.spots[self.place], self.places()
        if by_rows:
            column = self.column
            self.start(self.names[to_row(places, here, way, self.around[0], column)])
            self.column = column
        elif (spot := along_row(places, here, way)) is not None:
            self.start(self.names[spot])
        elif self.buttons():
            self.place = self.names[self._row_end(1)]
            self.cursor = self.buttons()[0]
        else:
            self.start(self.names[to_column(places, here, way, self.around[1])])

    def _row_end(self, way: int) -> Spot:
        row = self.spots[self.place][0]
        return max((spot for spot in self.places() if spot[0] == row), key=lambda spot: spot[1] * way)

    def _come_back(self, way: int) -> None:
        """Go from a button to the board: LEFT to where the cursor was, RIGHT to the other end of that row."""
        places = self.places()
        if not places:
            return
        row, column = self.spots[self.place]
        self.place = self.names[min(places, key=lambda spot: abs(spot[0] - row) + abs(spot[1] - column))]
        self.start(self.place if way < 0 else self.names[self._row_end(-1)])

    def label(self, option: Item) -> SideButton:
        return SideButton(self.words.thing(self.of, option))

    def side(self, place: str = "", there: str = "", tally: str = "") -> Side:
        """Return the panel beside the board: the question, something about the cursor's place, the buttons."""
        heading = self.heading
        who, brief = (heading.title, heading.right) if heading.right else ("", heading.title)
        at = None if self.cursor in self.spots else self.others.index(self.cursor)
        return Side(who, brief, place, there, tally, [*map(self.label, self.others)], at)
