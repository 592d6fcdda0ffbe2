"""The menu behind BACK during a game, and what remains to be read when it is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from companion.game import Outcome, last_count
from companion.jobs.draw import Drawing
from companion.referee import Referee
from companion.referee.automatic import explain
from companion.steps import TABLE, Decision
from companion.teaching.practice import hint_for, may_have_hint
from companion.words import Words
from companion.words.answers import hint_text, reason_text
from companion.words.set_up import set_up_of
from firmware.scenes.joining import phones_menu
from firmware.scenes.match import MatchStage
from firmware.scenes.match.correcting import Correcting
from firmware.scenes.match.counting import CountAgain, Scores, pages_of
from firmware.scenes.match.going_back import GoingBack
from firmware.scenes.menus import Item, Menu, Reading
from firmware.scenes.seals import seals_of, seals_page
from firmware.screens.lists import Row
from hardware.keys import Key


class GameMenu(Menu):
    """The actions of a table besides answering.

    `halt` is the reason why the game can't continue, if it can't; `holder` is the seat that has the box for a secret,
    if any.
    """

    def __init__(
        self,
        stage: MatchStage,
        referee: Referee,
        words: Words,
        going_back: GoingBack,
        correcting: Correcting,
        *,
        title: str,
        halt: str,
        holder: int | None,
    ) -> None:
        self.table = stage
        self.referee = referee
        self.words = words
        self.going_back = going_back
        self.correcting = correcting
        self.halt = halt
        self.holder = holder
        super().__init__(stage, title, self._items)
        if referee.outcome is not None and not referee.outcome.places:  # a drawing has no winner to look at
            self.cursor = len(self.items) - 1

    def key(self, key: Key) -> None:
        """Let BACK leave the table when the game is over and nothing lies under this menu."""
        if key == Key.BACK and self.table.lowest is self:
            self.table.go_home()
        else:
            super().key(key)

    def _items(self) -> list[Item]:
        words, phones = self.words, self.table.phones
        items = [*self._of_standing(), *self._of_last_step(), *self._to_read(), *self._to_change()]
        if phones is not None:
            menu = partial(phones_menu, self.stage, phones, words)
            items.append(Item(Row(words("box.phones"), "▸"), lambda: self.stage.push(menu())))
        return [*items, Item(Row(words("box.leave"), words("box.saved")), self.table.go_home)]

    def _of_standing(self) -> Iterator[Item]:
        """Yield how the game stands: why it has stopped, who has won, the final count, the scores."""
        words, referee = self.words, self.referee
        if self.halt:
            yield self._text(self.halt, words("box.halted"), self.halt)
        if referee.outcome is not None and referee.outcome.places:
            yield Item(Row(words("box.winner"), self._winners(referee.outcome)), self._show_places)
        if (count := last_count(referee.game.shown, referee.game.tells)) is not None:
            showing, told = count
            pages = partial(pages_of, words, showing, told.facts)
            title = words(f"show.{showing.title}")
            yield Item(Row(title), lambda: self.stage.push(CountAgain(self.stage, pages())))
        if referee.game.tallies:
            yield Item(Row(words("box.scores")), lambda: self.stage.push(Scores(self.stage, referee.game, words)))

    def _of_last_step(self) -> Iterator[Item]:
        """Yield undo and redo, where there is anything to take back or to enter again."""
        if self.referee.entries:
            yield Item(Row(self.words("box.undo")), self.going_back.undo)
        if self.going_back.may_redo:
            yield Item(Row(self.words("box.redo")), self.going_back.redo)

    def _to_read(self) -> Iterator[Item]:
        """Yield reasons, hints, the log, the set-up and the seals."""
        words, referee, asked = self.words, self.referee, self._asked_here()
        if asked is not None:
            yield Item(Row(words("box.why")), self._show_why)
        if (why := next(explain(referee, most=1), None)) is not None:
            label = words("box.why-box", seat=why.answer.seat)
            yield self._text(label, label, reason_text(words, why))
        if asked is not None and may_have_hint(referee, asked.seat):
            yield Item(Row(words("teach.hint-ask")), self._show_hint)
        yield Item(Row(words("box.log")), self._show_log)
        if placed := set_up_of(referee.game):
            steps = [f"{number}. {one.text(words)}" for number, one in enumerate(placed, start=1)]
            yield self._text(words("box.how-set-up"), words("box.how-set-up"), steps)
        yield Item(Row(words("box.seals")), self._show_seals)

    def _to_change(self) -> Iterator[Item]:
        """Yield what the table may change: old answers, pieces, who plays a seat, whether it is taught."""
        words, referee = self.words, self.referee
        if referee.open or (referee.outcome is not None and referee.entries):
            yield Item(Row(words("box.amend")), self.going_back.show_answers)
            if referee.open and referee.game.corrections():
                yield Item(Row(words("box.correct")), self.correcting.show_corrections)
        if referee.open and referee.game.seats:
            yield Item(Row(words("thing.player"), "▸"), self.correcting.show_players)
        if referee.open and not isinstance(referee.game, Drawing):
            said = words("box.yes" if referee.taught else "box.no")
            yield Item(Row(words("teach.us"), said), turn=self._turn_teaching, note=words("teach.note"))

    def _text(self, label: str, title: str, text: str | Sequence[str]) -> Item:
        """Return the line of a text to read."""
        return Item(Row(label), lambda: self.stage.push(Reading(self.stage, title, text)))

    def _turn_teaching(self, _: int) -> None:
        self.referee.teach(taught=not self.referee.taught)

    def _winners(self, outcome: Outcome) -> str:
        return self.words.thing("seat", outcome.winners) if outcome.won else self.words("box.nobody")

    def _show_places(self) -> None:
        outcome = self.referee.outcome
        assert outcome is not None
        lines = [f"{place}. {self.words.thing('seat', seats)}" for place, seats in outcome.ranked()]
        text = lines if outcome.won else [self._winners(outcome), self.words(outcome.rule)]
        self.stage.push(Reading(self.stage, self.words("box.winner"), text, outcome.rule))

    def _asked_here(self) -> Decision | None:
        """Return the question that the holder of the box may see: even the rule of a secret one would reveal
        something.
        """
        asked = [decision for _, decision in sorted(self.referee.open.items())]
        return next((one for one in asked if self.holder == one.seat or not one.secret), None)

    def _show_why(self) -> None:
        decision = self._asked_here()
        if decision is not None:
            self.stage.push(Reading(self.stage, decision.rule, self.words(decision.rule)))

    def _show_hint(self) -> None:
        decision = self._asked_here()
        if decision is not None:
            text = hint_text(self.words, hint_for(self.referee, decision.seat)())
            self.stage.push(Reading(self.stage, self.words("teach.hint-ask"), text))

    def _show_seals(self) -> None:
        self.stage.push(seals_page(self.stage, self.words, seals_of(self.referee), self.referee.urn.stirred))

    def _show_log(self) -> None:
        said = [self.words.tell(tell) for tell in self.referee.game.tells if tell.to == TABLE]
        self.stage.push(Reading(self.stage, self.words("box.log"), said[-40:][::-1] or [self.words("box.nothing")]))
