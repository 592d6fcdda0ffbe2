"""The banks of the canal: palaces under their sky on the far side, the near quay with its poles and a gondola."""

from __future__ import annotations

from collections.abc import Iterable

from companion.picture.shapes import define, ground, number, use

WIDTH = 400
TOP, BOTTOM = 58, 30
"""Height of the banks above and below the water on which the piles stand."""

_LINE = 46
_BAY, _STOREY = 11, 15
_PALACES = ((5, 2, "rose"), (4, 1, "plaster"), (6, 2, "ochre"), (3, 1, "rose"), (5, 2, "cream"), (6, 1, "clay"),
            (3, 2, "plaster"), (4, 1, "ochre"))  # fmt: skip
"""The palaces from west to east: width in bays, height in storeys, and plaster."""

_BEHIND = (
    "M62 31V15l5-10 5 10v16z"
    "M180 31v-8q0-9 11-11l1-5 1 5q11 2 11 11v8z"
    "M258 31v-6q0-8 9-9l1-4 1 4q9 1 9 9v6zM280 31v-5q0-6 7-7l.7-3 .7 3q7 1 7 7v5z"
    "M368 31V17l4.5-9 4.5 9v14z"
)
_STARS = "M20 9h0M92 6h0M118 12h0M150 7h0M216 5h0M240 13h0M316 9h0M352 6h0M388 12h0M52 14h0"
_HULL = "M-36-7q5 9 16 9h34q12 0 16-9l1-7q1.6-1.6 4-.6l-1.6 2.2-.4 6Q31 7 15 7h-36q-14 0-19-12 1.6-2.4 4-2z"
_SEAT = "M-7-1q0-5 5-5h8v5z"


def _windows() -> str:
    """Draw lancet windows in two storeys; by night some are lit."""
    lit = {(0, 1), (2, 0), (1, 1)}
    panes = []
    for column in range(4):
        for row in range(2):
            x, y = column * _BAY + 3, row * _STOREY + 13
            kind = "lit" if (column, row) in lit else "pane"
            panes.append(f'<path class="venise-{kind}" d="M{x} {y}V{y - 7}q0-2 2.5-4 2.5 2 2.5 4v7z"/>')
    return (
        f'<pattern id="d-windows" width="{_BAY * 4}" height="{_STOREY * 2}" x="2" y="{_LINE - 2 * _STOREY}"'
        f' patternUnits="userSpaceOnUse">{"".join(panes)}</pattern>'
    )


def _palaces() -> str:
    drawn = []
    x = 2
    for bays, storeys, plaster in _PALACES:
        width, height = bays * _BAY, storeys * _STOREY + 2
        house = f"M{x} {_LINE}v-{height}h{width}v{height}z"
        drawn += [
            f'<path class="venise-{plaster}" d="{house}"/><path fill="url(#d-windows)" d="{house}"/>',
            f'<path class="venise-roof" d="M{x - 1} {_LINE - height}l3-4h{width - 4}l3 4z"/>',
        ]
        x += width
    return "".join(drawn)


DEFS = (
    _windows()
    + define({"hull": _HULL, "stripes": "M-2-22h4v3h-4zM-2-16h4v3h-4zM-2-10h4v3h-4zM-2-4h4v3h-4z"})
    + '<g id="d-pole"><path class="venise-pole" d="M-2 6v-30q2-3 4 0v30z"/>'
    + f"{use('stripes', kind='venise-stripe')}</g>"
    + '<pattern id="d-waves" width="64" height="26" patternUnits="userSpaceOnUse">'
    + '<path class="venise-waves" d="M6 8q4-3 8 0t8 0M38 20q4-3 8 0t8 0"/></pattern>'
    + f'<g id="d-palaces">{_palaces()}</g>'
)


def banks(height: float, columns: Iterable[tuple[str, float]], rows: Iterable[tuple[str, float]]) -> str:
    """Draw the background: sky, palaces, water and quays, with the names of columns and rows."""
    bottom = TOP + height + BOTTOM
    return "".join(
        (
            f'<clipPath id="d-frame"><path d="{ground(bottom)}"/></clipPath>',
            '<g clip-path="url(#d-frame)" aria-hidden="true">',
            '<path class="venise-sky" d="M0 0h400v48H0z"/>',
            f'<path class="venise-star" d="{_STARS}"/><path class="venise-moon" d="M318 15a7.5 7.5 0 1 1-9-7.3'
            ' 6 6 0 0 0 9 7.3z"/>',
            f'<path class="venise-behind" d="{_BEHIND}"/>{use("palaces")}',
            f'<path class="venise-water" d="M0 {_LINE}h400V{number(bottom)}H0z"/>',
            f'<path class="venise-deep" d="M0 {TOP}h400v10q-50 7-100 0t-100 0-100 0-100 0z"/>',
            f'<path class="venise-shine" d="{_reflections()}"/>',
            f'<path fill="url(#d-waves)" d="M0 {TOP + 12}h400V{number(bottom - 8)}H0z"/>',
            f'<path class="venise-quay" d="M0 {_LINE}h400v11H0zM0 {number(bottom - 8)}h400v8H0z"/>',
            f'<path class="venise-kerb" d="M0 {_LINE + 11}h400M0 {number(bottom - 8)}h400"/>',
            *(use("pole", x, bottom - 6) for x in (14, 24, 286, 386)),
            f'<g transform="translate(338 {number(bottom - 15)})">{use("hull", kind="venise-hull")}'
            f'<path class="venise-stripe" d="{_SEAT}"/></g>',
            '<g class="venise-rim">',
            *(f'<text x="{number(x)}" y="{_LINE + 9.5}">{name}</text>' for name, x in columns),
            *(f'<text class="venise-row" x="9" y="{number(y + 4)}">{name}</text>' for name, y in rows),
            "</g></g>",
        )
    )


def _reflections() -> str:
    """Draw the palaces' light on the water below them."""
    path = []
    x = 2
    for bays, storeys, _ in _PALACES:
        middle = x + bays * _BAY / 2
        path.append(f"M{number(middle - 9)} {TOP + 4}h18M{number(middle - 6)} {TOP + 8}h12")
        path.append(f"M{number(middle - 3)} {TOP + 12}h6" if storeys > 1 else "")
        x += bays * _BAY
    return "".join(path)
