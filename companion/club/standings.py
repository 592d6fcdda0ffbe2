"""The standings of an evening: points, and the tie-breaks by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.club.results import MOST_POINTS, Result, Tally
from companion.vocabulary import named

TIE_BREAKS = named("tie-break", "points", "wins", "opponents", "latest")
"""Compared one after the other: all points; games won; the points of everyone met; the points of the last game."""


SAT_OUT = MOST_POINTS // 2
"""Points for a round without a table: nobody should lose by the luck of the draw."""


@dataclass
class Standing(Tally):
    """The place of one person, and the counts that decide it."""

    opponents: int = 0
    place: int = 0
    met: list[str] = field(default_factory=list)

    @property
    def merit(self) -> tuple[int, ...]:
        return self.points, self.wins, self.opponents, self.latest


def standings(people: Iterable[str], results: Iterable[Result], sat_out: Iterable[str] = ()) -> list[Standing]:
    """Return everybody's standing, the first first. Those who are equal in all tie-breaks share a place.

    A round that somebody sat out counts as much as beating half of a table.
    """
    known = {name: Standing(name) for name in people}
    for name in sat_out:
        if name in known:
            known[name].points += SAT_OUT
    for result in sorted(results, key=lambda one: (one.at, one.id)):
        for seat in result.seats:
            if (name := result.in_seat(seat)) in known:
                known[name].count(result, seat)
                known[name].met += [other for other in result.people if other != name]
    for one in known.values():
        one.opponents = sum(known[other].points for other in one.met if other in known)
    ranked = sorted(known.values(), key=lambda one: (*(-merit for merit in one.merit), one.name.casefold()))
    for number, one in enumerate(ranked, start=1):
        before = ranked[number - 2]
        one.place = before.place if number > 1 and before.merit == one.merit else number
    return ranked
