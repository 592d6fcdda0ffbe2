"""The common supply: the rows of cards while they are out, otherwise buildings, bridges, gondolas and coins."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from companion.games.rialto.picture.labels import Labels
from companion.games.rialto.picture.tokens import card, kinds, plate
from companion.games.rialto.rules.cards import BUILDING, letters
from companion.games.rialto.rules.hands import FROM_PILE
from companion.games.rialto.rules.pieces import KINDS, NONE
from companion.games.rialto.rules.tiles import ends_of
from companion.picture.board import View
from companion.picture.picture import Tappable
from companion.picture.shapes import use

HEIGHT = 90
CARD, ROW, COLUMN = 26, 30, 200


def market(labels: Labels, before: View, offered: Tappable) -> Iterator[str]:
    if labels.view["rows"]:
        yield from rows(labels, before, offered)
    else:
        yield from buildings(labels, before, offered)
        yield from stocks(labels, before)


def is_taking(view: View, offered: Tappable) -> bool:
    """Return whether buildings of the supply are offered: at set-up, and in stage C, where passing is allowed."""
    return not view["round"] or (view["stage"] == BUILDING and NONE in offered)


def are_rows_offered(view: View, offered: Tappable) -> bool:
    """Return whether a row may be taken, or a card of the last one."""
    faces = {str(row) if isinstance(row, int) else letters(row) for row in view["rows"]}
    return FROM_PILE in offered or bool(view["rows"] and faces & set(offered))


def rows(labels: Labels, before: View, offered: Tappable) -> Iterator[str]:
    """Draw the rows in pairs, turning over what was just laid out. A card of the last may be taken alone (RIA.X1)."""
    singly = FROM_PILE in offered
    for i, row in enumerate(labels.view["rows"]):
        left, top = COLUMN * (i % 2) + 22, ROW * (i // 2) + 14
        cards = [""] * row if isinstance(row, int) else sorted(row)
        face = str(row) if isinstance(row, int) else letters(row)
        option = face if face in offered and not singly else None
        look = kinds("row", option and "offered")
        frame = f"M{left - 4}{top - 14:+d}h{CARD * len(cards) + 3}v28h-{CARD * len(cards) + 3}z"
        role = "group" if singly else "img"
        drawn_now = row not in before["rows"]
        opening = offered.opening(option, look, labels.row(row), role, key=f"row-{face}")
        yield f'{opening}<path class="rialto-frame" d="{frame}"/>'
        for j, one in enumerate(cards):
            drawn = card(one, left + CARD * j + 11, top, drawn=drawn_now)
            if singly and one in offered:
                name = labels.words.thing("card", one)
                drawn = f"{offered.opening(one, kinds('single', 'offered'), name)}{drawn}</g>"
            yield drawn
        yield "</g>"


def buildings(labels: Labels, before: View, offered: Tappable) -> Iterator[str]:
    """Draw one building of each kind, with the number left."""
    view = labels.view
    taking = is_taking(view, offered)
    for i, kind in enumerate(KINDS):
        n = view["supply"]["buildings"][kind]
        x, y = 20 + 31 * i + 9 * (i // 4), 17
        option = kind if taking and kind in offered else None
        changed = n != before["supply"]["buildings"][kind]
        look = kinds("stock", option and "offered", not n and "none", changed and "changed")
        yield offered.opening(option, look, labels.building(kind), key=kind)
        yield f"{plate(x, 30, 48)}{use(kind, x, y)}"
        yield f'<text x="{x}" y="42">×{n}</text></g>'


def stocks(labels: Labels, before: View) -> Iterator[str]:
    """Draw the coins, the bridges with the top one showing, the gondolas, and the pile of cards."""
    supply, then = labels.view["supply"], before["supply"]
    yield f'<g class="rialto-stocks" role="img" aria-label="{escape(labels.supply())}" transform="translate(0 70)">'
    if supply["bridge"]:
        yield f'<g transform="translate(116 -1)">{use("bridge")}'
        for value, x in zip(ends_of(supply["bridge"]), (-13, 13), strict=True):
            yield f'{use("medal", x, 0, "rialto-medal")}<text x="{x}" y="4.4">{value}</text>'
        yield "</g>"
    else:
        yield use("icon-D", 124, 0)
    for icon, x in (("B", 22), ("E", 218), ("cards", 322)):
        yield use(f"icon-{icon}", x)
    for thing, x in (("coins", 36), ("bridges", 142), ("gondolas", 234), ("pile", 337)):
        look = kinds("figure", supply[thing] != then[thing] and "changed")
        yield f'<text class="{look}" x="{x}" y="5">×{supply[thing]}</text>'
    yield "</g>"
