"""Every randomiser of every game and of every drawing, and what it holds: the table that fairness is tested by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from companion.game import Table
from companion.games.doge.pieces import AREAS
from companion.games.rialto.cards import CARDS as RIALTO_CARDS
from companion.games.rialto.cards import OF_EACH
from companion.games.rialto.pieces import DISTRICTS
from companion.games.venedig.kinds import DECK
from companion.games.venezia.grid import CELLS
from companion.games.venise.draws import BOARDS
from companion.games.venise.piles import COLOURS

Whole = Callable[[Table], Counter[Any]]


class Way(Enum):
    """What becomes of what was drawn."""

    DIAL = auto()
    """It is there again for the next draw."""
    STACK = auto()
    """It is gone; when none is left, all are there again. The last one is no draw: it is known."""
    PILE = auto()
    """It is gone until the pile runs out, and then what the players have laid away comes back."""
    SUPPLY = auto()
    """It is gone, but players bring some back."""


@dataclass(frozen=True)
class Randomiser:
    """`whole` is all there is before the first draw; `more` what may come back though it was not there then."""

    kind: str
    key: str
    way: Way
    whole: Whole
    more: Whole = lambda _: Counter()

    def ever(self, table: Table) -> Counter[Any]:
        """All that can ever be in it."""
        return self.whole(table) + self.more(table)

    @property
    def name(self) -> str:
        return f"{self.kind} {self.key}"


def seats(table: Table) -> Counter[Any]:
    return Counter(seat.number for seat in table.seats)


def one_each(things: Any) -> Whole:
    return lambda _: Counter(things)


def rialto_cards(_: Table) -> Counter[Any]:
    return Counter(dict.fromkeys(RIALTO_CARDS, OF_EACH))


def bridges(table: Table) -> Counter[Any]:
    return Counter(f"{min(tile)}-{max(tile)}" for tile in table.layout["bridges"])


def venise_dealt(table: Table, hands: int | None = None) -> Counter[Any]:
    """The fixed first cards of each hand."""
    return Counter(table.layout["first"] * (hands or len(table.seats)))


def venise_cards(hands: int | None = None) -> Whole:
    return lambda table: Counter(table.layout["cards"]) - venise_dealt(table, hands)


def tokens(token: str) -> Whole:
    return lambda table: Counter({int(value): number for value, number in table.layout[token].items()})


def chairs(players: int) -> Counter[Any]:
    return Counter(range(1, players + 1))


RANDOMISERS = (
    Randomiser("doge", "first", Way.DIAL, seats),
    Randomiser("doge", "order", Way.STACK, one_each(AREAS)),
    Randomiser("rialto", "first", Way.DIAL, seats),
    Randomiser("rialto", "turn", Way.STACK, one_each(DISTRICTS)),
    Randomiser("rialto", "bridge", Way.STACK, bridges),
    Randomiser("rialto", "card", Way.PILE, rialto_cards),
    Randomiser("venedig", "first", Way.DIAL, seats),
    Randomiser("venedig", "card", Way.PILE, one_each(DECK)),
    Randomiser("venedig", "swamp", Way.SUPPLY, tokens("swamp")),
    Randomiser("venedig", "treasure", Way.SUPPLY, tokens("treasure")),
    Randomiser("venezia", "dials", Way.DIAL, one_each(CELLS)),
    Randomiser("venise", "first", Way.DIAL, seats),
    Randomiser("venise", "card", Way.PILE, venise_cards(), venise_dealt),
    Randomiser("doge:order", "order", Way.STACK, one_each(AREAS)),
    Randomiser("rialto:turns", "turn", Way.STACK, one_each(DISTRICTS)),
    Randomiser("rialto:first", "first", Way.DIAL, lambda _: chairs(2)),
    Randomiser("rialto:bridges", "bridge", Way.STACK, bridges),
    Randomiser("rialto:neutral", "card", Way.SUPPLY, rialto_cards),
    Randomiser("rialto:rows", "card", Way.STACK, rialto_cards),
    Randomiser("venedig:third", "card", Way.PILE, one_each(DECK)),
    Randomiser("venedig:treasure", "treasure", Way.STACK, tokens("treasure")),
    Randomiser("venedig:swamp", "swamp", Way.STACK, tokens("swamp")),
    Randomiser("venedig:first", "first", Way.DIAL, lambda _: chairs(4)),
    Randomiser("venezia:dials", "dials", Way.DIAL, one_each(CELLS)),
    Randomiser("venezia:round", "dials", Way.DIAL, one_each(CELLS)),
    Randomiser("venise:first", "first", Way.STACK, one_each(COLOURS)),
    Randomiser("venise:board", "board", Way.DIAL, lambda _: Counter(next(iter(BOARDS.values())))),
    Randomiser("venise:cards-2", "card", Way.SUPPLY, venise_cards(2)),
    Randomiser("venise:cards-3", "card", Way.SUPPLY, venise_cards(3)),
    Randomiser("venise:cards-4", "card", Way.SUPPLY, venise_cards(4)),
)

DRAWN_IN = {
    "doge/flow.py": 2,
    "rialto/draws.py": 3,
    "rialto/flow.py": 2,
    "rialto/hands.py": 1,
    "rialto/tiles.py": 1,
    "venedig/building.py": 1,
    "venedig/draining.py": 1,
    "venedig/draws.py": 3,
    "venedig/flow.py": 1,
    "venedig/taking.py": 1,
    "venezia/dials.py": 1,
    "venise/cards.py": 1,
    "venise/draws.py": 3,
    "venise/flow.py": 1,
}
"""The places in the games' folders where something is drawn, and how many in each."""

OTHER_CHANCE = {"venise/making.py", "venise/shuffling.py"}
"""Where a game uses Python's own chance: to shuffle the gems of a board that its owner makes, before any game."""
