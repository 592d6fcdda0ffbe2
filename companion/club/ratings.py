"""Ratings by openskill, for tables of any size: a strength, and how sure we are of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from companion.club.results import Result


class Rating(NamedTuple):
    """A strength: with 95 % certainty it lies within twice the `doubt` on either side."""

    strength: float
    doubt: float

    @property
    def at_least(self) -> float:
        """Return the strength that is almost certain: by it people are ranked."""
        return self.strength - 3 * self.doubt


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
