"""What a table does to its past: undo, amend, set right; what was secret only with everyone's word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.choices import Pick, Several
from companion.game import Correction
from companion.referee.entries import Answer, Corrected, Entry
from companion.referee.run import Run
from companion.refusal import NeedsConsent, Refusal, Stale
from companion.steps import TABLE, Decision
from companion.words.answers import answer_text, corrected_text, correction_label
from firmware.scenes.menus import Agree, Item, Menu
from firmware.scenes.questions.questions import Heading
from firmware.screens.lists import Row, stand_on_one_line

if TYPE_CHECKING:
    from firmware.scenes.match.match import Match


class Mending:
    """The past of one game, as its box changes it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.box = match.box
        self.referee = match.referee
        self.words = match.words
        self.news = ""

    def undo(self) -> None:
        """One step back; what was secret needs everyone's word."""
        seat = self.match.holder
        if seat is not None and any(isinstance(entry, Answer) and entry.seat == seat for entry in self._sealed()):
            self._try(lambda: self.referee.take_back(seat))
        else:
            self._with_consent(self._undo_last)

    def _undo_last(self, consent: list[int]) -> None:
        """What was answered stands ready when it is asked again, unless it was secret."""
        last = self.referee.entries[-1] if self.referee.entries else None
        self.referee.undo(len(self.referee.entries) - 1, consent)
        if isinstance(last, Answer) and not last.secret and last.decision is not None:
            self.match.undone = {last.question: last.value}
            who = [self.words.thing("seat", last.seat)] if last.seat != TABLE else []
            self.news = self.words("box.undone", what=", ".join([*who, self.words.brief(last.decision)]))

    def _sealed(self) -> Sequence[Entry]:
        return self.referee.entries[self.referee.run.sealed_from :]

    def _with_consent(self, change: Callable[[list[int]], None]) -> None:
        """Do it, or ask everyone first if it touches a secret."""
        try:
            change([])
        except NeedsConsent as refusal:
            run, last = self.referee.run, len(self.referee.entries)
            self._ask_whether(refusal, lambda: self._try(lambda: self._agreed(change, run, last)))
        except Refusal as refusal:
            self.box.refuse(self.words.refusal(refusal))
        else:
            self._changed()

    def _agreed(self, change: Callable[[list[int]], None], run: Run, entries: int) -> None:
        """All agreed to what was the last step when they were asked; to take back another they did not."""
        self._need_still(run)
        if len(self.referee.entries) != entries:
            raise Stale("moved-on")
        change(self.referee.game.seats)

    def _need_still(self, run: Run) -> None:
        """A phone may have taken back what it had sealed: an answer has another number then, or is gone."""
        if self.referee.run is not run:
            raise Stale("moved-on")

    def _changed(self) -> None:
        self.match.changed(self.news)
        self.news = ""

    def _ask_whether(self, refusal: NeedsConsent, agreed: Callable[[], None]) -> None:
        """Those whose secret it was must agree: everyone, or one alone."""
        seats, words = refusal.seats, self.words
        title, text = words("box.agree"), words.refusal(refusal)
        if len(seats) == 1:
            title, text = words("box.agrees", seat=seats[0]), words("box.secret-of-one", seat=seats[0])
        self.box.push(Agree(self.box, title, text, agreed))

    def _try(self, change: Callable[[], None]) -> None:
        try:
            change()
        except Refusal as refusal:
            self.box.refuse(self.words.refusal(refusal))
        else:
            self._changed()

    def show_answers(self) -> None:
        """All answers, the newest first; OK on one asks its question again."""
        run = self.referee.run

        def items() -> list[Item]:
            shown = range(len(run.entries) - 1, -1, -1)
            return [Item(self._entry_row(run.entries[n]), partial(self.amend, run, n)) for n in shown]

        if run.entries:
            self.box.push(Menu(self.box, self.words("box.amend"), items))
        else:
            self.box.refuse(self.words("box.nothing"))

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
        """Ask it again, with the old answer under the cursor; what was secret is shown when all have agreed."""
        entry = run.entries[number]
        if not isinstance(entry, Answer) or entry.decision is None:
            self.box.refuse(self.words.refusal(Refusal("not-an-answer", index=number)))
        elif entry.secret:
            everyone = self.referee.game.seats
            text = self.words.refusal(NeedsConsent(everyone))
            ask = partial(self._ask_again, run, number, entry, entry.decision, everyone)
            self.box.push(Agree(self.box, self.words("box.agree"), text, ask))
        else:
            self._ask_again(run, number, entry, entry.decision, [])

    def _ask_again(self, run: Run, number: int, entry: Answer, decision: Decision, consent: list[int]) -> None:
        if self.referee.run is not run:
            self.box.refuse(self.words.refusal(Stale("moved-on")))
            return
        who = self.words.thing("seat", entry.seat) if entry.seat != TABLE else ""
        heading = Heading(who, self.words.brief(decision), self.words.ask(decision))

        def change(value: Any) -> None:
            self._need_still(run)
            self._amended(self.referee.amend(number, value, consent))

        def done(value: Any) -> None:
            self._try(lambda: change(value))

        self.box.push(self.match.question(heading, decision.choice, done, entry.value))

    def _amended(self, dropped: list[Corrected]) -> None:
        """What the table had set right after the amended answer may hold no more: it is asked to look again."""
        game = self.referee.game
        self.match.dropped = [corrected_text(self.words, game, entry)[0] for entry in dropped]

    def show_corrections(self) -> None:
        """What may be set right, grouped by kind: first the kind, then the place, then its value."""
        offered = self.referee.game.corrections()
        kinds = list(dict.fromkeys(correction.key for correction in offered.values()))

        def items() -> list[Item]:
            return [Item(Row(self.words(f"thing.{kind}")), partial(self.show_places, kind)) for kind in kinds]

        self.box.push(Menu(self.box, self.words("box.correct"), items))

    def show_places(self, kind: str, likely: str | None = None) -> None:
        """The places of one kind: on the board if they are places of it, else on a list."""
        title = self.words(f"thing.{kind}")
        offered = self.referee.game.corrections().items()
        facts = {place: correction.facts for place, correction in offered if correction.key == kind}
        of, *more = {name for known in facts.values() for name in known} or {""}
        if not more and self.referee.game.chart(of) is not None:
            places = {known[of]: place for place, known in facts.items()}
            heading = Heading("", self.words("box.correct"), title)

            def correct(name: str) -> None:
                self.correct(places[name], partial(self.show_places, kind, name))

            self.box.push(self.match.question(heading, Pick(of, list(places)), correct, likely))
        else:
            self.box.push(Menu(self.box, title, lambda: self.places_to_correct(kind)))

    def places_to_correct(self, kind: str) -> list[Item]:
        items = []
        for place, correction in self.referee.game.corrections().items():
            if correction.key == kind:
                items.append(Item(self._row(correction), partial(self.correct, place)))
        return items

    def _row(self, correction: Correction) -> Row:
        """What it is, and how it stands as far as the line has room: of several things, how many."""
        now = correction.now
        several = isinstance(correction.choice, Several)
        said = str(len(now)) if several else answer_text(self.words, correction.choice, now)
        row = Row(correction_label(self.words, correction), said)
        return row if stand_on_one_line(row) else Row(row.text)

    def correct(self, place: str, again: Callable[[], None] | None = None) -> None:
        """Ask for what stands there. Where one thing was wrong another may be: the places are shown `again`."""
        correction = self.referee.game.corrections()[place]
        heading = Heading("", self.words("box.correct"), self.words.correction(correction))

        def done(value: Any) -> None:
            try:
                self.referee.correct(place, value)
            except Refusal as refusal:
                self.box.refuse(self.words.refusal(refusal))
                return
            below = self.box.scenes[-2]
            self.match.go_on()
            if again is not None:
                again()
            elif isinstance(below, Menu) and below.make_items():
                self.box.push(below)

        self.box.push(self.match.question(heading, correction.choice, done, correction.now))
