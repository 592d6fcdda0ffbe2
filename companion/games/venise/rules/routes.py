"""Ways over planks and piles: where a walk can end, what a cell costs to reach, and what can be reached at all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from companion.games.venise.rules.geometry import LARGE, SIZES, SMALL, Canal

PRICE = {SMALL: 1, LARGE: 2}
"""Hourglasses to lay a plank (VSE.C1); a step costs one more."""

Gems = frozenset[str]
NONE: Gems = frozenset()


def walks(
    canal: Canal, start: str, steps: int, lying: Collection[str], *, gems: Collection[str]
) -> Mapping[str, Sequence[Gems]]:
    """VSE.C1, G1: return the cells where a walk of up to this many steps can end, with the gems it can pick up.

    Of the walks to one cell, those that pick up less than another are left out. A walk that has picked up every gem
    ends there (VSE.E1).
    """
    return _walks(canal, start, steps, frozenset(lying), frozenset(gems))


@lru_cache(maxsize=64)
def _walks(
    canal: Canal, start: str, steps: int, lying: frozenset[str], gems: frozenset[str]
) -> Mapping[str, Sequence[Gems]]:
    """Return these walks. The questions about one walk all ask for the same ones."""
    found: dict[str, set[Gems]] = {}
    reached = {(start, NONE): True}  # a dict keeps the order, so that every run lists them alike
    for _ in range(steps):
        ahead = {}
        for cell, picked in reached:
            if picked and len(picked) == len(gems):
                continue
            for other in canal.neighbours(cell, lying):
                now = picked | {other} if other in gems else picked
                ahead[other, now] = True
                found.setdefault(other, set()).add(now)
        reached = ahead
    return {cell: [*sets] if len(sets) == 1 else most_of(sets) for cell, sets in found.items()}


def most_of(sets: Collection[Gems]) -> list[Gems]:
    """Return the sets that are not part of another, always in the same order."""
    return sorted((one for one in sets if not any(one < other for other in sets)), key=sorted)


class Way(NamedTuple):
    """A way to a cell: its price in hourglasses, the cells it steps on, and the planks laid along it."""

    hourglasses: int
    cells: tuple[str, ...]
    planks: tuple[str, ...]


def cheapest(
    canal: Canal,
    start: str,
    lying: Collection[str],
    stock: Mapping[str, int],
    *,
    wanted: Iterable[str],
    most: int | None = None,
) -> Mapping[str, Way]:
    """Return the cheapest way to each wanted cell, cheapest cells first, walking and laying planks from this stock.

    Every step costs one hourglass and every plank its price. Nothing is removed or moved on the way, and no joker
    is played. Cells that can't be reached like this are left out; with `most`, only that many are looked for.
    """
    planks = stock[SMALL], stock[LARGE]
    return _cheapest(canal, start, frozenset(lying), planks, frozenset(wanted), most)


@lru_cache(maxsize=2000)
def _cheapest(
    canal: Canal,
    start: str,
    lying: frozenset[str],
    planks: tuple[int, int],
    wanted: frozenset[str],
    most: int | None,
) -> Mapping[str, Way]:
    """Return these ways. Cached, because search asks about the same places again."""
    missing = set(wanted)
    ways: dict[str, Way] = {}
    search = _Search(canal, start, lying, dict(zip(SIZES, planks, strict=True)))
    while missing and (most is None or len(ways) < most) and (leg := search.next_leg()):
        cell = leg[2]
        if cell in missing:
            ways[cell] = _way(leg)
            missing.discard(cell)
    return ways


def walkable(way: Way, at: int = 0, laid: Collection[str] = ()) -> int:
    """Return how many steps can be made along a way, from its cell number `at` on, before a plank must be laid.

    `laid` are planks that it needed and that have been laid since.
    """
    ahead = way.cells[at + 1 :]
    return next((n for n, cell in enumerate(ahead) if cell in way.planks and cell not in laid), len(ahead))


_Leg = tuple[int, int, str, int, int, int, "_Leg | None"]
"""A way as far as one cell: its price in hourglasses, its age, the cell, its `_Usage` of planks, two bit masks, and
the leg before. The masks hold the cells it has stepped on, and all that can be stepped on: piles, planks that lie,
and planks laid on the way. Legs are queued by price, then by age.
"""


class _Usage:
    """Counts the planks that a way uses, both sizes in one number, and compares ways by bit masks.

    Laying a plank adds the `step` of its size. For each usage, `no_better` has a bit for every usage that takes at
    least as many planks of both sizes. `too_much` has one for every usage that takes more than there are.
    """

    def __init__(self, smalls: int, larges: int) -> None:
        width, height = larges + 2, smalls + 2
        self.step = {SMALL: width, LARGE: 1}
        columns = [(1 << width) - (1 << large) for large in range(width)]
        rows = [sum(1 << width * row for row in range(small, height)) for small in range(height)]
        self.no_better = [row * column for row in rows for column in columns]
        self.too_much = rows[-1] * columns[0] | rows[0] * columns[-1]


@cache
def _usage(smalls: int, larges: int) -> _Usage:
    """Return the usage of a stock; there are not many different ones."""
    return _Usage(smalls, larges)


class _Search:
    """Finds legs from one cell, cheapest first, and drops each that saves neither hourglasses nor planks."""

    def __init__(self, canal: Canal, start: str, lying: Collection[str], stock: Mapping[str, int]) -> None:
        self.canal = canal
        self.usage = _usage(stock[SMALL], stock[LARGE])
        self.beaten = dict.fromkeys(canal.beside, self.usage.too_much)
        """For each cell, a bit for every usage that is no better than one found before."""
        firm = canal.mask(lying) | canal.pile_mask
        self.queue: list[_Leg] = [(0, 0, start, 0, canal.bit[start], firm, None)]
        self.age = 0

    def next_leg(self) -> _Leg | None:
        """Return the cheapest leg that is left, and queue the steps on from there."""
        beaten = self.beaten
        while self.queue:
            leg = heappop(self.queue)
            _, _, cell, used, *_ = leg
            if not beaten[cell] >> used & 1:
                beaten[cell] |= self.usage.no_better[used]
                self._queue_steps(leg)
                return leg
        return None

    def _queue_steps(self, leg: _Leg) -> None:
        """Queue each step to a new cell, over what lies or over a plank that can be laid for it."""
        price, _, cell, used, trodden, firm, _ = leg
        beaten, step = self.beaten, self.usage.step
        for other, bit, crosses, rests, size in self.canal.ahead[cell]:
            if bit & trodden:
                continue
            cost, using = price + 1, used
            if not bit & firm:
                if crosses & firm or rests & ~firm:
                    continue
                cost, using = cost + PRICE[size], used + step[size]
            if not beaten[other] >> using & 1:
                self.age += 1
                heappush(self.queue, (cost, self.age, other, using, trodden | bit, firm | bit, leg))


def _way(leg: _Leg) -> Way:
    """Return the whole way that ends with this leg."""
    price, _, cell, used, *_, before = leg
    cells, planks = [cell], []
    while before is not None:
        if before[3] != used:
            planks.append(cell)
        _, _, cell, used, *_, before = before
        cells.append(cell)
    return Way(price, tuple(reversed(cells)), tuple(reversed(planks)))


def everything_in_reach(
    canal: Canal, pawns: Collection[str], lying: Collection[str], sizes: Collection[str]
) -> dict[str, set[str]]:
    """VSE.L3, E2: for each pawn's cell, everything that its owner may ever reach.

    Players have planks of these `sizes`, and can pick up planks that lie within a pawn's reach. As planks can be
    taken away again, none is in the way of another; but what a plank rests on must lie, or be in somebody's reach
    to be laid.
    """
    at_hand = set(sizes)
    anywhere = set(pawns)
    while True:
        footing = could_lie(canal, lying, sizes=at_hand, anywhere=anywhere).union(canal.cells, lying)
        reached = {pawn: flood(canal, pawn, footing) for pawn in pawns}
        cells = anywhere.union(*reached.values())
        found = {canal.places[plank].size for plank in lying if not cells.isdisjoint(canal.beside[plank])}
        if found <= at_hand and cells == anywhere:
            return reached
        at_hand |= found
        anywhere = cells


def reach_of(canal: Canal, start: str) -> set[str]:
    """VSE.L3: everything that a player may ever reach from here alone, with planks of both sizes."""
    return everything_in_reach(canal, [start], (), SIZES)[start]


@lru_cache(maxsize=250)
def least_reach(canal: Canal, start: str) -> frozenset[str]:
    """VSE.E2: what can be reached from here whatever lies, while there are planks of both sizes."""
    return frozenset(reach_of(canal, start))


def flood(canal: Canal, start: str, footing: set[str]) -> set[str]:
    """Return all cells that can be reached where there is footing."""
    reached = {start}
    ahead = [start]
    while ahead:
        fresh = footing.intersection(canal.beside[ahead.pop()]) - reached
        reached |= fresh
        ahead += fresh
    return reached


def could_lie(canal: Canal, lying: Collection[str], *, sizes: set[str], anywhere: set[str]) -> set[str]:
    """Return where such planks could be laid: what each rests on lies, or somebody can get to where it goes."""
    return {
        name
        for name, place in canal.places.items()
        if place.size in sizes
        and all(cell in lying or not anywhere.isdisjoint(canal.places[cell].rests) for cell in canal.below[name])
    }
