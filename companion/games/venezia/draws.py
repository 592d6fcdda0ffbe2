"""Venezia's two dials for a table that plays without a referee: single spins, or all figures of a round."""

from __future__ import annotations

from typing import Any

from companion.choices import Pick
from companion.game import Outcome, Table
from companion.games.venezia.rules.dials import HUNTER, TOURIST, Figures, place_figure, spin
from companion.games.venezia.shown import SHOWN
from companion.games.venezia.view import figures_view, piazza_chart
from companion.jobs.draw import MORE, STOP, Drawing
from companion.screen.maps import Chart
from companion.steps import TABLE, Decision, Flow
from companion.vocabulary import named

(DIALS,) = named("figure", "dials")
SETS = named("set", "2-1", "3-1", "2-2", "3-2")
(REST,) = named("go-on", "rest")


def read_cell(cell: str) -> dict[str, Any]:
    """Return a cell with its row and column apart.

    >>> read_cell("C7")
    {'cell': 'C7', 'row': 'C', 'column': 7}
    """
    return {"cell": cell, "row": cell[0], "column": int(cell[1:])}


class OnPiazza(Drawing):
    """A drawing whose figures stand on the Piazza."""

    randomisers = ("dials",)
    shown = SHOWN

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.figures = Figures(frozenset(self.layout["blocked"]))

    def chart(self, of: str) -> Chart | None:
        return piazza_chart(self.figures, {}) if of == "cell" else None

    def view(self, seat: int) -> dict[str, Any]:
        return {**super().view(seat), "piazza": figures_view(self.figures)}


class Dials(OnPiazza):
    """One spin after another, each independent; a blocked cell is spun again (VEZ.Z2)."""

    name = "venezia:dials"

    def play(self) -> Flow[Outcome]:
        number = 0
        while True:
            number += 1
            cell = yield from spin(self, self.figures, DIALS, number, at=f"{number}", rule="VEZ.Z2")
            self.figures.leave()
            self.tell("spun", "VEZ.Z2", figure=DIALS, cell=cell, number=number, **self.figures.seen)
            self.figures.standing[TOURIST].append(cell)
            self.drawn.append(read_cell(cell))
            more = yield from self.go_on(f"{number}", "VEZ.Z2", number=number + 1)
            if not more:
                return self.done()


class RoundSet(OnPiazza):
    """The tourists and hunters of one round after another, spun singly or all at once (VEZ.Z2, Z3)."""

    name = "venezia:round"
    asks = ("set",)

    def play(self) -> Flow[Outcome]:
        chosen = yield from Decision("set", TABLE, "0", lambda: Pick("set", SETS), "VEZ.V1", {}, likely=SETS[0])
        tourists, hunters = map(int, chosen.split("-"))
        figures = [(TOURIST, n) for n in range(1, tourists + 1)] + [(HUNTER, n) for n in range(1, hunters + 1)]
        number = 0
        while True:
            number += 1
            answer = MORE
            for place, (figure, nth) in enumerate(figures):
                if answer != REST:
                    answer = yield from self.ask(f"{number}.{place}", figure, nth)
                    if answer == STOP:
                        return self.done()
                if not place:
                    self.figures.leave()
                cell = yield from place_figure(self, self.figures, figure, nth, at=str(number))
                self.drawn.append({"round": number, "figure": figure, **read_cell(cell)})

    def ask(self, at: str, figure: str, nth: int) -> Flow[str]:
        """Ask whether to spin for the next figure, for the rest of the round, or to stop."""
        facts = {"figure": figure, "number": nth}
        answer = yield from Decision(
            "next-figure", TABLE, at, lambda: Pick("go-on", (MORE, REST, STOP)), "VEZ.Z2", facts, likely=MORE
        )
        return answer
