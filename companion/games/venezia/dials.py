"""The card with two dials, spun by the box: where a tourist or a hunter comes to stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from companion.game import Game
from companion.games.venezia.grid import CELLS, hunting_ground
from companion.steps import Draw, Flow
from companion.vocabulary import named

TOURIST, HUNTER = named("figure", "tourist", "hunter")
RULES = {TOURIST: "VEZ.Z2", HUNTER: "VEZ.Z3"}


@dataclass
class Figures:
    """Where tourists and hunters stand, and the cells where nobody can."""

    blocked: frozenset[str]
    standing: dict[str, list[str]] = field(default_factory=lambda: {TOURIST: [], HUNTER: []})

    @property
    def closed(self) -> frozenset[str]:
        """Where no pigeon may set foot: the hunters' cells and the blocked ones (VEZ.M4, K5)."""
        return hunting_ground(self.standing[HUNTER]) | self.blocked

    @property
    def seen(self) -> dict[str, Any]:
        """What of it a small picture shows."""
        return {"starred": list(self.standing[TOURIST]), "shaded": sorted(self.closed)}

    def leave(self) -> None:
        for cells in self.standing.values():
            cells.clear()


def spin(at: str, rule: str) -> Flow[str]:
    """Both dials at once: a number for the column, a letter for the row (VEZ.K4)."""
    cell: str = yield Draw("dials", at, "cell", CELLS, rule)
    return cell


def place_figure(game: Game, figures: Figures, figure: str, number: int, at: str) -> Flow[str]:
    """VEZ.Z2, Z3: spun until the cell is free of its like, and not blocked."""
    rule, taken = RULES[figure], figures.standing[figure]
    spins = 1
    cell = yield from spin(f"{at}.{figure}.{number}.{spins}", rule)
    while cell in taken or cell in figures.blocked:
        game.tell(
            "again-taken" if cell in taken else "again-blocked",
            rule,
            figure=figure,
            number=number,
            cell=cell,
            **figures.seen,
        )
        spins += 1
        cell = yield from spin(f"{at}.{figure}.{number}.{spins}", rule)
    game.tell("spun", rule, figure=figure, cell=cell, number=number, **figures.seen)
    taken.append(cell)
    return cell
