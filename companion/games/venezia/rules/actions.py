"""The action cards of Venezia except Family reunion. "District" excludes San Giorgio, but for the variant VEZ.V3."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.choices import Pick, Several, Sheet, Spread
from companion.games.venezia.rules.pieces import (
    BIRD,
    DISTRICTS,
    FEUD,
    NOBODY,
    POISON,
    PURGE,
    SAN_MICHELE,
    TAKEOVER,
    VATICAN,
    ZONES,
)
from companion.games.venezia.rules.state import State
from companion.steps import Decision, Flow
from companion.vocabulary import named

MOST_GREY, MOST_POISONED = 3, 3  # VEZ.A1, A4
EDGE, ENOUGH = named("zone", "edge", "enough")
(GREY_ONES,) = named("seat", "grey")


def reach(game: State) -> tuple[str, ...]:
    """VEZ.V3: with the variant, Vatican and Feud also reach San Giorgio."""
    return ZONES if game.options["reach"] == "san-giorgio" else DISTRICTS


def vatican(game: State, seat: int) -> Flow[None]:
    """VEZ.A1: add or move up to three grey pigeons; this round all of them count for this player (VEZ.Y4)."""
    game.vatican = seat
    game.moves_grey = True
    for number in range(1, MOST_GREY + 1):
        at = f"{game.round_number}.{number}"
        start = yield from Decision("grey-from", seat, at, lambda: grey_sources(game), "VEZ.A1", {})
        if start == ENOUGH:
            break
        goals = [zone for zone in reach(game) if zone != start]
        goal = yield from Decision("grey-to", seat, at, partial(Pick, "zone", goals), "VEZ.A1", {"zone": start})
        if start != EDGE:
            game.pieces.grey[start] -= 1
        game.pieces.grey[goal] += 1
        game.tell("grey", "VEZ.A1", seat=seat, zone=start, goal=goal)
    game.moves_grey = False


def grey_sources(game: State) -> Pick[str]:
    """VEZ.A1, K2: return the zones with a grey pigeon, and the edge while one is left there."""
    edge = [EDGE] if game.pieces.grey_left else []
    return Pick("zone", (ENOUGH, *edge, *(zone for zone in reach(game) if game.pieces.grey[zone])))


def feud(game: State, seat: int) -> Flow[None]:
    """VEZ.A3: in each district one opposing pigeon may be sent back to its owner's stock."""

    def offer() -> Sheet:
        rows = {
            zone: {"victim": Pick("seat", (NOBODY, *map(str, victims)))}
            for zone in reach(game)
            if (victims := opponents_in(game, seat, zone))
        }
        return Sheet("zone", rows)

    chosen = yield from Decision("feud", seat, f"{game.round_number}", offer, "VEZ.A3", {})
    for zone, row in chosen.items():
        if row["victim"] != NOBODY:
            victim = int(row["victim"])
            game.pieces.chase(victim, zone, 1)
            game.tell("feud", "VEZ.A3", seat=seat, victim=victim, zone=zone)


def opponents_in(game: State, seat: int, zone: str) -> list[int]:
    here = game.pieces.zones[zone]
    return [other for other in game.seats if other != seat and here[other]]


def poison(game: State, seat: int) -> Flow[None]:
    """VEZ.A4: up to three pigeons, anyone's, go from the Piazza to San Michele."""
    yield from poison_cells(game, seat) if game.pieces.mapped else count_poisoned(game, seat)


def poison_cells(game: State, seat: int) -> Flow[None]:
    pieces = game.pieces

    def offer() -> Several[str]:
        return Several("cell", [cell for one in game.seats for cell in pieces.pigeons_of(one)], 0, MOST_POISONED)

    cells = yield from Decision("poison", seat, f"{game.round_number}", offer, "VEZ.A4", {})
    for cell in cells:
        victim = pieces.cells[cell]
        pieces.kill(victim, cell=cell)
        game.tell("poisoned", "VEZ.A4", seat=seat, victim=victim, cell=cell)


def count_poisoned(game: State, seat: int) -> Flow[None]:
    pieces = game.pieces

    def offer() -> Spread:
        standing = {str(one): min(MOST_POISONED, pieces.on_piazza[one]) for one in game.seats}
        return Spread("seat", standing, 0, MOST_POISONED)

    chosen = yield from Decision("poison", seat, f"{game.round_number}", offer, "VEZ.A4", {})
    for victim, number in chosen.items():
        if number:
            pieces.kill(int(victim), number)
            game.tell("poisoned-some", "VEZ.A4", seat=seat, victim=int(victim), n=number)


def rise(game: State, seat: int) -> Flow[None]:
    """VEZ.A5: all of the player's dead return to the reserve. There is nothing to ask."""
    number = game.pieces.dead[seat]
    game.pieces.recover(seat, number)
    game.tell("risen", "VEZ.A5", seat=seat, n=number)
    yield from ()


def bird(game: State, seat: int) -> Flow[None]:
    """VEZ.A6: the black pawn stops one zone from being scored this round."""
    at = f"{game.round_number}"
    zone = yield from Decision("bird", seat, at, lambda: Pick("zone", ZONES), "VEZ.A6", {})
    game.bird = zone
    game.tell("bird", "VEZ.A6", seat=seat, zone=zone)


def purge(game: State, seat: int) -> Flow[None]:
    """VEZ.A7: all pigeons of one colour, even the player's own or grey, leave one district."""
    at = f"{game.round_number}"
    zone = yield from Decision("purge", seat, at, lambda: Pick("zone", DISTRICTS), "VEZ.A7", {})
    colours = (*map(str, game.seats), GREY_ONES)
    victim = yield from Decision("purge-colour", seat, at, lambda: Pick("seat", colours), "VEZ.A7", {"zone": zone})
    pieces = game.pieces
    if victim == GREY_ONES:
        number, pieces.grey[zone] = pieces.grey[zone], 0
    else:
        number = pieces.zones[zone][int(victim)]
        pieces.chase(int(victim), zone, number)
    game.tell("purged", "VEZ.A7", seat=seat, zone=zone, victim=victim, n=number)


def take_over(game: State, seat: int) -> Flow[None]:
    """VEZ.A8: every opposing pigeon of a district makes way for one of the player's, nest first, then reserve."""
    at = f"{game.round_number}"
    zone = yield from Decision("takeover", seat, at, lambda: Pick("zone", DISTRICTS), "VEZ.A8", {})
    pieces = game.pieces
    gone = 0
    for other in opponents_in(game, seat, zone):
        number = pieces.zones[zone][other]
        pieces.chase(other, zone, number)
        gone += number
    from_nest = min(gone, pieces.nest[seat])
    from_reserve = min(gone - from_nest, pieces.reserve[seat])
    pieces.fly_from_nest(seat, zone, from_nest)
    pieces.fly_from_reserve(seat, zone, from_reserve)
    game.tell("took-over", "VEZ.A8", seat=seat, zone=zone, gone=gone, n=from_nest + from_reserve)


ACTS: dict[str, Callable[[State, int], Flow[None]]] = {
    VATICAN: vatican,
    FEUD: feud,
    POISON: poison,
    SAN_MICHELE: rise,
    BIRD: bird,
    PURGE: purge,
    TAKEOVER: take_over,
}
"""VEZ.X4: the effect of each action card. Family reunion is over by then (VEZ.X2)."""


def act(game: State, seat: int, action: str) -> Flow[None]:
    return ACTS[action](game, seat)
