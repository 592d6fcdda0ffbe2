"""The command `ballottino`: every job of the box from a terminal."""

from __future__ import annotations

import gc
import json
import locale
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from companion import games, record
from companion import simulate as simulation
from companion.drawing import Drawing, draw_all
from companion.game import Table
from companion.ledger import Ledger, default_folder
from companion.refusal import Refusal
from companion.rules import rule_of, rules_of
from companion.seats import seat_table
from companion.steps import TABLE
from companion.urn import Urn
from companion.views import seat_view
from companion.words import LANGUAGES, Words, folders_of
from firmware.bench import BENCHES
from firmware.bench import find as find_bench
from firmware.layouts import layouts
from firmware.progress import Progress
from hardware.panel import Panel

WORDS = Path(__file__).parent / "words"
NAMES = ["Anna", "Ben", "Cleo", "Dario", "Elena"]


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


class Commands(click.Group):
    """A group whose commands may be refused: a sentence on standard error, and exit code 1."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Refusal as refusal:
            game = ctx.meta.get("game")
            settings = ctx.obj if isinstance(ctx.obj, Settings) else Settings(default_folder(), "en")
            known = game if game in games.names() else None
            click.echo(settings.words(known).refusal(refusal), err=True)
            ctx.exit(1)


def spoken_language() -> str:
    """The language of the user's environment, if we speak it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            language = locale.normalize(value)[:2].lower()
            return language if language in LANGUAGES else "en"
    return "en"


