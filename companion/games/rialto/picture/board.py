"""A view of Rialto drawn as SVG text: the round, the map with its tiles, the Doge track, what all and each have.

Only what everyone may see is drawn, so a player's board is the same as the table's. The picture needs `STYLE`
in the page that shows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from html import escape

from companion.games.rialto.picture import crossings, doge_track, market, progress, strips, tokens
from companion.games.rialto.picture import map as venice
from companion.games.rialto.picture.labels import Labels
from companion.games.rialto.picture.map import BANKS, SPOTS
from companion.games.rialto.picture.tokens import kinds
from companion.games.rialto.rules.pieces import DISTRICTS
from companion.games.rialto.rules.scoring import BANK
from companion.games.rialto.rules.state import FINAL
from companion.picture.board import BoardPicture, frame
from companion.picture.picture import known_by
from companion.picture.shapes import number, use
from companion.picture.tokens import Token, lay_out


class Board(BoardPicture):
    """One drawing of one view, on which districts, crossings, cards and buildings may be tapped."""

    @cached_property
    def labels(self) -> Labels:
        return Labels(self.view, self.words, self.seats)

    def draw(self) -> str:
        labels, before, offered = self.labels, self.before, self.offered
        high = crossings.height(self.view)
        parts = [
            ("progress", progress.HEIGHT, progress.progress(labels, before)),
            ("map", high + 4, self.map(high)),
            ("track", doge_track.height(self.view), doge_track.doge_track(labels, before)),
            ("market", market.HEIGHT, market.market(labels, before, offered)),
            ("strips", strips.height(self.view), strips.strips(labels, before, offered)),
        ]
        if market.are_rows_offered(self.view, offered):  # what can be tapped goes on top: a phone shows little more
            parts.insert(1, parts.pop(3))
        below = 0
        drawn = []
        for name, height, part in parts:
            drawn += [f'<g{known_by(name)} transform="translate(0 {below})">', *part, "</g>"]
            below += height
        defs = f"<defs>{venice.DEFS}{tokens.defs(labels.colours.values())}</defs>"
        return frame("rialto", below, labels.title(), labels.now(), [defs, *drawn])

    def map(self, height: int) -> Iterator[str]:
        yield venice.water(height)
        yield from (self.district(district) for district in DISTRICTS)
        yield venice.SCENERY
        yield from (self.bank(bank) for bank in BANKS)
        yield from crossings.crossings(self.labels, self.before, self.offered)

    def district(self, district: str) -> str:
        view, here = self.view, self.view["districts"][district]
        offered = district in self.offered
        look = kinds(
            "district",
            district in view["banks"]["ultra"]["districts"] and "ultra",
            district == view["district"] and view["phase"] != FINAL and "present",
            offered and "offered",
            here["councillors"] != self.before["districts"][district]["councillors"] and "changed",
        )
        return "".join(
            (
                self.offered.opening(
                    district if offered else None, look, self.labels.district(district), key=district
                ),
                use(district, kind="rialto-land"),
                self.name(district),
                *lay_out([*self.councillors(district)], SPOTS[district].room),
                "</g>",
            )
        )

    def name(self, district: str) -> str:
        """Draw a district's name, with its turn tile to the left."""
        name, turn = self.words.thing("district", district), self.view["districts"][district]["turn"]
        x, y = SPOTS[district].name
        text = f'<text class="rialto-name" x="{number(x + 10.5)}" y="{number(y)}">{escape(name)}</text>'
        if turn is None:
            return text
        left = number(x - venice.width(name) / 2 - 2)
        look = kinds("tile", *progress.when(turn, progress.rounds(self.view)))
        roman = f'<text y="3.8">{progress.ROMAN[turn - 1]}</text>'
        return f'{text}<g class="{look}" transform="translate({left} {number(y - 5)})">{use("turn")}{roman}</g>'

    def councillors(self, district: str) -> Iterator[Token]:
        """Draw a district's worth and everyone's councillors there, the leader first (RIA.Z3)."""
        here, then = (view["districts"][district] for view in (self.view, self.before))
        if here["worth"]:
            yield tokens.worth(here["worth"], changed=here["worth"] != then["worth"])
        for rank, player in enumerate(self.labels.ranks(district)):
            n = here["councillors"][player]
            yield tokens.count(
                self.labels.colours[player], n, leads=rank == 0, changed=n != then["councillors"].get(player)
            )

    def bank(self, bank: str) -> str:
        """Draw the bonus of a bank while it is still available."""
        x, y = BANKS[bank]
        lies, then = (view["banks"][bank]["open"] for view in (self.view, self.before))
        look = kinds("bank", not lies and "taken", lies != then and "changed")
        name = escape(self.words.thing("bank", bank))
        points = f'<text y="-2">{BANK}</text>' if lies else '<path class="rialto-struck" d="M-8 1 8-13"/>'
        opening = self.offered.opening(None, look, self.labels.bank(bank), key=bank)
        return (
            f'{opening}<g transform="translate({number(x, y)})">'
            f'{use("banner")}{points}<text class="rialto-harbour" x="14" y="0">{name}</text></g></g>'
        )


board = Board.picture
