"""Doge's two voting-order decks and its first player, for a table that plays by itself."""

from __future__ import annotations

from typing import Any

from companion.game import Outcome
from companion.games.doge.game import Doge
from companion.games.doge.rules.flow import turn_card
from companion.games.doge.rules.pieces import AREAS
from companion.games.doge.shown import SHOWN
from companion.jobs.draw import Drawing
from companion.jobs.first import FirstSeat
from companion.steps import Flow
from companion.vocabulary import named

ORDER, FIRST = named("draw", "order", "first")


class VotingOrder(Drawing):
    """This year's order all at once, next year's card by card as it is turned up (DOG.S2, V1, E1)."""

    name = "doge:order"
    randomisers = ("order",)
    shown = SHOWN

    def play(self) -> Flow[Outcome]:
        self.row: list[str] = []
        for position in range(1, len(AREAS) + 1):
            yield from turn_card(self.row, f"0.{position}", "DOG.S2")
        while True:
            year = len(self.drawn) + 1
            self.drawn.append({"year": year, "order": self.row})
            self.tell("order", "DOG.S2" if year == 1 else "DOG.E1", year=year, order=self.row)
            self.row = []
            for position in range(1, len(AREAS) + 1):
                more = yield from self.go_on(f"{year}.{position}", "DOG.V1", year=year + 1, position=position)
                if not more:
                    return self.done()
                area = yield from turn_card(self.row, f"{year}.{position}", "DOG.V1")
                self.tell("next-year", "DOG.V1", area=area, position=position)

    def view(self, seat: int) -> dict[str, Any]:
        return {**super().view(seat), "next": list(self.row)}


class FirstPlayer(FirstSeat):
    """The seat from which ties are settled clockwise, once the table has said how many play (DOG.E4)."""

    name = f"doge:{FIRST}"
    rule = "DOG.E4"
    numbers = Doge.players
    shown = SHOWN

    def show(self, seat: int) -> None:
        self.tell("first", "DOG.E4", seat=seat)


DRAWS: dict[str, type[Drawing]] = {ORDER: VotingOrder, FIRST: FirstPlayer}
