"""Kept games stay whole: read by several at once, written by another version, and at their end."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import games
from companion.durable import write_whole
from companion.game import OtherRules
from companion.ledger import Ledger, record
from companion.ledger.game_file import GameFile, _row
from companion.referee import Referee
from companion.referee.simulation import play_random, random_urn
from companion.refusal import Halted, NotSaved, OfOtherVersion, Refusal
from tests.games.harness import fingerprint
from tests.tables import file_of, table

KIND = games.find("doge").game
PATIENCE = 60.0


def kept(ledger: Ledger, seed: int = 1, most: int | None = None) -> tuple[Referee, GameFile]:
    judge = ledger.begin(KIND, table("doge", 3), random_urn(Random(seed)))
    play_random(judge, Random(seed), most=most)
    return judge, file_of(judge)


def at_once(*works: Callable[[], object]) -> list[BaseException]:
    """Run each of these in a thread of its own and return what they raised."""
    wrong: list[BaseException] = []
    ready = threading.Barrier(len(works))

    def work(do: Callable[[], object]) -> None:
        try:
            ready.wait(PATIENCE)
            do()
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(do,)) for do in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return wrong


def test_damage_found_by_several_threads_is_set_aside_once(tmp_path: Path) -> None:
    nonsense = b"these are not the bytes of a game" * 40
    ledger = Ledger(tmp_path)
    for number in range(25):
        (tmp_path / "games" / f"{number}.sqlite").write_bytes(nonsense)
        assert at_once(ledger.games, ledger.games, Ledger(tmp_path).games) == []
    found = {path.name: path.read_bytes() for path in (tmp_path / "damaged").glob("*.sqlite")}
    assert found == {f"{number}.sqlite": nonsense for number in range(25)}
    assert ledger.games() == []


def write_line(path: Path, update: str, line: dict[str, Any]) -> None:
    """Write a line as another version might have: with the right checksum."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(update, _row(line))
    db.close()


def test_a_game_of_another_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    _, page = kept(ledger, most=20)
    page.close()
    write_line(page.path, "UPDATE header SET line = ?, sum = ?", {**page.header, "ballottino": 99})
    with pytest.raises(OfOtherVersion) as refused:
        ledger.resume(page.path.stem)
    assert refused.value.key == "other-version"
    assert page.path.exists()
    assert ledger.set_aside == []


def test_a_game_that_no_longer_fits_the_rules_halts_and_can_be_undone(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    judge, page = kept(ledger, most=20)
    page.close()
    unfit = {**judge.entries[9].line(), "value": "atlantis"}
    write_line(page.path, "UPDATE entries SET line = ?, sum = ? WHERE n = 9", unfit)
    halted = ledger.resume(page.path.stem)
    assert isinstance(halted.fault, OtherRules)
    assert len(halted.entries) == 9
    assert page.path.exists()
    with pytest.raises(Halted) as refused:
        ledger.export(page.path.stem)
    assert refused.value.key == "halted"
    halted.undo(8, halted.game.seats)
    play_random(halted, Random(3), most=15)
    assert fingerprint(ledger.resume(page.path.stem)) == fingerprint(halted)


def test_a_game_whose_end_was_undone_meanwhile_has_no_record(tmp_path: Path) -> None:
    """Its urn would be known while it is still being played."""
    ledger = Ledger(tmp_path)
    judge, page = kept(ledger)
    other = GameFile(page.path)
    assert other.state.over
    judge.undo(len(judge.entries) - 1, judge.game.seats)
    with pytest.raises(Refusal) as refused:
        other.publish()
    assert refused.value.key == "still-running"
    play_random(judge, Random(5), most=len(judge.entries) + 1)
    assert record.verify(record.read(ledger.export(page.path.stem)))


def test_what_the_disk_refuses_is_not_remembered_either(tmp_path: Path) -> None:
    page = kept(Ledger(tmp_path))[1]
    before = page.state
    with closing(sqlite3.connect(page.path)) as other:
        other.execute("CREATE TRIGGER full BEFORE UPDATE ON state BEGIN SELECT RAISE(ABORT, 'disk full'); END")
    with pytest.raises(NotSaved):
        page.teach(taught=not before.taught)
    assert page.state == before


def test_an_amendment_may_end_the_game(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    judge, page = kept(ledger)
    last = judge.entries[-1]
    judge.amend(len(judge.entries) - 1, last.value, judge.game.seats)
    assert judge.outcome is not None
    assert page.state.over
    assert [game.over for game in ledger.games()] == [True]


def test_resuming_finds_out_that_a_game_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Power failed between the last answer and the mark that the game is over."""
    ledger = Ledger(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(GameFile, "finish", lambda page, final: None)
        _, page = kept(ledger)
    assert [game.over for game in ledger.games()] == [False]
    ledger.resume(page.path.stem)
    assert [game.over for game in ledger.games()] == [True]


def test_two_programs_may_write_a_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    texts = ["a" * 5000, "b" * 5000]
    for _ in range(40):
        assert at_once(*(partial(write_whole, path, text) for text in texts)) == []
        assert path.read_text() in texts
    assert list(tmp_path.iterdir()) == [path], "and leave no draft behind"


def test_a_failed_write_leaves_no_draft(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path / "taken", "text")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
