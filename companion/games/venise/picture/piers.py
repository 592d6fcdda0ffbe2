"""Piles as they are drawn: plain ones and starts, walls with their two sides, bridges with the level below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import atan2, degrees
from typing import Any

from companion.games.venise.picture.spots import Spots, leaning, point, wall_angle
from companion.games.venise.picture.tokens import bar, placed
from companion.games.venise.rules.geometry import BRIDGE, STEPS, UNDER
from companion.games.venise.rules.piles import START, WALL
from companion.picture.shapes import define, number, use

Pile = Mapping[str, Any]

_OCTAGON = "M-7.3-17.6H7.3L17.6-7.3V7.3L7.3 17.6H-7.3L-17.6 7.3V-7.3z"
_INNER = "M-5.8-14H5.8L14-5.8V5.8L5.8 14H-5.8L-14 5.8V-5.8z"
_ROUND_IT = ((0, -13.6), (13.6, 0), (0, 13.6), (-13.6, 0))
_ROUND = "M-{r} 0a{r} {r} 0 0 0 {d} 0 {r} {r} 0 0 0-{d} 0z"


def _circle(radius: float) -> str:
    return _ROUND.format(r=number(radius), d=number(radius * 2))


DEFS = (
    define(
        {
            "octagon": _OCTAGON,
            "inner": _INNER,
            "spot": _circle(8),
            "dot": _circle(2.6),
            "halo": _circle(13.5),
            "deck": bar(41, 17),
            "rail": "M-6.4-16h12.8",
            "wall": bar(42, 6.4),
            "bricks": "M-19 0h38M-13-3v3M-5-3v3M3-3v3M11-3v3M-9 0v3M-1 0v3M7 0v3M15 0v3",
            "stairs": "M-17.5-5.5v11M-14-5.5v11M17.5-5.5v11M14-5.5v11",
            "parapet": "M-20.5-7.2h41M-20.5 7.2h41",
        }
    )
    + f'<g id="d-pile">{use("octagon", kind="venise-ripple")}{use("octagon", 0, 3, "venise-foot")}'
    + f"{use('octagon', kind='venise-top')}</g>"
    + f'<g id="d-stone">{use("pile")}{use("inner", kind="venise-joint")}</g>'
    + f'<g id="d-arch">{use("deck", 0, 0, "venise-deck")}{use("stairs", kind="venise-joint")}'
    + f"{use('parapet', kind='venise-parapet')}</g>"
    + f'<g id="d-fence">{use("wall", kind="venise-wall")}{use("bricks", kind="venise-mortar")}</g>'
)


def berth(colour: str) -> str:
    """Draw the ring that makes a pile the start of a colour, with its sign all round."""
    signs = "".join(placed(f"sign-{colour}", at, kind="venise-sign", scale=0.62) for at in _ROUND_IT)
    return f'<g id="d-berth-{colour}" class="venise-{colour}">{use("inner", kind="venise-berth")}{signs}</g>'


def pile(data: Pile, starts: Mapping[str, str]) -> Iterator[str]:
    """Draw a pile on its point. `starts` has the colour of each start pile."""
    at = point(data["at"])
    cells = list(data["cells"].values())
    if len(cells) == 1:
        yield use("stone", *at)
        if data["kind"] == START and (colour := starts.get(data["at"])):
            yield use(f"berth-{colour}", *at)
        return
    yield use("pile", *at)
    closed = set(STEPS) - {way for cell in cells for way in cell}
    if data["kind"] == WALL:
        angle = round(wall_angle(cells))
        closed = {way for way in closed if abs((turn(way) - angle + 90) % 180 - 90) > 23}
        yield f'<use href="#d-fence" transform="translate({number(*at)})rotate({angle})"/>'
    else:
        angle = turn(data["cells"][f"{data['at']}.{BRIDGE}"][0])
        yield use("octagon", *at, kind="venise-below")
        yield placed("arch", at, angle)
    for way in sorted(closed):
        yield placed("rail", at, turn(way) + 90, "venise-rail")


def turn(way: str) -> int:
    """Return the angle of a direction, measured from east towards south."""
    x, y = leaning([way])
    return round(degrees(atan2(y, x)))


def touched(cell: str, data: Pile, spots: Spots) -> str:
    """Draw the mark of a cell that can be tapped, over a wider area for thumbs."""
    at = spots.middle(cell)
    if len(data["cells"]) == 1:
        return f"{use('octagon', *at, kind='venise-touch')}{use('octagon', *at, kind='venise-mark')}"
    if cell.endswith(f".{UNDER}"):
        halves = spots.halves[cell]
        return "".join(
            use(shape, *half, kind=f"venise-{kind}")
            for shape, kind in (("halo", "touch"), ("spot", "mark"))
            for half in halves
        )
    if data["kind"] == BRIDGE:
        angle = turn(data["cells"][cell][0])
        return f"{placed('deck', at, angle, 'venise-touch')}{placed('deck', at, angle, 'venise-mark')}"
    return f"{use('halo', *at, kind='venise-touch')}{use('spot', *at, kind='venise-mark')}"
