"""The randomisers of Doge."""

from __future__ import annotations

from companion.games.doge.rules.pieces import AREAS
from tests.games.randomisers import Randomiser, Way, chairs, one_each, seats

RANDOMISERS = (
    Randomiser("doge", "first", Way.ONCE, seats),
    Randomiser("doge", "order", Way.STACK, one_each(AREAS)),
    Randomiser("doge:order", "order", Way.STACK, one_each(AREAS)),
    Randomiser("doge:first", "first", Way.DIAL, lambda _: chairs(4)),
)
DRAWN_IN = {"rules/flow.py": 2}
