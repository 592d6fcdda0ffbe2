"""What all commands share: where games are kept, the language, and how a refusal is said."""

from __future__ import annotations

import errno
import json
import locale
import os
import shlex
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from companion import games
from companion.game import Table
from companion.ledger import Ledger, default_folder
from companion.refusal import Refusal
from companion.words import LANGUAGES, Words, folders_of
from firmware import WORDS
from firmware.asker import Leave
from hardware.panel import Panel


NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""How what we print fails where it is led into a file."""


@dataclass
class Settings:
    """What holds for every command: where games are kept, and in which language we speak."""

    data: Path
    language: str
    panel: Panel | None = None
    language_given: bool = False

    def words(self, game: str | None = None, table: Table | None = None) -> Words:
        folders = folders_of(game) if game else folders_of("")[1:]
        return Words(self.language, [WORDS, *folders], table.seats if table else ())

    def ledger(self) -> Ledger:
        return Ledger(self.data)

    def command(self, *words: str) -> str:
        """What to type for another command on the same games."""
        where = [] if self.data == default_folder() else ["--data", str(self.data)]
        return shlex.join(["ballottino", *where, *words])


class Commands(click.Group):
    """A group whose commands may be refused: a sentence on standard error, and exit code 1."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Leave:
            ctx.exit(0)
        except Refusal as refusal:
            refuse(ctx, refusal)
        except OSError as error:
            if error.filename is None and error.errno not in NO_ROOM:
                raise
            give_up_output()
            refuse(ctx, Refusal("cannot-use", value=str(error.filename or "stdout"), why=str(error.strerror)))


def refuse(ctx: click.Context, refusal: Refusal) -> None:
    """Say what is wrong, in the words of the game it is about, and end."""
    game = ctx.meta.get("game")
    settings = ctx.obj if isinstance(ctx.obj, Settings) else Settings(default_folder(), "en")
    known = game if game in games.names() else None
    click.echo(settings.words(known).refusal(refusal), err=True)
    ctx.exit(1)


def give_up_output() -> None:
    """What was printed and can't be written, on a full disk say: or Python would try again at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError):
            sys.stdout.close()


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
