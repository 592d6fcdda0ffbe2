"""Asking a person at a terminal for an answer to any kind of question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import click

from companion.choices import MANY, Choice, Count, Item, Pick, Several, Sheet, Spread
from companion.input.typed import folded, read_number
from companion.refusal import Refusal
from companion.screen.maps import Chart
from companion.vocabulary import named
from companion.words import Words
from companion.words.answers import answer_text
from firmware.terminal.listing import Listing

UNDO, REDO, AMEND, CORRECT, SEATS, WHY, HINT, SET_UP, SCORE, LOG, HELP, QUIT = COMMANDS = named(
    "command", "undo", "redo", "amend", "correct", "seats", "why", "hint", "set-up", "score", "log", "help", "quit"
)

TELLING = (WHY, HINT, SET_UP, SCORE, LOG, HELP)
"""Commands that change nothing."""

NOTHING = object()
"""Marks an earlier answer that does not exist."""


class Leave(Exception):
    """Raised when the player wants to stop; everything is saved already."""


class Command(Exception):
    """Raised when the player types a command instead of an answer."""

    def __init__(self, name: str) -> None:
        self.name = name


def read_line(prompt: str) -> str:
    """Read a line; raise `Leave` if the input ends or is interrupted."""
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt) as end:
        click.echo()
        raise Leave from end


class Asker:
    """Asks for an answer to any kind of question, in words. `chart` returns the board on which options are places.

    `inform` obeys a command that changes nothing, so that a table of answers that is half filled in stays as it is.
    """

    def __init__(self, words: Words, chart: Callable[[str], Chart | None] = lambda of: None) -> None:
        self.words = words
        self.chart = chart
        self.inform: Callable[[str], object] | None = None

    def ask(self, choice: Choice, before: Any = NOTHING) -> Any:
        """Return the typed answer; the choice itself decides whether it is legal. Enter keeps the earlier answer."""
        kinds: dict[type[Choice], Callable[[Any, Any], Any]] = {
            Pick: self._pick,
            Count: self._count,
            Several: self._several,
            Spread: self._spread,
            Sheet: self._sheet,
        }
        return kinds[type(choice)](choice, before)

    def ask_until_legal(self, heading: str, choice: Choice, before: Any = NOTHING) -> Any:
        """Ask until the answer is legal, with the reason each time. If only one answer is possible, don't ask."""
        if choice.sole is not MANY:
            return choice.sole
        while True:
            try:
                click.echo(heading)
                return choice.check(self.ask(choice, before))
            except Refusal as refusal:
                click.echo(f"! {self.words.refusal(refusal)}")
            except Command as command:
                if self.inform is None or command.name not in TELLING:
                    raise
                self.inform(command.name)

    def line(self, prompt: str) -> str:
        """Read a line; raise `Leave` or `Command` if it is a command, in English or the language of the game."""
        typed = read_line(prompt)
        by_word = {name: name for name in COMMANDS} | {
            folded(self.words(f"command.{name}")): name for name in COMMANDS
        }
        command = HELP if typed == "?" else by_word.get(folded(typed))
        if command == QUIT:
            raise Leave
        if command:
            raise Command(command)
        return typed

    def agreed(self, question: str) -> bool:
        """Ask yes or no, in words of the language; Enter means no."""
        yes, no = self.words("terminal.yes").split(), self.words("terminal.no").split()
        while True:
            typed = folded(self.line(f"{question} [{yes[0]}/{no[0].upper()}] "))
            if typed in map(folded, yes):
                return True
            if not typed or typed in map(folded, no):
                return False
            click.echo(self.words("terminal.yes-or-no", yes=", ".join(yes), no=", ".join(no)))

    def _typed(self, prompt: str, choice: Choice, before: Any, read: Callable[[str], Any]) -> Any:
        """Read a line and parse it. The prompt ends with the earlier answer, which an empty line keeps."""
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
        """Show the options, below the board if they are places on one."""
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


def board_text(chart: Chart) -> str:
    """Return a board drawn in characters: marks as they are, `*` for a star, `#` where nothing may go.

    >>> print(board_text(Chart("AB", ("1", "2"), {"A1": "3"}, shaded=["B2"], starred=["A1", "B1"])))
          1   2
    A    3*   .
    B     *   #

    On a map of hexes `~` is swamp, `x` is already chosen, and water is blank.

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
        lines.append((start + "".join(f"{_character(chart, place):>4}" for place in places)).rstrip())
    return "\n".join(lines)


def _character(chart: Chart, place: str) -> str:
    if chart.areas and place not in chart.areas:
        return ""
    if place in chart.chosen:
        return "x"
    sign = chart.marks.get(place, "") + ("*" if place in chart.starred else "")
    return sign or (("~" if chart.areas else "#") if place in chart.shaded else ".")
