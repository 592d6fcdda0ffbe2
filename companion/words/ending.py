"""The end of a game in words, for every face: what decided it, and the points that tell the places apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from companion.game import Outcome, Receipt
from companion.words import Words

Score = Mapping[int, Mapping[str, int]]


def reasons(outcome: Outcome, receipts: Iterable[Receipt], tally: str, words: Words) -> list[tuple[str, int]]:
    """Return what brought the first place its points in a tally, the same reasons together, the largest first."""
    sums: Counter[str] = Counter()
    for receipt in receipts:
        if receipt.seat in outcome.places[0] and receipt.tally == tally:
            sums[words.receipt(receipt)] += receipt.amount
    return sums.most_common()


def telling_tallies(outcome: Outcome, score: Score, tallies: Sequence[str]) -> Sequence[str]:
    """Return the tallies it takes to see why one place is before another: the first, unless it is equal.

    >>> won = Outcome([[1], [2]], "")
    >>> telling_tallies(won, {1: {"gems": 4, "tiles": 1}, 2: {"gems": 4, "tiles": 0}}, ["gems", "tiles"])
    ['gems', 'tiles']
    """
    best = [score[seats[0]] for seats in outcome.places]
    for number in range(1, len(tallies)):
        if len({tuple(one[kind] for kind in tallies[:number]) for one in best}) == len(best):
            return tallies[:number]
    return tallies


def points_text(score: Mapping[str, int], tallies: Iterable[str], words: Words) -> str:
    """Return how much a seat has: "5 palaces, 12 houses"."""
    return ", ".join(f"{score[kind]} {words(f'tally.{kind}', n=abs(score[kind]))}" for kind in tallies)
