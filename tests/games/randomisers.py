"""What fairness is tested by: every randomiser of every game and of every drawing, and what it holds.

A game lists its own in `tests/games/<game>/randomisers.py`, with the places that draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from companion import games
from companion.game import Table

Whole = Callable[[Table], Counter[Any]]


class Way(Enum):
    """What becomes of what was drawn."""

    ONCE = auto()
    """Nothing: there is one draw in a game."""
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


def chairs(players: int) -> Counter[Any]:
    return Counter(range(1, players + 1))


class Listed:
    """All that the games list.

    `drawn_in` are the places in the games' folders where something is drawn, and how many in each; `other_chance` is
    where a game uses Python's own chance.
    """

    def __init__(self) -> None:
        self.randomisers: list[Randomiser] = []
        self.drawn_in: dict[str, int] = {}
        self.other_chance: set[str] = set()
        for game in games.names():
            if find_spec(f"tests.games.{game}") and find_spec(f"tests.games.{game}.randomisers"):
                module = import_module(f"tests.games.{game}.randomisers")
                self.randomisers += module.RANDOMISERS
                self.drawn_in |= {f"{game}/{file}": number for file, number in module.DRAWN_IN.items()}
                self.other_chance |= {f"{game}/{file}" for file in getattr(module, "OTHER_CHANCE", ())}
