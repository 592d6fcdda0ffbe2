"""Asks a person at a terminal for an answer to any kind of question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from companion.choices import Choice, Count, Pick, Several, Sheet, Spread
from companion.refusal import Refusal
from companion.vocabulary import named
from companion.words import Words

UNDO, AMEND, CORRECT, WHY, SCORE, LOG, HELP, QUIT = COMMANDS = named(
    "command", "undo", "amend", "correct", "why", "score", "log", "help", "quit"
)


class Leave(Exception):
    """The player wants to stop; everything is saved already."""


class Command(Exception):
    """A word that is an order to the referee instead of an answer."""

    def __init__(self, name: str) -> None:
        self.name = name


def read_line(prompt: str) -> str:
    try:
        return input(prompt).strip()
    except EOFError as end:
        raise Leave from end


class Asker:
    """Asks a person for an answer to any kind of question, in words."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def ask(self, choice: Choice) -> Any:
        """An answer as typed; the choice itself decides whether it is legal."""
        kinds: dict[type[Choice], Callable[[Any], Any]] = {
            Pick: self._pick,
            Count: self._count,
            Several: self._several,
            Spread: self._spread,
            Sheet: self._sheet,
        }
        return kinds[type(choice)](choice)

    def ask_until_legal(self, heading: str, choice: Choice) -> Any:
        """Ask again and again; every refusal says why."""
        while True:
            try:
                click.echo(heading)
                return choice.check(self.ask(choice))
            except Refusal as refusal:
                click.echo(f"! {self.words.refusal(refusal)}")

    def line(self, prompt: str) -> str:
        typed = read_line(prompt)
        by_word = {self.words(f"command.{name}").casefold(): name for name in COMMANDS}
        command = by_word.get(typed.casefold()) or (typed if typed in COMMANDS else None)
        if command == QUIT:
            raise Leave
        if command:
            raise Command(command)
        return typed

    def _pick(self, choice: Pick) -> Any:
        for number, option in enumerate(choice.options, start=1):
            click.echo(f"  {number:>2}  {self.words.thing(choice.of, option)}")
        for option, refusal in choice.barred.items():
            reason = self.words.refusal(refusal)
            click.echo(f"   -  {self.words.pair(self.words.thing(choice.of, option), reason)}")
        typed = self.line("> ")
        if typed.isdecimal() and 1 <= int(typed) <= len(choice.options):
            return choice.options[int(typed) - 1]
        named = [one for one in choice.options if self.words.thing(choice.of, one).casefold() == typed.casefold()]
        return named[0] if named else typed

    def _count(self, choice: Count) -> Any:
        return read_number(self.line(f"{choice.low}-{choice.high} > "))

    def _several(self, choice: Several) -> Any:
        words = [self.words.thing(choice.of, item) for item in choice.items]
        click.echo("  " + "  ".join(words))
        typed = self.line(self.words("terminal.several", low=choice.low, high=choice.high) + " > ")
        by_text = dict(zip(words, choice.items, strict=True)) | {str(item): item for item in choice.items}
        return [by_text.get(piece, piece) for piece in typed.replace("+", " ").replace(",", " ").split()]

    def _spread(self, choice: Spread) -> Any:
        click.echo(self.words("terminal.spread", low=choice.low, high=choice.high))
        return {
            place: read_number(self.line(f"  {self.words.thing(choice.of, place)} 0-{limit} > ") or "0")
            for place, limit in choice.most.items()
        }

    def _sheet(self, choice: Sheet) -> Any:
        filled: dict[str, dict[str, Any]] = {}
        for row, cells in choice.rows.items():
            filled[row] = {}
            for column, cell in cells.items():
                label = self.words.column(column)
                filled[row][column] = self.ask_until_legal(f"{self.words.thing(choice.of, row)}, {label}", cell)
        return filled


def read_number(typed: str) -> Any:
    return int(typed) if typed.isdecimal() else typed
