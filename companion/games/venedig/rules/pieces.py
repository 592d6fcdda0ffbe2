"""All pieces of Venedig and where they are: buildings, pawns, gondolas and tokens; the cards are beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from companion.game import Broken
from companion.games.venedig.rules.board import Shape, plan_of
from companion.games.venedig.rules.cards import Cards
from companion.games.venedig.rules.kinds import (
    BOX,
    CASA,
    IN_BOX,
    KINDS,
    MOST_WORTH,
    SHARED,
    SWAMP,
    TOKENS,
    TREASURE,
    WORTH,
    Holder,
)
from companion.games.venedig.rules.track import START, taken, walk
from companion.layout import Layout
from companion.seats import clockwise_from
from companion.vocabulary import named

WATER, EMPTY = named("lies", "swamp", "empty")
named("lies", "casa", "palazzo", "campo", "basilica", "ponte")


class Gold:
    """All tokens: treasure beside the board, swamp on it, and what the players hold in secret (VEN.K2, K6).

    Tokens that are `left` are beside the board or on it; those that are `gone` have left the game. Of cardboard
    tokens the box knows only the number.
    """

    def __init__(
        self, seats: Sequence[int], spreads: Mapping[str, Mapping[str, int]], *, swamps: int, known: bool
    ) -> None:
        self.known = known
        self.swamps = swamps
        self.left = {TREASURE: IN_BOX[TREASURE], SWAMP: swamps}
        self.gone = 0
        self.held = {seat: dict.fromkeys(TOKENS, 0) for seat in seats}
        self.unseen = {
            token: Counter({int(value): number for value, number in sorted(spreads[token].items())})
            for token in TOKENS
        }
        self.spread = Counter(self.unseen[TREASURE])
        self.purses: dict[int, Counter[int]] = {seat: Counter() for seat in seats}

    def values(self, token: str) -> list[int]:
        """Return everything that the next token may be worth, each value as often as it may come."""
        return list(self.unseen[token].elements())

    def take(self, seat: int, token: str, value: int | None) -> None:
        """Give a player a token of this value, or `None` if the box can't see it."""
        self.left[token] -= 1
        self.held[seat][token] += 1
        if value is not None:
            self.unseen[token][value] -= 1
            self.purses[seat][value] += 1

    def purse(self, seat: int) -> dict[str, int]:
        """Return how many tokens of each value a player has, the most valuable first, worthless ones too."""
        return {str(value): number for value, number in sorted(self.purses[seat].items(), reverse=True) if number}

    def worth(self, seat: int) -> int:
        return sum(value * number for value, number in self.purses[seat].items())

    def most(self, seat: int) -> int:
        """Return the most gold that a player's tokens can be worth, judging by what everyone sees."""
        held = self.held[seat]
        return MOST_WORTH[TREASURE] * held[TREASURE] + MOST_WORTH[SWAMP] * held[SWAMP]

    def spare(self) -> bool:
        """Return whether a swamp token that left the game can come back with a value that nobody has seen."""
        return self.gone > 0 and (not self.known or self.unseen[SWAMP].total() > self.left[SWAMP])

    def pay(self, seat: int, token: str, number: int) -> None:
        """Take tokens from a player: swamp leaves the game, treasure returns to the supply (VEN.G1)."""
        self.held[seat][token] -= number
        if token == TREASURE:
            self.left[TREASURE] += number
        else:
            self.gone += number

    def pay_values(self, seat: int, values: Mapping[int, int]) -> None:
        """Take tokens of known values from a player."""
        for value, number in values.items():
            token = token_of(value)
            self.pay(seat, token, number)
            self.purses[seat][value] -= number
            if token == TREASURE:
                self.unseen[TREASURE][value] += number

    def check(self) -> None:
        """Raise `Broken` if a token was lost or made."""
        for token, total in ((TREASURE, IN_BOX[TREASURE]), (SWAMP, self.swamps)):
            held = [has[token] for has in self.held.values()]
            gone = self.gone if token == SWAMP else 0
            if self.left[token] + sum(held) + gone != total or min(self.left[token], gone, *held) < 0:
                raise Broken(f"{token}: {self.left[token]} left, {held} held, {gone} gone")
        if self.known:
            self._check_values()

    def _check_values(self) -> None:
        for seat, purse in self.purses.items():
            if any(sum(purse[value] for value in WORTH[token]) != self.held[seat][token] for token in TOKENS):
                raise Broken(f"seat {seat} holds {self.held[seat]}, but {dict(purse)}")
        treasure = sum((self.purses[seat] for seat in self.purses), Counter(self.unseen[TREASURE]))
        if any(treasure[value] != self.spread[value] for value in WORTH[TREASURE]):
            raise Broken(f"treasure {dict(treasure)}, not {dict(self.spread)}")


