"""An evening at the box, as its data folder sees it: what is recorded, and what must be there afterwards.

    python -m tests.faults.evening first FOLDER GAME PLAYERS SEED
    python -m tests.faults.evening second FOLDER
    python -m tests.faults.evening whole FOLDER GAME PLAYERS SEED

Everything that was done and acknowledged is noted on standard output, as a line of JSON: a thing, and
what it is now. The first half ends without a word, as by a pulled plug; the second goes on from there. A whole
evening has nothing unusual in it.
"""

from __future__ import annotations

import json
import os
import sys
import zlib
from collections.abc import Sequence
from contextlib import closing
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any

from companion import games
from companion.game import Final
from companion.layout import layout
from companion.ledger import Ledger, record
from companion.ledger.game_file import GameFile
from companion.referee import Referee
from companion.referee.entries import Answer, Entry
from companion.referee.simulation import play_random, random_urn
from firmware.box.preferences import Preferences
from tests.tables import file_of, table
from web.table.seats import Seats

PREFERENCES, SEATS, LAYOUT = "preferences.json", "seats.json", "layouts/mine.toml"
FILES = (PREFERENCES, SEATS, LAYOUT)


State = list[Any]
"""A game as its file has it, short enough to compare."""


def state_of(page: GameFile, sums: Sequence[int] | None = None) -> State:
    sums = running_sums(page.entries()) if sums is None else sums
    kept = "".join(sorted(json.dumps(answer.line()) for answer in page.kept()))
    return [len(sums), sums[-1] if sums else 0, zlib.crc32(kept.encode()), page.state.over, page.state.published]


def running_sums(entries: Sequence[Entry], before: int = 0) -> list[int]:
    """Return a checksum of everything up to each entry."""
    lines = (json.dumps(entry.line()).encode() for entry in entries)
    return list(accumulate(lines, lambda total, line: zlib.crc32(line, total), initial=before))[1:]


def note(thing: str, value: Any) -> None:
    """Acknowledge: from here on this must never be lost."""
    os.write(1, (json.dumps([thing, value]) + "\n").encode())


def note_file(folder: Path, name: str) -> None:
    path = folder / name
    note(name, path.read_text() if path.exists() else None)


class Noting:
    """A keeper that acknowledges as soon as its file has stored something."""

    def __init__(self, page: GameFile) -> None:
        self.page = page
        self.sums = running_sums(page.entries())
        self._note()

    def _note(self) -> None:
        note(self.page.path.stem, state_of(self.page, self.sums))

    def _sum_up(self, start: int, entries: Sequence[Entry]) -> None:
        self.sums[start:] = running_sums(entries, self.sums[start - 1] if start else 0)
        self._note()

    def append(self, entry: Entry) -> None:
        self.page.append(entry)
        self._sum_up(len(self.sums), [entry])

    def rewrite(self, start: int, entries: Sequence[Entry], kept: Sequence[Answer]) -> None:
        self.page.rewrite(start, entries, kept)
        self._sum_up(start, entries)

    def finish(self, final: Final) -> None:
        self.page.finish(final)
        self._note()

    def teach(self, *, taught: bool) -> None:
        self.page.teach(taught=taught)


def noted(referee: Referee) -> Referee:
    referee.keeper = Noting(file_of(referee))
    return referee


def first_half(folder: Path, game: str, players: int, seed: int) -> None:
    """Set up the box, begin a game, and stop in the middle of it with its file still open."""
    kind, at = games.find(game).game, table(game, players)
    whole = Referee(kind, at, random_urn(Random(seed)))
    play_random(whole, Random(2))
    ledger = Ledger(folder)
    set_up(folder, "it")
    referee = noted(ledger.begin(kind, at, random_urn(Random(seed))))
    play_random(referee, Random(2), most=len(whole.entries) // 2)
    os._exit(0)


def second_half(folder: Path) -> None:
    """Resume it: take back, amend, play to the end; publish its record, and import a friend's."""
    ledger = Ledger(folder)
    game_id = ledger.last()
    assert game_id is not None
    referee = noted(ledger.resume(game_id))
    everyone = referee.game.seats
    referee.undo(len(referee.entries) - 3, everyone)
    amend_one(referee, len(referee.entries) // 2)
    play_random(referee, Random(3))
    assert isinstance(referee.keeper, Noting)
    referee.keeper.page.close()
    ledger.export(game_id)
    note_page(ledger, game_id)
    friends = Referee(referee.kind, referee.table, random_urn(Random(9)))
    play_random(friends, Random(9))
    note_page(ledger, ledger.import_record(record.write(friends)))
    set_up(folder, "fr")
    layout.forget(folder / LAYOUT)
    note_file(folder, LAYOUT)
    another = noted(ledger.begin(games.find("rialto").game, table("rialto", 2), random_urn(Random(4))))
    play_random(another, Random(4), most=5)


def whole(folder: Path, game: str, players: int, seed: int) -> None:
    """Set up the box, take the seats by phone, play one game to its end, and look at the list of games."""
    kind = games.find(game).game
    set_up(folder, "it")
    ledger = Ledger(folder)
    referee = ledger.begin(kind, table(game, players), random_urn(Random(seed)))
    game_id = file_of(referee).path.stem
    for seat in referee.game.seats:
        Seats(folder / SEATS).take(game_id, seat)
    play_random(referee, Random(seed))
    note("answers", len(referee.entries))
    file_of(referee).close()
    ledger.export(game_id)
    ledger.games()


def set_up(folder: Path, language: str) -> None:
    Preferences(folder)["language"] = language
    note_file(folder, PREFERENCES)
    layout.save(games.find("doge").layout(), folder / LAYOUT)
    note_file(folder, LAYOUT)
    Seats(folder / SEATS).take(f"a game in {language}", 1)
    note_file(folder, SEATS)


def amend_one(referee: Referee, start: int) -> None:
    """Change the first old answer from `start` on that could have been another."""
    for index, entry in enumerate(referee.entries):
        if index >= start and isinstance(entry, Answer) and entry.decision is not None:
            other = next((value for value in entry.decision.choice.legal() if value != entry.value), None)
            if other is not None:
                referee.amend(index, other, referee.game.seats)
                return


def note_page(ledger: Ledger, game_id: str) -> None:
    with closing(GameFile(ledger.folder / "games" / f"{game_id}.sqlite")) as page:
        note(game_id, state_of(page))


if __name__ == "__main__":
    if sys.argv[1] == "second":
        second_half(Path(sys.argv[2]))
    else:
        evening = {"first": first_half, "whole": whole}[sys.argv[1]]
        evening(Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
