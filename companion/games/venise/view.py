"""The views of Venise. Hands are secret (VSE.T1)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.games.venise.layout import CARDS
from companion.games.venise.rules.geometry import SIZES, Canal
from companion.games.venise.rules.pieces import JOKER, Card
from companion.games.venise.rules.piles import COLOURS, listed
from companion.games.venise.rules.routes import cheapest
from companion.games.venise.rules.state import State
from companion.steps import TABLE
from companion.vocabulary import named

HAND, JOKERS = named("own", "hand", "jokers")
OWN_WORDS = {HAND: "card", JOKERS: "card"}
CROSS = "cross"
"""The position of half an X; all others are those of a `Place`."""


def view(game: State, seat: int) -> dict[str, Any]:
    """Build what this seat may see, and nothing else; the table sees what is public."""
    pieces = game.pieces
    played = Counter(pieces.played)
    seen = {
        "board": board_view(game),
        "lap": game.lap,
        "turn": game.turn,
        "seat": game.seat,
        "first": game.clockwise[0],
        "hourglasses": game.hourglasses,
        "finished": list(game.finished),
        "planks": {plank: way_of(pieces.canal, plank, pieces.lying) for plank in sorted(pieces.lying)},
        "out": dict(pieces.out),
        "tiles": pieces.tiles_left(),
        "jokers": pieces.jokers_left(),
        "pile": len(pieces.deck),
        "played": {card: played[card] for card in CARDS if played[card]},
        "unseen": played[None],
        "seats": {str(number): seat_view(game, number) for number in game.seats},
    }
    if game.options["help"] == "ways":
        seen["ways"] = {str(game.seat): ways_view(game, game.seat)} if game.seat else {}
    if game.lifting is not None and (seat == game.seat or not game.hides):
        seen["lifting"] = game.lifting  # the card being played gives away the hand
    if seat != TABLE:
        seen["own"] = own_view(game, seat) if game.hides else {}
    return seen


def own_view(game: State, seat: int) -> dict[str, list[Card]]:
    """Return a hand, and the jokers beside it, which lie open but are played like cards."""
    own: dict[str, list[Card]] = {HAND: list(game.pieces.hand[seat])}
    if game.pieces.jokers[seat]:
        own[JOKERS] = [JOKER] * game.pieces.jokers[seat]
    return own


def board_view(game: State) -> dict[str, Any]:
    """Return what never changes: piles, with the directions each cell is open to, starts, and where gems began."""
    layout = game.layout
    return {
        "name": layout.name,
        "side": layout["side"],
        "level": layout["level"],
        "piles": listed(game.pieces.canal),
        "starts": {colour: layout["starts"][colour] for colour in COLOURS},
        "gems": {colour: list(layout["gems"][colour]) for colour in COLOURS},
    }


def way_of(canal: Canal, plank: str, lying: set[str]) -> str:
    """VSE.W2-W4: return how a plank lies: straight, tee, cross, diagonal or aitch."""
    return CROSS if canal.is_cross(plank, lying) else canal.places[plank].way


def seat_view(game: State, seat: int) -> dict[str, Any]:
    pieces = game.pieces
    return {
        "colour": game.table.seats[seat - 1].colour,
        "pawn": pieces.pawn[seat],
        "gems": list(pieces.gems[seat]),
        "planks": {size: pieces.stock[seat][size] for size in SIZES},
        "tiles": pieces.tiles[seat],
        "cards": pieces.cards_held(seat),
        "jokers": pieces.jokers[seat],
    }


def ways_view(game: State, seat: int) -> dict[str, Any]:
    """Return help for beginners: the cheapest way to each gem, or `None` where there is none yet."""
    pieces = game.pieces
    pawn = pieces.pawn[seat]
    if pawn is None:
        return {}
    ways = cheapest(pieces.canal, pawn, pieces.lying, pieces.stock[seat], wanted=pieces.gems[seat])
    return {
        gem: {"hourglasses": ways[gem].hourglasses, "cells": list(ways[gem].cells), "planks": list(ways[gem].planks)}
        if gem in ways
        else None
        for gem in pieces.gems[seat]
    }
