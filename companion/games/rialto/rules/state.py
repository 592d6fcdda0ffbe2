"""The state of a game of Rialto."""

from __future__ import annotations

from typing import Any

from companion.game import Game, Table
from companion.games.rialto.rules.cards import HAND, Cards, Player
from companion.games.rialto.rules.pieces import Pieces
from companion.games.rialto.rules.scoring import Play
from companion.seats import clockwise_from

FINAL = 4
"""The phase after the last round."""


class State(Game):
    """Everything a game of Rialto knows: its pieces and cards, the round, and the stage being played."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.neutral = self.options["neutral"] == "with" and len(self.seats) == 2
        self.pieces = Pieces(self.seats, self.layout)
        self.cards = Cards(self.seats, known=self.options["cards"] == "device")
        self.clockwise: list[Player] = list(self.seats)  # from the first player of the game (RIA.S3)
        self.turns: list[str] = []  # the districts in the order of their turn tiles (RIA.S1)
        self.number = 0
        self.phase = 0
        self.stage: str | None = None
        self.first: Player | None = None  # of this stage (RIA.P1)
        self.plays: dict[Player, Play] = {}
        self.holder: Player | None = None  # of this stage's bonus
        self.limit = dict.fromkeys(self.seats, HAND)  # RIA.I5

    @property
    def round(self) -> int:
        return self.number

    @property
    def district(self) -> str | None:
        """RIA.I1: return the district in which the marker stands."""
        return self.turns[self.number - 1] if self.number else None

    def order(self) -> list[Player]:
        """RIA.T2: return the order on the Doge track, the neutral player's marker included."""
        return self.pieces.track.order()

    def doge_seats(self) -> list[int]:
        """Return the players in Doge order, without the neutral one."""
        return [player for player in self.order() if isinstance(player, int)]

    def seats_from(self, first: Player) -> list[Player]:
        """Return everyone clockwise, starting with this player."""
        return clockwise_from(first, self.clockwise)

    def gain(self, seat: Player, tally: str, amount: int, rule: str, why: str, /, **facts: Any) -> None:
        """Write no receipt for nothing, and none for the neutral player, who never scores (RIA.N2)."""
        if isinstance(seat, int) and amount:
            super().gain(seat, tally, amount, rule, why, **facts)

    def check(self) -> None:
        self.pieces.check()
        self.cards.check()
        self.check_receipts()
