"""A question whose options are places on a board of posts and planks: a cursor goes from one to the next.

LEFT and RIGHT go along what is level with it, UP and DOWN to the next height at which there is a place, and there to
the nearest. Past the edges one comes in again at the other side. Answers that are no places are buttons beside the
board, past either end of a row. A knob turned goes through all of it; turned while pushed, by heights.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PIL import Image

from companion.choices import Choice, Item, Pick
from companion.maps import Plan
from companion.words import Words
from firmware.scenes import STEP, has_knob
from firmware.scenes.questions import Done, Heading, PickQuestion
from firmware.scenes.walking import Spot, along_row, to_column, to_row
from firmware.screens import plan as screen
from firmware.screens.side import Button, Side
from hardware.keys import Key

if TYPE_CHECKING:
    from firmware.box import Box

FINE = 4
"""Heights and columns that are told apart, a grid step."""
ROUND = 1000
"""More than any board is wide."""


def has_places(plan: Plan, choice: Choice) -> bool:
    """Whether any option of a question is on the board."""
    return isinstance(choice, Pick) and any(plan.middle(str(option)) is not None for option in choice.options)


def spots_of(plan: Plan, options: list[Item]) -> dict[Spot, int]:
    """Which option is where; of those that share a middle, as two crossing planks do, the later stand beside."""
    found: dict[Spot, int] = {}
    for number, option in enumerate(options):
        at = plan.middle(str(option))
        if at is None:
            continue
        row, column = round(at[1] * FINE), round(at[0] * FINE)
        while (row, column) in found:
            column += 1
        found[row, column] = number
    return found


class PlanPick(PickQuestion):
    """One place, or one of the buttons. Places that are barred are passed over."""

    def __init__(
        self, box: Box, heading: Heading, words: Words, done: Done, choice: Pick, likely: Any, plan: Plan
    ) -> None:
        super().__init__(box, heading, words, done, choice, likely)
        self.plan = plan
        self.spots = spots_of(plan, list(choice.options))
        self.where = {number: spot for spot, number in self.spots.items()}
        self.buttons = [number for number, option in enumerate(self.options) if plan.middle(str(option)) is None]
        self.knob = has_knob(box)
        self.last = self._midmost()
        self._go(self.cursor if likely in choice.options else self.last)

    def move(self, key: Key) -> None:
        if key == Key.OK:
            self.done(self.options[self.cursor])
        elif key not in STEP:
            return
        elif self.knob and key in (Key.UP, Key.DOWN):
            stops = [*(self.spots[spot] for spot in sorted(self.spots)), *self.buttons]
            self._go(stops[(stops.index(self.cursor) + STEP[key]) % len(stops)])
        elif self.cursor in self.where:
            self._walk(STEP[key], by_rows=self.knob or key in (Key.UP, Key.DOWN))
        elif key in (Key.UP, Key.DOWN) or self.knob:
            self._go(self.buttons[(self.buttons.index(self.cursor) + STEP[key]) % len(self.buttons)])
        else:
            self._come_back(STEP[key])

    def _midmost(self) -> int:
        """The place nearest to all others, from which none is far."""
        rows, columns = (sum(numbers) / len(numbers) for numbers in zip(*self.spots, strict=True))
        return self.spots[min(self.spots, key=lambda spot: (abs(spot[0] - rows) + abs(spot[1] - columns), spot))]

    def _go(self, number: int) -> None:
        self.cursor = number
        if number in self.where:
            self.last = number

    def _walk(self, way: int, *, by_rows: bool) -> None:
        here = self.where[self.cursor]
        if by_rows:
            self._go(self.spots[to_row(self.spots, here, way, ROUND, here[1])])
        elif (spot := along_row(self.spots, here, way)) is not None:
            self._go(self.spots[spot])
        elif self.buttons:
            self._go(self.buttons[0])
        else:
            self._go(self.spots[to_column(self.spots, here, way, ROUND)])

    def _come_back(self, way: int) -> None:
        """From a button to the board: LEFT to where one was, RIGHT to the other end of that row."""
        row, _ = self.where[self.last]
        first = min(spot for spot in self.spots if spot[0] == row)
        self._go(self.last if way < 0 else self.spots[first])

    def picture(self) -> Image.Image:
        heading = self.heading
        who, brief = (heading.title, heading.right) if heading.right else ("", heading.title)
        on_board = self.cursor in self.where
        barred = len(self.options) - len(self.choice.barred)
        buttons = [Button(self.labels[number], dim=number >= barred) for number in self.buttons]
        side = Side(who, brief, "", "", "", buttons, None if on_board else self.buttons.index(self.cursor))
        cursor = str(self.options[self.cursor]) if on_board else None
        legal = {str(self.options[number]) for number in self.where}
        label = self.labels[self.cursor] if on_board else ""
        mark = self.plan.marks.get(cursor or "", "")
        there = self.words.thing("seat", mark) if mark else ""
        return screen.board(self.plan, legal, cursor, label, there, side)
