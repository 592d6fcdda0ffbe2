"""The islands projected: the place of every hex in the picture, the lagoon round them, and what stands there.

One unit of a layout is `UNIT` wide here; the whole is then made to fit the width of the board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from html import escape
from math import atan2, degrees, dist

from companion.games.venedig.picture.tokens import HEX, path
from companion.games.venedig.rules.board import middle, spot
from companion.games.venedig.rules.kinds import BASILICA, PONTE
from companion.games.venedig.rules.pieces import EMPTY, WATER
from companion.picture.shapes import Point, number, ripples, use
from companion.words import Words

UNIT, DOWN = 26, 22.5 / 0.87
WIDTH = 400
MARGIN = 0.62
QUAY = 0.2
"""The start reaches further than other spaces by this much."""
ROUND = 12


class Projection:
    """The places of things: hexes by name, spaces by number."""

    def __init__(self, hexes: Iterable[str], course: Sequence[Sequence[float]]) -> None:
        points = [*map(middle, hexes), *((x, y) for x, y in course)] or [(1, 0)]
        for x, y in course[:1]:
            points += [(x - QUAY, y - QUAY), (x + QUAY, y + QUAY)]
        self.left = round((min(x for x, _ in points) - MARGIN) * UNIT)
        self.top = round((min(y for _, y in points) - MARGIN) * DOWN)
        self.width = round((max(x for x, _ in points) + MARGIN) * UNIT) - self.left
        self.height = round((max(y for _, y in points) + MARGIN) * DOWN) - self.top
        self.scale = WIDTH / self.width
        self.course = [self.put(x, y) for x, y in course]

    @property
    def drawn_height(self) -> int:
        return round(self.height * self.scale)

    def put(self, x: float, y: float) -> Point:
        return round(x * UNIT) - self.left, round(y * DOWN) - self.top

    def at(self, name: str) -> Point:
        """Return the middle of a hex."""
        x, _ = middle(name)
        return round(x * UNIT) - self.left, spot(name)[0] * 22.5 - self.top

    def space(self, number: int) -> Point:
        """Return the place of a space of the gondola track; beyond the last post, on in the same direction."""
        if number < len(self.course):
            return self.course[number]
        (x, y), (before_x, before_y) = self.course[-1], self.course[-2] if len(self.course) > 1 else (0.0, 0.0)
        further = number - len(self.course) + 1
        return min(x + further * (x - before_x), self.width - UNIT / 2), y + further * (y - before_y)

    def hexes(self, names: Collection[str]) -> str:
        """Return these hexes as one path."""
        return "".join(f"M{number(x, y - 15)}{HEX}" for x, y in map(self.at, names))


def defs(here: Projection, islands: Mapping[str, Collection[str]]) -> str:
    """Define the lagoon and the coasts, which are drawn more than once."""
    right, low, bend = WIDTH - 2 * ROUND, here.drawn_height - 2 * ROUND, ROUND
    coasts = "".join(f'<path id="d-{island}" d="{here.hexes(hexes)}"/>' for island, hexes in islands.items())
    return (
        f'<path id="d-water" d="M{bend} 0h{right}q{bend} 0 {bend} {bend}v{low}q0 {bend}-{bend} {bend}h-{right}'
        f'q-{bend} 0-{bend}-{bend}V{bend}Q0 0 {bend} 0z"/><clipPath id="d-lagoon">{use("water")}</clipPath>'
        f'{coasts}<g id="d-coast">{"".join(map(use, islands))}</g>'
    )


def lagoon(here: Projection, waves: Sequence[Point] = ()) -> str:
    """Draw the water, and the shallows round the islands."""
    return (
        f'{use("water", kind="venedig-water")}<g clip-path="url(#d-lagoon)">'
        f'<g transform="scale({here.scale:.3f})">{use("coast", kind="venedig-shoal venedig-deep")}'
        f"{use('coast', kind='venedig-shoal')}{path('waves', ripples((x - 9, y) for x, y in waves))}</g></g>"
    )


def lying(here: Projection, lies: Mapping[str, str], stones: Collection[str]) -> Iterator[str]:
    """Draw swamp, building stones where nothing stands yet, and the ground under buildings."""
    if built := [name for name, what in lies.items() if what not in (EMPTY, WATER)]:
        yield path("built", here.hexes(built))
    for name, what in lies.items():
        if what == WATER:
            yield use("swamp", *here.at(name))
        elif what == EMPTY and name in stones:
            yield use("stone", *here.at(name))


def dashes(here: Projection, crossings: Sequence[Sequence[str]]) -> str:
    """Draw the dashed lines across canals, each ending a little inside its two hexes."""
    lines = ""
    for one, two in crossings:
        (x, y), (to_x, to_y) = here.at(one), here.at(two)
        inset = 5 / (dist((x, y), (to_x, to_y)) or 1)
        step_x, step_y = (to_x - x) * inset, (to_y - y) * inset
        lines += f"M{number(x + step_x, y + step_y)}L{number(to_x - step_x, to_y - step_y)}"
    return path("crossing venedig-bed", lines) + path("crossing", lines)


def building(here: Projection, kind: str, hexes: Sequence[str], look: str = "") -> str:
    """Draw a building in the middle of its hexes; a bridge from one to the other."""
    points = [here.at(name) for name in hexes]
    x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
    if kind == PONTE and len(points) == 2:
        return bridge(points[0], points[1], look)
    return use(kind, round(x, 1), round(y + (3 if kind == BASILICA else 0), 1), look)


def bridge(one: Point, two: Point, look: str) -> str:
    """Draw a bridge seen from above: deck, parapets and steps."""
    length = dist(one, two)
    x, y = (one[0] + two[0]) / 2, (one[1] + two[1]) / 2
    half = length / 2 + 4
    angle = degrees(atan2(two[1] - one[1], two[0] - one[0]))
    steps = "".join(f"M{number(step)}-4.4v8.8" for step in range(-round(half) + 5, round(half) - 3, 5))
    deck = f"M{number(-half)}-5.6h{number(2 * half)}v11.2h{number(-2 * half)}z"
    rails = f"M{number(-half)}-5.6h{number(2 * half)}M{number(-half)} 5.6h{number(2 * half)}"
    kind = f' class="{look}"' if look else ""
    return (
        f'<g transform="translate({number(x, y)})rotate({number(angle)})"{kind}>'
        f"{path('deck', deck)}{path('steps', steps)}{path('rail', rails)}</g>"
    )


def name_of(here: Projection, island: str, hexes: Collection[str], built: Collection[str], words: Words) -> str:
    """Draw an island's name between two rows of its hexes: near the middle, where least is built."""
    name = words.thing("island", island)
    rows: dict[int, list[float]] = {}
    for one in hexes:
        rows.setdefault(spot(one)[0], []).append(here.at(one)[0])
    standing = [(spot(one)[0], here.at(one)[0]) for one in built]
    places = []
    for row in [row for row in rows if row + 1 in rows] or rows:
        both = rows[row] + rows.get(row + 1, [])
        x = (min(both) + max(both)) / 2
        hidden = sum(at in (row, row + 1) and abs(one - x) < 4.4 * len(name) for at, one in standing)
        places.append((hidden, abs(row - (min(rows) + max(rows) - 1) / 2), row, x))
    if not places:
        return ""
    _, _, row, x = min(places)
    y = row * 22.5 - here.top + 15.5
    return f'<text x="{number(x)}" y="{number(y)}">{escape(name)}</text>'
