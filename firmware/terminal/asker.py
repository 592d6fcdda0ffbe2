"""Asks a person at a terminal for an answer to any kind of question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import click

from companion.choices import MANY, Choice, Count, Item, Pick, Several, Sheet, Spread
from companion.refusal import Refusal
from companion.screen.maps import Chart
from companion.typed import folded, read_number
from companion.vocabulary import named
from companion.words import Words
from companion.words.answers import answer_text
from firmware.terminal.board_text import board_text
from firmware.terminal.listing import Listing

UNDO, AMEND, CORRECT, WHY, SCORE, LOG, HELP, QUIT = COMMANDS = named(
    "command", "undo", "amend", "correct", "why", "score", "log", "help", "quit"
)


NOTHING = object()
"""What was said before, where nothing was."""


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

    def ask(self, choice: Choice, before: Any = NOTHING) -> Any:
        """An answer as typed; the choice itself decides whether it is legal. Enter keeps what was said before."""
        kinds: dict[type[Choice], Callable[[Any, Any], Any]] = {
            Pick: self._pick,
            Count: self._count,
            Several: self._several,
            Spread: self._spread,
            Sheet: self._sheet,
        }
        return kinds[type(choice)](choice, before)

    def ask_until_legal(self, heading: str, choice: Choice, before: Any = NOTHING) -> Any:
        """Ask again and again; every refusal says why. Where there is one answer only, nobody is asked."""
        if choice.sole is not MANY:
            return choice.sole
        while True:
            try:
                click.echo(heading)
                return choice.check(self.ask(choice, before))
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

    def _typed(self, prompt: str, choice: Choice, before: Any, read: Callable[[str], Any]) -> Any:
        """A line, read; behind its prompt stands what an empty one keeps."""
        if before is NOTHING:
            return read(self.line(f"{prompt}> "))
        typed = self.line(f"{prompt}[{answer_text(self.words, choice, before)}] > ")
        return read(typed) if typed else before

    def _pick(self, choice: Pick, before: Any) -> Any:
        listing = self._list(choice.of, choice.options, choice.barred)
        for option, refusal in choice.barred.items():
            reason = self.words.refusal(refusal)
            click.echo(f"   -  {self.words.pair(self.words.thing(choice.of, option), reason)}")
        return self._typed("", choice, before, listing.one)

    def _list(self, of: str, options: Sequence[Item], barred: Iterable[Item] = ()) -> Listing:
        """What may be chosen, shown; on a board, below the board."""
        chart = self.chart(of)
        if chart is not None:
            click.echo(board_text(chart))
        listing = Listing(self.words, of, options, barred, on_board=chart is not None)
        for line in listing.lines():
            click.echo(line)
        return listing

    def _count(self, choice: Count, before: Any) -> Any:
        return self._typed(f"{self._range(choice.low, choice.high)} ", choice, before, read_number)

    def _range(self, low: int, high: int) -> str:
        return self.words("terminal.range", low=low, high=high)

    def _several(self, choice: Several, before: Any) -> Any:
        listing = self._list(choice.of, choice.items)
        return self._typed(f"{self._how_many(choice)} ", choice, before, listing.some)

    def _how_many(self, choice: Several | Spread) -> str:
        if choice.low == choice.high:
            return self.words("terminal.exactly", n=choice.low)
        spread = isinstance(choice, Spread)
        return self.words("terminal.spread" if spread else "terminal.several", low=choice.low, high=choice.high)

    def _spread(self, choice: Spread, before: Any) -> Any:
        click.echo(self._how_many(choice))
        return {place: self._share(choice, place, before) for place in choice.most}

    def _share(self, choice: Spread, place: str, before: Any) -> Any:
        limit = choice.most[place]
        prompt = f"  {self.words.thing(choice.of, place)} {self._range(0, limit)} "
        kept = before if before is NOTHING else before[place]
        return self._typed(prompt, Count("", 0, limit), kept, lambda typed: read_number(typed or "0"))

    def _sheet(self, choice: Sheet, before: Any) -> Any:
        return {
            row: {column: self._cell(choice, row, column) for column in cells} for row, cells in choice.rows.items()
        }

    def _cell(self, choice: Sheet, row: str, column: str, before: Any = NOTHING) -> Any:
        heading = f"{self.words.thing(choice.of, row)}, {self.words.column(column)}"
        return self.ask_until_legal(heading, choice.rows[row][column], before)
