"""The index says what the games' files say, whatever happens to either; without it lists take longer, no more."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.ledger import Ledger, Listed, index
from companion.ledger import ledger as module
from companion.ledger.deleted import DAYS, Deleted
from companion.ledger.game_file import GameFile
from companion.referee import Referee
from companion.referee.simulation import play_random, random_urn
from companion.refusal import Busy, NotFound, Refusal
from tests.tables import file_of, id_of, table

KINDS = [games.find(name).game for name in ("doge", "venezia")]

Row = tuple[Listed, list[int]]
"""A game as it is listed, and who won it."""


def begin(ledger: Ledger, rng: Random, answers: int | None = 3) -> Referee:
    kind = rng.choice(KINDS)
    judge = ledger.begin(kind, table(kind.name, min(kind.players)), random_urn(rng))
    play_random(judge, rng, most=answers)
    return judge


def put_away(judge: Referee) -> str:
    file_of(judge).close()
    return id_of(judge)


def finish(judge: Referee, rng: Random) -> None:
    play_random(judge, rng)
    assert judge.outcome is not None


def read_without_index(folder: Path) -> list[Row]:
    """Everything a list shows, read from copies of the games alone."""
    copy = folder.parent / f"{folder.name}-copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder / "games", copy / "games")
    return shown(Ledger(copy))


def shown(ledger: Ledger) -> list[Row]:
    return [(game, ledger.winners(game.id)) for game in ledger.games()]


def count_opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    opened: list[str] = []

    class Watched(GameFile):
        def __init__(self, path: Path) -> None:
            opened.append(path.stem)
            super().__init__(path)

    monkeypatch.setattr(module, "GameFile", Watched)
    return opened


def test_a_new_program_opens_no_game_that_it_finds_in_the_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger, rng = Ledger(tmp_path), Random(1)
    for number in range(6):
        put_away(begin(ledger, rng, None if number % 2 else 3))
    before = shown(ledger)
    opened = count_opened(monkeypatch)
    assert shown(Ledger(tmp_path)) == before
    assert opened == []


def spoil_bytes(path: Path) -> None:
    path.write_bytes(b"this is no index" * 300)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def edit(statement: str) -> Callable[[Path], None]:
    def do(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute(statement)

    return do


HARM: dict[str, Callable[[Path], None]] = {
    "missing": Path.unlink,
    "empty": empty,
    "no database": spoil_bytes,
    "cut off": cut,
    "of another format": edit("PRAGMA user_version=99"),
    "without its table": edit("DROP TABLE games"),
    "with another table": edit("ALTER TABLE games RENAME COLUMN line TO lines"),
    "with changed rows": edit("UPDATE games SET line = replace(line, 'false', 'true')"),
    "with swapped ids": edit("UPDATE games SET id = id || 'x'"),
    "with rows of no text": edit("UPDATE games SET line = 7"),
    "with lost rows": edit("DELETE FROM games WHERE rowid % 2"),
}


@pytest.mark.parametrize("harm", HARM.values(), ids=HARM)
def test_a_harmed_index_costs_time_and_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harm: Callable[[Path], None]
) -> None:
    ledger, rng = Ledger(tmp_path / "data"), Random(2)
    for number in range(4):
        put_away(begin(ledger, rng, None if number % 2 else 3))
    before = shown(ledger)
    harm(tmp_path / "data" / "index.sqlite")
    assert shown(Ledger(tmp_path / "data")) == before
    opened = count_opened(monkeypatch)
    assert shown(Ledger(tmp_path / "data")) == before
    assert opened == [], "it has been made again"


def test_a_flipped_bit_in_the_index_changes_no_list(tmp_path: Path) -> None:
    ledger, rng = Ledger(tmp_path), Random(3)
    for _ in range(3):
        put_away(begin(ledger, rng))
    before, path = shown(ledger), tmp_path / "index.sqlite"
    sound = path.read_bytes()
    used = [place for place, byte in enumerate(sound) if byte]
    for place in rng.sample(used, 150):
        flipped = bytearray(sound)
        flipped[place] ^= 1 << rng.randrange(8)
        path.write_bytes(flipped)
        assert shown(Ledger(tmp_path)) == before


@pytest.mark.parametrize("settles", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_the_index_says_what_the_files_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, settles: bool
) -> None:
    """Games are begun, answered, undone, ended and deleted, while the index is lost or falls behind.

    Where it settles in between, the folder's own stamp tells whether anything has come or gone.
    """
    if settles:
        monkeypatch.setattr(index, "SETTLED", 0.05)
    rng, data = Random(seed), tmp_path / "data"
    ledger, playing = Ledger(data), dict[str, Referee]()

    def begin_one() -> None:
        judge = begin(ledger, rng, rng.choice([0, 5, None]))
        playing[id_of(judge)] = judge

    def go_on() -> None:
        judge = rng.choice(list(playing.values()))
        if judge.outcome is None:
            play_random(judge, rng, most=len(judge.entries) + 4)

    def take_back() -> None:
        judge = rng.choice(list(playing.values()))
        if judge.entries:
            judge.undo(len(judge.entries) - 1, judge.game.seats)

    def leave() -> None:
        game_id = rng.choice(list(playing))
        put_away(playing.pop(game_id))

    def delete() -> None:
        game_id = rng.choice(list(playing))
        put_away(playing.pop(game_id))
        ledger.delete(game_id)
        if rng.random() < 0.5:
            ledger.restore(game_id)

    def forget_index() -> None:
        (data / "index.sqlite").unlink(missing_ok=True)

    def keep_old_index() -> None:
        """As if the program had been killed after a game was written, and before the index was."""
        if (data / "index.sqlite").exists():
            old = (data / "index.sqlite").read_bytes()
            go_on()
            list_games()
            (data / "index.sqlite").write_bytes(old)

    def list_games() -> None:
        shown(ledger)

    acts = [begin_one, go_on, go_on, take_back, leave, delete, forget_index, keep_old_index, list_games]
    for _ in range(45):
        if len(playing) < 2:
            begin_one()
        rng.choice(acts)()
        if settles:
            time.sleep(0.06)
        if rng.random() < 0.3:
            truth = read_without_index(data)
            assert shown(ledger) == truth
            assert shown(Ledger(data)) == truth


@pytest.fixture
def settled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ledger]:
    """Four games, of which one is being played, in a folder in which nothing has happened for a while."""
    monkeypatch.setattr(index, "SETTLED", 0.05)
    ledger, rng = Ledger(tmp_path / "data"), Random(5)
    for _ in range(3):
        put_away(begin(ledger, rng))
    playing = begin(ledger, rng)
    for _ in range(2):  # reading them puts logs into the folder, and takes them away
        time.sleep(0.1)
        ledger.games()
    yield ledger
    put_away(playing)


def count_looks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    looked: list[str] = []
    real = index._stamp

    def look(path: str, *, has_log: bool) -> list[int]:
        looked.append(path)
        return real(path, has_log=has_log)

    monkeypatch.setattr(index, "_stamp", look)
    return looked


def test_in_an_unchanged_folder_only_games_with_a_log_are_read(
    settled: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a list takes the time of those, however many games there are; in a new program too."""
    before, looked = shown(settled), count_looks(monkeypatch)
    for ledger in (settled, Ledger(settled.folder)):
        looked.clear()
        assert shown(ledger) == before
        assert len(looked) == 1


