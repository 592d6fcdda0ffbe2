"""The plays of each card from where a pawn stands, and why a card can't be played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from companion.games.venise.layout import CARDS
from companion.games.venise.rules.geometry import SIZES
from companion.games.venise.rules.pieces import JOKER, Pieces
from companion.games.venise.rules.routes import Gems, walks
from companion.refusal import Refusal

COST = dict(zip((*CARDS, JOKER), (1, 2, 1, 2, 1, 2, 3, 2), strict=True))  # VSE.C1
REMOVE, MOVE = CARDS[2:4]
STEPS = {card: number for number, card in enumerate(CARDS[4:], start=1)}
"""The advance cards, with the most steps each allows."""


def placements(pieces: Pieces, seat: int, size: str) -> list[str]:
    """VSE.W1, C2: return where this player could lay a plank of this size now."""
    cell = pieces.pawn[seat]
    if cell is None or not pieces.stock[seat][size]:
        return []
    return pieces.canal.layable(size, cell, pieces.lying)


def planks_near(pieces: Pieces, seat: int) -> list[str]:
    """VSE.W6, W7: return the planks with an end at this player's pawn."""
    cell = pieces.pawn[seat]
    return pieces.canal.within_reach(cell, pieces.lying) if cell else []


def removals(pieces: Pieces, seat: int) -> tuple[list[str], dict[str, Refusal]]:
    """VSE.W6: return the planks that this player could remove, and those that would drop a pawn."""
    near = planks_near(pieces, seat)
    dropped = {plank: pieces.would_drop(plank) for plank in near}
    barred = {plank: Refusal("pawn-falls", "VSE.W6", seats=seats) for plank, seats in dropped.items() if seats}
    return [plank for plank in near if plank not in barred], barred


def new_places(pieces: Pieces, seat: int, plank: str) -> list[str]:
    """VSE.W7: return where this plank could go, once it is lifted and what rested on it has fallen."""
    cell, lying = pieces.pawn[seat], pieces.lying
    lifted = {plank, *pieces.canal.falls(plank, lying)}
    if cell is None or plank not in lying or not lifted.isdisjoint(pieces.pawn.values()):
        return []
    places = pieces.canal.layable(pieces.size_of(plank), cell, lying - lifted)
    return [place for place in places if place != plank]


def liftable(pieces: Pieces, seat: int) -> tuple[list[str], dict[str, Refusal]]:
    """VSE.W7: return the planks that this player could move, and why others in reach can't be moved."""
    free, barred = removals(pieces, seat)
    fixed = {plank: Refusal("no-new-place", "VSE.W7") for plank in free if not new_places(pieces, seat, plank)}
    pawns = {plank: Refusal("pawn-falls", "VSE.W7", **refusal.facts) for plank, refusal in barred.items()}
    return [plank for plank in free if plank not in fixed], fixed | pawns


def goals(pieces: Pieces, seat: int, steps: int) -> Mapping[str, Sequence[Gems]]:
    """VSE.C1: return where this player could walk, and the gems to pick up on the way."""
    cell = pieces.pawn[seat]
    return walks(pieces.canal, cell, steps, pieces.lying, gems=pieces.gems[seat]) if cell else {}


@cache
def refused(key: str, rule: str, size: str = "") -> Refusal:
    """Return why a whole card can't be played; each refusal is made only once."""
    reasons = {
        "no-plank": Refusal("no-plank", rule, size=size),
        "no-place": Refusal("no-place", rule, size=size),
        "nothing-near": Refusal("nothing-near", rule),
        "nothing-to-move": Refusal("nothing-to-move", rule),
        "pawns-fall": Refusal("pawns-fall", rule),
        "no-way": Refusal("no-way", rule),
        "no-use": Refusal("no-use", rule),
    }
    return reasons[key]


def obstacle(pieces: Pieces, seat: int, card: str) -> Refusal | None:
    """Return why this card can do nothing here, whatever it costs; `None` if it can."""
    if card in SIZES:
        if not pieces.stock[seat][card]:
            return refused("no-plank", "VSE.C2", card)
        return None if placements(pieces, seat, card) else refused("no-place", "VSE.W1", card)
    if card == REMOVE:
        near = planks_near(pieces, seat)
        can = not all(pieces.would_drop(plank) for plank in near)
        return None if can else refused("pawns-fall" if near else "nothing-near", "VSE.W6")
    if card == MOVE:
        can = any(new_places(pieces, seat, plank) for plank in planks_near(pieces, seat))
        return None if can else refused("nothing-to-move", "VSE.W7")
    if card in STEPS:
        cell = pieces.pawn[seat]
        can = cell is not None and pieces.canal.leads_on(cell, pieces.lying)
        return None if can else refused("no-way", "VSE.L2")
    can = any(obstacle(pieces, seat, other) is None for other in CARDS)
    return None if can else refused("no-use", "VSE.C1")
