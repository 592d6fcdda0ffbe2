"""The menu behind BACK during a game, and what remains to be read when it is over."""

from __future__ import annotations

from functools import partial

from companion.game import Outcome
from companion.jobs.draw import Drawing
from companion.referee import Referee
from companion.referee.automatic import explain
from companion.screen.hints import last_count
from companion.steps import TABLE, Decision
from companion.teaching.practice import hint_for, may_have_hint
from companion.words import Words
from companion.words.answers import hint_text, reason_text
from companion.words.set_up import set_up_of
from firmware.scenes.joining import phones_menu
from firmware.scenes.match import MatchStage
from firmware.scenes.match.counting import CountAgain, pages_of
from firmware.scenes.match.going_back import GoingBack
from firmware.scenes.match.scores import Scores
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
        *,
        title: str,
        halt: str,
        holder: int | None,
    ) -> None:
        self.table = stage
        self.referee = referee
        self.words = words
        self.going_back = going_back
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
        words, push = self.words, self.stage.push
        referee, phones = self.referee, self.table.phones
        items = []
        if self.halt:
            items.append(Item(Row(self.halt), lambda: push(Reading(self.stage, words("box.halted"), self.halt))))
        if referee.outcome is not None and referee.outcome.places:
            items.append(Item(Row(words("box.winner"), self._winners(referee.outcome)), self._show_places))
        if (count := last_count(referee.game.shown, referee.game.tells)) is not None:
            showing, told = count
            pages = partial(pages_of, words, showing, told.facts)
            items.append(Item(Row(words(f"show.{showing.title}")), lambda: push(CountAgain(self.stage, pages()))))
        if referee.game.tallies:
            items.append(Item(Row(words("box.scores")), lambda: push(Scores(self.stage, referee.game, words))))
        if referee.entries:
            items.append(Item(Row(words("box.undo")), self.going_back.undo))
        if self.going_back.may_redo:
            items.append(Item(Row(words("box.redo")), self.going_back.redo))
        if self._asked_here() is not None:
            items.append(Item(Row(words("box.why")), self._show_why))
        if (why := next(explain(referee, most=1), None)) is not None:
            label = words("box.why-box", seat=why.answer.seat)
            items.append(Item(Row(label), lambda: push(Reading(self.stage, label, reason_text(words, why)))))
        if (asked := self._asked_here()) is not None and may_have_hint(referee, asked.seat):
            items.append(Item(Row(words("teach.hint-ask")), self._show_hint))
        items.append(Item(Row(words("box.log")), self._show_log))
        if placed := set_up_of(referee.game):
            steps = [f"{number}. {one.text(words)}" for number, one in enumerate(placed, start=1)]
            items.append(
                Item(Row(words("box.how-set-up")), lambda: push(Reading(self.stage, words("box.how-set-up"), steps)))
            )
        items.append(Item(Row(words("box.seals")), self._show_seals))
        if referee.open or (referee.outcome is not None and referee.entries):
            items.append(Item(Row(words("box.amend")), self.going_back.show_answers))
            if referee.open and referee.game.corrections():
                items.append(Item(Row(words("box.correct")), self.going_back.show_corrections))
        if referee.open and referee.game.seats:
            items.append(Item(Row(words("thing.player"), "▸"), self.going_back.show_players))
        if referee.open and not isinstance(referee.game, Drawing):
            said = words("box.yes" if referee.taught else "box.no")
            items.append(Item(Row(words("teach.us"), said), turn=self._turn_teaching, note=words("teach.note")))
        if phones is not None:
            items.append(Item(Row(words("box.phones"), "▸"), lambda: push(phones_menu(self.stage, phones, words))))
        items.append(Item(Row(words("box.leave"), words("box.saved")), self.table.go_home))
        return items

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
