"""Changes to a table's past: undo, redo, amend. A `Proposal` says whose consent that needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

from companion.referee.consent import Proposal
from companion.referee.entries import Answer, Corrected, Entry
from companion.referee.run import Run
from companion.refusal import Refusal, Stale
from companion.steps import TABLE, Decision
from companion.words.answers import answer_text, changed_draws_text, corrected_text, step_text
from firmware.scenes.match import OnTable
from firmware.scenes.menus import Agree, Item, Menu, Reading
from firmware.scenes.questions.questions import Heading
from firmware.screens.lists import Row


class Played(OnTable, Protocol):
    """The game whose past is changed."""

    @property
    def holder(self) -> int | None:
        """The seat that has the box for a secret, if any."""

    def cover(self) -> None:
        """Cover a secret before everyone is asked to look at the screen."""


class GoingBack:
    """The past of one game, as its box changes it."""

    def __init__(self, match: Played) -> None:
        self.match = match
        self.stage = match.stage
        self.referee = match.referee
        self.words = match.words
        self._asking: Agree | None = None

    def undo(self) -> None:
        """Go one step back. Whoever has the box takes back an answer of their own that is still sealed."""
        seat = self.match.holder
        if seat is not None and self.referee.run.last_sealed(seat) is not None:
            self.match.act(partial(self.referee.take_back, seat), news="")
        elif self.referee.entries:
            proposal = self.referee.propose_undo(TABLE)
            self._ask_whether(proposal, partial(self._undo_last, proposal))
        else:
            self.stage.refuse(self.words.refusal(Refusal("nothing-to-undo")))

    def _undo_last(self, proposal: Proposal) -> None:
        """Take the last answer back. It stands ready when it is asked again, unless it was secret."""

        def undo() -> None:
            proposal.agree(self.referee.run, proposal.missing)
            self.referee.pursue(proposal)

        last = proposal.touched
        ready = {last.question: last.value} if isinstance(last, Answer) and not last.secret else None
        self.match.act(undo, news=self.undone_text([last]), ready=ready)

    def undone_text(self, entries: Sequence[Entry]) -> str:
        """Return what was taken back, for the line above the next question."""
        return self.words("box.undone", what=", ".join(step_text(self.words, entry) for entry in entries))

    @property
    def may_redo(self) -> bool:
        return self.referee.may_redo(self._redoes())

    def redo(self) -> None:
        """Enter again what was taken back last. A secret only its owner may, with the box in hand."""
        self.match.act(partial(self.referee.redo, self._redoes()), news="")

    def _redoes(self) -> int:
        seat = self.match.holder
        return seat if seat is not None and self.referee.may_redo(seat) else TABLE

    def _ask_whether(self, proposal: Proposal, agreed: Callable[[], None], because: str = "") -> None:
        """Run `agreed` at once, or when everyone whose consent is missing has given it.

        `because` is something else they should know, and reason enough to ask.
        """
        words, missing = self.words, proposal.missing
        if not missing and not because:
            agreed()
            return
        title, what = words("box.agree"), step_text(words, proposal.touched)
        text = words("box.undo-seen" if proposal.takes_back else "box.amend-seen", what=what) if missing else ""
        if len(missing) == 1:
            title, text = words("box.agrees", seat=missing[0]), words("box.secret-of-one", seat=missing[0])
        self.stage.push(Agree(self.stage, title, f"{text} {because}".strip(), agreed))

    def ask_for_word(self) -> None:
        """Put a proposal made on a phone to everyone whose consent it needs and who has no phone to give it on."""
        proposal = self.referee.proposal
        here = self.without_phone(proposal.missing) if proposal is not None else []
        if self._asking is not None:
            self.stage.take_away(self._asking)
            self._asking = None
        if proposal is None or not here:
            return
        text = self.words("box.wants-back", seat=proposal.by, what=step_text(self.words, proposal.touched))
        title = self.words("box.agrees", seat=here[0]) if len(here) == 1 else self.words("box.agree")
        self.match.cover()
        self._asking = Agree(
            self.stage, title, text, partial(self._agree, proposal), partial(self._decline, proposal)
        )
        self.stage.push(self._asking)

    def without_phone(self, seats: Sequence[int]) -> list[int]:
        """Return those of these seats that no phone holds."""
        phones = self.stage.phones
        held = phones.taken_seats() if phones is not None else ()
        return [seat for seat in seats if seat not in held]

    def _agree(self, proposal: Proposal) -> None:
        self._asking = None

        def agree() -> None:
            proposal.agree(self.referee.run, self.without_phone(proposal.missing))
            self.referee.pursue(proposal)

        self.match.act(agree, news=self.undone_text([proposal.touched]))

    def _decline(self, proposal: Proposal) -> None:
        self._asking = None
        if self.referee.proposal is proposal:
            self.referee.put(None)

    def show_answers(self) -> None:
        """List all answers, the newest first; OK on one asks its question again."""
        run = self.referee.run

        def items() -> list[Item]:
            shown = range(len(run.entries) - 1, -1, -1)
            return [Item(self._entry_row(run.entries[n]), partial(self.amend, run, n)) for n in shown]

        if run.entries:
            self.stage.push(Menu(self.stage, self.words("box.amend"), items))
        else:
            self.stage.refuse(self.words("box.nothing"))

    def _entry_row(self, entry: Entry) -> Row:
        if isinstance(entry, Corrected):
            return Row(*corrected_text(self.words, self.referee.game, entry))
        name = self.words.thing("seat", entry.seat)
        if entry.secret or entry.decision is None:
            return Row(self.words.pair(name, self.words("box.sealed")))
        asked = self.words.brief(entry.decision)
        what = asked if entry.seat == TABLE else f"{asked} · {name}"
        return Row(self.words.pair(what, answer_text(self.words, entry.decision.choice, entry.value)))

    def amend(self, run: Run, number: int) -> None:
        """Ask it again, with the old answer under the cursor; a secret is shown only once its owners agree."""
        entry = run.entries[number]
        if not isinstance(entry, Answer) or entry.decision is None:
            self.stage.refuse(self.words.refusal(Refusal("not-an-answer", index=number)))
            return
        if run is not self.referee.run:
            self.stage.refuse(self.words.refusal(Stale("moved-on")))
            return
        proposal = self.referee.propose_amend(number, TABLE)
        ask_again = partial(self._ask_again, proposal, entry.decision, entry.value)
        if entry.secret:
            self._ask_whether(proposal, partial(self._show_secret, proposal, ask_again))
        else:
            ask_again()

    def _show_secret(self, proposal: Proposal, ask_again: Callable[[], None]) -> None:
        try:
            proposal.agree(self.referee.run, proposal.missing)
        except Refusal as refusal:
            self.stage.refuse(self.words.refusal(refusal))
            return
        ask_again()

    def _ask_again(self, proposal: Proposal, decision: Decision, before: Any) -> None:
        who = self.words.thing("seat", decision.seat) if decision.seat != TABLE else ""
        heading = Heading(who, self.words.brief(decision), self.words.ask(decision))
        done = partial(self._ask_table, proposal)
        again = self.match.question(heading, decision.choice, done, before)
        again.is_secret = decision.secret
        self.stage.push(again)

    def _ask_table(self, proposal: Proposal, value: Any) -> None:
        """Amend it once the table agrees, knowing which draws that changes."""
        try:
            proposal.agree(self.referee.run, ())
            draws = self.referee.draws_changed_by(proposal.start, value)
        except Refusal as refusal:
            self.stage.refuse(self.words.refusal(refusal))
            return
        because = changed_draws_text(self.words, draws)
        self._ask_whether(proposal, partial(self._amend, proposal, value), because)

    def _amend(self, proposal: Proposal, value: Any) -> None:
        dropped: list[Corrected] = []

        def amend() -> None:
            proposal.agree(self.referee.run, proposal.missing)
            dropped.extend(self.referee.amend(proposal.start, value, proposal.agreed))

        if self.match.act(amend, news="") and dropped:
            self.show_dropped(dropped)

    def show_dropped(self, dropped: list[Corrected]) -> None:
        """Ask the table to check the corrections it made after an answer that was amended."""
        places = [corrected_text(self.words, self.referee.game, entry)[0] for entry in dropped]
        text = self.words("box.set-again", places=self.words.joined(places))
        self.stage.push(Reading(self.stage, self.words("box.correct"), text))
