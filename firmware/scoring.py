"""A score sheet at a terminal: its questions one by one, then the count with every reason."""

from __future__ import annotations

from typing import Any

import click

from companion.choices import Count
from companion.games import Kit
from companion.layout import Layout
from companion.refusal import Refusal
from companion.scoresheet import Counted, ScoreSheet
from companion.words import Words
from firmware.answers import receipt_text
from firmware.asker import UNDO, Asker, Command, Leave
from firmware.counting import count_lines
from firmware.sheet_asker import SheetAsker


def fill_in(words: Words, kit: Kit, sheet: ScoreSheet, layout: Layout) -> None:
    asker: Asker = SheetAsker(words)
    counts = Count("", min(sheet.players), max(sheet.players))
    try:
        players = asker.ask_until_legal(words("terminal.players"), counts)
        counted = ask_and_count(asker, sheet, players, layout)
    except (Leave, Command):
        return
    for receipt in counted.receipts:
        click.echo(f"  {receipt_text(words, receipt)}")
    for tell in counted.tells:
        click.echo(f"· {words.tell(tell)} ({tell.rule})")
        for line in count_lines(words, kit.game.shown, tell):
            click.echo(line)


def ask_and_count(asker: Asker, sheet: ScoreSheet, players: int, layout: Layout) -> Counted:
    """Every field, then the count. `undo` goes back to the field before, and what can't be counted to the last."""
    fields = list(sheet.fields(players, layout).items())
    filled: dict[str, Any] = {"players": players}
    place = 0
    while True:
        key, choice = fields[place]
        try:
            filled[key] = asker.ask_until_legal(asker.words(f"field.{key}"), choice)
        except Command as command:
            if command.name != UNDO or not place:
                raise
            place -= 1
            continue
        if place < len(fields) - 1:
            place += 1
            continue
        try:
            return sheet.score(filled, layout)
        except Refusal as refusal:
            click.echo(f"! {asker.words.refusal(refusal)}")
