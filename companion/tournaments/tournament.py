"""Players against each other, over enough games to tell strength from luck."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from time import thread_time
from typing import Any

from companion.game import Game, Table
from companion.players import Player
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
    """The results of one player in a tournament. A shared win counts in parts."""

    name: str
    games: int = 0
    wins: float = 0.0
    seconds: list[float] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        low, high = wilson(self.wins, self.games)
        spent = sorted(self.seconds) or [0.0]
        return {
            "player": self.name,
            "games": self.games,
            "wins": round(self.wins, 2),
            "share": round(self.wins / self.games, 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "p95_ms": round(1000 * spent[int(len(spent) * 0.95)], 2),
        }


@dataclass
class TournamentResult:
    """A tournament that has been played: each entrant, the share of whoever began, and games that nobody won."""

    entrants: list[Entrant]
    first: float = 0.0
    unwon: int = 0
    answers: int = 0

    def to_json(self) -> dict[str, Any]:
        games = self.entrants[0].games
        return {
            "entrants": [entrant.to_json() for entrant in self.entrants],
            "starter": round(self.first / games, 4),
            "unwon": self.unwon,
            "answers_a_game": round(self.answers / games, 1),
        }


def tournament(
    kind: type[Game],
    table: Table,
    players: Sequence[Player],
    *,
    games: int,
    seed: int,
    progress: Callable[[], None] | None = None,
    skip: int = 0,
) -> TournamentResult:
    """Play this many games. Every urn is played once from each rotation of the seats.

    The urns follow from the seed alone, so whoever is entered with the same seed meets the same urns; so does whoever
    goes on after the first games, which are then to `skip`.
    """
    result = TournamentResult([Entrant(player.name) for player in players])
    rng = Random(seed)
    secret = b""
    for number in range(skip + games):
        turned = number % len(players)
        if not turned:
            secret = random_urn(rng).secret
        if number < skip:
            continue
        order = [(place + turned) % len(players) for place in range(len(players))]
        play_one(kind, table, players, order=order, secret=secret, result=result)
        if progress:
            progress()
    return result


def play_one(
    kind: type[Game],
    table: Table,
    players: Sequence[Player],
    *,
    order: Sequence[int],
    secret: bytes,
    result: TournamentResult,
) -> None:
    """Play one game and count it; `order` says which entrant has which seat."""
    referee = Referee(kind, table, random_urn(Random(secret)))
    spent = play_to_end(referee, {seat: players[order[seat - 1]] for seat in referee.game.seats}, Random(secret))
    for place, entrant in enumerate(order, start=1):
        result.entrants[entrant].seconds += spent[place]
    result.answers += len(referee.entries)
    result.unwon += not (referee.outcome and referee.outcome.winners)
    result.first += part_of_win(referee, referee.game.starter)
    for place, entrant in enumerate(order, start=1):
        result.entrants[entrant].games += 1
        result.entrants[entrant].wins += part_of_win(referee, place)


def part_of_win(referee: Referee, seat: int) -> float:
    """Return 1 for a seat that has won alone, its part if it shares the victory, and 0 for all others."""
    winners = referee.outcome.winners if referee.outcome else []
    return 1 / len(winners) if seat in winners else 0.0


def play_to_end(referee: Referee, players: Mapping[int, Player], chance: Random) -> dict[int, list[float]]:
    """Play a game to its end, chance answering for the table. Return the seconds that each answer of a seat took."""
    spent: dict[int, list[float]] = {seat: [] for seat in players}
    while referee.open and len(referee.entries) < LONGEST:
        seat = next(iter(referee.open))
        if seat == TABLE:
            wanted = referee.game.lean(referee.open[seat])
            referee.answer(seat, referee.open[seat].choice.sample(chance) if wanted is None else wanted)
            continue
        start = thread_time()
        answer = answer_for(referee, players[seat], seat)
        spent[seat].append(thread_time() - start)
        referee.answer(seat, answer)
    if referee.fault is not None:
        raise referee.fault
    return spent
