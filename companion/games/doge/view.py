"""The views of Doge. A view is built from what a seat may see, never cut from the whole."""

from __future__ import annotations

from typing import Any

from companion.games.doge.rules.pieces import AREAS, DISTRICTS
from companion.games.doge.rules.state import State
from companion.steps import TABLE
from companion.vocabulary import named

HAND, LAID = named("own", "hand", "laid")
OWN_WORDS = {HAND: "", LAID: "area"}


def view(game: State, seat: int) -> dict[str, Any]:
    seen = {
        "year": game.year,
        "lap": game.lap,
        "first": game.clockwise[0],
        "area": game.area,
        "order": list(game.brown),
        "next": list(game.blue),
        "counted": list(game.counted),
        "sites": list(game.pieces.sites),
        "areas": {area: area_view(game, area) for area in AREAS},
        "advisors": {
            advisor.name: {"place": advisor.place, "controller": advisor.controller}
            for advisor in game.pieces.advisors.values()
        },
        "seats": {str(number): seat_view(game, number) for number in game.seats},
    }
    if seat != TABLE:
        seen["own"] = own_view(game, seat)
    return seen


def area_view(game: State, area: str) -> dict[str, Any]:
    """DOG.B3: show what lies open in an area, and only the number of ballots not turned up yet."""
    pieces = game.pieces
    seen: dict[str, Any] = {
        "ballots": {str(seat): len(stack) for seat, stack in pieces.stacks[area].items()},
        "turned": {str(seat): list(values) for seat, values in pieces.turned.get(area, {}).items()},
    }
    if area in DISTRICTS:
        seen["houses"] = {str(seat): number for seat, number in pieces.houses[area].items()}
        seen["palaces"] = {str(seat): number for seat, number in pieces.palaces[area].items()}
        seen["price"] = pieces.price(area) if pieces.free_sites[area] else None
    return seen


def seat_view(game: State, seat: int) -> dict[str, Any]:
    pieces = game.pieces
    return {
        "houses": pieces.reserve[seat],
        "palaces": pieces.unbuilt[seat],
        "rings": pieces.rings[seat],
        "ballots": len(pieces.hand[seat]),
        "cards": list(pieces.cards[seat]),
    }


def own_view(game: State, seat: int) -> dict[str, Any]:
    """Show a player's own ballots. Cardboard ones are in the player's hand, not in the box."""
    pieces = game.pieces
    if game.options["ballots"] == "table":
        return {}
    return {
        HAND: list(pieces.hand[seat]),
        LAID: {area: list(pieces.stacks[area][seat]) for area in AREAS if seat in pieces.stacks[area]},
    }
