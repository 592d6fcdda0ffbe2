"""Doge brought to one election with a chosen position, to prove a rule on it."""

from __future__ import annotations

from typing import Any

from companion.choices import Several
from companion.games.doge.game import Doge
from companion.games.doge.rules.pieces import AREAS
from companion.steps import TABLE
from tests.games.playing import Playing
from tests.tables import referee


class Play(Playing):
    """A game whose first count is of `area`, with these ballots in it, on a position set by corrections.

    >>> play = Play("castello", {1: [3, 2], 2: [3]}, {"houses.1.castello": 2})
    >>> play.key, play.seat
    ('advisor', 1)
    """

    def __init__(
        self,
        area: str,
        ballots: dict[int, list[int]],
        position: dict[str, Any] | None = None,
        *,
        first: int = 1,
        full_district: str = "nobody",
    ) -> None:
        self.referee = referee("doge", 3, draw_first="table", draw_order="table", full_district=full_district)
        self.referee.answer(TABLE, first)
        others = [other for other in AREAS if other != area]
        for card in (area, *others[:-1]):
            self.referee.answer(TABLE, card)
        for place, value in (position or {}).items():
            self.referee.correct(place, value)
        self._lay(area, ballots, others)

    def _lay(self, area: str, ballots: dict[int, list[int]], others: list[str]) -> None:
        """Lay these ballots in the area in the first lap, and single ones elsewhere where one must be played."""
        for lap in range(4):
            for seat in [seat for seat in self.game.seats if self.game.pieces.hand[seat]]:
                here = lap == 0 and seat in ballots
                self.referee.answer(seat, area if here else others[lap])
                if seat in self.referee.open and self.referee.open[seat].key == "ballots":
                    choice = self.referee.open[seat].choice
                    assert isinstance(choice, Several)
                    self.referee.answer(seat, ballots[seat] if here else [choice.items[0]])

    @property
    def game(self) -> Doge:
        game = self.referee.game
        assert isinstance(game, Doge)
        return game

    def houses(self, seat: int, area: str) -> int:
        return self.game.pieces.houses[area][seat]

    def palaces(self, seat: int, area: str) -> int:
        return self.game.pieces.palaces[area][seat]

    def controller(self, advisor: str) -> int | None:
        return self.game.pieces.advisors[advisor].controller