def test_a_folder_that_has_just_changed_is_not_believed(settled: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within the same tick of the clock another file may come, and the stamp would be the same."""
    monkeypatch.setattr(index, "SETTLED", 60.0)
    (settled.folder / "games/a-hint").touch()
    settled.games()
    assert settled.catalogue.index.known.folder is None
    monkeypatch.setattr(index, "SETTLED", 0.05)
    time.sleep(0.1)
    settled.games()
    assert settled.catalogue.index.known.folder is not None


@pytest.mark.parametrize("program", ["the same", "a new one"])
@pytest.mark.parametrize("act", ["add", "remove", "replace", "play on", "play elsewhere"])
def test_what_happens_in_a_settled_folder_is_noticed(settled: Ledger, act: str, program: str) -> None:
    ours = settled.folder / "games"
    one, other, *_ = [path for path in sorted(ours.glob("*.sqlite")) if not (ours / f"{path.name}-wal").exists()]
    if act == "add":
        shutil.copy(one, ours / "20260101-000000-doge-abcdef.sqlite")
    elif act == "remove":
        one.unlink()
    elif act == "replace":
        shutil.copy(other, ours / "new")
        (ours / "new").replace(one)
    elif act == "play on":
        (log,) = ours.glob("*-wal")
        played = Ledger(settled.folder).resume(log.name.removesuffix(".sqlite-wal"))
        play_random(played, Random(1))
    else:
        elsewhere = Ledger(settled.folder).resume(one.stem)
        play_random(elsewhere, Random(1))
        put_away(elsewhere)
    ledger = settled if program == "the same" else Ledger(settled.folder)
    assert shown(ledger) == read_without_index(settled.folder)


def test_an_older_row_that_is_written_late_is_not_believed(settled: Ledger) -> None:
    """Another program, which read a game before it was played on, writes its row after us."""
    late = index.Index(settled.folder / "index.sqlite")
    game_id, row = next(iter(late.rows.items()))
    late._known = late.known._replace(rows={**late.rows, game_id: row._replace(names=["old"])})
    late._save([(game_id, late.rows[game_id])], [], late.known._replace(folder=None))
    assert index.Index(late.path).known.folder is None
    settled.catalogue.index.update(dict(settled.catalogue.index.rows), [1, 2, 3, 4])
    assert index.Index(late.path).known.folder is None, "the rows in the file are not all ours"


def test_changed_foreign_and_removed_files_are_noticed(tmp_path: Path) -> None:
    ledger, rng = Ledger(tmp_path / "data"), Random(5)
    ids = [put_away(begin(ledger, rng)) for _ in range(3)]
    folder = tmp_path / "data" / "games"
    assert len(ledger.games()) == 3
    shutil.copyfile(folder / f"{ids[0]}.sqlite", folder / "foreign.sqlite")
    (folder / f"{ids[1]}.sqlite").unlink()
    (folder / f"{ids[2]}.sqlite").write_bytes(b"damaged" * 1000)
    for looking in (ledger, Ledger(tmp_path / "data")):
        assert {game.id for game in looking.games()} == {ids[0], "foreign"}
    assert [name for name, _ in ledger.set_aside] == [ids[2]]


def test_a_change_that_is_set_back_in_time_is_noticed(tmp_path: Path) -> None:
    """A reader restores the time of change of a file that someone else may have written meanwhile."""
    ledger, rng = Ledger(tmp_path), Random(6)
    judge = begin(ledger, rng)
    path = file_of(judge).path
    put_away(judge)
    assert not ledger.games()[0].over
    before = path.stat()
    again = ledger.resume(path.stem)
    finish(again, rng)
    put_away(again)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert Ledger(tmp_path).games()[0].over


def test_an_index_that_can_not_be_written_hides_no_game(tmp_path: Path) -> None:
    """As in a folder that may only be read, or on a full disk."""
    (tmp_path / "index.sqlite").mkdir()
    ledger, rng = Ledger(tmp_path), Random(7)
    for _ in range(3):
        put_away(begin(ledger, rng))
    assert len(ledger.games()) == len(Ledger(tmp_path).games()) == 3


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_listed(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    put_away(begin(ledger, Random(8)))
    tmp_path.chmod(0o500)
    try:
        assert len(Ledger(tmp_path).games()) == 1
    finally:
        tmp_path.chmod(0o700)


def test_an_index_that_another_program_holds_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.ledger.index.PATIENCE", 0.01)
    ledger, rng = Ledger(tmp_path), Random(9)
    put_away(begin(ledger, rng))
    ledger.games()
    with closing(sqlite3.connect(tmp_path / "index.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        put_away(begin(ledger, rng))
        assert len(ledger.games()) == len(Ledger(tmp_path).games()) == 2
    assert len(Ledger(tmp_path).games()) == 2


def play_and_list(folder: Path, seed: int) -> None:
    rng = Random(seed)
    for _ in range(4):
        ledger = Ledger(folder)
        put_away(begin(ledger, rng, rng.choice([2, 30])))
        ledger.games()


def test_two_programs_at_once_agree(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    programs = [context.Process(target=play_and_list, args=(tmp_path / "data", seed)) for seed in (1, 2)]
    for program in programs:
        program.start()
    for program in programs:
        program.join(120)
        assert program.exitcode == 0
    listed, read = shown(Ledger(tmp_path / "data")), read_without_index(tmp_path / "data")
    assert untimed(listed) == untimed(read)
    assert len(listed) == 8


def untimed(listed: list[Row]) -> list[Row]:
    """Leave out when a file changed: whoever reads it last folds its log into it."""
    return [(game._replace(changed=0), winners) for game, winners in listed]


def test_the_order_goes_on_in_the_next_program(tmp_path: Path) -> None:
    """Whether or not it has listed the games before, and with an index or without one."""
    rng = Random(11)
    ids = [put_away(begin(Ledger(tmp_path), rng)) for _ in range(4)]
    (tmp_path / "index.sqlite").unlink()
    judge = Ledger(tmp_path).resume(ids[1])
    play_random(judge, rng, most=len(judge.entries) + 1)
    put_away(judge)
    assert [game.id for game in Ledger(tmp_path).games()] == [ids[1], ids[3], ids[2], ids[0]]


def test_winners_are_known_without_replaying(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger, rng = Ledger(tmp_path), Random(12)
    judge = begin(ledger, rng, None)
    assert judge.outcome is not None
    put_away(judge)
    monkeypatch.setattr(Ledger, "peek", None)
    for looking in (ledger, Ledger(tmp_path)):
        (game,) = looking.games()
        assert looking.winners(game.id) == judge.outcome.winners


def test_winners_of_a_game_whose_file_names_none_are_found_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger, rng = Ledger(tmp_path), Random(13)
    with monkeypatch.context() as patch:
        patch.setattr(GameFile, "finish", lambda file, final, real=GameFile.finish: real(file))
        judge = begin(ledger, rng, None)
    assert judge.outcome is not None
    put_away(judge)
    ledger.games()
    assert ledger.winners(id_of(judge)) == judge.outcome.winners
    monkeypatch.setattr(Ledger, "peek", None)
    again = Ledger(tmp_path)
    again.games()
    assert again.winners(id_of(judge)) == judge.outcome.winners


def test_a_deleted_game_comes_back_as_it_was(tmp_path: Path) -> None:
    ledger, rng = Ledger(tmp_path), Random(14)
    first, second = (put_away(begin(ledger, rng)) for _ in range(2))
    before = shown(ledger)
    ledger.delete(second)
    assert [game.id for game in ledger.games()] == [first]
    assert ledger.deleted() == {second: DAYS}
    for act in (ledger.resume, ledger.delete):
        with pytest.raises(NotFound):
            act(second)
    ledger.restore(second)
    assert (shown(ledger), ledger.deleted()) == (before, {})
    assert ledger.resume(second).entries


def test_a_game_with_a_log_left_by_a_killed_program_is_deleted_whole(tmp_path: Path) -> None:
    ledger, rng = Ledger(tmp_path), Random(15)
    judge = begin(ledger, rng, 9)
    path = file_of(judge).path
    left = {piece: piece.read_bytes() for piece in path.parent.glob(f"{path.name}*")}
    put_away(judge)
    for piece, data in left.items():
        piece.write_bytes(data)
    ledger.delete(path.stem)
    assert list(path.parent.iterdir()) == []
    ledger.restore(path.stem)
    assert len(ledger.resume(path.stem).entries) == 9


def test_a_game_that_another_program_plays_is_not_deleted(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    program = context.Process(target=hold_a_game, args=(tmp_path, theirs))
    program.start()
    game_id = ours.recv()
    try:
        with pytest.raises(Busy) as refused:
            Ledger(tmp_path).delete(game_id)
    finally:
        ours.send("leave")
        program.join(60)
    assert refused.value.key == "played-elsewhere"
    assert [game.id for game in Ledger(tmp_path).games()] == [game_id]


def hold_a_game(folder: Path, end: multiprocessing.connection.Connection) -> None:
    judge = begin(Ledger(folder), Random(16))
    end.send(id_of(judge))
    end.recv()


def test_a_game_is_not_restored_over_another(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    game_id = put_away(begin(ledger, Random(17)))
    shutil.copyfile(tmp_path / "games" / f"{game_id}.sqlite", tmp_path / "copy")
    ledger.delete(game_id)
    shutil.copyfile(tmp_path / "copy", tmp_path / "games" / f"{game_id}.sqlite")
    with pytest.raises(Refusal) as refused:
        ledger.restore(game_id)
    assert refused.value.key == "here-already"


@pytest.mark.parametrize("name", ["../games/x", "nothing", "", "a/b"])
def test_unknown_games_are_neither_deleted_nor_restored(tmp_path: Path, name: str) -> None:
    ledger = Ledger(tmp_path)
    for act in (ledger.delete, ledger.restore):
        with pytest.raises(NotFound):
            act(name)


class Calendar:
    def __init__(self, day: str) -> None:
        self.day = day

    def __call__(self) -> str:
        return self.day


def throw_away(folder: Path, today: Calendar, name: str) -> Deleted:
    path = folder / f"{name}.sqlite"
    path.write_bytes(b"a game")
    deleted = Deleted(folder / "deleted", today)
    deleted.take(path)
    return deleted


def sweep(folder: Path, today: Calendar) -> set[str]:
    deleted = Deleted(folder / "deleted", today)
    deleted.sweep()
    return set(deleted.games())


def test_a_deleted_game_is_kept_for_a_week(tmp_path: Path) -> None:
    today = Calendar("2026-11-10")
    throw_away(tmp_path, today, "a")
    for day in range(10, 18):
        today.day = f"2026-11-{day}"
        for _ in range(2):
            assert "a" in sweep(tmp_path, today)
        if day == 13:
            throw_away(tmp_path, today, "b")
    today.day = "2026-11-18"
    assert sweep(tmp_path, today) == {"b"}
    assert [path.name for path in (tmp_path / "deleted").glob("a*")] == []


def test_a_clock_that_jumps_removes_no_deleted_game(tmp_path: Path) -> None:
    """A box without a battery for its clock is in 1970 until it finds the time, evening after evening."""
    today = Calendar("1970-01-01")
    throw_away(tmp_path, today, "a")
    for _ in range(20):
        for day in ("1970-01-01", "2026-11-17", "1970-01-02"):
            today.day = day
            assert sweep(tmp_path, today) == {"a"}


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"latest": 3, "days": []}', '{"latest": "2026", "days": {"a": "x"}}']
)
def test_a_lost_calendar_begins_the_week_again(tmp_path: Path, text: str) -> None:
    today = Calendar("2026-11-10")
    throw_away(tmp_path, today, "a")
    (tmp_path / "deleted" / "days.json").write_text(text)
    for day in range(10, 16):
        today.day = f"2026-11-{day}"
        assert sweep(tmp_path, today) == {"a"}
