"""A seat's knowledge of a game: all it has seen being done and drawn, and all it was told. Never what others hide."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, Protocol

from companion.layout import Layout
from companion.steps import Decision

HIDDEN = None
"""The value of an answer or a draw that a seat has not seen."""

UNNOTICED = object()
"""The value of an answer of which a seat does not even know that it was given."""

Told = tuple[str, str, Mapping[str, Any]]
"""Something a seat was told: the key of the telling, its rule and its facts."""


class Unfit(Exception):
    """A guess does not fit what the seat knows: guess again."""


class Act(Protocol):
    """An answer that was given, or a draw that was made."""

    @property
    def seat(self) -> int: ...

    @property
    def value(self) -> Any: ...

    @property
    def decision(self) -> Decision | None: ...


@dataclass(frozen=True)
class Event:
    """An answer or a draw as a seat knows it.

    `to` is who saw a draw, `heard` how much the seat had been told before, `card` the card that a question is about.
    """

    seat: int
    id: str
    key: str
    value: Any
    to: int | None
    heard: int
    card: Any = None

    @property
    def is_draw(self) -> bool:
        return self.to is not None


@dataclass(frozen=True)
class Knowledge:
    """Everything a seat knows at the moment it is asked something."""

    seat: int
    seats: Sequence[int]
    layout: Layout
    asked: str
    events: Sequence[Event]
    told: Sequence[Told]
    view: Mapping[str, Any]

    def others(self) -> list[int]:
        return [seat for seat in self.seats if seat != self.seat]


class Guess(Protocol):
    """A game's guess at what a seat has not seen."""

    def __init__(self, knowledge: Knowledge, rng: Random) -> None: ...

    def answer(self, decision: Decision, heard: int) -> Any:
        """Return a hidden answer or draw, when the seat has `heard` this many tellings."""


class Guessing(NamedTuple):
    """The way in which the hidden things of a game are guessed.

    `openly` returns what everyone has seen by now of a secret answer, the one with this index among all acts:
    `HIDDEN` if nothing of it. The others see less than the answer of the questions in `partly_seen`.
    """

    openly: Callable[[Sequence[Act], int], Any]
    guess: type[Guess]
    partly_seen: frozenset[str] = frozenset()
