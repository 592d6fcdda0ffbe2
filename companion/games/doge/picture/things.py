"""The things of Doge as small pictures: ballots, and what can be built."""

from __future__ import annotations

from companion.choices import Item
from companion.games.doge.view import HAND, LAID
from companion.picture.shapes import Box, use
from companion.picture.things import framed

_BALLOT = Box(-7.5, -14.5, 15, 19)
_BUILT = Box(-11, -11, 22, 22)


def thing(what: str, item: Item, colour: str) -> str:
    """Draw a ballot with its number, or a palace; nothing for what is neither."""
    if what in ("ballot", HAND, LAID):
        sign, paper = use(f"sign-{colour}", 0, -5), use("ballot")  # the paper is styled as what follows the sign
        drawn = f'<g class="doge-turned doge-{colour}">{sign}{paper}<text>{item}</text></g>'
        return framed("doge-board", _BALLOT, drawn)
    if what == "build" and item == "palace":
        return framed("doge-board", _BUILT, use(f"palace-{colour}"))
    return ""
