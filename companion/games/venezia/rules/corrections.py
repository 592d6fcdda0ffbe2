"""Corrections that a Venezia table may make. Surplus pigeons go to their owner's stock, missing ones leave it."""

from __future__ import annotations

from typing import Any

from companion.choices import Count, Pick, Several
from companion.game import Correction
from companion.games.venezia.rules.actions import reach
from companion.games.venezia.rules.grid import CELLS
from companion.games.venezia.rules.pieces import ACTIONS, DISTRICTS, PIAZZA_MOST, ZONES
from companion.games.venezia.rules.scoring import MOST_POINTS
from companion.games.venezia.rules.state import State
from companion.vocabulary import named

POINTS, RESERVE, NEST, DEAD, ZONE, PIAZZA, GREY, CARDS, HOME = named(
    "thing", "points", "reserve", "nest", "dead", "zone", "piazza", "grey", "cards", "home"
)
named("correct", "points", "reserve", "nest", "dead", "zone", "piazza", "grey", "cards", "home", "tourist", "hunter")


def offered(game: State) -> dict[str, Correction]:
    """Return what the table may correct now, by place."""
    places: dict[str, Correction] = {}
    for seat in game.seats:
        places |= of_player(game, seat)
    if not game.moves_grey:  # until the Vatican is done, they are in that player's hands
        places |= of_grey(game)
    return places | of_figures(game)


def of_player(game: State, seat: int) -> dict[str, Correction]:
    pieces, facts = game.pieces, {"seat": seat}
    in_plans = game.phase == "planning" and game.plans_from_stock
    spare = 0 if in_plans else pieces.stock[seat]
    places = {f"{POINTS}.{seat}": Correction(POINTS, facts, Count("points", 0, MOST_POINTS), game.points[seat])}
    for kind, now in supplies(game, seat).items():
        choice = Count("pigeons", 0, now + spare)
        places[f"{kind}.{seat}"] = Correction(kind, facts, choice, now)
    if seat in game.homes:
        free = [zone for zone in DISTRICTS if zone == game.homes[seat] or zone not in game.homes.values()]
        places[f"{HOME}.{seat}"] = Correction(HOME, facts, Pick("zone", free), game.homes[seat])
    for zone in ZONES:
        now = pieces.zones[zone][seat]
        choice = Count("pigeons", 0, now + spare)
        places[f"{ZONE}.{seat}.{zone}"] = Correction(ZONE, {"seat": seat, "zone": zone}, choice, now)
    if game.phase != "planning":
        places[f"{PIAZZA}.{seat}"] = on_piazza(game, seat)
    if game.phase in ("zones", "count"):  # before that, a card may still lie on a plate
        cards = Several("action", ACTIONS, 0, len(ACTIONS))
        places[f"{CARDS}.{seat}"] = Correction(CARDS, facts, cards, sorted(pieces.played[seat], key=ACTIONS.index))
    return places


def supplies(game: State, seat: int) -> dict[str, int]:
    """Return the player's pigeons off the board; not the reserve while plans are made from it."""
    pieces = game.pieces
    held = {NEST: pieces.nest[seat], DEAD: pieces.dead[seat]}
    return held if game.phase == "planning" else {RESERVE: pieces.reserve[seat], **held}


def on_piazza(game: State, seat: int) -> Correction:
    """Offer the cells of the player's pigeons, or their number, leaving room for those still on the first card."""
    pieces = game.pieces
    now = pieces.on_piazza[seat]
    most = min(max(now, PIAZZA_MOST - pieces.plates[seat].on_first), now + pieces.stock[seat])
    if not pieces.mapped:
        return Correction(PIAZZA, {"seat": seat}, Count("pigeons", 0, most), now)
    own, barred = pieces.pigeons_of(seat), game.barred
    cells = [cell for cell in sorted({*own, *pieces.empty_cells()}, key=cell_order) if cell not in barred]
    choice = Several("cell", cells, 0, most)
    return Correction(PIAZZA, {"seat": seat}, choice, [cell for cell in own if cell in cells])


def cell_order(cell: str) -> tuple[str, int]:
    return cell[0], int(cell[1:])


def of_grey(game: State) -> dict[str, Correction]:
    """Offer the zones where grey pigeons may stand (VEZ.A1, V3), and any where one does."""
    pieces = game.pieces
    return {
        f"{GREY}.{zone}": Correction(
            GREY, {"zone": zone}, Count("pigeons", 0, pieces.grey[zone] + pieces.grey_left), pieces.grey[zone]
        )
        for zone in ZONES
        if zone in reach(game) or pieces.grey[zone]
    }


def of_figures(game: State) -> dict[str, Correction]:
    """Offer to move each tourist and hunter to a cell that is not blocked and has none of its kind (VEZ.Z2, Z3).

    Pigeons stay where they are: what a hunter has swept, or spared, is corrected with the pigeons.
    """
    places = {}
    for figure, standing in game.figures.standing.items():
        free = [cell for cell in CELLS if cell not in game.pieces.blocked and cell not in standing]
        for number, now in enumerate(standing, start=1):
            cells = sorted((now, *free), key=cell_order)
            places[f"{figure}.{number}"] = Correction(figure, {"number": number}, Pick("cell", cells), now)
    return places


def apply(game: State, place: str, value: Any) -> None:
    """Make a correction, and tell everyone."""
    kind, *where = place.split(".")
    if kind == GREY:
        game.pieces.grey[where[0]] = value
        game.tell("corrected-grey", "", zone=where[0], n=value)
        return
    if kind in game.figures.standing:
        game.figures.standing[kind][int(where[0]) - 1] = value
        game.tell("corrected-figure", "", figure=kind, number=int(where[0]), cell=value, **game.figures.seen)
        return
    seat = int(where[0])
    if kind == POINTS:
        game.gain(seat, "points", value - game.points[seat], "", "corrected")
        game.tell("corrected-points", "", seat=seat, n=value)
    elif kind == HOME:
        game.homes[seat] = value
        game.tell("corrected-home", "", seat=seat, zone=value)
    elif kind == CARDS:
        game.pieces.played[seat] = list(value)
        game.pieces.hand[seat] = [card for card in ACTIONS if card not in value]
        game.tell("corrected-cards", "", seat=seat, cards=value)
    elif kind == ZONE:
        refill(game, game.pieces.zones[where[1]], seat, value)
        game.tell("corrected-zone", "", seat=seat, zone=where[1], n=value)
    else:
        set_supply(game, kind, seat, value)


def set_supply(game: State, kind: str, seat: int, value: Any) -> None:
    """Correct how many pigeons are in one of the player's supplies, or on which cells of the Piazza they stand."""
    pieces = game.pieces
    supply = {RESERVE: pieces.reserve, NEST: pieces.nest, DEAD: pieces.dead, PIAZZA: pieces.on_piazza}[kind]
    number = value if type(value) is int else len(value)
    refill(game, supply, seat, number)
    if kind == PIAZZA and pieces.mapped:
        for cell in pieces.pigeons_of(seat):
            del pieces.cells[cell]
        pieces.cells |= dict.fromkeys(value, seat)
    game.tell("corrected", "", seat=seat, what=kind, n=number)


def refill(game: State, held: dict[int, int], seat: int, number: int) -> None:
    """Leave this many of the player's pigeons here; the stock makes up the difference (VEZ.K6)."""
    game.pieces.stock[seat] += held[seat] - number
    held[seat] = number
