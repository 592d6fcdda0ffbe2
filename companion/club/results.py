"""The results of games, whoever played them where: fame, ratings and standings are made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

MOST_POINTS = 24
"""Points for beating everyone at a table. Up to five players, a share of it is always a whole number, ties too."""


@dataclass(frozen=True)
class Result:
    """A finished game. `id` is what its box calls it, as no other game is called."""

    id: str
    game: str
    box: str
    people: Sequence[str]
    scores: Sequence[int]
    places: Sequence[Sequence[int]]
    won: bool
    at: int = 0
    """The time at which the hall heard of it, in seconds since 1970."""
    played_by_box: frozenset[int] = frozenset()
    """Seats that a box played."""

    @classmethod
    def from_message(cls, box: str, payload: Mapping[str, Any], at: int) -> Result:
        """Return what a box said of a game; see `messages.result`."""
        people = payload["people"]
        return cls(
            id=payload["game"],
            game=payload["name"],
            box=box,
            people=[person["name"] for person in people],
            scores=[person["score"] for person in people],
            places=payload["places"],
            won=payload["won"],
            at=at,
            played_by_box=frozenset(seat for seat, one in enumerate(people, start=1) if one.get("box")),
        )

    @property
    def seats(self) -> range:
        return range(1, len(self.people) + 1)

    @property
    def winners(self) -> Sequence[int]:
        return self.places[0] if self.won and self.places else []

    @property
    def persons(self) -> list[str]:
        """Return who played, without seats of a box."""
        return [self.in_seat(seat) for seat in self.seats if seat not in self.played_by_box]

    def is_sound(self) -> bool:
        """Return whether every seat has exactly one place."""
        return sorted(seat for seats in self.places for seat in seats) == list(self.seats)

    @cached_property
    def ranks(self) -> Mapping[int, int]:
        """Return on which level each seat came in, counted from 0; ties share one."""
        return {seat: level for level, seats in enumerate(self.places) for seat in seats}

    def rank(self, seat: int) -> int:
        """Return on which level a seat came in, counted from 0; ties share one."""
        return self.ranks[seat]

    def points(self, seat: int) -> int:
        """Return a seat's points for standings: its share of the others that it beat, a tie being half of one.

        >>> first_of_three = Result("", "doge", "", "ABC", (9, 5, 5), [[1], [2, 3]], True, 0)
        >>> [first_of_three.points(seat) for seat in first_of_three.seats]
        [24, 6, 6]
        """
        others = len(self.people) - 1
        if not others:
            return 0
        level = self.rank(seat)
        beaten = sum(len(seats) for seats in self.places[level + 1 :])
        tied = len(self.places[level]) - 1
        return MOST_POINTS * (2 * beaten + tied) // (2 * others)

    def in_seat(self, seat: int) -> str:
        """Return who sat in a seat."""
        return self.people[seat - 1]

    def renamed(self, name_of: Callable[[str], str]) -> Result:
        """Return the same result with people under the names by which the club knows them."""
        return replace(self, people=[name_of(name) for name in self.people])


def of_kind(results: Iterable[Result], game: str = "", players: int = 0) -> list[Result]:
    """Return the results of one game, for a number of players, or of all where nothing is given."""
    return [
        result
        for result in results
        if (not game or result.game == game) and (not players or len(result.people) == players)
    ]


@dataclass
class Tally:
    """The counts of one person, game by game, for the standings of an evening and for the hall of fame."""

    name: str
    games: int = 0
    wins: int = 0
    points: int = 0
    latest: int = 0
    """The points of the last game."""

    def count(self, result: Result, seat: int) -> None:
        """Count a game that this person played in a seat."""
        self.games += 1
        self.wins += seat in result.winners
        self.latest = result.points(seat)
        self.points += self.latest
