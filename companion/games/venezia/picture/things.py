"""The things of Venezia as small pictures: action cards, the cards of the plate, and the pigeons on them."""

from __future__ import annotations

from collections.abc import Iterator

from companion.choices import Item
from companion.games.venezia.picture import lagoon
from companion.games.venezia.rules.actions import EDGE, GREY_ONES
from companion.games.venezia.rules.count import YES
from companion.games.venezia.rules.pieces import FEINT, PIAZZA, ZONES
from companion.games.venezia.rules.planning import CARDS, FIRST
from companion.picture.shapes import Box, number, path_of, use
from companion.picture.things import framed, located

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


_MAP = Box(0, 0, 40, lagoon.HEIGHT / 10)
_PIGEON = Box(-18, -14, 36, 30)
_SQUARE = "M-11-15h22v30h-22z"
_ARROWS = "M-3 4-8 12M-8 12l.6-4.4M-8 12l4-1.8M3 4l5 8M8 12l-.6-4.4M8 12l-4-1.8"
_LAID = ("on.zone", "on.card", "on.pigeons")
_PLATE = (-27, -9, 9, 27)
"""Where the four cards of a plate lie, side by side."""


def thing(what: str, item: Item, colour: str) -> str:
    """Draw an action card, a card of the plate or a pigeon; nothing for what is none of these."""
    name = str(item)
    if what == "action" and name in ACTIONS:
        return _card(face(name))
    if what == "zone" and name in ZONES:
        return framed("venezia-board", _MAP, located("venezia", lagoon.HEIGHT, use(name, kind="venezia-lit")))
    if what == "zone" and name in (PIAZZA, FEINT):
        return _card(_first(name, colour))
    if what == "zone" and name == EDGE:
        return framed("venezia-board", Box(-27, -13, 54, 26), use("boat", 0, 0, "venezia-boat"))
    if what == "card":
        return _plate(name)
    if what == "seat" and name == GREY_ONES:
        return framed("venezia-board", _PIGEON, use("pigeon", kind="venezia-grey"))
    is_pigeon = name.isdecimal() if what == "seat" else what in _LAID or (what, name) == ("recover", YES)
    return framed("venezia-board", _PIGEON, use(f"pigeon-{colour}")) if is_pigeon else ""


def face(action: str) -> str:
    """Draw an action card round its middle."""
    return path_of("venezia", "card", _OUTLINE) + "".join(_sign(action))


def _card(drawn: str) -> str:
    return framed("venezia-board", _CARD, drawn)


def _first(card_name: str, colour: str) -> str:
    """Draw a first card: a pigeon on the paving, or one that only feigns."""
    card = path_of("venezia", "first-card", _OUTLINE)
    if card_name == PIAZZA:
        stands = f'<use href="#d-pigeon-{colour}" transform="translate(0 1)scale(.62)"/>'
        return f'{card}<path fill="url(#d-paving)" d="{_SQUARE}"/>{stands}'
    feigns = '<use href="#d-pigeon" class="venezia-feigned" transform="translate(0-6)scale(.62)"/>'
    return f"{card}{feigns}{path_of('venezia', 'blades', _ARROWS)}"


def _plate(card: str) -> str:
    """Draw the plate with its four cards, of which only this one lies open."""
    if card not in (FIRST, *CARDS):
        return ""
    cards = "".join(
        f'<use href="#d-card" class="venezia-{"first" if one == FIRST else "zone"}-card'
        f'{"" if one == card else " venezia-none"}" x="{number(x)}" y="5"/>'
        for one, x in zip((FIRST, *CARDS), _PLATE, strict=True)
    )
    return framed("venezia-board", Box(-37, -11, 74, 22), cards)


def _sign(action: str) -> Iterator[str]:
    yield from (
        f'<use href="#d-{shape}" class="venezia-ink" transform="{where}"/>'
        for shape, where in _SHAPES.get(action, ())
    )
    if action in _PATHS:
        yield path_of("venezia", "ink", _PATHS[action])
    if action in _LINES:
        yield path_of("venezia", "blades", _LINES[action])
