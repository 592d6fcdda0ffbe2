"""The command that counts: who has won how often, at which games, against whom."""

from __future__ import annotations

from typing import Any

import click

from companion import games
from companion.club.fame import Fame, Rating
from companion.club.own import OwnFame
from companion.refusal import NotFound, quoted
from companion.words import Words, printable
from firmware.commands.matches import open_ledger, warn_about_left_out
from firmware.commands.settings import Settings, as_json, coloured


@click.command("stats")
@click.argument("name", required=False)
@click.option("--game", "of_game", default="")
@click.option("-p", "--players", "of_players", type=int, default=0)
@click.option("--json", "json_", is_flag=True)
@click.pass_obj
def show_stats(settings: Settings, *, name: str | None, of_game: str, of_players: int, json_: bool) -> None:
    """Show who has won how often; with NAME, one person and whom they met."""
    if of_game:
        games.find(of_game)
    ledger = open_ledger(settings)
    own, words = OwnFame(ledger), settings.words()
    people = own.fame(of_game, of_players)
    apart = own.fame(of_game, of_players, with_boxes=True)
    warn_about_left_out(ledger, words)
    if name is not None:
        people, apart = (
            [one for one in found if one.name.casefold() == name.casefold()] for found in (people, apart)
        )
        if not people and not apart:
            raise NotFound("no-such-person", value=quoted(name))
    if json_:
        rated = own.ratings(of_game, of_players)
        with_boxes = [describe(one, None) for one in apart]
        as_json({"people": [describe(one, rated.get(one.name)) for one in people], "with_boxes": with_boxes})
        return
    if not people and not apart:
        click.echo(words("fame.nobody"))
    tell(people, words, of_game=of_game, in_full=name is not None)
    if apart:
        click.echo(words("fame.with-boxes"))
        tell(apart, words, of_game=of_game, in_full=name is not None)


def tell(people: list[Fame], words: Words, *, of_game: str, in_full: bool) -> None:
    """Print a line for each person; with whom they met, if that is asked for."""
    for one in people:
        told = words("fame.line", n=one.games, wins=one.wins, longest=one.longest)
        average = f" {words('fame.average', score=words.decimal(one.average))}" if of_game else ""
        click.echo(f"{coloured(printable(one.name), 'cyan')}  {told}{average}")
        for name, met in sorted(one.against.items()) if in_full else ():
            click.echo(f"  {printable(words('fame.against', name=name, before=met.before, behind=met.behind))}")


def describe(one: Fame, rating: Rating | None) -> dict[str, Any]:
    """Return somebody's fame as data."""
    return {
        "name": one.name,
        "games": one.games,
        "wins": one.wins,
        "average": round(one.average, 2),
        "streak": one.streak,
        "longest": one.longest,
        "against": {name: vars(meetings) for name, meetings in sorted(one.against.items())},
    } | ({} if rating is None else {"rating": round(rating.strength, 2), "doubt": round(rating.doubt, 2)})
