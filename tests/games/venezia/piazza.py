"""The Piazza by brute force: integers for rows and columns, and every possibility tried.

Written from the numbered rules alone, to check the game's own grid against. `C7` is row 2, column 6 here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations

Spot = tuple[int, int]
"""A row and a column, each counted from 0."""

SPOTS = [(row, column) for row in range(8) for column in range(10)]


def spot(cell: str) -> Spot:
    return "ABCDEFGH".index(cell[0]), int(cell[1:]) - 1


def cell(place: Spot) -> str:
    return "ABCDEFGH"[place[0]] + str(place[1] + 1)


def spots(cells: Iterable[str]) -> list[Spot]:
    return [spot(one) for one in cells]


def touch(one: Spot, other: Spot) -> bool:
    """Return whether two spots are neighbours, in any of the eight directions."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


@cache
def nine(hunter: Spot) -> frozenset[Spot]:
    return frozenset(place for place in SPOTS if place == hunter or touch(place, hunter))


def ground(hunters: Iterable[Spot]) -> set[Spot]:
    """VEZ.Z4, M4: the hunters' cells and the eight around each."""
    return {place for hunter in hunters for place in nine(hunter)}


def may_enter(place: Spot, pigeons: Collection[Spot], closed: Collection[Spot]) -> bool:
    """VEZ.M2-M4: whether a spot is on the Piazza, without a pigeon and not closed; a tourist may be there."""
    row, column = place
    return 0 <= row <= 7 and 0 <= column <= 9 and place not in pigeons and place not in closed


def may_walk(start: Spot, goal: Spot, pigeons: Collection[Spot], closed: Collection[Spot]) -> bool:
    """VEZ.M2: whether this is one step to a spot that may be entered."""
    return touch(start, goal) and may_enter(goal, pigeons, closed)


def may_jump(
    start: Spot, goal: Spot, others: Collection[Spot], tourists: Collection[Spot], closed: Collection[Spot]
) -> bool:
    """VEZ.M3: whether this is two cells along a line, over a pigeon or tourist; `others` excludes the jumper."""
    down, right = goal[0] - start[0], goal[1] - start[1]
    if start == goal or abs(down) not in (0, 2) or abs(right) not in (0, 2):
        return False
    halfway = (start[0] + down // 2, start[1] + right // 2)
    return (halfway in others or halfway in tourists) and may_enter(goal, others, closed)


def hop_on(
    here: Spot, others: Collection[Spot], tourists: Collection[Spot], closed: Collection[Spot], reached: set[Spot]
) -> None:
    """Add every spot that jumps from here can reach."""
    for down in (-2, 0, 2):
        for right in (-2, 0, 2):
            goal = (here[0] + down, here[1] + right)
            if goal not in reached and may_jump(here, goal, others, tourists, closed):
                reached.add(goal)
                hop_on(goal, others, tourists, closed, reached)


def goals(start: Spot, pigeons: Collection[Spot], tourists: Collection[Spot], closed: Collection[Spot]) -> set[Spot]:
    """VEZ.M1-M4: every spot this pigeon may go to."""
    others = {place for place in pigeons if place != start}
    reached: set[Spot] = {start}
    hop_on(start, others, tourists, closed, reached)
    steps = {
        goal
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if may_walk(start, goal := (start[0] + down, start[1] + right), pigeons, closed)
    }
    return (reached | steps) - {start}


def is_way(
    start: Spot,
    path: Sequence[Spot],
    pigeons: Collection[Spot],
    tourists: Collection[Spot],
    closed: Collection[Spot],
) -> bool:
    """Return whether this path is one walk or a chain of jumps."""
    if len(path) == 1 and may_walk(start, path[0], pigeons, closed):
        return True
    others = {place for place in pigeons if place != start}
    legs = zip([start, *path], path, strict=False)
    return bool(path) and all(may_jump(one, other, others, tourists, closed) for one, other in legs)


def holds(one: Spot, victim: Spot, other: Spot, lines: str) -> bool:
    """VEZ.C1: whether two spots are neighbours of the victim on opposite sides of it."""
    opposite = all(one[axis] + other[axis] == 2 * victim[axis] for axis in (0, 1))
    straight = one[0] == other[0] or one[1] == other[1]
    return opposite and touch(one, victim) and (lines == "all" or straight)


def pincers(pigeons: Mapping[Spot, int], mover: int, lines: str) -> set[Spot]:
    """VEZ.C1, C2: all opposing pigeons between two of the mover's, found among all triples of pigeons."""
    own = [place for place, seat in pigeons.items() if seat == mover]
    opposing = [place for place, seat in pigeons.items() if seat != mover]
    return {
        victim
        for victim in opposing
        for one, other in combinations([place for place in own if touch(place, victim)], 2)
        if holds(one, victim, other, lines)
    }


def births(pigeons: Mapping[Spot, int], seat: int, tourists: Collection[Spot], count: str) -> int:
    """VEZ.C3: the young of each pigeon from every tourist it touches; with `per-pigeon`, from its best one only."""
    total = 0
    for place, owner in pigeons.items():
        if owner == seat:
            worth = [
                5 if place == tourist else 2 for tourist in tourists if place == tourist or touch(place, tourist)
            ]
            total += sum(worth) if count == "per-tourist" else max(worth, default=0)
    return total
