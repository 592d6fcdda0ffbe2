"""The state of a game of Regata: its pieces, and where in the race it is."""

from __future__ import annotations

from companion.game import Game, Table
from companion.games.regata.rules.pieces import Pieces


class State(Game):
    """A race as the flow sees it."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.pieces = Pieces(self.seats)
        self.heat = 0
        self.dry = ""

    @property
    def round(self) -> int:
        return self.heat

    def check(self) -> None:
        self.pieces.check()
        self.check_receipts()
