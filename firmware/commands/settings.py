"""The common part of all commands: settings, arguments and output."""

from __future__ import annotations

import json
import locale
import os
import shlex
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

import click

from companion.game import Table
from companion.input.bounds import RECORD, check_size
from companion.ledger import Ledger, default_folder, record
from companion.players.speed import speed_of_this_machine
from companion.refusal import Damaged
from companion.words import LANGUAGES, Words, folders_of, printable
from firmware import WORDS
from firmware.box.preferences import Preferences
from hardware.panel import Panel

PATIENCE = 1.0
"""Seconds before a bar appears."""


@dataclass
class Settings:
    """The data folder, the language, and the box's panel if it has been found already."""

    data: Path
    language: str
    panel: Panel | None = None
    language_given: bool = False

    def words(self, game: str | None = None, table: Table | None = None, *, long: bool = True) -> Words:
        """Return the words of a game, or of all; `long` ones for a terminal, short ones for the box's screen."""
        folders = folders_of(game) if game else folders_of("")[1:]
        return Words(self.language, [WORDS, *folders], table.seats if table else (), long=long)

    def ledger(self) -> Ledger:
        ledger = Ledger(self.data)
        ledger.speed = speed_of_this_machine
        return ledger

    def command(self, *words: str) -> str:
        """Return the text to type for another command on the same games, in the same language."""
        spoken = ["--lang", self.language] if self.language_given else []
        where = [] if self.data == default_folder() else ["--data", str(self.data)]
        return shlex.join(["ballottino", *spoken, *where, *words])


class Progress:
    """Counts steps and, on a terminal, draws a bar once they take longer than `PATIENCE`.

    `begin` names a part of the work that is known to be long, and draws the bar at once.

    >>> with Progress(100, sys.stderr) as progress:     # doctest: +SKIP
    ...     progress.step()
    """

    def __init__(self, length: int, out: TextIO) -> None:
        self.length = length
        self.out = out
        self.done = 0
        self.start = time.monotonic()
        self.bar: Any = None

    def step(self) -> None:
        self.done += 1
        if self.bar is not None:
            self.bar.update(1)
        elif time.monotonic() - self.start > PATIENCE:
            self._draw()

    def begin(self, part: str) -> None:
        if self.bar is None:
            self._draw()
        if self.bar is not None:
            self.bar.label = part
            self.bar.render_progress()

    def _draw(self) -> None:
        if self.out.isatty():
            self.bar = click.progressbar(length=self.length, file=self.out)
            self.bar.__enter__()
            self.bar.update(self.done)

    def wipe(self) -> None:
        """Clear the bar's line for other output; the next step draws it again."""
        if self.bar is not None:
            self.out.write("\r\033[K")
            self.out.flush()

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.bar is not None:
            self.bar.__exit__(kind, error, trace)


def bar_on(out: TextIO) -> Callable[[int, int], None]:
    """Return a function that takes the steps done and the steps in all, and draws a bar for them."""
    progress: Progress | None = None

    def reach(done: int, length: int) -> None:
        nonlocal progress
        progress = progress or Progress(length, out)
        progress.step()
        if done == length:
            progress.__exit__(None, None, None)
            progress = None

    return reach


def check_writable(file: Path) -> None:
    """Raise OSError if a file can't be written, before long work that ends in it. An existing file is not touched."""
    is_new = not file.exists()
    with file.open("a"):
        pass
    if is_new:
        file.resolve().unlink()  # keep a dangling link as it is


def usual_language(folder: Path) -> str:
    """Return the language chosen in Set-up, or else that of the user's environment."""
    chosen = Preferences(folder)["language"]
    return chosen if chosen in LANGUAGES else spoken_language()


def spoken_language() -> str:
    """Return the language of the user's environment, or English if we don't speak it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            language = locale.normalize(value)[:2].lower()
            return language if language in LANGUAGES else "en"
    return "en"


def game_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the argument GAME, and remember it so that a refusal can be worded by that game."""

    def remember(ctx: click.Context, _: click.Parameter, value: str) -> str:
        ctx.meta["game"] = value
        return value

    return click.argument("game", callback=remember)(command)


def record_text(file: Any) -> str:
    """Return the text of a record, and remember its game for refusals."""
    try:
        text: str = file.read(RECORD.size + 1)
    except UnicodeDecodeError as error:
        raise Damaged("not-a-record") from error
    check_size(text, RECORD)
    click.get_current_context().meta["game"] = record.game_of(text)
    return text


def coloured(text: str, colour: str) -> str:
    """Return a text in a colour, unless NO_COLOR is set; `click.echo` drops it where the output is no terminal."""
    return text if os.environ.get("NO_COLOR") else click.style(text, fg=colour)


def as_json(data: Any) -> None:
    """Print JSON, escaping characters only if the terminal lacks one of them or would obey it."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    try:
        text.encode(sys.stdout.encoding)
        is_plain = printable(text) == text
    except UnicodeEncodeError:
        is_plain = False
    if not is_plain:
        text = json.dumps(data, indent=2).replace("\x7f", "\\u007f")
    click.echo(text)


def option_of_game(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options `-o KEY=VALUE` of a new game."""
    return click.option("-o", "--option", "options", multiple=True, metavar="KEY=VALUE")(command)
