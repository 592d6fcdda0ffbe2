"""A question whose options are places on a board of posts and planks: a cursor goes from one to the next.

LEFT and RIGHT go along what is level with it, UP and DOWN to the next height at which there is a place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import Image

from companion.choices import Choice, Item, Pick
from companion.screen.maps import Plan, Point
from companion.words import Words
from firmware.scenes.questions.maps.walking import BoardWalk, Spot
from firmware.scenes.questions.questions import Asking
from firmware.screens.maps import plan as screen
from firmware.screens.maps.side import SideButton

FINE = 4
"""Heights and columns that are told apart within one step of the grid."""
ROUND = 1000
"""More than any board is wide."""


def has_places(plan: Plan, choice: Choice) -> bool:
    """Return whether any option of a question is on the board."""
    return isinstance(choice, Pick) and any(plan.middle(str(option)) is not None for option in choice.options)


def spots_of(plan: Plan, options: Sequence[Item]) -> dict[str, Spot]:
    """Return the place of each option. Of two with the same middle, as crossing planks have, one stands beside it."""
    found: dict[str, Spot] = {}
    for option in options:
        at = plan.middle(option) if isinstance(option, str) else None
        if at is None:
            continue
        row, column = round(at[1] * FINE), round(at[0] * FINE)
        while (row, column) in found.values():
            column += 1
        found[str(option)] = row, column
    return found


def names_of(plan: Plan, words: Words) -> dict[Point, str]:
    """Return the names of the posts that have one, in words."""
    return {post.at: words.thing(*post.name) for post in plan.posts if post.name is not None}


class PlanPick(BoardWalk):
    """One place, or one of the buttons. Barred places are skipped."""

    def __init__(self, asking: Asking, choice: Pick, likely: Any, plan: Plan) -> None:
        options = [*choice.options, *choice.barred]
        others = [option for option in options if plan.middle(str(option)) is None]
        spots = spots_of(plan, choice.options)
        super().__init__(asking, choice.of, spots=spots, others=others, around=(ROUND, ROUND))
        self.choice = choice
        self.plan = plan
        self.start(self._midmost())
        if likely in choice.options:
            self.start(likely)

    def _midmost(self) -> str:
        """Return the place nearest to the middle of all, so that none is far away."""
        rows, columns = (sum(numbers) / len(numbers) for numbers in zip(*self.names, strict=True))
        return self.names[min(self.names, key=lambda spot: (abs(spot[0] - rows) + abs(spot[1] - columns), spot))]

    def take(self) -> None:
        self.done(self.cursor)

    def label(self, option: Item) -> SideButton:
        return SideButton(self.words.thing(self.of, option), dim=option in self.choice.barred)

    def picture(self) -> Image.Image:
        cursor = self.place if self.cursor in self.spots else None
        label = self.words.thing(self.of, cursor) if cursor else ""
        mark = self.plan.marks.get(cursor or "", "")
        there = self.words.thing("seat", mark) if mark else ""
        names = names_of(self.plan, self.words)
        return screen.board(self.plan, set(self.spots), cursor, label, there, self.side(), names)
