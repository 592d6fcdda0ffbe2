"""The boards that an owner has made, by name: kept, loaded, laid on the table as his own, and forgotten."""

from __future__ import annotations

import re
from pathlib import Path

from companion import layout as layouts
from companion.layout import Layout
from companion.making import OWN
from companion.refusal import Refusal
from web.shelf import own_folder

LONGEST = 24
NAME = re.compile(rf"\w[\w '’-]{{0,{LONGEST - 1}}}")


def folder(game: str) -> Path:
    return own_folder() / game


def file_of(game: str, name: str) -> Path:
    """Where a board of this name is kept; refuses what is no name."""
    name = name.strip()
    if not NAME.fullmatch(name):
        raise Refusal("bad-board-name", value=name[:LONGEST], most=LONGEST)
    return folder(game) / f"{name}.toml"


def names(game: str) -> list[str]:
    kept = folder(game)
    return sorted((path.stem for path in kept.glob("*.toml")), key=str.casefold) if kept.is_dir() else []


def load(game: str, name: str) -> Layout:
    path = file_of(game, name)
    if not path.is_file():
        raise Refusal("no-such-board", value=name)
    return layouts.load(path, lambda _: None)


def on_table(game: str) -> Path:
    """The board that a game takes when it is played on the owner's own."""
    return own_folder() / f"{game}-{OWN}.toml"


def is_laid(game: str, name: str) -> bool:
    """Whether this is the board that lies on the table as one's own."""
    return on_table(game).is_file() and on_table(game).read_bytes() == file_of(game, name).read_bytes()


def save_as(game: str, name: str, draft: Layout) -> None:
    """Keep a board under a name, and lay it on the table as one's own."""
    path = file_of(game, name)
    layouts.save(draft, path)
    layouts.save(draft, on_table(game))
