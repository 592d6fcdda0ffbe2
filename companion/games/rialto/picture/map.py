"""Our own schematic Venice: six districts on both sides of the Grand Canal, and where tiles lie between them.

All shapes are in units of a board 400 wide. What is in a district is put at its `Spot`.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from companion.picture.shapes import Box, Point, define, ground, path_of, ripples, rounded, use

HEIGHT = 382
FERRIES = 28
"""Extra height of a map with ferries below it."""


class Spot(NamedTuple):
    """Places in a district: its name, and room for its worth and its councillors."""

    name: Point
    room: Box


class Crossing(NamedTuple):
    """The place of a connection's tile: its middle, the district to its left or above it, and its direction."""

    x: float
    y: float
    first: str
    upright: bool = False


COASTS: dict[str, list[Point]] = {
    "cannaregio": [
        (8, 48), (14, 26), (44, 23), (62, 14), (102, 10), (150, 14), (178, 8), (220, 12), (246, 20), (262, 40),
        (263, 78), (258, 91), (222, 89), (180, 90), (130, 88), (70, 90), (18, 86),
    ],
    "castello": [
        (279, 56), (290, 44), (322, 47), (348, 40), (376, 46), (392, 66), (396, 130), (390, 186), (397, 232),
        (392, 278), (376, 298), (352, 290), (322, 298), (284, 302), (279, 292),
    ],
    "dorsoduro": [
        (28, 242), (44, 226), (90, 221), (140, 220), (153, 224), (150, 250), (151, 286), (166, 309), (206, 315),
        (262, 313), (296, 310), (318, 321), (290, 331), (206, 334), (100, 335), (50, 329), (30, 306), (24, 272),
    ],
    "san-marco": [
        (242, 110), (248, 104), (263, 104), (265, 110), (265, 292), (252, 301), (206, 302), (176, 295), (165, 274),
        (165, 244), (172, 226), (196, 220), (228, 218), (242, 206),
    ],
    "san-polo": [
        (135, 106), (180, 105), (214, 107), (227, 120), (227, 186), (216, 199), (180, 204), (152, 209), (135, 206),
    ],
    "santa-croce": [
        (6, 122), (18, 105), (70, 106), (120, 106), (120, 206), (76, 207), (22, 208), (6, 188),
    ],
}  # fmt: skip

SPOTS = {
    "cannaregio": Spot((132, 33), Box(46, 37, 192, 40)),
    "castello": Spot((338, 90), Box(286, 96, 104, 60)),
    "dorsoduro": Spot((88, 257), Box(34, 263, 100, 52)),
    "san-marco": Spot((215, 253), Box(182, 258, 80, 42)),
    "san-polo": Spot((181, 142), Box(137, 146, 88, 46)),
    "santa-croce": Spot((63, 142), Box(11, 146, 104, 47)),
}

CROSSINGS = {
    frozenset(pair.split()): Crossing(x, y, pair.split()[0], upright)
    for pair, x, y, upright in (
        ("cannaregio castello", 271, 60, False),
        ("cannaregio san-marco", 253, 98, True),
        ("cannaregio san-polo", 180, 98, True),
        ("cannaregio santa-croce", 62, 98, True),
        ("san-marco castello", 272, 178, False),
        ("san-polo san-marco", 207, 212, True),
        ("dorsoduro san-marco", 158, 275, False),
        ("santa-croce san-polo", 127, 117, False),
        ("san-polo dorsoduro", 144, 215, True),
        ("santa-croce dorsoduro", 62, 215, True),
        ("castello dorsoduro", 297, 307, True),
        ("santa-croce castello", 206, 351, False),
    )
}
"""The pairs of districts with water between them on this map. All others are joined by ferries below it."""

BANKS: dict[str, Point] = {"citra": (293, 20), "ultra": (16, 367)}
"""The place of each bank's bonus."""

FAR = frozenset(("santa-croce", "castello"))
ROUTE = "M13 200Q9 240 11 290T36 346Q50 351 70 351H330Q358 351 362 328V290"
"""The water from Santa Croce round Dorsoduro to Castello."""

_RII = (
    "M40 25q10 30 4 61M244 20q-8 22-2 68M280 180q30-12 56 2t55-6M316 182q-6 56 2 115M354 184q8 54 0 107"
    "M166 310q-6 14-2 23M270 313q-5 10 0 18"
)
_ARSENAL = "M312 198h34v-5h9v5h22q5 0 5 5v26q0 5-5 5h-65q-5 0-5-5v-26q0-5 5-5z"
_CHURCHES = "M238 331v-8h4q0-7 7-9l1-4 1 4q7 2 7 9h4v8zM22 74v-17l2.5-6 2.5 6v10h8v7z"
_GARDENS = "M374 256h0M382 262h0M373 267h0M384 250h0M380 274h0M371 278h0M376 286h0"
_WAVES = ((350, 24), (366, 32), (336, 324), (374, 328), (176, 370), (290, 370), (336, 364), (376, 354), (4, 14))


def width(name: str) -> float:
    """Estimate the width of a district's name."""
    return sum(4.2 if letter in "ijlt’ ." else 8.8 if letter.isupper() else 7.6 for letter in name)


path = partial(path_of, "rialto")


def water(height: float) -> str:
    """Draw a lagoon of this height, with shoals round the coasts."""
    shape = ground(height)
    return (
        f'<clipPath id="d-lagoon"><path d="{shape}"/></clipPath>{path("water", shape)}<g clip-path="url(#d-lagoon)">'
        f"{use('coast', kind='rialto-shoal rialto-deep')}{use('coast', kind='rialto-shoal')}</g>{WAVES}"
    )


WAVES = path("waves", ripples(_WAVES))

DEFS = define({district: rounded(corners) for district, corners in COASTS.items()}) + (
    f'<g id="d-coast">{"".join(map(use, COASTS))}</g>'
)

SCENERY = (
    '<g class="rialto-scenery" aria-hidden="true">'
    + path("rii", _RII)
    + path("basin", _ARSENAL)
    + path("gardens", _GARDENS)
    + path("marble", _CHURCHES)
    + "</g>"
)
