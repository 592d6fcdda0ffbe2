"""Regata's tide alone, for a table that plays without a referee."""

from __future__ import annotations

from companion.game import Outcome
from companion.games.regata.rules.pieces import CANALS
from companion.games.regata.shown import SHOWN
from companion.jobs.draw import Drawing
from companion.steps import Draw, Flow


class Tides(Drawing):
    """One tide after another (REG.R3)."""

    name = "regata:tide"
    randomisers = ("tide",)
    shown = SHOWN

    def play(self) -> Flow[Outcome]:
        while True:
            heat = len(self.drawn) + 1
            dry = yield from Draw("tide", f"{heat}", "canal", CANALS, "REG.R3")
            self.drawn.append({"heat": heat, "dry": dry})
            self.tell("tide", "REG.R3", canal=dry, heat=heat)
            more = yield from self.go_on(f"{heat}", "REG.R3")
            if not more:
                return self.done()
