"""The referee of one game: asks, checks, records, undoes, amends and corrects.

The list of entries *is* the saved game: the state is the flow run over them. So resuming, undoing,
amending and replaying are one thing: run again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

from companion.game import Final, Game, OtherRules, Outcome, Table
from companion.players import check_can_play, place_of, with_budget
from companion.referee.changes import ChangeListeners, Listener
from companion.referee.consent import Proposal, needed
from companion.referee.entries import Answer, Corrected, Drawn, Entry, answers_of_box
from companion.referee.run import Run
from companion.referee.seals import facts_before_play, second_seal
from companion.referee.urn import Urn
from companion.refusal import NeedsConsent, Refusal, Stale
from companion.steps import TABLE, Decision, TableDraw

Kept = dict[tuple[int, str], Answer]
"""Answers from before an amendment, by seat and question, that wait for their question to come again."""


@dataclass(frozen=True)
class Undone:
    """Entries that were taken back, and by whom; they can be redone until the next answer."""

    entries: Sequence[Entry]
    by: int


class Keeper(Protocol):
    """Makes entries durable before they are acknowledged: the ledger's side of a game."""

    def append(self, entry: Entry) -> None: ...

    def rewrite(self, start: int, entries: Sequence[Entry], kept: Sequence[Answer]) -> None: ...

    def finish(self, final: Final, /) -> None: ...

    def teach(self, *, taught: bool) -> None: ...


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
        *,
        kept: Iterable[Answer] = (),
        keeper: Keeper | None = None,
    ) -> None:
        self.kind = kind
        self.table = table
        self.urn = urn
        self.keeper = keeper
        self.run = self._run_over(entries)
        self.kept: Kept = {(answer.seat, answer.question): answer for answer in kept}
        self.proposal: Proposal | None = None
        self.speed: Callable[[], float] = float
        """Returns how fast this machine thinks, which a sharp player gets its budget by; 0 if it shall only judge."""
        self.taught = False
        """Whether the table is taught the game: faces then explain each rule the first time it matters."""
        self.given = Counter(entry.seat for entry in self.run.entries if isinstance(entry, Answer))
        self._furthest = self.run
        self._undone: list[Undone] = []
        self._listeners = ChangeListeners()

    @classmethod
    def resumed(
        cls,
        kind: type[Game],
        table: Table,
        urn: Urn,
        entries: Sequence[Entry],
        *,
        kept: Iterable[Answer],
        keeper: Keeper,
    ) -> Referee:
        """Return the referee of a game that was kept.

        If an entry no longer fits because the rules have changed since, the game is halted there: its record
        stays whole, and going back works.
        """
        referee = cls(kind, table, urn, kept=kept, keeper=keeper)
        fitting = _enter_while_fitting(referee.run, entries)
        referee.given.update(entry.seat for entry in referee.entries if isinstance(entry, Answer))
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
        """The end of the game, or `None` while it goes on."""
        return self.run.outcome

    @property
    def fault(self) -> Exception | None:
        """The error inside the game's flow that halts this game until it is undone."""
        return self.run.fault

    def teach(self, *, taught: bool) -> None:
        """Teach the game from now on, or no longer."""
        if self.keeper is not None:
            self.keeper.teach(taught=taught)
        self.taught = taught

    def listen(self, listener: Listener, *, views: bool = False) -> None:
        """Call `listener` with the `Change` after every act, once it is durable; with `views`, if it needs them."""
        self._listeners.add(listener, self.run, views=views)

    def _announce(self, taken_back: Sequence[Entry] = ()) -> None:
        if self.proposal is not None and not self.proposal.holds(self.run):
            self.proposal = None
        if self._listeners.everyone:
            self._listeners.announce(self.run, taken_back)

    def answer(self, seat: int, value: Any, question: str | None = None, *, by_box: bool = False) -> None:
        """Take a seat's answer to its open question; with `question`, only if that is still the one asked.

        Nobody but the box answers for a seat that it plays.
        """
        decision = self.run.asked(seat, question)
        if seat in self.run.game.boxed and not by_box and not isinstance(decision, TableDraw):
            raise Refusal("played-by-box", seat=seat)
        self._record(Answer(seat, decision.id, decision.check(value), decision))
        self._undone.clear()
        if self.kept:
            self.kept.pop((seat, decision.id), None)
            self._answer_from_kept()
        self._announce()

    def _record(self, answer: Answer) -> None:
        if self.keeper is not None:
            self.keeper.append(answer)
        self.run.take(answer)
        self.given[answer.seat] += 1
        self._furthest = self.run
        if self.keeper is not None:
            self._note_end()

    def _note_end(self) -> None:
        if self.keeper is not None and (final := self.run.final) is not None:
            with suppress(Refusal):  # all answers are safe; resuming finds out again that the game is over
                self.keeper.finish(final)

    def propose_undo(self, by: int, to: int | None = None) -> Proposal:
        """Propose to go back to when there were `to` entries, or one step; it says whose word that takes.

        A step goes back behind what the box has answered since: it would only answer the same again.
        """
        start = self._last_step() if to is None else to
        if type(start) is not int or not 0 <= start < len(self.entries):
            raise Refusal("nothing-to-undo", to=start, count=len(self.entries))
        needs = needed(self.run, self._furthest, range(start, len(self.entries)), by)
        return Proposal(self.run, start, by, needs, takes_back=True)

    def _last_step(self) -> int:
        """Return the number of the last entry by a person, or of the last one if there is none."""
        boxed = self.game.boxed
        for number in range(len(self.entries) - 1, -1, -1):
            entry = self.entries[number]
            if isinstance(entry, Corrected) or entry.seat not in boxed:
                return number
        return len(self.entries) - 1

    def propose_amend(self, index: int, by: int) -> Proposal:
        """Propose to change one old answer; it says whose word that takes."""
        self._answer_at(index)
        needs = needed(self.run, self._furthest, [index], by)
        return Proposal(self.run, index, by, needs, takes_back=False)

    def put(self, proposal: Proposal | None) -> None:
        """Put a proposal to the table, in every face, until it is agreed to, lapses or is ended by `None`."""
        self.proposal = proposal
        self._announce()

    def pursue(self, proposal: Proposal) -> None:
        """Go back as proposed if everyone needed has agreed; otherwise put it to the table."""
        if proposal.missing:
            self.put(proposal)
        else:
            self.undo(proposal.start, proposal.agreed, proposal.by)

    def undo(self, to: int, consent: Collection[int] = (), by: int = TABLE) -> None:
        """Go back to when there were `to` entries. A draw keeps its result: there is no re-rolling.

        `consent` are the seats that agree; `companion.referee.consent` says whose word is needed. Answers kept from
        an amendment are dropped, because the game may go another way now.
        """
        proposal = self.propose_undo(by, to)
        proposal.require(consent)
        undone = self.entries[to:]
        furthest = self._furthest
        self._adopt(self.run.fork(to), to, {})
        if not proposal.needs:  # what was seen further on stays known
            self._furthest = furthest
        self._undone.append(Undone(undone, by))
        self._announce(undone)

    def take_back(self, seat: int, given: int | None = None) -> None:
        """Take back a seat's own last sealed answer while others still decide.

        `given` is how many answers the seat had given when it asked for this: a request that comes late, when the
        same question has been answered again, takes back nothing.
        """
        last = self.run.last_sealed(seat)
        if last is None:
            raise Refusal("nothing-sealed", seat=seat)
        if given is not None and given != self.given[seat]:
            raise Stale("moved-on")
        index = next(index for index, entry in enumerate(self.entries) if entry is last)
        if missing := needed(self.run, self._furthest, [index], seat) - {seat}:
            raise NeedsConsent(sorted(missing))
        rest = [*self.entries[:index], *self.entries[index + 1 :]]
        self._adopt(self._run_over(rest), index, self.kept)
        self._undone.append(Undone([last], seat))
        self._announce([last])

    @property
    def taken_back(self) -> Sequence[Entry]:
        """The entries that were taken back last and can be redone, until the next answer."""
        return self._undone[-1].entries if self._undone else ()

    def may_redo(self, by: int) -> bool:
        """Return whether `by` may redo that: whoever took it back, whose it was, or the box if nothing was secret."""
        owners = {entry.seat for entry in self.taken_back if isinstance(entry, Answer)}
        if any(entry.secret for entry in self.taken_back):
            return owners == {by}
        return bool(self._undone) and by in {*owners, self._undone[-1].by, TABLE}

    def redo(self, by: int = TABLE) -> None:
        """Enter again what was taken back last, as long as nothing else has been answered since."""
        if not self.may_redo(by):
            raise Refusal("nothing-to-redo")
        for entry in self.taken_back:
            if isinstance(entry, Corrected):
                self._enter(entry)
            else:
                decision = self.run.asked(entry.seat, entry.question)
                self._record(Answer(entry.seat, decision.id, decision.check(entry.value), decision))
        self._undone.pop()
        self._announce()

    def amend(self, index: int, value: Any, consent: Collection[int] = ()) -> list[Corrected]:
        """Change an old answer and run the rest again.

        Where a later answer no longer fits, its question is asked again; the answers after it are kept
        and given when their own questions come. The box thinks again about all that it answered later, because that
        must follow from what its seats see now. Corrections after it are dropped, because only the table can see
        which of them still hold; they are returned, so that the table can be told.
        """
        old = self._answer_at(index)
        self.propose_amend(index, TABLE).require(consent)
        run = self.run.fork(index)
        run.enter(replace(old, value=value))
        by_box = answers_of_box(self.entries)
        until = min((number for number in by_box if number > index), default=len(self.entries))
        fitting = _enter_while_fitting(run, self.entries[index + 1 : until])
        dropped = list(enumerate(self.entries))[index + 1 + fitting :]
        unfit = [entry for number, entry in dropped if isinstance(entry, Answer) and number not in by_box]
        self._adopt(run, index, self.kept | {(answer.seat, answer.question): answer for answer in unfit})
        self._undone = []
        self._answer_from_kept()
        self._announce()
        return [entry for _, entry in dropped if isinstance(entry, Corrected)]

    def _answer_at(self, index: int) -> Answer:
        if type(index) is not int or not 0 <= index < len(self.entries):
            raise Refusal("no-such-entry", index=index, count=len(self.entries))
        entry = self.entries[index]
        if not isinstance(entry, Answer):
            raise Refusal("not-an-answer", index=index)
        if index in answers_of_box(self.entries):
            raise Refusal("played-by-box", seat=entry.seat)
        return entry

    def draws_changed_by(self, index: int, value: Any) -> list[Drawn]:
        """Return the draws, as they are now, that would come out otherwise or come to nothing if this were amended.

        So the table knows what it agrees to, without being shown what would be drawn instead.
        """
        trial = Referee(self.kind, self.table, self.urn, self.entries, kept=self.kept.values())
        trial.amend(index, value, consent=self.game.seats)
        then = {draw.draw: draw.value for draw in trial.run.draws}
        went_through = not trial.kept
        return [
            draw
            for draw in self.run.draws
            if (draw.draw in then and then[draw.draw] != draw.value) or (draw.draw not in then and went_through)
        ]

    def _adopt(self, run: Run, start: int, kept: Kept) -> None:
        """Go on with another run, whose entries differ from ours from `start` on; durable first."""
        if self.keeper is not None:
            self.keeper.rewrite(start, run.entries[start:], list(kept.values()))
        self.run = run
        self._furthest = run
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
        self._apply_correction(place, value)
        self._undone = []
        self._announce()

    def hand_seat(self, seat: int, player: str) -> None:
        """Hand a seat to the box, to play it with some strength, or back to a person. Everyone is told."""
        check_can_play(self.kind.adviser, self.table.options)
        self.correct(place_of(self.kind.adviser, seat), player)

    def _apply_correction(self, place: str, value: Any) -> None:
        checked = self.run.correction(place).choice.check(value)
        self._enter(Corrected(with_budget(place, checked, self.kind.adviser, self.speed), checked))

    def _enter(self, entry: Corrected) -> None:
        if self.keeper is not None:
            self.keeper.append(entry)
        self.run.apply_correction(entry)
        self._furthest = self.run


def _enter_while_fitting(run: Run, entries: Sequence[Entry]) -> int:
    """Enter these entries in their order until one does not fit; return how many did."""
    for index, entry in enumerate(entries):
        try:
            run.enter(entry)
        except Refusal:
            return index
    return len(entries)
