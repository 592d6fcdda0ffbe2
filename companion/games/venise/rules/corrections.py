"""Corrections that a table of Venise may make. Additions come from the box; removed pieces go back there."""

from __future__ import annotations

from typing import Any

from companion.choices import Count, Pick
from companion.game import Correction
from companion.games.venise.rules.geometry import SIZES
from companion.games.venise.rules.pieces import MOST_JOKERS
from companion.games.venise.rules.state import State
from companion.refusal import Refusal
from companion.vocabulary import named

(NOTHING,) = named("cell", "nothing")
THERE, TAKEN = named("gem", "there", "taken")
PAWN, GEM, TILES, STOCK, LAY, LIFT, HAND, JOKERS = named(
    "thing", "pawn", "gem", "tiles", "stock", "lay", "lift", "hand", "jokers"
)


def offered(game: State) -> dict[str, Correction]:
    """Return what the table may correct now, by place."""
    pieces = game.pieces
    places: dict[str, Correction] = {}
    for seat in game.seats:
        if seat not in game.finished:
            places |= of_player(game, seat)
        for size in SIZES:
            stock = pieces.stock[seat][size]
            most = Count("planks", 0, stock + pieces.out[size])
            places[f"{STOCK}.{seat}.{size}"] = Correction("stock", {"seat": seat, "size": size}, most, stock)
    for size in SIZES:
        if pieces.out[size] and (free := free_places(game, size)):
            choice = Pick("cell.part", (NOTHING, *free))
            places[f"{LAY}.{size}"] = Correction("lay", {"size": size}, choice, NOTHING)
    if loose := loose_planks(game):
        places[LIFT] = Correction("lift", {}, Pick("cell.part", (NOTHING, *loose)), NOTHING)
    return places


def of_player(game: State, seat: int) -> dict[str, Correction]:
    pieces = game.pieces
    facts = {"seat": seat}
    tiles = Count("tiles", 0, pieces.tiles[seat] + pieces.tiles_left())
    places = {
        f"{PAWN}.{seat}": Correction("pawn", facts, cells(game, seat), pieces.pawn[seat]),
        f"{TILES}.{seat}": Correction("tiles", facts, tiles, pieces.tiles[seat]),
    }
    places |= gems_of(game, seat)
    if not game.hides:  # cards that the box deals can't differ from what it knows
        hand = len(pieces.hand[seat])
        most = hand + len(pieces.deck or pieces.played)
        places[f"{HAND}.{seat}"] = Correction("hand", facts, Count("cards", 0, most), hand)
        most = min(MOST_JOKERS, pieces.jokers[seat] + pieces.jokers_left())
        places[f"{JOKERS}.{seat}"] = Correction("jokers", facts, Count("jokers", 0, most), pieces.jokers[seat])
    return places


def cells(game: State, seat: int) -> Pick[str]:
    """Offer all cells for a pawn but those with a gem of its own, which it would never pick up (VSE.G1)."""
    pieces = game.pieces
    barred = {gem: Refusal("gem-there", "VSE.G1", place=gem) for gem in pieces.gems[seat] if gem != pieces.pawn[seat]}
    free = [cell for cell in (*pieces.canal.cells, *sorted(pieces.lying)) if cell not in barred]
    return Pick("cell.part", free, barred)


def gems_of(game: State, seat: int) -> dict[str, Correction]:
    """Offer to put back a gem or to take it, except the last one: that is taken on the board, and ends the race."""
    pieces = game.pieces
    places = {}
    for gem in game.layout["gems"][game.table.seats[seat - 1].colour]:
        now = THERE if gem in pieces.gems[seat] else TAKEN
        if now == TAKEN and gem == pieces.pawn[seat]:
            continue  # put back, it would lie under its own pawn
        if now == TAKEN or len(pieces.gems[seat]) > 1:
            choice = Pick("gem", (THERE, TAKEN))
            places[f"{GEM}.{seat}.{gem}"] = Correction("gem", {"seat": seat, "cell": gem}, choice, now)
    return places


def free_places(game: State, size: str) -> list[str]:
    canal, lying = game.pieces.canal, game.pieces.lying
    return [name for name, place in canal.places.items() if place.size == size and canal.can_lie(name, lying)]


def loose_planks(game: State) -> list[str]:
    """Return the planks that nothing rests on and nobody stands on."""
    pieces = game.pieces
    return [
        plank
        for plank in sorted(pieces.lying)
        if not pieces.would_drop(plank) and not pieces.canal.falls(plank, pieces.lying)
    ]


def apply(game: State, place: str, value: Any) -> None:
    """Make a correction, and tell everyone."""
    game.may_be_stuck = True  # it may leave nobody a way to all their gems: checked when the turn ends (VSE.E2)
    kind, _, where = place.partition(".")
    seat, _, rest = where.partition(".")
    if kind == LAY:
        set_plank(game, where, value)
    elif kind == LIFT:
        set_plank(game, "", value)
    elif kind == GEM:
        set_gem(game, int(seat), rest, value)
    elif kind == PAWN:
        game.pieces.pawn[int(seat)] = value
        game.tell("corrected-pawn", "", seat=int(seat), place=value)
    else:
        set_number(game, kind, int(seat), value, size=rest)


def set_plank(game: State, size: str, place: str) -> None:
    """Move a plank of this size from the box to a place; without a size, from the place to the box."""
    pieces = game.pieces
    if place != NOTHING and size:
        pieces.out[size] -= 1
        pieces.lying.add(place)
    elif place != NOTHING:
        pieces.lying.remove(place)
        pieces.out[pieces.size_of(place)] += 1
    game.tell("corrected-laid" if size else "corrected-lifted", "", place=place)


def set_gem(game: State, seat: int, gem: str, value: str) -> None:
    gems = game.pieces.gems[seat]
    if (gem in gems) != (value == THERE):
        if value == THERE:
            gems.append(gem)
        else:
            gems.remove(gem)
        game.gain(seat, "gems", -1 if value == THERE else 1, "", "corrected-gem", place=gem)
    game.tell("corrected-gem", "", seat=seat, place=gem, gem=value)


def set_number(game: State, kind: str, seat: int, value: int, *, size: str) -> None:
    """Correct a player's planks of a size, tiles, jokers or number of cards."""
    pieces = game.pieces
    if kind == STOCK:
        pieces.out[size] -= value - pieces.stock[seat][size]
        pieces.stock[seat][size] = value
        game.tell("corrected-stock", "", seat=seat, size=size, number=value)
        return
    if kind == TILES:
        game.gain(seat, "tiles", value - pieces.tiles[seat], "", "corrected-tiles")
        pieces.tiles[seat] = value
    elif kind == JOKERS:
        pieces.jokers[seat] = value
    else:
        if value > len(pieces.hand[seat]) and not pieces.deck:  # VSE.T5: the table has shuffled by now
            pieces.shuffle()
            game.tell("shuffled", "VSE.T5", n=len(pieces.deck))
        everything = [*pieces.hand[seat], *pieces.deck]
        pieces.hand[seat], pieces.deck = everything[:value], everything[value:]
    game.tell("corrected", "", seat=seat, thing=kind, number=value)
