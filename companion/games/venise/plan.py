"""The canal as a small screen draws it: piles as posts, planks as lines, pawns by seat, one player's gems."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from companion.games.venise.picture.spots import leaning
from companion.games.venise.rules.geometry import AITCH, BRIDGE, LARGE, STEPS, TEE, Pile, Place, point_of
from companion.games.venise.rules.piles import WALL
from companion.games.venise.rules.state import State
from companion.screen.maps import Line, Plan, Point, Post

ASIDE = 0.25
"""The distance from the middle of a pile to the middles of its two cells."""


def plan(game: State, of: str) -> Plan | None:
    """Return the canal if these options are places on it."""
    return canal_plan(game) if of == "cell.part" else None


def laid_out(game: State) -> Mapping[int, Plan]:
    """Return the canal for each seat, with that seat's gems."""
    return {seat: canal_plan(game)._replace(starred=game.pieces.gems[seat]) for seat in game.seats}


def canal_plan(game: State) -> Plan:
    """Return the canal as it lies now. A plank that is being moved still lies where it was."""
    pieces = game.pieces
    canal = pieces.canal
    marks: dict[str, str] = {}
    for seat in sorted(game.seats, key=lambda seat: seat == game.seat):  # on a shared cell the one on turn shows
        if (cell := pieces.pawn[seat]) is not None:
            marks[cell] = str(seat)
    return Plan(
        [post(pile) for pile in canal.piles],
        {cell: spot for pile in canal.piles for cell, spot in spots(pile).items()},
        {name: line(place) for name, place in canal.places.items()},
        pieces.lying,
        marks,
        pieces.gems.get(game.seat, ()),
    )


def post(pile: Pile) -> Post:
    if pile.kind == WALL:
        (x, y), (other_x, other_y) = map(leaning, pile.cells)
        return Post(pile.at, wall=(other_y - y, x - other_x))
    if pile.kind == BRIDGE:
        return Post(pile.at, bridge=STEPS[min(pile.cells[0])])
    return Post(pile.at)


def spots(pile: Pile) -> dict[str, Point]:
    """Return the middle of each cell: either side of a wall; for the level under a bridge, the side further south."""
    x, y = pile.at
    names = pile.names()
    if len(names) == 1:
        return {names[0]: (x, y)}
    ways = [leaning(cell) for cell in pile.cells]
    if pile.kind == BRIDGE:
        along = STEPS[min(pile.cells[0])]
        ways = [(0, 0), max((along[1], -along[0]), (-along[1], along[0]), key=lambda way: (way[1], way[0]))]
    return {name: _beside((x, y), way) for name, way in zip(names, ways, strict=True)}


def _beside(at: Point, way: Point) -> Point:
    far = hypot(*way) / ASIDE
    return (at[0] + way[0] / far, at[1] + way[1] / far) if far else at


def line(place: Place) -> Line:
    """Return a plank as a line: a T ends, and an H begins and ends, in the middle of another plank."""
    first, second = (point_of(end) or (0, 0) for end in place.name.partition(".")[0].split("-"))
    across, down = second[0] - first[0], second[1] - first[1]
    start: Point = first
    end: Point = second
    if place.way == TEE:
        end = first[0] + across / 2, first[1] + down / 2
    elif place.way == AITCH:
        start = first[0] + down / 2, first[1] + across / 2
        end = start[0] + across, start[1] + down
    return Line(start, end, place.size == LARGE)
