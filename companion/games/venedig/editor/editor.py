"""The editor of a Venedig board: its tools, and what each does with the places it is used on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.venedig.editor import drawing
from companion.games.venedig.editor.draft import (
    BORDER,
    CROSSING,
    CUT,
    MARK,
    STONE,
    TOOLS,
    WAY,
    Draft,
    accept,
    blank,
    hexes_in,
    space_in,
)
from companion.games.venedig.editor.problems import problems
from companion.games.venedig.rules.kinds import HEXES, ISLANDS, KINDS
from companion.games.venedig.rules.track import LAST
from companion.layout import Fact, Layout
from companion.layout.editor import Edit, Editor, Finding
from companion.picture.picture import Picture
from companion.refusal import Refusal
from companion.words import Words


class VenedigEditor(Editor):
    """Draws the board of Venedig that the owner has."""

    tools = TOOLS

    def blank(self, first: Layout) -> Layout:
        return blank(first)

    def read(self, values: Mapping[str, Any]) -> Layout:
        layout = Layout("venedig", {name: Fact(value, "owner") for name, value in values.items()})
        accept(layout)
        return layout

    def describe(self, words: Words, tool: str) -> tuple[str, str]:
        if tool in ISLANDS:
            return words.thing("island", tool), words("tool-hint.island")
        if tool in KINDS:
            return words.thing("building", tool), words("tool-hint.building", n=HEXES[tool])
        return words.thing("tool", tool), words.thing("tool-hint", tool)

    def use(self, draft: Layout, tool: str, places: Sequence[str]) -> Edit:
        board = Draft(draft)
        waiting: list[str] = []
        if not places:
            return Edit(draft)
        if tool in ISLANDS:
            board.paint(tool, hexes_in(places))
        elif tool == STONE:
            board.put_stones(hexes_in(places))
        elif tool in KINDS:
            waiting = board.build(tool, hexes_in(places))
        elif tool == CROSSING:
            waiting = board.cross(hexes_in(places))
        elif tool == WAY:
            waiting = [lay_route(board, places)]
        else:
            waiting = along_route(board, tool, places)
        return Edit(board.layout(), waiting)

    def findings(self, draft: Layout) -> list[Finding]:
        return [Finding.problem(refusal) for refusal in problems(draft)]

    def draw(self, draft: Layout, words: Words, tool: str, waiting: Sequence[str]) -> Picture:
        return drawing.draw(draft, words, tool, waiting)


def lay_route(board: Draft, places: Sequence[str]) -> str:
    """Lay one space after another on these hexes, from the space that is named or else from the end of the route."""
    space = len(board.course)
    for place in places:
        if (named_space := space_in(place)) is not None:
            space = named_space
        else:
            for name in hexes_in([place]):
                space = board.lay_route(space, name)
    return f"{MARK}{space}"


def along_route(board: Draft, tool: str, places: Sequence[str]) -> list[str]:
    """Set what a space borders, by its number and then islands; or cut the route at a space."""
    space: int | None = None
    for place in places:
        if (named_space := space_in(place)) is not None:
            space = named_space
            if tool == CUT:
                board.cut_route(space)
        elif tool == CUT or space is None or not 0 <= space <= LAST:
            raise Refusal("space-first", "VEN.K5", last=LAST)
        else:
            board.border(space, island_in(board, place))
    return [f"{MARK}{space}"] if space is not None and tool == BORDER else []


def island_in(board: Draft, place: str) -> str:
    """Return the island that a place names or lies on."""
    if place.lower() in ISLANDS:
        return place.lower()
    return board.island[board.on_land(hexes_in([place])[0])]
