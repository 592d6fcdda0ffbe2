"""Commands that keep everything in one file, and bring it back."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from firmware.care.backups import restore_file, restored_text, write_file, written_text
from firmware.commands.settings import Settings, as_json, bar_on, check_writable


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--json", "json_", is_flag=True)
@click.pass_obj
def write_backup(settings: Settings, file: Path, json_: bool) -> None:
    """Write all games, boards and settings into FILE. It holds the secrets of unfinished games."""
    check_writable(file)
    written = write_file(settings.ledger(), file, bar_on(sys.stderr))
    if json_:
        as_json(vars(written))
        return
    click.echo("\n".join(written_text(settings.words(), written, str(file))))


@click.command("restore-backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--json", "json_", is_flag=True)
@click.pass_obj
def restore_backup(settings: Settings, file: Path, json_: bool) -> None:
    """Add the games, boards and settings of a backup to those that are here."""
    restored = restore_file(settings.ledger(), file, bar_on(sys.stderr))
    if json_:
        games = {kind.value: ids for kind, ids in restored.games.items()}
        as_json({**vars(restored), "games": games})
        return
    click.echo("\n".join(restored_text(settings.words(), restored)))
