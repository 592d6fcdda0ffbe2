"""Phase 2 of Venezia where the table counts: how many were swept or caught, and how many stand at a tourist."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from companion.choices import Count, Spread
from companion.games.venezia.rules.grid import AROUND, hunting_ground
from companion.games.venezia.rules.scoring import BESIDE, ON
from companion.steps import TABLE, Decision, Flow

if TYPE_CHECKING:
    from companion.games.venezia.game import Venezia


def count_swept(game: Venezia, hunter: str, at: str) -> Flow[dict[int, int]]:
    """VEZ.Z4, V1: how many each player loses, no more than there are cells that no hunter has swept before."""
    swept = hunting_ground([other for other in game.hunters if other != hunter])
    ground = hunting_ground([hunter]) - game.pieces.blocked - swept

    def offer() -> Spread:
        return of_the_piazza(game, game.seats, len(ground))

    told = yield Decision("swept", TABLE, at, offer, "VEZ.Z4", {"cell": hunter})
    lost = {int(seat): number for seat, number in told.items()}
    for seat, number in lost.items():
        game.pieces.kill(seat, number)
    return lost


def of_the_piazza(game: Venezia, seats: list[int], most: int) -> Spread:
    """How many of each of these players' pigeons on the Piazza, so many in all at most."""
    standing = game.pieces.on_piazza
    return Spread("seat", {str(seat): min(most, standing[seat]) for seat in seats if standing[seat]}, 0, most)


def count_caught(game: Venezia, seat: int, at: str) -> Flow[None]:
    """VEZ.C1: it takes two to hold one between them, and each pair holds one at most."""
    others = [other for other in game.clockwise if other != seat]

    def offer() -> Spread:
        everyone = sum(game.pieces.on_piazza[other] for other in others)
        return of_the_piazza(game, others, min(everyone, comb(game.pieces.on_piazza[seat], 2)))

    told = yield Decision("caught", seat, at, offer, "VEZ.C1", {})
    for other, number in told.items():
        if number:
            game.pieces.kill(int(other), number)
            game.tell("caught-some", "VEZ.C1", seat=seat, victim=int(other), n=number)


def count_births(game: Venezia, seat: int, at: str) -> Flow[tuple[int, int]]:
    """VEZ.C3: the young that are due, and how many of his stand on a tourist.

    He says how many stand on a tourist, and how many next to one (next to two counts for both).
    """
    per_tourist = game.options["births"] == "per-tourist"
    reached = [cell for cell in game.tourists if cell not in game.barred]

    def standing() -> int:
        return game.pieces.on_piazza[seat]

    on: int = yield Decision(
        "on", seat, at, lambda: Count("pigeons", 0, min(standing(), len(reached))), "VEZ.C3", {}, likely=0
    )

    def most_beside() -> int:
        return most_pairs(game, standing(), on) if per_tourist else max(0, standing() - on)

    beside: int = yield Decision(
        "beside" if per_tourist else "beside-only",
        seat,
        at,
        lambda: Count("pigeons", 0, most_beside()),
        "VEZ.C3",
        {},
        likely=0,
    )
    return ON * on + BESIDE * beside, on


def most_pairs(game: Venezia, standing: int, on: int) -> int:
    """How often so many pigeons can be next to a tourist: who sits on one is not beside it."""
    room = [sum(near not in game.barred for near in AROUND[cell]) for cell in game.tourists]
    fewer = sorted(min(cells, standing) - min(cells, standing - 1) for cells in room)
    return max(0, sum(min(cells, standing) for cells in room) - sum(fewer[:on]))
