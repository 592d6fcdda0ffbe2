"""Commands about the games themselves: their options, rules and score sheets."""

from __future__ import annotations

import json
from typing import Any

import click

from companion import games
from companion.input.bounds import BOARD as SHEET
from companion.input.bounds import check_json
from companion.refusal import Malformed, NotFound
from companion.rules import rule_of, rules_of
from companion.words import LANGUAGES, Words, folders_of, language_name, languages_of
from companion.words.set_up import lines_of, set_up_of
from companion.words.short import short_of
from firmware.commands.settings import Settings, as_json, coloured, game_argument, option_of_game
from firmware.commands.spoken import TextFile, missing
from firmware.commands.tables import as_usual, names_for, parse_options, set_table


@click.command("games")
@click.option("--json", "json_", is_flag=True)
@click.pass_obj
def list_games(settings: Settings, *, json_: bool) -> None:
    """The games this box can referee."""
    kits = {name: games.find(name) for name in games.names()}
    if json_:
        as_json([describe(kit) for kit in kits.values()])
        return
    for name, kit in kits.items():
        words = settings.words(name)
        players = words("cli.players", players=list(kit.game.players))
        click.echo(f"{coloured(name, 'cyan')}: {words.thing('game', name)}, {players}")
        if len(spoken := languages_of(name)) < len(LANGUAGES):
            click.echo(f"  {words('cli.spoken', languages=[language_name(language) for language in spoken])}")
        for option in kit.game.all_options():
            meant = ", ".join(f"{value} ({words.option_value(option.name, value)})" for value in option.values)
            click.echo(f"  -o {option.name}=...  {words.pair(words.option(option.name), meant)}")
        for sheet in kit.sheets:
            click.echo(f"  score {name} {sheet}")
        for what, kind in kit.draws.items():
            click.echo("".join([f"  draw {name} {what}", *(f" -a {key}=..." for key in kind.asks)]))


def describe(kit: games.Kit) -> dict[str, Any]:
    """Return a game as data: its players, options, sheets, draws and languages."""
    return {
        "game": kit.game.name,
        "players": list(kit.game.players),
        "options": {option.name: list(option.values) for option in kit.game.all_options()},
        "sheets": list(kit.sheets),
        "draws": list(kit.draws),
        "languages": languages_of(kit.game.name),
    }


@click.command()
@game_argument
@click.argument("rule_id", metavar="[ID]", required=False)
@click.option("--json", "json_", is_flag=True)
@click.pass_obj
def rules(settings: Settings, *, game: str, rule_id: str | None, json_: bool) -> None:
    """The rules of GAME by number, or the one with this ID."""
    games.find(game)
    words = Words(settings.language, folders_of(game))
    chosen = [rule_of(game, rule_id)] if rule_id else list(rules_of(game).values())
    if json_:
        as_json([{"id": rule.id, "kind": rule.kind, "text": words(rule.id)} for rule in chosen])
        return
    for rule in chosen:
        mark = "" if rule.kind == "rule" else f" [{words(f'rule-kind.{rule.kind}')}]"
        click.echo(f"{coloured(rule.id, 'cyan')}{mark}  {words(rule.id)}")


@click.command()
@game_argument
@click.pass_obj
def learn(settings: Settings, *, game: str) -> None:
    """GAME in five minutes: its goal, a turn, its end, and an example that is counted."""
    words = settings.words(game)
    short = short_of(games.find(game), words)
    click.echo(words.pair(short.title, words("short.title")))
    click.echo(f"\n{coloured(words('short.goal'), 'cyan')}")
    click.echo(f"  {short.goal}")
    for heading, lines in short.parts:
        click.echo(f"\n{coloured(heading, 'cyan')}")
        for rule, text in lines:
            click.echo(f"  {text} ({rule})")
    click.echo(f"\n{coloured(words('short.example'), 'cyan')}")
    for asked, said in short.given:
        click.echo(f"  {words.pair(asked, said)}")
    for line in short.counted:
        click.echo(f"  · {line}")


@click.command("set-up")
@game_argument
@click.option("-p", "--players", type=int)
@option_of_game
@click.pass_obj
def show_set_up(settings: Settings, *, game: str, players: int | None, options: tuple[str, ...]) -> None:
    """How GAME is set up, step by step."""
    kit = games.find(game)
    names = names_for(kit, min(kit.game.players) if players is None else players)
    table = set_table(kit, names, as_usual(kit, parse_options(options)), settings.data)
    words = settings.words(game, table)
    for line in lines_of(words, set_up_of(kit.game(table))):
        click.echo(line)


@click.command()
@game_argument
@click.argument("sheet", required=False, metavar="SHEET")
@click.option("--schema", is_flag=True)
@click.option(
    "--json",
    "filled",
    type=TextFile("r"),
)
@click.pass_obj
def score(settings: Settings, *, game: str, sheet: str | None, schema: bool, filled: Any) -> None:
    """Count a SHEET of GAME: every point with its reason."""
    kit = games.find(game)
    if not kit.sheets:
        raise NotFound("no-sheets", game=game)
    if sheet is None:
        raise missing("sheet")
    if sheet not in kit.sheets:
        raise NotFound("unknown-sheet", value=sheet, known=list(kit.sheets))
    layout = kit.layout(settings.data / "layouts")
    if schema:
        as_json(kit.sheets[sheet].schema(layout))
    elif filled is not None:
        as_json(kit.sheets[sheet].score(read_json(filled), layout).to_json())
    else:
        from firmware.terminal.scoring import fill_in

        fill_in(settings.words(game), kit, kit.sheets[sheet], layout)


def read_json(file: Any) -> Any:
    try:
        text = file.read(SHEET.size + 1)
        check_json(text, SHEET)
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Malformed("not-json", why=str(error)) from error
