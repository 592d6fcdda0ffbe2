"""The command `ballottino`: every job of the box from a terminal."""

from __future__ import annotations

import gc
from pathlib import Path

import click

from companion.ledger import default_folder
from companion.words import LANGUAGES
from firmware.commands import boards, draws, library, machine, matches, records
from firmware.commands.group import Commands
from firmware.commands.settings import Settings, spoken_language


@click.group(cls=Commands, invoke_without_command=True)
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="Where games are kept; ~/.local/share/ballottino if nothing is said.",
)
@click.option("--lang", type=click.Choice(LANGUAGES), help="The language to speak.")
@click.version_option(package_name="ballottino")
@click.pass_context
def main(ctx: click.Context, data: Path | None, lang: str | None) -> None:
    """A referee for five Venetian board games."""
    gc.set_threshold(50_000, 20, 50)  # a game keeps thousands of small facts: look for rubbish less often
    ctx.obj = Settings(data or default_folder(), lang or spoken_language(), ctx.obj, lang is not None)
    if ctx.invoked_subcommand is None:
        ctx.invoke(machine.run_box)


JOBS = (
    machine.run_box,
    library.list_games,
    library.rules,
    library.score,
    draws.draw,
    records.simulate,
    records.replay,
    records.verify,
    matches.play,
    matches.resume,
    matches.list_kept,
    matches.export,
    matches.import_record,
    boards.layouts,
    machine.bench,
    machine.examine_box,
)
for job in JOBS:
    main.add_command(job)