@click.group(cls=Commands, invoke_without_command=True)
@click.option("--data", type=click.Path(path_type=Path), help="Where games are kept.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="The language to speak.")
@click.version_option(package_name="ballottino")
@click.pass_context
def main(ctx: click.Context, data: Path | None, lang: str | None) -> None:
    """A referee for five Venetian board games."""
    gc.set_threshold(50_000, 20, 50)  # a game keeps thousands of small facts: look for rubbish less often
    ctx.obj = Settings(data or default_folder(), lang or spoken_language(), ctx.obj, lang is not None)
    if ctx.invoked_subcommand is None:
        ctx.invoke(run_box)


main.add_command(layouts)


def game_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    """The argument GAME, remembered so that a refusal can be put in that game's words."""

    def remember(ctx: click.Context, _: click.Parameter, value: str) -> str:
        ctx.meta["game"] = value
        return value

    return click.argument("game", callback=remember)(command)


def as_json(data: Any) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def parse_options(pairs: tuple[str, ...]) -> dict[str, str]:
    """`-o key=value` as a mapping."""
    wanted = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Refusal("bad-option", value=pair)
        wanted[name] = value
    return wanted


def set_table(kit: games.Kit, names: list[str], options: tuple[str, ...], data: Path) -> Table:
    """The table for a new game with these names, on the owner's own board if there is one."""
    kind = kit.game
    wanted = parse_options(options)
    return kind.set_table(seat_table(names, kind.colours), wanted, kit.layout(data / "layouts", wanted))


def names_for(kit: games.Kit, players: int) -> list[str]:
    if players not in kit.game.players:
        raise Refusal("wrong-players", count=players, known=list(kit.game.players))
    return NAMES[:players]


@main.command("run")
@click.option("--profile", help="The build of the box: a name or a file.")
@click.option("--no-web", is_flag=True, help="No phones.")
@click.option("--host", default="0.0.0.0", show_default=True, help="Where phones may come from.")
@click.option("--port", type=int, default=8080, show_default=True)
@click.pass_obj
def run_box(
    settings: Settings, profile: str | None = None, no_web: bool = False, host: str = "0.0.0.0", port: int = 8080
) -> None:
    """Start the box (this is what `ballottino` alone does)."""
    from firmware.program import run_box as start

    web = None if no_web else (host, port)
    start(settings.panel, profile, settings.ledger(), settings.words(), web, settings.language_given)


@main.command("games")
@click.option("--json", "json_", is_flag=True, help="As JSON.")
@click.pass_obj
def list_games(settings: Settings, json_: bool) -> None:
    """The games this box can referee."""
    kits = {name: games.find(name) for name in games.names()}
    if json_:
        as_json([describe(kit) for kit in kits.values()])
        return
    for name, kit in kits.items():
        words = settings.words(name)
        players = words("cli.players", players=list(kit.game.players))
        click.echo(f"{name}: {words.thing('game', name)}, {players}")
        for option in kit.game.all_options():
            meant = ", ".join(f"{value} ({words.option_value(option.name, value)})" for value in option.values)
            click.echo(f"  -o {option.name}=...  {words.pair(words.option(option.name), meant)}")
        for job, names in (("score", kit.sheets), ("draw", kit.draws)):
            for what in names:
                click.echo(f"  {job} {name} {what}")


def describe(kit: games.Kit) -> dict[str, Any]:
    """A game as data: what it is played with, and what it offers."""
    return {
        "game": kit.game.name,
        "players": list(kit.game.players),
        "options": {option.name: list(option.values) for option in kit.game.all_options()},
        "sheets": list(kit.sheets),
        "draws": list(kit.draws),
    }


@main.command()
@game_argument
@click.argument("rule_id", metavar="[ID]", required=False)
@click.option("--lang", type=click.Choice(LANGUAGES), help="The language to speak.")
@click.option("--json", "json_", is_flag=True, help="As JSON.")
@click.pass_obj
def rules(settings: Settings, game: str, rule_id: str | None, lang: str | None, json_: bool) -> None:
    """The rules of GAME by number, or the one with this ID."""
    games.find(game)
    words = Words(lang or settings.language, folders_of(game))
    chosen = [rule_of(game, rule_id)] if rule_id else list(rules_of(game).values())
    if json_:
        as_json([{"id": rule.id, "kind": rule.kind, "text": words(rule.id)} for rule in chosen])
        return
    for rule in chosen:
        mark = "" if rule.kind == "rule" else f" [{words(f'rule-kind.{rule.kind}')}]"
        click.echo(f"{rule.id}{mark}  {words(rule.id)}")


@main.command()
@game_argument
@click.argument("sheet")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of a filled sheet.")
@click.option("--json", "filled", type=click.File("r"), help="A filled sheet: a file, or - for standard input.")
@click.pass_obj
def score(settings: Settings, game: str, sheet: str, schema: bool, filled: Any) -> None:
    """Count a SHEET of GAME: every point with its reason."""
    kit = games.find(game)
    if sheet not in kit.sheets:
        raise Refusal("unknown-sheet", value=sheet, known=list(kit.sheets))
    layout = kit.layout(settings.data / "layouts")
    if schema:
        as_json(kit.sheets[sheet].schema(layout))
    elif filled is not None:
        as_json(kit.sheets[sheet].score(read_json(filled.read()), layout).to_json())
    else:
        from firmware.scoring import fill_in

        fill_in(settings.words(game), kit.sheets[sheet], layout)


def read_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refusal("not-json", why=str(error)) from error


@main.command()
@game_argument
@click.argument("what")
@click.option("-n", "number", type=click.IntRange(1, 100_000), default=1, help="How many.")
@click.option("--json", "json_", is_flag=True, help="As JSON.")
@click.pass_obj
def draw(settings: Settings, game: str, what: str, number: int, json_: bool) -> None:
    """Draw WHAT of GAME: a dial, a deck, a neutral player's cards."""
    kit = games.find(game)
    kind = games.find_kind(f"{game}:{what}")
    assert issubclass(kind, Drawing)
    table = kind.set_table([], {}, kit.layout(settings.data / "layouts"))
    game_drawn = draw_all(kind, table, Urn.fresh(), number)
    if json_:
        as_json(game_drawn.drawn[:number])
        return
    words = settings.words(game)
    for tell in game_drawn.tells:
        click.echo(words.tell(tell))


@main.command()
@game_argument
@click.option("-p", "--players", type=int, required=True)
@click.option("-n", "--games", "number", type=click.IntRange(1), default=1, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("-o", "--option", "options", multiple=True, metavar="KEY=VALUE")
@click.option("--check", type=click.Choice(["none", "sampled", "every"]), default="sampled", show_default=True)
@click.option("--record", "record_file", type=click.Path(path_type=Path), help="Write the last game's record here.")
@click.option("--json", "json_", is_flag=True, help="As JSON.")
@click.pass_obj
def simulate(
    settings: Settings,
    game: str,
    players: int,
    number: int,
    seed: int,
    options: tuple[str, ...],
    check: str,
    record_file: Path | None,
    json_: bool,
) -> None:
    """Play random legal games of GAME to the end, and look that nothing breaks."""
    kit = games.find(game)
    table = set_table(kit, names_for(kit, players), options, settings.data)
    every = {"none": 0, "sampled": simulation.SAMPLED, "every": 1}[check]
    words = settings.words(game)
    with Progress(number, sys.stderr) as progress:
        try:
            tally = simulation.simulate(kit.game, table, number, seed, every, progress.step)
        except simulation.Unsound as unsound:
            path = record_file or Path(f"broken-{game}-{seed}.jsonl")
            path.write_text(record.write(unsound.referee), "utf-8")
            raise Refusal("unsound", why=str(unsound), file=str(path)) from unsound
    if record_file and tally.last is not None:
        record_file.write_text(record.write(tally.last), "utf-8")
    if json_:
        as_json(tally.to_json())
        return
    for key, value in tally.to_json().items():
        click.echo(words.pair(words(f"figure.{key}"), str(value)))


@main.command()
@click.argument("file", type=click.File("r", encoding="utf-8"))
@click.option("--upto", type=int, help="Stop after so many entries.")
@click.option("--seat", type=int, help="As this seat sees it.")
@click.option("--public", is_flag=True, help="As everyone sees it (the default).")
@click.option("--json", "json_", is_flag=True, help="The view as JSON.")
@click.pass_obj
def replay(settings: Settings, file: Any, upto: int | None, seat: int | None, public: bool, json_: bool) -> None:
    """Play a record again, and show how it stood."""
    if public and seat is not None:
        raise click.UsageError("--seat and --public exclude each other")
    found = read_record(file)
    record.verify(found)
    referee = found.replay(upto)
    eyes = TABLE if seat is None else seat
    if eyes not in (TABLE, *referee.game.seats):
        raise Refusal("no-such-seat", seat=seat, known=referee.game.seats)
    if json_:
        as_json(seat_view(referee, eyes))
        return
    words = settings.words(found.kind.name, found.table)
    for tell in referee.game.tells:
        if tell.to in (TABLE, eyes):
            click.echo(words.tell(tell) + (f"  ({tell.rule})" if tell.rule else ""))


def read_record(file: Any) -> record.Record:
    try:
        return record.read(file.read())
    except UnicodeDecodeError as error:
        raise Refusal("not-a-record") from error


@main.command()
@click.argument("file", type=click.File("r", encoding="utf-8"))
@click.option("--json", "json_", is_flag=True, help="As JSON.")
@click.pass_obj
def verify(settings: Settings, file: Any, json_: bool) -> None:
    """Do every draw of a record again: nobody has touched the urn."""
    found = read_record(file)
    draws = record.verify(found)
    if json_:
        as_json({"commitment": found.commitment, "draws": len(draws), "entries": len(found.entries), "true": True})
    else:
        words = settings.words()
        click.echo(words("cli.verified", n=len(draws), commitment=found.commitment))


@main.command()
@game_argument
@click.option("-p", "--players", type=int, help="How many, if no names are given.")
@click.option("--names", help="Names in seat order, with commas between.")
@click.option("-o", "--option", "options", multiple=True, metavar="KEY=VALUE")
@click.pass_obj
def play(settings: Settings, game: str, players: int | None, names: str | None, options: tuple[str, ...]) -> None:
    """Play GAME in this terminal."""
    from firmware.terminal import Terminal, stir

    kit = games.find(game)
    listed = names.split(",") if names else names_for(kit, players or min(kit.game.players))
    table = set_table(kit, listed, options, settings.data)
    words = settings.words(game, table)
    urn = stir(words, Urn.fresh())
    Terminal(settings.ledger().begin(kit.game, table, urn), words).play()


@main.command()
@click.argument("game_id", metavar="[ID]", required=False)
@click.pass_obj
def resume(settings: Settings, game_id: str | None) -> None:
    """Go on with a game in this terminal: the last one, or the one with this ID."""
    from firmware.terminal import Terminal

    ledger = settings.ledger()
    chosen = game_id or ledger.last()
    if chosen is None:
        raise Refusal("nothing-to-resume")
    referee = ledger.resume(chosen)
    Terminal(referee, settings.words(referee.kind.name, referee.table)).play()


@main.command("list")
@click.option("--json", "json_", is_flag=True, help="As JSON.")
@click.pass_obj
def list_kept(settings: Settings, json_: bool) -> None:
    """The games kept in the data folder."""
    ledger = settings.ledger()
    kept = ledger.games()
    words = settings.words()
    for name, why in ledger.set_aside:
        click.echo(words.refusal(Refusal("set-aside", value=name, why=why)), err=True)
    if json_:
        as_json([game._asdict() for game in kept])
        return
    for game in kept:
        state = words("cli.over") if game.over else words("cli.running")
        click.echo(f"{game.id}  {', '.join(game.names)}  {state}")


@main.command()
@click.argument("game_id", metavar="ID")
@click.argument("file", type=click.File("w", encoding="utf-8", lazy=True), default="-")
@click.pass_obj
def export(settings: Settings, game_id: str, file: Any) -> None:
    """Write the record of a finished game; from then on nothing in it can change."""
    file.write(settings.ledger().export(game_id))


@main.command("import")
@click.argument("file", type=click.File("r", encoding="utf-8"))
@click.pass_obj
def import_record(settings: Settings, file: Any) -> None:
    """Take a record into the data folder, once it has been verified."""
    try:
        text = file.read()
    except UnicodeDecodeError as error:
        raise Refusal("not-a-record") from error
    click.echo(settings.ledger().bring_in(text))


@main.command()
@click.argument("name", type=click.Choice(BENCHES), required=False)
@click.option("--json", "json_", is_flag=True, help="As JSON.")
def bench(name: str | None, json_: bool) -> None:
    """Measure it here and now: NAME, or everything."""
    figures = {each: find_bench(each)() for each in ([name] if name else BENCHES)}
    if json_:
        as_json(figures)
        return
    for each, measured in figures.items():
        click.echo(each)
        for what, figure in measured.items():
            shown = (
                ", ".join(f"{key} {value}" for key, value in figure.items()) if isinstance(figure, dict) else figure
            )
            click.echo(f"  {what}: {shown}")


@main.command("doctor")
@click.option("--profile", help="The build of the box: a name or a file.")
@click.option("--json", "json_", is_flag=True, help="As JSON.")
@click.pass_context
def examine_box(ctx: click.Context, profile: str | None, json_: bool) -> None:
    """Look at everything the box needs, and say what to do about what is wrong."""
    from firmware.doctor import examine, is_healthy, sentences
    from hardware.profile import ProfileError, default_profile, load

    settings: Settings = ctx.obj
    try:
        build = load(profile) if profile else default_profile()
    except ProfileError as error:
        raise Refusal("bad-profile", why=str(error)) from error
    findings = examine(build, settings.data)
    if json_:
        as_json([finding._asdict() for finding in findings])
    else:
        try:
            words: Words | None = settings.words()
        except OSError:
            words = None  # they may be what is missing
        for line in sentences(findings, words):
            click.echo(line)
    ctx.exit(0 if is_healthy(findings) else 1)
