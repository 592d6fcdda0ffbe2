"""Commands that let the box play against itself: tournaments, tuning, and what rulings do."""

from __future__ import annotations

import sys
from contextlib import suppress

import click

from companion import games
from companion.game import Table
from companion.options import Option
from companion.players import RANDOM, SHARP, STRENGTHS, Adviser, Player
from companion.refusal import Refusal
from companion.rules import rule_of
from companion.tournaments.rulings import FIRST, Effect, RulingEffects, compare_readings, rulings_of
from companion.tournaments.tournament import TournamentResult, tournament
from companion.tournaments.tuning import tune
from companion.words import Words
from firmware.commands.settings import Progress, Settings, as_json, game_argument, option_of_game
from firmware.commands.tables import names_for, parse_options, set_table

KNOWN = (*STRENGTHS, f"{SHARP}:40", RANDOM)


def adviser_of(kit: games.Kit) -> Adviser:
    """Return a game's adviser, or refuse a game that has none."""
    if kit.game.adviser is None:
        raise Refusal("no-adviser", game=kit.game.name)
    return kit.game.adviser


def table_for(settings: Settings, kit: games.Kit, players: int, options: tuple[str, ...]) -> Table:
    """Return a table at which the box can play every seat."""
    wanted = parse_options(options) | dict(adviser_of(kit).needs)
    return set_table(kit, names_for(kit, players), wanted, settings.data)


def parse_players(text: str, adviser: Adviser) -> list[Player]:
    """Return the players that are named, one for each seat; refuse any that is not known."""
    return [parse_player(one.strip(), adviser) for one in text.split(",")]


def parse_player(name: str, adviser: Adviser) -> Player:
    """Return the player with this strength; a sharp one may have a budget, `sharp:40`, if its game has search."""
    player = Player.named(name, adviser)
    if player is None:
        raise Refusal("unknown-player", value=name, known=list(KNOWN))
    if player.playouts and adviser.search is None:
        raise Refusal("no-search", value=name)
    return player


