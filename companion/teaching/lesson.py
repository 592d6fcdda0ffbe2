"""The lesson of a game: how it is laid out, and which of its rules say in five minutes what it is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.game import Game, Tell
from companion.options import table_draws
from companion.picture.picture import key_of_player
from companion.steps import TABLE
from companion.teaching.short import Short
from companion.vocabulary import named

named("lay", "board", "draw-first")
named("teach", "set-up", "us", "note", "rule", "practice", "practice-note", "box-goes-on", "hint", "hint-ask")


@dataclass(frozen=True)
class Instruction:
    """Something to do before the first move, worded `lay.<key>` with its facts, by a rule.

    `drawn` is the key of the telling that says what the box has drawn for it; without a `key` that telling says it
    all. `board` says that the box shows its map; `places` are the parts of the picture of the board where it is done:
    see `companion.picture.picture.marked`.
    """

    key: str
    rule: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    drawn: str = ""
    board: bool = False
    places: Sequence[str] = ()

    def telling(self, game: Game) -> Tell | None:
        """Return the telling of what was drawn; `None` if nothing was, or not yet."""
        told = (tell for tell in game.tells if tell.key == self.drawn and tell.to == TABLE)
        return next(told, None) if self.drawn else None


def before_players(game: Game) -> list[str]:
    """Return the parts of the board's picture that show what each player has."""
    return [key_of_player(seat.colour) for seat in game.table.seats]


def first_player(game: Game, rule: str) -> Instruction:
    """Return who begins, as it was drawn; or that the table draws it."""
    if table_draws(game.options, "first"):
        return Instruction("draw-first", rule)
    return Instruction("", rule, drawn="first", places=[before_players(game)[game.starter - 1]])


@dataclass(frozen=True)
class Lesson:
    """The lesson of a game for newcomers.

    `to_lay_out` returns the set-up of a game, in the order in which it is done. It reads the table, its options and
    its layout, never where pieces have gone since, so that it is the same at any time of the game.
    """

    to_lay_out: Callable[[Any], Sequence[Instruction]]
    short: Short | None = None
    done_by: Mapping[str, str] = field(default_factory=dict)
    """By the key of a question about what a table has done with its own cardboard: the rule by which it did so."""
    together: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The rules to explain, in order, by the rule of what was told. A telling by any other rule explains nothing."""
    practised: int = 1
    """The rounds that a person plays in a practice game, before the box finishes it."""

    def instructions(self, game: Game) -> list[Instruction]:
        """Return the set-up of this game. What is only drawn is left out until it has been."""
        every = self.to_lay_out(game)
        return [one for one in every if one.key or one.telling(game) is not None]
