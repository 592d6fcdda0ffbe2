"""What a Venezia table may set right. A pigeon too many goes to its owner's stock, one too few comes from there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.choices import Count, Pick, Several
from companion.game import Correction
from companion.games.venezia.rules.actions import reach
from companion.games.venezia.rules.pieces import ACTIONS, DISTRICTS, PIAZZA_MOST, ZONES
from companion.games.venezia.rules.scoring import MOST_POINTS
from companion.vocabulary import named

if TYPE_CHECKING:
    from companion.games.venezia.game import Venezia

POINTS, RESERVE, NEST, DEAD, ZONE, PIAZZA, GREY, CARDS, HOME = named(
    "thing", "points", "reserve", "nest", "dead", "zone", "piazza", "grey", "cards", "home"
)
named("correct", "points", "reserve", "nest", "dead", "zone", "piazza", "grey", "cards", "home")


def offered(game: Venezia) -> dict[str, Correction]:
    places: dict[str, Correction] = {}
    for seat in game.seats:
        facts = {"seat": seat}
        places[f"{POINTS}.{seat}"] = Correction(POINTS, facts, Count("points", 0, MOST_POINTS), game.points[seat])
        for kind, now in supplies(game, seat).items():
            choice = Count("pigeons", 0, now + game.pieces.stock[seat])
            places[f"{kind}.{seat}"] = Correction(kind, facts, choice, now)
        if seat in game.homes:
            free = [zone for zone in DISTRICTS if zone == game.homes[seat] or zone not in game.homes.values()]
            places[f"{HOME}.{seat}"] = Correction(HOME, facts, Pick("zone", free), game.homes[seat])
        for zone in ZONES:
            now = game.pieces.zones[zone][seat]
            choice = Count("pigeons", 0, now + game.pieces.stock[seat])
            places[f"{ZONE}.{seat}.{zone}"] = Correction(ZONE, {"seat": seat, "zone": zone}, choice, now)
        if game.phase != "planning":
            places[f"{PIAZZA}.{seat}"] = on_piazza(game, seat)
        if game.phase in ("zones", "count"):  # before, a card may lie on a plate
            now_played = game.pieces.played[seat]
            cards = Several("action", ACTIONS, 0, len(ACTIONS))
            places[f"{CARDS}.{seat}"] = Correction(CARDS, facts, cards, sorted(now_played, key=ACTIONS.index))
    if not game.moves_grey:  # while he moves them they are in his hands
        places |= grey_ones(game)
    return places


def supplies(game: Venezia, seat: int) -> dict[str, int]:
    """The reserve stays as it is while plans are made from it."""
    pieces = game.pieces
    held = {NEST: pieces.nest[seat], DEAD: pieces.dead[seat]}
    return held if game.phase == "planning" else {RESERVE: pieces.reserve[seat], **held}


def on_piazza(game: Venezia, seat: int) -> Correction:
    """Where his pigeons stand, or how many; there must be room for those still on his first card."""
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


def grey_ones(game: Venezia) -> dict[str, Correction]:
    """Where they may stand (VEZ.A1, V3), and where one does."""
    pieces = game.pieces
    return {
        f"{GREY}.{zone}": Correction(
            GREY, {"zone": zone}, Count("pigeons", 0, pieces.grey[zone] + pieces.grey_left), pieces.grey[zone]
        )
        for zone in ZONES
        if zone in reach(game) or pieces.grey[zone]
    }


def apply(game: Venezia, place: str, value: Any) -> None:
    kind, *where = place.split(".")
    if kind == GREY:
        game.pieces.grey[where[0]] = value
        game.tell("corrected-grey", "", zone=where[0], n=value)
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
    else:
        move_to_stock(game, kind, seat, where[1:], value)


def move_to_stock(game: Venezia, kind: str, seat: int, where: list[str], value: Any) -> None:
    pieces = game.pieces
    number = value if type(value) is int else len(value)
    held = pieces.zones[where[0]] if kind == ZONE else supply(game, kind)
    pieces.stock[seat] += held[seat] - number
    held[seat] = number
    if kind == PIAZZA and pieces.mapped:
        for cell in pieces.pigeons_of(seat):
            del pieces.cells[cell]
        pieces.cells |= dict.fromkeys(value, seat)
    if kind == ZONE:
        game.tell("corrected-zone", "", seat=seat, zone=where[0], n=number)
    else:
        game.tell("corrected", "", seat=seat, what=kind, n=number)


def supply(game: Venezia, kind: str) -> dict[int, int]:
    pieces = game.pieces
    return {RESERVE: pieces.reserve, NEST: pieces.nest, DEAD: pieces.dead, PIAZZA: pieces.on_piazza}[kind]
