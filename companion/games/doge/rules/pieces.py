"""The pieces of Doge and where they lie: houses, palaces, advisors with their rings, and ballots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import cast

from companion.game import Broken
from companion.vocabulary import named

DISTRICTS = named("area", "cannaregio", "castello", "dorsoduro", "san-marco", "san-polo", "santa-croce")
(QUARANTIA,) = named("area", "quarantia")
AREAS = (*DISTRICTS, QUARANTIA)

COUNCIL = named("advisor", "quarantia-1", "quarantia-2", "quarantia-3")
ADVISORS = (
    *named("advisor", "cannaregio", "castello", "dorsoduro", "san-marco", "san-polo", "santa-croce"),
    *COUNCIL,
)  # DOG.K2

HOUSES, PALACES, RINGS = 15, 8, 6  # DOG.K1
BALLOTS = (0, 1, 1, 2, 2, 3, 3)  # DOG.K1

Ballot = int | None
"""A ballot's value, or `None` for a cardboard one that the box has not seen."""


class Advisor:
    """A pawn that votes where it stands, for the player whose ring it wears. Neutral ones wait beside the map."""

    __slots__ = ("controller", "home", "name", "place")

    def __init__(self, name: str) -> None:
        self.name = name
        self.home = QUARANTIA if name in COUNCIL else name
        self.place: str | None = None
        self.controller: int | None = None


class Pieces:
    """All pieces on the table. They are moved, never made or lost (DOG.K4)."""

    def __init__(self, seats: Sequence[int], sites: Sequence[int], *, ballots_known: bool) -> None:
        self.seats = seats
        self.sites = sites
        self.houses = {area: dict.fromkeys(seats, 0) for area in DISTRICTS}
        self.palaces = {area: dict.fromkeys(seats, 0) for area in DISTRICTS}
        self.free_sites = dict.fromkeys(DISTRICTS, len(sites))
        self.reserve = dict.fromkeys(seats, HOUSES)
        self.unbuilt = dict.fromkeys(seats, PALACES)
        self.rings = dict.fromkeys(seats, RINGS)
        self.advisors = {name: Advisor(name) for name in ADVISORS}  # DOG.S1
        self.at_home = {
            area: [advisor for advisor in self.advisors.values() if advisor.home == area] for area in AREAS
        }
        self.rings_in: dict[str, list[int]] = {area: [] for area in AREAS}
        """The controller of each advisor that stands in an area."""
        self._fresh: tuple[Ballot, ...] = BALLOTS if ballots_known else (None,) * len(BALLOTS)
        self.return_ballots()

    def return_ballots(self) -> None:
        """DOG.B6: return all ballots and area cards to their owners."""
        self.hand = {seat: list(self._fresh) for seat in self.seats}
        self.stacks: dict[str, dict[int, list[Ballot]]] = {area: {} for area in AREAS}
        self.turned: dict[str, dict[int, list[int]]] = {}
        self.unseen = {seat: list(BALLOTS) for seat in self.seats}
        self.cards = {seat: list(AREAS) for seat in self.seats}

    def lay(self, seat: int, area: str, ballots: Sequence[Ballot]) -> None:
        """DOG.B3, B4: lay ballots face down in an area, and use up the area's card for this year."""
        hand = self.hand[seat]
        for ballot in ballots:
            hand.remove(ballot)
        self.stacks[area][seat] = list(ballots)
        self.cards[seat].remove(area)

    def read(self, seat: int, area: str, values: list[int]) -> None:
        """Note the values of cardboard ballots as they are turned up."""
        self.stacks[area][seat] = list(values)
        for value in values:
            self.unseen[seat].remove(value)

    def turn_up(self, area: str) -> dict[int, list[int]]:
        """DOG.V2: turn up all ballots in an area. By now the box knows them all."""
        stacks = cast("dict[int, list[int]]", self.stacks[area])
        self.turned[area] = stacks
        return stacks

    def price(self, area: str) -> int:
        """DOG.P1: return the number on the next free site. There must be one."""
        return self.sites[len(self.sites) - self.free_sites[area]]

    def add_houses(self, seat: int, area: str, number: int) -> None:
        """Move houses from the reserve to a district, or back if the number is negative."""
        self.houses[area][seat] += number
        self.reserve[seat] -= number

    def move_house(self, seat: int, source: str, target: str) -> None:
        self.houses[source][seat] -= 1
        self.houses[target][seat] += 1

    def add_palaces(self, seat: int, area: str, number: int) -> None:
        self.palaces[area][seat] += number
        self.free_sites[area] -= number
        self.unbuilt[seat] -= number

    def post(self, advisor: Advisor, controller: int | None, place: str | None) -> None:
        """DOG.A1: give an advisor a new controller and place. One ring is returned, another is spent."""
        if advisor.controller is not None and advisor.place is not None:
            self.rings[advisor.controller] += 1
            self.rings_in[advisor.place].remove(advisor.controller)
        if controller is not None and place is not None:
            self.rings[controller] -= 1
            self.rings_in[place].append(controller)
        advisor.controller = controller
        advisor.place = place

    def controlled(self, seat: int) -> int:
        """Return how many advisors wear this player's ring."""
        return sum(advisor.controller == seat for advisor in self.advisors.values())

    def check(self) -> None:
        """Raise `Broken` if any piece has been lost, added or put where it can't be."""
        self._check_supplies()
        self._check_districts()
        self._check_advisors()

    def _check_supplies(self) -> None:
        for seat in self.seats:
            laid = sum(len(stack[seat]) for stack in self.stacks.values() if seat in stack)
            counts = {
                "houses": self.reserve[seat] + sum(here[seat] for here in self.houses.values()) - HOUSES,
                "palaces": self.unbuilt[seat] + sum(here[seat] for here in self.palaces.values()) - PALACES,
                "rings": self.rings[seat] + self.controlled(seat) - RINGS,
                "ballots": len(self.hand[seat]) + laid - len(BALLOTS),
            }
            low = min(self.reserve[seat], self.unbuilt[seat], self.rings[seat])
            if any(counts.values()) or low < 0:
                raise Broken(f"seat {seat}: {counts} too many, least supply {low}")

    def _check_districts(self) -> None:
        for area in DISTRICTS:
            taken = sum(self.palaces[area].values())
            if taken + self.free_sites[area] != len(self.sites) or self.free_sites[area] < 0:
                raise Broken(f"{area}: {taken} palaces and {self.free_sites[area]} free sites")
            if min(self.houses[area].values()) < 0:
                raise Broken(f"{area}: fewer houses than none")

    def _check_advisors(self) -> None:
        for advisor in self.advisors.values():
            if (advisor.place is None) != (advisor.controller is None) or advisor.place == advisor.home:
                raise Broken(f"{advisor.name} stands in {advisor.place} for {advisor.controller}")
        for area in AREAS:
            here = [advisor.controller for advisor in self.advisors.values() if advisor.place == area]
            if Counter(here) != Counter(self.rings_in[area]):
                raise Broken(f"{area}: advisors for {here}, rings of {self.rings_in[area]}")
