"""A game that one program plays is refused to another, and nothing is written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.ledger import Ledger
from firmware.scenes.home.resuming import resume
from tests.companion.ledger.test_ledger import begin
from tests.companion.ledger.test_lock import another_program, said_by
from tests.firmware.boxes import TestBox
from tests.tables import file_of, id_of


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "This game is open on the box or in another terminal."),
        ("fr", "Cette partie est ouverte sur la boîte ou dans un autre terminal."),
        ("it", "Questa partita è aperta sulla scatola o in un altro terminale."),
    ],
)
def test_a_terminal_is_refused_the_game_on_the_box(tmp_path: Path, lang: str, said: str) -> None:
    judge = begin(Ledger(tmp_path), answers=3)
    command = [sys.executable, "-m", "firmware", "--lang", lang, "--data", str(tmp_path)]
    asked = subprocess.run([*command, "resume"], input="", stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert (asked.returncode, asked.stderr.strip()) == (1, said)
    listed = subprocess.run([*command, "list"], stdout=subprocess.PIPE, text=True, timeout=60, check=True)
    assert listed.stdout.startswith(id_of(judge)), "but it may look"


def test_box_says_so_and_stays_at_home(tmp_path: Path) -> None:
    judge = begin(Ledger(tmp_path), answers=3)
    file_of(judge).close()
    box = TestBox(tmp_path)
    try:
        with another_program(tmp_path, id_of(judge)) as other:
            assert said_by(other) == "held"
            resume(box.box, id_of(judge))
            assert (box.box.match, len(box.box.scenes)) == (None, 2)
        box.box.back()
        resume(box.box, id_of(judge))
        assert box.box.match is not None, "the other program is gone"
    finally:
        box.close()
