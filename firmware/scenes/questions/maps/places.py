"""Questions whose options are places on a board: one place, or several."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from PIL import Image

from companion.choices import Item, Pick, Several
from companion.screen.maps import Chart
from firmware.scenes.questions.maps.walking import BoardWalk, Spot
from firmware.scenes.questions.questions import Asking
from firmware.screens.maps import grid, hexes
from firmware.screens.maps.side import SideButton

DONE = ""
"""The button that gives the answer."""


class GridQuestion(BoardWalk):
    """A board of rows and columns, on a grid or of hexes."""

    def __init__(self, asking: Asking, of: str, options: Sequence[Item], chart: Chart) -> None:
        where = grid.spots(chart)
        spots = {option: where[option] for option in options if isinstance(option, str) and option in where}
        others = [option for option in options if option not in where]
        around = (len(chart.rows), grid.steps_across(chart))
        super().__init__(asking, of, spots=spots, others=others, around=around)
        self.chart = chart
        self.start(self._first([where[name] for name in chart.chosen if name in where]))

    def _first(self, chosen: Sequence[Spot]) -> str:
        """Return the legal place nearest to the last one chosen; without one, the middle of a map or the first of a
        grid.
        """
        if not chosen and not self.chart.shifted:
            return next(iter(self.spots))
        rows, columns = (sorted(numbers) for numbers in zip(*self.spots.values(), strict=True))
        row, column = chosen[-1] if chosen else (rows[len(rows) // 2], columns[len(columns) // 2])
        return min(self.spots, key=lambda name: abs(self.spots[name][0] - row) + abs(self.spots[name][1] - column))

    def picture(self) -> Image.Image:
        cursor = self.place if self.cursor == self.place else None
        legal = {self.names[spot] for spot in self.places()}
        side = self.side(cursor or "", self._told(cursor or ""), self.tally())
        if self.chart.shifted:
            return hexes.board(self.chart, legal, self.chosen_places(), cursor, side, self.place)
        return grid.board(self.chart, legal, self.chosen_places(), cursor, side)

    def chosen_places(self) -> Collection[str]:
        return ()

    def tally(self) -> str:
        """Return how many places are chosen, and of how many."""
        return ""

    def _told(self, place: str) -> str:
        """Return the text about a place: its facts on a map; its owner, and a star, on a grid."""
        if place in self.chart.told:
            return "\n".join(self.words.thing(of, value) for of, value in self.chart.told[place])
        mark = self.chart.marks.get(place, "")
        there = [self.words.thing("seat", mark)] if mark.isdecimal() else []
        return " ".join([*there, "★"] if place in self.chart.starred else there)


class GridPick(GridQuestion):
    """One place, or one of the buttons. Barred places are skipped; a barred button says why."""

    def __init__(self, asking: Asking, choice: Pick, likely: Any, chart: Chart) -> None:
        super().__init__(asking, choice.of, choice.options, chart)
        where = grid.spots(chart)
        self.barred = [option for option in choice.barred if option not in where]
        self.others += self.barred
        if likely in choice.options:
            self.start(likely)

    def label(self, option: Item) -> SideButton:
        return SideButton(self.words.thing(self.of, option), dim=option in self.barred)

    def take(self) -> None:
        self.done(self.cursor)


class GridSeveral(GridQuestion):
    """Several places: OK takes one or puts it back, and on the last button gives the answer.

    When no more may be taken the cursor moves to that button by itself, and from there only to what is taken.
    `likely` is where it starts, or all that was taken before.
    """

    def __init__(self, asking: Asking, choice: Several, likely: Any, chart: Chart) -> None:
        super().__init__(asking, choice.of, choice.items, chart)
        self.choice = choice
        self.others.append(DONE)
        self.chosen: list[Item] = []
        if isinstance(likely, list):
            self.chosen = [item for item in likely if item in choice.items][: choice.high]
            self.start(next((item for item in self.chosen if item in self.spots), self.cursor))
            self.cursor = DONE if self.is_enough else self.cursor
        elif likely in choice.items:
            self.start(likely)

    @property
    def is_enough(self) -> bool:
        return self.choice.low <= len(self.chosen)

    @property
    def is_full(self) -> bool:
        return len(self.chosen) == self.choice.high

    def places(self) -> Collection[Spot]:
        return [self.spots[place] for place in self.chosen_places()] if self.is_full else self.names

    def buttons(self) -> Sequence[Item]:
        items = [item for item in self.others[:-1] if item in self.chosen or not self.is_full]
        return [*items, DONE] if self.is_enough else items

    def take(self) -> None:
        if self.cursor == DONE:
            self.done([item for item in self.choice.items if item in self.chosen])
        elif self.cursor in self.chosen:
            self.chosen.remove(self.cursor)
        else:
            self.chosen.append(self.cursor)
            if self.is_full:
                self.cursor = DONE

    def chosen_places(self) -> Collection[str]:
        return [item for item in self.chosen if isinstance(item, str) and item in self.spots]

    def tally(self) -> str:
        return f"{len(self.chosen)}/{self.choice.high}"

    def label(self, option: Item) -> SideButton:
        if option == DONE:
            return SideButton(self.stage.words("box.places-done"), dim=not self.is_enough)
        name = self.words.thing(self.of, option)
        return SideButton(f"✓ {name}" if option in self.chosen else name)


def has_places(chart: Chart, choice: Pick | Several) -> bool:
    """Return whether any of the options lies on the board."""
    where = grid.spots(chart)
    return any(option in where for option in (choice.options if isinstance(choice, Pick) else choice.items))
