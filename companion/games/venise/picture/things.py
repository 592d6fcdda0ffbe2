"""The things of Venise as small pictures: cards for planks and steps, and jokers."""

from __future__ import annotations

from companion.choices import Item
from companion.games.venise.picture.tokens import placed
from companion.games.venise.rules.cards import DISCARD
from companion.games.venise.rules.geometry import LARGE, SMALL
from companion.picture.shapes import Box, use
from companion.picture.things import framed

_CARD = Box(-14, -19, 28, 38)
_ARROW = "M-5 5.5h6v4.2L9 2.6 1-4.5v4.2h-6z"
_STEP = "M-9.5-.5h9v-5.6L9.5 3-.5 12V6.4h-9z"
_CROSS = "M-6-1.5 6 10.5M6-1.5-6 10.5"
_HANDS = "M-9 3.5h12V0l7 5.5L3 11V7.5H-9zM9-6.5H-3V-10l-7 5.5L-3 1v-3.5H9z"
_PLANKS = {SMALL: (SMALL, 0.58), LARGE: (LARGE, 0.38), "remove": (SMALL, 0.58), "move": (SMALL, 0.58)}


def thing(what: str, item: Item, colour: str) -> str:
    """Draw a card; nothing for what is none."""
    known = what in ("card", "give", "over") and _face(str(item))
    return framed("venise-board venise-day", _CARD, card(str(item))) if known else ""


def card(name: str) -> str:
    """Draw a card round its middle."""
    return f"{use('face', kind='venise-card')}{_face(name)}"


def _face(name: str) -> str:
    if name in ("joker", "take"):
        return placed("star", (0, 0), kind="venise-joker", scale=1.5)
    if name == DISCARD:
        return f'<path class="venise-away" d="{_CROSS}" transform="translate(0 -6)scale(1.4)"/>'
    if name == "swap":
        return f'<path class="venise-arrow" d="{_HANDS}"/>'
    if name.startswith("advance-"):
        steps = name.rpartition("-")[2]
        arrow = f'<path class="venise-arrow" d="{_STEP}" transform="translate(0 5)scale(.8)"/>'
        return f'{arrow}<text class="venise-steps" y="-2">{steps}</text>'
    if name not in _PLANKS:
        return ""
    plank, scale = _PLANKS[name]
    wood = placed(plank, (0, -7 if name in ("remove", "move") else 0), -40 if name == LARGE else 0, scale=scale)
    if name == "remove":
        return f'{wood}<path class="venise-away" d="{_CROSS}"/>'
    return f'{wood}<path class="venise-arrow" d="{_ARROW}" transform="translate(-2 4)"/>' if name == "move" else wood
