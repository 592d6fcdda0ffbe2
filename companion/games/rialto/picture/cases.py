"""Small drawings of what the rules of Rialto are about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.rialto.picture.tokens import building, card, count, worth
from companion.games.rialto.rules.pieces import BLUE, GREEN, YELLOW
from companion.picture.cases import Case, arrow, at, by_rule, crown, row, text
from companion.picture.shapes import Box, use
from companion.picture.tokens import put

Colours = Sequence[str]
STEP = 24
WIDE = Box(0, 0, 170, 56)
TALL = Box(0, 0, 140, 66)
SHORES = '<path class="rialto-land" d="M0 6h22q6 0 6 6v32q0 6-6 6H0zM140 6h-22q-6 0-6 6v32q0 6 6 6h22z"/>'
"""Two districts with water between them."""


def _cards(faces: str, x: float, y: float) -> str:
    """Draw cards side by side, face up; a blank is the back of one."""
    return "".join(card(face, x + STEP * place, y) for place, face in enumerate(faces))


def _count(colour: str, n: int, x: float, y: float, *, leads: bool = False) -> str:
    return put(count(colour, n, leads=leads, changed=False), x, y)


def _coin(x: float, y: float) -> str:
    return at(x, y, use("coin", kind="rialto-coin"), scale=1.5)


def _house(kind: str, x: float, y: float) -> str:
    return building(kind, "", x, y, changed=False)


def _bridge(x: float, y: float) -> str:
    medals = "".join(
        f'{use("medal", dx, 0, "rialto-medal")}<text x="{dx}" y="4.4">{value}</text>'
        for dx, value in ((-13, 5), (13, 4))
    )
    return at(x, y, f'<g class="rialto-crossing">{use("bridge")}{medals}</g>', scale=1.25)


def _gondola(x: float, y: float) -> str:
    medal = f'{use("medal", 0, -4, "rialto-medal")}<text y=".4">1</text>'
    return at(x, y, f'<g class="rialto-crossing">{use("hull", 0, 2, "rialto-hull")}{medal}</g>', scale=1.3)


def take_a_row(colours: Colours) -> Iterator[str]:
    yield f"{_cards('ABCDEJ', 16, 28)}{text('+', 160, 33)}"
    yield _cards("  ", 178, 28)


def hand_limit(colours: Colours) -> Iterator[str]:
    yield f"{_cards('AABCDEF', 16, 28)}{arrow(174, 28, 14)}{at(206, 28, card('', 0, 0))}"


def strength(colours: Colours) -> Iterator[str]:
    yield f"{_cards('AAJ', 22, 28)}{text('= 3', 106, 33)}"


def with_buildings(colours: Colours) -> Iterator[str]:
    yield f"{_cards('BB', 20, 28)}{text('+', 64, 33)}{_house('yellow-3', 86, 32)}{text('= 3', 122, 33)}"


def bonus(colours: Colours) -> Iterator[str]:
    yield f"{_count(colours[0], 3, 34, 38)}{crown(34, 14)}{text('+1', 66, 34)}{_count(colours[1], 2, 106, 38)}"


def ahead(colours: Colours) -> Iterator[str]:
    yield f"{_cards('AAA', 16, 20)}{_track(50)}"
    yield f"{use(f'disc-{colours[0]}', 98, 36)}{use(f'disc-{colours[0]}', 158, 36)}{arrow(114, 36, 28)}"


def _track(y: float) -> str:
    dots = "".join(f"M{x} {y}h0" for x in range(98, 168, 20))
    return f'<path class="rialto-dots rialto-fifths" d="{dots}"/>'


def stack(colours: Colours) -> Iterator[str]:
    for x, both in ((34, colours[:2]), (96, colours[1::-1])):
        yield "".join(use(f"disc-{colour}", x, 42 - 13 * place) for place, colour in enumerate(both))
        yield f"{crown(x, 12)}"
        yield f'<path class="rialto-dots rialto-fifths" d="M{x} 52h0"/>'


def coins(colours: Colours) -> Iterator[str]:
    yield f"{_cards('BB', 20, 28)}{arrow(64, 28)}{_coin(104, 28)}{_coin(124, 28)}"


def take_a_building(colours: Colours) -> Iterator[str]:
    yield f"{_cards('CCC', 16, 28)}{arrow(84, 28)}{_house('blue-3', 122, 32)}"


def lay_a_bridge(colours: Colours) -> Iterator[str]:
    yield f"{_bridge(70, 28)}"
    yield SHORES


def to_own_supply(colours: Colours) -> Iterator[str]:
    yield f"{_cards('EE', 20, 28)}{arrow(64, 28)}{row(f'disc-{colours[0]}', 2, 97, 28, 28)}"


def lay_a_gondola(colours: Colours) -> Iterator[str]:
    yield SHORES
    yield f"{_gondola(70, 28)}{use(f'disc-{colours[0]}', 12, 28)}"


def into_the_district(colours: Colours) -> Iterator[str]:
    yield '<path class="rialto-land" d="M92 4h72q6 0 6 6v36q0 6-6 6H92q-6 0-6-6V10q0-6 6-6z"/>'
    yield f"{_cards('FF', 16, 28)}{arrow(58, 28, 20)}{row(f'disc-{colours[0]}', 2, 113, 28, 28)}"


def _buildings(colour: str) -> Iterator[str]:
    """Draw the four buildings of a colour; the last one was used this round."""
    yield from (_house(f"{colour}-{value}", 32 * value - 10, 32) for value in range(1, 5))
    yield use("coin", 129, 42, "rialto-coin")


def green_buildings(colours: Colours) -> Iterator[str]:
    return _buildings(GREEN)


def yellow_buildings(colours: Colours) -> Iterator[str]:
    return _buildings(YELLOW)


def blue_buildings(colours: Colours) -> Iterator[str]:
    return _buildings(BLUE)


def bank(colours: Colours) -> Iterator[str]:
    for x in (8, 46, 84):
        yield f'<path class="rialto-land" d="M{x} 12h26q5 0 5 5v22q0 5-5 5h-26q-5 0-5-5V17q0-5 5-5z"/>'
        yield use(f"disc-{colours[0]}", x + 13, 28)
    yield f'<g class="rialto-bank">{at(136, 36, use("banner"), text(5, 0, -2), scale=1.3)}</g>'


def ranks(colours: Colours) -> Iterator[str]:
    yield at(20, 34, put(worth(9, changed=False), 0, 0), scale=1.3)
    for colour, n, says, x in zip(colours, (4, 2), ("+9", "+4"), (66, 112), strict=False):
        yield f"{_count(colour, n, x, 28, leads=n == 4)}{text(says, x, 54)}"


CASES = by_rule(
    Case("RIA.T2", stack),
    Case("RIA.I3", take_a_row, Box(0, 0, 216, 56)),
    Case("RIA.I5", hand_limit, Box(0, 0, 222, 56)),
    Case("RIA.P2", strength),
    Case("RIA.P3", with_buildings),
    Case("RIA.P4", bonus),
    Case("RIA.A1", ahead, WIDE),
    Case("RIA.B1", coins),
    Case("RIA.C1", take_a_building),
    Case("RIA.D2", lay_a_bridge),
    Case("RIA.E1", to_own_supply),
    Case("RIA.E2", lay_a_gondola),
    Case("RIA.F1", into_the_district, WIDE),
    Case("RIA.G1", bank, Box(0, 0, 152, 56)),
    Case("RIA.X1", green_buildings),
    Case("RIA.X2", yellow_buildings),
    Case("RIA.X3", blue_buildings),
    Case("RIA.Z3", ranks, TALL),
)
