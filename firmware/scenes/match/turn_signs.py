"""Lamps and sounds that say whose turn it is, on builds that have them."""

from __future__ import annotations

from collections.abc import Callable

from companion.referee import Referee
from companion.referee.changes import Change
from companion.steps import TABLE
from hardware.lamps import Lamps

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
    """Lights the lamps of the seats that are asked; the coloured lamp shows a seat that is asked alone.

    A sound calls seats that were not asked before; the end of a game has a fanfare. What has changed is noted
    at once, but shown only when the screen has got there: nobody is called while a result is still being read.
    """

    def __init__(self, referee: Referee, lamps: Lamps, sound: Callable[[str], None]) -> None:
        self.referee = referee
        self.lamps = lamps
        self.sound = sound
        self.newly_asked = frozenset(referee.open)
        self.has_ended = False

    def notice(self, change: Change) -> None:
        """Note whom a change asks, and whether it ends the game."""
        self.newly_asked |= change.asked
        self.has_ended = self.has_ended or change.ended

    def show(self) -> None:
        """Light the lamps and play the sounds for what has been noted."""
        referee = self.referee
        asked = frozenset(referee.open) - {TABLE}
        self.lamps.only(referee.game.seats if TABLE in referee.open else referee.open)
        self.lamps.colour(*self._shade(asked))
        if self.has_ended and referee.outcome is not None and referee.outcome.places:
            self.sound("fanfare")
        elif asked & self.newly_asked:
            self.sound("turn")
        self.newly_asked, self.has_ended = frozenset(), False

    def _shade(self, asked: frozenset[int]) -> Shade:
        if len(asked) != 1:
            return DARK
        (seat,) = asked
        return SHADES.get(self.referee.table.seats[seat - 1].colour, SHADES["white"])


def lights_out(lamps: Lamps) -> None:
    """Turn off every lamp: nobody is asked anything."""
    lamps.only(())
    lamps.colour(*DARK)
