"""The command `ballottino`: every job of the box from a terminal."""

from __future__ import annotations

import errno
import gc
import io
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from companion import games
from companion.ledger import default_folder
from companion.refusal import Damaged, NotFound, NotSaved, OfOtherVersion, Refusal
from companion.words import LANGUAGES
from firmware.commands import boards, draws, library, machine, matches, players, records, stats
from firmware.commands.settings import Settings, coloured, usual_language
from firmware.commands.spoken import CLICK, give_contexts, globals_first, language_in, trouble
from firmware.terminal.asker import Leave

EXIT_CODES: Mapping[type[Refusal], int] = {Refusal: 1, NotFound: 3, Damaged: 4, OfOtherVersion: 5, NotSaved: 6}
"""Exit codes by the nearest class. 0 is success, and 2 is click's own for wrong usage."""

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors of printing when standard output is a file on a full disk."""


class Commands(click.Group):
    """A group whose commands may be refused: a sentence on standard error, and an exit code by the class."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        replace_unprintable()
        return super().main(*args, **kwargs)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        CLICK.arguments = args = globals_first(args)
        return super().parse_args(ctx, list(args))

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
            discard_output()
            why = trouble(error, settings_of(ctx).words())
            refuse(ctx, Refusal("cannot-use", value=str(error.filename or "stdout"), why=why))


def replace_unprintable() -> None:
    """Print `?` for a character that the terminal can't show, or sent broken, instead of stopping."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def refuse(ctx: click.Context, refusal: Refusal) -> None:
    """Say what is wrong, in the words of the game it is about, and exit."""
    game = ctx.meta.get("game")
    known = game if game in games.names() else None
    click.echo(coloured(settings_of(ctx).words(known).refusal(refusal), "red"), err=True)
    ctx.exit(refusal.by_class(EXIT_CODES))


def settings_of(ctx: click.Context) -> Settings:
    """Return the settings of a command, which may be refused before it has any."""
    return ctx.obj if isinstance(ctx.obj, Settings) else Settings(default_folder(), language_in(CLICK.arguments))


def discard_output() -> None:
    """Close standard output if it can't be written, or Python would try again when it exits."""
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError):
            sys.stdout.close()


@click.group(cls=Commands, invoke_without_command=True)
@click.option(
    "--data",
    type=click.Path(path_type=Path),
)
@click.option("--lang", type=click.Choice(LANGUAGES))
@click.version_option(package_name="ballottino", message="%(prog)s %(version)s")
@click.pass_context
def main(ctx: click.Context, *, data: Path | None, lang: str | None) -> None:
    """A referee for five Venetian board games."""
    gc.set_threshold(50_000, 20, 50)  # a game keeps thousands of small objects alive: collect less often
    folder = data or default_folder()
    ctx.obj = Settings(folder, lang or usual_language(folder), ctx.obj, lang is not None)
    if ctx.invoked_subcommand is None:
        ctx.invoke(machine.run_box)


JOBS = (
    machine.run_box,
    library.list_games,
    library.rules,
    library.learn,
    library.show_set_up,
    library.score,
    draws.draw,
    records.simulate,
    players.play_tournament,
    players.tune_player,
    players.compare_rulings,
    records.replay,
    records.verify,
    records.compare_records,
    matches.play,
    matches.play_practice,
    matches.resume,
    matches.list_kept,
    stats.show_stats,
    matches.delete,
    matches.restore,
    matches.export,
    matches.import_record,
    machine.write_backup,
    machine.restore_backup,
    machine.update_box,
    boards.layouts,
    machine.bench,
    machine.examine_box,
    machine.rehearse_version,
    machine.run_hall,
)
for job in JOBS:
    main.add_command(job)
give_contexts(main)
