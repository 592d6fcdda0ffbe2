"""The randomisers of Venise."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.game import Table
from companion.games.venise.draws import BOARDS
from companion.games.venise.rules.piles import COLOURS
from tests.games.randomisers import Randomiser, Way, Whole, one_each, seats


def dealt(table: Table, hands: int | None = None) -> Counter[Any]:
    """The fixed first cards of each hand."""
    return Counter(table.layout["first"] * (hands or len(table.seats)))


def cards(hands: int | None = None) -> Whole:
    return lambda table: Counter(table.layout["cards"]) - dealt(table, hands)


RANDOMISERS = (
    Randomiser("venise", "first", Way.ONCE, seats),
    Randomiser("venise", "card", Way.PILE, cards(), dealt),
    Randomiser("venise:first", "first", Way.STACK, one_each(COLOURS)),
    Randomiser("venise:board", "board", Way.DIAL, lambda _: Counter(next(iter(BOARDS.values())))),
    Randomiser("venise:pile", "card", Way.PILE, cards(2)),
    Randomiser("venise:cards-2", "card", Way.SUPPLY, cards(2)),
    Randomiser("venise:cards-3", "card", Way.SUPPLY, cards(3)),
    Randomiser("venise:cards-4", "card", Way.SUPPLY, cards(4)),
)
DRAWN_IN = {"rules/cards.py": 1, "draws.py": 3, "rules/flow.py": 1}
OTHER_CHANCE = {"editor/editor.py", "editor/shuffling.py"}
"""To shuffle the gems of a board that its owner makes, before any game."""
