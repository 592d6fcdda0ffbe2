"""Any keys in any order, on a box that is switched on and off now and then: nothing breaks, and games stay whole."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.ledger import Ledger
from companion.ledger.game_file import GameFile
from hardware.keys import Key
from tests.counted import counted
from tests.firmware.boxes import TestBox
from tests.nightly import NIGHTLY

PRESSES = 60_000 if NIGHTLY else 1_500
"""On each box."""
EVENING = 500
"""Presses between switching on and off."""
KEYS = (Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT, Key.OK, Key.OK, Key.OK, Key.BACK)
"""A thumb that presses OK more often than anything else: otherwise no game would ever begin."""


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_any_keys_break_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    """A fault would come through here: only the loop of a real box catches it."""
    monkeypatch.setattr("firmware.machine.power.power_off", lambda: None)  # the tests may run on a Pi
    rng = Random(language)
    for _ in range(PRESSES // EVENING):
        box = TestBox(tmp_path, language)
        for _ in range(EVENING):
            box.tap(rng.choice(KEYS))
        assert box.glass().tobytes() == box.box.scene.picture().tobytes()
        box.close()
        counted("random presses of keys", EVENING)
    ledger = Ledger(tmp_path)
    kept = ledger.games()
    assert kept, "no game was ever begun"
    assert ledger.set_aside == []
    for game in kept:
        referee = ledger.resume(game.id)
        assert isinstance(referee.keeper, GameFile)
        referee.keeper.close()
        assert referee.fault is None
        counted("games begun by them, all whole")
        counted("answers given by them", len(referee.entries))
