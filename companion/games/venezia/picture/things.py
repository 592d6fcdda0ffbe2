"""The things of Venezia as small pictures: action cards, and the cards of the plate with the pigeons on them."""

from __future__ import annotations

from collections.abc import Iterator

from companion.choices import Item
from companion.picture.shapes import Box, path_of
from companion.picture.things import framed

_CARD = Box(-15, -20, 30, 40)
_OUTLINE = "M-12-19h24q2 0 2 2v34q0 2-2 2h-24q-2 0-2-2v-34q0-2 2-2z"
_PATHS = {
    "vatican": "M-11-6a5 5 0 1 1 9.6 1.8H11v3.4H8.6v3H5.4v-3H-1.6A5 5 0 0 1-11-6z"
    "m3.4 0a1.8 1.8 0 1 0 3.6 0 1.8 1.8 0 0 0-3.6 0z"
    "M-11 8.4h22v2.2h-22z",
    "poison": "M-2.6-12h5.2v2.4H1.8v5Q7.4-2 7.4 4.2q0 6.4-7.4 6.4T-7.4 4.2Q-7.4-2-1.8-4.6v-5h-.8z",
    "purge": "M-3.4-.8 2 3.2Q-.4 9.6-9 11-8.6 3.4-3.4-.8z",
    "takeover": "M6.5-11 13-8 6.5-5z",
}
_LINES = {
    "feud": "M-8-9 8 9M8-9-8 9M-9 4l5 5M9 4 4 9",
    "purge": "M8-11-1 2",
    "takeover": "M6.5 9V-10",
}
_SHAPES = {
    "reunion": (("pigeon", "translate(-3-6)scale(.6)"), ("pigeon", "translate(3 7)scale(.6)")),
    "san-michele": (("dead", "scale(1.5)"),),
    "bird": (("hawk", "scale(.68)"),),
    "takeover": (("house", "translate(-4 3)"),),
}
ACTIONS = {*_PATHS, *_LINES, *_SHAPES}
"""The signs on the action cards."""


def thing(what: str, item: Item, colour: str) -> str:
    """Draw an action card; nothing for what is none."""
    if what != "action" or item not in ACTIONS:
        return ""
    return framed("venezia-board", _CARD, face(str(item)))


def face(action: str) -> str:
    """Draw an action card round its middle."""
    return path_of("venezia", "card", _OUTLINE) + "".join(_sign(action))


def _sign(action: str) -> Iterator[str]:
    yield from (
        f'<use href="#d-{shape}" class="venezia-ink" transform="{where}"/>'
        for shape, where in _SHAPES.get(action, ())
    )
    if action in _PATHS:
        yield path_of("venezia", "ink", _PATHS[action])
    if action in _LINES:
        yield path_of("venezia", "blades", _LINES[action])
