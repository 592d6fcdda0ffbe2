"""The pieces as they are drawn on the board. A seat's colour always comes with its sign."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.picture.colours import SIGNS
from companion.picture.shapes import define, number, use
from companion.picture.tokens import Token

_ROBE = "M-3.5-12.5q-5.5 3-7 15V4h21V2.5q-1.5-12-7-15"
_SHAPES = {
    "house": "M-6.5 7V-.5L0-7.5 6.5-.5V7z",
    "palace": "M-9.5 9.5v-19h3.8v3.3h3.8v-3.3h3.8v3.3h3.8v-3.3h3.8v19z",
    "ballot": "M-5.5-13.5h11q1 0 1 1v15q0 1-1 1h-11q-1 0-1-1v-15q0-1 1-1z",
    "ring": "M-7 0A7 7 0 0 1 7 0 7 7 0 0 1-7 0zm3.5 0a3.5 3.5 0 0 0 7 0 3.5 3.5 0 0 0-7 0z",
    "robe": f"{_ROBE}z",
    "neutral": f"{_ROBE}A4.5 4.5 0 1 0-3.5-12.5z",
    "plot": "M-8-9.5H8q1.5 0 1.5 1.5V8q0 1.5-1.5 1.5H-8q-1.5 0-1.5-1.5V-8q0-1.5 1.5-1.5z",
    "card": "M-24-16.5h48q2 0 2 2v21q0 2-2 2h-48q-2 0-2-2v-21q0-2 2-2z",
}
_SIGNED = {"house": 1.5, "palace": 2.5, "ballot": -5}
"""The shapes that carry a sign, and how far down it sits."""

_RING = "M-14 0a14 14 0 0 0 28 0 14 14 0 0 0-28 0z"
HALO = '<path class="doge-touch" d="M-17-26h34v40h-34z"/><path class="doge-halo" d="M-12-24h24v33h-24z"/>'
"""What an advisor that may be chosen stands in."""

STOCK = {"house": (0, 13, 0.6), "palace": (30, 13, 0.5), "ring": (52, 13, 0.6), "ballot": (73, 16, 0.6)}
"""The shapes of a player's reserve: their places, and their scale."""


def defs(colours: Collection[str], sites: Sequence[int]) -> str:
    """Define the shapes that the board repeats: for the colours at the table, and a row of palace sites."""
    drawn = [define(_SHAPES), define({f"sign-{colour}": SIGNS[colour] for colour in colours})]
    for colour in colours:
        drawn += [
            f'<g id="d-{shape}-{colour}" class="doge-signed doge-{colour}">{use(shape)}'
            f"{use(f'sign-{colour}', 0, below)}</g>"
            for shape, below in _SIGNED.items()
        ]
        house = f"house-{colour}"
        drawn.append(f'<g id="d-pile-{colour}">{use(house, 3, -1.5)}{use(house)}</g>')
    row = (
        f'{use("plot", x)}<text x="{number(x)}" y="4.5">{price}</text>'
        for x, price in zip(along(sites), sites, strict=True)
    )
    stock = (
        f'<use href="#d-{shape}" transform="translate({x} {y})scale({scale})"/>'
        for shape, (x, y, scale) in STOCK.items()
    )
    drawn += ['<g id="d-sites" class="doge-site">', *row, '</g><g id="d-stock" class="doge-body">', *stock, "</g>"]
    return "".join(drawn)


def along(sites: Sequence[int]) -> list[float]:
    """Return the offset of each site of a district from their middle."""
    return [21 * (i - (len(sites) - 1) / 2) for i in range(len(sites))]


def houses(colour: str, n: int, x: float, *, changed: bool) -> str:
    """Draw a house, or a pile and its number; two digits are set smaller, to end before the next pile."""
    pile, beside = ("pile", 11) if n > 1 else ("house", 8)
    mark = "doge-changed" if changed else ""
    many = ' class="doge-many"' if n > 9 else ""
    return f'{use(f"{pile}-{colour}", x, kind=mark)}<text x="{number(x + beside)}" y="5"{many}>{n}</text>'


def face_down(colour: str, n: int, *, changed: bool) -> Token:
    """Draw ballots face down: one, or a pile with its number."""
    back, look = f"ballot-{colour}", _kind("ballots", changed=changed)
    if n == 1:
        return Token(look, 13, 18, use(back), colour)
    return Token(look, 31, 18, f'{use(back, -9)}{use(back, -7)}<text x="8">×{n}</text>', colour)


def turned_up(colour: str, values: Sequence[int], *, changed: bool) -> Token:
    """Draw ballots face up, behind their owner's sign."""
    width = 13 + 13 * len(values)
    sign, *places = (6.5 + 13 * i - width / 2 for i in range(len(values) + 1))
    cards = "".join(use("ballot", x) for x in places)
    svg = use(f"sign-{colour}", sign, -5) + cards + figures(values, places)
    return Token(_kind(f"turned doge-{colour}", changed=changed), width, 18, svg, colour)


def figures(values: Sequence[int], places: Sequence[float], y: float = 0) -> str:
    """Draw numbers of one digit, each at its own place."""
    at_y = f' y="{number(y)}"' if y else ""
    return f'<text x="{number(*places)}"{at_y}>{"".join(map(str, values))}</text>'


def advisor(name: str, initials: str, colour: str | None, *, changed: bool) -> Token:
    """Draw an advisor with its home's initials: in its controller's colour with that sign for a head, or plain."""
    text = f"<text>{initials}</text>"
    if colour is None:
        return Token(_kind("advisor doge-neutral", changed=changed), 21, 26, use("neutral") + text, name)
    head = f'<use href="#d-sign-{colour}" transform="translate(0-16)scale(1.3)"/>'
    return Token(_kind(f"advisor doge-{colour}", changed=changed), 21, 26, use("robe") + head + text, name)


def halo(x: float, y: float) -> str:
    """Draw a ring round houses that may be taken."""
    return (
        f'<g transform="translate({number(x + 3, y)})"><path class="doge-touch" d="M-18-18h36v36h-36z"/>'
        f'<path class="doge-halo" d="{_RING}"/></g>'
    )


def ghost(shape: str, x: float, y: float) -> str:
    """Draw a piece where it may come to stand, in a ring."""
    return use(shape, x, y, "doge-ghost") + halo(x - 3, y)


def _kind(piece: str, *, changed: bool) -> str:
    return f"doge-{piece} doge-changed" if changed else f"doge-{piece}"
