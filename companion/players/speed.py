"""The speed of this machine, so that a sharp player's budget takes no longer than a second."""

from __future__ import annotations

from functools import cache
from time import thread_time

ROUNDS = 5
WORDS = 1500
LAPTOP_SECONDS = 0.00024
"""The time of `work` on a laptop's core, for which the budgets of `Search` are set."""


def work() -> int:
    """Do what games and players do most: make small objects, look them up, call, compare."""
    counts: dict[str, int] = {}
    for number in range(WORDS):
        word = f"area.{number % 37}"
        counts[word] = counts.get(word, 0) + len(word)
    return max(sorted(counts.values()))


@cache
def speed_of_this_machine() -> float:
    """Return how many times as fast as a laptop's core this one is: about 0.07 for a Zero 2 W.

    The time of the thread counts, not that of the clock, so that others who are at work here don't matter.
    """
    best = min(_timed() for _ in range(ROUNDS))
    return LAPTOP_SECONDS / max(best, 1e-9)


def _timed() -> float:
    start = thread_time()
    work()
    return thread_time() - start
