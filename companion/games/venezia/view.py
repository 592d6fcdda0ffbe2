"""The views of Venezia, and the Piazza as a small screen draws it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.venezia.rules.dials import HUNTER, TOURIST, Figures
from companion.games.venezia.rules.grid import COLUMNS, ROWS, caught, hunting_ground, targets
from companion.games.venezia.rules.pieces import ZONES
from companion.games.venezia.rules.planning import shown
from companion.games.venezia.rules.state import State
from companion.screen.maps import Chart
from companion.steps import TABLE
from companion.vocabulary import named

FIRST, ACTION, LAID = named("own", "first", "action", "laid")
OWN_WORDS = {FIRST: "zone", ACTION: "action", LAID: "zone"}


def view(game: State, seat: int) -> dict[str, Any]:
    """Build what this seat may see, and nothing else; the table sees what is public."""
    seen = {
        "round": game.round_number,
        "phase": game.phase,
        "first": game.clockwise[0],
        "homes": {str(owner): zone for owner, zone in game.homes.items()},
        "piazza": piazza_view(game),
        "zones": {zone: zone_view(game, zone) for zone in ZONES},
        "bird": game.bird,
        "vatican": game.vatican,
        "grey": game.pieces.grey_left,
        "seats": {str(number): seat_view(game, number) for number in game.seats},
    }
    if seat != TABLE:
        seen["own"] = own_view(game, seat)
    return seen


def piazza_view(game: State) -> dict[str, Any]:
    pieces = game.pieces
    return {
        **figures_view(game.figures),
        "mapped": pieces.mapped,
        "cells": dict(pieces.cells),
        "path": list(game.path),
        "moving": game.moving,
        "targets": moves_view(game, game.moving) if game.moving else {},
    }


def figures_view(figures: Figures) -> dict[str, Any]:
    """Return the Piazza with tourists and hunters but no pigeons."""
    hunters = figures.standing[HUNTER]
    return {
        "mapped": True,
        "cells": {},
        "tourists": list(figures.standing[TOURIST]),
        "hunters": list(hunters),
        "ground": sorted(hunting_ground(hunters)),
        "blocked": sorted(figures.blocked),
        "path": [],
        "moving": None,
        "targets": {},
    }


def moves_view(game: State, start: str) -> dict[str, Any]:
    """Return where the pigeon in hand may go (VEZ.M1-M4): by which path, and what it would catch there (VEZ.C1)."""
    pigeons = game.pieces.cells
    mover = pigeons.get(start)
    if mover is None or mover != game.mover:
        return {}
    others = {cell: owner for cell, owner in pigeons.items() if cell != start}
    ways = targets(start, pigeons, game.tourists, game.barred)
    lines = game.options["pincer"]
    return {
        goal: {"path": list(path), "catches": sorted(caught(others | {goal: mover}, mover, lines))}
        for goal, path in ways.items()
    }


def zone_view(game: State, zone: str) -> dict[str, Any]:
    pieces = game.pieces
    return {
        "pigeons": {str(seat): number for seat, number in pieces.zones[zone].items()},
        "grey": pieces.grey[zone],
    }


def seat_view(game: State, seat: int) -> dict[str, Any]:
    """Return what lies open in front of a player; of a plan, only how many pigeons lie on the cards (VEZ.P2)."""
    pieces = game.pieces
    plate = pieces.plates[seat]
    return {
        "stock": pieces.stock[seat],
        "reserve": pieces.reserve[seat],
        "nest": pieces.nest[seat],
        "dead": pieces.dead[seat],
        "piazza": pieces.on_piazza[seat],
        "on_first": plate.on_first,
        "on_zones": shown(plate),
        "hand": list(pieces.hand[seat]),
        "played": list(pieces.played[seat]),
    }


def own_view(game: State, seat: int) -> dict[str, Any]:
    """Return a player's own plan, as far as the box knows it: real plates lie on the table."""
    plate = game.pieces.plates[seat]
    own: dict[str, Any] = {ACTION: plate.action} if plate.action else {}
    if plate.first is None or game.options["plates"] == "table":
        return own
    laid = {str(plate.first): plate.on_first} if plate.on_first else {}
    laid |= {str(zone): number for zone, number in zip(plate.zones, plate.numbers, strict=True)}
    return {FIRST: plate.first, **own, LAID: laid}


def chart(game: State, of: str) -> Chart | None:
    """Return the Piazza if these options are its cells."""
    return piazza_chart(game.figures, game.pieces.cells) if of == "cell" else None


def piazza_chart(figures: Figures, pigeons: Mapping[str, int]) -> Chart:
    """Return the Piazza for a small screen: pigeons by seat, tourists starred, closed cells shaded."""
    marks = {cell: str(seat) for cell, seat in pigeons.items()}
    return Chart(ROWS, COLUMNS, marks, figures.closed, figures.standing[TOURIST])
