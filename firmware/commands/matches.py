"""Commands that play games and keep them."""

from __future__ import annotations

import sys
import time
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from companion import games
from companion.club.shared import UrnsOfBox, same_table
from companion.games import Kit
from companion.ledger import Ledger
from companion.ledger.beginning import Beginning
from companion.ledger.game_file import GameFile
from companion.players import check_can_play
from companion.referee import Referee
from companion.referee.urn import Urn
from companion.refusal import NotFound, OfOtherVersion, Refusal, SetAside
from companion.seats import NAMES, Seat, seat_table
from companion.teaching.newcomers import are_new_to
from companion.teaching.practice import practice
from companion.words import Words, printable
from firmware.commands.settings import (
    Settings,
    as_json,
    bar_on,
    check_writable,
    game_argument,
    option_of_game,
    record_text,
)
from firmware.commands.spoken import TextFile
from firmware.commands.tables import as_usual, names_for, parse_boxed, parse_options, set_table, with_boxed


def open_ledger(settings: Settings) -> Ledger:
    """Return the games that are kept. Where many must be read again, a terminal shows how far that has come."""
    ledger = settings.ledger()
    ledger.catalogue.on_read = bar_on(sys.stderr)
    return ledger


class Party(NamedTuple):
    """The people who sit down, and how they play, as the command line says it."""

    players: int | None
    names: str | None
    options: tuple[str, ...]
    boxed: tuple[str, ...]
    teach: bool | None

    def count(self, kit: Kit) -> int:
        """Return how many they are; if nothing says it, as few as the game takes."""
        if self.players is not None:
            return self.players
        return min(kit.game.players) if self.names is None else len(self.names.split(","))

    def names_and_strengths(self, kit: Kit, count: int) -> tuple[list[str], dict[int, str]]:
        """Return everyone's name at a table of this size, and the strength of each seat that the box plays."""
        usual = names_for(kit, count)
        listed = usual if self.names is None else self.names.split(",")
        if len(listed) != count:
            raise Refusal("names-for-others", players=count, count=len(listed))
        by_box = parse_boxed(self.boxed, count)
        return listed if self.names else with_boxed(listed, by_box), by_box

    def is_taught(self, ledger: Ledger, game: str, seats: Sequence[Seat], by_box: Collection[int]) -> bool:
        """Return whether they are led through the game: as they say, or else if it is new to all the people."""
        people = [seat.name for seat in seats if seat.number not in by_box]
        return are_new_to(ledger, game, people) if self.teach is None else self.teach


@click.command()
@game_argument
@click.option("-p", "--players", type=int)
@click.option("--names")
@option_of_game
@click.option("--box", "boxed", multiple=True, metavar="SEAT=STRENGTH")
@click.option("--teach/--no-teach", default=None)
@click.option("--shared", is_flag=True)
@click.pass_obj
def play(settings: Settings, /, game: str, *, shared: bool, **party: Any) -> None:
    """Play GAME in this terminal."""
    (play_shared if shared else play_alone)(settings, game, Party(**party))


def play_alone(settings: Settings, game: str, party: Party) -> None:
    """Play from an urn that is filled for this table."""
    from firmware.terminal.game import stir

    kit = games.find(game)
    names, by_box = party.names_and_strengths(kit, party.count(kit))
    needs = kit.game.adviser.needs if by_box and kit.game.adviser else {}
    table = set_table(kit, names, as_usual(kit, {**needs, **parse_options(party.options)}), settings.data)
    if by_box:
        check_can_play(kit.game.adviser, table.options)
    words = settings.words(game, table)
    ledger = open_ledger(settings)
    ledger.check_writable()
    taught = party.is_taught(ledger, game, table.seats, by_box)
    urn = stir(words, kit.game, table, Urn.fresh(), by_box)
    play_at_terminal(settings, Beginning(kit.game, table, urn, by_box, taught).begin(ledger), words)


def play_shared(settings: Settings, game: str, party: Party) -> None:
    """Play from the first urn that waits for this box and other tables: nothing is chosen but who sits where."""
    from firmware.terminal.game import show_seals

    kit, ledger = games.find(game), open_ledger(settings)
    ledger.check_writable()
    urns = UrnsOfBox.of(ledger)
    waiting = [
        urn for urn in urns.waiting(ledger.games()) if urn.game == game and party.players in (None, urn.players)
    ]
    if not waiting:
        raise NotFound("no-shared-urn")
    names, by_box = party.names_and_strengths(kit, waiting[0].players)
    seats = seat_table(names, kit.game.colours)
    same_table(game, seats, party.options)
    taught = party.is_taught(ledger, game, seats, by_box)
    beginning = waiting[0].beginning(seats, by_box, taught=taught)
    words = settings.words(game, beginning.table)
    show_seals(words, beginning)
    play_at_terminal(settings, urns.play(beginning, ledger), words)


@click.command("practice")
@game_argument
@click.option("--names")
@click.pass_obj
def play_practice(settings: Settings, *, game: str, names: str | None) -> None:
    """Practise GAME alone against the box: always the same short game, with hints."""
    kit, ledger = games.find(game), open_ledger(settings)
    ledger.check_writable()
    beginning = practice(kit, names or NAMES[0], settings.data / "layouts")
    play_at_terminal(settings, beginning.begin(ledger), settings.words(game, beginning.table))


