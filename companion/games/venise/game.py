"""Venise as the referee sees it: its pieces, its flow, its view and what may be set right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Broken, Correction, Game, Outcome, Table
from companion.games.venise import plan as planned
from companion.games.venise.heuristic import lean
from companion.games.venise.layout import GEMS, PLAYERS
from companion.games.venise.rules import corrections, flow
from companion.games.venise.rules.pieces import Pieces
from companion.games.venise.rules.piles import COLOURS, canal_of
from companion.games.venise.shown import SHOWN
from companion.games.venise.view import OWN_WORDS, view
from companion.options import Option
from companion.screen.maps import Plan
from companion.steps import Decision, Flow
from companion.vocabulary import named


class Venise(Game):
    """Cyprien Grès's Venise, for 2 to 4 players."""

    (name,) = named("game", "venise")
    players = PLAYERS
    colours = COLOURS
    tallies = named("tally", "gems", "tiles")
    randomisers = named("draw", "first")
    own_options = (
        Option("cards", "device", "table"),
        Option("board", "day-1", "day-2", "day-3", "day-4", "night-1", "night-2", "night-3", "night-4", "own"),
        Option("help", "none", "ways"),
    )
    own_words = OWN_WORDS
    shown = SHOWN
    leans = True

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.hides = self.options["cards"] == "device"
        """Whether the box deals, so that what a player may do says what he holds."""
        colours = {seat.number: seat.colour for seat in table.seats}
        self.pieces = Pieces(colours, self.layout, canal_of(self.layout), self.hides)
        self.clockwise = self.seats  # from the seat drawn at set-up (VSE.S1)
        self.lap = 0
        self.turn = 0
        self.seat = 0
        self.hourglasses = 0
        self.has_played = False
        self.took_joker = False
        self.may_be_stuck = False
        """Whether something has changed since by which nobody may be able to finish any more (VSE.E2)."""
        self.finished: list[int] = []
        self.lifting: str | None = None
        """While a plank is being lifted, which; empty while that is still being chosen."""

    def play(self) -> Flow[Outcome]:
        return flow.play(self)

    @property
    def round(self) -> int:
        return self.lap

    def view(self, seat: int) -> dict[str, Any]:
        return view(self, seat)

    def plan(self, of: str) -> Plan | None:
        return planned.plan(self) if of == "cell.part" else None

    def laid_out(self) -> Mapping[int, Plan]:
        return {seat: planned.plan(self)._replace(starred=self.pieces.gems[seat]) for seat in self.seats}

    def lean(self, decision: Decision) -> Any:
        return lean(self, decision)

    def corrections(self) -> dict[str, Correction]:
        return corrections.offered(self)

    def correct(self, place: str, value: Any) -> None:
        corrections.apply(self, place, value)

    def check(self) -> None:
        self.pieces.check()
        self.check_receipts()
        for seat in self.seats:
            expected = {"gems": GEMS - len(self.pieces.gems[seat]), "tiles": self.pieces.tiles[seat]}
            if self.score[seat] != expected:
                raise Broken(f"seat {seat} has {expected}, {self.score[seat]} by receipts")
            if (self.pieces.pawn[seat] is None) != (seat in self.finished):
                raise Broken(f"the pawn of seat {seat} stands on {self.pieces.pawn[seat]}")
