"""The places of planks and what they rest on: piles on grid points, and the five ways to lay a plank.

A point is a row and a column: `C7` is in the third row from the north and the seventh column from the west.
Cells have names that can be shown to players, with the part after the dot put into words:

    C7           a pile, plain or a start           C7-C8        a small plank in a row or column
    C7.bridge    a bridge; `under` is below it      C7-D8        a large plank, diagonal
    C7.ne        the side of a wall                 C8-D7.tee    a small one from the pile C8 towards D7, up to the
                                                                 middle of the large plank C7-D8: a T, or half an X
    C7-D7.aitch  a large one between the middles of the small planks C7-C8 and D7-D8: an H

All places where a plank could ever lie are found once per layout. What rests on what follows from them, and so
does what falls.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import NamedTuple

from companion.vocabulary import named

Point = tuple[int, int]
"""Steps to the east and to the south (VSE.L1)."""

STEPS: dict[str, Point] = dict(
    zip(
        named("part", "n", "ne", "e", "se", "s", "sw", "w", "nw"),
        ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)),
        strict=True,
    )
)
DIRECTIONS = tuple(STEPS)
BRIDGE, UNDER = named("part", "bridge", "under")
STRAIGHT, DIAGONAL = "straight", "diagonal"
TEE, AITCH = named("part", "tee", "aitch")
SMALL, LARGE = SIZES = named("size", "small", "large")
SIZE_OF = {STRAIGHT: SMALL, TEE: SMALL, DIAGONAL: LARGE, AITCH: LARGE}

NAME = re.compile(r"([A-Z])([1-9]\d?)")


def point_name(point: Point) -> str:
    """Return the name of a point.

    >>> point_name((6, 2))
    'C7'
    """
    return f"{chr(ord('A') + point[1])}{point[0] + 1}"


def point_of(name: str) -> Point | None:
    """Return the point with this name, or `None` if it is not the name of one.

    >>> point_of("C7"), point_of("7C")
    ((6, 2), None)
    """
    found = NAME.fullmatch(name)
    return (int(found[2]) - 1, ord(found[1]) - ord("A")) if found else None


def opposite(direction: str) -> str:
    return DIRECTIONS[(DIRECTIONS.index(direction) + 4) % 8]


@dataclass(frozen=True)
class Pile:
    """A pile and the directions that each of its cells is open to (VSE.L1)."""

    at: Point
    kind: str
    cells: tuple[frozenset[str], ...]

    def names(self) -> list[str]:
        """Return the names of its cells; where there are two, each name says which it is."""
        name = point_name(self.at)
        if len(self.cells) == 1:
            return [name]
        if self.kind == BRIDGE:
            return [f"{name}.{BRIDGE}", f"{name}.{UNDER}"]
        return [f"{name}.{middle_of(cell)}" for cell in self.cells]


def middle_of(directions: Collection[str]) -> str:
    """Return the middle one of adjacent directions; of an even number, the first of the middle two.

    >>> middle_of({"n", "w", "nw"})
    'nw'
    """
    start = next(
        one for one in DIRECTIONS if one in directions and DIRECTIONS[DIRECTIONS.index(one) - 1] not in directions
    )
    return DIRECTIONS[(DIRECTIONS.index(start) + (len(directions) - 1) // 2) % 8]


@dataclass(frozen=True)
class Place:
    """A place for a plank: the cells its ends rest on, and the large planks it would cross.

    The `partner` of a T is the place in line with it on the other side: together they are an X (VSE.W3).
    """

    name: str
    way: str
    rests: tuple[str, str]
    crosses: frozenset[str] = frozenset()
    partner: str = ""

    @property
    def size(self) -> str:
        return SIZE_OF[self.way]


class Step(NamedTuple):
    """A step to a cell, for quick searches: its bit, and of a plank the masks of what it crosses and rests on."""

    cell: str
    bit: int
    crosses: int = 0
    rests: int = 0
    size: str = ""


class Canal:
    """The piles of a layout and every place for a plank between them. A canal never changes."""

    def __init__(self, piles: Iterable[Pile]) -> None:
        self.piles = tuple(piles)
        self._cell_at: dict[tuple[Point, str], str] = {}
        self.cells: list[str] = []
        for pile in self.piles:
            for name, directions in zip(pile.names(), pile.cells, strict=True):
                self.cells.append(name)
                self._cell_at |= {(pile.at, direction): name for direction in directions}
        self.places: dict[str, Place] = {}
        for pile in self.piles:
            self._find_straight(pile.at)
        for pile in self.piles:
            for corner in (pile.at, (pile.at[0] - 1, pile.at[1])):
                self._find_in_square(corner)
        self._index()

    def _add(
        self, name: str, way: str, rests: Sequence[str], *, crosses: Iterable[str] = (), partner: str = ""
    ) -> None:
        self.places[name] = Place(name, way, (rests[0], rests[1]), frozenset(crosses), partner)

    def _find_straight(self, at: Point) -> None:
        """VSE.W2: find the small planks to the next pile east and south."""
        for direction in ("e", "s"):
            other = step(at, direction)
            if ends := self._between(at, direction):
                self._add(between(at, other), STRAIGHT, ends)

    def _between(self, at: Point, direction: str) -> list[str]:
        """VSE.W5: return the cells at both ends of a plank to the next point, if each is open towards the other."""
        ends = [self._cell_at.get((at, direction)), self._cell_at.get((step(at, direction), opposite(direction)))]
        return [end for end in ends if end is not None] if None not in ends else []

    def _find_in_square(self, corner: Point) -> None:
        """VSE.W2-W4: find what may lie inside the square with this north-west corner.

        Any two large planks in a square cross, so each bars all others.
        """
        north_west, north_east = corner, step(corner, "e")
        south_west, south_east = step(corner, "s"), step(corner, "se")
        falling, rising = between(north_west, south_east), between(north_east, south_west)
        rows = between(north_west, north_east), between(south_west, south_east)
        columns = between(north_west, south_west), between(north_east, south_east)
        across = {f"{columns[0]}.{AITCH}": rows, f"{rows[0]}.{AITCH}": columns}
        large = {falling, rising, *across}
        for name, start, direction in ((falling, north_west, "se"), (rising, north_east, "sw")):
            if ends := self._between(start, direction):
                self._add(name, DIAGONAL, ends, crosses=large - {name})
                self._find_tees(name, corner)
        for name, sides in across.items():
            if all(side in self.places for side in sides):  # VSE.W4: an H
                self._add(name, AITCH, sides, crosses=large - {name})

    def _find_tees(self, diagonal: str, corner: Point) -> None:
        """VSE.W2, W3: find the planks from the middle of a diagonal one to the piles on either side of it."""
        north_west, north_east = corner, step(corner, "e")
        south_west, south_east = step(corner, "s"), step(corner, "se")
        falls = diagonal == between(north_west, south_east)
        one, other = (north_east, south_west) if falls else (north_west, south_east)
        towards = "sw" if falls else "se"
        sides = {
            f"{between(one, other)}.{TEE}": (one, towards),
            f"{between(other, one)}.{TEE}": (other, opposite(towards)),
        }
        found = {name: self._cell_at[side] for name, side in sides.items() if side in self._cell_at}
        for name, cell in found.items():
            partner = next((other for other in found if other != name), "")
            self._add(name, TEE, (cell, diagonal), partner=partner)

    def _index(self) -> None:
        """Look up what touches what.

        `touching` lists the places that touch a cell, and `spots` by size, with what each would cross and rest on;
        `resting` lists those that rest on it, `beside` all cells next to it, and `ahead` these again as steps. Next
        to each cell of `by_piles` is a pile. What lies `below` a plank are the planks it would rest on. In bit masks
        each cell has its `bit`; `pile_mask` holds all piles.
        """
        everything = [*self.cells, *self.places]
        touching: dict[str, list[str]] = {cell: [] for cell in everything}
        for place in self.places.values():
            for cell in (*place.rests, *([place.partner] if place.partner else [])):
                touching[cell].append(place.name)
        self.touching = {cell: tuple(places) for cell, places in touching.items()}
        self.below = {name: self.places.keys() & place.rests for name, place in self.places.items()}
        self.spots = {
            size: {
                cell: tuple(
                    (one, self.places[one].crosses, self.below[one]) for one in near if self.places[one].size == size
                )
                for cell, near in touching.items()
            }
            for size in SIZES
        }
        self.resting = {
            cell: tuple(place for place in places if cell in self.places[place].rests)
            for cell, places in touching.items()
        }
        own = {place.name: place.rests for place in self.places.values()}
        self.beside = {cell: tuple(dict.fromkeys((*own.get(cell, ()), *touching[cell]))) for cell in everything}
        self.by_piles = {cell for cell, near in self.beside.items() if not self.places.keys() >= set(near)}
        self.bit = {cell: 1 << number for number, cell in enumerate(everything)}
        self.pile_mask = self.mask(self.cells)
        self.ahead = {cell: tuple(self._step_to(other) for other in near) for cell, near in self.beside.items()}

    def _step_to(self, cell: str) -> Step:
        place = self.places.get(cell)
        if place is None:
            return Step(cell, self.bit[cell])
        return Step(cell, self.bit[cell], self.mask(place.crosses), self.mask(place.rests), place.size)

    def mask(self, cells: Iterable[str]) -> int:
        """Return these cells as a bit mask; names that are not of this canal are left out."""
        return reduce(or_, (self.bit.get(cell, 0) for cell in cells), 0)

    def can_lie(self, place: str, lying: Set[str]) -> bool:
        """VSE.W1-W4: return whether a plank could be laid here: free, supported, and crossing no other."""
        if place in lying or not self.places[place].crosses.isdisjoint(lying):
            return False
        return self.below[place] <= lying

    def layable(self, size: str, cell: str, lying: Set[str]) -> list[str]:
        """VSE.W1: return the places for a plank of this size with an end that touches this cell."""
        return [
            name
            for name, crosses, below in self.spots[size][cell]
            if name not in lying and below <= lying and crosses.isdisjoint(lying)
        ]

    def within_reach(self, cell: str, lying: Collection[str]) -> list[str]:
        """VSE.W6, W7: return the planks with an end that touches this cell."""
        return [place for place in self.touching[cell] if place in lying]

    def falls(self, plank: str, lying: Collection[str]) -> list[str]:
        """VSE.W6: return the planks that fall if this one is taken away: what rests on it, and in turn on that."""
        fallen: list[str] = []
        gone = [plank]
        while gone:
            for above in self.resting[gone.pop()]:
                if above in lying and above not in fallen:
                    fallen.append(above)
                    gone.append(above)
        return fallen

    def neighbours(self, cell: str, lying: Collection[str]) -> list[str]:
        """VSE.L2: return the cells one step from here."""
        places = self.places
        return [other for other in self.beside[cell] if other not in places or other in lying]

    def leads_on(self, cell: str, lying: set[str]) -> bool:
        """VSE.L2: whether there is any cell one step from here."""
        return cell in self.by_piles or not lying.isdisjoint(self.beside[cell])

    def is_cross(self, plank: str, lying: Collection[str]) -> bool:
        """VSE.W3: return whether this small plank is half of an X."""
        return self.places[plank].partner in lying


def step(at: Point, direction: str) -> Point:
    x, y = STEPS[direction]
    return at[0] + x, at[1] + y


def between(one: Point, other: Point) -> str:
    return f"{point_name(one)}-{point_name(other)}"
