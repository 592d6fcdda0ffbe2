"""Sets up Venise on a small board of plain piles, in a chosen position, to prove a rule on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion import games
from companion.choices import Pick
from companion.games.venise.game import Venise
from companion.layout import Fact, Layout
from companion.referee import Referee
from companion.referee.simulation import random_urn
from companion.seats import NAMES, seat_table
from companion.steps import TABLE
from tests.games.playing import Playing
from tests.tables import referee

KIT = games.find("venise")
STARTS = {"red": "A1", "white": "D4", "green": "A4", "yellow": "D1"}
GEMS = {
    "red": ["B4", "C4", "D2", "D3"],
    "white": ["A2", "A3", "B1", "C1"],
    "green": ["B1", "C1", "D2", "D3"],
    "yellow": ["A2", "A3", "B4", "C4"],
}


def grid(special: Mapping[str, Mapping[str, Any]] | None = None, rows: str = "ABCD", columns: int = 4) -> list[Any]:
    """Return a full square of piles, with starts in its corners and some special piles."""
    piles = []
    for at in (f"{row}{column}" for row in rows for column in range(1, columns + 1)):
        kind = "start" if at in STARTS.values() else "plain"
        piles.append({"at": at, "kind": kind, **(special or {}).get(at, {})})
    return piles


def layout(piles: list[Any], gems: Mapping[str, list[str]] | None = None, **facts: Any) -> Layout:
    """Return a board of these piles, with the usual cards and planks."""
    changed = {"piles": piles, "starts": STARTS, "gems": GEMS | dict(gems or {}), **facts}
    ours = KIT.layout()
    return Layout("test", ours.facts | {name: Fact(value, "owner") for name, value in changed.items()})


class Play(Playing):
    """A game at its first turn, in a position made by corrections: seat 1, Red, is to play.

    >>> Play(["A1-B2"], {1: "A1-B2"}).answer("play", "small").options
    ['A2-B1.tee', 'B1-A2.tee', 'back']
    """

    def __init__(
        self,
        planks: Sequence[str] = (),
        pawns: Mapping[int, str] | None = None,
        players: int = 2,
        special: Mapping[str, Mapping[str, Any]] | None = None,
        gems: Mapping[str, list[str]] | None = None,
        stock: Mapping[str, int] | None = None,
        board: Layout | None = None,
        **options: str,
    ) -> None:
        seats = seat_table(NAMES[:players], KIT.game.colours)
        wanted = {"cards": "table", "draw.first": "table"} | options
        table = KIT.game.set_table(seats, wanted, board or layout(grid(special), gems))
        self.referee = Referee(KIT.game, table, random_urn(Random(1)))
        self.referee.answer(TABLE, 1)
        self._set(planks, pawns or {}, stock or {})

    def _set(self, planks: Sequence[str], pawns: Mapping[int, str], stock: Mapping[str, int]) -> None:
        """Make the position by corrections, as a table would; planks come from the last player's stock."""
        last = len(self.game.seats)
        for size in ("small", "large"):
            self.referee.correct(f"stock.{last}.{size}", 0)
        for plank in planks:
            self.referee.correct(f"lay.{self.game.pieces.size_of(plank)}", plank)
        for size, number in stock.items():
            self.referee.correct(f"stock.1.{size}", number)
        for seat, cell in pawns.items():
            self.referee.correct(f"pawn.{seat}", cell)

    @property
    def game(self) -> Venise:
        game = self.referee.game
        assert isinstance(game, Venise)
        return game

    @property
    def lying(self) -> set[str]:
        return self.game.pieces.lying

    def rule_against(self, value: Any) -> str:
        """Return the rule by which an answer is barred, or an empty string if it is not."""
        choice = self.decision.choice
        assert isinstance(choice, Pick)
        return choice.barred[value].rule if value in choice.barred else ""

    def end_turn(self) -> Play:
        """Play nothing more, and discard the first cards if there are too many."""
        self.answer(self.key if self.key == "after-joker" else "play", "done")
        while self.key in ("over", "discard"):
            self.referee.answer(self.seat, next(iter(self.decision.choice.legal())))
        return self


def undecided() -> Referee:
    """Return a game for two that is over without a winner, because no plank is left (VSE.E2)."""
    judge = referee("venise", 2, cards="table")
    for seat in judge.game.seats:
        for size in ("small", "large"):
            judge.correct(f"stock.{seat}.{size}", 0)
    while judge.open:
        judge.answer(min(judge.open), "done")
    assert judge.outcome is not None
    return judge
