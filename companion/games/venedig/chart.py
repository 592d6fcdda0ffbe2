"""The map for a small screen or a terminal: every hex with what lies there."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from companion.games.venedig.rules.hexes import spot
from companion.games.venedig.rules.kinds import BASILICA, CAMPO, CASA, PALAZZO, PONTE
from companion.games.venedig.rules.pieces import Pieces
from companion.screen.maps import Chart

SIGNS = {CASA: "^", PALAZZO: "H", CAMPO: "o", BASILICA: "+", PONTE: "="}
"""A roof, two floors, a square, a cross, a deck."""


def hex_chart(pieces: Pieces, chosen: Collection[str]) -> Chart:
    """From the first row and column that have a hex to the last."""
    spots = [spot(name) for name in pieces.plan.hexes]
    rows = [chr(ord("A") + row) for row in between(row for row, _ in spots)]
    columns = [str(column + 1) for column in between(column for _, column in spots)]
    return Chart(
        rows,
        columns,
        marks={name: SIGNS[lies] for name, lies in pieces.lies.items() if lies in SIGNS},
        shaded=pieces.swamps(),
        shifted=[row for row in rows if spot(f"{row}1")[0] % 2],
        areas=pieces.plan.island,
        chosen=chosen,
        told={name: (("island", pieces.plan.island[name]), ("lies", lies)) for name, lies in pieces.lies.items()},
    )


def between(numbers: Iterable[int]) -> range:
    """All numbers from the least to the most of these."""
    known = list(numbers)
    return range(min(known), max(known) + 1)
