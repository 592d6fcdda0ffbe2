"""The tourists and hunters on the Piazza, and the two dials that say where they stand."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from companion.game import Game
from companion.games.venezia.rules.grid import CELLS, hunting_ground
from companion.steps import Draw, Flow
from companion.vocabulary import named

TOURIST, HUNTER = named("figure", "tourist", "hunter")
RULES = {TOURIST: "VEZ.Z2", HUNTER: "VEZ.Z3"}


@dataclass
class Figures:
    """The places of tourists and hunters, and the blocked cells."""

    blocked: frozenset[str]
    standing: dict[str, list[str]] = field(default_factory=lambda: {TOURIST: [], HUNTER: []})

    @property
    def closed(self) -> frozenset[str]:
        """The cells no pigeon may enter: the hunters' ground and the blocked ones (VEZ.M4, K5)."""
        return closed_cells(tuple(self.standing[HUNTER]), self.blocked)

    @property
    def seen(self) -> dict[str, Any]:
        """The facts of a telling from which a small screen draws the Piazza."""
        return {"starred": list(self.standing[TOURIST]), "shaded": sorted(self.closed)}

    def leave(self) -> None:
        for cells in self.standing.values():
            cells.clear()


@lru_cache(maxsize=200)
def closed_cells(hunters: tuple[str, ...], blocked: frozenset[str]) -> frozenset[str]:
    return hunting_ground(hunters) | blocked


def spin(
    game: Game, figures: Figures, figure: str, number: int, *, at: str, rule: str, taken: Collection[str] = ()
) -> Flow[str]:
    """Spin both dials, for a column and a row (VEZ.K4), until they show a cell that is neither taken nor blocked."""
    spins = 0
    while True:
        spins += 1
        cell = yield from Draw("dials", f"{at}.{spins}", "cell", CELLS, rule)
        if cell not in taken and cell not in figures.blocked:
            return cell
        again = {"figure": figure, "number": number, "cell": cell, **figures.seen}
        game.tell("again-taken" if cell in taken else "again-blocked", rule, **again)


def place_figure(game: Game, figures: Figures, figure: str, number: int, *, at: str) -> Flow[str]:
    """VEZ.Z2, Z3: a tourist takes any cell without a tourist, a hunter any without a hunter; blocked ones never."""
    rule, taken = RULES[figure], figures.standing[figure]
    cell = yield from spin(game, figures, figure, number, at=f"{at}.{figure}.{number}", rule=rule, taken=taken)
    game.tell("spun", rule, figure=figure, cell=cell, number=number, **figures.seen)
    taken.append(cell)
    return cell
