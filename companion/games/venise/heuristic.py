"""The heuristic of a player who wants gems: the next thing to do on the cheapest way to one of them."""

from __future__ import annotations

from typing import Any

from companion.games.venise.layout import IN_BOX
from companion.games.venise.rules.cards import DONE
from companion.games.venise.rules.flow import STOP
from companion.games.venise.rules.pieces import JOKER
from companion.games.venise.rules.plays import REMOVE, STEPS
from companion.games.venise.rules.routes import Way, cheapest, walkable
from companion.games.venise.rules.state import State
from companion.steps import Decision


def lean(game: State, decision: Decision) -> Any:
    """Return a legal answer that brings the nearest gem closer, or `None` if none stands out."""
    wishes = {
        "play": cards_wanted,
        "after-joker": cards_wanted,
        "joker": cards_wanted,
        "lay": planks_wanted,
        "walk": goals_wanted,
    }
    if decision.key == "play-on":
        return STOP
    if decision.key not in wishes:
        return None
    allowed = set(decision.choice.legal())
    way = nearest(game, decision.seat)
    return next((wish for wish in wishes[decision.key](game, way) if wish in allowed), None)


def nearest(game: State, seat: int) -> Way | None:
    """Return the cheapest way to the gem that is cheapest to get."""
    pieces = game.pieces
    pawn = pieces.pawn[seat]
    if pawn is None:
        return None
    ahead = [gem for gem in pieces.gems[seat] if gem != pawn]
    for planks in (pieces.stock[seat], IN_BOX):  # with their own planks, or as if every plank were theirs
        for way in cheapest(pieces.canal, pawn, pieces.lying, planks, wanted=ahead, most=1).values():
            return way
    return None


def cards_wanted(game: State, way: Way | None) -> list[str]:
    if way is None:
        return [REMOVE, JOKER, DONE]
    ahead = walkable(way)
    if not ahead:
        return [game.pieces.size_of(way.cells[1]), REMOVE, JOKER, DONE]
    far_first = sorted(STEPS, key=lambda card: (STEPS[card] > ahead, abs(STEPS[card] - ahead)))
    return [*far_first, JOKER, DONE]


def planks_wanted(game: State, way: Way | None) -> list[str]:
    return [way.cells[1]] if way else []


def goals_wanted(game: State, way: Way | None) -> list[str]:
    return list(reversed(way.cells[1 : walkable(way) + 1])) if way else []
