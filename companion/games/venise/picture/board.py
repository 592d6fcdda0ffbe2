"""A view of Venise drawn as SVG text: the canal by day or by night, and what each player has.

Only what everyone may see is drawn, and what the viewing seat is doing. The picture needs `STYLE` in the page that
shows it.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from companion.games.venise.picture import banks, piers, tokens
from companion.games.venise.picture.labels import Labels
from companion.games.venise.picture.projection import Projection
from companion.games.venise.picture.strips import height, strips
from companion.games.venise.picture.waterway import Waterway
from companion.games.venise.rules.piles import COLOURS
from companion.picture.board import BoardPicture, View, frame
from companion.picture.shapes import define

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


class Board(BoardPicture):
    """One drawing of one view, on which cells and places may be tapped."""

    def draw(self) -> str:
        labels = Labels(self.view, self.words, self.seats)
        here = Projection([pile["at"] for pile in self.view["board"]["piles"]])
        then = self.before if is_same_table(self.view, self.before) else self.view
        bottom = round(banks.TOP + here.height + banks.BOTTOM + 6)
        drawn = (
            canal(labels, here, Waterway(labels, then, self.offered).draw()),
            f'<g transform="translate(0 {bottom})">',
            *strips(labels, then),
            "</g>",
        )
        return frame("venise", bottom + height(len(self.seats)), labels.title(), labels.now(), drawn)


board = Board.picture


def canal(labels: Labels, here: Projection, drawn: Iterable[str]) -> str:
    """Draw the canal between its banks, by day or by night."""
    side = labels.view["board"]["side"]
    return (
        f'<g class="venise-{side}" role="group" aria-label="{escape(labels.canal())}">'
        f"{between_banks(here, drawn)}</g>"
    )


def between_banks(here: Projection, drawn: Iterable[str]) -> str:
    """Draw things on the water between the banks. Patterns take their colours where they are defined: in here."""
    rows = [(name, y + banks.TOP) for name, y in here.rows]
    return (
        f"<defs>{DEFS}</defs>{banks.banks(here.height, here.columns, rows)}"
        f'<g transform="translate(0 {banks.TOP}){here.transform}">{"".join(drawn)}</g>'
    )


def is_same_table(view: View, before: View) -> bool:
    """Return whether two views are of the same game: a different one may have been on the table before."""
    return bool(before.get("board") == view["board"]) and list(before["seats"]) == list(view["seats"])
