"""The next round of an evening: who plays what with whom, drawn from an urn and then improved.

People of like score sit together, meet new people and play games that are new to them; nobody sits out twice before
everyone has once. The urn gives an order that nobody can foresee or choose. What follows from it is a plain sum, so
anyone can do it again once the urn's secret is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from companion.referee.seals import seal_over
from companion.referee.urn import Urn

MET = 100
"""The cost of two people meeting again, times the square of how often they have met."""
PLAYED = 0.1
"""The cost of a game that somebody has played this evening: as much as a gap of 8 points, so scores come first.

Tables of the same size can change their games, which costs no gap at all.
"""
GAP = 24
"""Points between two people that cost as much as one: a win."""
MOST_PASSES = 50
Tables = Sequence[tuple[str, Sequence[int]]]
"""Tables of a round: the game of each, and how many may play it."""


@dataclass(frozen=True)
class Meeting:
    """A table of the next round."""

    game: str
    people: tuple[str, ...]


@dataclass(frozen=True)
class Round:
    """One round: the tables with their games and people, and those who sit out."""

    meetings: Sequence[Meeting]
    sitting_out: Sequence[str]

    @property
    def people(self) -> list[str]:
        """Return everyone who is there, also those who sit out."""
        return [*self.sitting_out, *(name for meeting in self.meetings for name in meeting.people)]

    def renamed(self, name_of: Callable[[str], str]) -> Round:
        """Return the same round with people under the names by which the club knows them."""
        meetings = [Meeting(meeting.game, tuple(map(name_of, meeting.people))) for meeting in self.meetings]
        return Round(meetings, list(map(name_of, self.sitting_out)))


@dataclass(frozen=True)
class DrawnRound:
    """A round as it was drawn, with all that it was drawn from, so that anyone can draw it again."""

    round: Round
    people: Sequence[str] = ()
    """Empty for a round of an older version, which did not keep what it was drawn from."""
    tables: Tables = ()
    points: Mapping[str, int] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    """People who have been renamed since they were seated: their names then, and now."""

    @classmethod
    def from_line(cls, line: Mapping[str, Any]) -> DrawnRound:
        """Return a round as it was kept in JSON."""
        return cls(
            Round([Meeting(game, tuple(people)) for game, *people in line["meetings"]], list(line["sitting_out"])),
            list(line.get("people", [])),
            [(str(game), [int(count) for count in counts]) for game, counts in line.get("tables", [])],
            {str(name): int(points) for name, points in line.get("points", {}).items()},
            {str(name): str(later) for name, later in line.get("names", {}).items()},
        )

    def to_line(self) -> dict[str, Any]:
        return {
            "meetings": [[meeting.game, *meeting.people] for meeting in self.round.meetings],
            "sitting_out": list(self.round.sitting_out),
            "people": list(self.people),
            "tables": [[game, list(counts)] for game, counts in self.tables],
            "points": dict(self.points),
            "names": dict(self.names),
        }

    def again(self, before: Sequence[Round], urn: Urn) -> Round:
        """Draw the round again, after those before it."""
        evening = EveningSoFar(self.points)
        for one in before:
            evening.note(one.renamed(lambda name: self.names.get(name, name)))
        return next_round(evening, urn, len(before) + 1, self.people, self.tables)


@dataclass
class EveningSoFar:
    """The past that the next round depends on: points, who has met whom, who has played what, and who sat out."""

    points: Mapping[str, int]
    met: Counter[frozenset[str]] = field(default_factory=Counter)
    played: Counter[tuple[str, str]] = field(default_factory=Counter)
    sat_out: Counter[str] = field(default_factory=Counter)

    def note(self, played: Round) -> None:
        """Take note of a round."""
        for meeting in played.meetings:
            self.met.update(frozenset(pair) for pair in combinations(meeting.people, 2))
            self.played.update((name, meeting.game) for name in meeting.people)
        self.sat_out.update(played.sitting_out)

    def cost_of_pair(self, one: str, other: str) -> float:
        """Return how little two people should sit together: they have met, or their scores are far apart."""
        apart = (self.points.get(one, 0) - self.points.get(other, 0)) / GAP
        return MET * self.met[frozenset((one, other))] ** 2 + apart * apart

    def cost_of_game(self, name: str, game: str) -> float:
        """Return how little somebody should play a game: it is not new to them this evening."""
        return PLAYED * self.played[name, game]


def table_sizes(allowed: Sequence[Sequence[int]], people: int) -> list[int]:
    """Return how many sit at each table, as evenly as the games allow; 0 for a table that stays free.

    >>> table_sizes([(3, 4), (3, 4), (2, 3, 4, 5)], 9)
    [3, 3, 3]
    >>> table_sizes([(3, 4), (3, 4)], 5)
    [4, 0]
    """
    used = len(allowed)
    while used and sum(min(counts) for counts in allowed[:used]) > people:
        used -= 1
    sizes = [min(counts) for counts in allowed[:used]]
    while True:
        free = people - sum(sizes)
        larger = [min((count for count in allowed[n] if count > size), default=99) for n, size in enumerate(sizes)]
        open_tables = [n for n, size in enumerate(sizes) if larger[n] - size <= free]
        if not open_tables:
            return sizes + [0] * (len(allowed) - used)
        smallest = min(open_tables, key=lambda n: (sizes[n], n))
        sizes[smallest] = larger[smallest]


def second_seal(urn: Urn) -> str:
    """Return the seal over the first seal of an evening's urn and the words that were stirred into it."""
    return seal_over({"commitment": urn.commitment, "stirred": urn.stirred})


