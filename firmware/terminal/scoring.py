"""A score sheet at a terminal: its questions one by one, then the count with every reason."""

from __future__ import annotations

from typing import Any

import click

from companion.choices import MANY, Count, Sheet
from companion.games import Kit
from companion.jobs.score import Counted, ScoreSheet
from companion.layout import Layout
from companion.refusal import Refusal
from companion.words import Words
from firmware.terminal.answers import receipt_text
from firmware.terminal.asker import NOTHING, Command, Leave
from firmware.terminal.counting import count_lines
from firmware.terminal.sheet_asker import SheetAsker


def fill_in(words: Words, kit: Kit, sheet: ScoreSheet, layout: Layout) -> None:
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
    """How many play, if it matters to the sheet."""
    if not sheet.depends_on_players(layout):
        return min(sheet.players)
    counts = Count("", min(sheet.players), max(sheet.players))
    while True:
        try:
            return int(asker.ask_until_legal(asker.words("terminal.players"), counts))
        except Command:
            asker.tell_orders()  # there is nothing before it


def ask_and_count(asker: SheetAsker, sheet: ScoreSheet, players: int, layout: Layout) -> Counted:
    """Every field, then the count. `undo` goes back to the field before, and what can't be counted to the last.

    What was typed stands there still, and Enter keeps it: only what is wrong need be typed again. A field with one
    answer only is filled in: who goes back comes to one that was asked.
    """
    fields = sheet.fields(players, layout)
    asked = [key for key, choice in fields.items() if choice.sole is MANY]
    filled: dict[str, Any] = {"players": players} | {key: choice.sole for key, choice in fields.items()}
    before: dict[str, Any] = {key: {} if isinstance(fields[key], Sheet) else NOTHING for key in asked}
    place = 0
    while True:
        while place < len(asked):
            key = asked[place]
            try:
                filled[key] = asker.ask_until_legal(asker.words(f"field.{key}"), fields[key], before[key])
            except Command:
                if place:
                    asker.tell_keeping()
                    place -= 1
                else:
                    asker.tell_orders()
            else:
                before[key] = filled[key]
                place += 1
        try:
            return sheet.score(filled, layout)
        except Refusal as refusal:
            if not asked:
                raise
            click.echo(f"! {asker.words.refusal(refusal)}")
            asker.tell_keeping()
            place = len(asked) - 1
