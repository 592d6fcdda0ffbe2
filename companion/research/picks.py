"""Large answers taken apart: every choice becomes a few small picks, one after another.

Venezia lets a player spread pigeons in 1,820 ways and land them in a million. A learner wants few actions that keep
their meaning, so an answer is put together: one card after another, then place by place.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from companion.choices import Choice, Count, Pick, Several, Sheet, Spread

WIDEST = 128
"""The most options that a pick offers in any game; Venedig's swamp comes closest, with 88."""

ENOUGH = "enough"
"""The option that ends a row of picks early."""

Picks = Generator[Sequence[Any], int, Any]
"""Yields the options of each pick, is sent the index of the one chosen, and returns the whole answer."""


def picks(choice: Choice) -> Picks:
    """Put an answer to this choice together. Every answer comes about in exactly one way."""
    if isinstance(choice, Pick):
        return (yield from one_of(choice.options))
    if isinstance(choice, Count):
        return (yield from one_of(range(choice.low, choice.high + 1)))
    if isinstance(choice, Several):
        return (yield from several(choice))
    if isinstance(choice, Spread):
        return (yield from spread(choice))
    if isinstance(choice, Sheet):
        return (yield from sheet(choice))
    raise TypeError(f"{type(choice).__name__} can't be split into picks")


def one_of(options: Sequence[Any]) -> Picks:
    """Pick one, unless there is only one."""
    if len(options) == 1:
        return options[0]
    index = yield options
    return options[index]


def several(choice: Several) -> Picks:
    """Take one item after another, in the order in which they lie there, so that no order counts twice."""
    kinds = list(dict.fromkeys(choice.items))
    left = [choice.items.count(kind) for kind in kinds]
    taken: list[Any] = []
    first = 0
    while len(taken) < choice.high:
        missing = choice.low - len(taken)
        on_offer = [at for at in range(first, len(kinds)) if left[at] and sum(left[at:]) >= missing]
        options = [kinds[at] for at in on_offer] + ([ENOUGH] if missing <= 0 else [])
        if not on_offer:
            break
        chosen = (yield options) if len(options) > 1 else 0
        if chosen == len(on_offer):
            break
        first = on_offer[chosen]
        left[first] -= 1
        taken.append(kinds[first])
    return choice.check(taken)


def spread(choice: Spread) -> Picks:
    """Say place by place how many go there."""
    numbers: dict[str, int] = {}
    later = sum(choice.most.values())
    for place, most in choice.most.items():
        later -= most
        so_far = sum(numbers.values())
        low, high = max(0, choice.low - so_far - later), min(most, choice.high - so_far)
        numbers[place] = yield from one_of(range(low, high + 1))
    return numbers


def sheet(choice: Sheet) -> Picks:
    """Fill in one cell after another."""
    rows: dict[str, dict[str, Any]] = {}
    for row, cells in choice.rows.items():
        rows[row] = {}
        for column, cell in cells.items():
            rows[row][column] = yield from picks(cell)
    return rows