def draw_order(urn: Urn, number: int, people: Sequence[str]) -> list[str]:
    """Return the people of a round in an order that the urn draws."""
    left, order = sorted(people), []
    for place in range(1, len(people) + 1):
        name = str(urn.draw(f"round@{number}.{place}", left))
        left.remove(name)
        order.append(name)
    return order


def next_round(evening: EveningSoFar, urn: Urn, number: int, people: Sequence[str], games: Tables) -> Round:
    """Return a round for these people at tables of these games, each with the numbers of players it allows."""
    sizes = table_sizes([counts for _, counts in games], len(people))
    order = draw_order(urn, number, people)
    last_first = sorted(order, key=lambda name: evening.sat_out[name])
    sitting_out = last_first[: len(order) - sum(sizes)]
    playing = [name for name in order if name not in sitting_out]
    by_points = sorted(playing, key=lambda name: -evening.points.get(name, 0))
    tables: list[list[str]] = []
    for size in sizes:
        tables.append(by_points[:size])
        by_points = by_points[size:]
    names = [game for game, _ in games]
    seating = RoundSeating(evening, names, tables)
    seating.improve()
    meetings = [Meeting(game, tuple(seated)) for game, seated in zip(seating.games, tables, strict=True) if seated]
    return Round(meetings, sitting_out)


class RoundSeating:
    """People at tables, to be made better by swaps. Costs are looked up, never computed twice."""

    def __init__(self, evening: EveningSoFar, games: Sequence[str], tables: list[list[str]]) -> None:
        self.tables = tables
        self.games = list(games)
        seated = [name for table in tables for name in table]
        self._pair = {one: {other: evening.cost_of_pair(one, other) for other in seated} for one in seated}
        self._game = [{name: evening.cost_of_game(name, game) for name in seated} for game in games]

    def _cost(self, name: str, table: int, without: str) -> float:
        """Return what it costs if somebody sits at a table in another's place."""
        pair = self._pair[name]
        return self._game[table][name] + sum(pair[other] for other in self.tables[table] if other != without)

    def improve(self) -> None:
        """Swap people between tables, and games, as long as that makes two tables together better."""
        for _ in range(MOST_PASSES):
            pairs = list(combinations(range(len(self.tables)), 2))
            better = [self._swap_games(one, other) for one, other in pairs]
            better += [self._swap(one, other) for one, other in pairs]
            if not any(better):
                return

    def _swap_games(self, here: int, there: int) -> bool:
        """Have two tables of the same size change their games, if that is newer to their people."""
        if len(self.tables[here]) != len(self.tables[there]):
            return False
        now = self._newness(here, here) + self._newness(there, there)
        if self._newness(here, there) + self._newness(there, here) >= now - 1e-9:
            return False
        self.games[here], self.games[there] = self.games[there], self.games[here]
        self._game[here], self._game[there] = self._game[there], self._game[here]
        return True

    def _newness(self, table: int, game: int) -> float:
        """Return what it costs if a table plays the game of another."""
        return sum(self._game[game][name] for name in self.tables[table])

    def _swap(self, here: int, there: int) -> bool:
        """Make the best swap between two tables, if there is a good one."""
        best, found = -1e-9, None
        now = {name: self._cost(name, here, name) for name in self.tables[here]}
        now |= {name: self._cost(name, there, name) for name in self.tables[there]}
        for one in self.tables[here]:
            for other in self.tables[there]:
                then = self._cost(other, here, one) + self._cost(one, there, other)
                if (gain := then - now[one] - now[other]) < best:
                    best, found = gain, (one, other)
        if found is None:
            return False
        one, other = found
        self.tables[here][self.tables[here].index(one)] = other
        self.tables[there][self.tables[there].index(other)] = one
        return True