@click.command("tournament")
@game_argument
@click.option("--players", "seated", required=True)
@click.option("-n", "--games", "number", type=click.IntRange(1), default=100, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--control", is_flag=True)
@option_of_game
@click.option("--json", "json_", is_flag=True)
@click.pass_obj
def play_tournament(
    settings: Settings,
    *,
    game: str,
    seated: str,
    number: int,
    seed: int,
    control: bool,
    options: tuple[str, ...],
    json_: bool,
) -> None:
    """Let players of the box play GAME against each other, every urn from every seat, and count who wins.

    With --control the same urns are played twice more: a mirror match, which must come out even, and one with a
    random player in the first one's place, which shows how much room there is above chance.

    A sharp player named with a number thinks further, with that many playouts for each answer: sharp:40.
    """
    kit = games.find(game)
    adviser = adviser_of(kit)
    players = parse_players(seated, adviser)
    table = table_for(settings, kit, len(players), options)
    matches = {"match": players}
    if control:
        chance = Player(adviser, RANDOM)
        matches |= {"mirror": [players[0]] * len(players), "control": [chance, *players[1:]]}
    found: dict[str, TournamentResult] = {}
    with Progress(number * len(matches), sys.stderr) as progress:
        for name, entrants in matches.items():
            found[name] = tournament(kit.game, table, entrants, games=number, seed=seed, progress=progress.step)
    if json_:
        as_json({name: standing.to_json() for name, standing in found.items()})
        return
    for name, standing in found.items():
        show(name, standing)


def show(name: str, standing: TournamentResult) -> None:
    """Print a standing: each entrant's share of wins with its interval, and what an answer took."""
    data = standing.to_json()
    click.echo(f"{name}: {data['entrants'][0]['games']} games, {data['answers_a_game']} answers each")
    for one in data["entrants"]:
        share, low, high = (f"{100 * one[key]:5.1f} %" for key in ("share", "low", "high"))
        click.echo(f"  {one['player']:<10}{share}  [{low} -{high}]  p95 {one['p95_ms']} ms")
    click.echo(f"  whoever began {100 * data['starter']:.1f} %, won by nobody {data['unwon']}")


@click.command("tune")
@game_argument
@click.option("-p", "--players", type=int, required=True)
@click.option("-n", "--games", "number", type=click.IntRange(2), default=200, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@option_of_game
@click.pass_obj
def tune_player(
    settings: Settings, *, game: str, players: int, number: int, seed: int, options: tuple[str, ...]
) -> None:
    """Try each number in GAME's player a little larger and smaller, and keep what wins beyond doubt.

    Prints every trial and, at the end, the whole table: put it into the game's player.py.
    """
    kit = games.find(game)
    table = table_for(settings, kit, players, options)
    adviser = adviser_of(kit)
    for tuned, trial in tune(kit.game, table, adviser, games=number, seed=seed):
        adviser = tuned
        kept = "kept" if trial.better else ""
        click.echo(
            f"{trial.name:<16}{trial.before:>8} ->{trial.after:>8}  {100 * trial.share:5.1f} %  {kept}".rstrip()
        )
    for name, value in adviser.numbers._asdict().items():
        click.echo(f"    {name}: float = {value}")


@click.command("rulings")
@game_argument
@click.option("-p", "--players", type=int)
@click.option("-n", "--games", "number", type=click.IntRange(2), default=1000, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--json", "json_", is_flag=True)
@click.pass_obj
def compare_rulings(
    settings: Settings, *, game: str, players: int | None, number: int, seed: int, json_: bool
) -> None:
    """Play each reading of GAME's rulings with steady players and the same urns, and say what differs."""
    kit = games.find(game)
    count = min(kit.game.players) if players is None else players
    table_for(settings, kit, count, ())  # a wrong number of players is refused before long work
    tables = {
        option: tables for option in rulings_of(kit.game) if len(tables := readings(settings, kit, count, option)) > 1
    }
    found: list[RulingEffects] = []
    with Progress(number * sum(map(len, tables.values())), sys.stderr) as progress:
        for option, by_reading in tables.items():
            found += compare_readings(kit.game, option, by_reading, games=number, seed=seed, progress=progress.step)
    if json_:
        as_json({"game": game, "players": count, "rulings": [one.to_json() for one in found]})
        return
    words = settings.words(game)
    if not found:
        click.echo(words("cli.no-rulings"))
    for one in found:
        show_comparison(words, game, one, count)


def readings(settings: Settings, kit: games.Kit, players: int, option: Option) -> dict[str, Table]:
    """Return a table for each reading that this number of players can play."""
    tables = {}
    for reading in option.values:
        with suppress(Refusal):
            tables[reading] = table_for(settings, kit, players, (f"{option.name}={reading}",))
    return tables


def show_comparison(words: Words, game: str, one: RulingEffects, players: int) -> None:
    """Print a ruling, both its readings, in how many games they differed, and what that did."""
    usual, other = (words.option_value(one.option.name, value) for value in (one.option.default, one.reading))
    click.echo(words.pair(f"{words.option(one.option.name)} ({one.option.rule})", f"{usual} → {other}"))
    click.echo(f"  {words(rule_of(game, one.option.rule).id)}")
    click.echo(f"  {words('cli.ruling-games', n=one.games, players=players, other=one.other)}")
    for effect in one.effects if one.other else ():
        click.echo(f"  {effect_text(words, effect)}")


def effect_text(words: Words, effect: Effect) -> str:
    """Return a figure by both readings, and the difference with its interval, or that it may be luck."""
    is_share = effect.name == FIRST
    scale, unit = (100.0, " %") if is_share else (1.0, "")
    name = words.template(f"effect.{effect.name}") or words(f"tally.{effect.name}", n=2)
    before, after = (f"{scale * value:.1f}{unit}" for value in (effect.before, effect.after))
    change, low, high = (f"{scale * value:+.1f}" for value in (effect.change, effect.low, effect.high))
    said = words("cli.ruling-change", change=change, low=low, high=high)
    luck = "" if effect.is_certain else f" {words('cli.ruling-luck')}"
    return words.pair(name, words.joined((f"{before} → {after}", f"{said}{luck}")))
