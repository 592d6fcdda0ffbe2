"""Asks a person at a terminal for what is on a score sheet."""

from __future__ import annotations

from typing import Any

import click

from companion.choices import MANY, Sheet
from firmware.terminal.asker import NOTHING, QUIT, UNDO, Asker, Command


class SheetAsker(Asker):
    """Asks for what is on a sheet. To go back is the only order there; after another the question waits on."""

    def line(self, prompt: str) -> str:
        while True:
            try:
                return super().line(prompt)
            except Command as command:
                if command.name == UNDO:
                    raise
                self.tell_orders()

    def _sheet(self, choice: Sheet, before: Any) -> Any:
        """Cell by cell; `undo` goes to the cell before. What is typed stands in `before` at once, so none is lost."""
        filled: dict[str, dict[str, Any]] = before
        for row, cells in choice.rows.items():
            filled.setdefault(row, {}).update(
                {name: cell.sole for name, cell in cells.items() if cell.sole is not MANY}
            )
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

    def tell_orders(self) -> None:
        undo, leave = self.words(f"command.{UNDO}"), self.words(f"command.{QUIT}")
        click.echo(self.words("terminal.sheet-help", undo=undo, leave=leave))

    def tell_keeping(self) -> None:
        click.echo(self.words("terminal.keeping", undo=self.words(f"command.{UNDO}")))
