"""Cases: a small drawing of what a rule is about, made of the shapes that the board beside it defines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import atan2, degrees
from typing import TYPE_CHECKING, NamedTuple

from companion.picture.shapes import Box, Point, number, use
from companion.picture.things import framed
from companion.picture.tokens import CROWN
from companion.seats import Seat

if TYPE_CHECKING:
    from companion.words import Words

ROOM = Box(0, 0, 140, 56)
"""The room of most cases."""
TALL = 70
"""A higher drawing needs more room on a page."""
ARROW_TIP = "m-5-4 5 4-5 4"


class Case(NamedTuple):
    """A case in which a rule matters. What can be seen on its drawing is worded `case.<rule>`.

    `paint` draws it with the colours at the table, the reader's first.
    """

    rule: str
    paint: Callable[[Sequence[str]], Iterable[str]]
    box: Box = ROOM


class ShownCase(NamedTuple):
    """A case as it is shown, and what can be seen on it, in words."""

    svg: str
    words: str


def by_rule(*cases: Case) -> dict[str, Case]:
    """Return cases by their rules: those that a kit brings."""
    return {case.rule: case for case in cases}


def draw_cases(
    game: str, cases: Mapping[str, Case], rules: Collection[str], words: Words, seats: Sequence[Seat], reader: int
) -> dict[str, ShownCase]:
    """Draw the cases of these rules, as far as they have any, for a reader at the table."""
    colours = [seat.colour for seat in sorted(seats, key=lambda seat: seat.number != reader)]
    return {
        rule: ShownCase(draw(game, cases[rule], colours), words(f"case.{rule}")) for rule in rules if rule in cases
    }


def draw(game: str, case: Case, colours: Sequence[str]) -> str:
    """Draw a case as a small picture. What can be seen on it stands beside it in words."""
    kind = "case tall" if case.box.height > TALL else "case"
    return framed(f"{game}-board", case.box, "".join(case.paint(colours)), kind)


def at(x: float, y: float, *drawn: str, scale: float = 1) -> str:
    """Draw something at a place, larger or smaller."""
    scaled = f"scale({scale:g})" if scale != 1 else ""
    return f'<g transform="translate({number(x, y)}){scaled}">{"".join(drawn)}</g>'


def text(says: object, x: float, y: float) -> str:
    """Write a number or a sign, its middle at `x`."""
    return f'<text x="{number(x)}" y="{number(y)}">{says}</text>'


def arrow(x: float, y: float, length: float = 18) -> str:
    """Draw an arrow to the right, from here."""
    return f'<path class="case-line" d="M{number(x, y)}h{number(length)}{ARROW_TIP}"/>'


def way(*points: Point) -> str:
    """Draw a broken line through these points, with the tip of an arrow at its end."""
    (x, y), (end_x, end_y) = points[-2:]
    angle = number(degrees(atan2(end_y - y, end_x - x)))
    tip = f'<path class="case-line" transform="translate({number(end_x, end_y)})rotate({angle})" d="M-6-5 0 0-6 5"/>'
    return f'<path class="case-line case-way" d="M{"L".join(number(*point) for point in points)}"/>{tip}'


def cross(x: float, y: float, size: float = 8) -> str:
    """Cross something out."""
    low, span = -size / 2, size
    d = f"M{number(x + low, y + low)}l{number(span, span)}m0 {number(-span)}l{number(-span, span)}"
    return f'<path class="case-cross case-halo" d="{d}"/><path class="case-cross" d="{d}"/>'


def edged(*drawn: str) -> str:
    """Draw something with an outline that stands out from any ground."""
    return f'<g class="case-edge">{"".join(drawn)}</g>'


def crown(x: float, y: float) -> str:
    """Draw the crown of whoever wins."""
    return f'<path class="case-crown" transform="translate({number(x, y)})" d="{CROWN}"/>'


def row(shape: str, n: int, x: float, y: float, step: float, kind: str = "") -> str:
    """Draw a shape some times, side by side."""
    return "".join(use(shape, x + step * place, y, kind) for place in range(n))
