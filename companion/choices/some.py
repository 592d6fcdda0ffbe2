"""Some of many: several of the items at hand, or a number spread over places."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import comb
from random import Random
from typing import Any

from companion.choices.choice import ITEM_TYPES, MANY, Choice, Kind
from companion.choices.one import Count, unknown
from companion.refusal import Refusal, quoted


def shares(limits: list[int], low: int, high: int) -> Iterator[list[int]]:
    """Yield every way to take `low` to `high` in all, at most its limit from each place, without dead ends.

    >>> list(shares([2, 1], 2, 2))
    [[1, 1], [2, 0]]
    """
    if not limits:
        yield []
        return
    first, *rest = limits
    for number in range(max(0, low - sum(rest)), min(first, high) + 1):
        for others in shares(rest, max(0, low - number), high - number):
            yield [number, *others]


def wrong_number(count: int, low: int, high: int) -> Refusal:
    """Return the refusal of too many or too few."""
    if low == high:
        return Refusal("wrong-number-exactly", count=count, n=low)
    return Refusal("wrong-number", count=count, low=low, high=high)


class Several(Choice[list[Kind]]):
    """Some of the items at hand, `low` to `high` of them. Items may repeat; equal ones are interchangeable.

    >>> Several("ballot", (0, 1, 1, 3), 1, 2).check([1, 3, 1])
    Traceback (most recent call last):
    companion.refusal.Refusal: wrong-number (count=3, low=1, high=2)
    """

    __slots__ = ("high", "items", "low", "of")
    kind = "several"

    def __init__(self, of: str, items: Sequence[Kind], low: int, high: int):
        self.of = of
        self.items = tuple(items)
        self.low = low
        self.high = min(high, len(self.items))
        self.sole = self._sole()

    def check(self, value: Any) -> list[Kind]:
        if type(value) is not list:
            raise Refusal("not-a-list", value=value)
        if not self.low <= len(value) <= self.high:
            raise wrong_number(len(value), self.low, self.high)
        left = list(self.items)
        for item in value:
            if type(item) not in ITEM_TYPES or item not in left:
                raise unknown(item) if item not in self.items else Refusal("too-often", value=item, of=self.of)
            left.remove(item)
        return self._in_order(value)

    def _in_order(self, chosen: list[Kind]) -> list[Kind]:
        """Return the normal form: the chosen items in the order in which they were offered."""
        return sorted(chosen, key=self.items.index) if len(chosen) > 1 else chosen

    def legal(self) -> Iterator[list[Kind]]:
        kinds = Counter(self.items)
        for taken in shares(list(kinds.values()), self.low, self.high):
            pairs = zip(kinds, taken, strict=True)
            yield self._in_order([item for item, times in pairs for _ in range(times)])

    def size(self) -> int:
        ways = [1]
        for number in Counter(self.items).values():
            ways = [
                sum(ways[total - times] for times in range(number + 1) if 0 <= total - times < len(ways))
                for total in range(len(ways) + number)
            ]
        return sum(ways[self.low : self.high + 1])

    def sample(self, rng: Random) -> list[Kind]:
        left = list(self.items)
        chosen: list[Kind] = []
        for _ in range(self.low + int(rng.random() * (self.high - self.low + 1))):
            chosen.append(left.pop(int(rng.random() * len(left))))
        return self._in_order(chosen)

    def _sole(self) -> Any:
        if self.high == 0:
            return []
        alike = self.items[0] == self.items[-1] and len(set(self.items)) == 1
        if self.low == len(self.items) or (self.low == self.high and alike):
            return list(self.items[: self.low])
        return MANY

    def to_json(self) -> dict[str, Any]:
        items = list(self.items)
        return {"kind": self.kind, "of": self.of, "items": items, "low": self.low, "high": self.high}

    def schema(self) -> dict[str, Any]:
        items = {"enum": list(dict.fromkeys(self.items))}
        return {"type": "array", "items": items, "minItems": self.low, "maxItems": self.high}


class Spread(Choice[dict[str, int]]):
    """A number spread over places, `low` to `high` in all, at most `most[place]` on each."""

    __slots__ = ("high", "low", "most", "of")
    kind = "spread"

    def __init__(self, of: str, most: Mapping[str, int], low: int, high: int):
        self.of = of
        self.most = dict(most)
        self.low = low
        room = sum(self.most.values())
        self.high = min(high, room)
        self.sole = self._sole(room)

    def check(self, value: Any) -> dict[str, int]:
        if type(value) is not dict:
            raise Refusal("not-a-spread", value=value)
        for place, number in value.items():
            most = self.most.get(place)
            if most is None:
                raise Refusal("unknown-place", value=quoted(place))
            if type(number) is not int or not 0 <= number <= most:
                Count(self.of, 0, most).check(number)
        total = sum(value.values())
        if not self.low <= total <= self.high:
            raise wrong_number(total, self.low, self.high)
        return dict.fromkeys(self.most, 0) | value

    def legal(self) -> Iterator[dict[str, int]]:
        for numbers in shares(list(self.most.values()), self.low, self.high):
            yield dict(zip(self.most, numbers, strict=True))

    def size(self) -> int:
        """Count by inclusion and exclusion over the places that would exceed their limits."""
        limits = list(self.most.values())

        def up_to(total: int) -> int:
            ways = 0
            for over in itertools.product((0, 1), repeat=len(limits)):
                rest = total - sum(limit + 1 for limit, is_over in zip(limits, over, strict=True) if is_over)
                if rest >= 0:
                    ways += (-1) ** sum(over) * comb(rest + len(limits), len(limits))
            return ways

        return up_to(self.high) - (up_to(self.low - 1) if self.low else 0)

    def sample(self, rng: Random) -> dict[str, int]:
        slots = [place for place, limit in self.most.items() for _ in range(limit)]
        chosen = Counter(rng.sample(slots, rng.randint(self.low, self.high)))
        return {place: chosen[place] for place in self.most}

    def _sole(self, room: int) -> Any:
        if self.high == 0 or self.low == room:
            return {place: limit if self.high else 0 for place, limit in self.most.items()}
        if self.low == self.high:
            usable = [place for place, limit in self.most.items() if limit]
            if len(usable) == 1:
                return {place: self.low if place in usable else 0 for place in self.most}
        return MANY

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "of": self.of, "most": self.most, "low": self.low, "high": self.high}

    def schema(self) -> dict[str, Any]:
        places = {place: {"type": "integer", "minimum": 0, "maximum": limit} for place, limit in self.most.items()}
        return {"type": "object", "properties": places, "additionalProperties": False}
