"""Fairness of the dials: a chi-square test over a million spins, beside Python's own generator."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable
from random import SystemRandom
from typing import Any

from companion.games.venezia.rules.grid import CELLS
from companion.referee.urn import Urn
from firmware.bench.figures import FigureTable, ratio, share

SPINS = 1_000_000


def measure(effort: float = 1) -> list[FigureTable]:
    urn, random = Urn.fresh(), SystemRandom()
    spins = share(SPINS, effort)
    spun = tally("the urn", spins, lambda number: urn.draw(f"dials@{number}", CELLS))
    beside = tally("Python's SystemRandom", spins, lambda _: random.choice(CELLS))
    rows = [row | {"over SystemRandom": ratio(row["spins/s"], beside["spins/s"])} for row in (spun, beside)]
    meaning = (
        f"Venezia's two dials spun {spins:,} times with a new secret. The chance is how often fair dials "
        "would land further from all cells alike: anything but very near 0 or 1 is as it should be, and it "
        "differs every time. The tests try every randomiser of every game with known secrets."
    )
    return [FigureTable("Fair dials", meaning, rows)]


def tally(name: str, spins: int, spin: Callable[[int], str | int]) -> dict[str, Any]:
    start = time.process_time()
    counts = Counter(spin(number) for number in range(spins))
    spent = time.process_time() - start
    statistic = chi_square([counts[cell] for cell in CELLS])
    return {
        "spun by": name,
        "chi-square": round(statistic, 1),
        "degrees of freedom": len(CELLS) - 1,
        "chance of more": round(chance_of_more(statistic, len(CELLS) - 1), 3),
        "spins/s": round(spins / spent),
    }


def chi_square(counts: list[int]) -> float:
    """Return how far these counts are from being all equal."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def chance_of_more(statistic: float, degrees: int) -> float:
    """Return how often fair dials would be further off, by Wilson and Hilferty's approximation.

    >>> 0.04 < chance_of_more(100.7, 79) < 0.06
    True
    """
    spread = 2 / (9 * degrees)
    deviation = ((statistic / degrees) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(deviation / math.sqrt(2)) / 2
