"""The sums of Regata, as functions of plain values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping


def winnings(canals: Mapping[int, str], prizes: Mapping[str, int], dry: str) -> dict[int, int]:
    """REG.R3-R5: what each boat wins in a heat.

    >>> winnings({1: "grande", 2: "grande", 3: "giudecca"}, {"grande": 7, "giudecca": 4}, dry="giudecca")
    {1: 3, 2: 3, 3: 0}
    """
    boats = Counter(canals.values())
    return {seat: 0 if canal == dry else prizes[canal] // boats[canal] for seat, canal in canals.items()}
