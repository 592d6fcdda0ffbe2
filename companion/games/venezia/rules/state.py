"""The state of a game of Venezia, which every chapter of the rules reads and changes."""

from __future__ import annotations

from companion.game import Game, Table
from companion.games.venezia.rules.dials import HUNTER, TOURIST, Figures
from companion.games.venezia.rules.pieces import Pieces


class State(Game):
    """Everything a game of Venezia knows: its pieces, the figures on the Piazza, and where the round stands."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.pieces = Pieces(self.seats, self.layout["blocked"], mapped=self.options["piazza"] == "mapped")
        self.figures = Figures(self.pieces.blocked)
        self.clockwise = self.seats
        """The seats from this round's first player on (VEZ.S2, Y6)."""
        self.homes: dict[int, str] = {}
        self.round_number = 0
        self.phase = "set-up"
        self.mover: int | None = None
        """The seat whose pigeon is in hand, on its way from `moving`."""
        self.moving: str | None = None
        self.path: list[str] = []
        """The last move of this turn, from its first cell to its last."""
        self.bird: str | None = None
        self.vatican: int | None = None
        """The seat for which grey pigeons count in this round (VEZ.Y4)."""
        self.moves_grey = False

    @property
    def round(self) -> int:
        return self.round_number

    @property
    def plans_from_stock(self) -> bool:
        """Whether pigeons of the stock may be planned with: from the second round on, if the table agreed so."""
        return self.options["supply"] == "common" and self.round_number > 1  # VEZ.P2

    @property
    def points(self) -> dict[int, int]:
        return {seat: self.score[seat]["points"] for seat in self.seats}

    @property
    def tourists(self) -> list[str]:
        return self.figures.standing[TOURIST]

    @property
    def hunters(self) -> list[str]:
        return self.figures.standing[HUNTER]

    @property
    def barred(self) -> frozenset[str]:
        """The cells that no pigeon may enter (VEZ.M4, K5)."""
        return self.figures.closed

    def check(self) -> None:
        self.pieces.check()
        self.check_receipts()
