"""SVG shapes by name. Those that a board defines to be used again are called `d-...`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import dist
from typing import NamedTuple

Point = tuple[float, float]


class Box(NamedTuple):
    """A piece of the board with room for something."""

    x: float
    y: float
    width: float
    height: float


def number(*values: float) -> str:
    """Numbers for a path or an attribute, with one decimal at most.

    >>> number(3, 4.25)
    '3 4.2'
    """
    return " ".join(f"{value:.1f}".removesuffix(".0") for value in values)


def define(shapes: Mapping[str, str]) -> str:
    """Paths to be used again and again."""
    return "".join(f'<path id="d-{name}" d="{path}"/>' for name, path in shapes.items())


def use(shape: str, x: float = 0, y: float = 0, kind: str = "") -> str:
    """A defined shape, put somewhere."""
    at_x = f' x="{number(x)}"' if x else ""
    at_y = f' y="{number(y)}"' if y else ""
    look = f' class="{kind}"' if kind else ""
    return f'<use href="#d-{shape}"{at_x}{at_y}{look}/>'


def rounded(corners: Sequence[Point], radius: float = 7) -> str:
    """A closed path through these corners, each cut by a curve."""
    path = ""
    at = (0.0, 0.0)
    for before, here, after in zip([corners[-1], *corners], corners, [*corners[1:], corners[0]], strict=False):
        start, end = _towards(here, before, radius), _towards(here, after, radius)
        path += f"{'l' if path else 'M'}{_steps(at, start)}q{_steps(start, here, end)}"
        at = end
    return f"{path}z"


def _towards(here: Point, other: Point, step: float) -> Point:
    part = min(step / dist(here, other), 0.5)
    return round(here[0] + (other[0] - here[0]) * part), round(here[1] + (other[1] - here[1]) * part)


def _steps(origin: Point, *points: Point) -> str:
    """Points as steps from another, which are shorter to write."""
    steps = [number(x - origin[0], y - origin[1]) for x, y in points]
    return " ".join(steps).replace(" -", "-")


def ground(height: float) -> str:
    """What a picture lies on: as wide as a board, with round corners."""
    return f"M12 0h376q12 0 12 12v{number(height - 24)}q0 12-12 12H12q-12 0-12-12V12Q0 0 12 0z"


def ripples(places: Iterable[Point]) -> str:
    """Three small waves beside each other, from each of these places on."""
    return "".join(f"M{number(x, y)}q3-3 6 0t6 0 6 0" for x, y in places)


def with_style(svg: str, style: str) -> str:
    """A board as a file of its own, with its style in it."""
    opening, rest = svg.split(">", 1)
    return f"{opening}><style>{style}</style>{rest}"
