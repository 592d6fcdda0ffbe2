"""What a Rialto table may correct. Every correction takes from, or gives to, a supply."""

from __future__ import annotations

from typing import Any

from companion.choices import Count, Pick
from companion.game import Correction
from companion.games.rialto.rules.cards import Player
from companion.games.rialto.rules.pieces import BRIDGE, DISTRICTS, IDLE, KINDS, PLACES, Building
from companion.games.rialto.rules.scoring import LEAST_POINTS, MOST_POINTS
from companion.games.rialto.rules.state import State
from companion.vocabulary import named

POINTS, COINS, SUPPLY, COUNCILLORS, SPACE, BUILDINGS, TILE, ENDS, BANK, CARDS = named(
    "thing", "points", "coins", "supply", "councillors", "space", "buildings", "tile", "ends", "bank", "cards"
)
OPEN, TURNED = named("bank-tile", "open", "turned")
MOST_NEUTRAL = 36
"""More councillors of the neutral player than anyone would place in one district."""


def offered(game: State) -> dict[str, Correction]:
    places: dict[str, Correction] = {}
    for seat in game.seats:
        places |= of_seat(game, seat)
    for player in game.order():
        space = game.pieces.track.space(player)
        most = Count("spaces", 1, game.pieces.track.length)
        places[f"{SPACE}.{player}"] = Correction("space", {"seat": player}, most, space)
        places |= councillors_of(game, player)
    return places | tiles_on_map(game)


def of_seat(game: State, seat: int) -> dict[str, Correction]:
    """Offer a player's points, coins, personal supply, buildings and number of cardboard cards."""
    pieces, hand, facts = game.pieces, game.cards.hand[seat], {"seat": seat}
    purse, own, points = pieces.purse[seat], pieces.personal[seat], game.score[seat]["points"]
    least = LEAST_POINTS if game.options["score_floor"] == "none" else 0  # RIA.D1
    places = {
        f"{POINTS}.{seat}": Correction(
            "points", facts, Count("points", min(least, points), max(MOST_POINTS, points)), points
        ),
        f"{COINS}.{seat}": Correction("coins", facts, Count("coins", 0, purse + pieces.coins), purse),
        f"{SUPPLY}.{seat}": Correction("supply", facts, Count("supply", 0, own + pieces.general[seat]), own),
    }
    if not game.cards.known:
        most = Count("cards", 0, len(hand) + len(game.cards.pile))
        places[f"{CARDS}.{seat}"] = Correction("cards", facts, most, len(hand))
    return places | buildings_of(game, seat)


def buildings_of(game: State, seat: int) -> dict[str, Correction]:
    """Offer how many buildings of each kind a player has."""
    pieces = game.pieces
    places = {}
    for kind in KINDS:
        owned = sum(building.kind == kind for building in pieces.boards[seat])
        room = min(pieces.supply[kind], PLACES - len(pieces.boards[seat]))
        choice = Count("buildings", 0, owned + room)
        facts = {"seat": seat, "building": kind}
        places[f"{BUILDINGS}.{seat}.{kind}"] = Correction("buildings", facts, choice, owned)
    return places


def councillors_of(game: State, player: Player) -> dict[str, Correction]:
    """Offer councillors in districts, from and to the general supply; the neutral player never runs out (RIA.N2)."""
    places = {}
    for district in DISTRICTS:
        here = game.pieces.districts[district][player]
        most = here + game.pieces.general[player] if isinstance(player, int) else max(here, MOST_NEUTRAL)
        facts = {"seat": player, "district": district}
        places[f"{COUNCILLORS}.{player}.{district}"] = Correction(
            "councillors", facts, Count("councillors", 0, most), here
        )
    return places


