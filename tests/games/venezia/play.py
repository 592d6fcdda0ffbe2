"""Brings a game of Venezia to a chosen position and question, to prove a rule on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, cycle
from random import Random
from typing import Any

from companion import games
from companion.choices import Sheet
from companion.games.venezia.game import Venezia
from companion.games.venezia.rules.pieces import DISTRICTS, ZONES
from companion.referee import Referee
from companion.referee.simulation import random_urn
from companion.seats import NAMES, seat_table
from companion.steps import TABLE, Decision
from tests.games.playing import Playing

FAR_AWAY = ("H1", "H3", "H10")
"""Two tourists and a hunter, out of everyone's way in the last row."""

LONG = 200
"""More answers than two rounds take."""

IDLE = {
    "action": "none",
    "first": "feint",
    "mover": "done",
    "homing": 0,
    "grey-from": "enough",
    "take-back": "none",
    "recover": "no",
}
"""Answers that change nothing."""


def referee(players: int, blocked: Sequence[str] = (), seed: int = 1, **options: str) -> Referee:
    """Start a game on a board with these blocked cells. `draw_dials` stands for the option `draw.dials`."""
    kit = games.find("venezia")
    seats = seat_table(NAMES[:players], kit.game.colours)
    wanted = {name.replace("draw_", "draw."): value for name, value in options.items()}
    table = kit.game.set_table(seats, wanted, kit.layout().corrected("blocked", list(blocked)))
    return Referee(kit.game, table, random_urn(Random(seed)))


class Play(Playing):
    """A game at the planning of a round, in a position made by corrections.

    Homes are the districts in order: seat 1 lives in Cannaregio, 2 in Castello, 3 in Dorsoduro, 4 on the
    Giudecca. The dials are the table's and stop at `spins`, one after another, then far away. Plans are for
    this round. Otherwise nobody does anything: `until` answers everything on the way to a question.

    >>> play = Play({1: {"piazza": 2}}, {"zone.2.castello": 3})
    >>> play.until("land").decision.facts
    {'n': 2}
    """

    def __init__(
        self,
        plans: Mapping[int, Mapping[str, Any]] | None = None,
        position: Mapping[str, Any] | None = None,
        players: int = 2,
        first: int = 1,
        round: int = 1,
        spins: Sequence[str] = FAR_AWAY,
        blocked: Sequence[str] = (),
        **options: str,
    ) -> None:
        self.plans = dict(plans or {})
        self.round = round
        self.spins = chain(spins, cycle(FAR_AWAY))
        self.referee = referee(players, blocked, 1, draw_dials="table", **options)
        self.referee.answer(TABLE, first)
        for seat in self.game.clockwise[:-1]:
            self.referee.answer(seat, DISTRICTS[seat - 1])
        self.game.round_number = round - 1
        for place, value in (position or {}).items():
            if place.startswith("cards"):  # the referee does not offer this so early
                self.game.correct(place, value)
            else:
                self.referee.correct(place, value)
        self.referee.answer(self.game.clockwise[-1], DISTRICTS[self.game.clockwise[-1] - 1])

    @property
    def game(self) -> Venezia:
        game = self.referee.game
        assert isinstance(game, Venezia)
        return game

    def until(self, key: str, seat: int | None = None) -> Play:
        """Answer with nothing happening until this question is open, for this seat if given."""
        for _ in range(LONG):
            if self.is_asked(key, seat):
                return self
            assert self.referee.open, f"the game ended before {key} was asked"
            self.pass_by()
        raise AssertionError(f"{key} is never asked")

    def is_asked(self, key: str, seat: int | None = None) -> bool:
        return any(one.key == key and seat in (None, one.seat) for one in self.referee.open.values())

    def to_end_of_round(self) -> Play:
        """Go on until the next round is planned or the game is over."""
        begun = self.game.round_number
        while self.referee.open and self.game.round_number == begun:
            self.pass_by()
        assert self.referee.fault is None, self.referee.fault
        return self

    def pass_by(self) -> None:
        """Answer one open question as planned, or so that nothing happens."""
        seat, decision = next(iter(self.referee.open.items()))
        self.referee.answer(seat, self.idle(seat, decision))

    def idle(self, seat: int, decision: Decision) -> Any:
        plan = self.plans.get(seat, {}) if self.game.round_number == self.round else {}
        match decision.key:
            case "draw":
                return next(self.spins)
            case "action":
                return plan.get("action", "none")
            case "first":
                return "piazza" if "piazza" in plan else "feint"
            case "zones":
                return self.planned_zones(plan)
            case "spread" | "plate":
                return {card: plan.get(card, 0) for card in decision.choice.to_json()["most"]}
            case "land":
                return decision.choice.to_json()["items"][: decision.facts["n"]]
            case "feint":
                first, *_ = cards = decision.choice.to_json()["most"]
                return dict.fromkeys(cards, 0) | {first: decision.facts["n"]}
        if isinstance(decision.choice, Sheet):
            return {
                row: {column: next(one.legal()) for column, one in cells.items()}
                for row, cells in decision.choice.rows.items()
            }
        return IDLE.get(decision.key, next(decision.choice.legal()))

    def planned_zones(self, plan: Mapping[str, Any]) -> list[str]:
        """The planned ones, made up to three."""
        wanted = [zone for zone in ZONES if zone in plan]
        more = [zone for zone in ZONES if zone not in plan]
        return sorted([*wanted, *more][:3], key=ZONES.index)

    def tells(self, key: str) -> list[dict[str, Any]]:
        """Return the facts of all tellings of this kind."""
        return [dict(tell.facts) for tell in self.game.tells if tell.key == key]

    def before(self, seat: int) -> dict[str, Any]:
        """Return what lies open in front of a player."""
        view: dict[str, Any] = self.game.view(TABLE)["seats"][str(seat)]
        return view

    def zone(self, zone: str) -> list[int]:
        """Return how many pigeons each player has there, by seat."""
        return list(self.game.view(TABLE)["zones"][zone]["pigeons"].values())

    def grey(self, zone: str) -> int:
        number: int = self.game.view(TABLE)["zones"][zone]["grey"]
        return number

    @property
    def cells(self) -> dict[str, int]:
        """The cells of the Piazza with a pigeon, each with its owner's seat."""
        cells: dict[str, int] = self.game.view(TABLE)["piazza"]["cells"]
        return cells

    @property
    def points(self) -> list[int]:
        return list(self.game.points.values())
