"""What all commands share: where games are kept, and the language."""

from __future__ import annotations

import json
import locale
import os
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from companion.game import Table
from companion.ledger import Ledger, default_folder, record
from companion.refusal import Damaged
from companion.words import LANGUAGES, Words, folders_of
from firmware import WORDS
from hardware.panel import Panel


@dataclass
class Settings:
    """What holds for every command: where games are kept, and in which language we speak."""

    data: Path
    language: str
    panel: Panel | None = None
    language_given: bool = False

    def words(self, game: str | None = None, table: Table | None = None, long: bool = True) -> Words:
        """A terminal has room for `long` words; the box's screen has not."""
        folders = folders_of(game) if game else folders_of("")[1:]
        return Words(self.language, [WORDS, *folders], table.seats if table else (), long=long)

    def ledger(self) -> Ledger:
        return Ledger(self.data)

    def command(self, *words: str) -> str:
        """What to type for another command on the same games, in the same language."""
        spoken = ["--lang", self.language] if self.language_given else []
        where = [] if self.data == default_folder() else ["--data", str(self.data)]
        return shlex.join(["ballottino", *spoken, *where, *words])


def look_if_writable(file: Path) -> None:
    """Before long work: can its result be written here? OSError if not; a file that is there is left alone."""
    is_new = not file.exists()
    with file.open("a"):
        pass
    if is_new:
        file.resolve().unlink()  # a link to nowhere stays one


def spoken_language() -> str:
    """The language of the user's environment, if we speak it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            language = locale.normalize(value)[:2].lower()
            return language if language in LANGUAGES else "en"
    return "en"


def game_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    """The argument GAME, remembered so that a refusal can be put in that game's words."""

    def remember(ctx: click.Context, _: click.Parameter, value: str) -> str:
        ctx.meta["game"] = value
        return value

    return click.argument("game", callback=remember)(command)


def record_text(file: Any) -> str:
    """A record from a file, whose game is remembered likewise."""
    try:
        text: str = file.read()
    except UnicodeDecodeError as error:
        raise Damaged("not-a-record") from error
    click.get_current_context().meta["game"] = record.game_of(text)
    return text


def as_json(data: Any) -> None:
    """As readable as the terminal allows: letters that it lacks are escaped, so that they mean the same."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        text = json.dumps(data, indent=2)
    click.echo(text)


def option_of_game(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options `-o KEY=VALUE` of a new game."""
    told = "An option of the game, as listed by `ballottino games`; may be given more than once."
    return click.option("-o", "--option", "options", multiple=True, metavar="KEY=VALUE", help=told)(command)
