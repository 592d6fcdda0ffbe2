"""A final count as lines of text, for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.game import Tell, last_count
from companion.screen.hints import Shown
from companion.words import Words

NOTHING = "–"


def count_lines(words: Words, shown: Shown, tell: Tell) -> Iterator[str]:
    """Yield the parts of a final count, then each place rank by rank; nothing for any other telling."""
    count = last_count(shown, [tell])
    if count is None:
        return
    showing, facts = count[0], tell.facts
    parts: Mapping[str, Mapping[int, int]] = facts["parts"]
    seats = list(next(iter(parts.values())))
    head = ["", *(words.thing("seat", seat) for seat in seats)]
    lines = [[words.thing("part", part), *map(str, points.values())] for part, points in parts.items()]
    yield from table([head, *lines])
    heads = [words.column(name) for name in showing.heads]
    for place, ranks in facts["ranks"].items():
        name, worth = words.thing(showing.of, place), words(f"show.{showing.each}", worth=facts["worth"][place])
        yield f"{name}, {worth}"
        if ranks:
            yield from table([["", *heads], *(_rank(words, number, *rank) for number, rank in enumerate(ranks, 1))])


def _rank(words: Words, number: int, seat: Any, has: int, points: int | None) -> list[str]:
    return [f"{number} {words.thing('seat', seat)}", str(has), NOTHING if points is None else str(points)]


def table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield cells in columns, the first one aligned left, the others right.

    >>> list(table([["", "Anna"], ["total", "51"]]))
    ['         Anna', '  total    51']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = (f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True))
        yield f"  {first:<{widths[0]}}  {'  '.join(cells)}"
