"""The randomisers of Venedig."""

from __future__ import annotations

from collections import Counter

from companion.games.venedig.rules.kinds import DECK
from tests.games.randomisers import Randomiser, Way, Whole, chairs, one_each, seats


def tokens(token: str) -> Whole:
    return lambda table: Counter({int(value): number for value, number in table.layout[token].items()})


RANDOMISERS = (
    Randomiser("venedig", "first", Way.ONCE, seats),
    Randomiser("venedig", "card", Way.PILE, one_each(DECK)),
    Randomiser("venedig", "swamp", Way.SUPPLY, tokens("swamp")),
    Randomiser("venedig", "treasure", Way.SUPPLY, tokens("treasure")),
    Randomiser("venedig:third", "card", Way.PILE, one_each(DECK)),
    Randomiser("venedig:treasure", "treasure", Way.STACK, tokens("treasure")),
    Randomiser("venedig:swamp", "swamp", Way.STACK, tokens("swamp")),
    Randomiser("venedig:first", "first", Way.DIAL, lambda _: chairs(4)),
    Randomiser("venedig:pile", "card", Way.PILE, one_each(DECK)),
)
DRAWN_IN = {"draws.py": 2, "rules/flow.py": 1, "rules/gold.py": 2, "rules/hand.py": 1}
