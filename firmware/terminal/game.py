"""A game at a plain terminal: questions, numbered answers, and a few commands."""

from __future__ import annotations

import sys
import time
from collections.abc import Collection, Mapping, Sequence
from functools import partial

import click

from companion.game import Correction, Game, Table, Tell
from companion.input.typed import read_number
from companion.ledger.beginning import Beginning
from companion.ledger.record import end_of, write
from companion.players import check_can_play
from companion.referee import Referee
from companion.referee.automatic import explain, is_one_alone, thought_of_box, waiting_for_box
from companion.referee.changes import Change
from companion.referee.consent import Proposal
from companion.referee.entries import Answer, Corrected
from companion.referee.seals import facts_before_play, seal_words, second_seal
from companion.referee.urn import Urn, moment
from companion.refusal import ECHOED, Halted, NeedsConsent, Refusal, quoted
from companion.steps import TABLE, Decision
from companion.teaching.explaining import Explainer
from companion.teaching.practice import hint_for, is_played_out, let_box_finish, practises
from companion.words import Words
from companion.words.answers import (
    answer_text,
    changed_draws_text,
    corrected_text,
    hint_text,
    reason_text,
    receipt_text,
    step_text,
)
from companion.words.set_up import Placed, lines_of, set_up_of
from firmware.terminal.asker import (
    AMEND,
    COMMANDS,
    CORRECT,
    HELP,
    HINT,
    LOG,
    REDO,
    SCORE,
    SEATS,
    SET_UP,
    UNDO,
    WHY,
    Asker,
    Command,
    Leave,
    read_line,
)
from firmware.terminal.counting import count_lines

ENDING = 3
"""Tellings of the end of a practice game that are printed."""
PACE = 0.4
"""Seconds that an answer of the box takes at least on a terminal."""


def stir(words: Words, kind: type[Game], table: Table, urn: Urn, boxed: Collection[int] = ()) -> Urn:
    """Show the first seal, let every player but the box stir the urn, and show the second seal over all of it.

    A player stirs with a word, or else by the moment at which Enter is pressed.
    """
    click.echo(words("terminal.commitment", seal=seal_words(urn.commitment)))
    for seat in (one for one in table.seats if one.number not in boxed):
        typed = read_line(words("terminal.stir", seat=seat.number) + " ")
        urn.stir("".join(filter(str.isprintable, typed))[:ECHOED] or moment())
    _show_second_seal(words, kind, table, urn)
    return urn


def show_seals(words: Words, beginning: Beginning) -> None:
    """Show both seals of an urn that was stirred elsewhere."""
    click.echo(words("terminal.commitment", seal=seal_words(beginning.urn.commitment)))
    _show_second_seal(words, beginning.kind, beginning.table, beginning.urn)


def _show_second_seal(words: Words, kind: type[Game], table: Table, urn: Urn) -> None:
    click.echo(words("terminal.stirred", words=", ".join(urn.stirred)))
    click.echo(words("terminal.second-seal", seal=seal_words(second_seal(facts_before_play(kind, table, urn)))))