def token_of(value: int) -> str:
    """Return which token has this value.

    >>> token_of(4)
    'treasure'
    """
    return TREASURE if value in WORTH[TREASURE] else SWAMP


class Pieces:
    """All pieces on the table. Without a map (not `mapped`) the box knows nothing about hexes."""

    def __init__(
        self,
        seats: Sequence[int],
        holders: Sequence[Holder],
        layout: Layout,
        *,
        mapped: bool,
        cards_known: bool,
        gold_known: bool,
    ) -> None:
        self.seats = list(seats)
        self.holders = list(holders)
        self.plan = plan_of(layout)
        self.mapped = mapped
        spreads = {token: layout[token] for token in TOKENS}
        swamps = len(self.plan.swamps) if mapped else IN_BOX[SWAMP]
        self.cards = Cards(seats, holders, known=cards_known)
        self.gold = Gold(seats, spreads, swamps=swamps, known=gold_known)
        self.gondolas = dict.fromkeys(seats, START)  # VEN.S2
        self.pawns: dict[str, Holder | None] = dict.fromkeys(SHARED)
        self.supply = dict(BOX)
        self.ground: dict[str, str] = {}
        """The contents of each hex: swamp, nothing, or (part of) a building of some kind."""
        self.swamps: list[str] = []
        self.empty: set[str] = set()
        """The hexes with swamp, row by row, and those with nothing on them."""
        self._sites: dict[str, list[Shape]] = {}
        """Where each kind can be built, found when it is first asked for and forgotten when the ground changes."""
        self.buildings: list[tuple[str, Shape]] = []
        self._set_up()

    def _set_up(self) -> None:
        """Place the pre-built buildings, and swamp on every hex with neither building nor stone (VEN.S1)."""
        if self.mapped:
            self.swamps = [*self.plan.swamps]
            self.empty = set(self.plan.hexes).difference(self.swamps)
            self.ground = dict.fromkeys(self.plan.hexes, EMPTY) | dict.fromkeys(self.swamps, WATER)
        for kind, hexes in self.plan.buildings:
            self.build(kind, hexes)

    def build(self, kind: str, hexes: Shape) -> None:
        self.supply[kind] -= 1
        if self.mapped:
            self.buildings.append((kind, hexes))
            self.ground |= dict.fromkeys(hexes, kind)
            self.empty.difference_update(hexes)
            self._sites = {}

    def take_down(self, kind: str, hexes: Shape) -> None:
        """Return a building to the supply. Only a correction does this."""
        self.supply[kind] += 1
        self.buildings.remove((kind, hexes))
        self._clear(hexes)

    def drain(self, hexes: Collection[str]) -> None:
        """VEN.D1: take the swamp off these hexes."""
        for name in hexes:
            self.swamps.remove(name)
        self._clear(hexes)

    def flood(self, name: str) -> None:
        """Put swamp on a hex again. Only a correction does this."""
        self.ground[name] = WATER
        self.empty.remove(name)
        self._sites = {}
        self.swamps = [name for name, what in self.ground.items() if what == WATER]

    def _clear(self, hexes: Collection[str]) -> None:
        self.ground |= dict.fromkeys(hexes, EMPTY)
        self.empty.update(hexes)
        self._sites = {}

    def sites(self, kind: str) -> Sequence[Shape]:
        """Return where this kind can be built: every hex must be empty; stone sites are from the start (VEN.B8)."""
        if kind not in self._sites:
            empty, footprints = self.empty, self.plan.footprints[kind]
            self._sites[kind] = [shape for shape, hexes in footprints if shape[0] in empty and hexes <= empty]
        return self._sites[kind]

    def developed(self, hexes: Collection[str]) -> int:
        """Return how many of these hexes have a building, or part of one, on them (VEN.K7)."""
        return sum(self.ground[name] in KINDS for name in hexes)

    def houses_on(self, island: str) -> int:
        return sum(self.ground[name] == CASA for name in self.plan.islands[island])

    def houses(self) -> int:
        """Return how many casas stand, pre-built ones included (VEN.K3)."""
        return BOX[CASA] - self.supply[CASA]

    def others_than(self, seat: int) -> list[int]:
        """Return the spaces of all other gondolas."""
        return [space for other, space in self.gondolas.items() if other != seat]

    def alongside(self, seat: int, islands: Collection[str], *, ahead: int = 0) -> bool:
        """Return whether a gondola borders one of these islands, or would after moving ahead (VEN.B9)."""
        space = walk(self.gondolas[seat], ahead, self.others_than(seat)).space
        return not set(self.plan.borders(space)).isdisjoint(islands)

    def hand_on_pawn(self, kind: str, after: Holder) -> None:
        """Give a pawn to whoever has most cards of its kind, ties to the next clockwise; without any, return it
        (VEN.B13).
        """
        front = self.cards.front
        having = [holder for holder in clockwise_from(after, self.holders) if front[holder][kind]]
        self.pawns[kind] = max(having, key=lambda holder: front[holder][kind], default=None)

    def clockwise(self, first: int) -> list[int]:
        return clockwise_from(first, self.seats)

    def check(self) -> None:
        """Raise `Broken` if any piece was lost or made, or is where it can't be."""
        self.cards.check()
        self.gold.check()
        spaces = [space for space in self.gondolas.values() if space != START]
        for seat in self.seats:
            if self.gondolas[seat] in taken(self.others_than(seat)):
                raise Broken(f"two gondolas on a space: {spaces}")
        for kind, holder in self.pawns.items():
            if (holder is None) != (self.cards.out[kind] == 0):
                raise Broken(f"pawn of {kind} with {holder}, {self.cards.out[kind]} cards out")
            if holder is not None and not self.cards.front[holder][kind]:
                raise Broken(f"{holder} has the pawn of {kind} and no card of it")
        self._check_board()

    def _check_board(self) -> None:
        for kind in KINDS if self.mapped else ():
            standing = [hexes for one, hexes in self.buildings if one == kind]
            if len(standing) + self.supply[kind] != BOX[kind]:
                raise Broken(f"{len(standing)} {kind} stand, {self.supply[kind]} left")
            covered = sorted(name for hexes in standing for name in hexes)
            if covered != sorted(name for name, what in self.ground.items() if what == kind):
                raise Broken(f"{kind}: stands on {covered}")
        if not all(0 <= self.supply[kind] < BOX[kind] + 1 for kind in KINDS):
            raise Broken(f"supply {self.supply}")
        if self.mapped and len(self.swamps) != self.gold.left[SWAMP]:
            raise Broken(f"{len(self.swamps)} hexes with swamp, {self.gold.left[SWAMP]} tokens")
        lying = [[name for name, what in self.ground.items() if what == one] for one in (WATER, EMPTY)]
        if lying != [self.swamps, [name for name in self.ground if name in self.empty]]:
            raise Broken(f"swamp on {self.swamps}, nothing on {self.empty}, but {self.ground}")
