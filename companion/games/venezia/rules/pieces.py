"""The pieces of Venezia and where they are: each player's forty pigeons, the grey ones, and the cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.game import Broken
from companion.games.venezia.rules.grid import CELLS
from companion.vocabulary import named

DISTRICTS = named(
    "zone", "cannaregio", "castello", "dorsoduro", "giudecca", "san-marco", "san-polo", "santa-croce"
)  # VEZ.K3
(SAN_GIORGIO,) = named("zone", "san-giorgio")
ZONES = (*DISTRICTS, SAN_GIORGIO)
PIAZZA, FEINT = named("zone", "piazza", "feint")

VATICAN, REUNION, FEUD, POISON, SAN_MICHELE, BIRD, PURGE, TAKEOVER = named(
    "action", "vatican", "reunion", "feud", "poison", "san-michele", "bird", "purge", "takeover"
)
ACTIONS = (VATICAN, REUNION, FEUD, POISON, SAN_MICHELE, BIRD, PURGE, TAKEOVER)  # VEZ.K1
(NONE,) = named("action", "none")
(NOBODY,) = named("seat", "nobody")

PIGEONS, RESERVE, GREY = 40, 12, 6  # VEZ.K1, K2, S1
PIAZZA_MOST = 10  # VEZ.P3


@dataclass
class Plate:
    """A player's plan for a round: the first card, an action, and three zone cards, with the pigeons on them.

    With real plates the box knows the numbers before the cards, which are `None` until revealed.
    """

    first: str | None = None
    on_first: int = 0
    action: str | None = None
    zones: list[str | None] = field(default_factory=lambda: [None, None, None])
    numbers: list[int] = field(default_factory=lambda: [0, 0, 0])

    @property
    def total(self) -> int:
        return self.on_first + sum(self.numbers)


class Pieces:
    """All pigeons and cards. A pigeon moves from place to place and is never made or lost (VEZ.K6)."""

    def __init__(self, seats: Sequence[int], blocked: Sequence[str], *, mapped: bool) -> None:
        self.seats = seats
        self.blocked = frozenset(blocked)  # VEZ.K5
        self.mapped = mapped
        self.stock = dict.fromkeys(seats, PIGEONS - RESERVE)  # VEZ.S1
        self.reserve = dict.fromkeys(seats, RESERVE)
        self.nest = dict.fromkeys(seats, 0)
        self.dead = dict.fromkeys(seats, 0)
        self.on_piazza = dict.fromkeys(seats, 0)
        self.cells: dict[str, int] = {}
        self.zones = {zone: dict.fromkeys(seats, 0) for zone in ZONES}
        self.grey = dict.fromkeys(ZONES, 0)
        self.plates = {seat: Plate() for seat in seats}
        self.hand = {seat: list(ACTIONS) for seat in seats}
        self.played: dict[int, list[str]] = {seat: [] for seat in seats}

    @property
    def grey_left(self) -> int:
        return GREY - sum(self.grey.values())

    def empty_cells(self) -> list[str]:
        return [cell for cell in CELLS if cell not in self.cells and cell not in self.blocked]

    def pigeons_of(self, seat: int) -> list[str]:
        return sorted([cell for cell, owner in self.cells.items() if owner == seat], key=CELLS.index)

    def lay(self, seat: int, plate: Plate) -> None:
        """VEZ.P2: from the reserve to the plate, and from the stock once the reserve is empty."""
        self.plates[seat] = plate
        from_reserve = min(plate.total, self.reserve[seat])
        self.reserve[seat] -= from_reserve
        self.stock[seat] -= plate.total - from_reserve

    def land(self, seat: int, cells: Sequence[str] | None, number: int) -> None:
        """VEZ.Z1: from the first card to the Piazza, onto these cells if the box maps them."""
        self.plates[seat].on_first -= number
        self.on_piazza[seat] += number
        for cell in cells or ():
            self.cells[cell] = seat

    def feint(self, seat: int, numbers: Sequence[int]) -> None:
        """VEZ.Z1: from the first card to the zone cards."""
        plate = self.plates[seat]
        plate.on_first -= sum(numbers)
        plate.numbers = [before + more for before, more in zip(plate.numbers, numbers, strict=True)]

    def move(self, start: str, target: str) -> None:
        self.cells[target] = self.cells.pop(start)

    def kill(self, seat: int, number: int = 1, cell: str | None = None) -> None:
        """Move pigeons from the Piazza to San Michele."""
        if cell is not None:
            del self.cells[cell]
        self.on_piazza[seat] -= number
        self.dead[seat] += number

    def hatch(self, seat: int, number: int) -> None:
        """VEZ.C4: from the stock to the nest."""
        self.stock[seat] -= number
        self.nest[seat] += number

    def fly_from_nest(self, seat: int, zone: str, number: int) -> None:
        self.nest[seat] -= number
        self.zones[zone][seat] += number

    def fly_from_reserve(self, seat: int, zone: str, number: int) -> None:
        self.reserve[seat] -= number
        self.zones[zone][seat] += number

    def chase(self, seat: int, zone: str, number: int) -> None:
        """Move pigeons from a zone to their owner's stock."""
        self.zones[zone][seat] -= number
        self.stock[seat] += number

    def settle(self, seat: int, zone: str, card: int) -> None:
        """VEZ.X5: from a zone card to its zone."""
        plate = self.plates[seat]
        self.zones[zone][seat] += plate.numbers[card]
        plate.numbers[card] = 0

    def recover(self, seat: int, number: int) -> None:
        """Move pigeons from San Michele to the reserve."""
        self.dead[seat] -= number
        self.reserve[seat] += number

    def play_card(self, seat: int, action: str) -> None:
        self.hand[seat].remove(action)
        self.played[seat].append(action)

    def take_back(self, seat: int, action: str) -> None:
        self.played[seat].remove(action)
        self.hand[seat] = [card for card in ACTIONS if card not in self.played[seat]]

    def nests_to_reserves(self) -> None:
        """VEZ.Y6: at the end of a round."""
        for seat in self.seats:
            self.reserve[seat] += self.nest[seat]
            self.nest[seat] = 0

    def places(self, seat: int) -> list[int]:
        """VEZ.K6: return how many of a player's pigeons are in each of their possible places."""
        plate = self.plates[seat].total
        zones = [here[seat] for here in self.zones.values()]
        return [
            self.stock[seat],
            self.reserve[seat],
            self.nest[seat],
            self.dead[seat],
            self.on_piazza[seat],
            plate,
            *zones,
        ]

    def check(self) -> None:
        """Raise `Broken` unless every pigeon and every card is in exactly one place."""
        for seat in self.seats:
            places = self.places(seat)
            if sum(places) != PIGEONS or min(places) < 0:
                raise Broken(f"seat {seat} has {places}, {sum(places)} pigeons")
            standing = len(self.pigeons_of(seat))
            if (self.mapped and standing != self.on_piazza[seat]) or self.on_piazza[seat] > PIAZZA_MOST:
                raise Broken(f"seat {seat} has {standing} on the map, {self.on_piazza[seat]} on the Piazza")
            if sorted([*self.hand[seat], *self.played[seat]]) != sorted(ACTIONS):
                raise Broken(f"seat {seat} has the cards {self.hand[seat]} and {self.played[seat]}")
        if self.grey_left < 0 or min(self.grey.values()) < 0:
            raise Broken(f"grey pigeons: {self.grey}")
        if any(cell in self.blocked for cell in self.cells):
            raise Broken(f"a pigeon on a blocked cell: {self.cells}")
