"""Tiles on the map: bridges, gondolas, and the bonus of each bank (RIA.D2, E2, G1)."""

from __future__ import annotations

from companion.choices import Pick
from companion.games.rialto.rules.cards import NEUTRAL, Player
from companion.games.rialto.rules.pieces import BRIDGE, GONDOLA, Connection
from companion.games.rialto.rules.scoring import BANK
from companion.games.rialto.rules.state import State
from companion.steps import Decision, Draw, Flow
from companion.vocabulary import named

(NOWHERE,) = named("district", "nowhere")


def turn_up_bridge(game: State, rule: str) -> Flow[None]:
    """RIA.S2: turn up the next bridge tile of the stack, if there is one."""
    pieces = game.pieces
    if pieces.bridges:
        left = pieces.bridges_in_box - pieces.turned_up  # a corrected stack must not draw under the same number again
        tile = yield from Draw("bridge", f"{left}", "", tuple(pieces.bridges), rule)
        pieces.turned_up += 1
        pieces.bridges.remove(tile)
        pieces.bridge = tile
        game.tell("next-bridge", "RIA.S2", bridge=tile)


def ends_of(bridge: str) -> tuple[int, int]:
    """Return the values of a tile, the lower first.

    >>> ends_of("3-5")
    (3, 5)
    """
    low, high = bridge.split("-")
    return int(low), int(high)


def free_connections(game: State) -> Pick[str]:
    """Offer the free connections. Only corrections can leave none."""
    return Pick("district.district", tuple(game.pieces.free()) or (NOWHERE,))


def place_bridge(game: State, seat: int, at: str) -> Flow[None]:
    """RIA.D2: lay the top bridge tile on a free connection, either way round.

    Ask again if a correction has put another tile there, or another bridge on top, before the tile was turned.
    """
    pieces = game.pieces
    tries = 0
    while (bridge := pieces.bridge) is not None:
        tries += 1
        here = at if tries == 1 else f"{at}.{tries}"
        facts: dict[str, str | int] = {"bridge": bridge}
        name = yield from Decision("bridge", seat, here, lambda: free_connections(game), "RIA.D2", facts)
        if name == NOWHERE:
            return
        connection = pieces.connections[name]
        higher = yield from choose_end(seat, connection, bridge, here)
        if connection.tile is None and pieces.bridge == bridge:
            yield from lay_bridge(game, seat, connection, higher, rule="RIA.D2")
            return


def choose_end(seat: int, connection: Connection, bridge: str, at: str) -> Flow[str]:
    """Ask towards which district the higher end of a bridge goes."""
    low, high = ends_of(bridge)
    if low == high:
        return connection.between[1]
    facts = {"bridge": bridge, "high": high}
    higher = yield from Decision("bridge-end", seat, at, lambda: Pick("short", connection.between), "RIA.D2", facts)
    return higher


def lay_bridge(game: State, player: Player, connection: Connection, higher: str, *, rule: str) -> Flow[None]:
    """Lay the visible bridge with its higher end towards this district, and turn up the next one."""
    bridge = game.pieces.bridge
    assert bridge is not None
    low, high = ends_of(bridge)
    lower = next(district for district in connection.between if district != higher)
    connection.put(BRIDGE, {lower: low, higher: high})
    game.pieces.bridge = None
    game.tell("lays-bridge", rule, seat=player, bridge=bridge, low=low, district=lower, high=high, other=higher)
    yield from turn_up_bridge(game, "RIA.S2")


def place_gondola(game: State, seat: int, at: str) -> Flow[Connection | None]:
    """RIA.E2: lay a gondola on a free connection."""
    if not game.pieces.gondolas:
        return None

    def offer() -> Pick[str]:
        return free_connections(game) if game.pieces.gondolas else Pick("district.district", (NOWHERE,))

    name = yield from Decision("gondola", seat, at, offer, "RIA.E2", {})
    if name == NOWHERE:
        return None
    connection = game.pieces.connections[name]
    lay_gondola(game, seat, connection, "RIA.E2")
    return connection


def lay_gondola(game: State, player: Player, connection: Connection, rule: str) -> None:
    connection.put(GONDOLA, {})
    game.pieces.gondolas -= 1
    first, second = connection.between
    game.tell("lays-gondola", rule, seat=player, district=first, other=second)


def score_banks(game: State) -> None:
    """RIA.G1: score each bank once, for everyone who has a councillor in all three of its districts.

    The neutral player turns the tile without a score. Players who complete the bank in the same stage still score
    (RIA.N6).
    """
    pieces = game.pieces
    for bank in pieces.banks:
        holders = [player for player in game.order() if pieces.holds(player, bank)]
        if not holders or not pieces.bank_open[bank]:
            continue
        pieces.bank_open[bank] = False
        if holders == [NEUTRAL]:
            game.tell("bank-lost", "RIA.N6", bank=bank)
        for player in holders:
            if isinstance(player, int):
                game.gain(player, "points", BANK, "RIA.G1", "bank", bank=bank)
                game.tell("bank", "RIA.G1", seat=player, bank=bank, n=BANK)
