"""What the boards of all games are drawn with: SVG shapes by name, the seats' colours and signs, tokens in lines.

A board's own classes begin with the game's name; the shapes it defines are called `d-...`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import dist
from typing import NamedTuple

Point = tuple[float, float]


class Box(NamedTuple):
    """A piece of the board with room for something."""

    x: float
    y: float
    width: float
    height: float


# Shapes


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


# Seats

SIGNS = {
    "red": "M-3.6 0a3.6 3.6 0 0 0 7.2 0 3.6 3.6 0 0 0-7.2 0z",
    "blue": "M-3.2-3.2h6.4v6.4h-6.4z",
    "yellow": "M0-4.2 4.3 3.3h-8.6z",
    "green": "M0-4.6 4.6 0 0 4.6-4.6 0z",
    "white": "M-1.5-4.4h3v2.9h2.9v3h-2.9v2.9h-3v-2.9h-2.9v-3h2.9z",
}
"""What tells the colours apart for every eye: a circle, a square, a triangle, a diamond, a cross."""

LIGHT = {
    "red": ("#a62622", "#fff"),
    "blue": ("#1c4a9c", "#fff"),
    "yellow": ("#ecc93f", "#2b2622"),
    "green": ("#38a488", "#fff"),
    "white": ("#fffefa", "#2b2622"),
}
DARK = {
    "red": ("#e2543a", "#151a1c"),
    "blue": ("#5189df", "#151a1c"),
    "yellow": ("#f3d750", "#151a1c"),
    "green": ("#77c9ae", "#151a1c"),
    "white": ("#f4f0e4", "#151a1c"),
}
"""Each colour at the table, and what a sign on it is drawn in. The colour-blind can tell them apart by lightness."""


def seat_style(game: str, theme: Mapping[str, tuple[str, str]]) -> str:
    """`--seat` and `--sign` for all that is of a colour."""
    return "\n".join(f".{game}-{colour}{{--seat:{fill};--sign:{sign}}}" for colour, (fill, sign) in theme.items())


# Tokens

CROWN = "M-6.5 3-7.5-4.6-3.4-1.4 0-6 3.4-1.4 7.5-4.6 6.5 3z"
PENNANT = "M0-9h1.8v18H0zM2.4-8.5 10-5 2.4-1.5z"
"""Who leads somewhere wears a crown; who plays first has a pennant."""

PILLS = {"few": 29, "many": 36}
"""How wide the ground of a number is, with one digit and with two."""

GAP = 3.5
FOOT = 4
SCALES = (1, 0.9, 0.8, 0.7, 0.6, 0.5)
"""Where much stands in one place it is drawn smaller."""


class Token(NamedTuple):
    """A piece or a pile: its classes, how much room it takes, and what it looks like.

    It is drawn round the middle of its line of text, which is `FOOT` above its foot.
    """

    kind: str
    width: float
    height: float
    svg: str


def pill(width: int) -> str:
    """What a number is written on."""
    straight = width - 17
    return f'<path d="M{number(-straight / 2)}-13h{straight}a8.5 8.5 0 0 1 0 17h-{straight}a8.5 8.5 0 0 1 0-17z"/>'


def put(token: Token, x: float, y: float, scale: float = 1) -> str:
    """A token with its text's line at this place."""
    smaller = f"scale({scale})" if scale < 1 else ""
    return f'<g class="{token.kind}" transform="translate({round(x)} {round(y)}){smaller}">{token.svg}</g>'


def lay_out(tokens: Sequence[Token], box: Box) -> Iterator[str]:
    """Tokens in lines, centred in a box; smaller if they would not fit."""
    for scale in SCALES:
        lines = _lines(tokens, box.width / scale)
        heights = [max(token.height for token in line) for line in lines]
        height = sum(heights) + GAP * (len(lines) - 1)
        if height * scale <= box.height:
            break
    y = box.y + (box.height - height * scale) / 2
    for line, tallest in zip(lines, heights, strict=True):
        y += tallest * scale
        width = sum(token.width + GAP for token in line) - GAP
        x = box.x + (box.width - width * scale) / 2
        for token in line:
            yield put(token, x + token.width * scale / 2, y - FOOT * scale, scale)
            x += (token.width + GAP) * scale
        y += GAP * scale


def _lines(tokens: Sequence[Token], width: float) -> list[list[Token]]:
    lines: list[list[Token]] = []
    room = 0.0
    for token in tokens:
        if not lines or room < token.width:
            lines.append([])
            room = width
        lines[-1].append(token)
        room -= token.width + GAP
    return lines
