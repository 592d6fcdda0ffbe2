"""One program at a time plays a game; looking is always allowed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from companion.ledger import Ledger, record
from companion.referee.simulation import play_random
from companion.refusal import Busy, Refusal
from tests.companion.ledger.test_ledger import begin
from tests.tables import file_of, id_of

ELSEWHERE = """
import sys
from pathlib import Path
from companion.ledger import Ledger
from companion.refusal import Refusal
ledger = Ledger(Path(sys.argv[1]))
try:
    referee = ledger.resume(sys.argv[2])
except Refusal as refusal:
    print(refusal.key, flush=True)
else:
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def another_program(folder: Path, game_id: str) -> Iterator[subprocess.Popen[str]]:
    """Run a program that resumes the game, says how that went, and keeps it until it is killed."""
    command = [sys.executable, "-c", ELSEWHERE, str(folder), game_id]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        try:
            yield program
        finally:
            program.kill()


def said_by(program: subprocess.Popen[str]) -> str:
    assert program.stdout is not None
    return program.stdout.readline().strip()


def test_a_game_that_is_being_played_is_refused_to_another_program(tmp_path: Path) -> None:
    judge = begin(Ledger(tmp_path), answers=3)
    with another_program(tmp_path, id_of(judge)) as other:
        assert said_by(other) == "played-elsewhere"
    play_random(judge, Random(1), most=6)
    assert len(judge.entries) == 6, "and whoever has it goes on"


def test_a_lock_ends_with_its_program_and_lets_others_look(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    judge = begin(ledger)
    play_random(judge, Random(1))
    game_id = id_of(judge)
    file_of(judge).close()
    with another_program(tmp_path, game_id) as other:
        assert said_by(other) == "held"
        with pytest.raises(Busy) as refused:
            ledger.resume(game_id)
        assert refused.value.key == "played-elsewhere"
        assert [kept.id for kept in ledger.games()] == [game_id]
        file_of(ledger.peek(game_id)).close()
        assert record.read(ledger.export(game_id))
    assert ledger.resume(game_id).outcome is not None


def test_closing_a_game_releases_and_deletes_its_lock(tmp_path: Path) -> None:
    judge = begin(Ledger(tmp_path))
    file_of(judge).close()
    assert [path.suffix for path in (tmp_path / "games").iterdir()] == [".sqlite"]
    with another_program(tmp_path, id_of(judge)) as other:
        assert said_by(other) == "held"


def test_within_one_program_a_game_may_be_opened_again(tmp_path: Path) -> None:
    """A box that goes home and comes back need not wait until the first file is closed."""
    ledger = Ledger(tmp_path)
    judge = begin(ledger)
    again = ledger.resume(id_of(judge))
    file_of(judge).close()
    with another_program(tmp_path, id_of(again)) as other:
        assert said_by(other) == "played-elsewhere", "the second still has it"


def test_a_record_is_imported_once(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    judge = begin(ledger)
    play_random(judge, Random(1))
    text = ledger.export(id_of(judge))
    with pytest.raises(Refusal) as refused:
        ledger.import_record(text)
    assert (refused.value.key, refused.value.facts["value"]) == ("here-already", id_of(judge))
    assert len(ledger.games()) == 1
