"""How commands end that can't do what they are asked."""

from __future__ import annotations

import errno
import io
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import click

from companion import games
from companion.ledger import default_folder
from companion.refusal import Damaged, NotFound, NotSaved, OfOtherVersion, Refusal
from firmware.commands.settings import Settings
from firmware.terminal.asker import Leave

EXIT_CODES: Mapping[type[Refusal], int] = {Refusal: 1, NotFound: 3, Damaged: 4, OfOtherVersion: 5, NotSaved: 6}
"""By the nearest class. 0 is success, and 2 is click's own for wrong usage."""

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""How what we print fails where it is led into a file."""


class Commands(click.Group):
    """A group whose commands may be refused: a sentence on standard error, and an exit code by the class."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        forgive_terminal()
        return super().main(*args, **kwargs)

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


def forgive_terminal() -> None:
    """A letter that the terminal can't show, or that it sent broken, is a `?` and no reason to stop."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def refuse(ctx: click.Context, refusal: Refusal) -> None:
    """Say what is wrong, in the words of the game it is about, and end."""
    game = ctx.meta.get("game")
    settings = ctx.obj if isinstance(ctx.obj, Settings) else Settings(default_folder(), "en")
    known = game if game in games.names() else None
    click.echo(settings.words(known).refusal(refusal), err=True)
    ctx.exit(refusal.by_class(EXIT_CODES))


def give_up_output() -> None:
    """What was printed and can't be written, on a full disk say: or Python would try again at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError):
            sys.stdout.close()
