"""The pieces of Rialto and where they lie: the Doge track, coins, buildings, councillors, tiles on the map."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from companion.game import Broken
from companion.games.rialto.rules.cards import NEUTRAL, Player
from companion.layout import Layout
from companion.vocabulary import named

DISTRICTS = named("district", "cannaregio", "castello", "dorsoduro", "san-marco", "san-polo", "santa-croce")
named("short", "cannaregio", "castello", "dorsoduro", "san-marco", "san-polo", "santa-croce")
BANKS = named("bank", "citra", "ultra")
GREEN, YELLOW, BLUE = "green", "yellow", "blue"
KINDS = (
    *named("building", "green-1", "green-2", "green-3", "green-4"),
    *named("building", "yellow-1", "yellow-2", "yellow-3", "yellow-4"),
    *named("building", "blue-1", "blue-2", "blue-3", "blue-4"),
)
NONE, KEEP = named("building", "none", "keep")
COUNCILLORS, COINS, GONDOLAS = 18, 30, 6  # RIA.K2
OF_EACH, PLACES, BEST = 5, 7, 4  # RIA.K3
OWN_AT_START = 5  # RIA.S6

BRIDGE, GONDOLA = named("tile", "bridge", "gondola")
IDLE, USED, FRESH = "idle", *named("tile", "used", "fresh")


@cache
def colour_of(kind: str) -> str:
    return kind.split("-")[0]


@cache
def value_of(kind: str) -> int:
    return int(kind.split("-")[1])


def next_kind(kind: str) -> str:
    """Return the kind of the same colour that is worth 1 more."""
    return KINDS[KINDS.index(kind) + 1]


def label_of(kind: str, state: str) -> str:
    """Return what tells a tile from its owner's others. Tiles with the same label are interchangeable.

    >>> label_of("blue-1", IDLE), label_of("blue-1", USED)
    ('blue-1', 'blue-1.used')
    """
    return kind if state == IDLE else f"{kind}.{state}"


class Building:
    """A tile on a player's board: idle, used (a coin on it), or fresh (can't be activated this round)."""

    __slots__ = ("colour", "kind", "state", "value")

    def __init__(self, kind: str, state: str = IDLE) -> None:
        self.kind = kind
        self.colour = colour_of(kind)
        self.value = value_of(kind)
        self.state = state

    @property
    def label(self) -> str:
        return label_of(self.kind, self.state)


class Track:
    """The Doge track: a stack of markers on each space, the first space being 1 (RIA.T1)."""

    def __init__(self, length: int) -> None:
        self.length = length
        self.stacks: dict[int, list[Player]] = {}

    def put(self, player: Player, space: int) -> None:
        """Put a marker on top of those already there."""
        self.stacks.setdefault(space, []).append(player)

    def space(self, player: Player) -> int:
        return next(space for space, stack in self.stacks.items() if player in stack)

    def move(self, player: Player, steps: int) -> int:
        """RIA.K7: move ahead, at most to the last space, and return the steps made. Without any, keep the place."""
        here = self.space(player)
        return self.set(player, min(self.length, here + steps)) - here

    def set(self, player: Player, space: int) -> int:
        """Move a marker to this space, and return the space."""
        here = self.space(player)
        if space != here:
            self.stacks[here].remove(player)
            if not self.stacks[here]:
                del self.stacks[here]
            self.put(player, space)
        return space

    def order(self) -> list[Player]:
        """RIA.T1: whoever is further along goes first; on one space, whoever is on top."""
        return [player for space in sorted(self.stacks, reverse=True) for player in reversed(self.stacks[space])]


class Connection:
    """A place for a bridge or a gondola between two districts. `ends` are the bridge's values, by district."""

    __slots__ = ("between", "ends", "tile")

    def __init__(self, between: tuple[str, str]) -> None:
        self.between = between
        self.tile: str | None = None
        self.ends: dict[str, int] = {}

    @property
    def name(self) -> str:
        return ".".join(self.between)

    def worth(self, district: str) -> int:
        """RIA.Z3: return what the tile adds to this district: the bridge's end here, or 1 for a gondola."""
        if district not in self.between or self.tile is None:
            return 0
        return self.ends[district] if self.tile == BRIDGE else 1

    def put(self, tile: str | None, ends: dict[str, int]) -> None:
        self.tile = tile
        self.ends = ends


