"""Worlds that fit what a seat has seen, for search that does not peek.

A world is guessed from the seat's `Knowledge` and from nothing else: run again from the beginning with what the seat
knows, and with guesses for what it does not, each chosen so that what was seen later can still come about. A guess
that turns out not to fit is thrown away.
"""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any, Protocol

from companion.game import Game
from companion.referee.entries import Answer
from companion.referee.position import Position
from companion.referee.run import Run
from companion.refusal import Refusal
from companion.research.worlds.hands import Unfit
from companion.research.worlds.knowledge import HIDDEN, Knowledge, Openly, open_run, told_to
from companion.steps import Decision, TableDraw

TRIES = 200
"""Guesses before a world is given up."""

PARTLY_SEEN = ("cards", "pay")
"""Questions of which the others see less than the answer."""


class Guess(Protocol):
    """A game's guesses at what a seat has not seen."""

    def __init__(self, knowledge: Knowledge, rng: Random) -> None: ...

    def answer(self, game: Game, decision: Decision, heard: int) -> Any:
        """Return a hidden answer or draw, when the seat has `heard` so many tellings."""


class Guessing(Protocol):
    """A game's module in this package."""

    Guess: type[Guess]
    openly: Openly


def guessing(game: str) -> Guessing:
    """Return how the hidden things of a game are guessed."""
    module: Any = import_module(f"{__name__}.{game}")
    return module  # type: ignore[no-any-return]


def knowledge_of(position: Position, seat: int) -> Knowledge:
    """Return what a seat knows at the moment it is asked."""
    return Knowledge.of(position, seat, guessing(type(position.run.game).name).openly)


def sample_world(knowledge: Knowledge, rng: Random) -> Position:
    """Return a world that fits what a seat knows, up to the question it is asked; `Unfit` if none is found."""
    guess = guessing(knowledge.kind.name).Guess
    last: Exception | None = None
    for _ in range(TRIES):
        try:
            return Position(run_with(knowledge, guess(knowledge, rng)))
        except (Unfit, Refusal) as unfit:
            last = unfit
    raise Unfit(f"{TRIES} guesses at {knowledge.kind.name} did not fit") from last


def run_with(knowledge: Knowledge, guess: Guess) -> Run:
    """Run the game again with a guess; it is `Unfit` if the seat would have seen something else."""
    known = {(event.seat, event.id): event.value for event in knowledge.events if event.value is not HIDDEN}
    run = open_run(knowledge.kind, knowledge.table)
    seat = knowledge.seat
    heard = looked = 0
    while run.open:
        decision = run.open[min(run.open)]
        if decision.seat == seat and decision.id == knowledge.asked and not isinstance(decision, TableDraw):
            break
        at = decision.seat, decision.id
        if at in known and (decision.seat == seat or decision.key not in PARTLY_SEEN):
            value = known[at]
        else:
            value = guess.answer(run.game, decision, heard)
        run.take(Answer(*at, decision.choice.check(value), decision))
        fresh = told_to(run, seat, looked)
        if fresh != knowledge.told[heard : heard + len(fresh)]:
            raise Unfit(decision.id)
        heard, looked = heard + len(fresh), len(run.game.tells)
    if not run.open or heard < len(knowledge.told) or run.game.view(seat) != knowledge.view:
        raise Unfit(knowledge.asked)
    return run
