"""Lamps and sounds that say whose turn it is, on builds that have them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.referee import Referee
from companion.steps import TABLE

if TYPE_CHECKING:
    from firmware.box.box import Box

Shade = tuple[float, float, float]

DARK: Shade = (0, 0, 0)
SHADES: dict[str, Shade] = {
    "red": (1, 0, 0),
    "blue": (0, 0, 1),
    "yellow": (1, 0.6, 0),
    "green": (0, 1, 0),
    "white": (1, 1, 1),
}
"""A player's colour on the coloured lamp; yellow with less green, which the eye sees brighter than red."""


class TurnSigns:
    """The lamps of those who are asked are lit, the coloured one in the colour of who is asked alone.

    A sound calls whoever was not asked before; the end of a game has a fanfare.
    """

    def __init__(self, box: Box, referee: Referee) -> None:
        self.box = box
        self.referee = referee
        self.called: frozenset[int] = frozenset()
        self.over = referee.outcome is not None

    def show(self) -> None:
        """As it is now."""
        referee, lamps = self.referee, self.box.panel.lamps
        lamps.only(referee.game.seats if TABLE in referee.open else referee.open)
        asked = frozenset(referee.open) - {TABLE}
        lamps.colour(*self._shade(asked))
        is_over = referee.outcome is not None and bool(referee.outcome.places)
        if is_over and not self.over:
            self.box.sound("fanfare")
        elif asked - self.called:
            self.box.sound("turn")
        self.called, self.over = asked, is_over

    def _shade(self, asked: frozenset[int]) -> Shade:
        if len(asked) != 1:
            return DARK
        (seat,) = asked
        return SHADES.get(self.referee.table.seats[seat - 1].colour, SHADES["white"])


def lights_out(box: Box) -> None:
    """Nobody is asked anything."""
    box.panel.lamps.only(())
    box.panel.lamps.colour(*DARK)
