"""What a drawing of a board begins with: open water, or a layout that can be read; and hexes as they are typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from companion.games.venedig.layout import check_facts, is_number
from companion.games.venedig.rules.board import is_hex
from companion.games.venedig.rules.kinds import ISLANDS, KINDS
from companion.games.venedig.rules.track import LAST
from companion.layout import Fact, Layout
from companion.refusal import Refusal

MOST = LAST + 25
"""As many places as a way may have, mooring posts included."""

DRAWN = ("islands", "stones", "buildings", "crossings", "track", "start", "course")
"""The facts that are drawn; how many tokens there are is no matter of places."""

ROW = re.compile(r"([A-Z])([0-9]{1,2})-\1?([0-9]{1,2})")


def accept(layout: Layout) -> None:
    """Refuses, with its reason, what no draft can be read from."""
    check_facts(layout)
    islands, buildings, crossings = layout["islands"], layout["buildings"], layout["crossings"]
    if not isinstance(islands, dict) or not set(islands) <= set(ISLANDS) or not all(map(_is_hexes, islands.values())):
        raise Refusal("bad-islands", "VEN.K4", known=list(ISLANDS))
    if not _is_hexes(layout["stones"]):
        raise Refusal("not-hexes", "VEN.K4", fact="stones")
    if (
        not isinstance(buildings, dict)
        or not set(buildings) <= set(KINDS)
        or not all(map(_is_sites, buildings.values()))
    ):
        raise Refusal("bad-buildings", "VEN.K4", known=list(KINDS))
    if not _is_sites(crossings) or not all(len(pair) == 2 for pair in crossings):
        raise Refusal("not-hexes", "VEN.K4", fact="crossings")
    track = layout["track"]
    if not isinstance(track, list) or len(track) > LAST or not all(map(_is_borders, [*track, layout["start"]])):
        raise Refusal("bad-track", "VEN.K5", n=LAST)
    course = layout["course"]
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
    """Open water: no island, nothing on it, no way; the tokens are those of our board."""
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
    """The hexes that are named; `B5-B8`, or `B5-8`, is a row of them.

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
