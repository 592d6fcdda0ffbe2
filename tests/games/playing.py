"""A game in play to prove rules on: the open question, one answer after another, and the tellings."""

from __future__ import annotations

from typing import Any, Self

from companion.game import Tell
from companion.referee import Referee
from companion.steps import Decision


class Playing:
    """The common part of the `Play` classes of all games. A game's own class leads to a chosen position."""

    referee: Referee

    @property
    def decision(self) -> Decision:
        (decision,) = self.referee.open.values()
        return decision

    @property
    def key(self) -> str:
        return self.decision.key

    @property
    def seat(self) -> int:
        return self.decision.seat

    @property
    def options(self) -> list[Any]:
        return list(self.decision.choice.legal())

    def answer(self, key: str, value: Any) -> Self:
        """Answer the open question, which must be this one."""
        assert self.key == key, f"asked {self.key}, not {key}"
        self.referee.answer(self.seat, value)
        assert self.referee.fault is None, repr(self.referee.fault)
        self.referee.game.check()
        return self

    def told(self, key: str, back: int = 1) -> Tell:
        """Return the last telling of this kind, or one before it."""
        return [tell for tell in self.referee.game.tells if tell.key == key][-back]