@click.command()
@click.argument("game_id", metavar="[ID]", required=False)
@click.pass_obj
def resume(settings: Settings, *, game_id: str | None) -> None:
    """Go on with a game in this terminal: the last one, or the one with this ID."""
    ledger = open_ledger(settings)
    chosen = game_id or ledger.last()
    warn_about_left_out(ledger, settings.words())
    if chosen is None:
        raise NotFound("nothing-to-resume")
    referee = ledger.resume(chosen)
    play_at_terminal(settings, referee, settings.words(referee.kind.name, referee.table))


def warn_about_left_out(ledger: Ledger, words: Words) -> None:
    """Name the games that could not be read: the one that is wanted may be among them."""
    if ledger.unopened:
        click.echo(words.refusal(Refusal("cannot-open", names=ledger.unopened)), err=True)
    for name in ledger.newer:
        click.echo(words.refusal(OfOtherVersion("newer-game", value=name)), err=True)
    for name, why in ledger.set_aside:
        click.echo(words.refusal(SetAside(name, why)), err=True)


def play_at_terminal(settings: Settings, referee: Referee, words: Words) -> None:
    from firmware.terminal.game import Terminal

    assert isinstance(referee.keeper, GameFile)
    Terminal(referee, words, again=settings.command("resume", referee.keeper.path.stem)).play()


@click.command("list")
@click.option("--json", "json_", is_flag=True)
@click.option("--deleted", is_flag=True)
@click.pass_obj
def list_kept(settings: Settings, *, json_: bool, deleted: bool) -> None:
    """The games kept in the data folder, the one played last first."""
    ledger = open_ledger(settings)
    if deleted:
        list_deleted(ledger.deleted(), settings.words(), json_=json_)
        return
    kept = ledger.games()
    words = settings.words()
    warn_about_left_out(ledger, words)
    if json_:
        as_json([{**game._asdict(), "changed": when(game.changed)} for game in kept])
        return
    if not kept:
        click.echo(words("cli.no-games", folder=settings.data))
        return
    running, over, unfinished = words("cli.running"), words("cli.over"), words("cli.unfinished")
    states = {game.id: running if game.resumable else over if game.over else unfinished for game in kept}
    lines = (f"{game.id}  {', '.join(game.names)}  {states[game.id]}" for game in kept)
    click.echo("\n".join(map(printable, lines)))


def when(moment: int) -> str:
    """Return a time in ns as a date with its time zone.

    >>> when(0)
    ''
    """
    seconds = time.localtime(moment // 10**9)
    return time.strftime("%Y-%m-%dT%H:%M:%S%z", seconds) if moment else ""


def list_deleted(kept: Mapping[str, int], words: Words, *, json_: bool) -> None:
    if json_:
        as_json([{"id": game_id, "days": days} for game_id, days in kept.items()])
        return
    if not kept:
        click.echo(words("cli.none-deleted"))
    for game_id, days in kept.items():
        click.echo(f"{game_id}  {words('cli.days-kept', n=days)}")


@click.command()
@click.argument("game_id", metavar="ID")
@click.option("--yes", is_flag=True)
@click.pass_obj
def delete(settings: Settings, *, game_id: str, yes: bool) -> None:
    """Delete a game; asks twice. For a week it can be restored."""
    ledger, words = open_ledger(settings), settings.words()
    kept = next((game for game in ledger.games() if game.id == game_id), None)
    if kept is None:
        raise NotFound("no-such-game", value=game_id)
    questions = (words("cli.delete", game=kept.id, names=", ".join(kept.names)), words("cli.delete-sure"))
    if not yes and not all(agrees(question, words) for question in questions):
        click.echo(words("cli.not-deleted"))
        return
    ledger.delete(game_id)
    click.echo(words("cli.deleted", command=settings.command("restore", game_id)))


def agrees(question: str, words: Words) -> bool:
    """Ask a question; anything that does not begin like yes, the end of the input included, means no."""
    yes, no = words("box.yes"), words("box.no")
    click.echo(f"{question} ({yes}/{no}) ", nl=False, err=True)
    return sys.stdin.readline().strip().casefold()[:1] == yes[0].casefold()


@click.command()
@click.argument("game_id", metavar="ID")
@click.pass_obj
def restore(settings: Settings, *, game_id: str) -> None:
    """Bring a deleted game back."""
    open_ledger(settings).restore(game_id)
    click.echo(game_id)


@click.command()
@click.argument("game_id", metavar="ID")
@click.argument("file", type=TextFile("w"), default="-")
@click.option("--anyway", is_flag=True)
@click.pass_obj
def export(settings: Settings, *, game_id: str, file: Any, anyway: bool) -> None:
    """Write the record of a finished game; from then on nothing in it can change."""
    if file.name != "-":
        check_writable(Path(file.name))
    text = open_ledger(settings).export(game_id, anyway=anyway)
    file.write(text)  # opens the file, and so empties it, only now


@click.command("import")
@click.argument("file", type=TextFile("r"))
@click.pass_obj
def import_record(settings: Settings, *, file: Any) -> None:
    """Take a record into the data folder, once it has been verified."""
    text = record_text(file)
    ledger = open_ledger(settings)
    try:
        click.echo(ledger.import_record(text))
    finally:
        warn_about_left_out(ledger, settings.words())
