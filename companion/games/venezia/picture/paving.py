"""The Piazza: its paving, who stands on it, the path just taken, and where a pigeon may go."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from html import escape
from typing import Any

from companion.games.venezia.picture.labels import Labels
from companion.games.venezia.picture.tokens import kinds
from companion.games.venezia.rules.grid import CELLS, COLUMNS, ROWS
from companion.picture.picture import Tappable
from companion.picture.shapes import define, number, use

SIDE, LEFT, TOP = 38, 19, 25
WIDTH, HEIGHT = LEFT + SIDE * len(COLUMNS), TOP + SIDE * len(ROWS)
BESIDE = 0.8
"""Scale of the Piazza where counts stand beside it."""


def at(cell: str) -> tuple[int, int]:
    """Return the middle of a cell."""
    return LEFT + SIDE * int(cell[1:]) - SIDE // 2, TOP + SIDE * ROWS.index(cell[0]) + SIDE // 2


_DIAMOND, _SQUARE = "l14 14-14 14-14-14z", "h28v28h-28z"
_ROUND = "M-11-16.5h22q5.5 0 5.5 5.5v22q0 5.5-5.5 5.5h-22q-5.5 0-5.5-5.5v-22q0-5.5 5.5-5.5z"
_RING = "M-10.5 0a10.5 10.5 0 0 0 21 0 10.5 10.5 0 0 0-21 0z"
_SPOT = "M-3.5 0a3.5 3.5 0 0 0 7 0 3.5 3.5 0 0 0-7 0z"


def _touch(name: str, mark: str) -> str:
    """Draw a cell that can be tapped anywhere, with a mark."""
    return (
        f'<g id="d-{name}"><path class="venezia-touch" d="M-19-19h38v38h-38z"/>'
        f'<path class="venezia-mark venezia-{name}" d="{mark}"/></g>'
    )


DEFS = (
    f'<pattern id="d-paving" width="76" height="76" x="{LEFT}" y="{TOP}" patternUnits="userSpaceOnUse">'
    '<path class="venezia-paving" d="M0 0h76v76H0z"/><path class="venezia-slab" d="M0 0h38v38H0zM38 38h38v38H38z"/>'
    f'<path class="venezia-inlay" d="M19 5{_DIAMOND}M57 43{_DIAMOND}M43 5{_SQUARE}M5 43{_SQUARE}"/>'
    '<path class="venezia-seam" d="M0 0h76M0 38h76M0 0v76M38 0v76"/></pattern>'
    '<pattern id="d-hatch" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<path class="venezia-hatch" d="M-1 7 7-1M-4 4 4-4M2 10l8-8"/></pattern>'
    + define({"place": _ROUND, "ring": _RING, "tower": "M-14-14h28v28h-28zM-14-14l28 28M14-14l-28 28"})
    + define({"arch": "M4 25V14.5Q4 5 19 5t15 9.5V25z"})
    + _touch("free", _SPOT)
    + _touch("pick", _ROUND)
    + _touch("goal", _RING)
)

Square = dict[str, Any]


class Piazza:
    """One drawing of the Piazza."""

    def __init__(self, labels: Labels, before: Square, offer: Tappable) -> None:
        self.labels = labels
        self.here: Square = labels.view["piazza"]
        self.then: Square = before
        self.offer = offer
        self.offered = [cell for cell in CELLS if cell in offer]

    def draw(self) -> str:
        """Draw the whole Piazza, from the ground up."""
        return "".join(
            (
                f'<g class="venezia-piazza" role="group" aria-label="{escape(self.labels.piazza())}">',
                *self.ground(),
                *self.figures(),
                *self.gone(),
                *way(self.here["path"]),
                *self.pigeons(),
                *self.goals(),
                *self.places(),
                "</g>",
            )
        )

    def ground(self) -> Iterator[str]:
        """Draw the paving between its arcades, and the cells that are closed to pigeons."""
        right, bottom = WIDTH, HEIGHT
        yield f'<path class="venezia-arcade" d="M1 1H{right}V{TOP}H{LEFT}V{bottom}H1z"/>'
        yield '<g class="venezia-rim" aria-hidden="true">'
        for i, column in enumerate(COLUMNS):
            x = LEFT + SIDE * i
            yield f'{use("arch", x)}<text x="{x + SIDE // 2}" y="20">{column}</text>'
        for row in ROWS:
            yield f'<text x="{LEFT // 2 + 1}" y="{at(f"{row}1")[1] + 4}">{row}</text>'
        yield f'</g><path fill="url(#d-paving)" d="M{LEFT} {TOP}H{right}V{bottom}H{LEFT}z"/>'
        yield f'<path class="venezia-kerb" d="M{LEFT} {TOP}H{right}V{bottom}H{LEFT}z"/>'
        if self.here["ground"]:
            hunted = squares(self.here["ground"])
            yield f'<path class="venezia-hunted" d="{hunted}"/><path fill="url(#d-hatch)" d="{hunted}"/>'
        yield from (use("tower", *at(cell), kind="venezia-tower") for cell in self.here["blocked"])

    def figures(self) -> Iterator[str]:
        for figure, cells in (("tourist", "tourists"), ("hunter", "hunters")):
            for cell in self.here[cells]:
                x, y = at(cell)
                if cell not in self.then[cells]:
                    yield use("place", x, y, "venezia-fresh")
                drawn = kinds(cell not in self.then[cells] and "drawn")
                yield use(figure, x, y - 5 if cell in self.here["cells"] else y, drawn)

    def gone(self) -> Iterator[str]:
        """Draw where a pigeon was before."""
        left = [cell for cell in self.then["cells"] if cell not in self.here["cells"]]
        if left and self.here["mapped"]:
            ghosts = "".join(use("pigeon", *at(cell)) for cell in left)
            yield f'<g class="venezia-gone" aria-hidden="true">{ghosts}</g>'

    def pigeons(self) -> Iterator[str]:
        caught = {cell for goal in self.here["targets"].values() for cell in goal["catches"]}
        for cell in CELLS:
            if cell not in self.here["cells"]:
                continue
            seat = self.here["cells"][cell]
            colour = self.labels.colours[str(seat)]
            x, y = at(cell)
            if cell == self.here["moving"]:
                yield f'<path class="venezia-shadow" d="M{x - 10} {y + 14}a10 3 0 0 0 20 0 10 3 0 0 0-20 0z"/>'
                yield f'<use href="#d-pigeon-{colour}" transform="translate({x} {y - 6})scale(1.2)"/>'
            elif cell in caught:
                yield use(f"pigeon-{colour}", x, y + self._lowered(cell), "venezia-prey")
            else:
                changed = self.then["cells"].get(cell) != seat
                yield use(f"pigeon-{colour}", x, y + self._lowered(cell), kinds(changed and "changed"))

    def _lowered(self, cell: str) -> int:
        """Return how far down a pigeon on a tourist is drawn, so that the tourist's head is still seen."""
        return 4 if cell in self.here["tourists"] else 0

    def goals(self) -> Iterator[str]:
        """Draw where the pigeon in hand may go, for those who only watch."""
        rings = [use("ring", *at(goal)) for goal in self.here["targets"] if goal not in self.offered]
        if rings:
            yield f'<g class="venezia-goals" aria-hidden="true">{"".join(rings)}</g>'

    def places(self) -> Iterator[str]:
        """Draw the cells that may be tapped."""
        for cell in self.offered:
            goal = self.here["targets"].get(cell)
            look = "goal" if goal else "pick" if cell in self.here["cells"] else "free"
            kind = kinds("place", goal and goal["catches"] and "strike")
            promise = self._promise(cell, goal) if goal else ""
            yield self.offer.mark(cell, kind, self.labels.cell(cell), f"{use(look, *at(cell))}{promise}")

    def _promise(self, cell: str, goal: Square) -> str:
        """Draw what a move there would bring: its path and its prey, shown on touch, and how many it catches."""
        x, y = at(cell)
        hint = [*way([self.here["moving"], *goal["path"]])]
        badge = ""
        if caught := goal["catches"]:
            prey = "".join(use("place", *at(one)) for one in caught)
            hint.append(f'<g class="venezia-doomed">{prey}</g>')
            badge = f'<text class="venezia-badge" x="{x}" y="{y + 4}">×{len(caught)}</text>'
        return f'{badge}<g class="venezia-hint" aria-hidden="true">{"".join(hint)}</g>'


def way(cells: Sequence[str]) -> Iterator[str]:
    """Draw a dotted line through these cells, and marks where a pigeon touches the ground between two jumps."""
    points = [number(*at(cell)) for cell in cells]
    if points:
        yield f'<path class="venezia-way" d="M{"L".join(points)}"/>'
    if touched := points[1:-1]:
        yield f'<path class="venezia-landing" d="{"".join(f"M{point}h0" for point in touched)}"/>'


def squares(cells: Collection[str]) -> str:
    """Return these cells as one path."""
    corners = ((x - SIDE // 2, y - SIDE // 2) for x, y in map(at, cells))
    return "".join(f"M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z" for x, y in corners)
