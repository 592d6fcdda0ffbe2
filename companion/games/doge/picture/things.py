"""The things of Doge as small pictures: ballots, areas, and the pieces that are placed, moved and built."""

from __future__ import annotations

from companion.choices import Item
from companion.games.doge.picture.map import HEIGHT, PALACE_FRONT
from companion.games.doge.rules.houses import IN, OUT
from companion.games.doge.rules.pieces import AREAS, COUNCIL, QUARANTIA
from companion.games.doge.view import HAND, LAID
from companion.picture.shapes import Box, path_of, use
from companion.picture.things import framed, located

_BALLOT = Box(-7.5, -14.5, 15, 19)
_BUILT = Box(-11, -11, 22, 22)
_HOUSE = Box(-7.5, -8.5, 15, 16.5)
_ADVISOR = Box(-12, -22, 24, 28)
_MAP = Box(0, 0, 40, HEIGHT / 10)
_MOVED = Box(-29, 0, 69, HEIGHT / 10)
_ARROWS = {OUT: "M-26 41h22M-11 34l7 7-7 7", IN: "M-4 41h-22M-19 34l-7 7 7 7"}


def thing(what: str, item: Item, colour: str) -> str:
    """Draw a ballot with its number, an area's card, or a piece; nothing for what is none of these."""
    name = str(item)
    if what in ("ballot", HAND, LAID):
        sign, paper = use(f"sign-{colour}", 0, -5), use("ballot")  # the paper is styled as what follows the sign
        drawn = f'<g class="doge-turned doge-{colour}">{sign}{paper}<text>{item}</text></g>'
        return framed("doge-board", _BALLOT, drawn)
    if what == "build" and name == "palace":
        return framed("doge-board", _BUILT, use(f"palace-{colour}"))
    if what == "on.houses":
        return framed("doge-board", _HOUSE, use(f"house-{colour}"))
    if what == "advisor" and name in COUNCIL:
        called = f'<g class="doge-advisor doge-neutral">{use("neutral")}<text>{name[-1]}</text></g>'
        return framed("doge-board", _ADVISOR, called)
    way, _, other = name.partition(".")
    if what == "shift.area" and way in _ARROWS:
        house = f'<use href="#d-house-{colour}" transform="translate(-15 20)scale(1.5)"/>'
        return framed("doge-board", _MOVED, f"{_area(other)}{house}{path_of('doge', 'shifted', _ARROWS[way])}")
    return framed("doge-board", _MAP, _area(name)) if what == "area" and name in AREAS else ""


def _area(area: str) -> str:
    """Draw where an area is on the map; the Quarantia meets in the Doge's palace."""
    if area == QUARANTIA:
        return located("doge", HEIGHT, path_of("doge", "lit", PALACE_FRONT))
    return located("doge", HEIGHT, path_of("doge", "far", PALACE_FRONT) + use(area, kind="doge-lit"))
