"""A score sheet at a terminal: its fields one by one, then the count with every reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from companion.choices import MANY, Choice, Count, Sheet
from companion.games import Kit
from companion.jobs.score import Counted, ScoreSheet
from companion.layout import Layout
from companion.refusal import Refusal
from companion.words import Words
from companion.words.answers import receipt_text
from firmware.terminal.asker import NOTHING, QUIT, UNDO, Asker, Command, Leave
from firmware.terminal.counting import count_lines


class SheetAsker(Asker):
    """Asks for the contents of a sheet. `undo` is the only command here; any other gets help, then the question
    again.
    """

    def line(self, prompt: str) -> str:
        while True:
            try:
                return super().line(prompt)
            except Command as command:
                if command.name == UNDO:
                    raise
                self.show_help()

    def _sheet(self, choice: Sheet, before: Any) -> Any:
        """Ask cell by cell; `undo` goes to the cell before. `before` is filled in place, so nothing typed is lost."""
        filled: dict[str, dict[str, Any]] = before
        for row, cells in choice.rows.items():
            forced = {name: cell.sole for name, cell in cells.items() if cell.sole is not MANY}
            filled.setdefault(row, {}).update(forced)
        asked = [(row, name) for row, cells in choice.rows.items() for name in cells if cells[name].sole is MANY]
        place = 0
        while place < len(asked):
            row, column = asked[place]
            try:
                filled[row][column] = self._cell(choice, row, column, filled[row].get(column, NOTHING))
                place += 1
            except Command:
                if not place:
                    raise
                place -= 1
        return filled

    def show_help(self) -> None:
        undo, leave = self.words(f"command.{UNDO}"), self.words(f"command.{QUIT}")
        click.echo(self.words("terminal.sheet-help", undo=undo, leave=leave))

    def show_keeping(self) -> None:
        click.echo(self.words("terminal.keeping", undo=self.words(f"command.{UNDO}")))


def fill_in(words: Words, kit: Kit, sheet: ScoreSheet, layout: Layout) -> None:
    """Ask for a sheet and print its count, unless the player leaves."""
    asker = SheetAsker(words)
    try:
        counted = ask_and_count(asker, sheet, ask_players(asker, sheet, layout), layout)
    except Leave:
        return
    for receipt in counted.receipts:
        click.echo(f"  {receipt_text(words, receipt)}")
    for tell in counted.tells:
        click.echo(f"· {words.tell(tell)} ({tell.rule})")
        for line in count_lines(words, kit.game.shown, tell):
            click.echo(line)


def ask_players(asker: SheetAsker, sheet: ScoreSheet, layout: Layout) -> int:
    """Ask for the number of players, if it matters to the sheet."""
    if not sheet.depends_on_players(layout):
        return min(sheet.players)
    counts = Count("", min(sheet.players), max(sheet.players))
    while True:
        try:
            return int(asker.ask_until_legal(asker.words("terminal.players"), counts))
        except Command:
            asker.show_help()  # there is nothing to go back to


def ask_and_count(asker: SheetAsker, sheet: ScoreSheet, players: int, layout: Layout) -> Counted:
    """Ask for every field, then count. `undo` goes back a field; a sheet that can't be counted goes back to the last.

    Earlier answers stay, and Enter keeps them: only what is wrong need be typed again. A field with a single possible
    answer is filled in without asking, and skipped when going back.
    """
    fields = sheet.fields(players, layout)
    asked = {key: choice for key, choice in fields.items() if choice.sole is MANY}
    filled: dict[str, Any] = {"players": players} | {key: choice.sole for key, choice in fields.items()}
    before: dict[str, Any] = {
        key: {} if isinstance(choice, Sheet) else sheet.likely.get(key, NOTHING) for key, choice in asked.items()
    }
    start = 0
    while True:
        _ask_fields(asker, asked, before, start)
        try:
            return sheet.score(filled | before, layout)
        except Refusal as refusal:
            if not asked:
                raise
            click.echo(f"! {asker.words.refusal(refusal)}")
            asker.show_keeping()
            start = len(asked) - 1


def _ask_fields(asker: SheetAsker, asked: Mapping[str, Choice], before: dict[str, Any], start: int) -> None:
    """Ask for the fields from number `start` on, `undo` going back one, and keep the answers in `before`."""
    keys = list(asked)
    place = start
    while place < len(keys):
        key = keys[place]
        try:
            before[key] = asker.ask_until_legal(asker.words(f"field.{key}"), asked[key], before[key])
            place += 1
        except Command:
            if place:
                asker.show_keeping()
                place -= 1
            else:
                asker.show_help()
