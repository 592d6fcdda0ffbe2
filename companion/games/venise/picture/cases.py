"""Small drawings of what the rules of Venise are about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.venise.picture.spots import FOOT, PITCH
from companion.games.venise.picture.things import card
from companion.games.venise.picture.tokens import placed
from companion.picture.cases import Case, arrow, at, by_rule, cross, edged, row, text, way
from companion.picture.shapes import Box, Point, path_of, use

Colours = Sequence[str]
WIDE = Box(0, 0, 170, 56)
NEAR = (30.0, 28.0)
FAR = (NEAR[0] + PITCH, NEAR[1])


def _water(width: float, height: float, *drawn: str) -> str:
    """Draw something on the canal."""
    shape = f"M8 0h{width - 16:g}q8 0 8 8v{height - 16:g}q0 8-8 8H8q-8 0-8-8V8q0-8 8-8z"
    return f'<g class="venise-day">{path_of("venise", "water", shape)}{"".join(drawn)}</g>'


def _piles(*points: Point) -> str:
    return edged(*(use("stone", *point) for point in points))


def _small(x: float, y: float, angle: int = 0) -> str:
    return placed("small", (x, y), angle)


def _pawn(colour: str, x: float, y: float) -> str:
    return use(f"pawn-{colour}", x, y - 4)


def _card(face: str, x: float, y: float) -> str:
    return at(x, y, card(face))


def _glasses(n: int, x: float, y: float) -> str:
    return row("hourglass", n, x, y, 15)


def turn(colours: Colours) -> Iterator[str]:
    yield f"{_glasses(4, 16, 28)}{arrow(76, 28)}{text('+', 104, 33)}"
    yield from (at(x, 28, use("face", kind="venise-card"), scale=0.9) for x in (124, 150))


def costs(colours: Colours) -> Iterator[str]:
    yield f"{_card('small', 18, 28)}{_glasses(1, 46, 28)}{_card('large', 88, 28)}{_glasses(2, 116, 28)}"


def tile(colours: Colours) -> Iterator[str]:
    yield f"{at(22, 28, use('hourglass'), scale=1.5)}{arrow(40, 28)}{_glasses(5, 74, 28)}"


def swap(colours: Colours) -> Iterator[str]:
    faces = ("small", "large", "remove", "advance-1")
    yield "".join(at(18 + 26 * place, 28, card(face), scale=0.85) for place, face in enumerate(faces))
    yield f"{arrow(114, 28)}{_card('joker', 152, 28)}"


def lay(colours: Colours) -> Iterator[str]:
    yield _water(120, 56, _piles(NEAR, FAR), _small(60, 28), _pawn(colours[0], *NEAR))


def tee(colours: Colours) -> Iterator[str]:
    top, low, side = (30.0, 24.0), (90.0, 84.0), (90.0, 24.0)
    yield _water(120, 108, _piles(top, low, side), placed("large", (60, 54), 45), _small(*_from(side, top, low), -45))


def _from(pile: Point, one: Point, other: Point) -> Point:
    """Return the middle of the small plank that leads from a pile to the middle of a large one."""
    middle = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    part = FOOT / (PITCH * 2**0.5)
    return pile[0] + (middle[0] - pile[0]) * 2 * part, pile[1] + (middle[1] - pile[1]) * 2 * part


def ex(colours: Colours) -> Iterator[str]:
    top, low, side, other = (30.0, 24.0), (90.0, 84.0), (90.0, 24.0), (30.0, 84.0)
    smalls = (_small(*_from(pile, top, low), -45) for pile in (side, other))
    yield _water(120, 108, _piles(top, low, side, other), placed("large", (60, 54), 45), *smalls)


def aitch(colours: Colours) -> Iterator[str]:
    corners = ((30.0, 24.0), (90.0, 24.0), (30.0, 84.0), (90.0, 84.0))
    yield _water(120, 108, _piles(*corners), _small(60, 24), _small(60, 84), placed("aitch", (60, 54), 90))


def removed(colours: Colours) -> Iterator[str]:
    yield _water(120, 56, _piles(NEAR, FAR), _small(60, 28), _pawn(colours[0], *NEAR), cross(62, 28, 20))


def moved(colours: Colours) -> Iterator[str]:
    right, below = (90.0, 24.0), (30.0, 84.0)
    drawn = _piles((30, 24), right, below), _small(60, 24), placed("bar-small", (30, 54), 90, "venise-gone")
    yield _water(120, 108, *drawn, way((62, 34), (56, 52), (42, 56)), _pawn(colours[0], 30, 24))


def gem(colours: Colours) -> Iterator[str]:
    you = colours[0]
    yield _water(120, 56, _piles(NEAR, FAR), _small(60, 28), _pawn(you, *NEAR), use(f"gem-{you}", *FAR))


def gem_for_tile(colours: Colours) -> Iterator[str]:
    yield f"{at(30, 28, use(f'gem-{colours[0]}'), scale=1.8)}{arrow(54, 28)}{at(98, 28, use('hourglass'), scale=1.6)}"


def four_gems(colours: Colours) -> Iterator[str]:
    yield "".join(at(20 + 34 * place, 28, use(f"gem-{colours[0]}"), scale=1.8) for place in range(4))


HIGH = Box(0, 0, 120, 108)
LOW = Box(0, 0, 120, 56)
CASES = by_rule(
    Case("VSE.T1", turn, WIDE),
    Case("VSE.T2", tile, Box(0, 0, 150, 56)),
    Case("VSE.T3", swap, WIDE),
    Case("VSE.C1", costs, Box(0, 0, 144, 56)),
    Case("VSE.W1", lay, LOW),
    Case("VSE.W2", tee, HIGH),
    Case("VSE.W3", ex, HIGH),
    Case("VSE.W4", aitch, HIGH),
    Case("VSE.W6", removed, LOW),
    Case("VSE.W7", moved, HIGH),
    Case("VSE.G1", gem, LOW),
    Case("VSE.G2", gem_for_tile, Box(0, 0, 126, 56)),
    Case("VSE.E1", four_gems, Box(0, 0, 142, 56)),
)
