"""Small drawings of what the rules of Venezia are about."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from companion.games.venezia.picture.paving import SIDE
from companion.games.venezia.picture.things import face
from companion.games.venezia.picture.tokens import bird, count, grey
from companion.picture.cases import Case, arrow, at, by_rule, cross, edged, text, way
from companion.picture.shapes import Box, Point, path_of, use
from companion.picture.tokens import put

Colours = Sequence[str]
Cell = tuple[int, int]
GRID = Box(0, 0, 5 * SIDE, 3 * SIDE)
SMALL = Box(0, 0, 4 * SIDE, 2 * SIDE)
RINGED = Box(0, 0, 4 * SIDE, 3 * SIDE)
BESIDE = Box(0, 0, 152, 56)
LAND = "M14 4h92q10 0 10 10v30q0 10-10 10H14Q4 54 4 44V14Q4 4 14 4z"


def _ground(columns: int, rows: int) -> str:
    """Draw a part of the Piazza."""
    wide, high = SIDE * columns, SIDE * rows
    across = "".join(f"M0 {SIDE * line}h{wide}" for line in range(1, rows))
    down = "".join(f"M{SIDE * line} 0v{high}" for line in range(1, columns))
    return path_of("venezia", "paving", f"M0 0h{wide}v{high}H0z") + path_of("venezia", "seam", across, down)


def _middle(cell: Cell) -> Point:
    column, row = cell
    return SIDE * column + SIDE / 2, SIDE * row + SIDE / 2


def _on(shape: str, *cells: Cell) -> str:
    return "".join(use(shape, *_middle(cell)) for cell in cells)


def _pigeons(colour: str, *cells: Cell) -> str:
    return _on(f"pigeon-{colour}", *cells)


def _gone(*cells: Cell) -> str:
    return "".join(cross(*_middle(cell), 24) for cell in cells)


def _way(*cells: Cell) -> str:
    return way(*map(_middle, cells))


def _hunted(cells: Collection[Cell]) -> str:
    squares = "".join(f"M{SIDE * column} {SIDE * row}h{SIDE}v{SIDE}h-{SIDE}z" for column, row in cells)
    return f'{path_of("venezia", "hunted", squares)}<path fill="url(#d-hatch)" d="{squares}"/>'


def _card(kind: str, x: float, y: float, says: object = "") -> str:
    """Draw a card of the plate with this number of pigeons on it."""
    return at(x, y, f'<g class="venezia-{kind}-card">{edged(use("card", 0, 4))}{text(says, 0, 4)}</g>', scale=1.4)


def _action(name: str, x: float, y: float) -> str:
    return at(x, y, face(name))


def _count(colour: str, n: int, x: float, y: float, *, leads: bool = False) -> str:
    return put(count(colour, n, leads=leads, changed=False), x, y)


def _zone(*drawn: str) -> str:
    return f"{path_of('venezia', 'land', LAND)}{''.join(drawn)}"


def planned(colours: Colours) -> Iterator[str]:
    yield f"{_card('first', 18, 32)}{_action('poison', 54, 28)}"
    yield from (_card("zone", x, 32) for x in (88, 114, 140))


def spread(colours: Colours) -> Iterator[str]:
    yield f"{use(f'pigeon-{colours[0]}', 22, 28)}{arrow(44, 28, 14)}{_card('first', 78, 32, 5)}"
    yield from (_card("zone", x, 32, says) for x, says in ((108, 4), (134, 3), (160, "")))


def landing(colours: Colours) -> Iterator[str]:
    yield f"{_ground(4, 2)}{_pigeons(colours[0], (0, 0), (2, 0), (3, 1))}{_pigeons(colours[1], (1, 1))}"


def tourist(colours: Colours) -> Iterator[str]:
    yield at(20, 24, f"{_ground(3, 2)}{_on('tourist', (1, 1))}{_pigeons(colours[0], (2, 0))}")
    yield f"{text(7, 77, 18)}{text('C', 9, 86)}"


def hunter(colours: Colours) -> Iterator[str]:
    ring = [(column, row) for column in range(3) for row in range(3)]
    yield f"{_ground(4, 3)}{_hunted(ring)}{_on('hunter', (1, 1))}{_pigeons(colours[0], (0, 2), (3, 0))}"
    yield f"{_pigeons(colours[1], (2, 0))}{_gone((0, 2), (2, 0))}"


def walk_or_jump(colours: Colours) -> Iterator[str]:
    yield f"{_ground(5, 3)}{_pigeons(colours[0], (0, 0), (0, 2))}{_pigeons(colours[1], (1, 2), (3, 1))}"
    yield f"{_way((0, 0), (1, 0))}{_way((0, 2), (2, 2), (4, 0))}"


def pincers(colours: Colours) -> Iterator[str]:
    yield f"{_ground(3, 1)}{_pigeons(colours[0], (0, 0), (2, 0))}{_pigeons(colours[1], (1, 0))}{_gone((1, 0))}"


def young(colours: Colours) -> Iterator[str]:
    yield f"{_ground(4, 1)}{_on('tourist', (0, 0), (2, 0))}{_pigeons(colours[0], (1, 0))}"
    x, y = _middle((2, 0))
    yield f"{use(f'pigeon-{colours[0]}', x, y + 6)}{text('+4', 57, 54)}{text('+5', 95, 54)}"


def to_the_home(colours: Colours) -> Iterator[str]:
    yield f"{at(24, 28, use('nest'), scale=2)}{arrow(48, 28, 24)}"
    yield at(104, 30, use(f"home-{colours[0]}"), scale=2)


def to_the_zones(colours: Colours) -> Iterator[str]:
    yield f"{_card('zone', 18, 32, 4)}{arrow(36, 28)}"
    yield at(60, 0, path_of("venezia", "land", "M12 4h64q10 0 10 10v28q0 10-10 10H12Q2 52 2 42V14Q2 4 12 4z"))
    yield _count(colours[0], 4, 104, 34)


def same_action(colours: Colours) -> Iterator[str]:
    yield f"{_action('bird', 28, 28)}{_action('bird', 68, 28)}{cross(28, 28, 30)}"
    yield f"{text('12', 106, 20)}{text('&lt; 15', 106, 44)}"


def majority(colours: Colours) -> Iterator[str]:
    yield _zone(_count(colours[0], 4, 34, 42, leads=True), _count(colours[1], 2, 82, 42))
    yield text("+3", 132, 34)


def hunted_zone(colours: Colours) -> Iterator[str]:
    yield _zone(
        _count(colours[0], 4, 26, 36), _count(colours[1], 2, 60, 36), put(grey(1, None, changed=False), 94, 36)
    )
    yield f"{text(7, 134, 18)}{use('hunter', 134, 40)}"


def vatican(colours: Colours) -> Iterator[str]:
    yield f"{_action('vatican', 22, 28)}{arrow(44, 28)}{put(grey(3, None, changed=False), 88, 36)}"
    yield f"{text('=', 116, 36)}{_count(colours[0], 3, 142, 36)}"


def bird_of_prey(colours: Colours) -> Iterator[str]:
    yield _zone(at(60, 26, put(bird(changed=False), 0, 0), scale=1.4))
    yield text(0, 134, 34)


def five_districts(colours: Colours) -> Iterator[str]:
    yield from (_count(colours[0], n, 22 + 34 * i, 34, leads=True) for i, n in enumerate((4, 2, 5, 3, 1)))


CASES = by_rule(
    Case("VEZ.P1", planned, Box(0, 0, 158, 56)),
    Case("VEZ.P2", spread, Box(0, 0, 178, 56)),
    Case("VEZ.Z1", landing, SMALL),
    Case("VEZ.Z2", tourist, Box(0, 0, 136, 102)),
    Case("VEZ.Z4", hunter, RINGED),
    Case("VEZ.M1", walk_or_jump, GRID),
    Case("VEZ.C1", pincers, Box(0, 0, 3 * SIDE, SIDE)),
    Case("VEZ.C3", young, Box(0, 0, 4 * SIDE, 60)),
    Case("VEZ.X1", same_action),
    Case("VEZ.X3", to_the_home),
    Case("VEZ.X5", to_the_zones, Box(0, 0, 150, 56)),
    Case("VEZ.A1", vatican, Box(0, 0, 160, 56)),
    Case("VEZ.A6", bird_of_prey, BESIDE),
    Case("VEZ.Y1", majority, BESIDE),
    Case("VEZ.Y5", hunted_zone, BESIDE),
    Case("VEZ.E2", five_districts, Box(0, 0, 180, 56)),
)
