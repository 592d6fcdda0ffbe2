"""Finished games to look back at: the board after any step, as everyone saw it then.

Going forward continues a run, going back begins another; a long game takes a moment. Only
the last few games are kept, and one thread replays at a time: nobody can have the box do more than that.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from companion.game import Tell
from companion.referee import Referee
from companion.referee.run import Run
from companion.refusal import Busy
from companion.steps import TABLE

KEPT = 3
"""The number of games that are kept."""
PATIENCE = 8.0
"""Seconds that a request waits for its turn: a small Pi plays a long game through in less than one."""


class Moment(NamedTuple):
    """A game after one of its steps, as everyone saw it."""

    view: dict[str, Any]
    before: dict[str, Any] | None
    """The view that everyone had one step before."""
    score: dict[int, dict[str, int]]


class Replay:
    """One finished game. Not for several threads at once."""

    def __init__(self, referee: Referee) -> None:
        self.kind = referee.kind
        self.table = referee.table
        self.outcome = referee.outcome
        self.steps = len(referee.entries)
        self.tells: list[tuple[int, Tell]] = []
        """The tellings to everyone, each with its step."""
        self._urn = referee.urn
        self._entries = referee.entries
        self._run = self._begin()
        self.lines = self._walk()

    def _begin(self) -> Run:
        return Run(self.kind, self.table, self._urn)

    def _walk(self) -> dict[int, list[int]]:
        """Go through the whole game once; return each seat's score in the first tally, step by step."""
        game, first = self._run.game, self.kind.tallies[:1]
        lines: dict[int, list[int]] = {seat.number: [] for seat in self.table.seats}
        told = 0
        for step in range(self.steps + 1):
            self._go_to(step)
            self.tells += [(step, tell) for tell in game.tells[told:] if tell.to == TABLE]
            told = len(game.tells)
            for seat, line in lines.items():
                line.append(sum(game.score[seat][tally] for tally in first))
        return lines

    def at(self, step: int) -> Moment:
        """Return the game after this many entries."""
        if step == 0:
            self._run = self._begin()
            return self._moment(None)
        self._go_to(step - 1)
        before = self._run.game.view(TABLE)
        self._go_to(step)
        return self._moment(before)

    def _moment(self, before: dict[str, Any] | None) -> Moment:
        game = self._run.game
        score = {seat: dict(tallies) for seat, tallies in game.score.items()}
        return Moment(game.view(TABLE), before, score)

    def _go_to(self, step: int) -> None:
        if len(self._run.entries) > step:
            self._run = self._begin()
        for entry in self._entries[len(self._run.entries) : step]:
            self._run.enter(entry)

    def told_near(self, step: int, most: int) -> Sequence[tuple[int, Tell]]:
        """Return the tellings up to this step and right after it, at most this many of each, the oldest first."""
        after = next((place for place, (when, _) in enumerate(self.tells) if when > step), len(self.tells))
        return self.tells[max(0, after - most) : after + most]


class Replays:
    """The games that were looked back at last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[object, Replay]] = OrderedDict()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for one's turn; refuse if that takes too long."""
        if not self._lock.acquire(timeout=PATIENCE):
            raise Busy("table-busy")
        try:
            yield
        finally:
            self._lock.release()

    def find(self, game_id: str, stamp: object, load: Callable[[], Referee]) -> Replay:
        """Return a game's replay, made again if its file has changed since. Only in one's turn."""
        kept = self._kept.pop(game_id, None)
        if kept is None or kept[0] != stamp:
            kept = stamp, Replay(load())
        self._kept[game_id] = kept
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return kept[1]
