"""Moments of games that are worth a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

from companion.choices import Choice, Sheet
from companion.referee import Referee
from companion.referee.simulation import some_answer
from companion.steps import Decision
from tests.games.venezia.players import Breeder


@dataclass(frozen=True)
class Moment:
    """A moment of a game, and the question that a player is asked just then; with none, its end."""

    game: str
    players: int
    answers: int = 0
    question: str = ""
    seed: int = 1
    options: Mapping[str, str] = field(default_factory=dict)
    dark: bool = False
    mirror: bool = False
    """The page for everyone, not that of the player who is asked."""


class Players:
    """Players who answer at random; in Venezia, where the Piazza would stay empty, they prefer it."""

    def __init__(self, referee: Referee, seed: int) -> None:
        self.referee = referee
        self.rng = Random(seed)
        self.breeder = Breeder(self.rng, referee)

    def answer(self, decision: Decision) -> Any:
        if self.referee.kind.name == "venezia":
            return self.breeder.answer(decision)
        if isinstance(decision.choice, Sheet):
            return {row: self.row(cells) for row, cells in decision.choice.rows.items()}
        return some_answer(self.referee.game, decision, self.rng)

    def row(self, cells: Mapping[str, Choice]) -> dict[str, Any]:
        """Return one of the first few answers of each cell: nobody plays a whole hand at once."""
        return {column: self.rng.choice([*islice(cell.legal(), 3)]) for column, cell in cells.items()}


def play_to(referee: Referee, moment: Moment) -> Players:
    """Play until the moment has come; the players can continue from there."""
    players = Players(referee, moment.seed)
    while referee.open:
        seat = min(referee.open)
        decision = referee.open[seat]
        if len(referee.entries) >= moment.answers and decision.key == moment.question:
            return players
        referee.answer(seat, players.answer(decision), decision.id)
    if moment.question:
        raise ValueError(f"{moment.game} is over before it comes to {moment.question}")
    return players
