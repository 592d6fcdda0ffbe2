"""A second, naive canal: planks as segments on a grid, judged by where their ends are.

Written from the numbered rules alone. All lengths are doubled, so that the middle of a plank is an integer too: piles
stand on even points, the middle of a diagonal is on odd ones. Only the places of piles and planks are stored;
everything else is worked out each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

Point = tuple[int, int]
Segment = tuple[Point, Point]
WAYS = {
    "n": (0, -1),
    "ne": (1, -1),
    "e": (1, 0),
    "se": (1, 1),
    "s": (0, 1),
    "sw": (-1, 1),
    "w": (-1, 0),
    "nw": (-1, -1),
}


def point(name: str) -> Point:
    """Return a point by its name.

    >>> point("C7")
    (12, 4)
    """
    return 2 * (int(name[1:]) - 1), 2 * (ord(name[0]) - ord("A"))


def name(at: Point) -> str:
    return f"{chr(ord('A') + at[1] // 2)}{at[0] // 2 + 1}"


def middle(plank: Segment) -> Point:
    (x, y), (u, v) = plank
    return (x + u) // 2, (y + v) // 2


def is_pile_point(at: Point) -> bool:
    return at[0] % 2 == 0 and at[1] % 2 == 0


def vector(plank: Segment) -> Point:
    (x, y), (u, v) = plank
    return u - x, v - y


def kind(plank: Segment) -> str:
    """Return how a plank lies, judged by its ends."""
    on_piles = sum(is_pile_point(end) for end in plank)
    dx, dy = vector(plank)
    if on_piles == 2:
        return "diagonal" if dx and dy else "straight"
    return "tee" if on_piles == 1 else "aitch"


def size(plank: Segment) -> str:
    return "small" if kind(plank) in ("straight", "tee") else "large"


def segment(plank: str) -> Segment:
    """Return the segment with this name."""
    ends, _, way = plank.partition(".")
    one, other = (point(end) for end in ends.split("-"))
    if way == "tee":
        return one, middle((one, other))
    if way == "aitch":
        dx, dy = (1, 0) if one[0] == other[0] else (0, 1)
        return (one[0] + dx, one[1] + dy), (other[0] + dx, other[1] + dy)
    return one, other


def plank_name(plank: Segment) -> str:
    """Return the name of a segment.

    >>> plank_name(segment("C8-D7.tee")), plank_name(segment("C7-D7.aitch"))
    ('C8-D7.tee', 'C7-D7.aitch')
    """
    one, other = plank
    if kind(plank) == "tee":
        pile, end = (one, other) if is_pile_point(one) else (other, one)
        return f"{name(pile)}-{name((2 * end[0] - pile[0], 2 * end[1] - pile[1]))}.tee"
    first, last = sorted(plank, key=lambda end: (end[1], end[0]))
    if kind(plank) == "aitch":
        dx, dy = (1, 0) if first[0] == last[0] else (0, 1)
        return f"{name((first[0] - dx, first[1] - dy))}-{name((last[0] - dx, last[1] - dy))}.aitch"
    return f"{name(first)}-{name(last)}"


def crossing(one: Segment, other: Segment) -> bool:
    """Return whether two segments cross inside both."""

    def side(line: Segment, at: Point) -> int:
        (x, y), (u, v) = line
        turn = (u - x) * (at[1] - y) - (v - y) * (at[0] - x)
        return (turn > 0) - (turn < 0)

    return side(one, other[0]) * side(one, other[1]) < 0 and side(other, one[0]) * side(other, one[1]) < 0


class Board:
    """Piles and the planks between them. Cells have the names that the referee shows."""

    def __init__(self, piles: Iterable[Mapping[str, Any]]) -> None:
        """Take piles as a view shows them: a point, and each cell with the directions it is open to."""
        self.cells: dict[Point, dict[str, set[str]]] = {
            point(pile["at"]): {cell: set(ways) for cell, ways in pile["cells"].items()} for pile in piles
        }
        self.lying: set[Segment] = set()
        self.candidates = [plank for plank in self.everywhere() if self.meets_open_cells(plank)] if self.cells else []

    def meets_open_cells(self, plank: Segment) -> bool:
        """Return whether the piles at a plank's ends, if any, are open towards it; planks never change that."""
        return all(self.cell_at(end, plank) for end in plank if is_pile_point(end))

    @property
    def names(self) -> set[str]:
        return {plank_name(plank) for plank in self.lying}

    def pile_cells(self) -> list[str]:
        return [cell for cells in self.cells.values() for cell in cells]

    def cell_at(self, at: Point, plank: Segment) -> str | None:
        """VSE.W5: the cell of the pile here that is open towards the other end of a plank."""
        other = plank[1] if plank[0] == at else plank[0]
        dx, dy = other[0] - at[0], other[1] - at[1]
        step = ((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))
        found = [cell for cell, ways in self.cells.get(at, {}).items() for way in ways if WAYS[way] == step]
        assert len(found) < 2, "a direction that two cells share"
        return found[0] if found else None

    def rests_on(self, plank: Segment, end: Point) -> str | None:
        """VSE.W2-W5: what an end of a plank rests on, if anything holds it."""
        if is_pile_point(end):
            return self.cell_at(end, plank)
        wanted = "diagonal" if kind(plank) == "tee" else "straight"
        for other in self.lying:
            dx, dy = vector(other)
            square = dx * vector(plank)[0] + dy * vector(plank)[1] == 0
            if middle(other) == end and kind(other) == wanted and square and other != plank:
                return plank_name(other)
        return None

    def holds(self, plank: Segment) -> bool:
        return all(self.rests_on(plank, end) for end in plank)

    def allowed(self, plank: Segment) -> bool:
        """VSE.W1-W4: whether a plank may be laid like this."""
        if plank in self.lying or (plank[1], plank[0]) in self.lying or not self.holds(plank):
            return False
        large = [other for other in self.lying if size(other) == "large"]
        return size(plank) == "small" or not any(crossing(plank, other) for other in large)

    def everywhere(self) -> list[Segment]:
        """Return every segment with the length and ends of one of the five ways."""
        xs = [at[0] for at in self.cells]
        ys = [at[1] for at in self.cells]
        points = list(product(range(min(xs) - 1, max(xs) + 2), range(min(ys) - 1, max(ys) + 2)))
        found = []
        for x, y in points:
            straight = [(2, 0), (0, 2)] if (x + y) % 2 or is_pile_point((x, y)) else []
            diagonal = [(2, 2), (-2, 2), (1, 1), (-1, 1), (1, -1), (-1, -1)] if is_pile_point((x, y)) else []
            for dx, dy in straight + diagonal:
                plank = ((x, y), (x + dx, y + dy))
                across = kind(plank) != "aitch" or (x % 2 if dy else y % 2)  # an H is square to what it rests on
                if across:
                    found.append(plank)
        return found

    def touches(self, plank: Segment, cell: str) -> bool:
        """VSE.W1, W3: whether an end of a plank touches a cell."""
        if any(self.rests_on(plank, end) == cell for end in plank):
            return True
        return any(plank_name(other) == cell and self.is_cross(plank, other) for other in self.lying)

    def is_cross(self, one: Segment, other: Segment) -> bool:
        """VSE.W3: whether two small planks are in line on either side of a large one."""
        if kind(one) != "tee" or kind(other) != "tee" or one == other:
            return False
        ends = [end for plank in (one, other) for end in plank if not is_pile_point(end)]
        return ends[0] == ends[1]

    def layable(self, cell: str, wanted: str) -> set[str]:
        return {
            plank_name(plank)
            for plank in self.candidates
            if size(plank) == wanted and self.allowed(plank) and self.touches(plank, cell)
        }

    def in_reach(self, cell: str) -> set[str]:
        return {plank_name(plank) for plank in self.lying if self.touches(plank, cell)}

    def without(self, plank: str) -> tuple[set[Segment], set[str]]:
        """VSE.W6: what still lies and what falls when a plank is taken away, until everything left is held."""
        left = Board([])
        left.cells = self.cells
        left.lying = {other for other in self.lying if plank_name(other) != plank}
        while unheld := {other for other in left.lying if not left.holds(other)}:
            left.lying -= unheld
        fallen = self.names - {plank} - left.names
        return left.lying, fallen

    def beside(self, cell: str) -> set[str]:
        """VSE.L2: the cells one step away."""
        found = set()
        for plank in self.lying:
            rests = {self.rests_on(plank, end) for end in plank}
            if plank_name(plank) == cell:
                found |= {other for other in rests if other}
                found |= {plank_name(other) for other in self.lying if self.is_cross(plank, other)}
            elif cell in rests:
                found.add(plank_name(plank))
        return found
