"""What an answer, an undo, an amendment or a correction did to a game: told once, to everyone who listens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game import Tell
from companion.referee.run import Run
from companion.steps import TABLE


@dataclass(frozen=True)
class Change:
    """The difference between a game before and after one act.

    `was` and `now` are what everyone sees of the pieces. `told` is what was told since, and `rewritten` says that
    something told earlier no longer holds, so that `told` is not just more of the same story. `asked` are the seats
    that have a question now and had none before; `ended` is true for the act that ends the game.
    """

    was: dict[str, Any]
    now: dict[str, Any]
    told: Sequence[Tell]
    rewritten: bool
    asked: frozenset[int]
    ended: bool

    @property
    def moved(self) -> bool:
        """Whether anything that everyone can see on the table has changed."""
        return self.was != self.now


Listener = Callable[[Change], None]


@dataclass(frozen=True)
class Moment:
    """What has to be remembered of a game to say what an act changed."""

    view: dict[str, Any]
    tells: Sequence[Tell]
    asked: frozenset[int]
    over: bool

    @classmethod
    def of(cls, run: Run) -> Moment:
        """Return how a game stands now."""
        return cls(run.game.view(TABLE), list(run.game.tells), frozenset(run.open), run.outcome is not None)

    def change_to(self, run: Run) -> Change:
        """Return what has changed from this moment to now."""
        told = run.game.tells
        known = len(self.tells)
        rewritten = told[:known] != self.tells
        return Change(
            was=self.view,
            now=run.game.view(TABLE),
            told=() if rewritten else told[known:],
            rewritten=rewritten,
            asked=frozenset(run.open) - self.asked,
            ended=run.outcome is not None and not self.over,
        )
