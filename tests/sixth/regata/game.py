"""Regata as the referee sees it: its pieces, its flow, its view and what may be set right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from companion.games.regata import flow
from companion.games.regata.pieces import Pieces
from companion.games.regata.shown import SHOWN

from companion.choices import Count
from companion.game import Correction, Game, Outcome, Table
from companion.options import Option
from companion.steps import TABLE, Flow
from companion.vocabulary import named

(DUCATS,) = named("thing", "ducats")
(CANAL,) = named("own", "canal")
MOST = 99


class Regata(Game):
    """A race of three heats, for 2 to 4 players."""

    (name,) = named("game", "regata")
    players = (2, 3, 4)
    colours = named("colour", "red", "blue", "yellow", "green")
    tallies = named("tally", "ducats")
    randomisers = named("draw", "tide")
    own_options = (Option("boats", "device", "table"),)
    own_words: ClassVar[Mapping[str, str]] = {CANAL: "canal"}
    shown = SHOWN

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.pieces = Pieces(self.seats)
        self.heat = 0
        self.dry = ""

    def play(self) -> Flow[Outcome]:
        return flow.play(self)

    @property
    def round(self) -> int:
        return self.heat

    def view(self, seat: int) -> dict[str, Any]:
        """What lies on the table; and for a player, the canal he has sealed."""
        boats = {str(number): canal for number, canal in self.pieces.canal.items()}
        seen = {"heat": self.heat, "dry": self.dry, "boats": boats, "prizes": dict(self.layout["prizes"])}
        if seat != TABLE:
            seen["own"] = {CANAL: self.pieces.sealed[seat]} if seat in self.pieces.sealed else {}
        return seen

    def corrections(self) -> dict[str, Correction]:
        return {
            f"{DUCATS}.{seat}": Correction(
                "ducats", {"seat": seat}, Count("ducats", 0, MOST), self.score[seat]["ducats"]
            )
            for seat in self.seats
        }

    def correct(self, place: str, value: Any) -> None:
        seat = int(place.removeprefix(f"{DUCATS}."))
        self.gain(seat, "ducats", value - self.score[seat]["ducats"], "", "corrected")
        self.tell("corrected", "", seat=seat, n=value)

    def check(self) -> None:
        self.pieces.check()
        self.check_receipts()
