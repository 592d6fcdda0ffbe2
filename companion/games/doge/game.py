"""Doge as the referee sees it: its pieces, its flow, its view and what may be set right."""

from __future__ import annotations

from typing import Any

from companion.game import Broken, Correction, Game, Outcome, Table
from companion.games.doge.rules import corrections, flow
from companion.games.doge.rules.pieces import Pieces
from companion.games.doge.shown import SHOWN
from companion.games.doge.view import OWN_WORDS, view
from companion.options import Option
from companion.steps import Flow
from companion.vocabulary import named


class Doge(Game):
    """Leo Colovini's Doge, for 3 or 4 players."""

    (name,) = named("game", "doge")
    players = (3, 4)
    colours = named("colour", "red", "blue", "yellow", "green")
    tallies = named("tally", "palaces", "houses", "advisors")
    randomisers = named("draw", "first", "order")
    own_options = (
        Option("ballots", "device", "table"),
        Option("full_district", "nobody", "seat-order", rule="DOG.P5"),
    )

    own_words = OWN_WORDS
    shown = SHOWN

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.pieces = Pieces(self.seats, self.layout["sites"], self.options["ballots"] == "device")
        self.clockwise = self.seats  # from the seat drawn at set-up (DOG.E4)
        self.year = 0
        self.lap = 0
        self.area: str | None = None
        self.brown: list[str] = []
        self.blue: list[str] = []
        self.counted: list[str] = []

    def play(self) -> Flow[Outcome]:
        return flow.play(self)

    @property
    def round(self) -> int:
        return self.year

    def view(self, seat: int) -> dict[str, Any]:
        return view(self, seat)

    def corrections(self) -> dict[str, Correction]:
        return corrections.offered(self)

    def correct(self, place: str, value: Any) -> None:
        corrections.apply(self, place, value)

    def check(self) -> None:
        self.pieces.check()
        self.check_receipts()
        for seat in self.seats:
            held = flow.holding(self, seat)
            controlled = sum(advisor.controller == seat for advisor in self.pieces.advisors.values())
            expected = {"palaces": held.palaces, "houses": held.houses, "advisors": controlled}
            if self.score[seat] != expected:
                raise Broken(f"seat {seat} has {expected} on the map, {self.score[seat]} by receipts")
