"""What must be printed on a board of Regata."""

from __future__ import annotations

from companion.games.regata.rules.pieces import CANALS
from companion.layout import Layout
from companion.refusal import Refusal
from companion.vocabulary import named

FACTS = named("fact", "prizes")
named("fact-note", "prizes")
MOST = 60


def check(layout: Layout) -> None:
    """REG.K1: a prize for each canal, and nothing else."""
    if tuple(layout.facts) != FACTS:
        raise Refusal("bad-facts", layout=layout.name, facts=list(FACTS))
    prizes = layout["prizes"]
    if not isinstance(prizes, dict) or set(prizes) != set(CANALS):
        raise Refusal("bad-prizes", "REG.K1", layout=layout.name)
    if not all(type(prize) is int and 0 < prize <= MOST for prize in prizes.values()):
        raise Refusal("bad-prizes", "REG.K1", layout=layout.name)
