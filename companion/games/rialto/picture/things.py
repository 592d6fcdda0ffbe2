"""The things of Rialto as small pictures: cards, rows of cards, and buildings."""

from __future__ import annotations

from companion.choices import Item
from companion.games.rialto.picture.tokens import ICONS, building, card
from companion.games.rialto.rules.hands import FROM_PILE
from companion.games.rialto.rules.pieces import KINDS
from companion.picture.shapes import Box
from companion.picture.things import framed

_STEP = 22
_BUILDING = Box(-13, -15, 26, 29)


def thing(what: str, item: Item, colour: str) -> str:
    """Draw a card, a row of them or a building; nothing for what is none of these."""
    text = str(item)
    if what == "card" and (text in ICONS or text == FROM_PILE):
        return _cards([text])
    if what == "row" and set(text) <= set(ICONS):
        return _cards(list(text))
    kind, _, state = text.partition(".")
    if what in ("building", "building.tile") and kind in KINDS:
        return framed("rialto-board", _BUILDING, building(kind, state, 0, 0, changed=False))
    return ""


def _cards(kinds: list[str]) -> str:
    drawn = "".join(card(kind, _STEP * place, 0) for place, kind in enumerate(kinds))
    return framed("rialto-board", Box(-12, -13, _STEP * len(kinds) + 2, 26), drawn)
