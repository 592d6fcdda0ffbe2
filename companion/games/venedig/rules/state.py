"""Everything that a game of Venedig knows: its pieces, whose turn it is, and how far that turn has come."""

from __future__ import annotations

from typing import Any

from companion.game import Broken, Game, Table
from companion.games.venedig.rules.kinds import THIRD, Holder
from companion.games.venedig.rules.pieces import Pieces
from companion.games.venedig.rules.track import LAST, SPACES, move_receipts, tell_move, walk
from companion.vocabulary import named

SET_UP, THIRD_PLAYER, BUILD, DRAIN, DRAW, END = named("phase", "set-up", "third", "build", "drain", "draw", "end")


class State(Game):
    """The pieces of a game and where its flow has come to; the flow and its chapters work on it."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.has_third = len(self.seats) == 2  # VEN.T1
        holders: list[Holder] = [*self.seats, *([THIRD] if self.has_third else [])]
        self.pieces = Pieces(
            self.seats,
            holders,
            self.layout,
            mapped=self.options["board"] == "mapped",
            cards_known=self.options["cards"] == "device",
            gold_known=self.options["gold"] == "device",
        )
        self.active = self.seats[0] if self.seats else 0
        self.turn = 0
        self.phase = SET_UP
        self.drawn = 0
        """Number of cards that the box has drawn from the pile."""
        self.building = False
        """Whether complete buildings are being built: cards can't be corrected meanwhile."""
        self.chosen: list[str] = []
        """The hexes chosen so far, while the same question asks for more."""
        self.over = False

    @property
    def round(self) -> int:
        return -(-self.turn // len(self.seats))

    def move(self, seat: int, steps: int, rule: str, why: str, /, **facts: Any) -> None:
        """Move a gondola ahead, leaping over others (VEN.B11). Reaching 60 ends the game at once (VEN.E1)."""
        if not steps:
            return
        gondolas = self.pieces.gondolas
        landing = walk(gondolas[seat], steps, self.pieces.others_than(seat))
        gondolas[seat] = landing.space
        for one in move_receipts(seat, steps, landing, rule=rule, why=why, facts=facts):
            self.gain(one.seat, one.tally, one.amount, one.rule, one.why, **one.facts)
        tell_move(self.tell, seat, steps, landing)
        if landing.space >= LAST and not self.over:
            self.over = True
            self.tell("reached", "VEN.E1", seat=seat, space=landing.space)

    def check(self) -> None:
        self.pieces.check()
        self.check_receipts()
        for seat, space in self.pieces.gondolas.items():
            if self.score[seat][SPACES] != space:
                raise Broken(f"the gondola of seat {seat} is on {space}, by receipts {self.score[seat]}")
