"""A view of Venise drawn as SVG text: the canal by day or by night, and what each player has.

Only what everyone may see is drawn, and what the seat that looks is doing. The picture needs `STYLE` in the page
that shows it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from typing import Any

from companion.drawn import define
from companion.games.venise import banks, piers, tokens
from companion.games.venise.ground import Ground
from companion.games.venise.labels import Labels
from companion.games.venise.piles import COLOURS
from companion.games.venise.strips import height, strips
from companion.games.venise.style import STYLE
from companion.games.venise.waterway import Waterway
from companion.seats import Seat
from companion.words import Words

__all__ = ["STYLE", "board"]

View = dict[str, Any]

DEFS = (
    piers.DEFS
    + banks.DEFS
    + tokens.defs(COLOURS)
    + "".join(map(piers.berth, COLOURS))
    + define(
        {
            "strike": "M-5-5 5 5M-5 5 5-5",
            "compass": "M0-9v-9M9 0h9M0 9v9M-9 0h-9M6-6l5-5M6 6l5 5M-6 6l-5 5M-6-6l-5-5",
        }
    )
)


def board(
    view: View, words: Words, seats: Sequence[Seat], before: View | None = None, offered: Collection[str] = ()
) -> str:
    """The board as SVG. What is not as it was `before` is marked; cells and places `offered` can be tapped."""
    labels = Labels(view, words, seats)
    ground = Ground([pile["at"] for pile in view["board"]["piles"]])
    bottom = banks.TOP + ground.height + banks.BOTTOM
    then = before if before and is_same_table(view, before) else view
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 {round(bottom + 6 + height(len(seats)))}"',
            ' class="venise-board" role="group">',
            f"<title>{escape(labels.title())}</title><desc>{escape(labels.now())}</desc>",
            canal(labels, ground, "".join(Waterway(labels, then, offered).draw())),
            f'<g transform="translate(0 {round(bottom + 6)})">',
            *strips(labels, then),
            "</g></svg>",
        )
    )


def canal(labels: Labels, ground: Ground, drawn: str) -> str:
    """The canal between its banks, by day or by night. Patterns take their colours from where they are defined."""
    columns = ground.columns
    rows = [(name, y + banks.TOP) for name, y in ground.rows]
    side = labels.view["board"]["side"]
    return (
        f'<g class="venise-{side}" role="group" aria-label="{escape(labels.canal())}">'
        f"<defs>{DEFS}</defs>{banks.banks(ground.height, columns, rows)}"
        f'<g transform="translate(0 {banks.TOP}){ground.transform}">{drawn}</g></g>'
    )


def is_same_table(view: View, before: View) -> bool:
    """Whether two views are of one game: what was on the table before may have been another."""
    return bool(before.get("board") == view["board"]) and list(before["seats"]) == list(view["seats"])
