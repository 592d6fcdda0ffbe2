"""What a seat knows of a game: all it has seen being done and drawn, and all it was told. Never what others hide."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game import Game, Table, Tell
from companion.referee.entries import Answer
from companion.referee.position import Position
from companion.referee.run import Run
from companion.referee.urn import SECRET_LENGTH, Urn
from companion.steps import TABLE, TableDraw

HIDDEN = None
"""The value of an answer or a draw that a seat has not seen."""

UNNOTICED = object()
"""The value of an answer of which a seat does not even know that it was given."""

Told = tuple[str, str, Mapping[str, Any]]
"""What a seat was told: the key of the telling, its rule and its facts."""


@dataclass(frozen=True)
class Event:
    """An answer or a draw as a seat knows it.

    `to` is who saw a draw, `heard` how much the seat had been told before, `card` the card that a question is about.
    """

    seat: int
    id: str
    key: str
    value: Any
    to: int | None
    heard: int
    card: Any = None

    @property
    def is_draw(self) -> bool:
        return self.to is not None


Openly = Callable[[Sequence[Answer], int], Any]
"""Returns what everyone has seen by now of a secret answer, the one with this index: `HIDDEN` if nothing of it."""


@dataclass(frozen=True)
class Knowledge:
    """All that a seat knows at the moment it is asked something."""

    kind: type[Game]
    table: Table
    seat: int
    asked: str
    events: Sequence[Event]
    told: Sequence[Told]
    view: Mapping[str, Any]

    @classmethod
    def of(cls, position: Position, seat: int, openly: Openly) -> Knowledge:
        run = position.run
        table, kind = run.game.table, type(run.game)
        entries = [entry for entry in run.entries if isinstance(entry, Answer)]
        again = open_run(kind, table)
        events = []
        heard = looked = 0
        for index, entry in enumerate(entries):
            decision = entry.decision
            assert decision is not None
            heard, looked = heard + len(told_to(again, seat, looked)), len(again.game.tells)
            to = decision.draw.to if isinstance(decision, TableDraw) else None
            value = entry.value
            if to is not None:
                value = value if to in (TABLE, seat) else HIDDEN
            elif entry.seat != seat and index >= run.sealed_from:
                value = HIDDEN
            elif entry.seat != seat and decision.secret:
                value = openly(entries, index)
            if value is not UNNOTICED:
                card = decision.facts.get("card")
                events.append(Event(entry.seat, decision.id, decision.key, value, to, heard, card))
            again.take(entry)
        return cls(kind, table, seat, run.open[seat].id, events, told_to(run, seat), run.game.view(seat))

    def others(self) -> list[int]:
        return [seat.number for seat in self.table.seats if seat.number != self.seat]


def open_run(kind: type[Game], table: Table) -> Run:
    """Return a run in which every draw is asked for."""
    return Run(kind, table, Urn(bytes(SECRET_LENGTH)), asks_draws=True)


def told_to(run: Run, seat: int, since: int = 0) -> list[Told]:
    """Return what a seat has been told, of all tellings since one of them."""
    return [plain(tell) for tell in run.game.tells[since:] if tell.to in (TABLE, seat)]


def plain(tell: Tell) -> Told:
    return tell.key, tell.rule, tell.facts
