"""A game's flow, run over its entries: what is asked now, what was drawn, how it ended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.choices import MANY
from companion.entries import Answer, Corrected, Drawn, Entry
from companion.game import Correction, Game, Outcome, Table
from companion.refusal import Refusal
from companion.steps import TABLE, Decision, Draw, Flow, TableDraw, Together
from companion.urn import Urn


class Run:
    """One pass through a game. It only goes forward: to go back, make a new one over fewer entries."""

    def __init__(self, kind: type[Game], table: Table, urn: Urn, entries: Iterable[Entry] = ()) -> None:
        self.game = kind(table)
        self.urn = urn
        self.open: dict[int, Decision] = {}
        self.entries: list[Entry] = []
        self.draws: list[Drawn] = []
        self.outcome: Outcome | None = None
        self.fault: Exception | None = None
        self._flow: Flow[Outcome] = self.game.play()
        self._parts: dict[int, Flow[Any]] = {}
        self._results: dict[int, Any] = {}
        self._sealed_from = 0
        self._go_on(None)
        for entry in entries:
            self.enter(entry)

    @property
    def sealed_from(self) -> int:
        """The entries from here on are sealed: others are still deciding. Past the end if none are."""
        return self._sealed_from if self._parts else len(self.entries)

    def asked(self, seat: int, question: str | None = None) -> Decision:
        """The open question of this seat; refuses if there is none, or not this one."""
        decision = self.open.get(seat) if type(seat) is int else None
        if decision is None:
            self.refuse_if_stopped()
            raise Refusal("not-asked", seat=seat, asked=sorted(self.open))
        if question is not None and decision.id != question:
            raise Refusal("stale-question", question=question, asked=decision.id)
        return decision

    def refuse_if_stopped(self) -> None:
        if self.fault is not None:
            raise Refusal("halted", fault=f"{type(self.fault).__name__}: {self.fault}")
        if self.outcome is not None:
            raise Refusal("over")

    def enter(self, entry: Entry) -> None:
        """Take an entry that was recorded before. Raises `Refusal` if it does not fit here."""
        if isinstance(entry, Corrected):
            self.correction(entry.place).choice.check(entry.value)
            self.set_right(entry)
        else:
            decision = self.asked(entry.seat, entry.question)
            self.take(Answer(entry.seat, entry.question, decision.choice.check(entry.value), decision))

    def take(self, answer: Answer) -> None:
        """Go on with an answer that has been checked."""
        self.entries.append(answer)
        decision = self.open.pop(answer.seat)
        if isinstance(decision, TableDraw):
            self._note_draw(decision.draw, answer.value, "table")
        if self._parts:
            self._go_on_part(answer.seat, answer.value)
        else:
            self._go_on(answer.value)

    def _go_on(self, value: Any) -> None:
        """Run the game's flow until it needs an answer, or is over."""
        try:
            while True:
                step = self._next(self._flow, value)
                if isinstance(step, Decision):
                    self.open[step.seat] = step
                    return
                self._results = {}
                self._parts = dict(step.flows)
                self._sealed_from = len(self.entries)
                for seat in step.flows:
                    self._go_on_sealed(seat, None)
                if self._parts:
                    return
                value = self._results
        except StopIteration as end:
            self.outcome = end.value
        except Exception as fault:
            self._halt(fault)

    def _go_on_part(self, seat: int, value: Any) -> None:
        """Run one seat's part of a `Together`; when the last is in, the game goes on."""
        try:
            self._go_on_sealed(seat, value)
        except Exception as fault:
            self._halt(fault)
            return
        if not self._parts:
            self._go_on(self._results)

    def _go_on_sealed(self, seat: int, value: Any) -> None:
        try:
            step = self._next(self._parts[seat], value, seat)
        except StopIteration as end:
            self._results[seat] = end.value
            del self._parts[seat]
            return
        if isinstance(step, Together):
            raise TypeError("a seat's part of a Together can't hold another")
        self.open[seat] = step

    def _next(self, flow: Flow[Any], value: Any, seat: int = TABLE) -> Decision | Together:
        """Run a flow to its next real question. Draws, and questions with one answer, are settled here."""
        while True:
            step = flow.send(value)
            if isinstance(step, Decision):
                step.choice = step.offer()
                value = step.choice.sole
                if value is MANY:
                    return step
            elif isinstance(step, Together):
                return step
            elif len(step.outcomes) == 1:
                value = step.outcomes[0]
            elif self.game.options.get(f"draw.{step.key}") == "table":
                question = TableDraw(step, seat)
                question.choice = question.offer()
                return question
            else:
                value = self._draw(step)

    def _draw(self, draw: Draw) -> Any:
        value = self.urn.draw(draw.id, draw.outcomes)
        self._note_draw(draw, value, "urn")
        return value

    def _note_draw(self, draw: Draw, value: Any, by: str) -> None:
        self.draws.append(Drawn(len(self.entries), draw.id, draw.outcomes, value, by))

    def _halt(self, fault: Exception) -> None:
        """A fault of ours stops this game only: its entries are whole, and going back works."""
        self.fault = fault
        self.open = {}
        self._parts = {}

    def correction(self, place: str) -> Correction:
        """What may be set right at this place; refuses if nothing may."""
        self.refuse_if_stopped()
        offered = self.game.corrections()
        if place not in offered:
            raise Refusal("no-such-place", value=place)
        return offered[place]

    def set_right(self, entry: Corrected) -> None:
        """Apply a correction that has been checked; open questions are made anew from the pieces."""
        self.entries.append(entry)
        self.game.correct(entry.place, entry.value)
        for decision in self.open.values():
            decision.choice = decision.offer()
