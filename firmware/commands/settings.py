"""What all commands share: where games are kept, and the language."""

from __future__ import annotations

import json
import locale
import os
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from companion.game import Table
from companion.ledger import Ledger, default_folder
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
        return Words(self.language, [WORDS, *folders], table.seats if table else (), long)

    def ledger(self) -> Ledger:
        return Ledger(self.data)

    def command(self, *words: str) -> str:
        """What to type for another command on the same games."""
        where = [] if self.data == default_folder() else ["--data", str(self.data)]
        return shlex.join(["ballottino", *where, *words])


def look_if_writable(file: Path) -> None:
    """Before long work: can its result be written here? OSError if not; a file that is there is left alone."""
    is_new = not file.exists()
    with file.open("a"):
        pass
    if is_new:
        file.unlink()


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


def as_json(data: Any) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))