class Terminal:
    """One game at this terminal, from where it stands to its end, or until someone types `quit`.

    `again` is the command that resumes it.
    """

    def __init__(self, referee: Referee, words: Words, again: str) -> None:
        self.referee = referee
        self.words = words
        self.again = again
        self.asker = Asker(words, lambda of: self.referee.game.chart(of))
        self.explainer = Explainer(referee)
        self.untold: Sequence[Tell] = [*referee.game.tells]
        self.holder: int | None = None  # the seat at the keyboard; it answers all its secret questions in a row
        self.secret_shown = False  # whether a secret is on the screen now

    def play(self) -> None:
        """Ask and tell until the game ends or someone leaves."""
        self.referee.listen(self._notice)
        click.echo(self.words("terminal.help", commands=self._commands()))
        if self.referee.taught and not self.referee.given:
            self._lay_out()
        try:
            while self.referee.open:
                self._tell()
                self._finish_practice()
                if not self._answer_for_box():
                    self._turn()
            self._tell()
        except (Leave, KeyboardInterrupt, click.Abort):
            self._wipe()
            click.echo(self.words("terminal.saved", command=self.again))
            return
        if self.referee.fault is not None:
            click.echo(self.words.refusal(Halted(self.referee.fault)))
        else:
            self._show_score()
            click.echo(self.words("terminal.last-seal", seal=seal_words(end_of(write(self.referee)))))

    def _lay_out(self) -> None:
        """Print what to lay out; what was drawn for it need not be told again."""
        shown = [one.told for one in self._show_set_up()]
        self.untold = [tell for tell in self.untold if not any(tell is told for told in shown)]

    def _show_set_up(self) -> list[Placed]:
        placed = set_up_of(self.referee.game)
        click.echo(f"\n{self.words('teach.set-up')}")
        for line in lines_of(self.words, placed):
            click.echo(line)
        return placed

    def _commands(self) -> str:
        known = [name for name in COMMANDS if name != HINT or practises(self.referee)]
        return ", ".join(self.words(f"command.{name}") for name in known)

    def _notice(self, change: Change) -> None:
        """Note what is still to be told; of a rewritten past only what differs."""
        self.untold = change.told if change.rewritten else [*self.untold, *change.told]

    def _tell(self) -> None:
        """Print what is new and meant for everyone."""
        for tell in self.untold:
            if tell.to == TABLE:
                self.holder = None  # everyone comes to the screen to read it
                self._wipe()
                click.echo(f"· {self.words.tell(tell)}")
                for line in count_lines(self.words, self.referee.game.shown, tell):
                    click.echo(line)
        self.untold = []

    def _finish_practice(self) -> None:
        """Let the box play on at once when somebody has practised enough, and show only the end."""
        if not is_played_out(self.referee):
            return
        click.echo(self.words("teach.box-goes-on"))
        let_box_finish(self.referee)
        while seats := waiting_for_box(self.referee):
            self._let_box_answer(seats[0])
        self.untold = self.untold[-ENDING:]

    def _answer_for_box(self) -> bool:
        """Answer for a seat that the box plays, if one is asked, at a pace that a reader can follow."""
        seats = waiting_for_box(self.referee)
        if not seats:
            return False
        self._let_box_answer(seats[0], pause=PACE if sys.stdout.isatty() else 0)
        return True

    def _let_box_answer(self, seat: int, *, pause: float = 0) -> None:
        """Give the answer of a seat that the box plays, after it has thought and paused."""
        decision = self.referee.open[seat]
        answer = thought_of_box(self.referee, seat)()
        time.sleep(pause)
        self.referee.answer(seat, answer, decision.id, by_box=True)

    def _turn(self) -> None:
        seats = self.referee.open
        decision = seats[self.holder if self.holder in seats else min(seats)]
        if decision.seat != self.holder or not decision.secret:
            self._wipe()
            if decision.secret and not self._hand_over(decision):
                return
        self.holder = decision.seat if decision.secret else None
        self.secret_shown = decision.secret and not is_one_alone(self.referee)
        try:
            self._explain(self.explainer.before(decision))
            click.echo(f"\n{self._heading(decision)}")
            if hint := self.words.template(f"hint.{decision.key}"):
                click.echo(hint)
            self.asker.inform = partial(self._obey, decision=decision)
            self.referee.answer(decision.seat, self.asker.ask(decision.choice), decision.id)
        except Refusal as refusal:
            click.echo(f"! {self.words.refusal(refusal)}")
        except Command as command:
            self._obey(command.name, decision)
        if decision.secret and decision.seat not in self.referee.open:
            self._wipe()

    def _explain(self, rules: Sequence[str]) -> None:
        """Print rules that matter for the first time."""
        for rule in rules:
            click.echo(f"  {self.words('teach.rule', rule=rule, text=self.words(rule))}")

    def _wipe(self) -> None:
        """Clear the screen if a secret is on it."""
        if self.secret_shown:
            click.clear()
        self.secret_shown = False

    def _hand_over(self, decision: Decision) -> bool:
        """Hand the keyboard to the owner of a secret, unless they are alone with the box.

        Return False if a command was typed, and obeyed, instead.
        """
        if is_one_alone(self.referee):
            return True
        self._explain(self.explainer.in_public())
        try:
            self.asker.line(self.words("terminal.pass", seat=decision.seat) + " ")
        except Command as command:  # not `why`: even the rule of a secret question may reveal something
            self._obey(HELP if command.name == WHY else command.name, decision)
            return False
        return True

    def _heading(self, decision: Decision) -> str:
        return self.words.pair(self.words.thing("seat", decision.seat), self.words.ask(decision))

    def _obey(self, name: str, decision: Decision) -> None:
        while True:
            try:
                self._do(name, decision)
            except Refusal as refusal:
                click.echo(f"! {self.words.refusal(refusal)}")
            except Command as other:  # another command, typed in the middle of this one
                name = other.name
                continue
            return

    def _do(self, name: str, decision: Decision) -> None:
        if name == UNDO:
            self._undo()
        elif name == REDO:
            self._redo()
        elif name == AMEND:
            self._amend()
        elif name == CORRECT:
            self._correct(self.referee.game.corrections())
        elif name == SEATS:
            check_can_play(self.referee.kind.adviser, self.referee.table.options)
            self._correct(self.referee.game.who_plays())
        elif name == WHY:
            click.echo(self.words.pair(decision.rule, self.words(decision.rule)))
            for why in explain(self.referee, most=1):
                click.echo(reason_text(self.words, why))
        elif name == HINT:
            click.echo(hint_text(self.words, hint_for(self.referee, decision.seat)()))
        elif name == SET_UP:
            self._show_set_up()
        elif name == SCORE:
            self._show_score()
        elif name == LOG:
            self._show_log()
        else:
            click.echo(self.words("terminal.help", commands=self._commands()))

    def _undo(self) -> None:
        proposal = self.referee.propose_undo(TABLE)
        what = step_text(self.words, proposal.touched)
        if self._all_agree(proposal):
            self.referee.pursue(proposal)
            click.echo(self.words("terminal.undone", what=what))

    def _redo(self) -> None:
        """Redo the last undo; a secret only by its owner, at the keyboard."""
        seat = self.holder
        self.referee.redo(seat if seat is not None and self.referee.may_redo(seat) else TABLE)

    def _all_agree(self, proposal: Proposal, because: str = "") -> bool:
        """Return whether everyone needed has agreed; those who are asked come to the screen for that.

        `because` is something else they should know, and reason enough to ask.
        """
        if not proposal.missing and not because:
            return True
        self._wipe()
        self.holder = None
        if proposal.missing:
            click.echo(self.words.refusal(NeedsConsent(proposal.missing)))
        if because:
            click.echo(because)
        if not self.asker.agreed(self.words("terminal.agree")):
            return False
        proposal.agree(self.referee.run, proposal.missing)
        return True

    def _amend(self) -> None:
        self._show_log()
        typed = self.asker.line(self.words("terminal.amend-which") + " > ")
        index, decision = self._answered(typed)
        proposal = self.referee.propose_amend(index, TABLE)
        if decision.secret and not self._all_agree(proposal):  # first: even its question may reveal something
            return
        click.echo(self._heading(decision))
        value = self.asker.ask(decision.choice)
        if not self._all_agree(proposal, changed_draws_text(self.words, self.referee.draws_changed_by(index, value))):
            return
        dropped = self.referee.amend(index, value, proposal.agreed)
        if dropped:
            places = [corrected_text(self.words, self.referee.game, entry)[0] for entry in dropped]
            click.echo(self.words("box.set-again", places=self.words.joined(places)))
        if self.referee.kept:
            click.echo(self.words("terminal.kept", n=len(self.referee.kept)))

    def _answered(self, typed: str) -> tuple[int, Decision]:
        """Return the answer with this number: its index, and the question that it answers."""
        index = read_number(typed)
        entries = self.referee.entries
        if isinstance(index, int) and 0 <= index < len(entries):
            entry = entries[index]
            if isinstance(entry, Answer) and entry.decision is not None:
                return index, entry.decision
        raise Refusal("no-such-entry", index=quoted(typed), count=len(entries))

    def _correct(self, offered: Mapping[str, Correction]) -> None:
        """List what can be corrected; ask which, and to what."""
        places = list(offered)
        for number, place in enumerate(places, start=1):
            now = answer_text(self.words, offered[place].choice, offered[place].now)
            click.echo(f"  {number:>2}  {self.words.pair(self.words.correction(offered[place]), now)}")
        typed = read_number(self.asker.line("> "))
        if not isinstance(typed, int) or not 1 <= typed <= len(places):
            raise Refusal("no-such-place", value=quoted(typed))
        place = places[typed - 1]
        self.referee.correct(place, self.asker.ask(offered[place].choice))

    def _show_log(self) -> None:
        """Print the last answers, numbered; sealed ones stay sealed."""
        entries = self.referee.entries
        for number in range(max(0, len(entries) - 20), len(entries)):
            entry = entries[number]
            if isinstance(entry, Corrected):
                place, value = corrected_text(self.words, self.referee.game, entry)
                text = self.words("terminal.corrected", place=place, value=value)
            elif entry.decision is None or entry.secret:
                text = self.words("terminal.sealed", seat=entry.seat)
            else:
                said = answer_text(self.words, entry.decision.choice, entry.value)
                text = f"{self._heading(entry.decision)} {said}"
            click.echo(f"  {number:>3}  {text}")

    def _show_score(self) -> None:
        game = self.referee.game
        for seat in game.seats:
            tallies = ", ".join(
                f"{self.words(f'tally.{tally}', n=number)} {number}" for tally, number in game.score[seat].items()
            )
            click.echo(self.words.pair(self.words.thing("seat", seat), tallies))
        for receipt in game.receipts[-10:]:
            click.echo(f"  {receipt_text(self.words, receipt)}")
