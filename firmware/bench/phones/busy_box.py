"""A box with phones and a game on it, without a loop of its own: whoever measures gives the answers."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

from companion import games
from companion.ledger import Ledger
from companion.ledger.game_file import GameFile
from companion.referee.simulation import play_random, random_urn
from companion.words import HERE as SHARED_WORDS
from companion.words import Words, folders_of
from firmware import WORDS
from firmware.bench.tables import table
from firmware.box.box import Box
from firmware.box.phones import Phones
from firmware.scenes.match.match import Match
from hardware.panel import Panel
from hardware.profile import load


class BusyBox:
    """A box with phones and a game on it, with the most players."""

    def __init__(self, folder: Path, game: str) -> None:
        self.panel = Panel.open_screen(load("simulated"))
        self.box = Box(self.panel, Ledger(folder), Words("en", [WORDS, SHARED_WORDS]))
        self.panel.open_keys(self.box.post)
        self.phones = self.box.phones = Phones(self.box, "127.0.0.1", 0)
        self.phones.start()
        self._rng = Random(1)
        kind = games.find(game).game
        self.referee = self.box.ledger.begin(kind, table(game, max(kind.players)), random_urn(self._rng))
        words = self.box.words_for(folders_of(game), self.referee.table.seats)
        match = Match(self.box, self.referee, words)
        self.box.play(match)
        match.go_on()

    def answer(self) -> tuple[float, float]:
        """Give an answer; return when the phones were told, and how long the box took to show it."""
        start = time.monotonic()
        play_random(self.referee, self._rng, most=len(self.referee.entries) + 1)
        self.panel.screen.show(self.box.scene.picture())
        shown = time.monotonic()
        self.box.show()
        return shown, shown - start

    def close(self) -> None:
        self.phones.stop()
        assert isinstance(self.referee.keeper, GameFile)
        self.referee.keeper.close()
        self.panel.close()
