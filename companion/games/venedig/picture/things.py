"""The things of Venedig as small pictures: cards and tokens."""

from __future__ import annotations

from companion.choices import Item
from companion.games.venedig.picture.building_panels import card_face
from companion.games.venedig.rules.hand import PILE
from companion.games.venedig.rules.kinds import KINDS, SWAMP, TREASURE
from companion.games.venedig.view import GOLD
from companion.picture.shapes import Box, use
from companion.picture.things import framed

_CARD = Box(-11.5, -13, 23, 26)
_COIN = Box(-9, -9, 18, 18)
_FAN = 10
_TOKENS = {TREASURE: "coin", SWAMP: "reeds"}


def thing(what: str, item: Item, colour: str) -> str:
    """Draw a card with its building, the back of one, or a coin; nothing for what is none of these."""
    if what in ("purse", GOLD):
        coin = '<path class="venedig-coin" d="M-8.4 0a8.4 8.4 0 0 0 16.8 0 8.4 8.4 0 0 0-16.8 0z"/>'
        return framed("venedig-board", _COIN, f'{coin}<text class="venedig-worth" y="4.6">{item}</text>')
    if what.startswith("on."):
        return ""
    if item == PILE:
        return framed("venedig-board", _CARD, use("card", kind="venedig-back"))
    if what == "token":
        return framed("venedig-board", _COIN, use(_TOKENS[str(item)], kind=f"venedig-{_TOKENS[str(item)]}"))
    kinds = [part for part in str(item).split(".") if part in KINDS]
    times = str(item).rpartition(".")[2] if what == "card.times" else ""
    if not kinds:
        return ""
    many = range(int(times) if times.isdecimal() else 1)
    faces = "".join(card_face(kinds[0], _FAN * place) for place in many)
    return framed("venedig-board", _CARD._replace(width=_CARD.width + _FAN * (len(many) - 1)), faces)
