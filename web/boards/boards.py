"""Boards by name: those we ship, and those that an owner makes, keeps, puts on the table and deletes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from companion.games import Kit
from companion.layout import Layout
from companion.layout import layout as layouts
from companion.layout.editor import OWN
from companion.refusal import NotFound, Refusal
from web.boards.shelf import board_lock, own_folder

LONGEST = 24
MOST = 100
"""The most boards of one game: the list reads all of them, and the disk is small."""
NAME = re.compile(rf"\w[\w '’-]{{0,{LONGEST - 1}}}")


def catalogue(kit: Kit) -> list[str]:
    """Return the boards that we ship, by their names in the option `board`; none if a game has only one."""
    options = (option.values for option in kit.game.all_options() if option.name == "board" and OWN in option.values)
    return [board for values in options for board in values if board != OWN]


def ours(kit: Kit, board: str) -> Layout:
    """Return a board that we ship, with the owner's corrections unless they can't be read."""
    if board not in catalogue(kit):
        raise NotFound("no-such-board", value=board[:LONGEST])
    return in_use(kit, {"board": board})


def in_use(kit: Kit, options: Mapping[str, str] | None = None) -> Layout:
    """Return a game's board with the owner's corrections; as we ship it, if those can't be read."""
    try:
        return kit.layout(own_folder(), options)
    except Refusal:
        return kit.layout(None, options)


def mine(kit: Kit, name: str) -> Layout:
    """Return one of the owner's boards; what it doesn't set is as on the game's first board."""
    own = load(kit.game.name, name)
    whole = Layout(own.name, kit.layout(own_folder()).facts | own.facts)
    kit.check_layout(whole)
    return whole


def folder(game: str) -> Path:
    return own_folder() / game


def file_of(game: str, name: str) -> Path:
    """Return where a board of this name is kept, or refuse what can't be a name."""
    name = name.strip()
    if not NAME.fullmatch(name):
        raise Refusal("bad-board-name", value=name[:LONGEST], most=LONGEST)
    return folder(game) / f"{name}.toml"


def names(game: str) -> list[str]:
    kept = folder(game)
    return sorted((path.stem for path in kept.glob("*.toml")), key=str.casefold) if kept.is_dir() else []


def kept_file(game: str, name: str) -> Path:
    """Return the file of a board that is kept, or refuse if there is none of this name."""
    path = file_of(game, name)
    if not path.is_file():
        raise NotFound("no-such-board", value=name)
    return path


def load(game: str, name: str) -> Layout:
    return layouts.load(kept_file(game, name), lambda _: None)


def on_table(game: str) -> Path:
    """Return the file that a game loads when it is played on the owner's own board."""
    return own_folder() / f"{game}-{OWN}.toml"


def is_laid(game: str, name: str) -> bool:
    """Return whether this board lies on the table as the owner's own."""
    return on_table(game).is_file() and on_table(game).read_bytes() == file_of(game, name).read_bytes()


def save_as(game: str, name: str, draft: Layout) -> None:
    """Keep a board under a name, and lay it on the table as the owner's own."""
    path = file_of(game, name)
    with board_lock:
        if not path.is_file() and len(names(game)) >= MOST:
            raise Refusal("too-many-boards", most=MOST)
        layouts.save(draft, path)
        layouts.save(draft, on_table(game))


def lay(game: str, name: str) -> None:
    """Lay a board on the table as the owner's own."""
    with board_lock:
        layouts.save(load(game, name), on_table(game))


def forget(game: str, name: str) -> None:
    """Delete a board, also from the table, where it would be played though no page shows it."""
    with board_lock:
        path = kept_file(game, name)
        others = (other.read_bytes() for other in folder(game).glob("*.toml") if other != path)
        if is_laid(game, name) and path.read_bytes() not in others:
            layouts.forget(on_table(game))
        layouts.forget(path)
