"""Whether the dials favour a cell: a chi-square test over a million spins, beside Python's own generator."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable
from random import SystemRandom

from companion.games.venezia.grid import CELLS
from companion.urn import Urn
from firmware.bench import Figures

SPINS = 1_000_000


def measure() -> Figures:
    urn, random = Urn.fresh(), SystemRandom()
    spun = tally(lambda number: urn.draw(f"dials@{number}", CELLS))
    beside = tally(lambda _: random.choice(CELLS))
    return {
        "spins": SPINS,
        "dials": spun,
        "SystemRandom": beside,
        "speed ratio": round(spun["spins_per_s"] / beside["spins_per_s"], 2),
    }


def tally(spin: Callable[[int], str | int]) -> Figures:
    start = time.process_time()
    counts = Counter(spin(number) for number in range(SPINS))
    spent = time.process_time() - start
    statistic = chi_square([counts[cell] for cell in CELLS])
    return {
        "chi_square": round(statistic, 1),
        "degrees": len(CELLS) - 1,
        "chance_of_more": round(chance_of_more(statistic, len(CELLS) - 1), 3),
        "spins_per_s": round(SPINS / spent),
    }


def chi_square(counts: list[int]) -> float:
    """How far these counts are from all alike."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def chance_of_more(statistic: float, degrees: int) -> float:
    """How often fair dials would be further off, by Wilson and Hilferty's approximation.

    >>> 0.04 < chance_of_more(100.7, 79) < 0.06
    True
    """
    spread = 2 / (9 * degrees)
    deviation = ((statistic / degrees) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(deviation / math.sqrt(2)) / 2
