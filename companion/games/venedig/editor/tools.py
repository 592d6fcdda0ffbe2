"""The tools with which an owner draws his board, and what each does with the places that it is used on."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.venedig.editor.canvas import hexes_in
from companion.games.venedig.editor.draft import Draft
from companion.games.venedig.rules.kinds import HEXES, ISLANDS, KINDS
from companion.games.venedig.rules.track import LAST
from companion.layout import Layout
from companion.refusal import Refusal
from companion.vocabulary import named
from companion.words import Words

LAND, STANDING, WAYS = named("tools", "land", "standing", "way")
STONE, CROSSING, WAY, BORDER, CUT = named("tool", "stone", "crossing", "way", "border", "cut")
named("tool-hint", "stone", "crossing", "way", "border", "cut")
TOOLS = {LAND: (*ISLANDS, STONE), STANDING: (*KINDS, CROSSING), WAYS: (WAY, BORDER, CUT)}

MARK = "#"
"""Before the number of a space, to tell it from a hex."""


def worded(words: Words, tool: str) -> tuple[str, str]:
    """What a tool is called and how it is used."""
    if tool in ISLANDS:
        return words.thing("island", tool), words("tool-hint.island")
    if tool in KINDS:
        return words.thing("building", tool), words("tool-hint.building", n=HEXES[tool])
    return words.thing("tool", tool), words.thing("tool-hint", tool)


def mark(layout: Layout, tool: str, places: Sequence[str]) -> tuple[Layout, list[str]]:
    """Use a tool on places: the layout after it, and the places that wait for more."""
    draft = Draft(layout)
    waiting: list[str] = []
    if tool in ISLANDS:
        draft.paint(tool, hexes_in(places))
    elif tool == STONE:
        draft.put_stones(hexes_in(places))
    elif tool in KINDS:
        waiting = draft.build(tool, hexes_in(places))
    elif tool == CROSSING:
        waiting = draft.cross(hexes_in(places))
    elif tool == WAY:
        waiting = [lay_way(draft, places)]
    else:
        waiting = along_way(draft, tool, places)
    return draft.layout(), waiting


def space_in(place: str) -> int | None:
    """The number of a space that a place names, `#12`; a hex names none."""
    number = place.removeprefix(MARK)
    return int(number) if place.startswith(MARK) and number.isdecimal() and len(number) < 4 else None


def lay_way(draft: Draft, places: Sequence[str]) -> str:
    """A space after the other on these hexes, from the one that is named on, or where the way ends."""
    space = len(draft.course)
    for place in places:
        if (named_space := space_in(place)) is not None:
            space = named_space
        else:
            for name in hexes_in([place]):
                space = draft.lay_way(space, name)
    return f"{MARK}{space}"


def along_way(draft: Draft, tool: str, places: Sequence[str]) -> list[str]:
    """What a space borders, by its number and then islands; or where the way is cut."""
    space: int | None = None
    for place in places:
        if (named_space := space_in(place)) is not None:
            space = named_space
            if tool == CUT:
                draft.cut_way(space)
        elif tool == CUT or space is None or not 0 <= space <= LAST:
            raise Refusal("space-first", "VEN.K5", last=LAST)
        else:
            draft.border(space, island_in(draft, place))
    return [f"{MARK}{space}"] if space is not None and tool == BORDER else []


def island_in(draft: Draft, place: str) -> str:
    """The island that a place names or lies on."""
    if place.lower() in ISLANDS:
        return place.lower()
    return draft.island[draft.on_land(hexes_in([place])[0])]
