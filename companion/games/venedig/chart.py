"""The map for a small screen or a terminal: every hex with what is on it."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.venedig.rules.board import spot
from companion.games.venedig.rules.kinds import BASILICA, CAMPO, CASA, PALAZZO, PONTE
from companion.games.venedig.rules.state import State
from companion.screen.maps import Chart

SIGNS = {CASA: "^", PALAZZO: "H", CAMPO: "o", BASILICA: "+", PONTE: "="}
"""A roof, two floors, a square, a cross, a deck."""


def hex_chart(game: State, of: str) -> Chart | None:
    """Chart the map from its first row and column with a hex to its last, if hexes are asked for and known."""
    pieces = game.pieces
    if of != "hex" or not pieces.mapped:
        return None
    spots = [spot(name) for name in pieces.plan.hexes]
    rows = [chr(ord("A") + row) for row in span(row for row, _ in spots)]
    columns = [str(column + 1) for column in span(column for _, column in spots)]
    return Chart(
        rows,
        columns,
        marks={name: SIGNS[what] for name, what in pieces.ground.items() if what in SIGNS},
        shaded=pieces.swamps(),
        shifted=[row for row in rows if spot(f"{row}1")[0] % 2],
        areas=pieces.plan.island,
        chosen=game.chosen,
        told={name: (("island", pieces.plan.island[name]), ("lies", what)) for name, what in pieces.ground.items()},
    )


def span(numbers: Iterable[int]) -> range:
    """Return the range from the least of these numbers to the greatest, both included."""
    known = list(numbers)
    return range(min(known), max(known) + 1)
