"""The referee of one game: asks, checks, records, undoes, amends and corrects.

The list of entries *is* the saved game: the state is the flow run over them. So resuming, undoing,
amending and replaying are one thing: run again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import Any, Protocol

from companion.game import Game, OtherRules, Outcome, Table
from companion.referee.changes import Listener, Listeners
from companion.referee.consent import require_consent
from companion.referee.entries import Answer, Corrected, Entry
from companion.referee.run import Run
from companion.referee.seals import facts_before_play, second_seal
from companion.referee.urn import Urn
from companion.refusal import Refusal
from companion.steps import Decision

Kept = dict[tuple[int, str], Answer]
"""Answers from before an amendment, by seat and question, that wait for their question to come again."""


class Keeper(Protocol):
    """Makes entries durable before they are acknowledged: the ledger's side of a game."""

    def append(self, entry: Entry) -> None: ...

    def rewrite(self, start: int, entries: Sequence[Entry], kept: Sequence[Answer]) -> None: ...

    def finish(self, winners: Sequence[int], /) -> None: ...


class Referee:
    """The referee of one game.

    >>> referee = Referee(Doge, table, Urn.fresh())     # doctest: +SKIP
    >>> referee.open[2].choice.options                  # doctest: +SKIP
    ('cannaregio', 'castello', ...)
    >>> referee.answer(2, "castello")                   # doctest: +SKIP

    Without a `keeper` nothing is written down: for simulations and for looking at old records. Whoever wants to know
    what an act has changed calls `listen`.
    """

    def __init__(
        self,
        kind: type[Game],
        table: Table,
        urn: Urn,
        entries: Iterable[Entry] = (),
        kept: Iterable[Answer] = (),
        keeper: Keeper | None = None,
    ) -> None:
        self.kind = kind
        self.table = table
        self.urn = urn
        self.keeper = keeper
        self.run = self._run_over(entries)
        self.kept: Kept = {(answer.seat, answer.question): answer for answer in kept}
        self._listeners = Listeners()

    @classmethod
    def resumed(
        cls,
        kind: type[Game],
        table: Table,
        urn: Urn,
        entries: Sequence[Entry],
        kept: Iterable[Answer],
        keeper: Keeper,
    ) -> Referee:
        """Return the referee of a game that was kept.

        If an entry no longer fits because the rules have changed since, the game is halted there: its record
        stays whole, and going back works.
        """
        referee = cls(kind, table, urn, kept=kept, keeper=keeper)
        fitting = _enter_while_fitting(referee.run, entries)
        if fitting < len(entries) and referee.fault is None:
            referee.run.halt(OtherRules())
        referee._note_end()
        return referee

    def _run_over(self, entries: Iterable[Entry]) -> Run:
        return Run(self.kind, self.table, self.urn, entries)

    @cached_property
    def sealed(self) -> str:
        """The second seal: over the table, the first seal, and what was stirred."""
        return second_seal(facts_before_play(self.kind, self.table, self.urn))

    @property
    def game(self) -> Game:
        return self.run.game

    @property
    def open(self) -> dict[int, Decision]:
        """The questions that wait for an answer, by seat."""
        return self.run.open

    @property
    def entries(self) -> Sequence[Entry]:
        return self.run.entries

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or `None` while it goes on."""
        return self.run.outcome

    @property
    def fault(self) -> Exception | None:
        """The error inside the game's flow that halts this game until it is undone."""
        return self.run.fault

    def listen(self, listener: Listener, *, views: bool = False) -> None:
        """Call `listener` with the `Change` after every act, once it is durable; with `views`, if it needs them."""
        self._listeners.add(listener, self.run, views=views)

    def _announce(self) -> None:
        if self._listeners:
            self._listeners.announce(self.run)

    def answer(self, seat: int, value: Any, question: str | None = None) -> None:
        """Take a seat's answer to its open question; with `question`, only if that is still the one asked."""
        decision = self.run.asked(seat, question)
        self._record(Answer(seat, decision.id, decision.check(value), decision))
        if self.kept:
            self.kept.pop((seat, decision.id), None)
            self._answer_from_kept()
        self._announce()

    def _record(self, answer: Answer) -> None:
        if self.keeper is not None:
            self.keeper.append(answer)
        self.run.take(answer)
        self._note_end()

    def _note_end(self) -> None:
        if self.keeper is not None and self.run.outcome is not None:
            with suppress(Refusal):  # all answers are safe; resuming finds out again that the game is over
                self.keeper.finish(self.run.outcome.winners)

    def undo(self, to: int, consent: Collection[int] = ()) -> None:
        """Go back to when there were `to` entries. A draw keeps its result: there is no re-rolling.

        `consent` are the seats that agree; `companion.referee.consent` says whose word is needed. Answers kept from
        an amendment are dropped, because the game may go another way now.
        """
        if type(to) is not int or not 0 <= to < len(self.entries):
            raise Refusal("nothing-to-undo", to=to, count=len(self.entries))
        require_consent(self.run, to, self.entries[to:], consent)
        self._adopt(self._run_over(self.entries[:to]), to, {})
        self._announce()

    def take_back(self, seat: int) -> None:
        """Take back a seat's own last sealed answer while others still decide."""
        last = self.run.last_sealed(seat)
        if last is None:
            raise Refusal("nothing-sealed", seat=seat)
        index = next(index for index, entry in enumerate(self.entries) if entry is last)
        rest = [*self.entries[:index], *self.entries[index + 1 :]]
        self._adopt(self._run_over(rest), index, self.kept)
        self._announce()

    def amend(self, index: int, value: Any, consent: Collection[int] = ()) -> list[Corrected]:
        """Change an old answer and run the rest again.

        Where a later answer no longer fits, its question is asked again; the answers after it are kept
        and given when their own questions come. Corrections after it are dropped, because only the table can see
        which of them still hold; they are returned, so that the table can be told.
        """
        if type(index) is not int or not 0 <= index < len(self.entries):
            raise Refusal("no-such-entry", index=index, count=len(self.entries))
        old = self.entries[index]
        if not isinstance(old, Answer):
            raise Refusal("not-an-answer", index=index)
        require_consent(self.run, index, [old], consent)
        run = self._run_over([*self.entries[:index], replace(old, value=value)])
        later = self.entries[index + 1 :]
        fitting = _enter_while_fitting(run, later)
        unfit = [answer for answer in later[fitting:] if isinstance(answer, Answer)]
        self._adopt(run, index, self.kept | {(answer.seat, answer.question): answer for answer in unfit})
        self._answer_from_kept()
        self._announce()
        return [entry for entry in later[fitting:] if isinstance(entry, Corrected)]

    def _adopt(self, run: Run, start: int, kept: Kept) -> None:
        """Go on with another run, whose entries differ from ours from `start` on; durable first."""
        if self.keeper is not None:
            self.keeper.rewrite(start, run.entries[start:], list(kept.values()))
        self.run = run
        self.kept = kept
        self._note_end()

    def _answer_from_kept(self) -> None:
        """Give kept answers to the open questions that they still fit, as long as there are any.

        The act itself is durable already, so a full disk is no reason to refuse it: the question is asked then, and
        the answer stays kept.
        """
        with suppress(Refusal):
            while fitting := self._kept_answer():
                self._record(fitting)
                del self.kept[fitting.seat, fitting.question]

    def _kept_answer(self) -> Answer | None:
        for seat, decision in self.open.items():
            answer = self.kept.get((seat, decision.id))
            if answer is not None:
                with suppress(Refusal):
                    return replace(answer, value=decision.choice.check(answer.value), decision=decision)
        return None

    def correct(self, place: str, value: Any) -> None:
        """Set box and cardboard straight where they have drifted apart."""
        entry = Corrected(place, self.run.correction(place).choice.check(value))
        if self.keeper is not None:
            self.keeper.append(entry)
        self.run.set_right(entry)
        self._announce()


def _enter_while_fitting(run: Run, entries: Sequence[Entry]) -> int:
    """Enter these entries in their order until one does not fit; return how many did."""
    for index, entry in enumerate(entries):
        try:
            run.enter(entry)
        except Refusal:
            return index
    return len(entries)
