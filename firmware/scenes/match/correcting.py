"""Setting right what lies on the table, and who plays: a list of kinds, of places, then the right value."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.choices import Pick, Several
from companion.game import Correction
from companion.players import check_can_play
from companion.refusal import Refusal
from companion.words.answers import answer_text, correction_label
from firmware.scenes.match import OnTable
from firmware.scenes.menus import Item, Menu
from firmware.scenes.questions.questions import Heading
from firmware.screens.lists import Row, stand_on_one_line


class Correcting:
    """The corrections of one game, as its box asks for them."""

    def __init__(self, match: OnTable) -> None:
        self.match = match
        self.stage = match.stage
        self.referee = match.referee
        self.words = match.words

    def show_corrections(self) -> None:
        """List the possible corrections by kind: first the kind, then the place, then its value."""
        offered = self.referee.game.corrections()
        kinds = list(dict.fromkeys(correction.key for correction in offered.values()))

        def items() -> list[Item]:
            return [Item(Row(self.words(f"thing.{kind}")), partial(self.show_places, kind)) for kind in kinds]

        self.stage.push(Menu(self.stage, self.words("box.correct"), items))

    def show_players(self) -> None:
        """List who plays each seat, to be handed to the box or back to a person; or say why it can't be."""
        try:
            check_can_play(self.referee.kind.adviser, self.referee.table.options)
        except Refusal as refusal:
            self.stage.refuse(self.words.refusal(refusal))
        else:
            self.show_places("player")

    def show_places(self, kind: str, likely: str | None = None) -> None:
        """Show the places of one kind: on the board if they are places there, otherwise as a list."""
        title = self.words(f"thing.{kind}")
        offered = self.referee.game.all_corrections().items()
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
            Item(self._row(correction), partial(self.correct, place, again), group=self._whose(correction))
            for place, correction in self.referee.game.all_corrections().items()
            if correction.key == kind
        ]

    def _whose(self, correction: Correction) -> str:
        """Return the name of the player whose things they are, if they are anyone's."""
        seat = correction.facts.get("seat")
        return "" if seat is None else self.words.thing("seat", seat)

    def _row(self, correction: Correction) -> Row:
        """Return what it is and, if the line has room, its value now; for several things, how many there are."""
        now = correction.now
        several = isinstance(correction.choice, Several)
        said = str(len(now)) if several else answer_text(self.words, correction.choice, now)
        row = Row(correction_label(self.words, correction), said)
        return row if stand_on_one_line(row) else Row(row.text)

    def correct(self, place: str, again: Callable[[], None] = lambda: None) -> None:
        """Ask for the right value. More may be wrong, so `again` shows the places once more."""
        correction = self.referee.game.all_corrections()[place]
        heading = Heading("", self.words("box.correct"), self.words.correction(correction))

        def done(value: Any) -> None:
            if self.match.act(partial(self.referee.correct, place, value)):
                again()

        self.stage.push(self.match.question(heading, correction.choice, done, correction.now))
