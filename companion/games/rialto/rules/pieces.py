"""What lies where in Rialto: the Doge track, coins, buildings, councillors, and the tiles on the map."""

from __future__ import annotations

from collections.abc import Sequence

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


def colour_of(kind: str) -> str:
    return kind.split("-")[0]


def value_of(kind: str) -> int:
    return int(kind.split("-")[1])


def label_of(kind: str, state: str) -> str:
    """What tells a tile from its owner's others: those with one label are interchangeable.

    >>> label_of("blue-1", IDLE), label_of("blue-1", USED)
    ('blue-1', 'blue-1.used')
    """
    return kind if state == IDLE else f"{kind}.{state}"


class Building:
    """A tile on a player's board: idle, used (a coin on it), or fresh (not to be activated this round)."""

    __slots__ = ("kind", "state")

    def __init__(self, kind: str, state: str = IDLE) -> None:
        self.kind = kind
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
        """A marker goes on top of those that are there."""
        self.stacks.setdefault(space, []).append(player)

    def space(self, player: Player) -> int:
        return next(space for space, stack in self.stacks.items() if player in stack)

    def move(self, player: Player, steps: int) -> int:
        """RIA.K7: ahead, to the last space at most; a marker that stays keeps its place. Returns the steps made."""
        here = self.space(player)
        return self.set(player, min(self.length, here + steps)) - here

    def set(self, player: Player, space: int) -> int:
        here = self.space(player)
        if space != here:
            self.stacks[here].remove(player)
            if not self.stacks[here]:
                del self.stacks[here]
            self.put(player, space)
        return space

    def order(self) -> list[Player]:
        """RIA.T1: further along first; on one space from the top down."""
        return [player for space in sorted(self.stacks, reverse=True) for player in reversed(self.stacks[space])]


class Connection:
    """Where a bridge or a gondola may lie between two districts. `ends` are the bridge's values, by district."""

    __slots__ = ("between", "ends", "tile")

    def __init__(self, between: tuple[str, str]) -> None:
        self.between = between
        self.tile: str | None = None
        self.ends: dict[str, int] = {}

    @property
    def name(self) -> str:
        return ".".join(self.between)

    def worth(self, district: str) -> int:
        """RIA.Z3: what the tile adds to this district: the bridge's end here, or 1 for a gondola."""
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
        """Coins from the supply to a purse, or what is left (RIA.B1)."""
        number = min(wanted, self.coins)
        self.coins -= number
        self.purse[seat] += number
        return number

    def activate(self, seat: int, building: Building) -> None:
        """A coin from the purse onto an idle building."""
        self.purse[seat] -= 1
        building.state = USED

    def idle(self, seat: int, colour: str) -> list[Building]:
        """His buildings of a colour that may be activated, if he has the coin (RIA.X1-X3)."""
        return [
            building
            for building in self.boards[seat]
            if building.state == IDLE and colour_of(building.kind) == colour
        ]

    def labels(self, seat: int) -> dict[str, Building]:
        """His buildings by label, one of each."""
        return {building.label: building for building in sorted(self.boards[seat], key=lambda one: one.label)}

    def take_building(self, seat: int, kind: str, state: str = IDLE) -> None:
        self.supply[kind] -= 1
        self.boards[seat].append(Building(kind, state))

    def return_building(self, seat: int, building: Building) -> None:
        """To the supply; a coin on it goes to the coin supply (RIA.C3)."""
        self.boards[seat].remove(building)
        self.supply[building.kind] += 1
        self.coins += building.state == USED

    def take_councillors(self, seat: int, wanted: int) -> int:
        """From the general to the personal supply, as many as there are (RIA.E1)."""
        number = min(wanted, self.general[seat])
        self.general[seat] -= number
        self.personal[seat] += number
        return number

    def free(self) -> list[str]:
        """The connections with no tile on them."""
        return [name for name, connection in self.connections.items() if connection.tile is None]

    def worth(self, district: str) -> int:
        """RIA.Z3: the adjoining bridge ends and gondolas."""
        return sum(connection.worth(district) for connection in self.connections.values())

    def holds(self, player: Player, bank: str) -> bool:
        """RIA.G1: whether he has a councillor in all three districts of a bank."""
        return all(self.districts[district].get(player, 0) for district in self.banks[bank])

    def check(self) -> None:
        """Raises `Broken` if any piece was lost or made, or lies where it can't."""
        boards = [building for board in self.boards.values() for building in board]
        on_buildings = sum(building.state == USED for building in boards)
        if self.coins + sum(self.purse.values()) + on_buildings != COINS:
            raise Broken("coins were lost or made")
        for seat in self.seats:
            here = sum(councillors[seat] for councillors in self.districts.values())
            if self.general[seat] + self.personal[seat] + here != COUNCILLORS or len(self.boards[seat]) > PLACES:
                raise Broken(f"seat {seat}: councillors were lost or made, or a board holds too many buildings")
        for kind in KINDS:
            if self.supply[kind] + sum(building.kind == kind for building in boards) != OF_EACH:
                raise Broken(f"{kind} was lost or made")
        self._check_tiles()
        numbers = [self.coins, *self.purse.values(), *self.general.values(), *self.personal.values()]
        numbers += [number for here in self.districts.values() for number in here.values()]
        if min(numbers) < 0 or min(self.supply.values()) < 0:
            raise Broken("fewer than none")

    def _check_tiles(self) -> None:
        tiles = [connection.tile for connection in self.connections.values()]
        unused = len(self.bridges) + (self.bridge is not None)
        if tiles.count(GONDOLA) + self.gondolas != GONDOLAS or tiles.count(BRIDGE) + unused != 6:
            raise Broken("bridges or gondolas were lost or made")
        markers = [player for player in self.track.order() if player != NEUTRAL]
        if markers and sorted(map(str, markers)) != sorted(map(str, self.seats)):
            raise Broken("a marker was lost or made on the Doge track")
