"""The hall of fame: games, wins, averages, streaks and who beat whom, from results alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from companion.club.results import Result


@dataclass
class Fame:
    """What there is to say about one person."""

    name: str
    games: int = 0
    wins: int = 0
    points: int = 0
    score: int = 0
    streak: int = 0
    """Wins in a row, up to now."""
    longest: int = 0
    """The most wins in a row."""
    against: dict[str, Meetings] = field(default_factory=dict)

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
    """How often two people met, and how often each came in before the other."""

    games: int = 0
    before: int = 0
    behind: int = 0


def hall_of_fame(results: Iterable[Result], *, with_boxes: bool = False) -> list[Fame]:
    """Return everybody's fame, most wins first, then the better share.

    Games in which a box had a seat count apart: among people only, or `with_boxes` only those.
    """
    known: dict[str, Fame] = {}
    for result in sorted(results, key=lambda one: (one.at, one.id)):
        if bool(result.played_by_box) is not with_boxes:
            continue
        people = [seat for seat in result.seats if seat not in result.played_by_box]
        for seat in people:
            _count(known.setdefault(result.people[seat - 1], Fame(result.people[seat - 1])), result, seat)
        for seat, other in _pairs(people):
            _count_meeting(known[result.people[seat - 1]], result, seat, other)
    return sorted(known.values(), key=lambda one: (-one.wins, -one.share, one.name.casefold()))


def _count(fame: Fame, result: Result, seat: int) -> None:
    has_won = seat in result.winners
    fame.games += 1
    fame.wins += has_won
    fame.points += result.points(seat)
    fame.score += result.scores[seat - 1]
    fame.streak = fame.streak + 1 if has_won else 0
    fame.longest = max(fame.longest, fame.streak)


def _pairs(seats: Sequence[int]) -> Iterator[tuple[int, int]]:
    return ((seat, other) for seat in seats for other in seats if seat != other)


def _count_meeting(fame: Fame, result: Result, seat: int, other: int) -> None:
    meetings = fame.against.setdefault(result.people[other - 1], Meetings())
    meetings.games += 1
    meetings.before += result.rank(seat) < result.rank(other)
    meetings.behind += result.rank(seat) > result.rank(other)


def by_game(results: Iterable[Result]) -> dict[str, list[Result]]:
    """Return the results of each game."""
    found: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        found[result.game].append(result)
    return dict(sorted(found.items()))
