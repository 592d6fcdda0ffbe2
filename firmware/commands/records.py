"""Commands that write records, replay and verify them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from companion import games
from companion.club.comparing import Comparison, Placing, SameQuestion, compare
from companion.club.evening import Verified, is_evening, verify_evening
from companion.game import Table
from companion.ledger import record
from companion.referee import Referee, simulation
from companion.referee.automatic import explain, recompute
from companion.referee.seals import seal_words
from companion.referee.views import SeatView
from companion.refusal import Refusal
from companion.steps import TABLE
from companion.words import Words, printable
from companion.words.answers import answer_text, reason_text
from companion.words.checking import SpeechCheck
from firmware.commands.settings import (
    Progress,
    Settings,
    as_json,
    check_writable,
    game_argument,
    option_of_game,
    record_text,
)
from firmware.commands.spoken import TextFile
from firmware.commands.tables import names_for, parse_options, set_table


@click.command()
@game_argument
@click.option("-p", "--players", type=int, required=True)
@click.option("-n", "--games", "number", type=click.IntRange(1), default=1, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@option_of_game
@click.option(
    "--check",
    type=click.Choice(["none", "sampled", "every"]),
    default="sampled",
    show_default=True,
)
@click.option("--record", "record_file", type=click.Path(path_type=Path))
@click.option("--json", "json_", is_flag=True)
@click.pass_obj
def simulate(
    settings: Settings,
    *,
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
    table = set_table(kit, names_for(kit, players), parse_options(options), settings.data)
    every = {"none": 0, "sampled": simulation.SAMPLED, "every": 1}[check]
    run_checks = checks_with_words(game, table) if check == "every" else simulation.check_invariants
    words = settings.words(game)
    if record_file is not None:
        check_writable(record_file)
    with Progress(number, sys.stderr) as progress:
        try:
            tally = simulation.simulate(
                kit.game, table, number, seed, every=every, progress=progress.step, check=run_checks
            )
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


def checks_with_words(game: str, table: Table) -> Callable[[Referee], None]:
    """Return a check of a game's invariants, and that everything it says has words."""
    speech = SpeechCheck(game, table.seats)

    def check(referee: Referee) -> None:
        simulation.check_invariants(referee)
        speech.check(referee)

    return check


@click.command()
@click.argument("file", type=TextFile("r"))
@click.option("--upto", type=int)
@click.option("--seat", type=int)
@click.option("--why", is_flag=True)
@click.option("--json", "json_", is_flag=True)
@click.pass_obj
def replay(settings: Settings, *, file: Any, upto: int | None, seat: int | None, why: bool, json_: bool) -> None:
    """Play a record again, and show how it stood."""
    found = record.read(record_text(file))
    record.verify(found)
    referee = found.replay(upto)
    eyes = TABLE if seat is None else seat
    if eyes not in (TABLE, *referee.game.seats):
        raise Refusal("no-such-seat", seat=seat, known=referee.game.seats)
    if json_:
        as_json(SeatView.of(referee, eyes).to_json())
        return
    words = settings.words(found.kind.name, found.table)
    for tell in referee.game.tells:
        if tell.to in (TABLE, eyes):
            click.echo(words.tell(tell) + (f"  ({tell.rule})" if tell.rule else ""))
    for explained in reversed(list(explain(referee))) if why else ():
        click.echo(f"{explained.number + 1:>4}  {reason_text(words, explained)}")


