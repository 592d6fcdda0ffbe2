"""Commands for the box itself: run it, measure it, examine it, keep all of it in one file."""

from __future__ import annotations

import sys
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.refusal import Refusal
from companion.words import Words
from firmware.bench import BENCHES
from firmware.bench import find as find_bench
from firmware.bench.figures import FigureTable
from firmware.care.backups import restore_file, restored_text, write_file, written_text
from firmware.commands.settings import Progress, Settings, as_json, bar_on, check_writable, coloured

if TYPE_CHECKING:
    from firmware.doctor.finding import Finding

COLOURS = {"✓": "green", "!": "yellow", "✗": "red"}
"""The colours of the doctor's marks."""


@click.command("run")
@click.option("--profile")
@click.option("--no-web", is_flag=True)
@click.option("--host")
@click.option("--port", type=click.IntRange(0, 65535), default=8080, show_default=True)
@click.option("--share", is_flag=True)
@click.option("--share-box", is_flag=True)
@click.option("--club", metavar="ADDRESS")
@click.pass_obj
def run_box(
    settings: Settings,
    *,
    profile: str | None,
    no_web: bool,
    host: str | None,
    port: int,
    share: bool,
    share_box: bool,
    club: str | None,
) -> None:
    """Start the box (this is what `ballottino` alone does)."""
    from firmware.box.program import run_box as start
    from firmware.box.program import show_refusal
    from firmware.machine.network import EVERYWHERE, Web

    try:
        ledger = settings.ledger()
    except Refusal as refusal:
        if settings.panel is not None:
            show_refusal(settings.panel, settings.words(long=False).refusal(refusal))
        raise
    is_shared = share or share_box
    web = None if no_web else Web(host or (EVERYWHERE if is_shared else None), port, share_box)
    words, given = settings.words(long=False), settings.language_given
    start(settings.panel, profile, ledger, words, web=web, language_given=given, club=club)


@click.command()
@click.argument("name", type=click.Choice(list(BENCHES)), required=False)
@click.option("--json", "json_", is_flag=True)
@click.option("--write", "file", type=click.Path(path_type=Path))
@click.option("--pictures", type=click.Path(path_type=Path, file_okay=False))
@click.option("--effort", type=click.FloatRange(0.001, 10), default=1.0, show_default=True)
def bench(*, name: str | None, json_: bool, file: Path | None, pictures: Path | None, effort: float) -> None:
    """Measure it here and now: NAME, or everything."""
    from firmware.bench.figures import BENCHMARKS, Section, draw_curves, machine, page

    if file is not None:
        check_writable(file)
    about = machine()
    found: dict[str, list[FigureTable]] = {}
    wanted = [name] if name else [*BENCHES]
    with Progress(len(wanted), sys.stderr) as progress:
        for each in wanted:
            progress.begin(each)
            found[each] = find_bench(each)(effort)
            progress.step()
            progress.wipe()
            for table in [] if json_ else found[each]:
                click.echo(f"{each}: {table.text()}\n")
    if json_:
        tables = {each: [table.to_json() for table in measured] for each, measured in found.items()}
        as_json({"machine": about, "benches": tables})
    if file is not None:
        sections = [Section(each, f"`ballottino bench {each}`", tables) for each, tables in found.items()]
        if pictures is not None:
            draw_curves(pictures, sections)
        way = relpath(pictures, file.parent) if pictures is not None else None
        file.write_text(page(BENCHMARKS, about, sections, way), "utf-8")


@click.command("doctor")
@click.option("--profile")
@click.option("--json", "json_", is_flag=True)
@click.pass_context
def examine_box(ctx: click.Context, *, profile: str | None, json_: bool) -> None:
    """Look at everything the box needs, and say what to do about what is wrong."""
    from firmware.doctor import examine, is_healthy
    from firmware.machine.profiles import find_profile

    settings: Settings = ctx.obj
    findings = examine(find_profile(profile), settings.data, on_check=bar_on(sys.stderr))
    tell_findings(settings, findings, json_=json_)
    ctx.exit(0 if is_healthy(findings) else 1)


def tell_findings(settings: Settings, findings: list[Finding], *, json_: bool) -> None:
    """Print findings, in words or as JSON."""
    from firmware.doctor import sentences

    if json_:
        as_json([finding._asdict() for finding in findings])
        return
    try:
        words: Words | None = settings.words()
    except OSError:
        words = None  # the catalogues may be what is missing
    for line in sentences(findings, words):
        click.echo(coloured(line[:1], COLOURS.get(line[:1], "reset")) + line[1:])


@click.command("rehearse")
@click.argument("backup", metavar="[FILE]", type=click.Path(path_type=Path, dir_okay=False), required=False)
@click.option("--profile")
@click.option("--json", "json_", is_flag=True)
@click.pass_context
def rehearse_version(ctx: click.Context, *, backup: Path | None, profile: str | None, json_: bool) -> None:
    """Try this version on a copy of a box's games, as an update does before it switches to it."""
    from firmware.doctor import is_healthy
    from firmware.doctor.rehearsal import rehearse
    from firmware.machine.profiles import find_profile

    find_profile(profile)  # one that this version can't read any more is refused
    findings = rehearse(ctx.obj.data, backup)
    tell_findings(ctx.obj, findings, json_=json_)
    ctx.exit(0 if is_healthy(findings) else 1)


@click.command("update")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)
@click.pass_obj
def update_box(settings: Settings, *, file: Path | None) -> None:
    """Bring an installed box up to date with a signed release: FILE, or else the latest. Games are never touched."""
    from firmware.install.errands.updating import update_from, update_from_address
    from firmware.install.machine import Machine

    words = settings.words()
    version = update_from_address(Machine()) if file is None else update_from(Machine(), file)
    click.echo(words("update.done", version=version))


@click.command("hall")
@click.option("--broker", required=True, metavar="ADDRESS")
@click.option("--host", "hall_host", default="127.0.0.1", show_default=True)
@click.option("--port", type=click.IntRange(0, 65535), default=8090, show_default=True)
@click.pass_obj
def run_hall(settings: Settings, *, broker: str, hall_host: str, port: int) -> None:
    """Show all tables of a club on one wall, keep their results, and draw the next round."""
    from firmware.club import HALL, require_packages

    require_packages(HALL)
    from firmware.club.address import Address
    from firmware.club.hall import run_hall as start

    words = settings.words()

    def say(organisers: str) -> None:
        click.echo(f"{organisers}\n{words('run.hall', address=organisers.partition('?')[0])}")

    def warn(rule: str) -> None:
        click.echo(words.thing("open-rule", rule), err=True)

    start(Address.parse(broker), settings.data, host=hall_host, port=port, said=say, warn=warn)


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--json", "json_", is_flag=True)
@click.pass_obj
def write_backup(settings: Settings, *, file: Path, json_: bool) -> None:
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
def restore_backup(settings: Settings, *, file: Path, json_: bool) -> None:
    """Add the games, boards and settings of a backup to those that are here."""
    restored = restore_file(settings.ledger(), file, bar_on(sys.stderr))
    if json_:
        games = {kind.value: ids for kind, ids in restored.games.items()}
        as_json({**vars(restored), "games": games})
        return
    click.echo("\n".join(restored_text(settings.words(), restored)))
