"""What lies where in Venedig: the board, the supply of buildings, the pawns and the gondolas."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.game import Broken
from companion.games.venedig.rules.cards import Cards
from companion.games.venedig.rules.gold import Gold
from companion.games.venedig.rules.hexes import Shape
from companion.games.venedig.rules.kinds import BOX, CASA, IN_BOX, KINDS, SHARED, SWAMP, TOKENS, Holder
from companion.games.venedig.rules.plan import Plan
from companion.games.venedig.rules.scoring import clockwise_from
from companion.games.venedig.rules.track import START, taken, walk
from companion.layout import Layout
from companion.vocabulary import named

WATER, EMPTY = named("lies", "swamp", "empty")
named("lies", "casa", "palazzo", "campo", "basilica", "ponte")


class Pieces:
    """All pieces on the table. `kept` says what the box keeps itself: without a map it knows nothing of hexes."""

    def __init__(
        self, seats: Sequence[int], holders: Sequence[Holder], layout: Layout, plan: Plan, kept: dict[str, bool]
    ) -> None:
        self.seats = list(seats)
        self.holders = list(holders)
        self.plan = plan
        self.mapped = kept["mapped"]
        spreads = {token: layout[token] for token in TOKENS}
        swamps = len(plan.swamps) if self.mapped else IN_BOX[SWAMP]
        self.cards = Cards(seats, holders, kept["cards"])
        self.gold = Gold(seats, spreads, swamps, kept["gold"])
        self.gondolas = dict.fromkeys(seats, START)  # VEN.S2
        self.pawns: dict[str, Holder | None] = dict.fromkeys(SHARED)
        self.supply = dict(BOX)
        self.lies: dict[str, str] = {}
        self.buildings: list[tuple[str, Shape]] = []
        self._set_up()

    def _set_up(self) -> None:
        """VEN.S1: what is pre-built stands; swamp on every hex with neither building nor stone."""
        if self.mapped:
            self.lies = dict.fromkeys(self.plan.hexes, EMPTY) | dict.fromkeys(self.plan.swamps, WATER)
        for kind, hexes in self.plan.buildings:
            self.build(kind, hexes)

    def build(self, kind: str, hexes: Shape) -> None:
        self.supply[kind] -= 1
        if self.mapped:
            self.buildings.append((kind, hexes))
            self.lies |= dict.fromkeys(hexes, kind)

    def take_down(self, kind: str, hexes: Shape) -> None:
        """Only the table can: where a building stands that should not."""
        self.supply[kind] += 1
        self.buildings.remove((kind, hexes))
        self.lies |= dict.fromkeys(hexes, EMPTY)

    def swamps(self) -> list[str]:
        return [name for name, lies in self.lies.items() if lies == WATER]

    def sites(self, kind: str) -> list[Shape]:
        """VEN.B8: where this kind can be built: every hex empty, stone sites from the start."""
        lies = self.lies
        return [shape for shape in self.plan.shapes[kind] if all(lies[name] == EMPTY for name in shape)]

    def developed(self, hexes: Collection[str]) -> int:
        """VEN.K7: how many of these have a building, or part of one, on them."""
        return sum(self.lies[name] in KINDS for name in hexes)

    def houses_on(self, island: str) -> int:
        return sum(self.lies[name] == CASA for name in self.plan.islands[island])

    def houses(self) -> int:
        """All that stand, pre-built ones too (VEN.K3)."""
        return BOX[CASA] - self.supply[CASA]

    def others_than(self, seat: int) -> list[int]:
        return [space for other, space in self.gondolas.items() if other != seat]

    def along(self, seat: int, islands: Collection[str], steps: int = 0) -> bool:
        """VEN.B9: whether this gondola lies along one of these islands, or would so many spaces ahead."""
        space = walk(self.gondolas[seat], steps, self.others_than(seat)).space
        return not set(self.plan.borders(space)).isdisjoint(islands)

    def hand_on_pawn(self, kind: str, after: Holder) -> None:
        """VEN.B13: a pawn goes to whoever has most cards of its kind, the next clockwise of equals; or home."""
        order = self.holders[self.holders.index(after) :] + self.holders[: self.holders.index(after)]
        front = self.cards.front
        having = [holder for holder in order if front[holder][kind]]
        self.pawns[kind] = max(having, key=lambda holder: front[holder][kind], default=None)

    def clockwise(self, first: int) -> list[int]:
        return clockwise_from(first, self.seats)

    def check(self) -> None:
        """Raises `Broken` if any piece was lost or made, or lies where it can't."""
        self.cards.check()
        self.gold.check()
        spaces = [space for space in self.gondolas.values() if space != START]
        for seat in self.seats:
            if self.gondolas[seat] in taken(self.others_than(seat)):
                raise Broken(f"two gondolas on a space: {spaces}")
        for kind, holder in self.pawns.items():
            if (holder is None) != (self.cards.out(kind) == 0):
                raise Broken(f"pawn of {kind} with {holder}, {self.cards.out(kind)} cards out")
            if holder is not None and not self.cards.front[holder][kind]:
                raise Broken(f"{holder} has the pawn of {kind} and no card of it")
        self._check_board()

    def _check_board(self) -> None:
        for kind in KINDS if self.mapped else ():
            standing = [hexes for one, hexes in self.buildings if one == kind]
            if len(standing) + self.supply[kind] != BOX[kind]:
                raise Broken(f"{len(standing)} {kind} stand, {self.supply[kind]} left")
            covered = sorted(name for hexes in standing for name in hexes)
            if covered != sorted(name for name, lies in self.lies.items() if lies == kind):
                raise Broken(f"{kind}: stands on {covered}")
        if not all(0 <= self.supply[kind] < BOX[kind] + 1 for kind in KINDS):
            raise Broken(f"supply {self.supply}")
        if self.mapped and len(self.swamps()) != self.gold.left[SWAMP]:
            raise Broken(f"{len(self.swamps())} hexes with swamp, {self.gold.left[SWAMP]} tokens")
