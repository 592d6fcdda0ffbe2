"""The podium of a finished game as an inline SVG: stands of Istrian stone, the winner between branches of laurel.

Its colours are in the style sheets, because the content policy allows no inline style.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from companion.picture.colours import SIGNS

COLUMN, GAP = 84.0, 6.0
"""Width of a stand, and the gap to the next."""
ABOVE, BELOW = 128.0, 16.0
"""Room above the highest stand, and for the water below."""
STEPS = {1: 118.0, 2: 88.0, 3: 66.0, 4: 50.0, 5: 38.0}
"""Height of a stand by its place, where up to three stand."""
THREE = 3 * (COLUMN + GAP)
NUMERALS = {1: "I", 2: "II", 3: "III", 4: "IV", 5: "V"}
EM = 15.0
"""Size of the letters of a name."""
WIDE, NARROW = "MWmw@%QOGÂÀŒ", "iljtfrI'.,-1 "
LEAVES = 6
LEAF = "M0 0q3.4-2.4 9.5 0q-6.1 2.4-9.5 0z"


class Stand(NamedTuple):
    """The people on one step of the podium, their place, and their points."""

    place: int
    name: str
    colour: str
    points: str
    """The first tally, as a number."""
    beside: str = ""
    """The figures that broke a tie, if any did."""


def podium(stands: Sequence[Stand], title: str, *, won: bool = True) -> Markup:
    """Draw the podium, best first; without a winner nobody is crowned. `title` describes it in words."""
    width = len(stands) * (COLUMN + GAP) + GAP
    steps = {place: height * max(1.0, width / THREE) for place, height in STEPS.items()}
    foot = ABOVE + steps[1]
    parts = [
        _stand(
            stand, GAP + place * (COLUMN + GAP), foot - steps[stand.place], foot, is_first=won and stand.place == 1
        )
        for place, stand in enumerate(from_the_middle(stands))
    ]
    drawing = Markup(
        '<svg class="podium" viewBox="0 0 {:.0f} {:.0f}" preserveAspectRatio="xMidYMax" role="img" aria-label="{}">'
    )
    return (
        drawing.format(width, foot + BELOW, title) + Markup("").join([*parts, _water(width, foot)]) + Markup("</svg>")
    )


def from_the_middle(stands: Sequence[Stand]) -> list[Stand]:
    """Return the stands as they are lined up: the best in the middle, the others to its left and right in turn."""
    return [*stands[1::2][::-1], *stands[0::2]]


def _stand(stand: Stand, left: float, top: float, foot: float, *, is_first: bool) -> Markup:
    middle = left + COLUMN / 2
    shape = Markup('<path class="stone" d="M{0:.1f} {1:.1f}V{2:.1f}H{3:.1f}V{1:.1f}z"/>')
    cap = Markup('<path class="cap" d="M{:.1f} {:.1f}h{:.1f}v6h-{:.1f}z"/>')
    parts = [
        shape.format(left + 3, foot, top + 6, left + COLUMN - 3),
        Markup('<path class="niche" d="{}"/>').format(_arch(middle, top + 16, foot - 4)),
        cap.format(left, top, COLUMN, COLUMN),
        _text("numeral", middle, (top + 16 + foot) / 2 + 8, NUMERALS[stand.place]),
        _text("points", middle, top - 10, stand.points),
        _text("beside", middle, top - 32, stand.beside),
        _name(stand.name, middle, top - (46 if stand.beside else 34)),
    ]
    head = top - (88 if stand.beside else 76) + (0 if is_first else 12)
    if is_first:
        parts.append(_laurel(middle, head))
    sign = Markup('<path class="mark {}" transform="translate({:.1f} {:.1f}) scale({})" d="{}"/>')
    parts.append(sign.format(stand.colour, middle, head, 2.4, SIGNS.get(stand.colour, SIGNS["red"])))
    return Markup('<g class="{}">').format("first" if is_first else "other") + Markup("").join(parts) + Markup("</g>")


def _arch(middle: float, top: float, foot: float) -> str:
    """Return a Gothic arch as along the Grand Canal: straight below, an ogee above; low stands have a plain one."""
    half = COLUMN / 2 - 16
    rise = min(24.0, (foot - top) * 0.6)
    return (
        f"M{middle - half:.1f} {foot:.1f}V{top + rise:.1f}"
        f"c0-{rise * 0.55:.1f} {half * 0.7:.1f}-{rise * 0.35:.1f} {half:.1f}-{rise:.1f}"
        f"c{half * 0.3:.1f} {rise * 0.65:.1f} {half:.1f} {rise * 0.45:.1f} {half:.1f} {rise:.1f}V{foot:.1f}z"
    )


def _name(name: str, middle: float, line: float) -> Markup:
    """Write a name; one that is wider than its stand is pressed together."""
    if ems(name) * EM <= COLUMN:
        return _text("name", middle, line, name)
    pressed = Markup(
        '<text class="name" x="{:.1f}" y="{:.1f}" textLength="{:.0f}" lengthAdjust="spacingAndGlyphs">{}</text>'
    )
    return pressed.format(middle, line, COLUMN, name)


def ems(text: str) -> float:
    """Return about how wide a text is, in ems of a bold system font.

    >>> ems("Anna") < ems("WWWW")
    True
    """
    return sum(0.95 if letter in WIDE else 0.36 if letter in NARROW else 0.66 for letter in text)


def _text(kind: str, x: float, y: float, text: str) -> Markup:
    return Markup('<text class="{}" x="{:.1f}" y="{:.1f}">{}</text>').format(kind, x, y, text) if text else Markup("")


def _laurel(x: float, y: float) -> Markup:
    """Draw two branches round the winner's sign, open at the top."""
    leaves = []
    for side in (-1, 1):
        for number in range(LEAVES):
            angle = 66 - number * 23
            at_x, at_y = 20 * math.cos(math.radians(angle)), 20 * math.sin(math.radians(angle))
            for turn in (-32, 32):
                leaves.append(
                    f'<path d="{LEAF}" transform="scale({side} 1) translate({at_x:.1f} {at_y:.1f})'
                    f' rotate({angle - 90 + turn})"/>'
                )
    drawn = Markup("".join(leaves))
    return Markup('<g class="laurel" transform="translate({:.1f} {:.1f})">{}</g>').format(x, y, drawn)


def _water(width: float, foot: float) -> Markup:
    """Draw the quay's edge and two lines of ripples."""
    ripples = "".join(
        f"M{start:.0f} {foot + 5 + line * 6:.0f}" + "q4-3.4 8 0t8 0" * 2
        for line in (0, 1)
        for start in range(4 + line * 22, int(width) - 30, 56)
    )
    quay = Markup('<path class="quay" d="M0 {:.1f}H{:.1f}"/>').format(foot, width)
    return quay + Markup('<path class="ripples" d="{}"/>').format(ripples)
