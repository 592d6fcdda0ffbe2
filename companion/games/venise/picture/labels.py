"""The words on the board, and the whole board in words for those who can't see it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.venise.layout import GEMS
from companion.games.venise.rules.geometry import LARGE, SMALL
from companion.picture.board import BoardLabels, View
from companion.seats import Seat
from companion.vocabulary import named

TAKEN, TILES, CARDS, JOKERS = named("supply", "gems", "tiles", "cards", "jokers")
named("supply", "small", "large")
COLUMNS = (TILES, SMALL, LARGE, CARDS, JOKERS)


def counts(view: View, seat: str) -> dict[str, int]:
    """Return what a player has, by column; `0` is the box."""
    if seat == "0":
        planks, cards = view["out"], view["pile"]
        return {TILES: view["tiles"], **planks, CARDS: cards, JOKERS: view["jokers"]}
    own = view["seats"][seat]
    return {TILES: own["tiles"], **own["planks"], CARDS: own["cards"], JOKERS: own["jokers"]}


def taken(view: View, seat: str) -> int:
    """Return how many gems a player has."""
    return GEMS - len(view["seats"][seat]["gems"])


class Labels(BoardLabels):
    """A view in words: what is where, and how far the game has come."""

    def title(self) -> str:
        words, board = self.words, self.view["board"]
        return words("board.title", side=board["side"], level=board["level"])

    def now(self) -> str:
        """Return how far the game has come."""
        words, view = self.words, self.view
        if not view["seat"]:
            return words("board.setup")
        return words("board.turn", round=view["lap"], seat=view["seat"], n=view["hourglasses"])

    def canal(self) -> str:
        """Describe the canal: "Anna on C7; her gems on A1, B2; planks C7-C8"."""
        return self.joined(self._on_canal())

    def _on_canal(self) -> Iterator[str]:
        words, view = self.words, self.view
        for seat, own in view["seats"].items():
            if own["pawn"] is not None:
                yield words("board.pawn", seat=seat, place=own["pawn"])
            if own["gems"]:
                yield words("board.gems", seat=seat, places=own["gems"])
        planks = list(view["planks"])
        yield words("board.planks", places=planks) if planks else words("board.no-planks")
        for seat, ways in view.get("ways", {}).items():
            yield from (self.way(seat, gem, way) for gem, way in ways.items())

    def way(self, seat: str, gem: str, way: View | None) -> str:
        """Return what a gem would cost from here."""
        words = self.words
        if way is None:
            return words("board.no-way", seat=seat, place=gem)
        return words("board.way", seat=seat, place=gem, n=way["hourglasses"])

    def lay(self, size: str, place: str) -> str:
        return self.words("board.lay", size=size, place=place)

    def plank(self, size: str, place: str, falls: int = 0) -> str:
        """Describe a plank that lies there, and how many would fall if it were lifted."""
        words = self.words
        if falls:
            return words("board.plank-falls", size=size, place=place, n=falls)
        return words("board.plank", size=size, place=place)

    def cell(self, cell: str) -> str:
        return self.words("board.cell", place=cell)

    def strip(self, seat: Seat) -> str:
        """Describe what a player has: "Anna, red: gems 2; tiles 1; ..."."""
        words, view = self.words, self.view
        number = str(seat.number)
        things = [f"{words.thing('supply', TAKEN)} {taken(view, number)}", *self._counted(number)]
        if view["first"] == seat.number:
            things.append(words("board.first"))
        if seat.number in view["finished"]:
            things.append(words("board.finished", place=view["finished"].index(seat.number) + 1))
        return words("board.supply", seat=seat.number, colour=seat.colour, things=self.joined(things))

    def box(self) -> str:
        return self.described(self.words("board.box"), self._counted("0"))

    def _counted(self, seat: str) -> Iterator[str]:
        return (f"{self.words.thing('supply', thing)} {n}" for thing, n in counts(self.view, seat).items())
