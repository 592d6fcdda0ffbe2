"""Rialto as the referee sees it: its pieces, its flow, its view and what may be set right."""

from __future__ import annotations

from typing import Any

from companion.game import Correction, Game, Outcome, Table
from companion.games.rialto.rules import corrections, flow
from companion.games.rialto.rules.cards import HAND, Cards, Player
from companion.games.rialto.rules.pieces import Pieces
from companion.games.rialto.rules.scoring import Play
from companion.games.rialto.shown import SHOWN
from companion.games.rialto.view import OWN_WORDS, view
from companion.options import Option
from companion.steps import Flow
from companion.vocabulary import named


class Rialto(Game):
    """Stefan Feld's Rialto, for 2 to 5 players; two may play against the neutral player (RIA.N1)."""

    (name,) = named("game", "rialto")
    players = (2, 3, 4, 5)
    colours = named("colour", "red", "blue", "yellow", "green", "white")
    tallies = named("tally", "points")
    randomisers = named("draw", "first", "turn", "bridge")
    own_options = (
        Option("cards", "device", "table"),
        Option("neutral", "without", "with", rule="RIA.N1"),
        Option("score_floor", "zero", "none", rule="RIA.D1"),
    )

    own_words = OWN_WORDS
    shown = SHOWN

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.neutral = self.options["neutral"] == "with" and len(self.seats) == 2
        self.pieces = Pieces(self.seats, self.layout)
        self.cards = Cards(self.seats, self.options["cards"] == "device")
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
    def district(self) -> str | None:
        """RIA.I1: where the district marker stands."""
        return self.turns[self.number - 1] if self.number else None

    def order(self) -> list[Player]:
        """RIA.T2: the order that the Doge track gives, the neutral player's marker included."""
        return self.pieces.track.order()

    def doge_seats(self) -> list[int]:
        """The players in Doge order, without the neutral one."""
        return [player for player in self.order() if isinstance(player, int)]

    def seats_from(self, first: Player) -> list[Player]:
        """Everyone clockwise, from this player on."""
        start = self.clockwise.index(first)
        return [*self.clockwise[start:], *self.clockwise[:start]]

    def gain(self, seat: Player, tally: str, amount: int, rule: str, why: str, /, **facts: Any) -> None:
        """No receipt for nothing, and none for the neutral player, who scores nothing (RIA.N2)."""
        if isinstance(seat, int) and amount:
            super().gain(seat, tally, amount, rule, why, **facts)

    def play(self) -> Flow[Outcome]:
        return flow.play(self)

    @property
    def round(self) -> int:
        return self.number

    def view(self, seat: int) -> dict[str, Any]:
        return view(self, seat)

    def corrections(self) -> dict[str, Correction]:
        return corrections.offered(self)

    def correct(self, place: str, value: Any) -> None:
        corrections.apply(self, place, value)

    def check(self) -> None:
        self.pieces.check()
        self.cards.check()
        self.check_receipts()
