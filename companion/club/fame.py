"""The hall of fame: games, wins, averages, streaks, who beat whom, and ratings, from results alone.

Ratings are by openskill, for tables of any size: a strength, and how sure we are of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, NamedTuple

from companion.club.results import Result, Tally


@dataclass
class Fame(Tally):
    """The fame of one person: the counts of all their games."""

    score: int = 0
    streak: int = 0
    """Wins in a row, up to now."""
    longest: int = 0
    """The most wins in a row."""
    against: dict[str, Meetings] = field(default_factory=dict)

    def count(self, result: Result, seat: int) -> None:
        super().count(result, seat)
        self.score += result.scores[seat - 1]
        self.streak = self.streak + 1 if seat in result.winners else 0
        self.longest = max(self.longest, self.streak)

    def meet(self, result: Result, seat: int, other: int) -> None:
        """Count a game with another person."""
        meetings = self.against.setdefault(result.in_seat(other), Meetings())
        meetings.games += 1
        meetings.before += result.rank(seat) < result.rank(other)
        meetings.behind += result.rank(seat) > result.rank(other)

    @property
    def share(self) -> float:
        """Return the share of games won."""
        return self.wins / self.games

    @property
    def average(self) -> float:
        """Return the average score: only within one game does it say something."""
        return self.score / self.games


@dataclass
class Meetings:
    """The games of two people with each other, and in how many each came in before the other."""

    games: int = 0
    before: int = 0
    behind: int = 0


def hall_of_fame(results: Iterable[Result], *, with_boxes: bool = False) -> list[Fame]:
    """Return everybody's fame, most wins first, then the better share. The results come oldest first.

    Games in which a box had a seat count apart: among people only, or `with_boxes` only those.
    """
    known: dict[str, Fame] = {}
    for result in results:
        if bool(result.played_by_box) is not with_boxes:
            continue
        people = [seat for seat in result.seats if seat not in result.played_by_box]
        for seat in people:
            name = result.in_seat(seat)
            known.setdefault(name, Fame(name)).count(result, seat)
        for seat, other in permutations(people, 2):
            known[result.in_seat(seat)].meet(result, seat, other)
    return sorted(known.values(), key=lambda one: (-one.wins, -one.share, one.name.casefold()))


def by_game(results: Iterable[Result]) -> dict[str, list[Result]]:
    """Return the results of each game."""
    found: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        found[result.game].append(result)
    return dict(sorted(found.items()))


class Rating(NamedTuple):
    """A strength: with 95 % certainty it lies within twice the `doubt` on either side."""

    strength: float
    doubt: float


def ratings(results: Iterable[Result]) -> dict[str, Rating]:
    """Return everybody's rating, after all games among people, which come oldest first."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known: dict[str, Any] = {}
    for result in results:
        if result.played_by_box or len(result.people) < 2:
            continue
        teams = [[known.get(name) or model.rating(name=name)] for name in result.people]
        rated = model.rate(teams, ranks=[float(result.rank(seat)) for seat in result.seats])
        known |= {name: team[0] for name, team in zip(result.people, rated, strict=True)}
    return {name: Rating(rating.mu, rating.sigma) for name, rating in known.items()}
