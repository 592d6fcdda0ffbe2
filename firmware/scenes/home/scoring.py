"""The job Score on the box: a sheet's questions one by one, then the count with its reasons."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion import games
from companion.refusal import Refusal
from companion.screen.hints import last_count
from companion.seats import seat_table
from companion.words import folders_of
from companion.words.answers import receipt_text
from firmware.scenes.home import Home
from firmware.scenes.home.seating import known_names
from firmware.scenes.match.counting import CountAgain, pages_of
from firmware.scenes.menus import Item, Menu, Reading
from firmware.scenes.questions.asking import question
from firmware.scenes.questions.questions import Asking, Heading
from firmware.screens.lists import Row


class SheetFilling:
    """One sheet being filled in. BACK goes to the previous field, with its value under the cursor."""

    def __init__(self, box: Home, game: str, sheet: str, players: int) -> None:
        self.box = box
        self.kit = games.find(game)
        self.sheet = self.kit.sheets[sheet]
        self.layout = self.kit.layout(box.ledger.folder / "layouts")
        colours = self.kit.game.colours
        self.words = box.words_for(folders_of(game), seat_table(known_names(box)[:players], colours))
        self.filled: dict[str, Any] = {"players": players}
        self.fields = self.sheet.fields(players, self.layout)
        self.place = 0

    def ask(self) -> None:
        """Ask for the field at this place, or show the count if there are no more."""
        keys = list(self.fields)
        if self.place == len(keys):
            self._count()
            return
        key = keys[self.place]
        heading = Heading("", self.words(f"field.{key}"), self.words(f"field.{key}"))

        def done(value: Any) -> None:
            self.filled[key] = value
            self._go(1)

        before = self.filled.get(key, self.sheet.likely.get(key, 0))
        scene = question(Asking(self.box, heading, self.words, done), self.fields[key], before)
        if self.place:
            scene.on_back = scene.on_hold_back = partial(self._go, -1)
        self.box.push(scene)

    def _go(self, way: int) -> None:
        """Continue with the next field, or return to the previous one."""
        self.place += way
        self.box.back()
        self.ask()

    def _count(self) -> None:
        try:
            counted = self.sheet.score(self.filled, self.layout)
        except Refusal as refusal:
            self.place -= 1
            self.ask()
            self.box.refuse(self.words.refusal(refusal))
            return
        lines = [f"{self.words.tell(tell)} ({tell.rule})" for tell in counted.tells]
        lines += [receipt_text(self.words, receipt) for receipt in counted.receipts]
        self.box.push(Reading(self.box, self.words("box.result"), lines))
        if (count := last_count(self.kit.game.shown, counted.tells)) is not None:
            showing, told = count
            self.box.push(CountAgain(self.box, pages_of(self.words, showing, told.facts)))


def fill_in(box: Home, game: str, sheet: str, players: int) -> None:
    SheetFilling(box, game, sheet, players).ask()


def choose_sheet(box: Home, game: str) -> None:
    kit = games.find(game)
    words = box.words_for(folders_of(game))
    chosen: list[int] = []

    def fill_in_for(sheet: str, players: int) -> None:
        chosen[:] = [players]
        fill_in(box, game, sheet, players)

    def players_menu(sheet: str) -> None:
        """Ask once for the number of players, if it matters: the same table fills in the next sheet too."""
        known = [players for players in kit.sheets[sheet].players if players in chosen]
        if known or not kit.sheets[sheet].depends_on_players(kit.layout(box.ledger.folder / "layouts")):
            fill_in(box, game, sheet, (known or kit.sheets[sheet].players)[0])
            return

        def items() -> list[Item]:
            return [
                Item(
                    Row(words("seating.players", n=players)),
                    partial(fill_in_for, sheet, players),
                )
                for players in kit.sheets[sheet].players
            ]

        box.push(Menu(box, words.thing("sheet", sheet), items))

    def items() -> list[Item]:
        return [Item(Row(words.thing("sheet", sheet)), partial(players_menu, sheet)) for sheet in kit.sheets]

    if len(kit.sheets) == 1:
        players_menu(next(iter(kit.sheets)))
    else:
        box.push(Menu(box, words.thing("game", game), items))
