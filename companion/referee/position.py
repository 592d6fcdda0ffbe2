"""A moment of a game that can be copied, to try what would come of an answer.

A flow is a generator and can't be copied, but a run only ever grows, and its entries bring back any of its moments.
So a copy costs nothing at first: it shares the run. Whoever goes on first takes the run along; the others notice
that it has grown and fork it when they need to. To fork is to run again over entries that were checked before: no
answer is checked, nothing is drawn, and no choice is made of a question that has its answer; where an answer is
only tried, nothing is told either. That takes a third to two thirds of what a referee takes to run a game again. A
copy of the process by `os.fork` took longer; one of the pieces alone was quicker in some games and slower in others,
and would still need a flow that stands where theirs does.
"""

from __future__ import annotations

from typing import Any

from companion.referee.entries import Answer
from companion.referee.run import Run
from companion.steps import Decision


class Position:
    """A game after the first entries of a run."""

    __slots__ = ("_hushed", "_run", "length")

    def __init__(self, run: Run, length: int | None = None, *, hushed: bool = False) -> None:
        self._run = run
        self._hushed = hushed
        self.length = len(run.entries) if length is None else length

    @property
    def run(self) -> Run:
        """The run as it is at this moment; only to be looked at."""
        if len(self._run.entries) != self.length:
            self._run = self._run.fork(self.length, hushed=self._hushed)
        return self._run

    def copy(self, *, hushed: bool = False) -> Position:
        """Return this moment once more; if `hushed`, nobody wants to be told what happens from here on."""
        return Position(self._run, self.length, hushed=hushed)

    def next(self) -> Decision | None:
        """Return the question to answer next, or `None` at the end: of several open ones that of the first seat."""
        questions = self.run.open
        return questions[min(questions)] if questions else None

    def answer(self, decision: Decision, value: Any) -> None:
        """Go on with a legal answer, in normal form."""
        self.run.take(Answer(decision.seat, decision.id, value, decision))
        self.length += 1
