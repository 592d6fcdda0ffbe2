"""Stage C: taking buildings, and making room for them (RIA.C1-C4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.choices import Pick
from companion.games.rialto.rules.pieces import BEST, KEEP, KINDS, NONE, PLACES, value_of
from companion.refusal import Refusal
from companion.steps import Decision, Flow

if TYPE_CHECKING:
    from companion.games.rialto.game import Rialto


def take_buildings(game: Rialto, seat: int, allowance: int, at: str) -> Flow[None]:
    """RIA.C1, C2: one building within the allowance; above 4 first one worth 4, then another within the rest."""
    part = 0
    while allowance > 0:
        part += 1
        took = yield from take_one(game, seat, allowance, f"{at}.{part}")
        if not took:
            return
        allowance -= BEST


def on_offer(game: Rialto, allowance: int) -> Pick:
    """RIA.C1, C2, C4: the kinds he may take now, or nothing. With none worth 4 left, a lower one does for it."""
    kinds = [kind for kind in KINDS if value_of(kind) <= allowance]
    left = [kind for kind in kinds if game.pieces.supply[kind]]
    barred = {kind: Refusal("none-left", "RIA.C4", building=kind) for kind in kinds if kind not in left}
    fours = [kind for kind in left if value_of(kind) == BEST]
    if allowance > BEST and fours:
        barred |= {kind: Refusal("first-a-four", "RIA.C2") for kind in left if kind not in fours}
        left = fours
    return Pick("building", (NONE, *left), barred)


def take_one(game: Rialto, seat: int, allowance: int, at: str) -> Flow[bool]:
    more = allowance > BEST
    dearest = max(on_offer(game, allowance).options[1:], key=lambda kind: value_of(str(kind)), default=NONE)
    rule = "RIA.C2" if more else "RIA.C1"
    kind: str = yield Decision(
        "building-and-more" if more else "building",
        seat,
        at,
        lambda: on_offer(game, allowance),
        rule,
        {"n": allowance - BEST if more else allowance},
        likely=dearest,
    )
    if kind == NONE:
        return False
    yield from make_room(game, seat, at)
    if len(game.pieces.boards[seat]) < PLACES and game.pieces.supply[kind]:  # the table may have set something right
        game.pieces.take_building(seat, kind)
        game.tell("takes-building", rule, seat=seat, building=kind)
    return True


def make_room(game: Rialto, seat: int, at: str) -> Flow[None]:
    """RIA.C3: with all places full one building goes back to the supply, for its value in points."""
    pieces = game.pieces
    if len(pieces.boards[seat]) < PLACES:
        return

    def offer() -> Pick:
        full = len(pieces.boards[seat]) >= PLACES
        return Pick("building.tile", tuple(pieces.labels(seat)) if full else (KEEP,))

    label: str = yield Decision("return", seat, at, offer, "RIA.C3", {})
    if label == KEEP:  # the table has set right that there was room
        return
    building = pieces.labels(seat)[label]
    pieces.return_building(seat, building)
    game.gain(seat, "points", value_of(building.kind), "RIA.C3", "returned", building=building.kind)
    game.tell("returns", "RIA.C3", seat=seat, building=building.kind, n=value_of(building.kind))
