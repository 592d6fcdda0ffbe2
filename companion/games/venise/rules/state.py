"""The state of a game of Venise, which every chapter of the rules reads and changes."""

from __future__ import annotations

from companion.game import Broken, Game, Table
from companion.games.venise.layout import GEMS
from companion.games.venise.rules.pieces import Pieces
from companion.games.venise.rules.piles import canal_of


class State(Game):
    """Everything a game of Venise knows: its pieces, whose turn it is, and what has been done in that turn."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.hides = self.options["cards"] == "device"
        """Whether the box deals the cards, so that a player's options give away the hand."""
        colours = {seat.number: seat.colour for seat in table.seats}
        self.pieces = Pieces(colours, self.layout, canal_of(self.layout), cards_known=self.hides)
        self.clockwise = self.seats
        """The seats from the first player on (VSE.S1)."""
        self.lap = 0
        self.turn = 0
        self.seat = 0
        """The seat whose turn it is; 0 before the first turn."""
        self.hourglasses = 0
        self.has_played = False
        self.took_joker = False
        self.may_be_stuck = False
        """Whether something has happened that might keep everyone from finishing (VSE.E2)."""
        self.finished: list[int] = []
        self.lifting: str | None = None
        """The plank about to be lifted; empty while it is being chosen, `None` if none is lifted."""

    @property
    def round(self) -> int:
        return self.lap

    def check(self) -> None:
        self.pieces.check()
        self.check_receipts()
        for seat in self.seats:
            expected = {"gems": GEMS - len(self.pieces.gems[seat]), "tiles": self.pieces.tiles[seat]}
            if self.score[seat] != expected:
                raise Broken(f"seat {seat} has {expected}, {self.score[seat]} by receipts")
            if (self.pieces.pawn[seat] is None) != (seat in self.finished):
                raise Broken(f"the pawn of seat {seat} stands on {self.pieces.pawn[seat]}")
