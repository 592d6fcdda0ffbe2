"""A game as a row of small picks: whose pick it is, what there is to pick from, and what each seat sees meanwhile.

OpenSpiel's states and PettingZoo's environments both stand on this. Draws are picks of chance. So is what the rules
leave to the table as a whole, such as who is the youngest. Players who decide at once do so one after another,
and none sees what the others have sealed.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from companion import games
from companion.game import Game, Table
from companion.referee.entries import Answer
from companion.referee.position import Position
from companion.referee.run import Run
from companion.referee.worlds import open_run
from companion.research.picks import Picks, picks
from companion.seats import NAMES, seat_table
from companion.steps import TABLE, Decision, TableDraw

HORIZON = 20_000
"""Picks after which a game is broken off, unless another limit is set."""

FEATURES = 1024
"""The length of an observation as numbers."""

CARDBOARD = frozenset({"counted", "own", "table", "ways"})
"""Values of options that leave to the table or its owner what the box could know, or that only help."""


def worthwhile_options(kind: type[Game]) -> dict[str, tuple[str, ...]]:
    """Return the options that make another game of it, with their values, the default first."""
    kept = {
        option.name: tuple(value for value in option.values if value not in CARDBOARD) for option in kind.own_options
    }
    return {name: values for name, values in kept.items() if len(values) > 1}


@cache
def table_for(game: str, players: int, options: tuple[tuple[str, str], ...]) -> Table:
    kit = games.find(game)
    chosen = dict(options)
    return kit.game.set_table(seat_table(NAMES[:players], kit.game.colours), chosen, kit.layout(None, chosen))


class Play:
    """A game in progress, pick by pick. A copy costs next to nothing: see `companion.referee.position`."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.decision: Decision | None = None
        self.options: Sequence[Any] = ()
        self.chosen: list[int] = []
        """The picks that the answer to `decision` consists of so far."""
        self._picks: Picks | None = None
        self._heard: dict[int, Memory] = {}
        self._ask()

    @classmethod
    def begin(cls, game: str, players: int, options: Mapping[str, str]) -> Play:
        table = table_for(game, players, tuple(sorted(options.items())))
        return cls(Position(open_run(games.find(game).game, table)))

    def copy(self) -> Play:
        other: Play = object.__new__(Play)
        other.position = self.position.copy()
        other.decision = self.decision
        other.options = self.options
        other.chosen = [*self.chosen]
        other._picks = None
        other._heard = {**self._heard}
        return other

    @property
    def run(self) -> Run:
        return self.position.run

    @property
    def seats(self) -> list[int]:
        return [seat.number for seat in self.run.game.table.seats]

    @property
    def is_chance(self) -> bool:
        return self.decision is not None and (self.decision.seat == TABLE or isinstance(self.decision, TableDraw))

    def chances(self) -> list[float]:
        """Return how likely chance picks each option."""
        if isinstance(self.decision, TableDraw):
            outcomes = self.decision.draw.outcomes
            times = Counter(outcomes)
            return [times[option] / len(outcomes) for option in self.options]
        return [1 / len(self.options)] * len(self.options)

    def pick(self, index: int) -> None:
        """Pick one of the options."""
        if self._picks is None:
            self._begin()
        self.chosen.append(index)
        self._send(index)

    def _begin(self) -> None:
        """Come to the pick that is due: past those that the answer consists of so far, if this is a copy."""
        assert self.decision is not None
        self._picks = picks(self.decision.choice)
        next(self._picks)
        for index in self.chosen:
            self._picks.send(index)

    def _send(self, index: int | None) -> None:
        assert self._picks is not None
        try:
            self.options = next(self._picks) if index is None else self._picks.send(index)
        except StopIteration as end:
            assert self.decision is not None
            self.position.answer(self.decision, end.value)
            self._ask()

    def _ask(self) -> None:
        """Come to the next question that leaves a choice; one that does not is answered at once."""
        self.chosen = []
        self.options = ()
        self.decision = self.position.next()
        if self.run.fault is not None:
            raise self.run.fault
        if self.decision is not None:
            self._picks = picks(self.decision.choice)
            self._send(None)

    def rewards(self) -> dict[int, float]:
        """Return what each seat has won; nothing without winners, who otherwise share what the others have lost."""
        outcome, seats = self.run.outcome, self.seats
        winners = outcome.winners if outcome else []
        if not winners:
            return dict.fromkeys(seats, 0.0)
        return {seat: (len(seats) / len(winners) if seat in winners else 0.0) - 1 for seat in seats}

    def seen(self, seat: int) -> dict[str, Any]:
        """Return what a seat sees now: pieces, points, who is asked, and its own question with the picks so far."""
        run = self.run
        game = run.game
        seen = {
            "pieces": game.view(seat),
            "score": {str(number): tallies for number, tallies in game.score.items()},
            "asked": sorted(run.open),
        }
        own = run.open.get(seat)
        if own is not None and not isinstance(own, TableDraw):
            seen["question"] = {"key": own.key, "facts": dict(own.facts)}
            if self.decision is not None and self.decision.seat == seat:
                seen["picks"] = self.chosen
        return seen

    def memory(self, seat: int) -> str:
        """Return a fingerprint of all that a seat has been told and has answered, in their order."""
        heard = self._heard[seat] = self._heard.get(seat, Memory()).after(self.run, seat)
        return heard.digest


class Memory:
    """Everything a seat was told and answered up to a moment, boiled down to a number."""

    __slots__ = ("_digests", "_entries", "_tells")

    def __init__(self) -> None:
        self._digests = (hashlib.sha256(), hashlib.sha256())
        self._tells = 0
        self._entries = 0

    def after(self, run: Run, seat: int) -> Memory:
        """Return what the seat remembers now, at a later moment of the same game."""
        later = Memory()
        later._digests = told, answered = self._digests[0].copy(), self._digests[1].copy()
        later._tells, later._entries = len(run.game.tells), len(run.entries)
        for tell in run.game.tells[self._tells :]:
            if tell.to in (TABLE, seat):
                told.update(f"{tell.key}{tell.facts}".encode())
        for entry in run.entries[self._entries :]:
            if isinstance(entry, Answer) and entry.seat == seat:
                answered.update(f"{entry.question}{entry.value}".encode())
        return later

    @property
    def digest(self) -> str:
        told, answered = self._digests
        return told.hexdigest()[:32] + answered.hexdigest()[:32]


def written(seen: Mapping[str, Any]) -> str:
    return json.dumps(seen, separators=(",", ":"))


def features(seen: Mapping[str, Any]) -> list[float]:
    """Return an observation as numbers, by feature hashing.

    Every fact has a place that follows from its name: a number is added there, a word adds one at a place of its own.
    """
    numbers = [0.0] * FEATURES
    for name, value in facts_of(seen, ""):
        if isinstance(value, int):
            numbers[place_of(name)] += value
        else:
            numbers[place_of(f"{name}={value}")] += 1
    return numbers


@cache
def place_of(name: str) -> int:
    return zlib.crc32(name.encode()) % FEATURES


def facts_of(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Yield all numbers and words in an observation, each with its name; of a list only what is in it, not where."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from facts_of(part, f"{name}.{key}")
    elif isinstance(value, list | tuple):
        for part in value:
            yield from facts_of(part if isinstance(part, Mapping | list | tuple) else str(part), f"{name}[]")
    elif value is not None:
        yield name, value
