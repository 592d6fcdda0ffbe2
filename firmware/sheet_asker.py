"""Asks a person at a terminal for what is on a score sheet."""

from __future__ import annotations

import click

from firmware.asker import QUIT, UNDO, Asker, Command


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

    def tell_orders(self) -> None:
        undo, leave = self.words(f"command.{UNDO}"), self.words(f"command.{QUIT}")
        click.echo(self.words("terminal.sheet-help", undo=undo, leave=leave))
