"""A score sheet at a terminal: its questions one by one, then the count with every reason."""

from __future__ import annotations

from typing import Any

import click

from companion.choices import MANY, Count
from companion.games import Kit
from companion.layout import Layout
from companion.refusal import Refusal
from companion.scoresheet import Counted, ScoreSheet
from companion.words import Words
from firmware.answers import receipt_text
from firmware.asker import Asker, Command, Leave
from firmware.counting import count_lines
from firmware.sheet_asker import SheetAsker


def fill_in(words: Words, kit: Kit, sheet: ScoreSheet, layout: Layout) -> None:
    asker = SheetAsker(words)
    try:
        counted = ask_and_count(asker, sheet, ask_players(asker, sheet), layout)
    except Leave:
        return
    for receipt in counted.receipts:
        click.echo(f"  {receipt_text(words, receipt)}")
    for tell in counted.tells:
        click.echo(f"· {words.tell(tell)} ({tell.rule})")
        for line in count_lines(words, kit.game.shown, tell):
            click.echo(line)


def ask_players(asker: SheetAsker, sheet: ScoreSheet) -> int:
    counts = Count("", min(sheet.players), max(sheet.players))
    while True:
        try:
            return int(asker.ask_until_legal(asker.words("terminal.players"), counts))
        except Command:
            asker.tell_orders()  # there is nothing before it


def ask_and_count(asker: Asker, sheet: ScoreSheet, players: int, layout: Layout) -> Counted:
    """Every field, then the count. `undo` goes back to the field before, and what can't be counted to the last.

    A field with one answer only is filled in: who goes back comes to one that was asked.
    """
    fields = sheet.fields(players, layout)
    asked = [key for key, choice in fields.items() if choice.sole is MANY]
    filled: dict[str, Any] = {"players": players} | {key: choice.sole for key, choice in fields.items()}
    place = 0
    while True:
        while place < len(asked):
            key = asked[place]
            try:
                filled[key] = asker.ask_until_legal(asker.words(f"field.{key}"), fields[key])
                place += 1
            except Command:
                place = max(0, place - 1)
        try:
            return sheet.score(filled, layout)
        except Refusal as refusal:
            if not asked:
                raise
            click.echo(f"! {asker.words.refusal(refusal)}")
            place = len(asked) - 1
