"""Everything a player is given: the view of its seat, and the question. Never the game, the referee or the urn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol
from zlib import crc32

from companion.choices import Choice
from companion.players.knowledge import Guessing
from companion.seats import Seat
from companion.steps import Decision
from companion.vocabulary import named

POINTS, PALACES, HOURGLASSES, SPACES = named("worth", "points", "palaces", "hourglasses", "spaces")

PARTS = 1 << 20
"""The parts of one unit of worth that are told apart. A power of two: no fraction of few digits lies between two."""


def in_parts(worth: float) -> int:
    """Return a worth as it is compared with others.

    Sums and powers differ in their last digits from one Python to another and from one processor to another. A
    player's answer must not, or whoever verifies a game would come to another one.

    >>> 0.1 + 0.2 > 0.3, in_parts(0.1 + 0.2) > in_parts(0.3)
    (True, False)
    """
    return round(worth * PARTS)


class View(Protocol):
    """The view of a seat, as far as players look at it; `companion.referee.worlds.Glance` is one."""

    @property
    def seat(self) -> int: ...

    @property
    def seats(self) -> list[Seat]: ...

    @property
    def options(self) -> Mapping[str, str]: ...

    @property
    def pieces(self) -> dict[str, Any]: ...

    @property
    def score(self) -> dict[int, dict[str, int]]: ...


@dataclass(frozen=True)
class Question:
    """A question as a player gets it: a `Decision` without its offer, which knows the game."""

    id: str
    key: str
    at: str
    seat: int
    choice: Choice
    facts: Mapping[str, Any]

    @classmethod
    def of(cls, decision: Decision) -> Question:
        return cls(decision.id, decision.key, decision.at, decision.seat, decision.choice, dict(decision.facts))


class Advice(NamedTuple):
    """An answer, and what it is worth to the seat, in the game's own points."""

    answer: Any
    worth: float


def weighed(question: Question, weigh: Callable[[Any], float] | None) -> list[Advice]:
    """Return every legal answer with its worth, or no advice where nothing weighs them."""
    return [Advice(answer, weigh(answer)) for answer in question.choice.legal()] if weigh else []


def favourite(view: View, places: Sequence[str]) -> str:
    """Return the place that a seat likes best, for no reason but its player's name: always the same one."""
    name = next((seat.name for seat in view.seats if seat.number == view.seat), "")
    return places[crc32(name.encode()) % len(places)]


Advise = Callable[[View, Question, Any], Sequence[Advice]]
"""Weighs answers to a question by a game's table of numbers. Answers that are left out are not considered."""


@dataclass(frozen=True)
class Search:
    """The way in which a game's sharp players think further, where that pays (`companion.players.search`).

    `standing` is what its position is worth to a seat by a table of numbers. A playout ends this number of
    `rounds` after the present one; whoever has won by then is ahead by `win`. Only the `questions` are thought about.
    `playouts` is how many take at most a second on a laptop's core.
    """

    standing: Callable[[View, Any], float]
    win: float
    rounds: int
    questions: frozenset[str]
    playouts: int


@dataclass(frozen=True)
class Adviser:
    """A game's advice for whoever plays it.

    `numbers` is the one table of what things are worth, a named tuple of floats; `gentle` is that of a gentle player,
    who plays for fun. `doubt` is the difference in worth that a steady player often overlooks. `needs` are the
    options without which the box could not play a seat: it has no hand to hold cardboard in. `version` grows with
    every change of what is advised. Worth is counted in `unit`. `in_the_open` are the questions on which advice looks
    at nothing but what everyone may see, so that its reasons may be told while the game goes on; `grounds` are the
    numbers of the table that are told as reasons. `guessing` is how what a seat has not seen is guessed, `search` how
    a sharp player thinks further; without it a player answers by judgement alone.
    """

    advise: Advise
    numbers: Any
    doubt: float
    gentle: Any = None
    needs: Mapping[str, str] = field(default_factory=dict)
    version: int = 1
    unit: str = POINTS
    in_the_open: frozenset[str] = frozenset()
    grounds: frozenset[str] = frozenset()
    guessing: Guessing | None = None
    search: Search | None = None

    def lacks(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return the options that must be chosen differently before the box can play a seat."""
        return {name: value for name, value in self.needs.items() if options.get(name) != value}
