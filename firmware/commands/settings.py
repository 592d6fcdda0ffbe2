"""What all commands share: where games are kept, the language, and how a refusal is said."""

from __future__ import annotations

import json
import locale
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from companion import games
from companion.game import Table
from companion.ledger import Ledger, default_folder
from companion.refusal import Refusal
from companion.words import LANGUAGES, Words, folders_of
from firmware import WORDS
from hardware.panel import Panel


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


def game_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    """The argument GAME, remembered so that a refusal can be put in that game's words."""

    def remember(ctx: click.Context, _: click.Parameter, value: str) -> str:
        ctx.meta["game"] = value
        return value

    return click.argument("game", callback=remember)(command)


def as_json(data: Any) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))
