"""Changes to a table's past: undo, amend, correct. A `Proposal` says whose consent that needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol

from companion.choices import Choice, Pick, Several
from companion.game import Correction
from companion.referee import Referee
from companion.referee.consent import Proposal
from companion.referee.entries import Answer, Corrected, Entry
from companion.referee.run import Run
from companion.refusal import NeedsConsent, Refusal
from companion.steps import TABLE, Decision
from companion.words import Words
from companion.words.answers import answer_text, corrected_text, correction_label
from firmware.scenes import Stage
from firmware.scenes.menus import Agree, Item, Menu, Reading
from firmware.scenes.questions.questions import Done, Heading, Question
from firmware.screens.lists import Row, stand_on_one_line


class Played(Protocol):
    """The game whose past is changed."""

    @property
    def stage(self) -> Stage: ...

    @property
    def referee(self) -> Referee: ...

    @property
    def words(self) -> Words: ...

    @property
    def holder(self) -> int | None:
        """The seat that has the box for a secret, if any."""

    def act(
        self, action: Callable[[], object], *, news: str | None = None, ready: Mapping[str, Any] | None = None
    ) -> bool: ...

    def question(self, heading: Heading, choice: Choice, done: Done, likely: Any) -> Question: ...


class GoingBack:
    """The past of one game, as its box changes it."""

    def __init__(self, match: Played) -> None:
        self.match = match
        self.stage = match.stage
        self.referee = match.referee
        self.words = match.words

    def undo(self) -> None:
        """Go one step back. Whoever has the box takes back an answer of their own that is still sealed."""
        seat = self.match.holder
        if seat is not None and self.referee.run.last_sealed(seat) is not None:
            self.match.act(partial(self.referee.take_back, seat), news="")
        else:
            proposal = Proposal.to_undo(self.referee.run, by=TABLE)
            self._ask_whether(proposal, partial(self._undo_last, proposal))

    def _undo_last(self, proposal: Proposal) -> None:
        """Take the last answer back. It stands ready when it is asked again, unless it was secret."""

        def undo() -> None:
            proposal.agree(self.referee.run, proposal.missing)
            self.referee.undo(proposal.start, proposal.agreed)

        news, ready = "", None
        for last in self.referee.entries[-1:]:
            if isinstance(last, Answer) and not last.secret and last.decision is not None:
                ready = {last.question: last.value}
                who = [self.words.thing("seat", last.seat)] if last.seat != TABLE else []
                news = self.words("box.undone", what=", ".join([*who, self.words.brief(last.decision)]))
        self.match.act(undo, news=news, ready=ready)

    def _ask_whether(self, proposal: Proposal, agreed: Callable[[], None]) -> None:
        """Run `agreed` at once, or when everyone whose consent is missing has given it."""
        words, missing = self.words, proposal.missing
        if not missing:
            agreed()
            return
        title, text = words("box.agree"), words.refusal(NeedsConsent(missing))
        if len(missing) == 1:
            title, text = words("box.agrees", seat=missing[0]), words("box.secret-of-one", seat=missing[0])
        self.stage.push(Agree(self.stage, title, text, agreed))

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
        proposal = Proposal.to_amend(run, number, by=TABLE)
        self._ask_whether(proposal, partial(self._ask_again, proposal, entry.decision, entry.value))

    def _ask_again(self, proposal: Proposal, decision: Decision, before: Any) -> None:
        try:
            proposal.agree(self.referee.run, proposal.missing)
        except Refusal as refusal:
            self.stage.refuse(self.words.refusal(refusal))
            return
        who = self.words.thing("seat", decision.seat) if decision.seat != TABLE else ""
        heading = Heading(who, self.words.brief(decision), self.words.ask(decision))
        done = partial(self._amend, proposal)
        self.stage.push(self.match.question(heading, decision.choice, done, before))

    def _amend(self, proposal: Proposal, value: Any) -> None:
        dropped: list[Corrected] = []

        def amend() -> None:
            proposal.agree(self.referee.run, ())
            dropped.extend(self.referee.amend(proposal.start, value, proposal.agreed))

        if self.match.act(amend, news="") and dropped:
            self.show_dropped(dropped)

    def show_dropped(self, dropped: list[Corrected]) -> None:
        """Ask the table to check the corrections it made after an answer that was amended."""
        places = [corrected_text(self.words, self.referee.game, entry)[0] for entry in dropped]
        text = self.words("box.set-again", places="; ".join(places))
        self.stage.push(Reading(self.stage, self.words("box.correct"), text))

    def show_corrections(self) -> None:
        """List the possible corrections by kind: first the kind, then the place, then its value."""
        offered = self.referee.game.corrections()
        kinds = list(dict.fromkeys(correction.key for correction in offered.values()))

        def items() -> list[Item]:
            return [Item(Row(self.words(f"thing.{kind}")), partial(self.show_places, kind)) for kind in kinds]

        self.stage.push(Menu(self.stage, self.words("box.correct"), items))

    def show_places(self, kind: str, likely: str | None = None) -> None:
        """Show the places of one kind: on the board if they are places there, otherwise as a list."""
        title = self.words(f"thing.{kind}")
        offered = self.referee.game.corrections().items()
        facts = {place: correction.facts for place, correction in offered if correction.key == kind}
        of, *more = {name for known in facts.values() for name in known} or {""}
        if not more and self.referee.game.chart(of) is not None:
            places = {known[of]: place for place, known in facts.items()}
            heading = Heading("", self.words("box.correct"), title)

            def correct(name: str) -> None:
                self.correct(places[name], partial(self.show_places, kind, name))

            self.stage.push(self.match.question(heading, Pick(of, list(places)), correct, likely))
        else:
            self._list_places(kind, title)

    def _list_places(self, kind: str, title: str) -> None:
        """Show the places as a list, and again after each correction, while there are any."""

        def again() -> None:
            if menu.make_items():
                self.stage.push(menu)

        menu = Menu(self.stage, title, lambda: self.places_to_correct(kind, again))
        self.stage.push(menu)

    def places_to_correct(self, kind: str, again: Callable[[], None] = lambda: None) -> list[Item]:
        return [
            Item(self._row(correction), partial(self.correct, place, again))
            for place, correction in self.referee.game.corrections().items()
            if correction.key == kind
        ]

    def _row(self, correction: Correction) -> Row:
        """Return what it is and, if the line has room, its value now; for several things, how many there are."""
        now = correction.now
        several = isinstance(correction.choice, Several)
        said = str(len(now)) if several else answer_text(self.words, correction.choice, now)
        row = Row(correction_label(self.words, correction), said)
        return row if stand_on_one_line(row) else Row(row.text)

    def correct(self, place: str, again: Callable[[], None] = lambda: None) -> None:
        """Ask for the right value. More may be wrong, so `again` shows the places once more."""
        correction = self.referee.game.corrections()[place]
        heading = Heading("", self.words("box.correct"), self.words.correction(correction))

        def done(value: Any) -> None:
            if self.match.act(partial(self.referee.correct, place, value)):
                again()

        self.stage.push(self.match.question(heading, correction.choice, done, correction.now))
