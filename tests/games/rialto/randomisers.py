"""The randomisers of Rialto."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.game import Table
from companion.games.rialto.rules.cards import CARDS, OF_EACH
from companion.games.rialto.rules.pieces import DISTRICTS
from tests.games.randomisers import Randomiser, Way, chairs, one_each, seats


def cards(_: Table) -> Counter[Any]:
    return Counter(dict.fromkeys(CARDS, OF_EACH))


def bridges(table: Table) -> Counter[Any]:
    return Counter(f"{min(tile)}-{max(tile)}" for tile in table.layout["bridges"])


RANDOMISERS = (
    Randomiser("rialto", "first", Way.ONCE, seats),
    Randomiser("rialto", "turn", Way.STACK, one_each(DISTRICTS)),
    Randomiser("rialto", "bridge", Way.STACK, bridges),
    Randomiser("rialto", "card", Way.PILE, cards),
    Randomiser("rialto:turns", "turn", Way.STACK, one_each(DISTRICTS)),
    Randomiser("rialto:first", "first", Way.DIAL, lambda _: chairs(2)),
    Randomiser("rialto:bridges", "bridge", Way.STACK, bridges),
    Randomiser("rialto:neutral", "card", Way.STACK, cards),
    Randomiser("rialto:rows", "card", Way.STACK, cards),
)
DRAWN_IN = {"draws.py": 3, "rules/flow.py": 2, "rules/hands.py": 1, "rules/tiles.py": 1}
