"""A board that its owner is drawing: hexes into islands, what lies on them, the gondolas' route.

A draft may be wrong as a board. Only its shape is certain: hexes are hexes, lists are lists.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from math import dist
from typing import Any

from companion.games.venedig.layout import OUTSIDE, check_facts, is_number
from companion.games.venedig.rules.board import is_hex, middle, spot
from companion.games.venedig.rules.kinds import BOX, HEXES, ISLANDS, KINDS, PONTE
from companion.games.venedig.rules.track import LAST, TWICE
from companion.layout import Fact, Layout
from companion.refusal import Refusal
from companion.vocabulary import named

LAND, STANDING, WAYS = named("tools", "land", "standing", "way")
STONE, CROSSING, WAY, BORDER, CUT = named("tool", "stone", "crossing", "way", "border", "cut")
named("tool-hint", "stone", "crossing", "way", "border", "cut")
TOOLS = {LAND: (*ISLANDS, STONE), STANDING: (*KINDS, CROSSING), WAYS: (WAY, BORDER, CUT)}

MARK = "#"
"""Precedes the number of a space, to tell it from a hex."""

MOST = LAST + 25
"""The most places that a route may have, mooring posts included."""

NEAR = 1.46
"""Distance in hexes within which a space lies along an island."""

DRAWN = ("islands", "stones", "buildings", "crossings", "track", "start", "course")
"""The facts that are drawn; the number of tokens is not."""

ROW = re.compile(r"([A-Z])([0-9]{1,2})-\1?([0-9]{1,2})")


def accept(layout: Layout) -> None:
    """Refuse, with the reason, a layout that can't be drawn."""
    check_facts(layout)
    _accept_land(layout["islands"], layout["stones"])
    _accept_buildings(layout["buildings"], layout["crossings"])
    _accept_route(layout["track"], layout["start"], layout["course"])


def _accept_land(islands: Any, stones: Any) -> None:
    if not isinstance(islands, dict) or not set(islands) <= set(ISLANDS) or not all(map(_is_hexes, islands.values())):
        raise Refusal("bad-islands", "VEN.K4", known=list(ISLANDS))
    if not _is_hexes(stones):
        raise Refusal("not-hexes", "VEN.K4", fact="stones")
    for hexes in (*islands.values(), stones):
        for name, times in Counter(hexes).items():
            if times > 1:
                raise Refusal("hex-twice", "VEN.K4", value=name)


def _accept_buildings(buildings: Any, crossings: Any) -> None:
    is_table = isinstance(buildings, dict) and set(buildings) <= set(KINDS)
    if not is_table or not all(map(_is_sites, buildings.values())):
        raise Refusal("bad-buildings", "VEN.K4", known=list(KINDS))
    for kind, sites in buildings.items():
        _accept_number_built(kind, len(sites))
    if not _is_sites(crossings) or not all(len(pair) == 2 for pair in crossings):
        raise Refusal("not-hexes", "VEN.K4", fact="crossings")


def _accept_number_built(kind: str, n: int) -> None:
    """VEN.K2: a draft may have all buildings of a kind, a board one fewer."""
    if n > BOX[kind]:
        raise Refusal("too-many-built", "VEN.K2", building=kind, n=n, most=BOX[kind] - 1)


def _accept_route(track: Any, start: Any, course: Any) -> None:
    if not isinstance(track, list) or len(track) > LAST or not all(map(_is_borders, [*track, start])):
        raise Refusal("bad-track", "VEN.K5", n=LAST)
    if not isinstance(course, list) or len(course) > MOST or not all(map(_is_place, course)):
        raise Refusal("bad-course", "VEN.K4", n=LAST + 2)


def _is_hexes(value: Any) -> bool:
    return isinstance(value, list) and all(map(is_hex, value))


def _is_sites(value: Any) -> bool:
    return isinstance(value, list) and all(_is_hexes(hexes) and hexes for hexes in value)


def _is_borders(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) and one in ISLANDS for one in value)


def _is_place(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(is_number, value))


def blank(ours: Layout) -> Layout:
    """Return open water: no island, no building, no route; the tokens are those of our board."""
    empty: dict[str, Any] = {
        "islands": {island: [] for island in ISLANDS},
        "stones": [],
        "buildings": {kind: [] for kind in KINDS},
        "crossings": [],
        "track": [[] for _ in range(LAST)],
        "start": [],
        "course": [],
    }
    facts = {name: Fact(empty.get(name, fact.value), fact.source, fact.note) for name, fact in ours.facts.items()}
    return Layout(ours.name, facts | {name: Fact(empty[name], "owner", facts[name].note) for name in DRAWN})


def hexes_in(places: Sequence[str]) -> list[str]:
    """Return the hexes that are named; `B5-B8`, or `B5-8`, is a row of them.

    >>> hexes_in(["b5-7", "C1"])
    ['B5', 'B6', 'B7', 'C1']
    """
    found: list[str] = []
    for place in places:
        if row := ROW.fullmatch(place.upper()):
            letter, first, last = row[1], int(row[2]), int(row[3])
            found += [f"{letter}{column}" for column in range(first, last + 1)] or [place]
        else:
            found.append(place.upper())
    for name in found:
        if not is_hex(name):
            raise Refusal("not-a-hex", "VEN.K4", value=name[:10])
    return found


def space_in(place: str) -> int | None:
    """Return the number of the space that a place such as `#12` names; `None` for a hex."""
    number = place.removeprefix(MARK)
    return int(number) if place.startswith(MARK) and number.isdecimal() and len(number) < 4 else None


class Draft:
    """The facts of a layout, changed place by place."""

    def __init__(self, layout: Layout) -> None:
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
        """Return the layout with all changes, which the owner vouches for."""
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
        """Turn these hexes into land of an island, or into water if the first one is its land already."""
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
        """Take away what lies or stands on a hex."""
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
        """Build on as many hexes as it takes, or tear down what is there already; return hexes that wait for more."""
        waiting: list[str] = []
        for name in hexes:
            there = [site for site in self.buildings[kind] if name in site]
            self.clear(self.on_land(name))
            waiting = [] if there or name in waiting else [*waiting, name]
            if len(waiting) == HEXES[kind]:
                _accept_number_built(kind, len(self.buildings[kind]) + 1)
                self.buildings[kind].append(sorted(waiting, key=spot))
                if kind == PONTE and not self.crosses(waiting):
                    self.cross(waiting)
                waiting = []
        return waiting

    def crosses(self, pair: Sequence[str]) -> bool:
        return set(pair) in [set(other) for other in self.crossings]

    def cross(self, hexes: Sequence[str]) -> list[str]:
        """Draw a dashed line between each two hexes, or remove it if it is there; return a hex that waits."""
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

    def lay_route(self, space: int, name: str) -> int:
        """Lay a space of the route on this hex, along the islands nearby; return the next space to lay."""
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

    def cut_route(self, space: int) -> None:
        """End the route before this space; what is beyond must be laid again."""
        space += space == TWICE[1]  # 45 is where 10 is
        self.course = self.course[:space]
        self.track = [islands if number < space else [] for number, islands in enumerate(self.track, start=1)]

    def border(self, space: int, island: str) -> None:
        """Let a space border an island, or stop bordering it. 10 and 45 are one space (VEN.K5)."""
        for one in TWICE if space in TWICE else (space,):
            borders = self.track[one - 1] if one else self.start
            borders[:] = [other for other in ISLANDS if (other in borders) != (other == island)]
