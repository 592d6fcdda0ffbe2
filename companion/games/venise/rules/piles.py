"""The piles of a board as its layout lists them (VSE.L1)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from companion.games.venise.rules.geometry import BRIDGE, DIRECTIONS, Canal, Pile, opposite, point_name, point_of
from companion.layout import Layout
from companion.refusal import Refusal
from companion.vocabulary import named

COLOURS = named("colour", "red", "white", "green", "yellow")
PLAIN, START, WALL = "plain", "start", "wall"
EVERYWHERE = frozenset(DIRECTIONS)


@lru_cache(maxsize=8)
def canal_of(layout: Layout) -> Canal:
    """Return the piles of a layout with all places for planks, or refuse piles that are wrong (VSE.L1)."""
    return _canal(layout.name, json.dumps(layout["piles"], default=str))


@lru_cache(maxsize=32)
def _canal(layout: str, piles: str) -> Canal:
    data = json.loads(piles)
    if not isinstance(data, list):
        raise Refusal("bad-pile", "VSE.L1", layout=layout, value=str(data)[:60])
    found = [pile_in(pile, layout) for pile in data]
    if len({pile.at for pile in found}) < len(found):
        raise Refusal("shared-point", "VSE.L3", layout=layout)
    return Canal(found)


def pile_in(data: Any, layout: str) -> Pile:
    """Read one pile: `{at = "C7", kind = "wall", cells = [["n", "ne"], ["s"]]}`; plain and start piles omit cells."""
    if isinstance(data, dict) and {"at", "kind"} <= set(data) <= {"at", "kind", "cells"}:
        at = point_of(data["at"]) if type(data["at"]) is str else None
        cells = _cells(data)
        if at is not None and cells is not None:
            return Pile(at, data["kind"], cells)
    raise Refusal("bad-pile", "VSE.L1", layout=layout, value=str(data)[:60])


@lru_cache(maxsize=32)
def listed(canal: Canal) -> list[dict[str, Any]]:
    """Return the piles of a canal as data: where each stands, its kind, and the directions its cells are open to."""
    return [
        {
            "at": point_name(pile.at),
            "kind": pile.kind,
            "cells": {name: sorted(cell) for name, cell in zip(pile.names(), pile.cells, strict=True)},
        }
        for pile in canal.piles
    ]


def canal_seen(piles: list[dict[str, Any]]) -> Canal:
    """Return the canal that `listed` these piles: whoever sees the board sees where planks can lie."""
    alone = (PLAIN, START)
    data = [
        {"at": one["at"], "kind": one["kind"]} | ({} if one["kind"] in alone else {"cells": [*one["cells"].values()]})
        for one in piles
    ]
    return _canal("", json.dumps(data))


def _cells(data: Mapping[str, Any]) -> tuple[frozenset[str], ...] | None:
    """VSE.L1: return the directions of each cell, or `None` if they don't make a pile of this kind."""
    if data["kind"] in (PLAIN, START):
        return (EVERYWHERE,) if "cells" not in data else None
    cells = data.get("cells")
    if data["kind"] not in (WALL, BRIDGE) or not isinstance(cells, list) or len(cells) != 2:
        return None
    if not all(isinstance(cell, list) and cell and set(map(str, cell)) <= EVERYWHERE for cell in cells):
        return None
    one, other = frozenset(cells[0]), frozenset(cells[1])
    fits = is_wall(one, other) if data["kind"] == WALL else is_bridge(one, other)
    return (one, other) if fits else None


def is_wall(one: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether a straight wall can separate these directions, adjacent ones on each side."""
    sides = [(frozenset((DIRECTIONS * 2)[n : n + 4]), frozenset((DIRECTIONS * 2)[n + 4 : n + 8])) for n in range(8)]
    return any(one <= here and other <= there for here, there in sides) and all(map(is_stretch, (one, other)))


def is_stretch(directions: frozenset[str]) -> bool:
    """Return whether these directions are adjacent."""
    starts = [way for n, way in enumerate(DIRECTIONS) if way in directions and DIRECTIONS[n - 1] not in directions]
    return len(starts) == 1


def is_bridge(bridge: frozenset[str], under: frozenset[str]) -> bool:
    """Return whether a bridge leads in two opposite directions, and the level below is open on both sides of it."""
    if len(bridge) != 2 or bridge & under:
        return False
    way = min(bridge, key=DIRECTIONS.index)
    start = DIRECTIONS.index(way)
    right, left = (frozenset((DIRECTIONS * 2)[start + n + 1 : start + n + 4]) for n in (0, 4))
    return opposite(way) in bridge and bool(under & right) and bool(under & left)
