"""The draw of the seat that begins, or from which ties are settled, once the table has said how many play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from companion.jobs.draw import Drawing
from companion.steps import Draw, Flow


class FirstSeat(Drawing):
    """One seat after another, each as likely as the next."""

    asks = ("players",)
    numbers: ClassVar[Sequence[int]]
    """The numbers of players."""

    def draw_once(self, at: str) -> Flow[None]:
        players = yield from self.ask_players(at, self.rule, self.numbers, likely=4)
        first = yield from Draw("first", at, "seat", range(1, players + 1), self.rule)
        self.drawn.append(first)
        self.show(first)

    def show(self, seat: int) -> None:
        """Tell everyone which seat was drawn, in the words of the game."""
        raise NotImplementedError
