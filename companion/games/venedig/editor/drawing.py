"""The drawing of a draft: a grid of hexes to tap, and all that is on it so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from companion.games.venedig.editor.draft import BORDER, MARK, STONE, TOOLS, WAYS, Draft, space_in
from companion.games.venedig.picture import course, projection, tokens
from companion.games.venedig.picture.projection import Projection
from companion.games.venedig.picture.tokens import kinds
from companion.games.venedig.rules.board import spot
from companion.games.venedig.rules.kinds import ISLANDS
from companion.games.venedig.rules.track import LAST, START, TWICE
from companion.layout import Layout
from companion.picture.picture import Picture
from companion.picture.shapes import number, use
from companion.words import Words

ROWS, COLUMNS = 15, 15
"""The smallest grid; it grows with the islands."""


def draw(layout: Layout, words: Words, tool: str, waiting: Sequence[str]) -> Picture:
    """Draw the draft on its grid. Hexes can be tapped, and spaces if the tool is for them."""
    draft = Draft(layout)
    cells = grid(draft)
    here = Projection(cells, draft.course)
    islands = {island: hexes for island, hexes in draft.islands.items() if hexes}
    painted = ' data-paint="yes"' if tool in (*ISLANDS, STONE) else ""
    tapped = laid(draft) if tool in TOOLS[WAYS] else []
    svg = "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 {here.drawn_height}"{painted}',
            f' class="venedig-board venedig-edit" role="img" aria-label="{escape(words("board.title"))}">',
            f"<defs>{projection.defs(here, islands)}{tokens.ground_defs()}</defs>{projection.lagoon(here)}",
            f'<g transform="scale({here.scale:.3f})">',
            *rim(here, cells),
            *land(draft, here, bordered(draft, waiting) if tool == BORDER else ()),
            '<g class="venedig-cells">',
            *(_cell(here, name, waits=name in waiting) for name in cells),
            '</g><g class="venedig-unmoved">',
            *names(draft, here, words),
            *route(draft, here),
            "</g>",
            *(_space(here, space, in_hand=f"{MARK}{space}" in waiting) for space in tapped),
            "</g></svg>",
        )
    )
    return Picture(svg, frozenset((*cells, *(f"{MARK}{space}" for space in tapped))))


def grid(draft: Draft) -> list[str]:
    """Return the hexes to draw on: one row and column more than the land has, within A to Z and 1 to 30."""
    land = [spot(name) for name in draft.island]
    rows = min(26, max([ROWS, *(row + 2 for row, _ in land)]))
    columns = min(30, max([COLUMNS, *(column + 2 for _, column in land)]))
    return [f"{chr(ord('A') + row)}{column + 1}" for row in range(rows) for column in range(columns)]


def rim(here: Projection, cells: Sequence[str]) -> Iterator[str]:
    """Draw the letters of rows and the numbers of columns, which typed places need."""
    yield '<g class="venedig-rim">'
    for name in cells:
        if name[1:] == "1" or name[0] == "A":
            x, y = here.at(name)
            label = name if name == "A1" else name[0] if name[1:] == "1" else name[1:]
            yield f'<text x="{number(x)}" y="{number(y + 4)}">{label}</text>'
    yield "</g>"


def bordered(draft: Draft, waiting: Sequence[str]) -> list[str]:
    """Return the islands along the space in hand."""
    spaces = [space for space in map(space_in, waiting) if space is not None and space <= LAST]
    return [island for space in spaces for island in (draft.track[space - 1] if space else draft.start)]


def land(draft: Draft, here: Projection, along: Sequence[str]) -> Iterator[str]:
    for island, hexes in draft.islands.items():
        if hexes:
            shapes = use(island, kind="venedig-coast") + use(island, kind="venedig-land")
            yield f'<g class="{kinds(island, island in along and "along")}">{shapes}</g>'
    built = [name for _, hexes in draft.standing for name in hexes]
    if built:
        yield tokens.path("built", here.hexes(built))
    yield from (use("stone", *here.at(name)) for name in draft.stones)
    if draft.crossings:
        yield projection.dashes(here, draft.crossings)
    yield from (projection.building(here, kind, hexes) for kind, hexes in draft.standing)


def names(draft: Draft, here: Projection, words: Words) -> Iterator[str]:
    built = [name for _, hexes in draft.standing for name in hexes]
    yield '<g class="venedig-names">'
    for island, hexes in draft.islands.items():
        yield projection.name_of(here, island, hexes, built, words) if hexes else ""
    yield "</g>"


def route(draft: Draft, here: Projection) -> Iterator[str]:
    if draft.course:
        yield course.ribbon(here)
        yield course.stages(here, [draft.start, *draft.track], draft.islands)
        yield from course.spaces(here)


def _cell(here: Projection, name: str, *, waits: bool) -> str:
    return use("hex", *here.at(name), kinds(waits and "waits")).replace("<use", f'<use data-place="{name}"', 1)


def laid(draft: Draft) -> list[int]:
    """Return the spaces that are laid, 10 and 45 once."""
    return [space for space in range(len(draft.course)) if space != TWICE[1]]


def _space(here: Projection, space: int, *, in_hand: bool) -> str:
    x, y = here.course[space]
    shape = "jetty" if space == START else "wide" if space in TWICE else "ring"
    look = kinds("reach", in_hand and "waits")
    return (
        f'<g data-place="{MARK}{space}"><title>{space}</title>{use(shape, x, y, look)}'
        f'<path class="venedig-touch" d="M{number(x - 12, y - 12)}h24v24h-24z"/></g>'
    )
