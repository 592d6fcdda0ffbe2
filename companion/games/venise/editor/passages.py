"""Walls and bridges as a maker of boards changes them: turned, and way by way opened and closed (VSE.L1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.venise.rules.geometry import BRIDGE, DIRECTIONS, UNDER
from companion.games.venise.rules.piles import PLAIN, START, WALL, pile_in
from companion.layout.making import OWN, Way
from companion.refusal import Refusal
from companion.vocabulary import named

Pile = dict[str, Any]

CLOSED, ONE, OTHER = named("way", "closed", "one", "other")
named("way", "bridge", "under")
CELLS = {WALL: (ONE, OTHER), BRIDGE: (BRIDGE, UNDER)}
"""What the two cells of a pile are called."""

FIRST = {
    WALL: [["ne", "e", "se"], ["sw", "w", "nw"]],
    BRIDGE: [["n", "s"], ["ne", "e", "se", "sw", "w", "nw"]],
}
"""How a wall and a bridge stand when they are put: from north to south, all other ways open."""


def pile_of(at: str, kind: str, old: Pile | None) -> Pile:
    """A pile of this kind; one that stands there already is turned by one direction, with all that is closed."""
    if kind in (PLAIN, START):
        return {"at": at, "kind": kind}
    if old and old["kind"] == kind:
        return {"at": at, "kind": kind, "cells": [_in_order(map(_next, cell)) for cell in old["cells"]]}
    return {"at": at, "kind": kind, "cells": FIRST[kind]}


def _next(way: str) -> str:
    return DIRECTIONS[(DIRECTIONS.index(way) + 1) % len(DIRECTIONS)]


def _in_order(ways: Any) -> list[str]:
    return sorted(ways, key=DIRECTIONS.index)


def ways_of(pile: Pile) -> list[Way]:
    """What each way is, from the north on; none where a pile has one cell, which is open all round."""
    if pile["kind"] not in CELLS:
        return []
    return [Way(way, _state(pile, way), switched(pile, way) is not None) for way in DIRECTIONS]


def _state(pile: Pile, way: str) -> str:
    names = CELLS[pile["kind"]]
    return next((name for name, cell in zip(names, pile["cells"], strict=True) if way in cell), CLOSED)


def switched(pile: Pile, way: str) -> Pile | None:
    """The pile with this way as the next thing it can be: closed, or of the first or the second cell."""
    states = (CLOSED, *CELLS[pile["kind"]])
    now = states.index(_state(pile, way))
    turns = (_with(pile, way, (now + step) % len(states)) for step in (1, 2))
    return next((turn for turn in turns if _stands(turn)), None)


def _with(pile: Pile, way: str, state: int) -> Pile:
    cells = [
        _in_order({*cell} - {way} | ({way} if n == state else set())) for n, cell in enumerate(pile["cells"], start=1)
    ]
    return pile | {"cells": cells}


def _stands(pile: Pile) -> bool:
    try:
        pile_in(pile, OWN)
    except Refusal:
        return False
    return True


def carried(gems: Mapping[str, list[str]], old: Pile, new: Pile) -> dict[str, list[str]]:
    """Gems stay on their pile when it becomes another: on the same cell of two, or the first."""
    before, after = (pile_in(pile, OWN).names() for pile in (old, new))
    onto = {cell: after[min(n, len(after) - 1)] for n, cell in enumerate(before)}
    return {colour: [onto.get(gem, gem) for gem in own] for colour, own in gems.items()}


def at_point(piles: Sequence[Pile], at: str) -> Pile | None:
    return next((pile for pile in piles if pile["at"] == at), None)
