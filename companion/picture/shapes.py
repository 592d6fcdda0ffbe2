"""SVG shapes. Those that a board defines once and uses again are called `d-...`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import dist
from typing import NamedTuple

Point = tuple[float, float]


class Box(NamedTuple):
    """A rectangle on the board with room for something."""

    x: float
    y: float
    width: float
    height: float


def number(*values: float) -> str:
    """Return numbers for a path or an attribute, with one decimal at most.

    >>> number(3, 4.25)
    '3 4.2'
    """
    return " ".join(f"{value:.1f}".removesuffix(".0") for value in values)


def define(shapes: Mapping[str, str]) -> str:
    """Define paths that are used more than once."""
    return "".join(f'<path id="d-{name}" d="{path}"/>' for name, path in shapes.items())


def path_of(game: str, kind: str, *shapes: str) -> str:
    """Draw shapes as one path in the style of a game.

    >>> path_of("doge", "canal", "M0 0h9", "v9")
    '<path class="doge-canal" d="M0 0h9v9"/>'
    """
    return f'<path class="{game}-{kind}" d="{"".join(shapes)}"/>'


def use(shape: str, x: float = 0, y: float = 0, kind: str = "") -> str:
    """Draw a defined shape somewhere."""
    at_x = f' x="{number(x)}"' if x else ""
    at_y = f' y="{number(y)}"' if y else ""
    look = f' class="{kind}"' if kind else ""
    return f'<use href="#d-{shape}"{at_x}{at_y}{look}/>'


def rounded(corners: Sequence[Point], radius: float = 7) -> str:
    """Return a closed path through these corners, each rounded."""
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
    """Return points as steps from the one before, which are shorter to write."""
    steps = [number(x - origin[0], y - origin[1]) for x, y in points]
    return " ".join(steps).replace(" -", "-")


def ground(height: float) -> str:
    """Return the background of a picture: as wide as a board, with round corners."""
    return f"M12 0h376q12 0 12 12v{number(height - 24)}q0 12-12 12H12q-12 0-12-12V12Q0 0 12 0z"


def ripples(places: Iterable[Point]) -> str:
    """Return three small waves side by side at each of these places."""
    return "".join(f"M{number(x, y)}q3-3 6 0t6 0 6 0" for x, y in places)


def with_style(svg: str, style: str) -> str:
    """Return a board as a file of its own, with its style inside."""
    opening, rest = svg.split(">", 1)
    return f"{opening}><style>{style}</style>{rest}"
