"""A board that its owner is drawing: hexes into islands, what lies on them, the gondolas' way.

A draft may be wrong as a board. Only its shape is sure: hexes are hexes, lists are lists.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from math import dist

from companion.games.venedig.editor.canvas import DRAWN, MOST, accept
from companion.games.venedig.layout import OUTSIDE
from companion.games.venedig.rules.board import middle, spot
from companion.games.venedig.rules.kinds import HEXES, ISLANDS, KINDS, PONTE
from companion.games.venedig.rules.track import LAST, TWICE
from companion.layout import Layout
from companion.refusal import Refusal

NEAR = 1.46
"""How far from a space an island's hex may be for it to lie along, in hexes."""


class Draft:
    """The facts of a layout, to be changed place by place."""

    def __init__(self, layout: Layout) -> None:
        accept(layout)
        self._layout = layout
        facts = {fact: deepcopy(layout[fact]) for fact in DRAWN}
        self.islands: dict[str, list[str]] = {island: facts["islands"].get(island, []) for island in ISLANDS}
        self.stones: list[str] = facts["stones"]
        self.buildings: dict[str, list[list[str]]] = {kind: facts["buildings"].get(kind, []) for kind in KINDS}
        self.crossings: list[list[str]] = facts["crossings"]
        self.track: list[list[str]] = (facts["track"] + [[] for _ in range(LAST)])[:LAST]
        self.start: list[str] = facts["start"]
        self.course: list[list[float]] = facts["course"]

    def layout(self) -> Layout:
        """The layout that it has become; what was changed is the owner's word."""
        layout = self._layout
        for fact in DRAWN:
            if (value := getattr(self, fact)) != layout[fact]:
                layout = layout.corrected(fact, value)
        return layout

    @property
    def island(self) -> dict[str, str]:
        return {name: island for island, hexes in self.islands.items() for name in hexes}

    @property
    def standing(self) -> Iterator[tuple[str, list[str]]]:
        return ((kind, hexes) for kind, sites in self.buildings.items() for hexes in sites)

    def paint(self, island: str, hexes: Sequence[str]) -> None:
        """These hexes become land of an island; if the first is that already, all become water."""
        drained = bool(hexes) and hexes[0] not in self.islands[island]
        for name in hexes:
            for one in self.islands.values():
                one[:] = [other for other in one if other != name]
            if drained:
                self.islands[island].append(name)
            else:
                self.clear(name)
                self.crossings = [pair for pair in self.crossings if name not in pair]
        self.islands[island].sort(key=spot)

    def clear(self, name: str) -> None:
        """Nothing lies or stands on a hex."""
        self.stones = [stone for stone in self.stones if stone != name]
        self.buildings = {
            kind: [hexes for hexes in sites if name not in hexes] for kind, sites in self.buildings.items()
        }

    def put_stones(self, hexes: Sequence[str]) -> None:
        for name in hexes:
            was = name in self.stones
            self.clear(self.on_land(name))
            self.stones += [] if was else [name]

    def build(self, kind: str, hexes: Sequence[str]) -> list[str]:
        """A building on as many hexes as it takes; on one that has it already, it goes. What waits is given back."""
        waiting: list[str] = []
        for name in hexes:
            there = [site for site in self.buildings[kind] if name in site]
            self.clear(self.on_land(name))
            waiting = [] if there or name in waiting else [*waiting, name]
            if len(waiting) == HEXES[kind]:
                self.buildings[kind].append(sorted(waiting, key=spot))
                if kind == PONTE and not self.crosses(waiting):
                    self.cross(waiting)
                waiting = []
        return waiting

    def crosses(self, pair: Sequence[str]) -> bool:
        return set(pair) in [set(other) for other in self.crossings]

    def cross(self, hexes: Sequence[str]) -> list[str]:
        """A dashed line between each two hexes, or none where there was one."""
        waiting: list[str] = []
        for name in hexes:
            waiting = [*waiting, self.on_land(name)] if name not in waiting else []
            if len(waiting) == 2:
                was = self.crosses(waiting)
                self.crossings = [pair for pair in self.crossings if set(pair) != set(waiting)]
                self.crossings += [] if was else [sorted(waiting, key=spot)]
                waiting = []
        return waiting

    def on_land(self, name: str) -> str:
        if name not in self.island:
            raise Refusal("not-land", "VEN.K4", value=name)
        return name

    def lay_way(self, space: int, name: str) -> int:
        """A space of the way lies on this hex, along the islands that are near. The next one to lay."""
        if space > len(self.course) or space >= MOST:
            raise Refusal("no-such-space", "VEN.K5", space=space, last=min(len(self.course), MOST - 1))
        spaces = [one for one in TWICE if one < len(self.course) or one == space] if space in TWICE else [space]
        for one in spaces:
            self._lay(one, list(middle(name)))
        if len(self.course) == TWICE[1]:  # VEN.K5: 45 is where 10 is
            self._lay(TWICE[1], list(self.course[TWICE[0]]))
        return space + 2 if space + 1 == TWICE[1] else space + 1

    def _lay(self, space: int, at: list[float]) -> None:
        self.course[space : space + 1] = [at]
        if 0 < space <= LAST:
            self.track[space - 1] = [] if space in OUTSIDE else self.islands_near(at)

    def islands_near(self, at: Sequence[float]) -> list[str]:
        return [
            island for island, hexes in self.islands.items() if any(dist(at, middle(name)) < NEAR for name in hexes)
        ]

    def cut_way(self, space: int) -> None:
        """The way ends before this space; what is beyond is to be laid again."""
        space += space == TWICE[1]  # which is where 10 is
        self.course = self.course[:space]
        self.track = [islands if number < space else [] for number, islands in enumerate(self.track, start=1)]

    def border(self, space: int, island: str) -> None:
        """A space borders an island, or no longer does. 10 and 45 are one space (VEN.K5)."""
        for one in TWICE if space in TWICE else (space,):
            borders = self.track[one - 1] if one else self.start
            borders[:] = [other for other in ISLANDS if (other in borders) != (other == island)]
