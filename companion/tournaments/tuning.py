"""Self-play that looks for better numbers in a game's table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.game import Game, Table
from companion.players import SHARP, Adviser, Player
from companion.tournaments.tournament import tournament, wilson

CHANGE = 1.3
"""A number is tried this many times as large, and as small."""
FIRST_LOOK = 4
"""One in this many of a trial's games is played first; a number that wins no more than its share then is given up."""


@dataclass(frozen=True)
class TriedNumber:
    """A number of a game's table with another value, and how that fared against the table as it was."""

    name: str
    before: float
    after: float
    share: float
    low: float

    @property
    def better(self) -> bool:
        """Whether the other value is better beyond doubt."""
        return self.low > 0.5


def tune(
    kind: type[Game], table: Table, adviser: Adviser, *, games: int, seed: int
) -> Iterator[tuple[Adviser, TriedNumber]]:
    """Try each number a little larger and a little smaller, and keep what wins beyond doubt.

    Yields the adviser as it is after each trial. Numbers that are nothing, being there for fun, are left so.
    """
    for name in (name for name, worth in adviser.numbers._asdict().items() if worth):
        for change in (CHANGE, 1 / CHANGE):
            before = getattr(adviser.numbers, name)
            tried = replace(adviser, numbers=adviser.numbers._replace(**{name: round(before * change, 4)}))
            share, low = compare(kind, table, tried, adviser, games=games, seed=seed)
            trial = TriedNumber(name, before, getattr(tried.numbers, name), share, low)
            if trial.better:
                adviser = tried
            yield adviser, trial


def compare(
    kind: type[Game], table: Table, tried: Adviser, adviser: Adviser, *, games: int, seed: int
) -> tuple[float, float]:
    """Return the share of an adviser that plays one seat against another on all others, and its lower bound.

    A fair share counts as a half, so that tables of any size compare.
    """
    seats = len(table.seats)
    entrants = [Player(tried, SHARP), *[Player(adviser, SHARP)] * (seats - 1)]
    first = tournament(kind, table, entrants, games=max(seats, games // FIRST_LOOK), seed=seed).entrants[0]
    wins, played = first.wins, first.games
    if wins * seats > played:
        rest = tournament(kind, table, entrants, games=max(seats, games - played), seed=seed + 1).entrants[0]
        wins, played = wins + rest.wins, played + rest.games
    share = 0.5 * wins * seats / played
    return share, wilson(min(played, share * played), played)[0]
