"""Worths that remember what they are made of, for whoever asks why.

A game's advice reckons with the numbers of its table. To find its reasons it is asked once more, with numbers that
keep their names through sums and products: so a reason is what was really weighed, and judging pays nothing for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Term(NamedTuple):
    """A part of a worth: the number of the table that it comes from, and the facts it is about."""

    name: str
    facts: tuple[tuple[str, Any], ...] = ()


class Reckoned(float):
    """A worth with the terms that it is made of. It reckons like any other number.

    `number` is its name if it is a number of the table itself. Such a number only weighs what it is multiplied by:
    that keeps its own names, and what has none takes the number's.
    """

    __slots__ = ("number", "terms")

    number: str
    terms: Mapping[Term, float]

    @classmethod
    def of(cls, worth: float, terms: Mapping[Term, float], number: str = "") -> Reckoned:
        made = cls(worth)
        made.terms, made.number = terms, number
        return made

    @classmethod
    def named(cls, name: str, worth: float) -> Reckoned:
        """Return a number of the table under its name."""
        return cls.of(worth, {Term(name): worth}, name)

    def scaled(self, worth: float, factor: float) -> Reckoned:
        """Return a worth that has the same terms, all of them this many times as large."""
        return self.of(worth, {term: part * factor for term, part in self.terms.items()})

    def plus(self, worth: float, other: float, factor: float) -> Reckoned:
        terms = dict(self.terms)
        for term, part in terms_of(other).items():
            terms[term] = terms.get(term, 0.0) + factor * part
        return self.of(worth, terms)

    def weighing(self, worth: float, other: float) -> Reckoned:
        """Return the product of two worths under the names of the one that is no mere number."""
        if isinstance(other, Reckoned) and self.number:
            if other.number:
                return self.scaled(worth, float(other))
            unnamed = float(other) - sum(other.terms.values())
            return other.scaled(worth, float(self)).plus(
                worth, self.of(0.0, {Term(self.number): unnamed}), float(self)
            )
        return self.scaled(worth, float(other))

    def __add__(self, other: float) -> Reckoned:
        return self.plus(float(self) + float(other), other, 1.0)

    __radd__ = __add__

    def __sub__(self, other: float) -> Reckoned:
        return self.plus(float(self) - float(other), other, -1.0)

    def __rsub__(self, other: float) -> Reckoned:
        return self.scaled(float(other) - float(self), -1.0)

    def __mul__(self, other: float) -> Reckoned:
        if isinstance(other, Reckoned) and other.number and not self.number:
            return other.weighing(float(self) * float(other), self)
        return self.weighing(float(self) * float(other), other)

    __rmul__ = __mul__

    def __truediv__(self, other: float) -> Reckoned:
        return self.scaled(float(self) / float(other), 1 / float(other))

    def __neg__(self) -> Reckoned:
        return self.scaled(-float(self), -1.0)


def terms_of(worth: float) -> Mapping[Term, float]:
    """Return what a worth is made of, as far as it remembers."""
    return worth.terms if isinstance(worth, Reckoned) else {}


def about(worth: float, **facts: Any) -> float:
    """Return a worth that remembers what it is about, if it remembers anything.

    >>> terms_of(about(Reckoned.named("rivals", -2.0), seat=3))
    {Term(name='rivals', facts=(('seat', 3),)): -2.0}
    """
    if not isinstance(worth, Reckoned):
        return worth
    terms: dict[Term, float] = {}
    for term, part in worth.terms.items():
        told = Term(term.name, tuple(sorted({**facts, **dict(term.facts)}.items())))
        terms[told] = terms.get(told, 0.0) + part
    return Reckoned.of(float(worth), terms)


def remembering(numbers: Any) -> Any:
    """Return a game's table of numbers in which each keeps its name."""
    return numbers._replace(**{name: Reckoned.named(name, worth) for name, worth in numbers._asdict().items()})
