"""The state of a game of Doge."""

from __future__ import annotations

from companion.game import Broken, Game, Table
from companion.games.doge.rules.pieces import Pieces
from companion.games.doge.rules.scoring import Holding


class State(Game):
    """Everything a game of Doge knows: its pieces, the year, and how far the count has come."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.pieces = Pieces(self.seats, self.layout["sites"], ballots_known=self.options["ballots"] == "device")
        self.clockwise = self.seats  # from the seat drawn at set-up (DOG.E4)
        self.year = 0
        self.lap = 0
        self.area: str | None = None
        self.brown: list[str] = []
        self.blue: list[str] = []
        self.counted: list[str] = []

    @property
    def round(self) -> int:
        return self.year

    def holding(self, seat: int) -> Holding:
        """Return what a player has on the map."""
        palaces = [here[seat] for here in self.pieces.palaces.values()]
        houses = [here[seat] for here in self.pieces.houses.values()]
        return Holding(sum(palaces), len(palaces) - palaces.count(0), sum(houses))

    def check(self) -> None:
        self.pieces.check()
        self.check_receipts()
        for seat in self.seats:
            held = self.holding(seat)
            expected = {"palaces": held.palaces, "houses": held.houses, "advisors": self.pieces.controlled(seat)}
            if self.score[seat] != expected:
                raise Broken(f"seat {seat} has {expected} on the map, {self.score[seat]} by receipts")
