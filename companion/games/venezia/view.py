"""Who may see what in Venezia. A view is built from what a seat may see, never cut from the whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.venezia.rules.dials import HUNTER, TOURIST, Figures
from companion.games.venezia.rules.grid import caught, hunting_ground, targets
from companion.games.venezia.rules.pieces import ZONES
from companion.games.venezia.rules.planning import shown
from companion.steps import TABLE
from companion.vocabulary import named

if TYPE_CHECKING:
    from companion.games.venezia.game import Venezia

FIRST, ACTION, LAID = named("own", "first", "action", "laid")
OWN_WORDS = {FIRST: "zone", ACTION: "action", LAID: "zone"}


def view(game: Venezia, seat: int) -> dict[str, Any]:
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


def piazza_view(game: Venezia) -> dict[str, Any]:
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
    """The Piazza with tourists and hunters only."""
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


def moves_view(game: Venezia, start: str) -> dict[str, Any]:
    """Where the pigeon in hand may go (VEZ.M1-M4): its way there, and whom the mover would then catch (VEZ.C1)."""
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


def zone_view(game: Venezia, zone: str) -> dict[str, Any]:
    pieces = game.pieces
    return {
        "pigeons": {str(seat): number for seat, number in pieces.zones[zone].items()},
        "grey": pieces.grey[zone],
    }


def seat_view(game: Venezia, seat: int) -> dict[str, Any]:
    """What lies open before a player: of a plan only how many lie on the cards (VEZ.P2)."""
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


def own_view(game: Venezia, seat: int) -> dict[str, Any]:
    """A player's own plan; on real plates it lies before him, not in the box."""
    plate = game.pieces.plates[seat]
    own: dict[str, Any] = {ACTION: plate.action} if plate.action else {}
    if plate.first is None or game.options["plates"] == "table":
        return own
    laid = {str(plate.first): plate.on_first} if plate.on_first else {}
    laid |= {str(zone): number for zone, number in zip(plate.zones, plate.numbers, strict=True)}
    return {FIRST: plate.first, **own, LAID: laid}
