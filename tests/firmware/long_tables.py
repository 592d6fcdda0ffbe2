"""Tables of a game at which the players' names are as long as names may be."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion import games
from companion.game import Table
from companion.referee import Referee
from companion.seats import seat_table
from companion.words import folders_of
from firmware.scenes.match.match import Match
from tests.firmware.boxes import TestBox
from tests.games.harness import new_referee, tables

LONG_NAMES = ["Alessandra", "Wilhelmina", "Christophe", "Maddalena", "Gioacchino"]


def few_tables(game: str) -> list[Table]:
    """Return as few tables as have every number of players and every value of every option."""
    offered = list(tables(game).values())
    missing = set().union(*map(_said, offered))
    chosen = []
    while missing:
        chosen.append(max(offered, key=lambda table: len(_said(table) & missing)))
        missing -= _said(chosen[-1])
    return chosen


def _said(table: Table) -> set[tuple[str, str]]:
    return {("players", str(len(table.seats))), *table.options.items()}


def long_table(game: str, plain: Table) -> Table:
    kind = games.find(game).game
    return kind.set_table(seat_table(LONG_NAMES[: len(plain.seats)], kind.colours), plain.options, plain.layout)


@contextmanager
def long_match(game: str, plain: Table, language: str, data: Path, seed: int = 3) -> Iterator[tuple[TestBox, Match]]:
    """Yield a game at such a table, about to begin on a box."""
    table = long_table(game, plain)
    with on_box(new_referee(table, game, seed), language, data) as opened:
        yield opened


@contextmanager
def on_box(referee: Referee, language: str, data: Path) -> Iterator[tuple[TestBox, Match]]:
    box = TestBox(data, language)
    words = box.box.words_for(folders_of(referee.kind.name), referee.table.seats)
    match = Match(box.box, referee, words, referee.game.tells)
    box.box.play(match)
    match.go_on()
    yield box, match
    box.close()
