"""Bringing a backup back: into an empty box, or into one that has games of its own.

Nothing that is here is lost. A game that both have is kept once; a board of the same name stays as it is here, and so
does each setting that was chosen here. Each piece is durable by itself, so that a restoring which was cut short is
simply done again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from companion.backup.archive import BOARDS, Backup, open_backup
from companion.backup.settings import merge
from companion.durable import write_whole
from companion.input.confined import read_toml
from companion.layout import parse
from companion.ledger import Adopted, Ledger
from companion.refusal import NotSaved, Refusal


@dataclass
class Restored:
    """The result of restoring a backup: each part, and what was done with it."""

    games: dict[Adopted, list[str]] = field(default_factory=lambda: {kind: [] for kind in Adopted})
    boards: int = 0
    """Boards that were added."""
    settings: int = 0
    """Settings that were added."""
    kept_ours: list[str] = field(default_factory=list)
    """Boards that differ from ours of the same name, which stay."""
    left_out: list[str] = field(default_factory=list)
    """Games, boards and settings that are damaged, or that a newer version wrote."""

    def count(self, kind: Adopted) -> int:
        """Return how many games have met this fate."""
        return len(self.games[kind])


def restore(ledger: Ledger, file: IO[bytes], on_game: Callable[[int, int], None] = lambda done, of: None) -> Restored:
    """Add to a ledger all that a backup holds and the ledger lacks; refuse if the disk would not take it."""
    with open_backup(file) as backup:
        ledger.check_writable()
        restored = Restored()
        for number, (game_id, changed) in enumerate(backup.games.items(), start=1):
            _restore_game(ledger, backup, game_id, changed, restored)
            on_game(number, len(backup.games))
        try:
            for name in backup.boards:
                _restore_board(ledger.folder / BOARDS / f"{name}.toml", backup, restored)
            for name in backup.settings:
                _restore_setting(ledger.folder / name, backup, restored)
        except OSError as error:
            raise NotSaved("not-saved", why=str(error)) from error
        return restored


def _restore_game(ledger: Ledger, backup: Backup, game_id: str, changed: int, restored: Restored) -> None:
    try:
        restored.games[ledger.adopt(game_id, backup.game(game_id), changed)].append(game_id)
    except NotSaved:
        raise
    except Refusal:
        restored.left_out.append(game_id)


def _restore_board(path: Path, backup: Backup, restored: Restored) -> None:
    name = path.stem
    try:
        data = backup.board(name)
        parse(data, path.name, read_toml)
    except Refusal:
        restored.left_out.append(name)
        return
    if not path.exists():
        write_whole(path, data.decode())
        restored.boards += 1
    elif path.read_bytes() != data:
        restored.kept_ours.append(name)


def _restore_setting(path: Path, backup: Backup, restored: Restored) -> None:
    try:
        restored.settings += merge(path, backup.setting(path.name))
    except Refusal:
        restored.left_out.append(path.name)
