"""Regata's tide alone, for a table that plays without a referee."""

from __future__ import annotations

from companion.games.regata.rules.pieces import CANALS
from companion.games.regata.shown import SHOWN
from companion.jobs.draw import Drawing
from companion.steps import Draw, Flow


class Tides(Drawing):
    """One tide after another (REG.R3)."""

    name = "regata:tide"
    rule = "REG.R3"
    randomisers = ("tide",)
    shown = SHOWN

    def draw_once(self, at: str) -> Flow[None]:
        heat = int(at)
        dry = yield from Draw("tide", at, "canal", CANALS, self.rule)
        self.drawn.append({"heat": heat, "dry": dry})
        self.tell("tide", self.rule, canal=dry, heat=heat)