class Pieces:
    """All pieces but the cards. They are moved, never made or lost."""

    def __init__(self, seats: Sequence[int], layout: Layout) -> None:
        self.seats = seats
        self.track = Track(layout["doge_track"])
        pairs = [(a, b) for a, b in layout["connections"]]
        self.connections = {connection.name: connection for connection in map(Connection, pairs)}
        self.banks: dict[str, list[str]] = {bank: list(layout["banks"][bank]) for bank in BANKS}
        self.bank_open = dict.fromkeys(BANKS, True)
        self.bridges = [f"{min(tile)}-{max(tile)}" for tile in layout["bridges"]]  # not drawn yet
        self.bridges_in_box = len(self.bridges)
        self.turned_up = 0
        """Number of bridges that have been turned up on the stack."""
        self.bridge: str | None = None  # the one on top, face up
        self.gondolas = GONDOLAS
        self.coins = COINS
        self.purse = dict.fromkeys(seats, 0)
        self.general = dict.fromkeys(seats, COUNCILLORS - OWN_AT_START)  # RIA.S6
        self.personal = dict.fromkeys(seats, OWN_AT_START)
        self.districts: dict[str, dict[Player, int]] = {district: dict.fromkeys(seats, 0) for district in DISTRICTS}
        self.supply = dict.fromkeys(KINDS, OF_EACH)
        self.boards: dict[int, list[Building]] = {seat: [] for seat in seats}

    def take_coins(self, seat: int, wanted: int) -> int:
        """RIA.B1: move coins from the supply to a purse, as far as there are any. Return how many."""
        number = min(wanted, self.coins)
        self.coins -= number
        self.purse[seat] += number
        return number

    def activate(self, seat: int, building: Building) -> None:
        """Put a coin from the purse on an idle building."""
        self.purse[seat] -= 1
        building.state = USED

    def idle(self, seat: int, colour: str) -> list[Building]:
        """RIA.X1-X3: return a player's buildings of a colour that a coin could activate."""
        return [building for building in self.boards[seat] if building.colour == colour and building.state == IDLE]

    def labels(self, seat: int) -> dict[str, Building]:
        """Return a player's buildings by label, one of each."""
        return {building.label: building for building in sorted(self.boards[seat], key=lambda one: one.label)}

    def take_building(self, seat: int, kind: str, state: str = IDLE) -> None:
        self.supply[kind] -= 1
        self.boards[seat].append(Building(kind, state))

    def return_building(self, seat: int, building: Building) -> None:
        """RIA.C3: return a building to the supply, and a coin on it to the coins."""
        self.boards[seat].remove(building)
        self.supply[building.kind] += 1
        self.coins += building.state == USED

    def take_councillors(self, seat: int, wanted: int) -> int:
        """RIA.E1: move councillors to the personal supply, as far as there are any. Return how many."""
        number = min(wanted, self.general[seat])
        self.general[seat] -= number
        self.personal[seat] += number
        return number

    def free(self) -> list[str]:
        """Return the connections with no tile on them."""
        return [name for name, connection in self.connections.items() if connection.tile is None]

    def worth(self, district: str) -> int:
        """RIA.Z3: add up the adjoining bridge ends and gondolas."""
        return sum(connection.worth(district) for connection in self.connections.values())

    def holds(self, player: Player, bank: str) -> bool:
        """RIA.G1: return whether a player has a councillor in all three districts of a bank."""
        return all(self.districts[district].get(player, 0) for district in self.banks[bank])

    def check(self) -> None:
        """Raise `Broken` if any piece has been lost, added or put where it can't be."""
        self._check_coins_and_buildings()
        self._check_councillors()
        self._check_tiles()
        self._check_markers()
        numbers = [self.coins, *self.purse.values(), *self.general.values(), *self.personal.values()]
        numbers += [number for here in self.districts.values() for number in here.values()]
        if min(numbers) < 0 or min(self.supply.values()) < 0:
            raise Broken("fewer than none")

    def _check_coins_and_buildings(self) -> None:
        taken = [building for board in self.boards.values() for building in board]
        on_buildings = sum(building.state == USED for building in taken)
        if self.coins + sum(self.purse.values()) + on_buildings != COINS:
            raise Broken("coins were lost or added")
        for kind in KINDS:
            if self.supply[kind] + sum(building.kind == kind for building in taken) != OF_EACH:
                raise Broken(f"{kind} was lost or added")
        for seat, board in self.boards.items():
            if len(board) > PLACES:
                raise Broken(f"seat {seat}: too many buildings on the board")

    def _check_councillors(self) -> None:
        for seat in self.seats:
            here = sum(councillors[seat] for councillors in self.districts.values())
            if self.general[seat] + self.personal[seat] + here != COUNCILLORS:
                raise Broken(f"seat {seat}: councillors were lost or added")

    def _check_tiles(self) -> None:
        tiles = [connection.tile for connection in self.connections.values()]
        unused = len(self.bridges) + (self.bridge is not None)
        if tiles.count(GONDOLA) + self.gondolas != GONDOLAS or tiles.count(BRIDGE) + unused != 6:
            raise Broken("bridges or gondolas were lost or added")

    def _check_markers(self) -> None:
        markers = [player for player in self.track.order() if player != NEUTRAL]
        if markers and sorted(map(str, markers)) != sorted(map(str, self.seats)):
            raise Broken("a marker was lost or added on the Doge track")
