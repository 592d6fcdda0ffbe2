"""Thinking further: a few good answers are tried out in worlds that fit what the seat has seen.

In every world each answer is followed by the same chance, and all seats go on by judgement alone. A player changes
its mind only where the difference is larger than luck makes it. The budget is counted in playouts and in guesses that
came to no world, not in time, so that anyone can think the same again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Protocol

from companion.players.advice import Advice, Adviser, Question, Search, View, in_parts
from companion.players.knowledge import Unfit

MOST = 4
"""Answers that are tried out."""
WIDTH = 3.0
"""The distance from the best answer within which others are tried out, in the game's doubts."""
STAGES = 2
"""After each stage the worse half of the answers is given up."""
FEWEST = 3
"""Worlds without which nothing can be told from luck."""
CLEAR = 1.0
"""Standard errors by which an answer must be ahead of the one that judgement prefers."""
LONGEST = 200
"""Answers after which a playout is broken off and judged as it is."""
SEED_BITS = 53


class Abandoned(Exception):
    """Nobody wants the answer any more."""


def always() -> bool:
    """Want the answer however long it takes."""
    return True


class World(Protocol):
    """A guessed world, in which a seat may try an answer and see how the game goes on."""

    @property
    def round(self) -> int: ...

    @property
    def winners(self) -> Sequence[int]:
        """The winners, once the game is over; nobody before."""

    def begin(self, answer: Any, chance: Random) -> World:
        """Return another world that goes on from here with the seat's own answer, and draws by this chance."""

    def next(self) -> tuple[View, Question] | None:
        """Return the next question with what its seat may see, or `None` once the game is over."""

    def answer(self, value: Any) -> None:
        """Answer that question."""

    def views(self) -> dict[int, View]:
        """Return what each seat may see of this world."""


class Worlds(Protocol):
    """Gives worlds that fit what a seat has seen. It is made of what the seat knows, and of nothing else."""

    @property
    def seat(self) -> int: ...

    def sample(self, chance: Random) -> World:
        """Return one of them; `Unfit` if what was guessed does not fit."""


class Trial:
    """An answer that is tried out, and what each playout came to."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.found: list[int] = []

    @property
    def mean(self) -> float:
        return fmean(self.found)

    def clearly_ahead_of(self, other: Trial) -> bool:
        """Return whether this answer was better by more than luck in the worlds that both were tried in."""
        gains = [here - there for here, there in zip(self.found, other.found, strict=True)]
        return fmean(gains) > CLEAR * stdev(gains) / sqrt(len(gains))


class Thought:
    """A player thinking about one question with a budget of playouts, as long as the answer `is_wanted`."""

    def __init__(
        self, adviser: Adviser, search: Search, worlds: Worlds, chance: Random, is_wanted: Callable[[], bool]
    ) -> None:
        self.adviser = adviser
        self.search = search
        self.worlds = worlds
        self.chance = chance
        self.is_wanted = is_wanted

    def best_of(self, weighed: Sequence[Advice], playouts: int) -> Any:
        """Return the answer that does best, or the one that judgement prefers if none is clearly better.

        Judgement decides, too, if too few worlds are found that fit.
        """
        most = min(MOST, playouts // STAGES // FEWEST)
        trials = [Trial(one.answer) for one in worth_trying(self.adviser, weighed, max(1, most))]
        preferred = trials[0]
        for stages_left in range(STAGES, 0, -1):
            number = playouts // stages_left // len(trials)
            if len(trials) == 1 or number < FEWEST:
                break
            playouts -= number * len(trials)
            self.try_out(trials, number * len(trials))
            if len(preferred.found) < FEWEST:
                return preferred.answer
            trials = better_half(trials, preferred)
        better = [one for one in trials if one.found and one.clearly_ahead_of(preferred)]
        return max(better, key=lambda one: one.mean, default=preferred).answer

    def try_out(self, trials: Sequence[Trial], playouts: int) -> None:
        """Try these answers in as many worlds as the playouts allow. A guess that does not fit costs one, too."""
        while playouts >= len(trials):
            if not self.is_wanted():
                raise Abandoned
            try:
                world = self.worlds.sample(Random(self.chance.getrandbits(SEED_BITS)))
            except Unfit:
                playouts -= 1
            else:
                self.try_in(world, trials)
                playouts -= len(trials)

    def try_in(self, world: World, trials: Sequence[Trial]) -> None:
        """Try these answers in one world, each followed by the same chance."""
        until, seed = world.round + self.search.rounds, self.chance.getrandbits(SEED_BITS)
        for trial in trials:
            if not self.is_wanted():
                raise Abandoned
            after = Random(seed)
            trial.found.append(self.play_out(world.begin(trial.answer, after), until, after))

    def play_out(self, world: World, until: int, chance: Random) -> int:
        """Let all seats go on by judgement to the end of a round, and return how far ahead the seat is then."""
        advise, numbers = self.adviser.advise, self.adviser.numbers
        for _ in range(LONGEST):
            if world.round > until or (asked := world.next()) is None:
                break
            weighed = advise(*asked, numbers)
            world.answer(max(weighed, key=_worth).answer if weighed else asked[1].choice.sample(chance))
        return self.lead(world)

    def lead(self, world: World) -> int:
        """Return by how many parts the seat is ahead of the best of the others, by what each of them would judge."""
        standing = {seat: self.search.standing(view, self.adviser.numbers) for seat, view in world.views().items()}
        for winner in world.winners:
            standing[winner] += self.search.win
        mine = standing.pop(self.worlds.seat)
        return in_parts(mine - max(standing.values()))


def _worth(advice: Advice) -> int:
    return in_parts(advice.worth)


def worth_trying(adviser: Adviser, weighed: Sequence[Advice], most: int) -> list[Advice]:
    """Return the best few answers, the best first, as far as they are close to each other."""
    ranked = sorted(weighed, key=_worth, reverse=True)
    least = in_parts(ranked[0].worth - WIDTH * adviser.doubt)
    return [one for one in ranked[:most] if _worth(one) >= least]


def better_half(trials: Sequence[Trial], preferred: Trial) -> list[Trial]:
    """Return the better half of the answers and the preferred one, with which the others are compared."""
    ranked = sorted(trials, key=lambda one: one.mean, reverse=True)
    kept = ranked[: (len(ranked) + 1) // 2]
    return [one for one in trials if one in kept or one is preferred]
