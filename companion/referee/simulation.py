"""Random legal games to the end: for invariants, for speed, and for finding what nobody thought of."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.game import Game, Table
from companion.referee import Referee
from companion.referee.entries import Answer
from companion.referee.run import Run
from companion.referee.urn import Urn
from companion.steps import Decision
from companion.vocabulary import named

SAMPLED = 50
"""Answers between two checks of the invariants when they are only sampled; the end is always checked."""

FIGURES = named("figure", "games", "answers", "seconds", "answers_per_s", "games_per_s", "mean_answers")


@dataclass
class SimulatedGames:
    """The totals of a run of simulated games."""

    games: int = 0
    answers: int = 0
    seconds: float = 0.0
    last: Referee | None = None

    def to_json(self) -> dict[str, float]:
        figures = (
            self.games,
            self.answers,
            round(self.seconds, 3),
            round(self.answers / self.seconds) if self.seconds else 0,
            round(self.games / self.seconds, 1) if self.seconds else 0,
            round(self.answers / self.games, 1) if self.games else 0,
        )
        return dict(zip(FIGURES, figures, strict=True))


class Unsound(Exception):
    """A simulated game broke an invariant or faulted; `referee` holds it as it was then."""

    def __init__(self, referee: Referee, why: Exception) -> None:
        super().__init__(f"{type(why).__name__}: {why}")
        self.referee = referee


def random_urn(rng: Random) -> Urn:
    """Return an urn whose secret comes from a seed, so that a simulated game can be played again."""
    return Urn(rng.randbytes(32))


Check = Callable[[Referee], None]
"""Looks at a game between two answers; whatever it raises makes the game unsound."""


def check_invariants(referee: Referee) -> None:
    referee.game.check()


def play_random(
    referee: Referee, rng: Random, every: int = 0, most: int | None = None, *, check: Check = check_invariants
) -> None:
    """Answer at random until the game is over, checking it once in `every` answers (0: never)."""
    leans = referee.kind.leans
    while (questions := referee.open) and (most is None or len(referee.entries) < most):
        seats = [*questions]
        seat = seats[0] if len(seats) == 1 else seats[int(rng.random() * len(seats))]
        decision = questions[seat]
        value = some_answer(referee.game, decision, rng) if leans else decision.choice.sample(rng)
        referee.answer(seat, value)
        if every and len(referee.entries) % every == 0:
            _apply(check, referee)
    if referee.fault is not None:
        raise Unsound(referee, referee.fault)
    if every:
        _apply(check, referee)


def play_out(run: Run, rng: Random) -> None:
    """Answer at random until the game is over, without a referee: nothing is checked, and nobody listens."""
    game = run.game
    while run.open:
        decision = run.open[min(run.open)]
        value = some_answer(game, decision, rng)
        run.take(Answer(decision.seat, decision.id, value, decision))
    if run.fault is not None:
        raise run.fault


def some_answer(game: Game, decision: Decision, rng: Random) -> Any:
    """Return a random legal answer; in a game that leans, about half the time the one it leans towards."""
    if game.leans and rng.random() < 0.5:
        wanted = game.lean(decision)
        if wanted is not None:
            return wanted
    return decision.choice.sample(rng)


def _apply(check: Check, referee: Referee) -> None:
    try:
        check(referee)
    except Exception as fault:
        raise Unsound(referee, fault) from fault


def simulate(
    kind: type[Game],
    table: Table,
    games: int,
    seed: int,
    *,
    every: int,
    progress: Callable[[], None] | None = None,
    check: Check = check_invariants,
) -> SimulatedGames:
    """Play this many games, and raise `Unsound` at the first that is."""
    rng = Random(seed)
    tally = SimulatedGames()
    start = time.perf_counter()
    for _ in range(games):
        referee = Referee(kind, table, random_urn(rng))
        play_random(referee, rng, every, check=check)
        tally.last = referee
        tally.games += 1
        tally.answers += len(referee.entries)
        if progress:
            progress()
    tally.seconds = time.perf_counter() - start
    return tally
