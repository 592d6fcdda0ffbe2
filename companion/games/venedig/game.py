"""Venedig as the referee sees it: its pieces, its flow, its view and what may be set right."""

from __future__ import annotations

from typing import Any

from companion.game import Broken, Correction, Game, Outcome, Table
from companion.games.venedig.chart import hex_chart
from companion.games.venedig.rules import corrections, flow
from companion.games.venedig.rules.gondolas import SPACES
from companion.games.venedig.rules.kinds import THIRD, Holder
from companion.games.venedig.rules.pieces import Pieces
from companion.games.venedig.rules.plan import plan_of
from companion.games.venedig.shown import SHOWN
from companion.games.venedig.view import OWN_WORDS, view
from companion.options import Option
from companion.screen.maps import Chart
from companion.steps import Flow
from companion.vocabulary import named


class Venedig(Game):
    """Klaus-Jürgen Wrede's Venedig, for 2 to 5 players."""

    (name,) = named("game", "venedig")
    players = (2, 3, 4, 5)
    colours = named("colour", "red", "blue", "yellow", "green", "white")
    tallies = (SPACES,)
    randomisers = named("draw", "first")
    own_options = (
        Option("board", "mapped", "counted", rule="VEN.K4"),
        Option("cards", "device", "table"),
        Option("gold", "device", "table"),
    )
    own_words = OWN_WORDS
    shown = SHOWN

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.has_third = len(self.seats) == 2  # VEN.T1
        holders: list[Holder] = [*self.seats, *([THIRD] if self.has_third else [])]
        kept = {option: self.options[option] == "device" for option in ("cards", "gold")}
        kept["mapped"] = self.options["board"] == "mapped"
        self.pieces = Pieces(self.seats, holders, self.layout, plan_of(self.layout), kept)
        self.active = self.seats[0] if self.seats else 0
        self.turn = 0
        self.phase = flow.SET_UP
        self.drawn = 0
        self.building = False
        self.chosen: list[str] = []
        self.over = False

    def play(self) -> Flow[Outcome]:
        return flow.play(self)

    @property
    def round(self) -> int:
        return -(-self.turn // len(self.seats))

    def view(self, seat: int) -> dict[str, Any]:
        return view(self, seat)

    def chart(self, of: str) -> Chart | None:
        """The map, while there is one: hexes are its places."""
        return hex_chart(self.pieces, self.chosen) if of == "hex" and self.pieces.mapped else None

    def corrections(self) -> dict[str, Correction]:
        return corrections.offered(self)

    def correct(self, place: str, value: Any) -> None:
        corrections.apply(self, place, value)

    def check(self) -> None:
        self.pieces.check()
        self.check_receipts()
        for seat, space in self.pieces.gondolas.items():
            if self.score[seat][SPACES] != space:
                raise Broken(f"seat {seat} lies at {space}, {self.score[seat]} by receipts")
