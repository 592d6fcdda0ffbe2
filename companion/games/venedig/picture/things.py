"""The things of Venedig as small pictures: cards and gold."""

from __future__ import annotations

from companion.choices import Item
from companion.games.venedig.picture.building_panels import card_face
from companion.games.venedig.rules.hand import PILE
from companion.games.venedig.rules.kinds import KINDS
from companion.games.venedig.view import GOLD
from companion.picture.shapes import Box, use
from companion.picture.things import framed

_CARD = Box(-11.5, -13, 23, 26)
_COIN = Box(-9, -9, 18, 18)


def thing(what: str, item: Item, colour: str) -> str:
    """Draw a card with its building, the back of one, or a coin; nothing for what is none of these."""
    if what in ("purse", GOLD):
        coin = '<path class="venedig-coin" d="M-8.4 0a8.4 8.4 0 0 0 16.8 0 8.4 8.4 0 0 0-16.8 0z"/>'
        return framed("venedig-board", _COIN, f'{coin}<text class="venedig-worth" y="4.6">{item}</text>')
    if item == PILE:
        return framed("venedig-board", _CARD, use("card", kind="venedig-back"))
    kind = str(item).rpartition(".")[2]
    return framed("venedig-board", _CARD, card_face(kind, 0)) if kind in KINDS else ""
