"""One answer: an option, or a number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from companion.choices.choice import ITEM_TYPES, MANY, Choice, Kind
from companion.refusal import Refusal, quoted


def unknown(value: Any) -> Refusal:
    """Return the refusal of a value that is not an option; an empty one gets its own."""
    return Refusal("no-answer") if value == "" else Refusal("not-an-option", value=quoted(value))


class Pick(Choice[Kind]):
    """One of several options.

    >>> Pick("area", ("castello", "quarantia")).check("castello")
    'castello'
    """

    __slots__ = ("barred", "of", "options")
    kind = "pick"

    def __init__(self, of: str, options: Sequence[Kind], barred: Mapping[Any, Refusal] | None = None):
        self.of = of
        self.options = tuple(options)
        self.barred = barred or {}
        self.sole = self.options[0] if len(self.options) == 1 else MANY

    def check(self, value: Any) -> Kind:
        if type(value) in ITEM_TYPES:
            if value in self.options:
                return value  # type: ignore[no-any-return]
            if value in self.barred:
                reason = self.barred[value]
                raise Refusal(reason.key, reason.rule, **reason.facts)
        raise unknown(value)

    def legal(self) -> Iterator[Kind]:
        return iter(self.options)

    def size(self) -> int:
        return len(self.options)

    def sample(self, rng: Random) -> Kind:
        return self.options[int(rng.random() * len(self.options))]

    def to_json(self) -> dict[str, Any]:
        barred = [[option, refusal.to_json()] for option, refusal in self.barred.items()]
        return {"kind": self.kind, "of": self.of, "options": list(self.options), "barred": barred}

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.options)}


class Count(Choice[int]):
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
            raise Refusal("no-answer") if value == "" else Refusal("not-a-number", value=quoted(value))
        if not self.low <= value <= self.high:
            raise Refusal("out-of-range", value=quoted(value), low=self.low, high=self.high)
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
