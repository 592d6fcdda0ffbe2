"""The commands `ballottino layout`: check a board in a file, or draw it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from companion import games
from companion.layout import Layout, layout
from companion.layout.editor import Finding
from companion.picture.board import at_the_start
from companion.picture.shapes import with_style
from companion.refusal import Refusal
from companion.words import Words
from firmware.commands.settings import Settings, as_json
from firmware.commands.spoken import TextFile

MARKS = {None: " ", True: "+", False: "!"}

file_argument = click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
game_option = click.option("--game")


@click.group("layout")
def layouts() -> None:
    """Look at a board in a file."""


@layouts.command()
@file_argument
@game_option
@click.option("--json", "json_", is_flag=True)
@click.pass_obj
def check(settings: Settings, *, file: Path, game: str | None, json_: bool) -> None:
    """Is the board in FILE sound, and what is there to know about it?"""
    kit, board = board_in(file, game)
    words = settings.words(kit.game.name)
    fault = fault_of(kit, board)
    findings = findings_on(kit, board)
    if json_:
        found: list[dict[str, Any]] = [
            {"key": one.key, "facts": dict(one.facts), "good": one.good} for one in findings
        ]
        as_json({"game": kit.game.name, "sound": fault is None, "findings": found})
    else:
        for one in findings:
            click.echo(f"{MARKS[one.good]} {one.text(words)}")
        if fault is None:
            click.echo(words("cli.layout-sound", file=file.name, game=kit.game.name))
        else:
            click.echo(words.refusal(fault), err=True)
    click.get_current_context().exit(0 if fault is None else 1)


def findings_on(kit: games.Kit, board: Layout) -> Sequence[Finding]:
    """Return the findings of the game's editor; none if it has no editor, or one that can't read this board."""
    if kit.editor is None:
        return []
    try:
        return kit.editor.findings(kit.editor.read({name: fact.value for name, fact in board.facts.items()}))
    except Refusal:
        return []


def fault_of(kit: games.Kit, board: Layout) -> Refusal | None:
    """Return the refusal of a board by the rules of its game, or None."""
    try:
        kit.check_layout(board)
    except Refusal as refusal:
        return refusal
    return None


@layouts.command()
@file_argument
@game_option
@click.option("-o", "--output", type=TextFile("w"), default="-")
@click.pass_obj
def draw(settings: Settings, *, file: Path, game: str | None, output: Any) -> None:
    """Draw the board in FILE as it looks before the first move."""
    kit, board = board_in(file, game)
    if kit.board is None:
        raise Refusal("no-board-drawing", game=kit.game.name)
    kit.check_layout(board)
    words: Words = settings.words(kit.game.name)
    picture = with_style(at_the_start(kit, board, words).svg, kit.board_style)
    output.write(picture + "\n")  # opens the file, and so empties it, only now


def board_in(file: Path, game: str | None) -> tuple[games.Kit, Layout]:
    """Return a board with its game; facts that the file leaves out come from the game's first board."""
    found = layout.load(file, lambda _: None)
    kit = games.find(game or game_of(file, found))
    click.get_current_context().meta["game"] = kit.game.name  # so that a refusal is worded by this game
    return kit, Layout(found.name, kit.layout().facts | found.facts)


def game_of(file: Path, found: Layout) -> str:
    """Return the game of a board, by the file's name if it is named like ours, or else by its facts."""
    named = [name for name in games.names() if file.stem.partition("-")[0] == name]
    telling = [
        name for name in games.names() if found.facts and set(found.facts) <= set(games.find(name).layout().facts)
    ]
    if len(named or telling) != 1:
        raise Refusal("which-game", file=file.name)
    return (named or telling)[0]
