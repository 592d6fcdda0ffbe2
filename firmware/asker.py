"""Asks a person at a terminal for an answer to any kind of question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from companion.choices import MANY, Choice, Count, Item, Pick, Several, Sheet, Spread
from companion.maps import Chart
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
        by_word = {self.words(f"command.{name}").casefold(): name for name in COMMANDS}
        command = by_word.get(typed.casefold()) or (typed if typed in COMMANDS else None)
        if command == QUIT:
            raise Leave
        if command:
            raise Command(command)
        return typed

    def _pick(self, choice: Pick) -> Any:
        self._list(choice.of, choice.options)
        for option, refusal in choice.barred.items():
            reason = self.words.refusal(refusal)
            click.echo(f"   -  {self.words.pair(self.words.thing(choice.of, option), reason)}")
        return self._item(choice.of, choice.options, self.line("> "))

    def _list(self, of: str, options: Sequence[Item]) -> None:
        """Numbered, a line each; on a board, the board and one line."""
        chart = self.chart(of)
        if chart is not None:
            click.echo(board_text(chart))
            click.echo("  " + "  ".join(self.words.thing(of, option) for option in options))
            return
        for number, option in enumerate(options, start=1):
            click.echo(f"  {number:>2}  {self.words.thing(of, option)}")

    def _item(self, of: str, options: Sequence[Item], typed: str) -> Any:
        """What was typed: the number of a line, or its name, in capitals or not."""
        if typed.isdecimal() and 1 <= int(typed) <= len(options):
            return options[int(typed) - 1]
        named = [one for one in options if self.words.thing(of, one).casefold() == typed.casefold()]
        return named[0] if named else typed

    def _count(self, choice: Count) -> Any:
        return read_number(self.line(f"{choice.low}-{choice.high} > "))

    def _several(self, choice: Several) -> Any:
        numbers = all(isinstance(item, int) for item in choice.items)
        if numbers:
            click.echo("  " + "  ".join(str(item) for item in choice.items))
        else:
            self._list(choice.of, choice.items)
        typed = self.line(self._how_many(choice) + " > ")
        pieces = typed.replace("+", " ").replace(",", " ").split()
        if numbers:
            return [read_number(piece) for piece in pieces]
        return [self._item(choice.of, choice.items, piece) for piece in pieces]

    def _how_many(self, choice: Several | Spread) -> str:
        if choice.low == choice.high:
            return self.words("terminal.exactly", n=choice.low)
        spread = isinstance(choice, Spread)
        return self.words("terminal.spread" if spread else "terminal.several", low=choice.low, high=choice.high)

    def _spread(self, choice: Spread) -> Any:
        click.echo(self._how_many(choice))
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


def board_text(chart: Chart) -> str:
    """A board in letters: marks as they are, `*` for a star, `#` where nothing may go.

    >>> print(board_text(Chart("AB", ("1", "2"), {"A1": "3"}, shaded=["B2"], starred=["A1", "B1"])))
          1   2
    A    3*   .
    B     *   #

    On a map of hexes `~` is swamp, `x` what is chosen already, and water is blank.

    >>> land = dict.fromkeys(("A1", "A2", "B1", "C2"), "castello")
    >>> print(board_text(Chart("ABC", "12", {"B1": "^"}, ["A2"], shifted="B", areas=land, chosen=["C2"])))
          1   2
    A     .   ~
    B       ^
    C         x
    """
    lines = ["   " + "".join(f"{column:>4}" for column in chart.columns).rstrip()]
    for row in chart.rows:
        start = f"{row}    " if row in chart.shifted else f"{row}  "
        places = [f"{row}{column}" for column in chart.columns]
        lines.append((start + "".join(f"{_sign(chart, place):>4}" for place in places)).rstrip())
    return "\n".join(lines)


def _sign(chart: Chart, place: str) -> str:
    if chart.areas and place not in chart.areas:
        return ""
    if place in chart.chosen:
        return "x"
    sign = chart.marks.get(place, "") + ("*" if place in chart.starred else "")
    return sign or (("~" if chart.areas else "#") if place in chart.shaded else ".")


def read_number(typed: str) -> Any:
    return int(typed) if typed.isdecimal() else typed
