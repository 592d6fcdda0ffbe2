"""Small drawings of what the rules of Venedig are about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.venedig.picture.building_panels import card_face
from companion.games.venedig.picture.tokens import HEX, path
from companion.games.venedig.rules.kinds import BASILICA, CAMPO, CASA, PALAZZO, PONTE
from companion.picture.cases import Case, arrow, at, by_rule, cross, edged, row, text
from companion.picture.shapes import Box, Point, number, use

Colours = Sequence[str]
ROUND_IT = ((-13, -22.5), (13, -22.5), (26, 0), (13, 22.5), (-13, 22.5), (-26, 0))
"""Offsets of the six hexes round one."""
ISLAND = Box(-52, -39, 104, 78)


def _hexes(*middles: Point) -> str:
    shapes = "".join(f"M{number(x, y - 15)}{HEX}" for x, y in middles)
    return f'<g class="venedig-san-marco">{path("land", shapes)}</g>'


def _cards(kind: str, n: int, x: float, y: float, step: float = 25) -> str:
    return "".join(at(x + step * place, y, card_face(kind, 0), scale=1.1) for place in range(n))


def _space(says: object, x: float, y: float) -> str:
    return f'<g class="venedig-spaces">{edged(use("ring", x, y))}{text(says, x, y + 4)}</g>'


def _gondola(colour: str, x: float, y: float) -> str:
    return use(f"gondola-{colour}", x, y)


def _coin(says: object, x: float, y: float) -> str:
    coin = path("coin", "M-8.4 0a8.4 8.4 0 0 0 16.8 0 8.4 8.4 0 0 0-16.8 0z")
    return at(x, y, coin, f'<text class="venedig-worth" y="4.6">{says}</text>', scale=1.3)


def _pawn(colour: str, x: float, y: float) -> str:
    return at(x, y, use("pawn", kind=f"venedig-pawn venedig-{colour}"), scale=1.6)


def _disc(colour: str, x: float, y: float) -> str:
    return use(f"disc-{colour}", x, y)


def lay_cards(colours: Colours) -> Iterator[str]:
    yield f"{_cards(BASILICA, 2, 18, 28)}{_cards(CASA, 1, 90, 28)}"


def begin(colours: Colours) -> Iterator[str]:
    yield f"{_cards(PALAZZO, 2, 18, 28)}{at(72, 28, use('card', kind='venedig-slot'), scale=1.1)}"
    yield _pawn(colours[0], 108, 36)


def join(colours: Colours) -> Iterator[str]:
    yield f"{_pawn(colours[0], 14, 20)}{_disc(colours[0], 14, 30)}"
    yield f"{_disc(colours[1], 34, 30)}{_disc(colours[1], 52, 30)}{arrow(70, 30, 20)}{_pawn(colours[1], 112, 36)}"


def alone(colours: Colours) -> Iterator[str]:
    yield f"{_cards(CAMPO, 3, 18, 28)}{arrow(88, 28, 14)}{use(CAMPO, 122, 28)}"


def casa(colours: Colours) -> Iterator[str]:
    yield f"{_cards(CASA, 2, 16, 28, 25)}{arrow(60, 28)}{use(CASA, 98, 28)}{use(CASA, 120, 28)}"


def place(colours: Colours) -> Iterator[str]:
    yield _hexes((-39, 0), (-13, 0), (13, 0), (39, 0))
    yield f"{use('swamp', 39, 0)}{use(PALAZZO, -26, 0)}{cross(39, 0, 20)}"


def treasure(colours: Colours) -> Iterator[str]:
    yield f"{_hexes((22, 18), (48, 18))}{use(CASA, 35, 17)}"
    yield f"{_gondola(colours[0], 35, 46)}{arrow(68, 44, 20)}{_coin('?', 110, 42)}"


def shares(colours: Colours) -> Iterator[str]:
    yield _pawn(colours[0], 14, 20)
    yield f"{_disc(colours[0], 14, 30)}{_disc(colours[0], 32, 30)}{_disc(colours[1], 50, 30)}"
    yield f"{use(BASILICA, 84, 32)}{text('7', 116, 22)}{text('3', 116, 46)}"
    yield f"{_sign(colours[0], 132, 18)}{_sign(colours[1], 132, 42)}"


def _sign(colour: str, x: float, y: float) -> str:
    return f'<g class="venedig-body venedig-{colour}">{at(x, y, use(f"sign-{colour}"), scale=1.5)}</g>'


def leap(colours: Colours) -> Iterator[str]:
    yield from (_space(says, 18 + 36 * step, 42) for step, says in enumerate(("", "", 23, 24)))
    yield f"{_gondola(colours[0], 18, 42)}{_gondola(colours[1], 54, 42)}"
    yield '<path class="case-line" d="M20 26Q54-12 88 26m-7-3 7 3 1-8M92 26Q108 6 122 26m-7-2 7 2 0-8"/>'


def drain(colours: Colours) -> Iterator[str]:
    yield f"{_hexes((18, 28), (44, 28), (104, 28), (130, 28))}{use('swamp', 18, 28)}{use('swamp', 44, 28)}"
    yield f"{arrow(64, 28)}"


def pay(colours: Colours) -> Iterator[str]:
    yield f"{_coin(3, 16, 28)}{_coin(2, 42, 28)}{arrow(60, 28, 14)}"
    yield f"{_space('', 94, 36)}{_space(31, 128, 36)}{_gondola(colours[0], 94, 36)}{arrow(96, 16, 28)}"


def draw_one(colours: Colours) -> Iterator[str]:
    yield at(20, 28, use("card", kind="venedig-back"), scale=1.1)
    yield from (_cards(kind, 1, x, 28) for kind, x in ((CASA, 58), (PONTE, 84), (CAMPO, 110)))


def swap_for_three(colours: Colours) -> Iterator[str]:
    yield f"{_cards(CASA, 1, 16, 28)}{arrow(36, 28)}{_cards(PONTE, 1, 76, 28)}"
    yield f"{_cards(CAMPO, 1, 102, 28)}{at(128, 28, use('card', kind='venedig-back'), scale=1.1)}"


def worth(colours: Colours) -> Iterator[str]:
    yield f"{_hexes((0, 0), *ROUND_IT)}{use(CAMPO)}{use(CASA, *ROUND_IT[0])}{use(CASA, *ROUND_IT[2])}"
    yield text("2", 46, -20)


def last_space(colours: Colours) -> Iterator[str]:
    yield f"{_space(59, 18, 36)}{_space(60, 52, 36)}{row('post', 3, 86, 30, 24)}{_gondola(colours[0], 86, 38)}"


CASES = by_rule(
    Case("VEN.B1", lay_cards, Box(0, 0, 108, 56)),
    Case("VEN.B2", begin, Box(0, 0, 126, 56)),
    Case("VEN.B3", join, Box(0, 0, 130, 56)),
    Case("VEN.B5", alone),
    Case("VEN.B6", casa, Box(0, 0, 132, 56)),
    Case("VEN.B8", place, Box(-56, -24, 112, 48)),
    Case("VEN.B9", treasure, Box(0, 0, 130, 64)),
    Case("VEN.B10", shares, Box(0, 0, 146, 56)),
    Case("VEN.B11", leap, Box(0, 0, 146, 60)),
    Case("VEN.D1", drain, Box(0, 0, 148, 56)),
    Case("VEN.G1", pay, Box(0, 0, 146, 56)),
    Case("VEN.R1", draw_one, Box(0, 0, 128, 56)),
    Case("VEN.R2", swap_for_three, Box(0, 0, 146, 56)),
    Case("VEN.K3", worth, ISLAND),
    Case("VEN.E3", last_space, Box(0, 0, 150, 56)),
)
