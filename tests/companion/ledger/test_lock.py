"""One program at a time plays a game; others may look at it meanwhile."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from companion.ledger import Ledger, record
from companion.ledger.game_file import Page
from companion.referee import Referee
from companion.referee.simulation import play_random
from companion.refusal import Refusal
from tests.companion.ledger.test_ledger import begin, id_of

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
    """Start a program that resumes the game, says whether it could, and holds it until killed."""
    command = [sys.executable, "-c", ELSEWHERE, str(folder), game_id]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        try:
            yield program
        finally:
            program.kill()


def said_by(program: subprocess.Popen[str]) -> str:
    assert program.stdout is not None
    return program.stdout.readline().strip()


def test_a_game_in_play_is_refused_to_another_program(tmp_path: Path) -> None:
    judge = begin(Ledger(tmp_path), answers=3)
    with another_program(tmp_path, id_of(judge)) as other:
        assert said_by(other) == "played-elsewhere"
    play_random(judge, Random(1), most=6)
    assert len(judge.entries) == 6, "the first program continues"


def test_a_lock_ends_with_its_program_and_others_may_look_meanwhile(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    judge = begin(ledger)
    play_random(judge, Random(1))
    game_id = id_of(judge)
    close(judge)
    with another_program(tmp_path, game_id) as other:
        assert said_by(other) == "held"
        with pytest.raises(Refusal) as refused:
            ledger.resume(game_id)
        assert refused.value.key == "played-elsewhere"
        assert [kept.id for kept in ledger.games()] == [game_id]
        close(ledger.look(game_id))
        assert record.read(ledger.export(game_id))
    assert ledger.resume(game_id).outcome is not None


def test_a_closed_game_is_free_and_leaves_nothing_behind(tmp_path: Path) -> None:
    judge = begin(Ledger(tmp_path))
    close(judge)
    assert [path.suffix for path in (tmp_path / "games").iterdir()] == [".sqlite"]
    with another_program(tmp_path, id_of(judge)) as other:
        assert said_by(other) == "held"


def test_a_program_may_open_its_game_again(tmp_path: Path) -> None:
    """A box that goes home and returns need not wait for the first file to be closed."""
    ledger = Ledger(tmp_path)
    judge = begin(ledger)
    again = ledger.resume(id_of(judge))
    close(judge)
    with another_program(tmp_path, id_of(again)) as other:
        assert said_by(other) == "played-elsewhere", "the second still has it"


def test_a_record_is_imported_once(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    judge = begin(ledger)
    play_random(judge, Random(1))
    text = ledger.export(id_of(judge))
    with pytest.raises(Refusal) as refused:
        ledger.bring_in(text)
    assert (refused.value.key, refused.value.facts["value"]) == ("here-already", id_of(judge))
    assert len(ledger.games()) == 1


def close(judge: Referee) -> None:
    assert isinstance(judge.keeper, Page)
    judge.keeper.close()
