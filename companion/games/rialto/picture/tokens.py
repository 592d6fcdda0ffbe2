"""The pieces of Rialto as they are drawn on the board. A colour always comes with a sign or a shape of its own."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from companion.games.rialto.rules.cards import NEUTRAL
from companion.games.rialto.rules.pieces import BLUE, GREEN, KINDS, YELLOW, colour_of, value_of
from companion.picture import colours
from companion.picture.shapes import define, number, use
from companion.picture.tokens import CROWN, PENNANT, PILLS, Token, count_of, kinds_of, pill

SIGNS = {
    **colours.SIGNS,
    NEUTRAL: "M-5-2.4Q-2.4-3.8 0-2.2 2.4-3.8 5-2.4 5.2 2.8 2.4 2.8.8 2.8 0 1-.8 2.8-2.4 2.8-5.2 2.8-5-2.4z",
}
"""The neutral player has a mask."""

LIGHT = {**colours.LIGHT, NEUTRAL: ("#767b80", "#fff")}
DARK = {**colours.DARK, NEUTRAL: ("#868c92", "#10100f")}

ICONS = {
    "A": "M-8.5 7.5h17V4h-17zM-8.5 3Q-9.6-3.4-4.6-5-.6-6 2.4-9q4.4-2.8 4.8 2Q7-2.6 8.5 3z",
    "B": "M-8.4 0a8.4 8.4 0 0 1 16.8 0 8.4 8.4 0 0 1-16.8 0zm2 0a6.4 6.4 0 0 0 12.8 0 6.4 6.4 0 0 0-12.8 0z"
    "M0-5 1.4-1.4 5 0 1.4 1.4 0 5-1.4 1.4-5 0-1.4-1.4z",
    "C": "M-8.5 8V-2.6L0-9l8.5 6.4V8H2.6V3.4a2.6 2.6 0 0 0-5.2 0V8z",
    "D": "M-10.5 5.5v-4Q0-8.5 10.5 1.5v4H6a6 5 0 0 0-12 0z",
    "E": "M-11.5-3.6q2.6 5.6 6.8 6h8.4q4 0 5-4l.4-4.4q.6-1.8 2.6-1.4l-1.2 1.6-.2 4.4Q10 7 4.4 7h-9Q-10 7-11.5-3.6z"
    "M-3.6 1.4v-5.8q4.4-2 6.8 0v5.8z",
    "F": "M-3.4-2.6a4 4 0 1 1 6.8 0Q7.4-.6 7.8 8.2H-7.8Q-7.4-.6-3.4-2.6z",
    "J": "M0-9 2.5-3 9-2.6 4.1 1.6 5.7 8 0 4.5-5.7 8-4.1 1.6-9-2.6-2.5-3z",
    "cards": "M-9.6-4.6-2-7 1.8 5.4l-7.6 2.4zM2-7.4l7.8 2.2L6.2 7.6 3.6 6.8-.4-6z",
    "general": "M-6.4-1.8a2.8 2.8 0 1 1 4.2 0Q.2-.6.4 6h-9.4q.2-6.6 2.6-7.8zM2-1.8a2.8 2.8 0 1 1 4.2 0Q8.8-.6 9 6H1.6"
    "q0-4-1-6.6.6-.8 1.4-1.2z",
}
"""The stages, the joker and the supplies, each filled with one colour."""

HOUSES = {
    GREEN: "M-10 11V-3L0-12.5 10-3V11z",
    YELLOW: "M-10 11V-1.5h2Q-8-9.4-1-10.6L0-14l1 3.4Q8-9.4 8-1.5h2V11z",
    BLUE: "M-10 11v-22.5h4v3h4v-3h4v3h4v-3h4V11z",
}
"""Buildings by colour: green has a gable, yellow a dome, blue battlements."""

_SHAPES = {
    "crown": CROWN,
    "pennant": PENNANT,
    "banner": "M-9.5-14h19V5L0-.5-9.5 5z",
    "shield": "M-9.5-14h19v8q0 7.4-9.5 10.4Q-9.5 1.4-9.5-6z",
    "laurel": "M0-8.6 2-3.2 7.8-3 3.2.6 4.8 6.2 0 2.9-4.8 6.2-3.2.6-7.8-3-2-3.2z",
    "deck": "M-23-10Q0-3.6 23-10V10Q0 3.6-23 10z",
    "steps": "M-4.5-5.6v11.2M0-5.2v10.4M4.5-5.6v11.2",
    "medal": "M-8.4 0a8.4 8.4 0 0 0 16.8 0 8.4 8.4 0 0 0-16.8 0z",
    "berth": "M-13-5.5h26a5.5 5.5 0 0 1 0 11h-26a5.5 5.5 0 0 1 0-11z",
    "hull": "M-21-4q4 8.4 10 8.8h22q6 0 8-6l.6-5.4q1-2.2 3.4-1.6l-1.6 2.2-.4 5.4Q20 10 12 10h-23Q-19 10-21-4z",
    "touch": "M-24 0a24 24 0 0 0 48 0 24 24 0 0 0-48 0z",
    "coin": "M-5.2 0a5.2 5.2 0 0 0 10.4 0 5.2 5.2 0 0 0-10.4 0z",
    "card": "M-8.5-11.5h17q2 0 2 2v19q0 2-2 2h-17q-2 0-2-2v-19q0-2 2-2z",
    "disc": "M-6-6.5H6a6.5 6.5 0 0 1 0 13H-6a6.5 6.5 0 0 1 0-13z",
    "stop": "M-14 0a14 14 0 0 0 28 0 14 14 0 0 0-28 0z",
    "turn": "M-6.5-7.5h13Q9-7.5 9-5V5q0 2.5-2.5 2.5h-13Q-9 7.5-9 5V-5q0-2.5 2.5-2.5z",
}


kinds = partial(kinds_of, "rialto")
"""The CSS classes of a thing: `kinds("count", leads and "leads")`."""


def defs(colours: Collection[str]) -> str:
    """Define the shapes that the board repeats, for the colours at the table."""
    icons = {f"icon-{name}": shape for name, shape in ICONS.items()}
    houses = {f"house-{colour}": shape for colour, shape in HOUSES.items()}
    shapes = [define({**_SHAPES, **icons, **houses, **{f"sign-{colour}": SIGNS[colour] for colour in colours}})]
    for colour in colours:
        shapes.append(
            f'<g id="d-disc-{colour}" class="rialto-body rialto-{colour}">{use("disc")}{_sign(colour, 0, 0)}</g>'
        )
        for name, width in PILLS.items():
            shapes.append(f'<g id="d-{name}-{colour}">{pill(width)}{_sign(colour, 9.5 - width / 2, -4.5)}</g>')
    for kind in KINDS:
        shape, value = use(f"house-{colour_of(kind)}"), value_of(kind)
        shapes.append(f'<g id="d-{kind}" class="rialto-house rialto-{colour_of(kind)}-house">{shape}')
        shapes.append(f'<text y="7">{value}</text></g>')
    bridge = f"{use('deck', kind='rialto-stone')}{use('steps', kind='rialto-steps')}"
    shapes.append(f'<g id="d-bridge">{bridge}</g><g id="d-bridge-upright" transform="rotate(90)">{bridge}</g>')
    return "".join(shapes)


def _sign(colour: str, x: float, y: float) -> str:
    return use(f"sign-{colour}", x, y, "rialto-sign")


def count(colour: str, n: int, *, leads: bool, changed: bool) -> Token:
    """Return the number of councillors of a colour in a district. The leader wears a crown."""
    return count_of("rialto", colour, n, leads=leads, changed=changed)


def played(colour: str, n: int | None, *, changed: bool) -> Token:
    """Draw the strength of a player in this stage; nothing before the player's turn."""
    look = kinds("count", colour, not n and "passing", changed and "changed")
    svg = f'{use(f"few-{colour}")}<text x="5.5">{"…" if n is None else n}</text>'
    return Token(look, PILLS["few"], 17, svg, colour)


