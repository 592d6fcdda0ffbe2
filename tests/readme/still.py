"""The box on a table, from above, as SVG: the lid of the case to scale, the dots of a real screen in its window."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from PIL import Image

from companion.picture.colours import SIGNS
from tests.firmware.boxes import TestBox
from tests.readme.motion import DOGE, put

WIDTH, HEIGHT = 1200, 540
MM = 9.6
"""Dots of the picture to a millimetre of the case."""
LID = (70, 35)
LEFT, TOP = 264, 92
WINDOW, WINDOW_AT = (31, 16.5), (35, 19)
LIT = 29.4
STICK = (11, 19)
POWER = 56.5
BUTTONS = ((57.5, 15.5), (62, 23))

STYLE = """
.table{fill:#c79a6b}.plank{fill:none;stroke:#b3865a;stroke-width:2}.grain{fill:none;stroke:#bd9063;stroke-width:1.4}
.paper{fill:#f6efdf;stroke:#d8cbb0;stroke-width:1.5}.sea{fill:#b9d6dc}.land{fill:#f4ecd8;stroke:#a8977a;stroke-width:1.6}
.shade{fill:#3b2412;opacity:.28}.ink{fill:#4a3d2f}.line{stroke:#2b2622;stroke-width:1}
.red{fill:#c0392b}.blue{fill:#1f4f9c}.yellow{fill:#e3b23c}.green{fill:#2c7f62}.sign{fill:#fffdf8}
.yellow+.sign{fill:#2b2622}
.lid{fill:#7a1f2b}.edge{fill:#5c1620}.shine{fill:#8d2c39}.ring{fill:none;stroke:#d8c398;stroke-width:4}
.glass{fill:#06080c}.frame{fill:#1a1d22}.dots{fill:#c4e4ff}.cap{fill:#f6e7c8}.under{fill:#3f0f16}
.cable{fill:none;stroke:#2a2522;stroke-width:13;stroke-linecap:round}.name{fill:#d9a9a0}
text{font:600 15px Georgia,"Times New Roman",serif;letter-spacing:5px;text-anchor:middle}
.card text{font:700 22px Georgia,serif;letter-spacing:0}
@media (prefers-color-scheme:dark){
.table{fill:#4a3526}.plank{stroke:#3d2b1e}.grain{stroke:#443022}.paper{fill:#ded3ba;stroke:#a99b7d}.sea{fill:#5b8088}
.land{fill:#cfc3a6;stroke:#6d6049}.shade{fill:#000;opacity:.4}.lid{fill:#6d1b26}.shine{fill:#7b2531}
}
"""
HOUSE = "M-13 14V-1L0-15 13-1V14z"
PALACE = "M-19 19v-38h7.6v6.6h7.6v-6.6h7.6v6.6h7.6v-6.6h7.6v38z"
CARD = "M-31-46h62q5 0 5 5v82q0 5-5 5h-62q-5 0-5-5v-82q0-5 5-5z"
ISLANDS = (
    "M70 60q60-30 130-12 60-8 96 22 8 50-34 66-60 6-96-6-64 14-100-14-18-32 4-56z",
    "M60 176q60-18 118 6 40 10 36 60-6 44-44 52-70 16-108-18-24-60-2-100z",
    "M236 190q60-20 110 2 34 60 6 124-40 50-92 30-40-20-36-78 0-50 12-78z",
    "M70 352q70-26 150 2 60 10 92 42-30 36-110 34-90 6-138-22-16-30 6-56z",
)
BUILT = (
    (HOUSE, 118, 132, "red"),
    (HOUSE, 152, 126, "red"),
    (HOUSE, 206, 120, "blue"),
    (HOUSE, 96, 262, "yellow"),
    (HOUSE, 60, 292, "blue"),
    (PALACE, 168, 276, "yellow"),
    (PALACE, 108, 424, "blue"),
    (HOUSE, 186, 442, "green"),
)
UNBUILT = (
    (HOUSE, 1140, 330, "green", 12),
    (HOUSE, 1166, 366, "green", -20),
    (HOUSE, 1128, 388, "green", 34),
    (HOUSE, 1004, 470, "red", -8),
    (HOUSE, 1048, 484, "red", 24),
    (PALACE, 1118, 476, "green", 6),
)


def main(path: Path) -> None:
    path.write_text("".join(drawing(screen())), "utf-8")


def screen() -> Image.Image:
    """Return the box's screen when an area has been counted."""
    with tempfile.TemporaryDirectory() as folder:
        box = TestBox(Path(folder))
        put(box, DOGE, tellings=1)
        glass = box.glass()
        box.close()
    return glass


def drawing(glass: Image.Image) -> Iterator[str]:
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
    yield "<title>Ballottino on a table, among cards and houses</title>"
    yield f"<style>{STYLE}</style>"
    yield f'<clipPath id="t"><rect width="{WIDTH}" height="{HEIGHT}" rx="26"/></clipPath><g clip-path="url(#t)">'
    yield from table()
    yield from board()
    yield from pieces()
    yield from box(glass)
    yield "</g></svg>\n"


def rect(kind: str, x: float, y: float, width: float, height: float, corner: float = 0) -> str:
    size = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<rect class="{kind}" {size} rx="{corner}"/>'


def circle(kind: str, x: float, y: float, radius: float) -> str:
    return f'<circle class="{kind}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'


def table() -> Iterator[str]:
    yield rect("table", 0, 0, WIDTH, HEIGHT)
    for n, y in enumerate(range(0, HEIGHT, 135)):
        yield f'<path class="plank" d="M0 {y}h{WIDTH}M{380 + 260 * (n % 3)} {y}v135"/>'
        for m in range(4):
            start = 70 + 290 * m + 90 * (n % 2)
            yield f'<path class="grain" d="M{start} {y + 34 + 22 * (m % 3)}q70-{8 + 3 * n} 150 2t90 1"/>'


def board() -> Iterator[str]:
    """A corner of a board, with Venice on it."""
    yield '<g transform="translate(-60 48)rotate(-7)">'
    yield rect("shade", 8, 12, 430, 520, 8)
    yield rect("paper", 0, 0, 430, 520, 8)
    yield rect("sea", 16, 16, 398, 488)
    yield from (f'<path class="land" d="{island}"/>' for island in ISLANDS)
    yield "</g>"
    for shape, x, y, colour in BUILT:
        yield piece(shape, x, y, colour, -7)


def pieces() -> Iterator[str]:
    """Draw the other side of the table: ballots, face up and face down, and unbuilt palaces."""
    sign = SIGNS["green"]
    for x, y, turn, value in ((1020, 156, -16, 3), (1068, 146, -3, 2), (1118, 152, 11, 1)):
        corners = f'<text class="ink" x="-22" y="-24">{value}</text><text class="ink" x="22" y="38">{value}</text>'
        yield card(x, y, turn, f'{corners}<path class="green" transform="scale(3)" d="{sign}"/>', "paper")
    for x, y, turn in ((1046, 346, 8), (1062, 350, 15)):
        yield card(x, y, turn, f'<path class="sign" transform="scale(3.4)" d="{sign}"/>', "green")
    for shape, x, y, colour, turn in UNBUILT:
        yield piece(shape, x, y, colour, turn)


def card(x: float, y: float, turn: float, face: str, kind: str) -> str:
    lying = f'<path class="shade" transform="translate(3 5)" d="{CARD}"/><path class="{kind} line" d="{CARD}"/>'
    return f'<g class="card" transform="translate({x} {y})rotate({turn})">{lying}{face}</g>'


def piece(shape: str, x: float, y: float, colour: str, turn: float) -> str:
    """A wooden piece with its colour's sign."""
    wood = f'<path class="shade" transform="translate(3 5)" d="{shape}"/><path class="{colour} line" d="{shape}"/>'
    sign = f'<path class="sign" transform="translate(0 4)scale(1.5)" d="{SIGNS[colour]}"/>'
    return f'<g transform="translate({x} {y})rotate({turn})">{wood}{sign}</g>'


def box(glass: Image.Image) -> Iterator[str]:
    """Draw the lid with its window, the stick and the two buttons; and a cable to the power."""
    width, height = (round(side * MM) for side in LID)
    yield f'<path class="cable" d="M{LEFT + POWER * MM:.0f} {TOP + height - 6}q6 60-30 120"/>'
    yield f'<g transform="translate({LEFT} {TOP})">'
    yield rect("shade", 10, 16, width, height, 30)
    yield rect("edge", 0, 5, width, height, 30)
    yield rect("shine", 0, 0, width, height - 4, 30)
    yield rect("lid", 0, 6, width, height - 10, 28)
    yield f'<text class="name" x="{WINDOW_AT[0] * MM:g}" y="62">BALLOTTINO</text>'
    yield from window(glass)
    x, y = (side * MM for side in STICK)
    yield circle("under", x, y, 54) + circle("shade", x + 4, y + 7, 38)
    yield circle("cap", x, y, 38) + circle("ring", x, y, 24)
    for x, y in ((x * MM, y * MM) for x, y in BUTTONS):
        yield circle("under", x, y, 28) + circle("cap", x, y - 2, 24)
    yield "</g>"


def window(glass: Image.Image) -> Iterator[str]:
    x, y = (round((at - side / 2) * MM, 1) for at, side in zip(WINDOW_AT, WINDOW, strict=True))
    width, height = (round(side * MM, 1) for side in WINDOW)
    yield rect("frame", x - 8, y - 8, width + 16, height + 16, 9)
    yield rect("glass", x, y, width, height, 3)
    dot = LIT * MM / glass.width
    left, top = x + (width - glass.width * dot) / 2, y + (height - glass.height * dot) / 2
    yield f'<path class="dots" transform="translate({left:.1f} {top:.1f})scale({dot:.4f})" d="{dots(glass)}"/>'


def dots(glass: Image.Image) -> str:
    """Every lit dot, a run of them at a time."""
    path = ""
    for y in range(glass.height):
        row = [bool(glass.getpixel((x, y))) for x in range(glass.width)]
        x = 0
        for lit, run in groupby(row):
            length = len(list(run))
            if lit:
                path += f"M{x} {y}h{length}v1h-{length}z"
            x += length
    return path
