"""The randomisers of all games and drawings with their contents, by which fairness is tested.

A game lists its own in `tests/games/<game>/randomisers.py`, with the files that draw.
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
    """The fate of an outcome once it is drawn."""

    ONCE = auto()
    """Nothing: there is one draw in a game."""
    DIAL = auto()
    """It can come up again at the next draw."""
    STACK = auto()
    """It is gone until the stack is used up. The last one is known, and so not drawn."""
    PILE = auto()
    """It is gone until the pile runs out; then the players' discards come back."""
    SUPPLY = auto()
    """It is gone, but players return some."""


@dataclass(frozen=True)
class Randomiser:
    """One randomiser: `whole` is what it holds at first, `more` what may be added later."""

    kind: str
    key: str
    way: Way
    whole: Whole
    more: Whole = lambda _: Counter()

    def ever(self, table: Table) -> Counter[Any]:
        """Return everything that it may ever hold."""
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


GUESSES = "guess.py"
"""Where a player guesses what others may hold: its chance decides nothing that is played."""


class Listed:
    """Everything that the games list.

    By game, `drawn_in` counts the draws in each file; `other_chance` names the files that use Python's own chance.
    """

    def __init__(self) -> None:
        self.randomisers: list[Randomiser] = []
        self.drawn_in: dict[str, dict[str, int]] = {}
        self.other_chance: dict[str, set[str]] = {}
        for game in games.names():
            if find_spec(f"tests.games.{game}") and find_spec(f"tests.games.{game}.randomisers"):
                module = import_module(f"tests.games.{game}.randomisers")
                self.randomisers += module.RANDOMISERS
                self.drawn_in[game] = module.DRAWN_IN
                self.other_chance[game] = set(getattr(module, "OTHER_CHANCE", ()))
