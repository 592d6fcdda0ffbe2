"""Ways over planks and piles: what a walk reaches, what a gem costs from here, what can be reached at all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from companion.games.venise.rules.geometry import LARGE, SMALL, Canal, Place

PRICE = {SMALL: 1, LARGE: 2}
"""Hourglasses to lay a plank (VSE.C1); each step costs one more."""

Gems = frozenset[str]
NONE: Gems = frozenset()


def walks(
    canal: Canal, start: str, steps: int, lying: Collection[str], gems: Collection[str]
) -> dict[str, list[Gems]]:
    """VSE.C1, G1: the cells that a walk of 1 to so many steps can end on, with the gems it can pick up.

    Of the walks to one cell only those count that pick up most: no other picks up all of theirs and more.
    A walk that has picked up every gem ends there (VSE.E1).
    """
    found: dict[str, set[Gems]] = {}
    reached = {(start, NONE): True}  # in the order in which they were found, so that every run lists them alike
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
    return {cell: most_of(sets) for cell, sets in found.items()}


def most_of(sets: Collection[Gems]) -> list[Gems]:
    """Those that are no part of another, in a steady order."""
    if len(sets) == 1:
        return list(sets)
    return sorted((one for one in sets if not any(one < other for other in sets)), key=sorted)


class Way(NamedTuple):
    """A way to a cell: what it costs in hourglasses, the cells it steps on, and the planks laid on it."""

    hourglasses: int
    cells: tuple[str, ...]
    planks: tuple[str, ...]


def cheapest(
    canal: Canal,
    start: str,
    lying: Collection[str],
    stock: Mapping[str, int],
    wanted: Iterable[str],
    most: int | None = None,
) -> dict[str, Way]:
    """The cheapest way to each of these cells, laying planks from this stock where none lie and walking on.

    The cheapest cells come first; with `most`, only so many of them.

    Every step costs an hourglass, every plank its price. Nothing is removed or moved on the way, and no
    joker is played. Cells that can't be reached so are left out.
    """
    missing = set(wanted)
    ways: dict[str, Way] = {}
    settled: dict[str, list[tuple[int, int]]] = defaultdict(list)
    tie = count()
    queue: list[tuple[int, int, int, int, tuple[str, ...], tuple[str, ...]]] = [(0, next(tie), 0, 0, (start,), ())]
    while queue and missing and (most is None or len(ways) < most):
        cost, _, small, large, cells, planks = heappop(queue)
        cell = cells[-1]
        if any(one <= small and other <= large for one, other in settled[cell]):
            continue
        settled[cell].append((small, large))
        if cell in missing:
            ways[cell] = Way(cost, cells, planks)
            missing.discard(cell)
        for other in canal.beside[cell]:
            if other in cells:
                continue
            place = canal.places.get(other)
            if place is None or other in lying or other in planks:
                heappush(queue, (cost + 1, next(tie), small, large, (*cells, other), planks))
                continue
            spent = (small + 1, large) if place.size == SMALL else (small, large + 1)
            if spent[0] > stock[SMALL] or spent[1] > stock[LARGE] or not could_lie(canal, other, lying, planks):
                continue
            price = cost + 1 + PRICE[place.size]
            heappush(queue, (price, next(tie), *spent, (*cells, other), (*planks, other)))
    return ways


def could_lie(canal: Canal, plank: str, lying: Collection[str], planks: Collection[str]) -> bool:
    """Whether a plank could lie here, among those that lie and those laid on the way."""
    place = canal.places[plank]
    if not place.crosses.isdisjoint(lying) or not place.crosses.isdisjoint(planks):
        return False
    return all(cell not in canal.places or cell in lying or cell in planks for cell in place.rests)


def everything_in_reach(
    canal: Canal, pawns: Collection[str], lying: Collection[str], sizes: Collection[str]
) -> dict[str, set[str]]:
    """VSE.L3, E2: for each pawn's cell, all that its owner may ever get to.

    `sizes` are those of which a player has planks. Planks that lie where a pawn can get to are at hand
    too. Planks are taken to be laid one after the other, so none is in the way of another; but what one
    rests on must lie, or be within somebody's reach to lay it.
    """
    at_hand = set(sizes)
    anywhere = set(pawns)
    while True:
        reached = {pawn: flood(canal, pawn, lying, at_hand, anywhere) for pawn in pawns}
        cells = anywhere.union(*reached.values())
        found = {canal.places[plank].size for plank in lying if not cells.isdisjoint(canal.beside[plank])}
        if found <= at_hand and cells == anywhere:
            return reached
        at_hand |= found
        anywhere = cells


def flood(canal: Canal, start: str, lying: Collection[str], sizes: set[str], anywhere: set[str]) -> set[str]:
    """All cells from here, over planks that lie and planks of these sizes that could be laid."""
    reached = {start}
    ahead = [start]
    while ahead:
        for other in canal.beside[ahead.pop()]:
            place = canal.places.get(other)
            if other in reached:
                continue
            if place is None or other in lying or (place.size in sizes and _supported(canal, place, lying, anywhere)):
                reached.add(other)
                ahead.append(other)
    return reached


def _supported(canal: Canal, place: Place, lying: Collection[str], anywhere: set[str]) -> bool:
    """Whether what a plank here would rest on lies, or could be laid from a cell that somebody gets to."""
    return all(
        cell not in canal.places or cell in lying or not anywhere.isdisjoint(canal.places[cell].rests)
        for cell in place.rests
    )
