"""Walls and bridges as an owner changes them: turned, and passage by passage opened and closed (VSE.L1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.games.venise.rules.geometry import BRIDGE, DIRECTIONS, UNDER
from companion.games.venise.rules.piles import PLAIN, START, WALL, pile_in
from companion.layout.editor import OWN, Passage
from companion.refusal import Refusal
from companion.vocabulary import named

Pile = dict[str, Any]

CLOSED, ONE, OTHER = named("way", "closed", "one", "other")
named("way", "bridge", "under")
CELLS = {WALL: (ONE, OTHER), BRIDGE: (BRIDGE, UNDER)}
"""The names of the two cells of a pile."""

FIRST = {
    WALL: [["ne", "e", "se"], ["sw", "w", "nw"]],
    BRIDGE: [["n", "s"], ["ne", "e", "se", "sw", "w", "nw"]],
}
"""The direction of a new wall or bridge: from north to south, all other passages open."""


def pile_of(at: str, kind: str, old: Pile | None) -> Pile:
    """Return a pile of this kind; one that is there already is turned by one direction, closed passages and all."""
    if kind in (PLAIN, START):
        return {"at": at, "kind": kind}
    if old and old["kind"] == kind:
        return {"at": at, "kind": kind, "cells": [_in_order(map(_next, cell)) for cell in old["cells"]]}
    return {"at": at, "kind": kind, "cells": FIRST[kind]}


def _next(direction: str) -> str:
    return DIRECTIONS[(DIRECTIONS.index(direction) + 1) % len(DIRECTIONS)]


def _in_order(directions: Iterable[str]) -> list[str]:
    return sorted(directions, key=DIRECTIONS.index)


def passages_of(pile: Pile) -> list[Passage]:
    """Return all passages from the north on; none for a pile of one cell, which is open all round."""
    if pile["kind"] not in CELLS:
        return []
    return [Passage(one, _state(pile, one), switched(pile, one) is not None) for one in DIRECTIONS]


def _state(pile: Pile, direction: str) -> str:
    names = CELLS[pile["kind"]]
    return next((name for name, cell in zip(names, pile["cells"], strict=True) if direction in cell), CLOSED)


def switched(pile: Pile, direction: str) -> Pile | None:
    """Return the pile with this passage in its next state: closed, or of the first or the second cell."""
    states = (CLOSED, *CELLS[pile["kind"]])
    now = states.index(_state(pile, direction))
    turns = (_with(pile, direction, (now + step) % len(states)) for step in (1, 2))
    return next((turn for turn in turns if _stands(turn)), None)


def _with(pile: Pile, direction: str, state: int) -> Pile:
    others = ({*cell} - {direction} for cell in pile["cells"])
    cells = [_in_order(cell | {direction} if n == state else cell) for n, cell in enumerate(others, start=1)]
    return pile | {"cells": cells}


def _stands(pile: Pile) -> bool:
    try:
        pile_in(pile, OWN)
    except Refusal:
        return False
    return True


def carried(gems: Mapping[str, list[str]], old: Pile, new: Pile) -> dict[str, list[str]]:
    """Keep gems on their pile when it changes: on the same of two cells, or on the first."""
    before, after = (pile_in(pile, OWN).names() for pile in (old, new))
    onto = {cell: after[min(n, len(after) - 1)] for n, cell in enumerate(before)}
    return {colour: [onto.get(gem, gem) for gem in own] for colour, own in gems.items()}


def at_point(piles: Sequence[Pile], at: str) -> Pile | None:
    return next((pile for pile in piles if pile["at"] == at), None)
