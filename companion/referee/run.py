"""A game's flow, run over its entries: what is asked now, what was drawn, how it ended."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

from companion.choices import MANY, Item
from companion.game import Correction, Final, Game, Outcome, Table
from companion.options import table_draws
from companion.players import place_of, seat_of
from companion.referee.entries import Answer, Corrected, Drawn, Entry, answers_of_box
from companion.referee.urn import Urn
from companion.refusal import Halted, Refusal, Stale
from companion.steps import TABLE, Decision, Draw, Flow, TableDraw, Together

URN = "urn"


class Past(NamedTuple):
    """The past that a fork repeats: the questions answered among its entries, by seat and id, and its urn's draws."""

    answers: Collection[tuple[int, str]]
    draws: Iterator[Item]


class Run:
    """One pass through a game. It only goes forward: to go back, make a new one over fewer entries.

    With `asks_draws` nothing is drawn from the urn: every draw is put to the table as a `TableDraw`, even one
    with a single outcome. A `hushed` game tells nothing and writes no receipts: nobody will read them.
    """

    def __init__(
        self,
        kind: type[Game],
        table: Table,
        urn: Urn,
        entries: Iterable[Entry] = (),
        *,
        asks_draws: bool = False,
        past: Past | None = None,
        hushed: bool = False,
    ) -> None:
        self.game = kind(table)
        self.game.hushed = hushed
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
        self._shown: dict[int, int] = {}
        self._asks_draws = asks_draws
        self._past = past
        self._drawn_by_table = {key for key in kind.randomisers if table_draws(table.options, key)}
        self._run(self._flow, None, None)
        self.told = [len(self.game.tells)]
        """The number of tellings before the first entry, and after each of them."""
        for entry in entries:
            self.enter(entry)

    @property
    def final(self) -> Final | None:
        """Return how the game ended; `None` while it runs."""
        if self.outcome is None:
            return None
        scores = [next(iter(tallies.values()), 0) for _, tallies in sorted(self.game.score.items())]
        return Final(self.outcome.places, self.outcome.won, scores, self.played_by_box())

    def played_by_box(self) -> list[int]:
        """Return the seats that the box has answered for, even those that were taken back since."""
        return sorted({answer.seat for answer in answers_of_box(self.entries).values()})

    def fork(self, length: int | None = None, urn: Urn | None = None, *, hushed: bool = False) -> Run:
        """Return another run over the first entries of this one, which goes on with this urn or another.

        Entries were checked when they were made, so nothing is checked or drawn again, and no choice is made of a
        question that has its answer.
        """
        entries = self.entries[:length]
        answers = {(entry.seat, entry.question) for entry in entries if isinstance(entry, Answer)}
        past = Past(answers, iter([draw.value for draw in self.draws if draw.by == URN]))
        urn = urn or self.urn
        run = Run(type(self.game), self.game.table, urn, asks_draws=self._asks_draws, past=past, hushed=hushed)
        for entry in entries:
            if isinstance(entry, Answer):
                run.take(entry)
            else:
                run.apply_correction(entry)
        run._past = None
        return run

    @property
    def sealed_from(self) -> int:
        """The entries from here on are sealed: others are still deciding. Past the end if none are."""
        return self._sealed_from if self._parts else len(self.entries)

    def shown_to(self, seat: int) -> int:
        """Return after how many entries this seat, or `TABLE` everyone, last saw what nobody could know before.

        That is a draw of the urn, or what others had sealed.
        """
        return max(self._shown.get(TABLE, 0), self._shown.get(seat, 0))

    def last_sealed(self, seat: int) -> Answer | None:
        """Return the last answer that this seat has sealed while others still decide."""
        sealed = reversed(self.entries[self.sealed_from :])
        return next((one for one in sealed if isinstance(one, Answer) and one.seat == seat), None)

    def asked(self, seat: int, question: str | None = None) -> Decision:
        """Return the open question of this seat; refuse if there is none, or not this one."""
        decision = self.open.get(seat) if type(seat) is int else None
        if decision is None:
            self.refuse_if_stopped()
            raise Refusal("not-asked", seat=seat, asked=sorted(self.open))
        if question is not None and decision.id != question:
            raise Stale("stale-question", question=question, asked=decision.id)
        return decision

    def refuse_if_stopped(self) -> None:
        if self.fault is not None:
            raise Halted(self.fault)
        if self.outcome is not None:
            raise Refusal("over")

    def enter(self, entry: Entry) -> None:
        """Take an entry that was recorded before. Refuse it if it does not fit here."""
        if isinstance(entry, Corrected):
            handed = seat_of(entry.place)  # a seat may have been handed to a player of another version
            place = entry.place if handed is None else place_of(self.game.adviser, handed.seat)
            self.correction(place).choice.check(entry.value)
            self.apply_correction(entry)
        else:
            decision = self.asked(entry.seat, entry.question)
            self.take(Answer(entry.seat, entry.question, decision.choice.check(entry.value), decision))

    def take(self, answer: Answer) -> None:
        """Go on with an answer that has been checked."""
        self.entries.append(answer)
        decision = self.open.pop(answer.seat)
        del decision.offer  # it is not asked again; what it was made from need not be kept for the whole game
        if isinstance(decision, TableDraw):
            self._note_draw(decision.draw, answer.value, "table")
        part = answer.seat if self._parts else None
        self._run(self._flow if part is None else self._parts[part], answer.value, part)
        self.told.append(len(self.game.tells))

    def _run(self, flow: Flow[Any], value: Any, part: int | None) -> None:
        """Run the game's flow, or one seat's part of a `Together`, to its next real question or its end.

        Draws, and questions with one legal answer, are settled on the way.
        """
        try:
            while True:
                step = flow.send(value)
                if isinstance(step, Decision):
                    if self._past and (step.seat, step.id) in self._past.answers:
                        self.open[step.seat] = step
                        return
                    step.choice = step.offer()
                    value = step.choice.sole
                    if value is MANY or step.always:
                        self.open[step.seat] = step
                        return
                elif isinstance(step, Draw):
                    if self._asks_draws or (step.key in self._drawn_by_table and len(step.outcomes) > 1):
                        question = TableDraw(step, TABLE if part is None else part)
                        question.choice = question.offer()
                        self.open[question.seat] = question
                        return
                    value = self._draw(step, part)
                else:
                    self._start_together(step, part)
                    return
        except StopIteration as end:
            self._end(end.value, part)
        except Exception as fault:
            self.halt(fault)

    def _start_together(self, together: Together[Any], part: int | None) -> None:
        if part is not None:
            raise TypeError("a seat's part of a Together can't hold another")
        self._results = {}
        self._parts = dict(together.flows)
        self._sealed_from = len(self.entries)
        if not self._parts:
            self._run(self._flow, self._results, None)
        for seat, flow in together.flows.items():
            if self.fault is None:
                self._run(flow, None, seat)

    def _end(self, result: Any, part: int | None) -> None:
        """End a flow: the game's own, or a seat's part; after the last part the game goes on."""
        if part is None:
            self.outcome = result
            return
        self._results[part] = result
        del self._parts[part]
        if not self._parts:
            if len(self._results) > 1:
                self._shown[TABLE] = len(self.entries)
            self._run(self._flow, self._results, None)

    def _draw(self, draw: Draw, part: int | None) -> Any:
        if len(draw.outcomes) == 1:
            return draw.outcomes[0]
        self._shown[TABLE if part is None else part] = len(self.entries)
        value = next(self._past.draws, None) if self._past else None
        if value is None:
            value = self.urn.draw(draw.id, draw.outcomes)
        self._note_draw(draw, value, URN)
        return value

    def _note_draw(self, draw: Draw, value: Any, by: str) -> None:
        self.draws.append(Drawn(len(self.entries), draw.id, draw.outcomes, value, by))

    def halt(self, fault: Exception) -> None:
        """Stop this game, and no other, at a fault of ours: its entries are whole, and going back works."""
        self.fault = fault
        self.open = {}
        self._parts = {}

    def correction(self, place: str) -> Correction:
        """Return what may be corrected at this place; refuse if nothing may."""
        self.refuse_if_stopped()
        offered = self.game.all_corrections()
        if place not in offered:
            raise Refusal("no-such-place", value=place)
        return offered[place]

    def apply_correction(self, entry: Corrected) -> None:
        """Apply a correction that has been checked; open questions are made again from the pieces."""
        self.entries.append(entry)
        try:
            self.game.apply_correction(entry.place, entry.value)
            for decision in self.open.values():
                decision.choice = decision.offer()
        except Exception as fault:
            self.halt(fault)
        self.told.append(len(self.game.tells))
