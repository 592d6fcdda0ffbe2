"""Venezia as the referee sees it: its pieces, its flow, its view and what may be set right."""

from __future__ import annotations

from typing import Any

from companion.game import Correction, Game, Outcome, Table
from companion.games.venezia.rules import corrections, flow
from companion.games.venezia.rules.dials import HUNTER, TOURIST, Figures
from companion.games.venezia.rules.grid import COLUMNS, ROWS
from companion.games.venezia.rules.pieces import Pieces
from companion.games.venezia.shown import SHOWN
from companion.games.venezia.view import OWN_WORDS, view
from companion.options import Option
from companion.screen.maps import Chart
from companion.steps import Flow
from companion.vocabulary import named


class Venezia(Game):
    """Ronald Hofstätter's Venezia, the game of the pigeons, for 2 to 4 players."""

    (name,) = named("game", "venezia")
    players = (2, 3, 4)
    colours = named("colour", "red", "blue", "yellow", "green")
    tallies = named("tally", "points")
    randomisers = named("draw", "dials")
    own_options = (
        Option("plates", "device", "table"),
        Option("piazza", "mapped", "counted"),
        Option("pincer", "all", "orthogonal", rule="VEZ.C1"),
        Option("births", "per-tourist", "per-pigeon", rule="VEZ.C3"),
        Option("hunters", "one", "two", rule="VEZ.V1"),
        Option("tourists", "two", "three", rule="VEZ.V2"),
        Option("reach", "districts", "san-giorgio", rule="VEZ.V3"),
    )
    own_words = OWN_WORDS
    shown = SHOWN

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.pieces = Pieces(self.seats, self.layout["blocked"], self.options["piazza"] == "mapped")
        self.figures = Figures(self.pieces.blocked)
        self.clockwise = self.seats  # from the first player on (VEZ.S2, Y6)
        self.homes: dict[int, str] = {}
        self.round_number = 0
        self.phase = "set-up"
        self.mover: int | None = None
        self.moving: str | None = None
        self.path: list[str] = []
        self.bird: str | None = None
        self.vatican: int | None = None
        self.moves_grey = False

    def play(self) -> Flow[Outcome]:
        return flow.play(self)

    @property
    def round(self) -> int:
        return self.round_number

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
        return self.figures.closed

    def view(self, seat: int) -> dict[str, Any]:
        return view(self, seat)

    def chart(self, of: str) -> Chart | None:
        if of != "cell":
            return None
        return piazza_chart(self.figures, {cell: str(seat) for cell, seat in self.pieces.cells.items()})

    def corrections(self) -> dict[str, Correction]:
        return corrections.offered(self)

    def correct(self, place: str, value: Any) -> None:
        corrections.apply(self, place, value)

    def check(self) -> None:
        self.pieces.check()
        self.check_receipts()


def piazza_chart(figures: Figures, marks: dict[str, str]) -> Chart:
    """The Piazza for a small screen: pigeons by seat, tourists starred, the hunters' ground shaded."""
    return Chart(ROWS, COLUMNS, marks, figures.closed, figures.standing[TOURIST])
