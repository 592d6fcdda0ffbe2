"""The pieces of Venedig as they are drawn. A colour always comes with its sign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from companion.games.venedig.rules.kinds import THIRD
from companion.picture import colours
from companion.picture.shapes import define, path_of, use
from companion.picture.tokens import PENNANT, kinds_of

SIGNS = {
    **colours.SIGNS,
    THIRD: "M-4.2-1.5h8.4v3h-8.4z",
}
"""A bar for the imaginary third player."""

LIGHT = {**colours.LIGHT, THIRD: ("#767b80", "#fff")}
DARK = {**colours.DARK, THIRD: ("#868c92", "#10100f")}

HEX = "l13 7.5v15l-13 7.5-13-7.5v-15z"
"""A hex, clockwise from its top corner, 26 wide."""

_WINDOWS = "".join(f"M{x - 2.4:g}-.6v-2.8q0-1.8 2.4-3.6 2.4 1.8 2.4 3.6v2.8z" for x in (-10.5, -3.5, 3.5, 10.5))
_DOORS = "".join(f"M{x - 2.4:g} 8V5a2.4 2.4 0 0 1 4.8 0v3z" for x in (-10.5, 0, 10.5))

_PARTS = {
    "casa": {
        "roof": "M3.4-8.6h3v5h-3zM2.6-10.4h4.6l-.8 2.2h-3z",
        "wall": "M-7 7.5V-1.5H7v9z",
        "roof ": "M-9-.6 0-8.4 9-.6z",
        "dark": "M-1.9 7.5V3.8a1.9 1.9 0 0 1 3.8 0v3.7zM-5.2 1h2v2.4h-2zM3.2 1h2v2.4h-2z",
    },
    "palazzo": {
        "rose": "M-15.5 8V-8.5h31V8z",
        "marble": "M-17-8.5h34v-2.8h-34zM-15.5.6h31v1.6h-31zM-15-11.3l1-3 1 3zM-5.6-11.3l1-3 1 3zM3.6-11.3l1-3 1 3z"
        "M13-11.3l1-3 1 3z",
        "dark": _WINDOWS + _DOORS,
    },
    "campo": {
        "paved": "M0-12 10.4-6V6L0 12-10.4 6V-6z",
        "inlay": "M0-8.4 7.3-4.2v8.4L0 8.4-7.3 4.2v-8.4zM0-12v3.6M10.4-6 7.3-4.2M10.4 6 7.3 4.2M0 12V8.4"
        "M-10.4 6l3.1-1.8M-10.4-6l3.1 1.8",
        "marble": "M-4.6 0a4.6 4.6 0 0 0 9.2 0 4.6 4.6 0 0 0-9.2 0z",
        "dark": "M-2.4 0a2.4 2.4 0 0 0 4.8 0 2.4 2.4 0 0 0-4.8 0z",
    },
    "basilica": {
        "marble": "M-16 11V-.5h32V11z",
        "dome": "M-15.6-.5q-.2-6 4.1-7.2 4.3 1.2 4.1 7.2zM7.4-.5q-.2-6 4.1-7.2 4.3 1.2 4.1 7.2z"
        "M-7.8-.5Q-8-10.6 0-12.4 8-10.6 7.8-.5z",
        "marble ": "M-1.3-12.2h2.6v-2.6h-2.6zM-12.2-7.6h1.4v-2h-1.4zM10.8-7.6h1.4v-2h-1.4z",
        "gold": "M-.6-20.4h1.2v1.8h1.7v1.2H.6v2.8H-.6v-2.8h-1.7v-1.2h1.7z",
        "dark": "M-3.2 11V6.4a3.2 3.2 0 0 1 6.4 0V11zM-12.8 11V7a2.3 2.3 0 0 1 4.6 0v4z"
        "M8.2 11V7a2.3 2.3 0 0 1 4.6 0v4zM-1.6.6h3.2v1.6h-3.2z",
    },
    "ponte": {
        "marble": "M-14 7.5V3.6Q-6-5.6 0-5.6T14 3.6v3.9H8.6q-1-6.6-8.6-6.6t-8.6 6.6z",
        "rail": "M-13.5 2.6Q-6-7.2 0-7.2t13.5 9.8M-9-2v-2.6M-4.6-5.2v-2.6M0-5.8v-2.8M4.6-5.2v-2.6M9-2v-2.6",
    },
}
"""The buildings, each built up from its lowest part."""

_SHAPES = {
    "hex": f"M0-15{HEX}",
    "reeds": "M-5.4 5.6q.4-5.4-1.8-9M-.4 6v-11.4M4.8 5.6q-.2-5 2-8M-8.6 6.4h5.4M-1.6 7.8h6.8",
    "heads": "M-7.4-5v3.4M-.4-7v4M7-4.2v3.2",
    "rock": "M-6.8 4.4-5.2-2.6.6-5.4 6-2.4l1 6.8z",
    "facet": "M-5.2-2.6-.6-.4 6-2.4M-.6-.4-1 4.4",
    "hull": "M-14.6-4.6q2 4.8 6.6 4.8H8q4 0 5-4.2l.3-3.8q.6-1.6 2.3-1.1l-1.1 1.4-.1 4.2"
    "Q13.4 6 8 6H-8q-5.6 0-6.6-10.6z",
    "felze": "M-5.9.4v-4.8q0-5.2 5.9-5.2t5.9 5.2V.4z",
    "pole": "M-2.4 10V-9.4q0-2.4 2.4-2.4t2.4 2.4V10z",
    "stripe": "M-2.4-4.4 2.4-7v3.4L-2.4-1zM-2.4 2.4 2.4-.2v3.4L-2.4 5.8z",
    "ring": "M-9.6 0a9.6 9.6 0 0 0 19.2 0 9.6 9.6 0 0 0-19.2 0z",
    "wide": "M-13.4 0a13.4 13.4 0 0 0 26.8 0 13.4 13.4 0 0 0-26.8 0z",
    "jetty": "M-19 0a19 19 0 0 0 38 0 19 19 0 0 0-38 0z",
    "slot": "M-7.4 0a7.4 7.4 0 0 0 14.8 0 7.4 7.4 0 0 0-14.8 0z",
    "pawn": "M-4.6 0q.4-3 2.6-4.2a2.8 2.8 0 1 1 4 0Q4.2-3 4.6 0z",
    "card": "M-8.5-12h17q2 0 2 2v20q0 2-2 2h-17q-2 0-2-2v-20q0-2 2-2z",
    "coin": "M-7.5 0a7.5 7.5 0 0 0 15 0 7.5 7.5 0 0 0-15 0zM-4.6 0a4.6 4.6 0 0 1 9.2 0 4.6 4.6 0 0 1-9.2 0z",
    "fan": "M-8.6-5.4-2.2-7.2 1 4.6l-6.4 1.8zM1-7.4l6.6 1.9L4.4 6.4-1.4 4.8z",
    "flag": "M-5-8.5h1.7v17H-5zM-2.6-8 7-4.4-2.6-.8z",
    "tick": "M-6.4.6l4.2 4.8 8.4-10.4",
    "arrow": PENNANT,
}


kinds = partial(kinds_of, "venedig")
"""The CSS classes of a thing: `kinds("hex", changed and "changed")`."""


path = partial(path_of, "venedig")


def ground_defs() -> str:
    """Define what lies or stands on hexes."""
    drawn_parts = [define(_SHAPES)]
    for kind, parts in _PARTS.items():
        made = "".join(path(part.strip(), shape) for part, shape in parts.items())
        drawn_parts.append(f'<g id="d-{kind}">{made}</g>')
    reeds = use("reeds", kind="venedig-reeds") + use("heads", kind="venedig-heads")
    drawn_parts += [
        f'<g id="d-swamp">{use("hex", kind="venedig-marsh")}{reeds}</g>',
        f'<g id="d-stone">{use("rock", kind="venedig-rock")}{use("facet", kind="venedig-facet")}</g>',
        f'<g id="d-post">{use("pole", kind="venedig-pole")}{use("stripe", kind="venedig-stripe")}</g>',
    ]
    return "".join(drawn_parts)


def seat_defs(colours: Iterable[str]) -> str:
    """Define what comes in a colour: its sign, its gondola, its disc on a building's cards."""
    return "".join(part for colour in colours for part in _of_seat(colour))


def _of_seat(colour: str) -> Iterator[str]:
    yield define({f"sign-{colour}": SIGNS[colour]})
    yield (
        f'<g id="d-gondola-{colour}" class="{kinds("boat", colour)}">{use("hull")}{use("felze")}'
        f"{sign(colour, 'translate(0-4.2)scale(.95)')}</g>"
        f'<g id="d-disc-{colour}" class="{kinds("boat", colour)}">{use("slot")}{sign(colour)}</g>'
    )


def sign(colour: str, where: str = "") -> str:
    at = f' transform="{where}"' if where else ""
    return f'<use href="#d-sign-{colour}" class="venedig-sign"{at}/>'
