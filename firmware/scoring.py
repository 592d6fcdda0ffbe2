"""A score sheet at a terminal: its questions one by one, then the count with every reason."""

from __future__ import annotations

from typing import Any

import click

from companion.choices import Count
from companion.games import Kit
from companion.layout import Layout
from companion.scoresheet import ScoreSheet
from companion.words import Words
from firmware.answers import receipt_text
from firmware.asker import Asker, Command, Leave
from firmware.counting import count_lines


def fill_in(words: Words, kit: Kit, sheet: ScoreSheet, layout: Layout) -> None:
    asker = Asker(words)
    counts = Count("", min(sheet.players), max(sheet.players))
    try:
        players = asker.ask_until_legal(words("terminal.players"), counts)
        filled: dict[str, Any] = {"players": players}
        for key, choice in sheet.fields(players, layout).items():
            filled[key] = asker.ask_until_legal(words(f"field.{key}"), choice)
    except (Leave, Command):
        return
    counted = sheet.score(filled, layout)
    for receipt in counted.receipts:
        click.echo(f"  {receipt_text(words, receipt)}")
    for tell in counted.tells:
        click.echo(f"· {words.tell(tell)} ({tell.rule})")
        for line in count_lines(words, kit.game.shown, tell):
            click.echo(line)
