"""A view of Venezia drawn as SVG text: the Piazza, the lagoon with its zones, what lies before each player.

Only what everyone may see is drawn, so a player's board is the same as the table's. The picture needs `STYLE`
in the page that shows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from html import escape

from companion.games.venezia.picture import lagoon, paving, tokens
from companion.games.venezia.picture.labels import CEMETERY, Labels
from companion.games.venezia.picture.lagoon import SPOTS
from companion.games.venezia.picture.paving import Piazza
from companion.games.venezia.picture.strips import height, strips
from companion.games.venezia.rules.actions import EDGE
from companion.games.venezia.rules.pieces import ZONES
from companion.picture.board import BoardPicture, frame
from companion.picture.shapes import number, use
from companion.picture.tokens import Token, lay_out, put


class Board(BoardPicture):
    """One drawing of one view, on which cells and zones may be tapped."""

    @cached_property
    def labels(self) -> Labels:
        return Labels(self.view, self.words, self.seats)

    @property
    def mapped(self) -> bool:
        return bool(self.view["piazza"]["mapped"])

    def draw(self) -> str:
        labels = self.labels
        top = (paving.HEIGHT if self.mapped else round(paving.HEIGHT * paving.BESIDE)) + 10
        below = top + lagoon.HEIGHT + 8
        drawn = (
            f"<defs>{paving.DEFS}{lagoon.DEFS}{tokens.defs(labels.colours.values())}</defs>",
            *self.square(),
            f'<g transform="translate(0 {top})">{lagoon.WATER}',
            *(self.zone(zone) for zone in ZONES),
            self.cemetery(),
            lagoon.SCENERY,
            *self.edge(),
            f'</g><g transform="translate(0 {below})">',
            *strips(labels, self.before),
            "</g>",
        )
        return frame("venezia", below + height(len(self.seats)), labels.title(), labels.now(), drawn)

    def square(self) -> Iterator[str]:
        """Draw the Piazza; where the table keeps its pigeons itself, only their number, beside it."""
        drawn = Piazza(self.labels, self.before["piazza"], self.offered).draw()
        if self.mapped:
            yield drawn
            return
        yield f'<g transform="scale({paving.BESIDE})">{drawn}</g><g class="venezia-beside" aria-hidden="true">'
        for i, (seat, colour) in enumerate(self.labels.colours.items()):
            n, then = (view["seats"][seat]["piazza"] for view in (self.view, self.before))
            y = 30 + round(216 / len(self.seats) * (i + 0.5))
            yield use(f"pigeon-{colour}", 344, y, tokens.kinds(n != then and "changed"))
            yield f'<text x="380" y="{y + 9}">{n}</text>'
        yield "</g>"

    def zone(self, zone: str) -> str:
        return "".join(
            (
                self.opening(zone, "zone", self.labels.zone(zone), changed=self.changed(zone)),
                use(zone, kind="venezia-land"),
                self.name(zone, self.words.thing("zone", zone)),
                *self.homes(zone),
                *lay_out([*self.flock(zone)], SPOTS[zone].room),
                "</g>",
            )
        )

    def opening(self, place: str, kind: str, label: str, *, changed: bool) -> str:
        """Begin a place: a button if it is offered."""
        offered = place in self.offered
        look = tokens.kinds(kind, offered and "offered", changed and "changed")
        return self.offered.opening(place if offered else None, look, label, key=place)

    def name(self, zone: str, name: str) -> str:
        x, y = SPOTS[zone].name
        return f'<text class="venezia-name" x="{number(x)}" y="{number(y)}">{escape(name)}</text>'

    def homes(self, zone: str) -> Iterator[str]:
        """Draw a player's home marker, to the left of the name."""
        x, y = SPOTS[zone].name
        left = x - lagoon.width(self.words.thing("zone", zone)) / 2 - 12
        for seat, home in self.view["homes"].items():
            if home == zone:
                changed = self.before["homes"].get(seat) != zone
                yield use(f"home-{self.labels.colours[seat]}", left, y - 5, tokens.kinds(changed and "changed"))

    def flock(self, zone: str) -> Iterator[Token]:
        """Draw the bird of prey, the players' pigeons and the grey ones."""
        here, then = self.view["zones"][zone], self.before["zones"][zone]
        if zone == self.view["bird"]:
            yield tokens.bird(changed=zone != self.before["bird"])
        yield from self.counts(here["pigeons"], then["pigeons"], self.labels.leader(zone))
        if here["grey"]:
            counts_for = self.labels.colours.get(str(self.view["vatican"]))
            yield tokens.grey(here["grey"], counts_for, changed=here["grey"] != then["grey"])

    def counts(self, here: dict[str, int], then: dict[str, int], leader: str | None) -> Iterator[Token]:
        for seat, colour in self.labels.colours.items():
            if n := here[seat]:
                yield tokens.count(colour, n, leads=seat == leader, changed=n != then[seat])

    def changed(self, zone: str) -> bool:
        """Return whether anything in a zone has changed."""
        return any(
            (
                self.view["zones"][zone] != self.before["zones"][zone],
                (zone == self.view["bird"]) != (zone == self.before["bird"]),
            )
        )

    def cemetery(self) -> str:
        """Draw San Michele with the dead. It is no zone and never offered, though an action card has its name."""
        here, then = (
            {seat: supply["dead"] for seat, supply in view["seats"].items()} for view in (self.view, self.before)
        )
        return "".join(
            (
                self.opening("", "zone", self.labels.cemetery(), changed=here != then),
                use(CEMETERY, kind="venezia-land"),
                self.name(CEMETERY, self.words.thing("island", CEMETERY)),
                *lay_out([*self.counts(here, then, self.labels.mourner())], SPOTS[CEMETERY].room),
                "</g>",
            )
        )

    def edge(self) -> Iterator[str]:
        """Draw the boat with the grey pigeons that are in no zone."""
        n = self.view["grey"]
        x, y = lagoon.EDGE
        yield self.opening(EDGE, "edge", self.labels.edge(), changed=False)
        if n:
            yield put(tokens.grey(n, None, changed=n != self.before["grey"]), x, y - 8)
        yield f"{use('boat', x, y, 'venezia-land')}{lagoon.DECK}</g>"


class DialsBoard(BoardPicture):
    """The Piazza alone, for a table that only spins the dials."""

    def draw(self) -> str:
        labels = Labels({**self.view, "seats": {}}, self.words, self.seats)
        square = Piazza(labels, self.before["piazza"], self.offered).draw()
        defs = f"<defs>{paving.DEFS}{tokens.defs(())}</defs>"
        return frame("venezia", paving.HEIGHT + 4, labels.title(), "", [defs, square])


board = Board.picture
dials_board = DialsBoard.picture
