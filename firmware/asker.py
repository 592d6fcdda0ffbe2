"""Asks a person at a terminal for an answer to any kind of question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import click

from companion.choices import MANY, Choice, Count, Item, Pick, Several, Sheet, Spread
from companion.maps import Chart
from companion.refusal import Refusal
from companion.typed import folded, read_number
from companion.vocabulary import named
from companion.words import Words
from firmware.board_text import board_text
from firmware.offer import Offer

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
    """A line that was typed; who ends the input, or interrupts it, leaves."""
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt) as end:
        click.echo()
        raise Leave from end


class Asker:
    """Asks a person for an answer to any kind of question, in words."""

    def __init__(self, words: Words, chart: Callable[[str], Chart | None] = lambda of: None) -> None:
        self.words = words
        self.chart = chart

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
        """Ask again and again; every refusal says why. Where there is one answer only, nobody is asked."""
        if choice.sole is not MANY:
            return choice.sole
        while True:
            try:
                click.echo(heading)
                return choice.check(self.ask(choice))
            except Refusal as refusal:
                click.echo(f"! {self.words.refusal(refusal)}")

    def line(self, prompt: str) -> str:
        typed = read_line(prompt)
        by_word = {name: name for name in COMMANDS} | {
            folded(self.words(f"command.{name}")): name for name in COMMANDS
        }
        command = by_word.get(folded(typed))
        if command == QUIT:
            raise Leave
        if command:
            raise Command(command)
        return typed

    def agreed(self, question: str) -> bool:
        """Yes or no, in words of the language; to press Enter is no."""
        yes, no = self.words("terminal.yes").split(), self.words("terminal.no").split()
        while True:
            typed = folded(self.line(f"{question} [{yes[0]}/{no[0].upper()}] "))
            if typed in map(folded, yes):
                return True
            if not typed or typed in map(folded, no):
                return False
            click.echo(self.words("terminal.yes-or-no", yes=", ".join(yes), no=", ".join(no)))

    def _pick(self, choice: Pick) -> Any:
        offer = self._offer(choice.of, choice.options, choice.barred)
        for option, refusal in choice.barred.items():
            reason = self.words.refusal(refusal)
            click.echo(f"   -  {self.words.pair(self.words.thing(choice.of, option), reason)}")
        return offer.one(self.line("> "))

    def _offer(self, of: str, options: Sequence[Item], barred: Iterable[Item] = ()) -> Offer:
        """What may be chosen, shown; on a board, below the board."""
        chart = self.chart(of)
        if chart is not None:
            click.echo(board_text(chart))
        offer = Offer(self.words, of, options, barred, on_board=chart is not None)
        for line in offer.lines():
            click.echo(line)
        return offer

    def _count(self, choice: Count) -> Any:
        return read_number(self.line(f"{self._range(choice.low, choice.high)} > "))

    def _range(self, low: int, high: int) -> str:
        return self.words("terminal.range", low=low, high=high)

    def _several(self, choice: Several) -> Any:
        offer = self._offer(choice.of, choice.items)
        return offer.some(self.line(self._how_many(choice) + " > "))

    def _how_many(self, choice: Several | Spread) -> str:
        if choice.low == choice.high:
            return self.words("terminal.exactly", n=choice.low)
        spread = isinstance(choice, Spread)
        return self.words("terminal.spread" if spread else "terminal.several", low=choice.low, high=choice.high)

    def _spread(self, choice: Spread) -> Any:
        click.echo(self._how_many(choice))
        return {
            place: read_number(self.line(f"  {self.words.thing(choice.of, place)} {self._range(0, limit)} > ") or "0")
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