@click.command()
@click.argument("file", type=TextFile("r"))
@click.option("--seal", metavar="WORDS")
@click.option("--stirred", metavar="WORDS")
@click.option("--end", metavar="WORDS")
@click.option("--json", "json_", is_flag=True)
@click.pass_obj
def verify(
    settings: Settings, *, file: Any, seal: str | None, stirred: str | None, end: str | None, json_: bool
) -> None:
    """Do every draw of a record or of an evening of rounds again: nobody has touched the urn. With seals that you
    noted: this is yours.
    """
    text = record_text(file)
    seals = {record.FIRST: seal, record.SECOND: stirred, record.END: end}
    noted = {name: said for name, said in seals.items() if said}
    if is_evening(text):
        show_evening(settings, verify_evening(text), noted, json_=json_)
        return
    found = record.read(text)
    record.check_noted(found.seals, noted)
    draws = record.verify(found)
    with Progress(len(found.entries), sys.stderr) as progress:  # the box thinks again about all it answered
        boxed = recompute(found.kind, found.table, found.urn, found.entries, progress.step)
    if json_:
        said = {"commitment": found.commitment, "sealed": found.sealed, "end": found.end}
        players = {str(seat): asdict(one) for seat, one in boxed.items()}
        as_json({**said, "draws": len(draws), "entries": len(found.entries), "boxed": players, "true": True})
        return
    words = settings.words(found.kind.name.partition(":")[0], found.table)
    click.echo(words("cli.verified", n=len(draws), commitment=found.commitment))
    for name, digest in found.seals.items():
        click.echo(f"  {words.pair(words.thing('seal', name), seal_words(digest))}")
    for seat, one in boxed.items():
        mine = one.given - one.others
        if mine:
            click.echo(words("cli.follows", seat=seat, follow=one.follow, given=mine))
        if one.others:
            click.echo(words("cli.other-player", seat=seat, n=one.others))
    if stirred or end:
        click.echo(words("cli.your-game"))


def show_evening(settings: Settings, found: Verified, noted: Mapping[str, str], *, json_: bool) -> None:
    """Show that the rounds of an evening are true; refuse it if its seals are not those that were noted."""
    record.check_noted(found.seals, noted)
    if json_:
        as_json({**asdict(found), "true": True})
        return
    words = settings.words()
    click.echo(words("cli.verified-evening", n=found.rounds))
    for name, digest in found.seals.items():
        click.echo(f"  {words.pair(words.thing('seal', name), seal_words(digest))}")
    if found.taken_back:
        click.echo(words("cli.rounds-taken-back", n=found.taken_back))
    if found.unknown:
        click.echo(words("cli.rounds-unknown", n=found.unknown))


@click.command("compare")
@click.argument("files", type=TextFile("r"), nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "json_", is_flag=True)
@click.pass_obj
def compare_records(settings: Settings, *, files: Sequence[Any], json_: bool) -> None:
    """Compare finished games that tables played from the same urn: who made more of the same luck."""
    read = [record.read(record_text(file)) for file in files]
    found = compare(read)
    if json_:
        as_json(describe_comparison(found))
        return
    words = settings.words(found.game)
    for number, names in enumerate(found.names, start=1):
        click.echo(printable(words("compare.table", number=number, names=", ".join(names))))
    click.echo(words("compare.draws", n=found.draws_alike, apart=found.draws_apart))
    for placing in found.placings:
        click.echo(f"  {above_text(placing):>6}  {printable(words('compare.line', **_facts(placing)))}")
    click.echo(words("compare.questions", n=len(found.different), of=len(found.questions)))
    for question in found.different:
        click.echo(f"  {printable(question_text(words, found, question))}")


def above_text(placing: Placing) -> str:
    """Return by how much a score is above the average of its seat.

    >>> from fractions import Fraction
    >>> above_text(Placing(0, 1, "Anna", 9, Fraction(3, 2)))
    '+1.5'
    """
    return f"{float(placing.above):+.1f}"


def _facts(placing: Placing) -> dict[str, Any]:
    return {"name": placing.name, "score": placing.score, "table": placing.table + 1, "seat": placing.seat}


def question_text(words: Words, found: Comparison, question: SameQuestion) -> str:
    """Return a question, and what each table said to it."""
    decision = question.decision
    said = [
        words.pair(
            found.names[table][decision.seat - 1] if decision.seat else f"{table + 1}",
            answer_text(words, decision.choice, value),
        )
        for table, value in question.answers.items()
    ]
    return f"{words.brief(decision)}  {' | '.join(said)}"


def describe_comparison(found: Comparison) -> dict[str, Any]:
    """Return a comparison as data."""
    return {
        "game": found.game,
        "tables": found.names,
        "draws": {"alike": found.draws_alike, "apart": found.draws_apart},
        "people": [{**_facts(placing), "above": float(placing.above)} for placing in found.placings],
        "questions": [
            {
                "id": question.decision.id,
                "seat": question.decision.seat,
                "answers": {str(table + 1): value for table, value in question.answers.items()},
            }
            for question in found.questions
        ],
    }
