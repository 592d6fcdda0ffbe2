"""The boards that an owner has made, by name: kept, loaded, laid on the table as his own, and forgotten."""

from __future__ import annotations

import re
from pathlib import Path

from companion.layout import Layout
from companion.layout import layout as layouts
from companion.layout.making import OWN
from companion.refusal import NotFound, Refusal
from web.boards.shelf import one_at_a_time, own_folder

LONGEST = 24
MOST = 100
"""Boards of one game: all of them are looked at for the list, and the disk is small."""
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


def kept_file(game: str, name: str) -> Path:
    """The file of a board that is kept; refuses a name that none has."""
    path = file_of(game, name)
    if not path.is_file():
        raise NotFound("no-such-board", value=name)
    return path


def load(game: str, name: str) -> Layout:
    return layouts.load(kept_file(game, name), lambda _: None)


def on_table(game: str) -> Path:
    """The board that a game takes when it is played on the owner's own."""
    return own_folder() / f"{game}-{OWN}.toml"


def is_laid(game: str, name: str) -> bool:
    """Whether this is the board that lies on the table as one's own."""
    return on_table(game).is_file() and on_table(game).read_bytes() == file_of(game, name).read_bytes()


def save_as(game: str, name: str, draft: Layout) -> None:
    """Keep a board under a name, and lay it on the table as one's own."""
    path = file_of(game, name)
    with one_at_a_time:
        if not path.is_file() and len(names(game)) >= MOST:
            raise Refusal("too-many-boards", most=MOST)
        layouts.save(draft, path)
        layouts.save(draft, on_table(game))


def lay(game: str, name: str) -> None:
    """Put a board on the table as one's own."""
    with one_at_a_time:
        layouts.save(load(game, name), on_table(game))


def forget(game: str, name: str) -> None:
    """Keep a board no more; nor on the table, where it would be played though no page shows it."""
    with one_at_a_time:
        path = kept_file(game, name)
        others = (other.read_bytes() for other in folder(game).glob("*.toml") if other != path)
        if is_laid(game, name) and path.read_bytes() not in others:
            layouts.forget(on_table(game))
        layouts.forget(path)
