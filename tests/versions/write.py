"""Write games and records of all games as this version keeps them, and a backup, for every later version to read.

    python -m tests.versions.write 2

This is done once for each version, before it is released. What lies in `tests/versions` is never written again.
"""

from __future__ import annotations

import shutil
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from companion import games
from companion.backup import archive as backup
from companion.layout import Fact, Layout, save
from companion.ledger import Ledger, record
from companion.referee.simulation import play_random
from companion.referee.urn import Urn
from companion.versioned import write_mapping
from firmware.box.preferences import VERSION as PREFERENCES
from tests.tables import file_of, table

HERE = Path(__file__).parent
RUNNING, WHOLE = 25, 100_000
"""After how many answers a running game is left; more than any game takes."""


def write(version: str) -> None:
    """Play a game of each kind to its end and leave another one running; keep their files and their records."""
    for folder in ("games", "records"):
        (HERE / version / folder).mkdir(parents=True)
    for game in games.names():
        _play(HERE / version, game, running=False)
        _play(HERE / version, game, running=True)
    back_up(HERE / version)


def back_up(version: Path) -> None:
    """Keep a backup of a box with two of these games, a board of its owner's, and settings."""
    with TemporaryDirectory() as data:
        ledger = Ledger(Path(data))
        for name in ("doge-running", "venezia-finished"):
            shutil.copy(version / "games" / f"{name}.sqlite", ledger.folder / "games")
        save(Layout("doge", {"palaces": Fact([1, 2], "owner")}), ledger.folder / "layouts" / "doge.toml")
        write_mapping(ledger.folder / "preferences.json", PREFERENCES, {"language": "it"})
        with (version / "box.ballottino").open("wb") as file:
            backup.write(ledger, file)


def _play(folder: Path, game: str, *, running: bool) -> None:
    rng = Random(f"{game}, {running}")
    urn = Urn(rng.randbytes(32), ["up", "a word from Ben", "7192"])
    kind = games.find(game).game
    with TemporaryDirectory() as data:
        referee = Ledger(Path(data)).begin(kind, table(game, max(kind.players)), urn)
        play_random(referee, rng, most=RUNNING if running else WHOLE)
        with closing(file_of(referee)) as file:
            file.checkpoint()
        state = "running" if running else "finished"
        (folder / "games" / f"{game}-{state}.sqlite").write_bytes(file.path.read_bytes())
        name = f"{game}-running" if running else game
        (folder / "records" / f"{name}.jsonl").write_text(record.write(referee), "utf-8")


if __name__ == "__main__":
    write(sys.argv[1])
