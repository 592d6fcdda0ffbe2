"""How long it takes to run a game again from its entries: what undo, amend and resume cost."""

from __future__ import annotations

from companion import games
from companion.referee import Referee
from firmware.bench import Figures
from firmware.bench.tables import best_of, played

ANSWERS = 1000


def measure() -> Figures:
    figures: Figures = {}
    for game in games.names():
        kind = games.find(game).game
        referee = played(game, max(kind.players), ANSWERS)
        seconds = best_of(10, lambda: Referee(kind, referee.table, referee.urn, referee.entries))  # noqa: B023
        figures[game] = {"answers": ANSWERS, "ms": round(seconds * 1000, 2)}
    return figures
