"""The few kinds of question a game can ask.

A choice knows every legal answer: it can list them, count them, draw one at random, check one and say
why one is barred. So screens, phones, bots and fuzzers need no rules of their own. Answers are plain
JSON values, in one normal form each, so that what is recorded is what was said.

`of` names the vocabulary in which the options are worded: `Pick("area", ("castello",))` is shown as
the word `area.castello`. An option of several parts, `"1.castello"` of `"seat.area"`, is worded part
by part.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import comb, prod
from random import Random
from typing import Any, ClassVar, Self

from companion.refusal import Refusal

Item = str | int
_ITEM_TYPES = frozenset({str, int})
"""An item's type is looked up here, not with `isinstance`: JSON's true is no number."""

MANY = object()
"""What `Choice.sole` is when there is more than one legal answer."""


class Choice:
    """A question's set of legal answers. The kinds below are all there are. None changes once it is made."""

    __slots__ = ("sole",)
    kind: ClassVar[str]
    sole: Any
    """The only legal answer, or `MANY`: a question with one answer need not be asked."""

    def __call__(self) -> Self:
        """A choice that nothing set right could change is its own offer."""
        return self

    def check(self, value: Any) -> Any:
        """The answer in its normal form; raises `Refusal` if it is not legal."""
        raise NotImplementedError

    def legal(self) -> Iterator[Any]:
        """Every legal answer once, in normal form. There may be very many: see `size`."""
        raise NotImplementedError

    def size(self) -> int:
        """How many legal answers there are."""
        raise NotImplementedError

    def sample(self, rng: Random) -> Any:
        """A legal answer at random; every one of them can come up."""
        raise NotImplementedError

    def to_json(self) -> dict[str, Any]:
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of an answer."""
        raise NotImplementedError


class Pick(Choice):
    """One of several options.

    >>> Pick("area", ("castello", "quarantia")).check("castello")
    'castello'
    """

    __slots__ = ("barred", "of", "options")
    kind = "pick"

    def __init__(self, of: str, options: Sequence[Item], barred: Mapping[Any, Refusal] | None = None):
        self.of = of
        self.options = tuple(options)
        self.barred = barred or {}
        self.sole = self.options[0] if len(self.options) == 1 else MANY

    def check(self, value: Any) -> Item:
        if type(value) in _ITEM_TYPES:
            if value in self.options:
                return value  # type: ignore[no-any-return]
            if value in self.barred:
                reason = self.barred[value]
                raise Refusal(reason.key, reason.rule, **reason.facts)
        raise Refusal("not-an-option", value=value)

    def legal(self) -> Iterator[Item]:
        return iter(self.options)

    def size(self) -> int:
        return len(self.options)

    def sample(self, rng: Random) -> Item:
        return self.options[int(rng.random() * len(self.options))]

    def to_json(self) -> dict[str, Any]:
        barred = [[option, refusal.to_json()] for option, refusal in self.barred.items()]
        return {"kind": self.kind, "of": self.of, "options": list(self.options), "barred": barred}

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.options)}


class Count(Choice):
    """A whole number between two bounds, both included."""

    __slots__ = ("high", "low", "of")
    kind = "count"

    def __init__(self, of: str, low: int, high: int):
        self.of = of
        self.low = low
        self.high = high
        self.sole = low if low == high else MANY

    def check(self, value: Any) -> int:
        if type(value) is not int:
            raise Refusal("not-a-number", value=value)
        if not self.low <= value <= self.high:
            raise Refusal("out-of-range", value=value, low=self.low, high=self.high)
        return value

    def legal(self) -> Iterator[int]:
        return iter(range(self.low, self.high + 1))

    def size(self) -> int:
        return self.high - self.low + 1

    def sample(self, rng: Random) -> int:
        return self.low + int(rng.random() * (self.high - self.low + 1))

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "of": self.of, "low": self.low, "high": self.high}

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


def _shares(limits: list[int], low: int, high: int) -> Iterator[list[int]]:
    """Every way to take `low` to `high` in all, from each place at most its limit. No dead end is walked into.

    >>> list(_shares([2, 1], 2, 2))
    [[1, 1], [2, 0]]
    """
    if not limits:
        yield []
        return
    first, *rest = limits
    for number in range(max(0, low - sum(rest)), min(first, high) + 1):
        for others in _shares(rest, max(0, low - number), high - number):
            yield [number, *others]


class Several(Choice):
    """Some of the items at hand, `low` to `high` of them. Items may repeat: alike ones are interchangeable.

    >>> Several("ballot", (0, 1, 1, 3), 1, 2).check([1, 3, 1])
    Traceback (most recent call last):
    companion.refusal.Refusal: wrong-number (count=3, low=1, high=2)
    """

    __slots__ = ("high", "items", "low", "of")
    kind = "several"

    def __init__(self, of: str, items: Sequence[Item], low: int, high: int):
        self.of = of
        self.items = tuple(items)
        self.low = low
        self.high = min(high, len(self.items))
        self.sole = self._sole()

    def check(self, value: Any) -> list[Item]:
        if type(value) is not list:
            raise Refusal("not-a-list", value=value)
        if not self.low <= len(value) <= self.high:
            raise Refusal("wrong-number", count=len(value), low=self.low, high=self.high)
        left = list(self.items)
        for item in value:
            if type(item) not in _ITEM_TYPES or item not in left:
                raise Refusal("not-at-hand", value=item)
            left.remove(item)
        return self._in_order(value)

    def _in_order(self, chosen: list[Item]) -> list[Item]:
        """The normal form: chosen items in the order in which they were offered."""
        return sorted(chosen, key=self.items.index) if len(chosen) > 1 else chosen

    def legal(self) -> Iterator[list[Item]]:
        kinds = Counter(self.items)
        for taken in _shares(list(kinds.values()), self.low, self.high):
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

    def sample(self, rng: Random) -> list[Item]:
        left = list(self.items)
        chosen: list[Item] = []
        for _ in range(self.low + int(rng.random() * (self.high - self.low + 1))):
            chosen.append(left.pop(int(rng.random() * len(left))))
        return self._in_order(chosen)

    def _sole(self) -> Any:
        if self.high == 0:
            return []
        if self.low == len(self.items) or (self.low == self.high and len(set(self.items)) == 1):
            return list(self.items[: self.low])
        return MANY

    def to_json(self) -> dict[str, Any]:
        items = list(self.items)
        return {"kind": self.kind, "of": self.of, "items": items, "low": self.low, "high": self.high}

    def schema(self) -> dict[str, Any]:
        items = {"enum": list(dict.fromkeys(self.items))}
        return {"type": "array", "items": items, "minItems": self.low, "maxItems": self.high}


class Spread(Choice):
    """A number spread over places, `low` to `high` in all, at most `most[place]` on each."""

    __slots__ = ("high", "low", "most", "of")
    kind = "spread"

    def __init__(self, of: str, most: Mapping[str, int], low: int, high: int):
        self.of = of
        self.most = dict(most)
        self.low = low
        self.high = min(high, sum(self.most.values()))
        self.sole = self._sole()

    def check(self, value: Any) -> dict[str, int]:
        if type(value) is not dict:
            raise Refusal("not-a-spread", value=value)
        for place, number in value.items():
            if place not in self.most:
                raise Refusal("unknown-place", value=place)
            Count(self.of, 0, self.most[place]).check(number)
        total = sum(value.values())
        if not self.low <= total <= self.high:
            raise Refusal("wrong-number", count=total, low=self.low, high=self.high)
        return {place: value.get(place, 0) for place in self.most}

    def legal(self) -> Iterator[dict[str, int]]:
        for numbers in _shares(list(self.most.values()), self.low, self.high):
            yield dict(zip(self.most, numbers, strict=True))

    def size(self) -> int:
        """By inclusion and exclusion over the places that would hold more than they may."""
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

    def _sole(self) -> Any:
        usable = [place for place, limit in self.most.items() if limit]
        if self.high == 0 or self.low == sum(self.most.values()):
            return {place: limit if self.high else 0 for place, limit in self.most.items()}
        if self.low == self.high and len(usable) == 1:
            return {place: self.low if place in usable else 0 for place in self.most}
        return MANY

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "of": self.of, "most": self.most, "low": self.low, "high": self.high}

    def schema(self) -> dict[str, Any]:
        places = {place: {"type": "integer", "minimum": 0, "maximum": limit} for place, limit in self.most.items()}
        return {"type": "object", "properties": places, "additionalProperties": False}


class Sheet(Choice):
    """A table of small questions, a row a player or place, answered on one screen.

    >>> sheet = Sheet("seat", {"1": {"cards": Count("cards", 0, 3)}, "2": {}})
    >>> sheet.check({"1": {"cards": 2}})
    {'1': {'cards': 2}}
    """

    __slots__ = ("of", "rows")
    kind = "sheet"

    def __init__(self, of: str, rows: Mapping[str, Mapping[str, Choice]]):
        self.of = of
        self.rows = {row: dict(cells) for row, cells in rows.items() if cells}
        self.sole = self._sole()

    def _cells(self) -> list[Choice]:
        return [cell for cells in self.rows.values() for cell in cells.values()]

    def check(self, value: Any) -> dict[str, dict[str, Any]]:
        if type(value) is not dict:
            raise Refusal("not-a-sheet", value=value)
        for row in value:
            if row not in self.rows:
                raise Refusal("unknown-row", row=row)
        return {row: self._check_row(row, value.get(row)) for row in self.rows}

    def _check_row(self, row: str, value: Any) -> dict[str, Any]:
        cells = self.rows[row]
        if type(value) is not dict:
            raise Refusal("row-missing", row=row)
        for column in value:
            if column not in cells:
                raise Refusal("unknown-column", row=row, column=column)
        for column in cells:
            if column not in value:
                raise Refusal("cell-missing", row=row, column=column)
        return {column: cell.check(value[column]) for column, cell in cells.items()}

    def _filled(self, values: Sequence[Any]) -> dict[str, dict[str, Any]]:
        each = iter(values)
        return {row: {column: next(each) for column in cells} for row, cells in self.rows.items()}

    def legal(self) -> Iterator[dict[str, dict[str, Any]]]:
        for values in itertools.product(*(list(cell.legal()) for cell in self._cells())):
            yield self._filled(values)

    def size(self) -> int:
        return prod(cell.size() for cell in self._cells())

    def sample(self, rng: Random) -> dict[str, dict[str, Any]]:
        return self._filled([cell.sample(rng) for cell in self._cells()])

    def _sole(self) -> Any:
        values = [cell.sole for cell in self._cells()]
        return MANY if MANY in values else self._filled(values)

    def to_json(self) -> dict[str, Any]:
        rows = {row: {column: cell.to_json() for column, cell in cells.items()} for row, cells in self.rows.items()}
        return {"kind": self.kind, "of": self.of, "rows": rows}

    def schema(self) -> dict[str, Any]:
        return _closed_object(
            {
                row: _closed_object({column: cell.schema() for column, cell in cells.items()})
                for row, cells in self.rows.items()
            }
        )


def _closed_object(properties: dict[str, Any]) -> dict[str, Any]:
    """The schema of an object that has just these keys, all of them."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def choice_from_json(data: dict[str, Any]) -> Choice:
    """The choice that `to_json` described."""
    match data["kind"]:
        case "pick":
            barred = {option: Refusal.from_json(refusal) for option, refusal in data["barred"]}
            return Pick(data["of"], data["options"], barred)
        case "count":
            return Count(data["of"], data["low"], data["high"])
        case "several":
            return Several(data["of"], data["items"], data["low"], data["high"])
        case "spread":
            return Spread(data["of"], data["most"], data["low"], data["high"])
        case "sheet":
            rows = {
                row: {column: choice_from_json(cell) for column, cell in cells.items()}
                for row, cells in data["rows"].items()
            }
            return Sheet(data["of"], rows)
    raise Refusal("unknown-kind", value=data["kind"])
