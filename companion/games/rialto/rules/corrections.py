"""Corrections that a Rialto table may make. Each takes from, or gives to, a supply."""

from __future__ import annotations

from typing import Any

from companion.choices import Count, Pick
from companion.game import Correction
from companion.games.rialto.rules.cards import Player, player_of
from companion.games.rialto.rules.pieces import (
    BRIDGE,
    DISTRICTS,
    GONDOLA,
    IDLE,
    KINDS,
    PLACES,
    USED,
    Building,
)
from companion.games.rialto.rules.scoring import LEAST_POINTS, MOST_POINTS
from companion.games.rialto.rules.state import State
from companion.games.rialto.rules.tiles import NOWHERE, ends_of
from companion.vocabulary import named

POINTS, COINS, SUPPLY, COUNCILLORS, SPACE, BUILDINGS, TILE, ENDS, BANK, CARDS = named(
    "thing", "points", "coins", "supply", "councillors", "space", "buildings", "tile", "ends", "bank", "cards"
)
ADD, TOP, ACTIVE = named("thing", "add", "top", "active")
OPEN, TURNED = named("bank-tile", "open", "turned")
(EMPTY,) = named("laid", "empty")
named("laid", "gondola", "bridge")
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
    """Offer how many buildings of each kind a player has, and how many of them carry a coin."""
    pieces = game.pieces
    places = {}
    for kind in KINDS:
        owned = sum(building.kind == kind for building in pieces.boards[seat])
        room = min(pieces.supply[kind], PLACES - len(pieces.boards[seat]))
        choice = Count("buildings", 0, owned + room)
        facts = {"seat": seat, "building": kind}
        places[f"{BUILDINGS}.{seat}.{kind}"] = Correction("buildings", facts, choice, owned)
        if owned:
            active = sum(building.kind == kind and building.state == USED for building in pieces.boards[seat])
            coins = Count("coins", 0, min(owned, active + pieces.coins))
            places[f"{ACTIVE}.{seat}.{kind}"] = Correction("active", facts, coins, active)
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
    """Offer to lay, move or take off a tile, to turn a bridge round, and to turn over a bank's tile.

    Between laying a bridge and turning up the next one no bridge comes or goes.
    """
    pieces = game.pieces
    is_settled = pieces.bridge is not None or not pieces.bridges
    places = {}
    for name, connection in pieces.connections.items():
        facts = {"place": name}
        if connection.tile is not None:
            off = (NOWHERE,) if is_settled or connection.tile == GONDOLA else ()
            choice = Pick("district.district", (name, *pieces.free(), *off))
            places[f"{TILE}.{name}"] = Correction("tile", facts, choice, name)
        elif kinds := tiles_to_lay(game, is_settled=is_settled):
            places[f"{ADD}.{name}"] = Correction("add", facts, Pick("laid.number", (EMPTY, *kinds)), EMPTY)
        if connection.tile == BRIDGE:
            higher = max(connection.between, key=lambda one: connection.ends[one])
            places[f"{ENDS}.{name}"] = Correction("ends", facts, Pick("district", connection.between), higher)
    if pieces.bridge is not None and pieces.bridges:
        tiles = (pieces.bridge, *sorted(set(pieces.bridges) - {pieces.bridge}))
        places[TOP] = Correction("top", {}, Pick("", tiles), pieces.bridge)
    for bank, is_open in pieces.bank_open.items():
        now = OPEN if is_open else TURNED
        places[f"{BANK}.{bank}"] = Correction("bank", {"bank": bank}, Pick("bank-tile", (OPEN, TURNED)), now)
    return places


def tiles_to_lay(game: State, *, is_settled: bool) -> list[str]:
    """Return what could lie on a connection unknown to the box: a gondola, or a bridge of the stack below the top."""
    pieces = game.pieces
    below = pieces.bridges or ([pieces.bridge] if pieces.bridge else [])
    bridges = [f"{BRIDGE}.{tile}" for tile in sorted(set(below))] if is_settled else []
    return [*([GONDOLA] if pieces.gondolas else []), *bridges]


def apply(game: State, place: str, value: Any) -> None:
    thing, _, where = place.partition(".")
    if thing == TILE and value == NOWHERE:
        take_off_tile(game, where)
    elif thing == TILE:
        move_tile(game, where, value)
    elif thing == ADD:
        add_tile(game, where, value)
    elif thing == TOP:
        set_top(game, value)
    elif thing == ENDS:
        turn_bridge(game, where, value)
    elif thing == BANK:
        game.pieces.bank_open[where] = value == OPEN
        game.tell("corrected-bank", "", bank=where, value=value)
    else:
        player, _, what = where.partition(".")
        set_number(game, thing, player_of(player), what, value=value)


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
    elif thing == ACTIVE:
        game.tell("corrected-active", "", seat=player, building=what, number=value)
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
    elif thing == ACTIVE:
        set_active(game, seat, kind, value)
    else:
        set_buildings(game, seat, kind, value)


def set_active(game: State, seat: int, kind: str, value: int) -> None:
    """Put coins of the supply on buildings of a kind, or take some off."""
    pieces = game.pieces
    owned = [building for building in pieces.boards[seat] if building.kind == kind]
    active = [building for building in owned if building.state == USED]
    others = sorted((one for one in owned if one.state != USED), key=lambda one: one.state != IDLE)
    pieces.coins -= value - len(active)
    for building in active[: max(0, len(active) - value)]:
        building.state = IDLE
    for building in others[: max(0, value - len(active))]:
        building.state = USED


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


def add_tile(game: State, name: str, tile: str) -> None:
    """Lay a gondola, or a bridge of the stack with its lower end towards the district that is named first."""
    pieces, connection = game.pieces, game.pieces.connections[name]
    if tile == GONDOLA:
        pieces.gondolas -= 1
        connection.put(GONDOLA, {})
    elif tile != EMPTY:
        bridge = tile.removeprefix(f"{BRIDGE}.")
        if bridge in pieces.bridges:
            pieces.bridges.remove(bridge)
        else:
            pieces.bridge = None
        connection.put(BRIDGE, dict(zip(connection.between, ends_of(bridge), strict=True)))
    game.tell("corrected-added", "", place=name, tile=tile)


def take_off_tile(game: State, name: str) -> None:
    """Return a gondola to the supply, or a bridge to the stack: below the visible one, if there is one."""
    pieces, connection = game.pieces, game.pieces.connections[name]
    if connection.tile == GONDOLA:
        pieces.gondolas += 1
    else:
        low, high = sorted(connection.ends.values())
        if pieces.bridge is None:
            pieces.bridge = f"{low}-{high}"
        else:
            pieces.bridges.append(f"{low}-{high}")
    connection.put(None, {})
    game.tell("corrected-off", "", place=name)


def set_top(game: State, bridge: str) -> None:
    """Exchange the visible bridge for one of those below it."""
    pieces = game.pieces
    assert pieces.bridge is not None
    if bridge != pieces.bridge:
        pieces.bridges.remove(bridge)
        pieces.bridges.append(pieces.bridge)
        pieces.bridge = bridge
    game.tell("corrected-top", "", bridge=bridge)


def turn_bridge(game: State, name: str, higher: str) -> None:
    connection = game.pieces.connections[name]
    low, high = sorted(connection.ends.values())
    connection.ends = {district: high if district == higher else low for district in connection.between}
    game.tell("corrected-ends", "", place=name, value=higher)
