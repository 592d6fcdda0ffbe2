"""Pieces and piles, laid out in rows where there is room for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.picture.picture import known_by
from companion.picture.shapes import Box, number, use

CROWN = "M-6.5 3-7.5-4.6-3.4-1.4 0-6 3.4-1.4 7.5-4.6 6.5 3z"
PENNANT = "M0-9h1.8v18H0zM2.4-8.5 10-5 2.4-1.5z"
"""The leader in a place wears a crown; the first player has a pennant."""

PILLS = {"few": 29, "many": 36}
"""Width of the pill behind a number of one digit, and of two digits."""

GAP = 3.5
FOOT = 4
SCALES = (1, 0.9, 0.8, 0.7, 0.6, 0.5)
"""Scales for crowded places, tried in turn."""


class Token(NamedTuple):
    """A piece or a pile: its classes, how much room it takes, and what it looks like.

    It is drawn round the middle of its line of text, which is `FOOT` above its foot. Its key tells it from its
    neighbours in the next picture.
    """

    kind: str
    width: float
    height: float
    svg: str
    key: str = ""


def kinds_of(game: str, *names: str | bool | None) -> str:
    """Return the CSS classes of a thing, without those that don't apply.

    >>> kinds_of("rialto", "count", False, "leads")
    'rialto-count rialto-leads'
    """
    return " ".join(f"{game}-{name}" for name in names if name)


def pill(width: int) -> str:
    """Draw the pill behind a number."""
    straight = width - 17
    return f'<path d="M{number(-straight / 2)}-13h{straight}a8.5 8.5 0 0 1 0 17h-{straight}a8.5 8.5 0 0 1 0-17z"/>'


def count_of(game: str, colour: str, n: int, *, leads: bool, changed: bool) -> Token:
    """Return a number behind a colour's sign, on a pill that the game defines. The leader wears a crown."""
    size = "few" if n < 10 else "many"
    crown = use("crown", 0, -15) if leads else ""
    svg = f'{use(f"{size}-{colour}")}<text x="5.5">{n}</text>{crown}'
    look = kinds_of(game, "count", colour, leads and "leads", changed and "changed")
    return Token(look, PILLS[size], 25 if leads else 17, svg, colour)


def put(token: Token, x: float, y: float, scale: float = 1) -> str:
    """Draw a token with the line of its text at this place."""
    smaller = f"scale({scale})" if scale < 1 else ""
    at = f"translate({round(x)} {round(y)}){smaller}"
    return f'<g{known_by(token.key)} class="{token.kind}" transform="{at}">{token.svg}</g>'


def lay_out(tokens: Sequence[Token], box: Box) -> Iterator[str]:
    """Draw tokens in rows, centred in a box; smaller if they would not fit."""
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
