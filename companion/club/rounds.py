"""The next round of an evening: who plays what with whom, drawn from an urn and then improved.

People of like score sit together, meet new people and play games that are new to them; nobody sits out twice before
everyone has once. The urn gives an order that nobody can foresee or choose, and shakes what was found to look for
better. What follows from it is a plain sum, so anyone can do it again once the urn's secret is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import Any

from companion.referee.seals import seal_over
from companion.referee.urn import Urn
from companion.refusal import OfOtherVersion, quoted

MET = 100
"""The cost of two people meeting again, times the square of how often they have met."""
PLAYED = 0.1
"""The cost of a game that somebody has played this evening: as much as a gap of 8 points, so scores come first.

Tables of the same size can change their games, which costs no gap at all.
"""
GAP = 24
"""Points between two people that cost as much as one: a win."""
EXACT = GAP * GAP
"""Costs are counted in whole numbers, in squares of points, so that every machine finds the same."""
PLAYED_EXACT = 16
"""The cost of a game that somebody has played this evening, as much as a gap of 4 points."""
SHAKES, MOST_SHAKES = 1_000, 200
"""How often tables are shaken to look for better ones: this number shared by the tables, and at most so often."""
SHAKEN = 3
"""Swaps at a shake."""
FIRST_PAIRING, PAIRING = 1, 2
"""How rounds are made: until version 0.1.0 with floating numbers and never shaken, and how they are made now."""
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
    pairing: int = PAIRING

    @classmethod
    def from_line(cls, line: Mapping[str, Any]) -> DrawnRound:
        """Return a round as it was kept in JSON."""
        return cls(
            Round([Meeting(game, tuple(people)) for game, *people in line["meetings"]], list(line["sitting_out"])),
            list(line.get("people", [])),
            [(str(game), [int(count) for count in counts]) for game, counts in line.get("tables", [])],
            {str(name): int(points) for name, points in line.get("points", {}).items()},
            {str(name): str(later) for name, later in line.get("names", {}).items()},
            int(line.get("pairing", FIRST_PAIRING)),
        )

    def to_line(self) -> dict[str, Any]:
        return {
            "meetings": [[meeting.game, *meeting.people] for meeting in self.round.meetings],
            "sitting_out": list(self.round.sitting_out),
            "people": list(self.people),
            "tables": [[game, list(counts)] for game, counts in self.tables],
            "points": dict(self.points),
            "names": dict(self.names),
            "pairing": self.pairing,
        }

    def again(self, before: Sequence[Round], urn: Urn) -> Round:
        """Draw the round again, after those before it."""
        evening = EveningSoFar(self.points)
        for one in before:
            evening.note(one.renamed(lambda name: self.names.get(name, name)))
        return next_round(evening, urn, len(before) + 1, self.people, self.tables, pairing=self.pairing)


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


def next_round(
    evening: EveningSoFar, urn: Urn, number: int, people: Sequence[str], games: Tables, *, pairing: int = PAIRING
) -> Round:
    """Return a round for these people at tables of these games, each with the numbers of players it allows."""
    if pairing not in (FIRST_PAIRING, PAIRING):
        raise OfOtherVersion("other-version", value=quoted(pairing), known=PAIRING)
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
    if pairing == FIRST_PAIRING:
        first = FirstSeating(evening, names, tables)
        first.improve()
        return _round(first.games, tables, sitting_out)
    seating = RoundSeating(evening, names, tables)
    seating.improve(range(len(tables)))
    used = sum(size > 0 for size in sizes)
    for shake in range(min(MOST_SHAKES, SHAKES // used) if used > 1 else 0):
        seating.shake(int(urn.draw(f"shake@{number}.{shake}", range(len(playing) ** (2 * SHAKEN)))))
    return _round(seating.games, seating.seated, sitting_out)


def _round(games: Sequence[str], tables: Sequence[Sequence[str]], sitting_out: Sequence[str]) -> Round:
    return Round([Meeting(game, tuple(one)) for game, one in zip(games, tables, strict=True) if one], sitting_out)


class RoundSeating:
    """People at tables, to be made better by swaps. What each would cost at each table is kept up to date."""

    def __init__(self, evening: EveningSoFar, games: Sequence[str], tables: Sequence[Sequence[str]]) -> None:
        self.games = list(games)
        self._names = [name for table in tables for name in table]
        people = range(len(self._names))
        numbers = iter(people)
        self._tables = [[next(numbers) for _ in table] for table in tables]
        self._at = [number for number, table in enumerate(tables) for _ in table]
        self._pair = [[0] * len(people) for _ in people]
        for one, other in combinations(people, 2):
            cost = round(EXACT * evening.cost_of_pair(self._names[one], self._names[other]))
            self._pair[one][other] = self._pair[other][one] = cost
        self._costs = [[sum(row[other] for other in table) for table in self._tables] for row in self._pair]
        """What it costs each person to sit with everyone at each table."""
        self._game = {
            game: [PLAYED_EXACT * evening.played[name, game] for name in self._names] for game in set(games)
        }
        self._total = 0
        self._done: list[Callable[[], None]] = []
        """What takes back each change since the last shake, the last one last."""

    @property
    def seated(self) -> list[list[str]]:
        """Return who sits at each table."""
        return [[self._names[one] for one in table] for table in self._tables]

    def improve(self, tables: Iterable[int]) -> None:
        """Swap people, and games, between these tables and all others as long as that makes two together better."""
        left = set(tables)
        while left:
            here = min(left)
            left.remove(here)
            for there in range(len(self._tables)):
                if there != here and (self._better_games(here, there) | self._better_people(here, there)):
                    left |= {here, there}

    def shake(self, number: int) -> None:
        """Swap some people, by a number that tells whom, and improve that; take all of it back if it is no better."""
        self._total, self._done = 0, []
        touched: set[int] = set()
        for _ in range(SHAKEN):
            number, one = divmod(number, len(self._names))
            number, other = divmod(number, len(self._names))
            if self._at[one] != self._at[other]:
                touched |= {self._at[one], self._at[other]}
                self._swap(one, other, self._gain(one, other))
        self.improve(touched)
        if self._total >= 0:
            for take_back in reversed(self._done):
                take_back()

    def _gain(self, one: int, other: int) -> int:
        """Return what it costs more if two people change places."""
        here, there = self._at[one], self._at[other]
        return self._move(one, here, there) + self._move(other, there, here) - 2 * self._pair[one][other]

    def _move(self, one: int, here: int, there: int) -> int:
        """Return what it costs more if somebody joins another table, as long as nobody leaves it."""
        costs = self._costs[one]
        return costs[there] - costs[here] + self._game[self.games[there]][one] - self._game[self.games[here]][one]

    def _better_people(self, here: int, there: int) -> bool:
        """Make the best swap between two tables, if there is a good one."""
        others = [(other, self._move(other, there, here)) for other in self._tables[there]]
        best, found = 0, (0, 0)
        for one in self._tables[here]:
            leaves, pair = self._move(one, here, there), self._pair[one]
            for other, comes in others:
                if (gain := leaves + comes - 2 * pair[other]) < best:
                    best, found = gain, (one, other)
        if best < 0:
            self._swap(*found, best)
        return best < 0

    def _swap(self, one: int, other: int, gain: int) -> None:
        self._total += gain
        self._done.append(partial(self._change_places, one, other))
        self._change_places(one, other)

    def _change_places(self, one: int, other: int) -> None:
        here, there = self._at[one], self._at[other]
        self._tables[here][self._tables[here].index(one)] = other
        self._tables[there][self._tables[there].index(other)] = one
        self._at[one], self._at[other] = there, here
        for costs, with_one, with_other in zip(self._costs, self._pair[one], self._pair[other], strict=True):
            costs[here] += with_other - with_one
            costs[there] += with_one - with_other

    def _better_games(self, here: int, there: int) -> bool:
        """Have two tables of the same size change their games, if that is newer to their people."""
        if len(self._tables[here]) != len(self._tables[there]) or self.games[here] == self.games[there]:
            return False
        mine, yours = self._game[self.games[here]], self._game[self.games[there]]
        gain = sum(yours[one] - mine[one] for one in self._tables[here])
        gain += sum(mine[one] - yours[one] for one in self._tables[there])
        if gain >= 0:
            return False
        self._total += gain
        self._done.append(partial(self._change_games, here, there))
        self._change_games(here, there)
        return True

    def _change_games(self, here: int, there: int) -> None:
        self.games[here], self.games[there] = self.games[there], self.games[here]


class FirstSeating:
    """The seating of the first version, kept so that rounds drawn with it can be drawn again."""

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
