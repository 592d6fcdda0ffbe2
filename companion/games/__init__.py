"""The games, each a whole folder: add one by writing one."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path

from companion import layout
from companion.game import Game
from companion.layout import Layout
from companion.refusal import Refusal

HERE = Path(__file__).parent


def names() -> list[str]:
    """The names of all games, found by their folders."""
    return sorted(folder.name for folder in HERE.iterdir() if (folder / "rules.toml").is_file())


def folder(name: str) -> Path:
    """A game's folder; refuses a game there is none of."""
    if name not in names():
        raise Refusal("unknown-game", value=name, known=names())
    return HERE / name