def tiles_on_map(game: State) -> dict[str, Correction]:
    """Offer to move a tile to another connection, to turn a bridge round, and to turn over a bank's tile."""
    pieces = game.pieces
    places = {}
    for name, connection in pieces.connections.items():
        facts = {"place": name}
        if connection.tile is not None:
            choice = Pick("district.district", (name, *pieces.free()))
            places[f"{TILE}.{name}"] = Correction("tile", facts, choice, name)
        if connection.tile == BRIDGE:
            higher = max(connection.between, key=lambda one: connection.ends[one])
            places[f"{ENDS}.{name}"] = Correction("ends", facts, Pick("district", connection.between), higher)
    for bank, is_open in pieces.bank_open.items():
        now = OPEN if is_open else TURNED
        places[f"{BANK}.{bank}"] = Correction("bank", {"bank": bank}, Pick("bank-tile", (OPEN, TURNED)), now)
    return places


def apply(game: State, place: str, value: Any) -> None:
    thing, _, where = place.partition(".")
    if thing == TILE:
        move_tile(game, where, value)
    elif thing == ENDS:
        turn_bridge(game, where, value)
    elif thing == BANK:
        game.pieces.bank_open[where] = value == OPEN
        game.tell("corrected-bank", "", bank=where, value=value)
    else:
        player, _, what = where.partition(".")
        set_number(game, thing, int(player) if player.isdecimal() else player, what, value=value)


def set_number(game: State, thing: str, player: Player, what: str, *, value: int) -> None:
    pieces = game.pieces
    if thing == SPACE:
        pieces.track.set(player, value)
    elif thing == COUNCILLORS:
        if isinstance(player, int):
            pieces.general[player] -= value - pieces.districts[what][player]
        pieces.districts[what][player] = value
    else:
        assert isinstance(player, int)
        set_own(game, thing, player, what, value=value)
    if thing == COUNCILLORS:
        game.tell("corrected-here", "", seat=player, thing=thing, district=what, number=value)
    elif thing == BUILDINGS:
        game.tell("corrected-building", "", seat=player, building=what, number=value)
    else:
        game.tell("corrected", "", seat=player, thing=thing, number=value)


def set_own(game: State, thing: str, seat: int, kind: str, *, value: int) -> None:
    pieces = game.pieces
    if thing == POINTS:
        game.gain(seat, "points", value - game.score[seat]["points"], "", "corrected")
    elif thing == COINS:
        pieces.coins -= value - pieces.purse[seat]
        pieces.purse[seat] = value
    elif thing == SUPPLY:
        pieces.general[seat] -= value - pieces.personal[seat]
        pieces.personal[seat] = value
    elif thing == CARDS:
        both = [*game.cards.hand[seat], *game.cards.pile]
        game.cards.hand[seat], game.cards.pile = both[:value], both[value:]
    else:
        set_buildings(game, seat, kind, value)


def set_buildings(game: State, seat: int, kind: str, value: int) -> None:
    """Add idle buildings of a kind, or remove some, idle ones first."""

    def used(building: Building) -> bool:
        return building.state != IDLE

    owned = sorted((one for one in game.pieces.boards[seat] if one.kind == kind), key=used)
    for building in owned[: max(0, len(owned) - value)]:
        game.pieces.return_building(seat, building)
    for _ in range(value - len(owned)):
        game.pieces.take_building(seat, kind)


def move_tile(game: State, name: str, target: str) -> None:
    """Move a tile. The values of a bridge keep the order in which the districts are named."""
    source, other = game.pieces.connections[name], game.pieces.connections[target]
    if source is not other:
        values = [source.ends[district] for district in source.between if district in source.ends]
        other.put(source.tile, dict(zip(other.between, values, strict=False)))
        source.put(None, {})
    game.tell("corrected-tile", "", place=name, value=target)


def turn_bridge(game: State, name: str, higher: str) -> None:
    connection = game.pieces.connections[name]
    low, high = sorted(connection.ends.values())
    connection.ends = {district: high if district == higher else low for district in connection.between}
    game.tell("corrected-ends", "", place=name, value=higher)
