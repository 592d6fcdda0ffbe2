"""Our own schematic lagoon: six districts round the Grand Canal, La Giudecca, and the two islands.

All shapes are in units of a board 400 wide. What is in a zone is put at its `Spot`.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from companion.picture.shapes import Box, Point, define, ground, path_of, ripples, rounded, use

HEIGHT = 344


class Spot(NamedTuple):
    """Places in a zone: its name, and room for its pigeons."""

    name: Point
    room: Box


COASTS: dict[str, list[Point]] = {
    "cannaregio": [
        (8, 44), (14, 24), (42, 22), (60, 13), (100, 10), (150, 13), (176, 8), (218, 12), (240, 24), (248, 46),
        (246, 74), (232, 86), (190, 84), (130, 80), (70, 78), (16, 74),
    ],
    "castello": [
        (262, 96), (276, 78), (318, 80), (344, 74), (374, 80), (392, 100), (396, 150), (390, 186), (396, 208),
        (388, 236), (364, 244), (346, 230), (312, 224), (264, 230), (262, 180),
    ],
    "dorsoduro": [
        (8, 186), (56, 180), (118, 181), (137, 186), (134, 212), (141, 236), (160, 250), (200, 257), (226, 266),
        (200, 271), (120, 273), (50, 269), (16, 253), (6, 222),
    ],
    "giudecca": [
        (66, 306), (78, 293), (110, 290), (126, 294), (176, 290), (206, 294), (242, 292), (254, 308), (248, 328),
        (204, 336), (130, 338), (86, 336), (68, 325),
    ],
    "san-marco": [
        (240, 112), (246, 96), (256, 92), (257, 228), (240, 246), (202, 247), (164, 241), (148, 226), (146, 202),
        (156, 186), (196, 180), (228, 174), (240, 160),
    ],
    "san-polo": [
        (124, 93), (190, 97), (218, 101), (229, 116), (228, 150), (214, 165), (176, 170), (150, 178), (124, 174),
    ],
    "santa-croce": [
        (6, 110), (16, 90), (70, 90), (118, 92), (118, 174), (60, 173), (18, 172), (6, 150),
    ],
    "san-giorgio": [
        (272, 274), (296, 260), (352, 262), (384, 268), (394, 290), (389, 322), (352, 332), (298, 331), (271, 318),
        (266, 294),
    ],
    "san-michele": [
        (274, 14), (300, 9), (350, 11), (386, 9), (393, 32), (390, 60), (340, 63), (286, 61), (271, 46),
    ],
}  # fmt: skip

SPOTS = {
    "cannaregio": Spot((128, 32), Box(18, 37, 222, 40)),
    "castello": Spot((330, 102), Box(269, 109, 122, 66)),
    "dorsoduro": Spot((72, 203), Box(12, 208, 122, 52)),
    "giudecca": Spot((162, 307), Box(72, 310, 178, 26)),
    "san-marco": Spot((201, 199), Box(150, 202, 105, 42)),
    "san-polo": Spot((180, 116), Box(127, 121, 95, 44)),
    "santa-croce": Spot((62, 111), Box(10, 117, 104, 50)),
    "san-giorgio": Spot((326, 282), Box(272, 285, 116, 44)),
    "san-michele": Spot((332, 27), Box(278, 31, 108, 28)),
}

EDGE: Point = (32, 322)
"""The place of the boat in which the grey pigeons wait."""

_BOAT = "M-25-9q4 9 12 9h28q7 0 9-8l.6-6q1-2.4 3.4-1.8l-1.6 2-.4 7Q24 9 15 9h-28q-10 0-12-18z"
_BRIDGES = (
    "M70 74v20M115 112h12M115 160h12M46 168v18M94 168v18M238 86l12 14M252 118h14M252 166h14M252 212h14M186 166l-4 20"
)
_RIALTO = "M221 140v-4l9-7h1.5v-3l3-3.5 3 3.5v3h1.5l9 7v4h-4a9 7 0 0 0-19 0z"
_ARSENAL = "M302 186h34v-5h9v5h28q5 0 5 5v19q0 5-5 5h-71q-5 0-5-5v-19q0-5 5-5z"
_CHURCHES = (
    "M188 269v-7h4q0-6 6-8l1-4 1 4q6 2 6 8h4v7z"
    "M216 300v-7h4q0-6 6-8l1-4 1 4q6 2 6 8h4v7z"
    "M368 271v-17l2.5-7 2.5 7v8q8 0 8 9z"
)
_GARDENS = "M372 224h0M380 229h0M372 234h0M384 220h0M379 238h0"
_CYPRESSES = "M279 19v8M285 16v5M387 17v8M381 15v5"
_WAVES = ((256, 70), (14, 283), (112, 281), (240, 279), (250, 256), (372, 256), (10, 10), (254, 12))


DECK = f'<path class="venezia-touch" d="M{EDGE[0] - 31:g} {EDGE[1] - 34:g}h62v46h-62z"/>'
"""The whole boat with its load, to be tapped."""


def width(name: str) -> float:
    """Estimate the width of a zone's name."""
    return sum(4.6 if letter in "ijlt’ " else 9.5 if letter.isupper() else 8.3 for letter in name)


path = partial(path_of, "venezia")


DEFS = (
    define({zone: rounded(corners) for zone, corners in COASTS.items()})
    + define({"bridges": _BRIDGES, "boat": _BOAT, "water": ground(HEIGHT)})
    + f'<clipPath id="d-lagoon">{use("water")}</clipPath>'
    + f'<g id="d-coast">{"".join(map(use, COASTS))}</g>'
)

WATER = (
    use("water", kind="venezia-water")
    + '<g clip-path="url(#d-lagoon)">'
    + use("coast", kind="venezia-shoal venezia-deep")
    + use("coast", kind="venezia-shoal")
    + "</g>"
    + path("waves", ripples(_WAVES))
)

SCENERY = (
    '<g class="venezia-scenery" aria-hidden="true">'
    + path("basin", _ARSENAL)
    + path("gardens", _GARDENS)
    + path("gardens venezia-cypress", _CYPRESSES)
    + use("bridges", kind="venezia-bridge")
    + use("bridges", kind="venezia-deck")
    + path("marble", _CHURCHES, _RIALTO)
    + "</g>"
)
