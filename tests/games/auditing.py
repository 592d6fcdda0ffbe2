"""Compare a referee with its game written a second time from the rules alone, answer by answer, draw by draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.choices import Choice
from companion.referee import Referee
from companion.steps import Decision


class Disagreement(AssertionError):
    """The referee does something other than the rules say."""


@dataclass(frozen=True)
class Ask:
    """A question that must be open now. `legal` is every legal answer, in the form of the game's auditor."""

    key: str
    seat: int
    legal: Any
    facts: Mapping[str, Any] = field(default_factory=dict)
    secret: bool = False
    barred: Any = frozenset()


@dataclass(frozen=True)
class Chance:
    """A draw that must have been recorded now. `told` is what the table said that it drew."""

    key: str
    outcomes: tuple[Any, ...]
    by: str = "urn"
    told: Any = None


Steps = Generator[Any, Any, Any]
"""Yields a question and is sent its answer; or yields all open questions by seat and is sent `(seat, answer)`; or
yields a `Chance` and is sent its result. Returns how the game ended."""


class Naive(Protocol):
    """A whole game with nothing clever in it. `seen` counts the situations that came up."""

    seen: Counter[str]

    def play(self) -> Steps: ...


def difference(path: str, ours: Any, theirs: Any) -> list[str]:
    """Describe every place where two views differ."""
    if isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
        return [line for key in ours for line in difference(f"{path}.{key}", ours[key], theirs[key])]
    return [] if ours == theirs else [f"{path}: by the rules {ours!r}, the referee has {theirs!r}"]


class Audit:
    """Follows one game: every question, answer and draw. A game's own auditor compares views and the end."""

    naive: Naive

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.open: dict[int, Any] = {}
        self.ended: Any = None
        self.draws = 0
        self.ids: set[tuple[int, str]] = set()
        self.last = "the start"
        self._one_at_a_time = False
        self._steps = self.naive.play()
        self._go_on(None)
        self._compare()

    @property
    def seen(self) -> Counter[str]:
        return self.naive.seen

    def answer(self, seat: int, value: Any) -> None:
        """Give the referee an answer, and check that it continues as it must."""
        decision = self.referee.open[seat]
        self.last = f"{decision.id} of seat {seat}: {value!r}"
        self.ids.add((seat, decision.id))
        self.referee.answer(seat, value)
        self._go_on(value if self._one_at_a_time else (seat, value))
        self._compare()

    def fail(self, what: str) -> None:
        raise Disagreement(f"after {self.last} (entry {len(self.referee.entries)}): {what}")

    def _go_on(self, value: Any) -> None:
        try:
            step = self._steps.send(value)
            while isinstance(step, Chance):
                step = self._steps.send(self._drawn(step))
            self._one_at_a_time = not isinstance(step, dict)
            self.open = {step.seat: step} if self._one_at_a_time else step
        except StopIteration as end:
            self.open = {}
            self.ended = end.value

    def _drawn(self, chance: Chance) -> Any:
        """Return the recorded result of a draw."""
        if self.draws == len(self.referee.run.draws):
            self.fail(f"no draw recorded for {chance}")
        drawn = self.referee.run.draws[self.draws]
        self.draws += 1
        theirs = (drawn.draw.partition("@")[0], sorted(drawn.outcomes), drawn.by)
        if theirs != (chance.key, sorted(chance.outcomes), chance.by) or drawn.value not in chance.outcomes:
            self.fail(f"{drawn} recorded for {chance}")
        if chance.told is not None and drawn.value != chance.told:
            self.fail(f"{drawn} recorded, but the table drew {chance.told!r}")
        return drawn.value

    def _compare(self) -> None:
        if self.referee.fault is not None:
            self.fail(f"the game faulted: {self.referee.fault!r}")
        if len(self.referee.run.draws) != self.draws:
            self.fail(f"drawn too early: {self.referee.run.draws[self.draws :]}")
        self._compare_open()
        self.compare_view()
        self.compare_outcome()

    def _compare_open(self) -> None:
        theirs = self.referee.open
        if theirs.keys() != self.open.keys():
            asked = {seat: decision.id for seat, decision in theirs.items()}
            self.fail(f"by the rules {list(self.open.values())} must be open, the referee asks {asked}")
        for seat, ask in self.open.items():
            decision = theirs[seat]
            if (seat, decision.id) in self.ids:
                self.fail(f"{decision.id} was asked of seat {seat} before")
            self._compare_question(ask, decision)

    def _compare_question(self, ask: Any, decision: Decision) -> None:
        facts = {fact: decision.facts.get(fact) for fact in ask.facts}
        ours = (ask.key, ask.seat, dict(ask.facts), ask.secret)
        theirs = (decision.key, decision.seat, facts, decision.secret)
        if ours != theirs:
            self.fail(f"by the rules {ours} must be asked, the referee asks {theirs}")
        self.compare_offer(ask, decision)

    def compare_offer(self, ask: Any, decision: Decision) -> None:
        """Compare what may be answered."""
        if (legal := self.offered(decision.choice, ask.key)) != ask.legal:
            self.fail(f"{decision.id}: legal are {ask.legal}, the referee offers {legal}")
        if (barred := self.barred(decision.choice)) is not None and barred != (ask.barred or frozenset()):
            self.fail(f"{decision.id}: barred are {ask.barred}, the referee bars {barred}")

    def offered(self, choice: Choice, key: str) -> Any:
        """Return every legal answer of a choice, in the form of `Ask.legal`."""
        raise NotImplementedError

    def barred(self, choice: Choice) -> Any:
        """Return what a choice names as barred, in the form of `Ask.barred`, or None not to compare it."""
        return None

    def compare_view(self) -> None:
        raise NotImplementedError

    def compare_outcome(self) -> None:
        raise NotImplementedError
