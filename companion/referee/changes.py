"""The effect of an answer, an undo, an amendment or a correction: told once, to everyone who listens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game import Tell
from companion.referee.entries import Corrected, Entry
from companion.referee.run import Run
from companion.steps import TABLE


@dataclass(frozen=True)
class Change:
    """The difference between a game before and after one act.

    `told` is what was told since, after the tellings that are `still_true`. If the past was `rewritten`, something
    told earlier no longer holds, and `told` begins where the two stories part. `asked` are the seats that have a
    question now and had none before; `ended` is true for the act that ends the game. `taken_back` are the entries
    that this act has undone; `corrected` says that the table set something right. `was` and `now` are what everyone
    sees of the pieces, if a listener asked for views.
    """

    still_true: Sequence[Tell]
    told: Sequence[Tell]
    rewritten: bool
    asked: frozenset[int]
    ended: bool
    taken_back: Sequence[Entry]
    corrected: bool
    was: dict[str, Any] | None
    now: dict[str, Any] | None

    @property
    def moved(self) -> bool:
        """Whether anything that everyone can see on the table has changed."""
        return self.was != self.now


Listener = Callable[[Change], None]


class ChangeListeners:
    """Everyone who wants to hear what an act has changed, and how the game stood before it."""

    def __init__(self) -> None:
        self.everyone: list[Listener] = []
        self._with_views = False
        self._tells: list[Tell] = []
        self._entries = 0
        self._asked: frozenset[int] = frozenset()
        self._over = False
        self._view: dict[str, Any] | None = None

    def add(self, listener: Listener, run: Run, *, views: bool) -> None:
        """Call `listener` after every act from now on."""
        self.everyone.append(listener)
        self._with_views = self._with_views or views
        self._remember(run, self._view_of(run))

    def announce(self, run: Run, taken_back: Sequence[Entry] = ()) -> None:
        """Tell every listener what has changed since the last time."""
        still_true = self._still_true(run.game.tells)
        change = Change(
            still_true=run.game.tells[:still_true],
            told=run.game.tells[still_true:],
            rewritten=still_true < len(self._tells),
            asked=frozenset(run.open) - self._asked,
            ended=run.outcome is not None and not self._over,
            taken_back=taken_back,
            corrected=len(run.entries) > self._entries and isinstance(run.entries[-1], Corrected),
            was=self._view,
            now=self._view_of(run),
        )
        self._remember(run, change.now)
        for listener in self.everyone:
            listener(change)

    def _still_true(self, tells: Sequence[Tell]) -> int:
        """Return how many of the tellings that were known before still stand."""
        known = len(self._tells)
        if tells[:known] == self._tells:
            return known
        pairs = zip(tells, self._tells, strict=False)
        return next((n for n, (now, then) in enumerate(pairs) if now != then), len(tells))

    def _view_of(self, run: Run) -> dict[str, Any] | None:
        """Return what everyone sees, if anyone wants it: a view of a large board is costly on a small Pi."""
        return run.game.view(TABLE) if self._with_views else None

    def _remember(self, run: Run, view: dict[str, Any] | None) -> None:
        self._tells = list(run.game.tells)
        self._entries = len(run.entries)
        self._asked = frozenset(run.open)
        self._over = run.outcome is not None
        self._view = view
