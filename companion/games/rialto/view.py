"""The views of Rialto. A view is built from what a seat may see, never cut from the whole."""

from __future__ import annotations

from typing import Any

from companion.games.rialto.rules.cards import NEUTRAL
from companion.games.rialto.rules.neutral import marked
from companion.games.rialto.rules.pieces import DISTRICTS, Connection
from companion.games.rialto.rules.state import State
from companion.steps import TABLE
from companion.vocabulary import named

(HAND,) = named("own", "hand")
OWN_WORDS = {HAND: "card"}


def view(game: State, seat: int) -> dict[str, Any]:
    """Build the view of a seat. Cards are letters: A to F by their stage, J for a joker."""
    pieces = game.pieces
    seen = {
        "seat": seat,
        "round": game.number,
        "phase": game.phase,
        "stage": game.stage,
        "district": game.district,
        "clockwise": list(game.clockwise),
        "first": game.first,
        "holder": game.holder,
        "plays": {str(player): {"play": str(play), "n": play.strength} for player, play in game.plays.items()},
        "played": {
            str(player): ["" if card is None else card for card in cards]
            for player, cards in game.cards.played.items()
        },
        "track": {
            "length": pieces.track.length,
            "stacks": {str(space): list(stack) for space, stack in sorted(pieces.track.stacks.items())},
            "order": game.order(),
        },
        "districts": {district: district_view(game, district) for district in DISTRICTS},
        "connections": {name: connection_view(connection) for name, connection in pieces.connections.items()},
        "banks": {
            bank: {"districts": list(districts), "open": pieces.bank_open[bank]}
            for bank, districts in pieces.banks.items()
        },
        "supply": supply_view(game),
        "rows": [row if game.cards.known else len(row) for row in map(list, game.cards.rows)],
        "seats": {str(number): seat_view(game, number) for number in game.seats},
        "neutral": neutral_view(game) if game.neutral else None,
    }
    if seat != TABLE:
        seen["own"] = own_view(game, seat)
    return seen


def district_view(game: State, district: str) -> dict[str, Any]:
    here = game.pieces.districts[district]
    return {
        "turn": game.turns.index(district) + 1 if district in game.turns else None,
        "councillors": {str(player): number for player, number in here.items()},
        "worth": game.pieces.worth(district),
    }


def connection_view(connection: Connection) -> dict[str, Any]:
    """Show a connection. `ends` are the values of a bridge by the district they point to."""
    return {"between": list(connection.between), "tile": connection.tile, "ends": dict(connection.ends)}


def supply_view(game: State) -> dict[str, Any]:
    """Show what everyone may take from. Only the top bridge is face up (RIA.S2)."""
    pieces = game.pieces
    return {
        "coins": pieces.coins,
        "buildings": dict(pieces.supply),
        "bridge": pieces.bridge,
        "bridges": len(pieces.bridges) + (pieces.bridge is not None),
        "gondolas": pieces.gondolas,
        "pile": len(game.cards.pile),
    }


def seat_view(game: State, seat: int) -> dict[str, Any]:
    """Show a player's board, and only how many cards there are (RIA.I5)."""
    pieces = game.pieces
    return {
        "coins": pieces.purse[seat],
        "councillors": pieces.personal[seat],
        "general": pieces.general[seat],
        "buildings": [{"kind": building.kind, "state": building.state} for building in pieces.boards[seat]],
        "cards": len(game.cards.hand[seat]),
        "limit": game.limit[seat],
        "discards": len(game.cards.discards.get(seat, [])),
        "space": pieces.track.space(seat) if pieces.track.stacks else None,
    }


def neutral_view(game: State) -> dict[str, Any]:
    """RIA.N3, N4: show the neutral player's cards, which lie open, and the connection its marker stands on."""
    connection = marked(game)
    return {
        "cards": sorted(card or "" for card in game.cards.hand.get(NEUTRAL, [])),
        "marker": list(connection.between) if connection else None,
    }


def own_view(game: State, seat: int) -> dict[str, Any]:
    """Show a player's own cards. Cardboard ones are in the player's hand, not in the box."""
    if not game.cards.known:
        return {}
    return {HAND: sorted(map(str, game.cards.hand[seat]))}
