"""The words on the board, and the whole board in words for those who can't see it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.doge.rules.pieces import COUNCIL, QUARANTIA
from companion.picture.board import BoardLabels
from companion.seats import Seat
from companion.vocabulary import named

named("short", "cannaregio", "castello", "dorsoduro", "san-marco", "san-polo", "santa-croce", "quarantia")
named("initials", "cannaregio", "castello", "dorsoduro", "san-marco", "san-polo", "santa-croce")
named("initials", "quarantia-1", "quarantia-2", "quarantia-3")


class Labels(BoardLabels):
    """A view in words: what lies where, and how far the game is."""

    def title(self) -> str:
        return self.words("board.title")

    def now(self) -> str:
        """Return how far the game has come."""
        words, view = self.words, self.view
        year = view["year"]
        if view["area"]:
            return words("board.counting", year=year, area=view["area"])
        if view["lap"]:
            return words("board.lap", year=year, lap=view["lap"])
        return words("board.year", year=year) if year else words("board.setup")

    def next_year(self) -> str:
        return self.words("board.next-year")

    def order(self) -> str:
        return self.words("board.order", order=self.view["order"])

    def next_order(self) -> str:
        words, order = self.words, self.view["next"]
        return words("board.next-order", order=order) if order else words("board.hidden-order")

    def area(self, area: str) -> str:
        """Describe an area: "Castello: Anna 2 houses, 1 palace; next palace 4 houses"."""
        return self.described(self.words.thing("area", area), self._in(area))

    def _in(self, area: str) -> Iterator[str]:
        words, view = self.words, self.view
        here = view["areas"][area]
        if area == view["area"]:
            yield words("board.being-counted")
        elif area in view["counted"]:
            yield words("board.counted")
        for seat in self.colours:
            if things := ", ".join(self._of(seat, area)):
                yield words("board.seat", seat=seat, things=things)
        at_home = [
            name for name in (COUNCIL if area == QUARANTIA else (area,)) if not view["advisors"][name]["place"]
        ]
        if at_home:
            yield words("board.neutral", n=len(at_home))
        if area == QUARANTIA:
            if not at_home:
                yield words("board.all-away")
        else:
            yield words("board.price", n=here["price"]) if here["price"] else words("board.full")

    def _of(self, seat: str, area: str) -> Iterator[str]:
        """Yield what a seat has in an area."""
        words = self.words
        here = self.view["areas"][area]
        if n := here.get("houses", {}).get(seat):
            yield words("board.houses", n=n)
        if n := here.get("palaces", {}).get(seat):
            yield words("board.palaces", n=n)
        if values := here["turned"].get(seat):
            yield words("board.turned", n=len(values), values=values)
        elif n := here["ballots"].get(seat):
            yield words("board.face-down", n=n)
        advisors = self.view["advisors"].items()
        if standing := [name for name, one in advisors if (one["place"], str(one["controller"])) == (area, seat)]:
            yield words("board.advisors", n=len(standing), advisors=standing)

    def supply(self, seat: Seat) -> str:
        """Describe a player's supply: "Anna, red: 12 houses, 8 palaces, 6 rings, 7 ballots"."""
        words = self.words
        supply = self.view["seats"][str(seat.number)]
        things = (
            words("board.houses", n=supply["houses"]),
            words("board.palaces", n=supply["palaces"]),
            words("board.rings", n=supply["rings"]),
            words("board.ballots", n=supply["ballots"]),
        )
        return words("board.supply", seat=seat.number, colour=seat.colour, things=", ".join(things))
