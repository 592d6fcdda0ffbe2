"""Games on cards that are too small, full or locked: `unshare --user --map-root-user --mount python -m ... FOLDER`.

Prints what came of each, as JSON. It needs a mount namespace of its own, where anyone may put a card into a folder.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from companion import games
from companion.ledger import Ledger
from companion.referee import Referee
from companion.referee.simulation import play_random, random_urn
from companion.refusal import Refusal
from tests.tables import file_of, id_of, table

SIZES = range(8, 480, 8)
"""Sizes in kilobytes, from nothing to more than enough."""

PLENTY = 2000


@contextmanager
def card(folder: Path, kilobytes: int) -> Iterator[None]:
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def put_again(folder: Path, how: str) -> None:
    """Take the card out and put it in again, mounted differently."""
    subprocess.run(["mount", "-o", f"remount,{how}", folder], check=True)


def begin(ledger: Ledger) -> str:
    begun = ledger.begin(games.find("venedig").game, table("venedig", 3), random_urn(Random(1)))
    return put_away(begun)


def put_away(judge: Referee) -> str:
    file_of(judge).close()
    return id_of(judge)


def record(folder: Path) -> str:
    """Return the record of a whole game, to be imported."""
    with card(folder, 100 * PLENTY):
        ledger = Ledger(folder)
        played = ledger.begin(games.find("doge").game, table("doge", 3), random_urn(Random(3)))
        play_random(played, Random(3))
        return ledger.export(put_away(played))


def outcome(folder: Path, keep: Callable[[Ledger], str], kilobytes: int) -> str:
    """Return the refusal of a game on a card of this size, or what is wrong about it."""
    with card(folder, kilobytes):
        try:
            said = keep(Ledger(folder))
        except Refusal as refusal:
            return "left behind" if list(folder.glob("games/*.sqlite")) else refusal.key
        put_again(folder, f"size={PLENTY}k")
        try:
            put_away(Ledger(folder).resume(said))
        except Refusal as refusal:
            return f"{refusal.key} though said to be kept"
        return "kept"


def damage_found(folder: Path, how: str) -> tuple[int, list[str], str]:
    """Return how a damaged game fares on a locked card: how many are listed, which are not, and what a look says."""
    with card(folder, PLENTY):
        _, broken = (begin(Ledger(folder)) for _ in range(2))
        (folder / "games" / f"{broken}.sqlite").write_bytes(b"nonsense" * 999)
        put_again(folder, how)
        ledger = Ledger(folder)
        listed = ledger.games()
        try:
            ledger.peek(broken)
        except Refusal as refusal:
            return len(listed), ledger.unopened, refusal.key
        return len(listed), ledger.unopened, "opened"


def main(folder: Path) -> None:
    text = record(folder)
    jobs: dict[str, Callable[[Ledger], str]] = {"begin": begin, "import": lambda ledger: ledger.import_record(text)}
    kept = {name: [outcome(folder, keep, size) for size in SIZES] for name, keep in jobs.items()}
    json.dump({**kept, "locked": damage_found(folder, "ro")}, sys.stdout)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
