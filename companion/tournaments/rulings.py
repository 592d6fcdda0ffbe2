"""The effect of a ruling on a game: both readings played with the same urns, and what differs, with its interval."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from companion.game import Game, Table
from companion.options import Option
from companion.players import STEADY, Player
from companion.referee import Referee
from companion.referee.simulation import random_urn
from companion.rules import rules_of
from companion.tournaments.tournament import Z, part_of_win, play_to_end, wilson
from companion.vocabulary import named

RULING = "ruling"
LENGTH, FIRST = named("effect", "length", "first")


class PlayedGame(NamedTuple):
    """A game that was played: its answers, and what it came to in figures."""

    answers: Sequence[Any]
    figures: dict[str, float]


class Effect(NamedTuple):
    """A figure by one reading and by the other, on average, and the difference with its 95 % interval."""

    name: str
    before: float
    after: float
    change: float
    low: float
    high: float

    @property
    def is_certain(self) -> bool:
        """Whether the difference is more than luck."""
        return not self.low <= 0 <= self.high

    def to_json(self) -> dict[str, Any]:
        numbers = {name: round(value, 4) for name, value in self._asdict().items() if name != "name"}
        return {"figure": self.name, **numbers, "certain": self.is_certain}


@dataclass(frozen=True)
class RulingEffects:
    """Two readings of a ruling compared: in how many games it mattered at all, and what it did to each figure."""

    option: Option
    reading: str
    games: int
    other: int
    """Games that went another way."""
    effects: list[Effect]

    def to_json(self) -> dict[str, Any]:
        low, high = wilson(self.other, self.games)
        return {
            "option": self.option.name,
            "rule": self.option.rule,
            "readings": [self.option.default, self.reading],
            "games": self.games,
            "other": {"games": self.other, "low": round(low, 4), "high": round(high, 4)},
            "effects": [effect.to_json() for effect in self.effects],
        }


def rulings_of(kind: type[Game]) -> list[Option]:
    """Return the options that choose between readings of a rule where the rulebook is silent."""
    rules = rules_of(kind.name)
    return [option for option in kind.own_options if option.rule in rules and rules[option.rule].kind == RULING]


def compare_readings(
    kind: type[Game],
    option: Option,
    tables: dict[str, Table],
    *,
    games: int,
    seed: int,
    progress: Callable[[], None] = lambda: None,
) -> Iterator[RulingEffects]:
    """Play each reading with steady players and the same urns; compare every other one with the default.

    `tables` are the tables for the readings.
    """
    played: dict[str, list[PlayedGame]] = {}
    for reading, table in tables.items():
        rng = Random(seed)
        played[reading] = []
        for _ in range(games):
            played[reading].append(play_steadily(kind, table, rng.randbytes(32)))
            progress()
    usual = played.pop(option.default)
    for reading, others in played.items():
        other = sum(one.answers != two.answers for one, two in zip(usual, others, strict=True))
        effects = [effect_on(name, usual, others) for name in usual[0].figures]
        yield RulingEffects(option, reading, games, other, effects)


def play_steadily(kind: type[Game], table: Table, secret: bytes) -> PlayedGame:
    """Play one game with a steady player on every seat."""
    referee = Referee(kind, table, random_urn(Random(secret)))
    steady = Player(kind.adviser, STEADY)
    play_to_end(referee, dict.fromkeys(referee.game.seats, steady), Random(secret))
    seats = referee.game.seats
    scores = {
        tally: sum(referee.game.score[seat][tally] for seat in seats) / len(seats) for tally in referee.game.tallies
    }
    first = part_of_win(referee, referee.game.starter)
    answers = [entry.line() for entry in referee.entries]
    return PlayedGame(answers, {LENGTH: float(len(answers)), **scores, FIRST: first})


def effect_on(name: str, usual: Sequence[PlayedGame], others: Sequence[PlayedGame]) -> Effect:
    """Return what the other reading does to a figure, urn by urn, so that luck which both share falls out."""
    before, after = [one.figures[name] for one in usual], [one.figures[name] for one in others]
    changes = [late - early for early, late in zip(before, after, strict=True)]
    games = len(changes)
    mean = sum(changes) / games
    spread = sqrt(sum((change - mean) ** 2 for change in changes) / max(1, games - 1) / games)
    return Effect(name, sum(before) / games, sum(after) / games, mean, mean - Z * spread, mean + Z * spread)
