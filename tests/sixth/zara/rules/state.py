"""The state of a game of Zara: whose turn it is, and what is at stake."""

from __future__ import annotations

from companion.game import Game, Table


class State(Game):
    """A game as the flow sees it."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.lap = 0
        self.turn = self.seats[0]
        self.stake = 0

    @property
    def round(self) -> int:
        return self.lap

    def check(self) -> None:
        self.check_receipts()
