"""The words on the board, and the whole board in words for those who can't see it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.venezia.rules.pieces import PIAZZA
from companion.games.venezia.rules.scoring import leader, with_grey
from companion.picture.board import BoardLabels
from companion.seats import Seat
from companion.vocabulary import named

SUPPLIES = named("supply", "reserve", "nest", "stock", "dead")
PLATE, CARDS = named("supply", "plate", "actions")
(CEMETERY,) = named("island", "san-michele")
named("phase", "planning", "piazza", "zones", "count")


class Labels(BoardLabels):
    """A view in words: what is where, and how far the game has come."""

    def title(self) -> str:
        return self.words("board.title")

    def now(self) -> str:
        """Return how far the game has come."""
        words, view = self.words, self.view
        if not view["round"]:
            return words("board.setup")
        return words("board.round", round=view["round"], phase=view["phase"])

    def piazza(self) -> str:
        """Describe the Piazza: "Piazza: Anna 3 pigeons; tourists on C4, F2; hunter on A8"."""
        return self.described(self.words.thing("zone", PIAZZA), self._on_piazza())

    def _on_piazza(self) -> Iterator[str]:
        words, square = self.words, self.view["piazza"]
        for seat in self.colours:
            cells = [cell for cell, owner in square["cells"].items() if str(owner) == seat]
            if n := self.view["seats"][seat]["piazza"]:
                yield (
                    words("board.standing", seat=seat, n=n)
                    if not cells
                    else words("board.standing-on", seat=seat, n=n, cells=cells)
                )
        if not any(supply["piazza"] for supply in self.view["seats"].values()):
            yield words("board.nobody")
        if square["tourists"]:
            yield words("board.tourists", n=len(square["tourists"]), cells=square["tourists"])
        if square["hunters"]:
            yield words("board.hunters", n=len(square["hunters"]), cells=square["hunters"])
        if square["blocked"]:
            yield words("board.blocked", cells=square["blocked"])

    def cell(self, cell: str) -> str:
        """Describe a cell that may be tapped: who is there, or what going there would bring."""
        words, square = self.words, self.view["piazza"]
        if cell in square["targets"]:
            n = len(square["targets"][cell]["catches"])
            return words("board.to-catch", cell=cell, n=n) if n else words("board.to", cell=cell)
        if cell in square["cells"]:
            return words("board.cell-of", cell=cell, seat=square["cells"][cell])
        return words("board.cell-free", cell=cell)

    def leader(self, zone: str) -> str | None:
        """Return the leader in a zone, grey pigeons included where they count (VEZ.Y1, Y4)."""
        here = self.view["zones"][zone]
        pigeons = {int(seat): n for seat, n in here["pigeons"].items()}
        seat = leader(with_grey(pigeons, here["grey"], self.view["vatican"]))
        return None if seat is None else str(seat)

    def mourner(self) -> str | None:
        """Return the leader on San Michele (VEZ.Y3)."""
        seat = leader({int(seat): supply["dead"] for seat, supply in self.view["seats"].items()})
        return None if seat is None else str(seat)

    def zone(self, zone: str) -> str:
        """Describe a zone: "Castello: Anna 2 pigeons; Ben 1 pigeon; Anna leads"."""
        return self.described(self.words.thing("zone", zone), self._in(zone))

    def _in(self, zone: str) -> Iterator[str]:
        words, view = self.words, self.view
        here = view["zones"][zone]
        yield from self._flocks(here["pigeons"])
        if here["grey"]:
            yield words("board.grey", n=here["grey"])
        if not here["grey"] and not any(here["pigeons"].values()):
            yield words("board.nobody")
        if seat := self.leader(zone):
            yield words("board.leads", seat=seat)
        for seat, home in view["homes"].items():
            if home == zone:
                yield words("board.home", seat=seat)
        if zone == view["bird"]:
            yield words("board.bird")

    def cemetery(self) -> str:
        """Describe whose pigeons are on San Michele."""
        words = self.words
        dead = {seat: supply["dead"] for seat, supply in self.view["seats"].items()}
        leading = [words("board.leads", seat=seat)] if (seat := self.mourner()) else []
        flocks = [*self._flocks(dead), *leading] or [words("board.nobody")]
        return self.described(words.thing("island", CEMETERY), flocks)

    def _flocks(self, pigeons: dict[str, int]) -> Iterator[str]:
        return (self.words("board.standing", seat=seat, n=pigeons[seat]) for seat in self.colours if pigeons[seat])

    def edge(self) -> str:
        return self.words("board.edge", n=self.view["grey"])

    def supply(self, seat: Seat) -> str:
        """Describe what lies before a player: "Anna, red: reserve 8; nest 2; ..."."""
        words, view = self.words, self.view
        supply = view["seats"][str(seat.number)]
        things = [f"{words.thing('supply', one)} {supply[one]}" for one in SUPPLIES]
        things.append(words("board.plate", n=supply["on_first"], numbers=supply["on_zones"]))
        hand = supply["hand"]
        things.append(words("board.cards", n=len(hand), actions=hand) if hand else words("board.no-cards"))
        if view["first"] == seat.number:
            things.append(words("board.first"))
        if view["vatican"] == seat.number:
            things.append(words("board.vatican"))
        return words("board.supply", seat=seat.number, colour=seat.colour, things=self.joined(things))
