"""A table that plays as fast as it can while phones read along, until someone kills it."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

from companion import games
from companion.game import Final
from companion.ledger.game_file import GameFile
from companion.referee import Referee
from companion.referee.entries import Answer, Entry
from companion.referee.simulation import random_urn, some_answer
from companion.refusal import Refusal
from tests.faults.evening import running_sums
from tests.tables import file_of, table
from tests.web.house import House

READERS = 2


class Telling:
    """A keeper that announces each entry before and after storing it, to whoever watches."""

    def __init__(self, page: GameFile, watcher: Connection) -> None:
        self.page = page
        self.watcher = watcher
        self.sums = running_sums(page.entries())
        self._tell(True, self.sums)

    def _tell(self, safe: bool, sums: Sequence[int]) -> None:
        self.watcher.send((safe, self.page.path.stem, len(sums), sums[-1] if sums else 0))

    def append(self, entry: Entry) -> None:
        self.rewrite(len(self.sums), [entry], None)

    def rewrite(self, start: int, entries: Sequence[Entry], kept: Sequence[Answer] | None) -> None:
        sums = self.sums[:start]
        sums += running_sums(entries, sums[-1] if sums else 0)
        self._tell(False, sums)
        if kept is None:
            self.page.append(*entries)
        else:
            self.page.rewrite(start, entries, kept)
        self._tell(True, sums)
        self.sums = sums

    def finish(self, final: Final) -> None:
        self.page.finish(final)

    def teach(self, *, taught: bool) -> None:
        self.page.teach(taught=taught)


def play_on(folder: Path, seed: int, watcher: Connection) -> None:
    """Resume the last game, and when it is over begin another, for ever."""
    rng = Random(seed)
    house = House(folder)
    for _ in range(READERS):
        threading.Thread(target=read_along, args=(house,), daemon=True).start()
    while True:
        house.referee = referee = sit_down(house, rng, watcher)
        while referee.open:
            house.run(partial(move, referee, rng))
            house.post(house.refresh)


def sit_down(house: House, rng: Random, watcher: Connection) -> Referee:
    last = house.ledger.last()
    if last is not None:
        referee = house.ledger.resume(last)
    else:
        kind = games.find(rng.choice(games.names())).game
        referee = house.ledger.begin(kind, table(kind.name, rng.choice(kind.players)), random_urn(rng))
    file = file_of(referee)
    if referee.outcome is not None:
        file.finish(referee.run.final)
    referee.keeper = Telling(file, watcher)
    return referee


def move(referee: Referee, rng: Random) -> None:
    """Give an answer; now and then take a step back, or change an old answer."""
    count, everyone = len(referee.entries), referee.game.seats
    chance = rng.random()
    if count > 10 and chance < 0.02:
        referee.undo(count - rng.randrange(1, 6), everyone)
    elif count > 10 and chance < 0.04:
        entry = referee.entries[index := rng.randrange(count)]
        if isinstance(entry, Answer) and entry.decision is not None:
            with suppress(Refusal):
                referee.amend(index, entry.decision.choice.sample(rng), everyone)
    else:
        seat = rng.choice([*referee.open])
        referee.answer(seat, some_answer(referee.game, referee.open[seat], rng))


def read_along(house: House) -> None:
    """Phones that look at the table and at the list of games, which opens every game's file."""
    phone = house.stranger()
    while True:
        for page in ("/", "/history"):
            with phone.get(page) as response:
                if response.status_code != 200:
                    print(page, response.get_data(as_text=True), file=sys.stderr, flush=True)
                    os._exit(1)  # nobody waits for this thread: the watcher finds the table gone
