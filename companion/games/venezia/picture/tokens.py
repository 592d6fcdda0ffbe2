"""The pieces of Venezia as they are drawn on the board. A seat's colour always comes with its sign."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from companion.picture.colours import SIGNS
from companion.picture.shapes import define, number, use
from companion.picture.tokens import CROWN, PENNANT, PILLS, Token, count_of, kinds_of, pill

_PIGEON = (
    "M15.5-6.6 11.4-4.4Q12.6 2 8.6 6.2 4.6 10.4-1.6 10-5.4 9.8-8 8l-8.6 3.4 1.2-5.2 5.6-4.6Q-7-3.6-1.6-4"
    " 2-4.4 2.8-7.4 3.8-12 8-12q3.6 0 4.2 3.4z"
)
_HAWK = (
    "M0-9.5 2-8.5 2.5-5.5Q8-9 18.5-8.5L20-4 16.5-4.5 17.5-.5 13.5-1.5V2L9 .5Q6 3 2.5 3L4 10 0 8.5-4 10-2.5 3"
    "Q-6 3-9 .5L-13.5 2v-3.5l-4 1 1-4-3.5.5 1.5-4.5Q-8-9-2.5-5.5L-2-8.5z"
)
_SHAPES = {
    "pigeon": _PIGEON,
    "legs": "M-1.4 9.6-2 13.6M3 9.2l.6 4.4M-4 13.8h3.2M1.8 13.8H5",
    "house": "M-7 7V-1.4L0-8 7-1.4V7z",
    "hawk": _HAWK,
    "crown": CROWN,
    "pennant": PENNANT,
    "card": "M-6.5-13h13q1.5 0 1.5 1.5v14q0 1.5-1.5 1.5h-13q-1.5 0-1.5-1.5v-14q0-1.5 1.5-1.5z",
}
_FIGURES = {
    "tourist": {
        "shirt": "M-10.5 14.5Q-11-.5-4.4-2.6h8.8Q11-.5 10.5 14.5z",
        "skin": "M-4.6-8a4.6 4.9 0 0 0 9.2 0z",
        "straw": "M-10.5-7.4q2.4-2.2 5-2.2.2-6.2 5.5-6.2t5.5 6.2q2.6 0 5 2.2-10.5 2.6-21 0z",
        "strap": "M-4.6-2.4 0 6l4.6-8.4",
        "camera": "M-5.5 4.6h2.6l1.3-2h3.2l1.3 2h2.6v7h-11z",
        "glass": "M-2.2 8a2.2 2.2 0 0 0 4.4 0 2.2 2.2 0 0 0-4.4 0z",
    },
    "hunter": {
        "coat": "M-9.5 15Q-10.5-.5-4.4-2.6h8.8Q10.5-.5 9.5 15z",
        "skin": "M-4.6-8.4a4.6 5.4 0 0 0 9.2 0z",
        "hat": "M-10-7.6q2-2.6 4.6-2.4l1.6-5.6q3.8 2 7.8-.4l1.4 6q2.6-.2 4.6 2.4-10 2.2-20 0z",
        "plume": "M3.4-10.2Q3.6-17.6 10.6-18 9.8-11.6 4.8-9.8z",
        "gun": "M-11.6 12.4 10.6-1.4",
    },
}
"""Figures on the Piazza, each built up from its lowest part."""

_ICONS = {
    "stock": "M-8 7V-2l8-5.4L8-2v9h-5.4V3.6a2.6 2.6 0 0 0-5.2 0V7z",
    "dead": "M-1.6-8h3.2v4.2H6v3.2H1.6V7h-3.2V-.6H-6v-3.2h4.4z",
    "actions": "M-9-4.6-1.6-6.8 1.6 5l-7.4 2zM1.6-7 9-4.8 5.8 7-1 5.2z",
    "plate": "M-9-6h5.4V6H-9zM-2.7-6h5.4V6h-5.4zM3.6-6H9V6H3.6z",
    "eggs": "M-5.4-.6q0-5.4 2.8-5.4t2.8 5.4zM.2-.6q0-5.4 2.8-5.4T5.8-.6z",
    "straws": "M-9-1.6Q-8 7 0 7t9-8.6q-9 3-18 0z",
}
"""The signs above the players' numbers."""


kinds = partial(kinds_of, "venezia")
"""The CSS classes of a thing: `kinds("count", leads and "leads")`."""


def defs(colours: Collection[str]) -> str:
    """Define the shapes that the board repeats, for the colours at the table."""
    drawn = [define(_SHAPES | _ICONS | {f"sign-{colour}": SIGNS[colour] for colour in colours})]
    for colour in colours:
        legs, body = use("legs", kind="venezia-legs"), use("pigeon")
        drawn += [
            f'<g id="d-pigeon-{colour}" class="venezia-pigeon venezia-{colour}">{legs}{body}',
            f'<path class="venezia-eye" d="M8.2-8h0"/>{_sign(colour, "translate(-.4 3)")}</g>',
            f'<g id="d-home-{colour}" class="venezia-home venezia-{colour}">{use("house")}',
            f"{_sign(colour, 'translate(0 1)scale(.85)')}</g>",
        ]
        for name, width in PILLS.items():
            sign = _sign(colour, f"translate({number(9.5 - width / 2)}-4.5)")
            drawn.append(f'<g id="d-{name}-{colour}">{pill(width)}{sign}</g>')
    for figure, worn in _FIGURES.items():
        parts = "".join(f'<path class="venezia-{part}" d="{shape}"/>' for part, shape in worn.items())
        drawn.append(f'<g id="d-{figure}" class="venezia-figure">{parts}</g>')
    drawn.append(f'<g id="d-nest">{use("eggs", kind="venezia-eggs")}{use("straws")}</g>')
    return "".join(drawn)


def _sign(colour: str, where: str) -> str:
    return f'<use href="#d-sign-{colour}" class="venezia-sign" transform="{where}"/>'


def count(colour: str, n: int, *, leads: bool, changed: bool) -> Token:
    """Return the number of pigeons of a colour in a place, with its sign. The leader wears a crown and needs room."""
    token = count_of("venezia", colour, n, leads=leads, changed=changed)
    return token._replace(width=token.width + 4, height=26) if leads else token


def grey(n: int, colour: str | None, *, changed: bool) -> Token:
    """Draw the grey pigeons of a place, with the sign of the colour they count for (VEZ.Y4)."""
    width = 45 if colour else 34
    left = -width / 2
    bird = f'<use href="#d-pigeon" class="venezia-plume" transform="translate({number(left + 13)}-4)scale(.5)"/>'
    sign = use(f"sign-{colour}", left + 26, -4.5, "venezia-body") if colour else ""
    svg = f'{pill(width)}{bird}{sign}<text x="{number(-left - 8.5)}">{n}</text>'
    return Token(kinds("grey", colour, changed and "changed"), width, 17, svg, "grey")


def bird(*, changed: bool) -> Token:
    """Draw the bird of prey."""
    return Token(kinds("bird", changed and "changed"), 40, 20, use("hawk", 0, -5), "bird")
