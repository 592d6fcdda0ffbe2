"""Our own schematic Venice: six districts round the Grand Canal, and the Doge's palace above them.

All shapes are in units of a board 400 wide. What lies in an area is put at its `Spot`.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from companion.picture.shapes import Box, Point, define, ground, path_of, ripples, rounded, use

WIDTH, HEIGHT = 400, 552


class Spot(NamedTuple):
    """Places in an area: the middle of its palace sites (name above, houses below), its votes and its boat."""

    middle: Point
    votes: Box
    boat: Point


COASTS: dict[str, list[Point]] = {
    "cannaregio": [
        (12, 160), (28, 138), (64, 131), (90, 122), (150, 119), (172, 114), (226, 116), (258, 126), (276, 150),
        (274, 196), (262, 217), (236, 218), (190, 209), (130, 201), (70, 196), (20, 190),
    ],
    "castello": [
        (282, 152), (300, 136), (340, 138), (362, 128), (384, 146), (396, 184), (397, 300), (391, 352), (397, 400),
        (390, 448), (374, 476), (352, 460), (316, 452), (282, 460),
    ],
    "san-marco": [
        (260, 248), (268, 229), (279, 224), (279, 454), (256, 466), (214, 466), (176, 459), (159, 436), (158, 396),
        (168, 369), (202, 358), (244, 353), (259, 338),
    ],
    "san-polo": [
        (127, 216), (190, 224), (226, 233), (244, 250), (246, 300), (243, 324), (226, 338), (180, 343), (150, 354),
        (127, 352),
    ],
    "santa-croce": [
        (6, 226), (24, 206), (70, 211), (124, 216), (124, 342), (84, 342), (44, 340), (16, 322), (6, 286),
    ],
    "dorsoduro": [
        (64, 345), (124, 345), (121, 376), (121, 424), (130, 454), (156, 472), (206, 482), (256, 484), (284, 496),
        (256, 507), (206, 514), (120, 514), (58, 506), (22, 482), (7, 440), (10, 406), (50, 388),
    ],
}  # fmt: skip

SPOTS = {
    "cannaregio": Spot((106, 165), Box(162, 128, 108, 72), (34, 112)),
    "castello": Spot((339, 191), Box(288, 226, 104, 70), (368, 512)),
    "san-marco": Spot((219, 397), Box(163, 428, 112, 35), (306, 500)),
    "san-polo": Spot((186, 263), Box(131, 293, 108, 45), (139, 408)),
    "santa-croce": Spot((65, 250), Box(10, 283, 112, 54), (23, 374)),
    "dorsoduro": Spot((66, 423), Box(22, 455, 106, 48), (56, 540)),
    "quarantia": Spot((200, 62), Box(98, 50, 204, 27), (357, 98)),
}

_CANAL = (
    "M-12 199H0C70 206 130 208 190 216S253 226 253 254V312Q253 342 222 346T170 354Q139 362 139 410T178 470"
    "Q220 478 300 476"
)
_RII = (
    "M36 134q10 28 6 60M282 318q20-10 38 2M282 376q30-12 56 2t54-6M334 377q-8 36-4 76M362 378q6 40 0 86"
    "M152 470q-8 20-4 44M206 482q-6 16 0 32M260 320q10 4 19 0"
)
_BRIDGES = (
    "M26 186l-1 23M118 250h14M118 330h14M273 168h15M273 250h15M273 344h15M273 430h15M100 337v13M267 211l5 20"
    "M192 459l-5 24"
)
_RIALTO = "M237 298v-5l11-9h2v-4l3-4 3 4v4h2l11 9v5h-5a11 9 0 0 0-22 0z"
_GIUDECCA = "M92 541q4-8 40-7 60 3 100 2 28 0 30 5-4 5-60 5-80 1-110-5zM296 540q2-10 20-10t20 8q0 7-20 8-18 0-20-6z"
_CHURCHES = "M236 496v-9h5q0-8 8-10l1-5 1 5q8 2 8 10h5v9zM312 538v-18l2.5-6 2.5 6v8q8 0 8 10z"
_ARSENAL = "M324 308h40v-6h10v6h8q6 0 6 6v34q0 6-6 6h-58q-6 0-6-6v-34q0-6 6-6z"
_TREES = "M378 424h0M385 432h0M376 436h0M383 443h0M374 449h0M378 459h0M371 464h0M386 415h0"
_WAVES = ((24, 30), (42, 48), (362, 24), (344, 44), (266, 524), (10, 522))
_QUAY = "M58 102h256l3 5H55z"
_TOWER = "M68 106V42h12v64zM71 37v-5q3-5 6 0v5z"
_BELFRY = "M66 42v-3h2V27h-2v-3h16v3h-2v12h2v3z"


path = partial(path_of, "doge")


_FRONT = (
    '<pattern id="d-front" width="12" height="82" x="92" y="20" patternUnits="userSpaceOnUse">'
    + path("merlon", "M.5 7 3 1l2.5 6zM6.5 7 9 1l2.5 6z")
    + path("lozenge", *(f"M6 {y}l6 6-6 6-6-6z" for y in (9, 21, 33, 45)))
    + path("hollow", "M2 82v-8q0-4 4-6 4 2 4 6v8z")
    + path("tracery", "M0 66.5h12M0 64.5q0-4 3-4t3 4q0-4 3-4t3 4")
    + "</pattern>"
)
"""The pattern on the front of the Doge's palace."""

DEFS = (
    define({area: rounded(corners) for area, corners in COASTS.items()})
    + define(
        {
            "bridges": _BRIDGES,
            "gondola": "M-20-7q5 6 11 6h18q6 0 8-6l.5-5q1-2 3-1.5l-1 1.5-.5 6Q17 5 9 5H-9Q-17 5-20-7z",
            "barge": "M-41-8q2 7 6 7h64q6 0 8-6l1-6q1-2 3-1.5l-1.5 2-.5 7Q38 6 29 6h-62q-7 0-8-14z",
        }
    )
    + f'<g id="d-coast">{"".join(map(use, COASTS))}</g>'
    + _FRONT
)

WATER = (
    path("water", ground(HEIGHT))
    + use("coast", kind="doge-shoal doge-deep")
    + use("coast", kind="doge-shoal")
    + path("canal", _CANAL)
    + path("islet", _GIUDECCA)
    + path("waves", ripples(_WAVES))
    + path("stone", _QUAY)
    + path("belfry", _BELFRY)
    + path("tower", _TOWER)
    + path("spire", "M68 24 74 4l6 20z")
)

PALACE_FRONT = "M92 20h216v82H92z"
PALACE = (
    path("wall", "M92 27h216v75H92z")
    + f'<path fill="url(#d-front)" d="{PALACE_FRONT}"/>'
    + path("land doge-front", "M92 27h216v75H92z")
)

SCENERY = (
    '<g class="doge-scenery">'
    + path("rii", _RII)
    + path("basin", _ARSENAL)
    + path("trees", _TREES)
    + use("bridges", kind="doge-bridge")
    + use("bridges", kind="doge-deck")
    + path("stone", _CHURCHES, _RIALTO)
    + "</g>"
)
