"""The sums of Venezia as plain functions: births, majorities, points, the hunt, the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.game import Outcome
from companion.games.venezia.rules.grid import Brood
from companion.games.venezia.rules.pieces import SAN_GIORGIO
from companion.vocabulary import named

BESIDE, ON = 2, 5  # VEZ.C3
MAJORITY, FOREIGN = 3, 6  # VEZ.Y1
GOAL, DISTRICTS_TO_WIN = 50, 5  # VEZ.E1, E2
RECOVERED = 2  # VEZ.Y3
MOST_POINTS = 99
"""The largest score a table may enter."""
HERE, ABROAD = named("why", "district", "foreign")


def born(brood: Brood, count: str) -> int:
    """VEZ.C3: young for every tourist that this pigeon is on or next to; with `per-pigeon`, for its best one only.

    >>> brood = Brood("C7", on=True, beside=1)
    >>> born(brood, "per-tourist"), born(brood, "per-pigeon")
    (7, 5)
    """
    on, beside = ON * brood.on, BESIDE * brood.beside
    return on + beside if count == "per-tourist" else max(on, min(BESIDE, beside))


def leader(pigeons: Mapping[int, int]) -> int | None:
    """Return the seat with more pigeons than every other, if there is one.

    >>> leader({1: 3, 2: 3}), leader({1: 1, 2: 0}), leader({1: 0, 2: 0})
    (None, 1, None)
    """
    ahead, most = None, 0
    for seat, number in pigeons.items():
        if number > most:
            ahead, most = seat, number
        elif number == most:
            ahead = None
    return ahead


def with_grey(pigeons: Mapping[int, int], grey: int, vatican: int | None) -> dict[int, int]:
    """VEZ.Y4, A1: grey pigeons count for this round's Vatican player, or for nobody."""
    counts = dict(pigeons)
    if vatican is not None and vatican in counts:
        counts[vatican] += grey
    return counts


def leader_on_isle(pigeons: Mapping[int, int], grey: int, *, vatican: int | None, bird: str | None) -> int | None:
    """VEZ.Y2, Y4, A6: return who has most on San Giorgio, unless the bird is there."""
    return None if bird == SAN_GIORGIO else leader(with_grey(pigeons, grey, vatican))


class Won(NamedTuple):
    """A district that was scored: by whom, for how many points, and whose home it is if it is another's."""

    zone: str
    seat: int
    points: int
    home_of: int | None

    @property
    def why(self) -> str:
        """The reason on the receipt."""
        return HERE if self.home_of is None else ABROAD


def score(counts: Mapping[str, Mapping[int, int]], homes: Mapping[int, str], *, bird: str | None) -> list[Won]:
    """VEZ.Y1, A6: return the districts in which someone has a majority, grey pigeons counted, except the bird's."""
    owners = {zone: seat for seat, zone in homes.items()}
    won = []
    for zone, pigeons in counts.items():
        seat = leader(pigeons)
        if seat is not None and zone != bird:
            host = owners.get(zone, seat)
            won.append(Won(zone, seat, MAJORITY if host == seat else FOREIGN, None if host == seat else host))
    return won


def hunted(totals: Mapping[str, int]) -> list[str]:
    """VEZ.Y5: return the zones with the most pigeons of all colours together, including ties."""
    most = max(totals.values())
    return [zone for zone, number in totals.items() if number == most > 0]


def ending(points: Mapping[int, int], won: Iterable[Won]) -> Outcome | None:
    """VEZ.E2, then E1: five districts win at once; otherwise the most points win once someone has 50."""
    holders = [one.seat for one in won]
    for seat in points:
        if holders.count(seat) >= DISTRICTS_TO_WIN:
            merit = {other: (other == seat, number) for other, number in points.items()}
            return Outcome.by_merit(merit, "VEZ.E2")
    if max(points.values()) >= GOAL:
        return Outcome.by_merit(points, "VEZ.E1")
    return None
