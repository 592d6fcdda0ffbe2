"""Worlds that fit what a seat has seen, for search that does not peek.

A world is guessed from the seat's `Knowledge` and from nothing else: run again from the beginning with what the seat
knows, and with guesses for what it does not, each chosen so that what was seen later can still come about. A guess
that turns out not to fit is thrown away.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.game import Game, Table, Tell
from companion.players import Question, View, seat_of
from companion.players.knowledge import HIDDEN, UNNOTICED, Event, Guess, Guessing, Knowledge, Told, Unfit
from companion.referee.entries import Answer
from companion.referee.position import Position
from companion.referee.run import Run
from companion.referee.urn import SECRET_LENGTH, Urn
from companion.refusal import Refusal
from companion.seats import Seat
from companion.steps import TABLE, Decision, TableDraw

TRIES = 200
"""Guesses before a world is given up."""

NO_URN = Urn(bytes(SECRET_LENGTH))
"""Every draw in a guessed world is asked for, so nothing is ever drawn from it."""


def open_run(kind: type[Game], table: Table) -> Run:
    """Return a run in which every draw is asked for."""
    return Run(kind, table, NO_URN, asks_draws=True)


def with_draws_asked(run: Run) -> Run | None:
    """Return a run to the same moment in which every draw was asked for.

    `None` if the table has set pieces right: nobody can tell how a guessed world would have come to that.
    """
    drawn = {draw.draw: draw.value for draw in run.draws}
    again = open_run(type(run.game), run.game.table)
    for entry in run.entries:
        if not isinstance(entry, Answer):
            if seat_of(entry.place) is None:
                return None
        elif not isinstance(entry.decision, TableDraw):
            _draw_all(again, drawn)
            again.take(Answer(entry.seat, entry.question, entry.value, again.open[entry.seat]))
    _draw_all(again, drawn)
    return again


def _draw_all(run: Run, drawn: dict[str, Any]) -> None:
    while draws := [one for one in run.open.values() if isinstance(one, TableDraw)]:
        for one in draws:
            outcomes = one.draw.outcomes
            value = drawn[one.draw.id] if len(outcomes) > 1 else outcomes[0]
            run.take(Answer(one.seat, one.id, value, one))


def guessing_of(kind: type[Game]) -> Guessing | None:
    """Return how the hidden things of a game are guessed, if they can be."""
    return kind.adviser.guessing if kind.adviser else None


def knowledge_of(run: Run, seat: int, *, in_order: bool = False) -> Knowledge:
    """Return what a seat knows at the moment it is asked, of a run in which every draw was asked for.

    While several seats decide at once, it is not noticed who has sealed an answer, or a thought would depend on when
    it began. With `in_order` they are asked one after the other, so that everyone knows who has.
    """
    guessing = guessing_of(type(run.game))
    assert guessing is not None
    acts = [entry for entry in run.entries if isinstance(entry, Answer)]
    noticed = len(acts) if in_order else run.sealed_from
    again = open_run(type(run.game), run.game.table)
    events = []
    heard = looked = 0
    for index, act in enumerate(acts):
        decision = act.decision
        assert decision is not None
        heard, looked = heard + len(told_to(again, seat, looked)), len(again.game.tells)
        is_noticed = index < noticed or act.seat == seat
        value = seen_of(run, acts, index, seat, guessing) if is_noticed else UNNOTICED
        if value is not UNNOTICED:
            to = decision.draw.to if isinstance(decision, TableDraw) else None
            card = decision.facts.get("card")
            events.append(Event(act.seat, decision.id, decision.key, value, to, heard, card))
        again.take(act)
    return Knowledge(
        seat=seat,
        seats=list(run.game.seats),
        layout=run.game.table.layout,
        asked=run.open[seat].id,
        events=events,
        told=told_to(run, seat),
        view=run.game.view(seat),
    )


def seen_of(run: Run, acts: Sequence[Answer], index: int, seat: int, guessing: Guessing) -> Any:
    """Return what a seat has seen of an answer or a draw by now."""
    act = acts[index]
    if isinstance(act.decision, TableDraw):
        return act.value if act.decision.draw.to in (TABLE, seat) else HIDDEN
    if act.seat == seat:
        return act.value
    if index >= run.sealed_from:
        return HIDDEN
    return guessing.openly(acts, index) if act.secret else act.value


def told_to(run: Run, seat: int, since: int = 0) -> list[Told]:
    """Return what a seat has been told, of all tellings since one of them."""
    return [plain(tell) for tell in run.game.tells[since:] if tell.to in (TABLE, seat)]


def plain(tell: Tell) -> Told:
    return tell.key, tell.rule, tell.facts


def sample_world(
    kind: type[Game], table: Table, knowledge: Knowledge, rng: Random, *, tries: int = TRIES
) -> Position:
    """Return a world that fits what a seat knows, up to the question it is asked; `Unfit` if none is found."""
    guessing = guessing_of(kind)
    assert guessing is not None
    last: Exception | None = None
    for _ in range(tries):
        try:
            return Position(run_with(kind, table, knowledge, guessing.guess(knowledge, rng), guessing.partly_seen))
        except (Unfit, Refusal) as unfit:
            last = unfit
    raise Unfit(f"{tries} guesses at {kind.name} did not fit") from last


def run_with(kind: type[Game], table: Table, knowledge: Knowledge, guess: Guess, partly_seen: frozenset[str]) -> Run:
    """Run the game again with a guess; it is `Unfit` if the seat would have seen something else."""
    known = {(event.seat, event.id): event.value for event in knowledge.events if event.value is not HIDDEN}
    run = open_run(kind, table)
    seat = knowledge.seat
    ahead = deque(knowledge.events)
    heard = looked = 0
    while decision := next_to_answer(run, knowledge, ahead):
        at = decision.seat, decision.id
        if at in known and (decision.seat == seat or decision.key not in partly_seen):
            value = known[at]
        else:
            value = guess.answer(decision, heard)
        run.take(Answer(*at, decision.choice.check(value), decision))
        fresh = told_to(run, seat, looked)
        if fresh != knowledge.told[heard : heard + len(fresh)]:
            raise Unfit(decision.id)
        heard, looked = heard + len(fresh), len(run.game.tells)
    if ahead or seat not in run.open or heard < len(knowledge.told) or run.game.view(seat) != knowledge.view:
        raise Unfit(knowledge.asked)
    return run


def next_to_answer(run: Run, knowledge: Knowledge, ahead: deque[Event]) -> Decision | None:
    """Return the open question that comes next in the order in which a seat saw things happen.

    What happened unnoticed comes in between. `None` once the seat is asked what it is asked now, or if things can't
    have happened so.
    """
    if ahead and (decision := run.open.get(ahead[0].seat)) and decision.id == ahead[0].id:
        ahead.popleft()
        return decision
    unnoticed = (
        one for number, one in sorted(run.open.items()) if (number, one.id) != (knowledge.seat, knowledge.asked)
    )
    return next(unnoticed, None) if ahead or knowledge.seat not in run.open else None


@dataclass(frozen=True)
class Glance:
    """The view of a seat, as far as its player looks at it: nothing in it leads back to the game."""

    seat: int
    seats: list[Seat]
    options: Mapping[str, str]
    pieces: dict[str, Any]
    score: dict[int, dict[str, int]]

    @classmethod
    def of(cls, game: Game, seat: int) -> Glance:
        score = {number: dict(tallies) for number, tallies in game.score.items()}
        return cls(seat, list(game.table.seats), game.options, game.view(seat), score)


class ImaginedWorld:
    """A guessed world, in which a seat tries an answer and the game goes on: a `companion.players.search.World`."""

    def __init__(self, position: Position, seat: int, chance: Random) -> None:
        self._position = position
        self._run = position.run
        self._seat = seat
        self._chance = chance
        self._asked: Decision | None = None

    def begin(self, answer: Any, chance: Random) -> ImaginedWorld:
        """Return another world that goes on from here with the seat's own answer, and draws by this chance."""
        position = self._position.copy(hushed=True)
        decision = position.run.open[self._seat]
        position.answer(decision, decision.choice.check(answer))
        return ImaginedWorld(position, self._seat, chance)

    @property
    def round(self) -> int:
        return self._run.game.round

    @property
    def winners(self) -> list[int]:
        return self._run.outcome.winners if self._run.outcome else []

    def next(self) -> tuple[View, Question] | None:
        """Draw what chance decides; return the next question with what its seat may see, if there is one."""
        run = self._run
        while run.open:
            self._asked = decision = run.open[min(run.open)]
            if isinstance(decision, TableDraw):
                self._take(self._chance.choice(decision.draw.outcomes))
            elif decision.seat == TABLE:
                wanted = run.game.lean(decision)
                self._take(decision.choice.sample(self._chance) if wanted is None else wanted)
            else:
                return self.view(decision.seat), Question.of(decision)
        if run.fault is not None:
            raise run.fault
        return None

    def answer(self, value: Any) -> None:
        """Answer the question that was returned last."""
        assert self._asked is not None
        self._take(self._asked.choice.check(value))

    def _take(self, value: Any) -> None:
        decision = self._asked
        assert decision is not None
        self._run.take(Answer(decision.seat, decision.id, value, decision))

    def view(self, seat: int) -> View:
        return Glance.of(self._run.game, seat)

    def views(self) -> dict[int, View]:
        return {seat: self.view(seat) for seat in self._run.game.seats}


@dataclass(frozen=True)
class ImaginedWorlds:
    """The worlds that fit what a seat knows. Nothing of the real game is kept here but its kind and its table."""

    kind: type[Game]
    table: Table
    knowledge: Knowledge

    @classmethod
    def of(cls, run: Run, seat: int) -> ImaginedWorlds | None:
        """Take what a seat knows at the moment it is asked; `None` if its game can't be imagined."""
        asked = with_draws_asked(run) if guessing_of(type(run.game)) else None
        return cls(type(run.game), run.game.table, knowledge_of(asked, seat)) if asked else None

    @property
    def seat(self) -> int:
        return self.knowledge.seat

    def sample(self, chance: Random) -> ImaginedWorld:
        """Guess one of these worlds; `Unfit` if it is none. A player counts its guesses itself."""
        world = sample_world(self.kind, self.table, self.knowledge, chance, tries=1)
        return ImaginedWorld(world, self.seat, chance)
