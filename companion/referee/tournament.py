"""Players against each other, so often that their strength can be told from luck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from random import Random
from time import thread_time
from typing import Any

from companion.game import Game, Table
from companion.players import SHARP, Adviser, Player
from companion.referee.automatic import answer_for
from companion.referee.referee import Referee
from companion.referee.simulation import random_urn
from companion.steps import TABLE

Z = 1.959964
"""Standard deviations of a 95 % interval."""
LONGEST = 20_000
"""Answers after which a game counts as won by nobody: random players may run in circles."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share by Wilson's score.

    >>> [round(bound, 3) for bound in wilson(90, 100)]
    [0.826, 0.945]
    """
    share, spread = wins / games, Z * Z / games
    centre = (share + spread / 2) / (1 + spread)
    width = sqrt(share * (1 - share) * spread + spread * spread / 4) / (1 + spread)
    return max(0.0, centre - width), min(1.0, centre + width)


@dataclass
class Entrant:
    """What one player of a tournament came to. A shared win counts in parts."""

    strength: str
    games: int = 0
    wins: float = 0.0
    seconds: list[float] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        low, high = wilson(self.wins, self.games)
        spent = sorted(self.seconds) or [0.0]
        return {
            "player": self.strength,
            "games": self.games,
            "wins": round(self.wins, 2),
            "share": round(self.wins / self.games, 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "p95_ms": round(1000 * spent[int(len(spent) * 0.95)], 2),
        }


@dataclass
class Standing:
    """A tournament that has been played: each entrant, the share of the first seat, and games that nobody won."""

    entrants: list[Entrant]
    first: float = 0.0
    unwon: int = 0
    answers: int = 0

    def to_json(self) -> dict[str, Any]:
        games = self.entrants[0].games
        return {
            "entrants": [entrant.to_json() for entrant in self.entrants],
            "first_seat": round(self.first / games, 4),
            "unwon": self.unwon,
            "answers_a_game": round(self.answers / games, 1),
        }


def tournament(
    kind: type[Game],
    table: Table,
    players: Sequence[Player],
    games: int,
    seed: int,
    progress: Callable[[], None] | None = None,
) -> Standing:
    """Play this many games. Every urn is played once from each rotation of the seats.

    The urns follow from the seed alone, so whoever is entered with the same seed meets the same urns.
    """
    standing = Standing([Entrant(player.strength) for player in players])
    rng = Random(seed)
    secret = b""
    for number in range(games):
        turned = number % len(players)
        if not turned:
            secret = random_urn(rng).secret
        order = [(place + turned) % len(players) for place in range(len(players))]
        play_one(kind, table, players, order, secret, standing)
        if progress:
            progress()
    return standing


def play_one(
    kind: type[Game], table: Table, players: Sequence[Player], order: Sequence[int], secret: bytes, standing: Standing
) -> None:
    """Play one game and count it; `order` says which entrant has which seat."""
    referee = Referee(kind, table, random_urn(Random(secret)))
    spent = {place: standing.entrants[entrant].seconds for place, entrant in enumerate(order, start=1)}
    chance = Random(secret)
    while referee.open and len(referee.entries) < LONGEST:
        seat = next(iter(referee.open))
        if seat == TABLE:
            wanted = referee.game.lean(referee.open[seat])
            referee.answer(seat, referee.open[seat].choice.sample(chance) if wanted is None else wanted)
            continue
        start = thread_time()
        answer = answer_for(referee, players[order[seat - 1]], seat)
        spent[seat].append(thread_time() - start)
        referee.answer(seat, answer)
    if referee.fault is not None:
        raise referee.fault
    winners = referee.outcome.winners if referee.outcome else []
    standing.answers += len(referee.entries)
    standing.unwon += not winners
    standing.first += (1 in winners) / max(1, len(winners))
    for place, entrant in enumerate(order, start=1):
        standing.entrants[entrant].games += 1
        standing.entrants[entrant].wins += (place in winners) / max(1, len(winners))


@dataclass(frozen=True)
class Trial:
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


FIRST_LOOK = 4
"""Of a trial's games, one in this many is played first: what does not win more than its share then is given up."""


def tune(
    kind: type[Game], table: Table, adviser: Adviser, games: int, seed: int, factor: float = 1.3
) -> Iterator[tuple[Adviser, Trial]]:
    """Try each number a little larger and a little smaller, and keep what wins beyond doubt.

    Yields the adviser as it is after each trial.
    """
    for name in adviser.numbers._fields:
        for change in (factor, 1 / factor):
            before = getattr(adviser.numbers, name)
            tried = replace(adviser, numbers=adviser.numbers._replace(**{name: round(before * change, 4)}))
            share, low = compare(kind, table, tried, adviser, games, seed)
            trial = Trial(name, before, getattr(tried.numbers, name), share, low)
            if trial.better:
                adviser = tried
            yield adviser, trial


def compare(
    kind: type[Game], table: Table, tried: Adviser, adviser: Adviser, games: int, seed: int
) -> tuple[float, float]:
    """Return the share of an adviser that plays one seat against another on all others, and its lower bound.

    A fair share counts as a half, so that tables of any size compare.
    """
    seats = len(table.seats)
    entrants = [Player(tried, SHARP), *[Player(adviser, SHARP)] * (seats - 1)]
    first = tournament(kind, table, entrants, max(seats, games // FIRST_LOOK), seed).entrants[0]
    wins, played = first.wins, first.games
    if wins * seats > played:
        rest = tournament(kind, table, entrants, max(seats, games - played), seed + 1).entrants[0]
        wins, played = wins + rest.wins, played + rest.games
    share = 0.5 * wins * seats / played
    return share, wilson(min(played, share * played), played)[0]