def worth(n: int, *, changed: bool) -> Token:
    """Draw what a district is worth to its leader."""
    return Token(kinds("worth", changed and "changed"), 20, 19, f"{use('shield')}<text>{n}</text>", "worth")


def card(kind: str, x: float, y: float, *, drawn: bool = False) -> str:
    """Draw a card face up, or its back; one that was just drawn turns over."""
    if kind not in ICONS:
        return use("card", x, y, "rialto-back")
    icon = f'<use href="#d-icon-{kind}" transform="scale(.82)"/>'
    look, at = kinds("card", f"card-{kind}", drawn and "drawn"), f"translate({number(x)} {number(y)})"
    return f'<g class="{look}" transform="{at}">{use("card")}{icon}</g>'


def building(kind: str, state: str, x: float, y: float, *, changed: bool) -> str:
    """Draw a building; with a coin on it if it was used this round, with a broken outline if it is new."""
    coin = use("coin", x + 7, y + 8, "rialto-coin") if state == "used" else ""
    return f'<g class="{kinds("built", state, changed and "changed")}">{use(kind, x, y)}{coin}</g>'


def plate(x: float, width: float, height: float) -> str:
    """Draw the ground under a building, all of which can be tapped."""
    return f'<path class="rialto-plate" d="M{number(x - width / 2)} 0h{width}v{height}h-{width}z"/>'
